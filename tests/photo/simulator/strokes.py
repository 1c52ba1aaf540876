"""Strokes of a pen: where it went, in millimetres, and how hard it pressed. Knows no sheet and no ink."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

STEP = 0.3
"""Millimetres between two points of a stroke."""

Points = Any
"""An array of shape (n, 2), in millimetres, x to the right and y down."""


class Stroke(NamedTuple):
    """One movement of the pen on the paper; ``pressure`` has a figure for each point, 1 as usual."""

    points: Points
    pressure: Any


class Motor(NamedTuple):
    """How a hand moves: slow wander and fast tremor (mm, one sigma), roundness (mm), pressure's spread."""

    wander: float
    tremor: float
    roundness: float
    pressure: float
    hook: float


def smooth_noise(rng: np.random.Generator, count: int, reach: float) -> Any:
    """Give a smooth random curve of unit spread; ``reach`` is its correlation length in points."""
    half = max(1, int(3 * reach))
    kernel = np.exp(-0.5 * (np.arange(-half, half + 1) / max(reach, 0.3)) ** 2)
    kernel /= np.sqrt((kernel**2).sum())
    return np.convolve(rng.standard_normal(count + 2 * half), kernel, mode="valid")


def resampled(points: Points, step: float = STEP) -> Points:
    """Give the same path with its points ``step`` mm apart."""
    points = np.asarray(points, float)
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    count = max(2, round(float(along[-1]) / step) + 1)
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)], axis=1)


def length_of(points: Points) -> float:
    """Give the length of a path in mm."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def rounded(vertices: Points, radii: Sequence[float]) -> Points:
    """Give the path through vertices with its corners rounded; ``radii`` has a figure for each vertex.

    A corner is never cut by more than 45 % of the shorter side beside it.
    """
    vertices = np.asarray(vertices, float)
    path = [vertices[0]]
    for before, corner, after, radius in zip(vertices, vertices[1:], vertices[2:], radii[1:], strict=False):
        sides = [np.hypot(*(before - corner)), np.hypot(*(after - corner))]
        cut = min(radius, 0.45 * min(sides))
        start = corner + (before - corner) / max(sides[0], 1e-6) * cut
        end = corner + (after - corner) / max(sides[1], 1e-6) * cut
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            path.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end)
    path.append(vertices[-1])
    return np.array(path)


def shaken(points: Points, motor: Motor, rng: np.random.Generator) -> Points:
    """Let a hand wander off a path and tremble along it."""
    points = resampled(points)
    count = len(points)
    reach = rng.uniform(12, 30)
    wander = np.stack([smooth_noise(rng, count, reach) for _ in "xy"], axis=1)
    tremor = np.stack([smooth_noise(rng, count, rng.uniform(1.5, 3)) for _ in "xy"], axis=1)
    # A short stroke has no room to wander far.
    room = min(1.0, length_of(points) / 15)
    return points + motor.wander * room * wander + motor.tremor * tremor


def _hooked(points: Points, motor: Motor, rng: np.random.Generator) -> Points:
    """Add the small hook that a pen leaves where it lands or lifts."""
    for end in (0, -1):
        if rng.random() >= motor.hook:
            continue
        angle = rng.uniform(0, 2 * np.pi)
        hook = points[end] + rng.uniform(0.3, 1.1) * np.array([np.cos(angle), np.sin(angle)])
        points = np.vstack([hook[None], points]) if end == 0 else np.vstack([points, hook[None]])
    return resampled(points)


def stroke(path: Points, motor: Motor, rng: np.random.Generator) -> Stroke:
    """Draw along a path: with wobble, perhaps hooks, and a pressure that swells, and fades at both ends."""
    points = _hooked(shaken(path, motor, rng), motor, rng)
    count = len(points)
    pressure = 1 + motor.pressure * smooth_noise(rng, count, rng.uniform(8, 25))
    ends = np.minimum(np.arange(count), np.arange(count)[::-1]) * STEP
    fade = rng.uniform(0.2, 1.2)
    pressure *= 0.55 + 0.45 * np.clip(ends / fade, 0, 1)
    return Stroke(points, np.clip(pressure, 0.15, 1.8))


class Collection(NamedTuple):
    """Strokes that people really drew: squares of unit side about the origin, and lines as their deviations.

    A line is its sideways deviation at 64 places from start to end, as a fraction of its length.
    """

    squares: tuple[Points, ...]
    lines: tuple[Any, ...]


def read_collection(folder: Path) -> Collection:
    """Read ``quickdraw.json`` of a folder: ``squares`` and ``lines``, each a list of strokes of [x, y]."""
    known = json.loads((folder / "quickdraw.json").read_text())
    lines = [_deviation(np.array(line, float)) for line in known["lines"] if len(line) > 8]
    squares = [_unit_square(np.array(square, float)) for square in known["squares"] if len(square) > 20]
    return Collection(
        tuple(square for square in squares if square is not None),
        tuple(line for line in lines if np.abs(line).max() < 0.09),
    )


def _smoothed(points: Points) -> Points:
    """Take the steps of the drawing canvas out of a stroke."""
    kernel = np.array([1, 4, 6, 4, 1]) / 16
    padded = np.pad(points, ((2, 2), (0, 0)), mode="edge")
    return np.stack([np.convolve(padded[:, axis], kernel, mode="valid") for axis in (0, 1)], axis=1)


def _deviation(points: Points) -> Any:
    """Give a line's sideways deviation by its progress; both as fractions of its length."""
    points = _smoothed(points) - points[0]
    end = points[-1]
    length = np.hypot(*end) or 1.0
    along = points @ end / length**2
    aside = (points[:, 1] * end[0] - points[:, 0] * end[1]) / length**2
    order = np.argsort(along, kind="stable")
    return np.interp(np.linspace(0, 1, 64), along[order], aside[order])


def _unit_square(points: Points) -> Points | None:
    """Move a drawn square to unit side about the origin, its sides at one half; None for no square."""
    points = _smoothed(points)
    low, high = np.percentile(points, [6, 94], axis=0)
    size = high - low
    if min(size) < 40 or not 0.6 < size[0] / size[1] < 1.67:
        return None
    unit = (points - (low + high) / 2) / size
    # A square it is where the stroke keeps to the sides: far from the middle, all the way round.
    if np.abs(unit).max(axis=1).min() < 0.3:
        return None
    angles = np.sort(np.arctan2(unit[:, 1], unit[:, 0]))
    gap = np.diff(np.append(angles, angles[0] + 2 * np.pi)).max()
    return unit if gap < 0.7 else None
