"""Where every point of a sheet lies in a picture: bent paper in space, and a camera that looks at it.

Paper is in millimetres about its middle, space too (z towards the camera), pictures in pixels, a pixel's
middle at whole numbers. Knows no colours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

Rng = np.random.Generator
_REACH = 420
"""How far from the middle a bend is worked out, in mm along its direction."""


class Bend(NamedTuple):
    """A bend of the paper along one direction: height and where a point comes to lie, by arc length in mm."""

    angle: float
    height: Any
    shift: Any
    slope: Any


def _bend(angle: float, slope: Any) -> Bend:
    """Make a bend from its slope dz/ds at each mm of arc length; paper does not stretch."""
    slope = np.clip(slope, -0.8, 0.8)
    height = np.cumsum(slope) - slope[0]
    shift = np.cumsum(np.sqrt(1 - slope**2) - 1)
    return Bend(angle, height - height[_REACH], shift - shift[_REACH], slope)


_ARC = np.arange(-_REACH, _REACH + 1.0)


def bow(angle: float, rise: float, length: float) -> Bend:
    """Bow paper like a part of a cylinder: ``rise`` mm over ``length`` mm, to either side."""
    half = length / 2
    return _bend(angle, -2 * rise / half**2 * np.clip(_ARC, -half * 1.1, half * 1.1))


def wave(angle: float, rise: float, length: float, phase: float) -> Bend:
    """Let paper wave: ``rise`` mm up and down, ``length`` mm from crest to crest."""
    turn = 2 * np.pi / length
    return _bend(angle, rise * turn * np.cos(turn * _ARC + phase))


def fold(angle: float, at: float, steep: float) -> Bend:
    """Fold paper once, ``at`` mm from its middle: both sides rise (or fall) with a slope."""
    return _bend(angle, steep * np.tanh((_ARC - at) / 1.5))


def curl(angle: float, start: float, rise: float) -> Bend:
    """Let a corner or an edge curl up from ``start`` mm on: ``rise`` mm in the first 60 mm."""
    return _bend(angle, 2 * rise / 60**2 * np.clip(_ARC - start, 0, 90))


class Surface(NamedTuple):
    """A sheet of some size in mm and its bends; each bends along its own direction, and they add up."""

    width: float
    height: float
    bends: tuple[Bend, ...]

    def in_space(self, paper: Any) -> Any:
        """Give the places (n, 3) of points (n, 2) of the paper, in mm from its top left corner."""
        flat = np.asarray(paper, float) - [self.width / 2, self.height / 2]
        space = np.column_stack([flat, np.zeros(len(flat))])
        for bend in self.bends:
            way = np.array([np.cos(bend.angle), np.sin(bend.angle)])
            along = flat @ way
            space[:, :2] += np.interp(along, _ARC, bend.shift)[:, None] * way
            space[:, 2] += np.interp(along, _ARC, bend.height)
        return space

    def slopes(self, paper: Any) -> Any:
        """Give the slope (n, 2) of the paper at points, across and down."""
        flat = np.asarray(paper, float) - [self.width / 2, self.height / 2]
        total = np.zeros_like(flat)
        for bend in self.bends:
            way = np.array([np.cos(bend.angle), np.sin(bend.angle)])
            total += np.interp(flat @ way, _ARC, bend.slope)[:, None] * way
        return total


class Pose(NamedTuple):
    """How a camera looks at paper: turn from paper to camera, its distance in mm, and its lens in pixels."""

    turn: Any
    distance: float
    focal: float
    centre: tuple[float, float]
    barrel: float
    size: tuple[int, int]

    def project(self, space: Any) -> Any:
        """Give the pixels (n, 2) of places in space (n, 3)."""
        seen = space @ self.turn.T
        depth = self.distance - seen[:, 2]
        ray = seen[:, :2] / np.maximum(depth, 1.0)[:, None]
        # Squared distance from the axis, so that the picture's corner is near 1.
        far = (ray**2).sum(axis=1) * (self.focal / max(self.size)) ** 2 * 2.5
        return self.focal * ray * (1 + self.barrel * far)[:, None] + self.centre


class View(NamedTuple):
    """A surface seen by a camera."""

    surface: Surface
    pose: Pose

    def pixels(self, paper: Any) -> Any:
        """Give the pixels (n, 2) of points of the paper (n, 2) in mm from its top left corner."""
        return self.pose.project(self.surface.in_space(np.asarray(paper, float)))

    def scale(self) -> tuple[float, float]:
        """Give the least and the most pixels a millimetre over the paper."""
        across, down = np.meshgrid(np.linspace(0, 1, 7), np.linspace(0, 1, 7))
        at = np.column_stack([across.ravel() * self.surface.width, down.ravel() * self.surface.height])
        here = self.pixels(at)
        steps = [np.hypot(*(self.pixels(at + step) - here).T) for step in ([1, 0], [0, 1])]
        return float(np.min(steps)), float(np.max(steps))

    def paper_at(self, grid: Any) -> Any:
        """Give the points of the paper (n, 2) that lie at pixels (n, 2), by Newton's method."""
        wide, high = self.surface.width, self.surface.height
        corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        matrix = cv2.getPerspectiveTransform(self.pixels(corners).astype(np.float32), corners)
        paper = cv2.perspectiveTransform(grid[None].astype(np.float64), matrix)[0]
        low, high_ = np.array([-200, -200]), np.array([wide + 200, high + 200])
        for _ in range(5):
            paper = np.clip(paper, low, high_)
            here = self.pixels(paper)
            right = (self.pixels(paper + np.array([0.5, 0])) - here) * 2
            down = (self.pixels(paper + np.array([0, 0.5])) - here) * 2
            area = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
            area = np.where(np.abs(area) < 1e-3, 1e-3, area)
            off = grid - here
            paper = paper + np.column_stack(
                [
                    (off[:, 0] * down[:, 1] - off[:, 1] * down[:, 0]) / area,
                    (right[:, 0] * off[:, 1] - right[:, 1] * off[:, 0]) / area,
                ]
            )
        return paper


