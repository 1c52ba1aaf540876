"""Single cells of a board as a reader gets them: strokes, guide dots and lines, blurred and noisy.

Two hands draw here by different principles: ``plain_strokes`` follows the outline of a shape with few faults,
each of which a test can choose; the simulator's hands draw as people do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from simulator.hands import Hand, Square, draw_shape

from printquarto.games.shape import SHAPE_BY_CORNERS, outline
from printquarto.photo.ink import SCALE, Window
from printquarto.sheet.fields import ShapeField
from printquarto.sheet.units import Box

MARGIN = 2.0
FINE = 2
"""Pixels drawn for one pixel of the window, each way."""

FIELD = ShapeField("cell.b2", Box(60, 70, 30, 30), Box(64.5, 74.5, 21, 21))
SMALL_FIELD = ShapeField("cell.b2", Box(60, 70, 15, 15), Box(62, 72, 11, 11))


class Draw(NamedTuple):
    """How a shape is drawn: ``shift`` in parts of the side, ``turn`` in degrees, ``gap`` in sides."""

    shift: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (0.96, 0.96)
    turn: float = 0.0
    notch: float = 1 / 3
    rounded: float = 0.0
    gap: float = 0.0
    start: int = 0
    wobble: float = 0.006


class Pen(NamedTuple):
    """Width in mm and darkness of a pen."""

    width: float = 0.45
    darkness: float = 0.7


BALLPOINT, PENCIL, FELT, FAT = Pen(), Pen(0.45, 0.22), Pen(1.2, 0.85), Pen(2.0, 0.85)


def plain_strokes(shape: str, draw: Draw, field: ShapeField = FIELD, seed: int = 0) -> list[Any]:
    """Follow the outline of a shape; gives strokes of points (n × 2) in mm on the page."""
    side = field.square.width
    corners = np.array(outline(SHAPE_BY_CORNERS[shape], 1.0, draw.notch)) - 0.5
    corners = np.roll(corners, draw.start, axis=0)
    path = np.vstack([corners, corners[:1]])
    if draw.rounded:
        path = _rounded(path, draw.rounded)
    points = _even(path, 240)
    if draw.gap:
        points = points[: round(240 * (1 - draw.gap / _length(path)))]
    rng = np.random.default_rng(seed)
    knots = rng.normal(0, draw.wobble, (12, 2))
    at = np.linspace(0, 11, len(points))
    points = points + np.stack([np.interp(at, np.arange(12), knots[:, axis]) for axis in (0, 1)], 1)
    turn = np.radians(draw.turn)
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = np.array([field.square.x, field.square.y]) + side / 2
    return [(points * draw.scale @ turned + draw.shift) * side + middle]


def hand_strokes(shape: str, hand: Hand, field: ShapeField = FIELD, seed: int = 0) -> list[Any]:
    """Let one of the simulator's hands draw a shape."""
    square = Square(*field.square[:3], 1 / 3)
    drawn = draw_shape(shape, hand, square, np.random.default_rng(seed))
    return [one.points for one in drawn]


def _length(path: Any) -> float:
    return float(np.hypot(*np.diff(path, axis=0).T).sum())


def _even(path: Any, count: int) -> Any:
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, path[:, axis]) for axis in (0, 1)], 1)


def _rounded(path: Any, radius: float) -> Any:
    pieces = [path[:1]]
    for before, corner, after in zip(path, path[1:], path[2:], strict=False):
        reach = min(radius, 0.4 * np.hypot(*(before - corner)), 0.4 * np.hypot(*(after - corner)))
        start = corner + (before - corner) / np.hypot(*(before - corner)) * reach
        end = corner + (after - corner) / np.hypot(*(after - corner)) * reach
        at = np.linspace(0, 1, 6)[:, None]
        pieces.append((1 - at) ** 2 * start + 2 * at * (1 - at) * corner + at**2 * end)
    return np.vstack([*pieces, path[-1:]])


def window(
    strokes: list[Any],
    pen: Pen = BALLPOINT,
    field: ShapeField = FIELD,
    *,
    blur: float = 0.12,
    noise: float = 0.015,
    misplaced: tuple[float, float] = (0.0, 0.0),
    smudge: float = 0.0,
    seed: int = 0,
) -> Window:
    """Put strokes (points in mm on the page) on a cell, and see it through a camera. ``blur`` is in mm."""
    box = field.box
    left, top = box.x - MARGIN, box.y - MARGIN
    size = round((box.width + 2 * MARGIN) * SCALE) * FINE
    ink = np.zeros((size, size), np.float32)
    for stroke in strokes:
        _polyline(ink, stroke - (left, top), pen.width, pen.darkness)
    _print(ink, field, (misplaced[0] - left, misplaced[1] - top))
    if smudge:
        grey = np.zeros_like(ink)
        cv2.ellipse(grey, (size // 2, size // 2), (size // 5, size // 7), 30, 0, 360, smudge, -1)
        ink = np.maximum(ink, cv2.GaussianBlur(grey, (0, 0), size / 25))
    ink = cv2.GaussianBlur(ink, (0, 0), blur * SCALE * FINE)
    seen = cv2.resize(ink, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    seen += np.random.default_rng(seed).normal(0, noise, seen.shape).astype(np.float32)
    return Window(seen, np.ones(seen.shape, bool), left, top, SCALE, noise)


def _polyline(ink: Any, points: Any, width: float, darkness: float) -> None:
    pixels = np.round(points * SCALE * FINE * 16).astype(int)
    layer = np.zeros_like(ink)
    thick = max(1, round(width * SCALE * FINE))
    cv2.polylines(layer, [pixels], False, darkness, thick, cv2.LINE_AA, 4)
    np.maximum(ink, layer, out=ink)


def _print(ink: Any, field: ShapeField, offset: tuple[float, float]) -> None:
    box, square = field.box, field.square
    far = 5.0
    for x in (box.x, box.right):
        _polyline(ink, np.array([(x, box.y - far), (x, box.bottom + far)]) + offset, 0.3, 1.0)
    for y in (box.y, box.bottom):
        _polyline(ink, np.array([(box.x - far, y), (box.right + far, y)]) + offset, 0.3, 1.0)
    for row in range(4):
        for column in range(4):
            third = square.width / 3
            place = np.array([(square.x + column * third, square.y + row * third)]) + offset
            _polyline(ink, np.vstack([place, place + 0.01]), 0.4, 0.9)