BLOCK = 16
"""Pixels of the picture to each place where the map is worked out."""


def coarse_grid(size: tuple[int, int]) -> tuple[Any, tuple[int, int]]:
    """Give the middles (n, 2) of a picture's blocks, one more all round, and how many there are each way."""
    columns, rows = (-(-length // BLOCK) + 2 for length in size)
    x = (np.arange(columns) - 1) * BLOCK + (BLOCK - 1) / 2
    y = (np.arange(rows) - 1) * BLOCK + (BLOCK - 1) / 2
    across, down = np.meshgrid(x, y)
    return np.column_stack([across.ravel(), down.ravel()]), (columns, rows)


def spread(coarse: Any, counts: tuple[int, int], size: tuple[int, int]) -> Any:
    """Give a value for each pixel from those of the blocks (as ``coarse_grid`` lists them)."""
    columns, rows = counts
    block = np.ascontiguousarray(coarse.reshape(rows, columns), np.float32)
    full = cv2.resize(block, (columns * BLOCK, rows * BLOCK), interpolation=cv2.INTER_LINEAR)
    return full[BLOCK : BLOCK + size[1], BLOCK : BLOCK + size[0]]


class Aim(NamedTuple):
    """How a picture is taken: tilt and turn in degrees, how much of the picture the paper fills, the lens."""

    size: tuple[int, int]
    tilt: float
    towards: float
    turn: float
    fills: float
    off: tuple[float, float]
    barrel: float


def _turn_of(aim: Aim) -> Any:
    tilt, towards, turn = np.radians([aim.tilt, aim.towards, aim.turn])
    axis = np.array([np.cos(towards), np.sin(towards), 0.0])
    tilted = cv2.Rodrigues(axis * tilt)[0]
    flat = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return tilted @ flat


def take_aim(surface: Surface, aim: Aim) -> View:
    """Point a camera at paper: near enough that it fills the part of the picture that was asked for.

    ``off`` shifts the paper from the middle, as a part of the room that is left; with more than 1, or with a
    ``fills`` above 1, a part of the paper is cut off.
    """
    wide, high = aim.size
    focal = 0.78 * max(aim.size)
    pose = Pose(_turn_of(aim), 300.0, focal, (wide / 2, high / 2), aim.barrel, aim.size)
    edge = np.linspace(0, 1, 9)
    ones = np.ones(9)
    rim = np.vstack(
        [np.column_stack(pair) for pair in ((edge, 0 * ones), (edge, ones), (0 * ones, edge), (ones, edge))]
    )
    rim = surface.in_space(rim * [surface.width, surface.height])
    near, far = 150.0, 3000.0
    for _ in range(24):
        middle = (near + far) / 2
        pixels = pose._replace(distance=middle).project(rim)
        if np.max((pixels.max(axis=0) - pixels.min(axis=0)) / aim.size) > aim.fills:
            near = middle
        else:
            far = middle
    pose = pose._replace(distance=far)
    pixels = pose.project(rim)
    low, top = pixels.min(axis=0), pixels.max(axis=0)
    room = np.abs(np.array(aim.size) - (top - low)) / 2
    middle = np.array(aim.size) / 2 + room * aim.off
    shift = middle - (low + top) / 2
    # The lens stays and the picture's middle moves: as if the shot had been cut out of a wider one.
    return View(surface, pose._replace(centre=(wide / 2 + shift[0], high / 2 + shift[1])))
