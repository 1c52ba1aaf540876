"""Hands: how somebody draws a shape on the guide dots, or beside them. Gives strokes in millimetres."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .strokes import Collection, Motor, Points, Stroke, length_of, rounded, shaken, stroke

CORNER_SIGNS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Top left, top right, bottom right, bottom left, as the letters of a shape run."""


class Hand(NamedTuple):
    """How a hand draws. Lengths in mm, angles in degrees; spreads are one standard deviation.

    ``astray`` is how far a whole shape lies off its dots, ``jitter`` how far each of its vertices does,
    ``small`` the usual size of a shape as a fraction of its square, ``notch`` the spread of a notch's depth
    as a fraction of the side, ``ends`` how far strokes stop short or go too far, ``habits`` the chances of
    drawing a shape in one stroke, in two, side by side, or as a square whose corners are folded.
    """

    name: str
    motor: Motor
    astray: float
    jitter: float
    small: float
    size: float
    tilt: float
    aspect: float
    notch: float
    ends: float
    habits: tuple[float, float, float, float]
    twice: float = 0.02


HANDS: tuple[Hand, ...] = (
    Hand(
        "careful",
        Motor(0.16, 0.03, 0.3, 0.10, 0.05),
        0.3,
        0.35,
        1.0,
        0.015,
        0.6,
        0.01,
        0.015,
        0.3,
        (3, 2, 4, 1),
    ),
    Hand(
        "usual",
        Motor(0.30, 0.05, 0.7, 0.15, 0.15),
        0.6,
        0.55,
        0.98,
        0.03,
        1.3,
        0.02,
        0.025,
        0.6,
        (4, 2, 2, 2),
    ),
    Hand(
        "quick",
        Motor(0.45, 0.04, 1.5, 0.22, 0.4),
        1.0,
        0.75,
        0.97,
        0.05,
        2.2,
        0.035,
        0.04,
        1.2,
        (6, 2, 0, 2),
        0.06,
    ),
    Hand(
        "child",
        Motor(0.5, 0.13, 0.9, 0.25, 0.2),
        1.2,
        0.8,
        0.95,
        0.06,
        2.5,
        0.045,
        0.045,
        1.2,
        (3, 2, 4, 1),
        0.06,
    ),
    Hand(
        "shaky", Motor(0.30, 0.19, 0.5, 0.18, 0.1), 0.7, 0.6, 0.98, 0.03, 1.5, 0.025, 0.025, 0.8, (3, 3, 3, 1)
    ),
    Hand(
        "ruler", Motor(0.03, 0.02, 0.02, 0.08, 0.0), 0.4, 0.3, 1.0, 0.01, 0.4, 0.01, 0.01, 0.8, (0, 0, 1, 0)
    ),
    Hand(
        "dotless",
        Motor(0.40, 0.06, 1.0, 0.2, 0.25),
        1.8,
        0.5,
        0.86,
        0.07,
        3.2,
        0.05,
        0.035,
        0.8,
        (5, 2, 1, 2),
    ),
)
"""The last one pays no heed to the dots: shapes too small, shifted, tilted."""

HAND_BY_NAME = {hand.name: hand for hand in HANDS}


class Square(NamedTuple):
    """Where a shape belongs: the left, the top and the side of its square in mm; the notch's part of it."""

    left: float
    top: float
    side: float
    notch: float


def _placement(hand: Hand, square: Square, rng: np.random.Generator) -> tuple[Points, Points]:
    """Give the matrix and the shift that take the unit square about the origin to where it is drawn."""
    # Spreads are for a square of 21 mm; a smaller one is drawn with less of everything.
    fit = min(1.0, square.side / 21)
    size = square.side * np.clip(rng.normal(hand.small, hand.size), 0.7, 1.12)
    aspect = np.exp(rng.normal(0, hand.aspect))
    angle = np.radians(rng.normal(0, hand.tilt))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = turn @ np.diag([size * aspect, size / aspect])
    centre = np.array([square.left, square.top]) + square.side / 2
    return matrix, centre + np.clip(rng.normal(0, hand.astray * fit, 2), -3.2 * fit, 3.2 * fit)


def _outline(shape: str, depths: Points) -> Points:
    """Give a shape's vertices about the origin, clockwise, side 1; ``depths`` is (4, 2), across and down."""
    vertices: list[tuple[float, float]] = []
    for at, ((x, y), fold, (across, down)) in enumerate(zip(CORNER_SIGNS, shape, depths, strict=True)):
        if fold == "o":
            vertices.append((x / 2, y / 2))
            continue
        inner_x, inner_y = x * (0.5 - across), y * (0.5 - down)
        beside = [(x / 2, inner_y), (inner_x, inner_y), (inner_x, y / 2)]
        vertices += beside if at % 2 == 0 else beside[::-1]
    return np.array(vertices)


def _vertices(shape: str, hand: Hand, square: Square, rng: np.random.Generator) -> Points:
    """Give the vertices of a shape as this hand places them, in mm."""
    depths = np.clip(rng.normal(square.notch, hand.notch, (4, 2)), 0.24, 0.43)
    unit = _outline(shape, depths)
    matrix, shift = _placement(hand, square, rng)
    fit = min(1.0, square.side / 21)
    jitter = np.clip(rng.normal(0, hand.jitter, unit.shape), -1.8, 1.8) * fit
    return unit @ matrix.T + shift + jitter


def _ended(path: Points, hand: Hand, rng: np.random.Generator, fit: float = 1.0) -> Points:
    """Let a path stop short or go on too far at both ends, along its own direction."""
    path = np.array(path, float)
    for end, beside in ((0, 1), (-1, -2)):
        direction = path[end] - path[beside]
        reach = np.hypot(*direction)
        further = float(np.clip(rng.normal(0, hand.ends * fit), -0.27 * reach, 2.2))
        path[end] = path[end] + direction / max(reach, 1e-6) * further
    return path


def _radii(count: int, hand: Hand, rng: np.random.Generator, fit: float) -> Points:
    return np.abs(rng.normal(hand.motor.roundness, 0.5 * hand.motor.roundness, count)) * fit


def _real_side(path: Points, real: Collection, rng: np.random.Generator) -> Points:
    """Lay a line that somebody really drew along each straight piece of a path of few vertices."""
    pieces = [path[:1]]
    for start, end in pairwise(path):
        along = np.linspace(0, 1, 40)[:, None]
        line = real.lines[int(rng.integers(len(real.lines)))]
        aside = np.interp(along[:, 0], np.linspace(0, 1, 64), line)[:, None]
        way = end - start
        normal = np.array([-way[1], way[0]])
        pieces.append((start + along * way + aside * normal)[1:])
    return np.vstack(pieces)


def _side_by_side(
    vertices: Points, hand: Hand, rng: np.random.Generator, fit: float, real: Collection | None
) -> list[Stroke]:
    """Draw every side as a stroke of its own."""
    strokes = []
    closed = np.vstack([vertices, vertices[:1]])
    for start, end in pairwise(closed):
        path = _ended(np.array([start, end]), hand, rng, 0.7 * fit)
        if real is not None:
            path = _real_side(path, real, rng)
        strokes.append(stroke(path, hand.motor, rng))
    return strokes


def _around(
    vertices: Points, hand: Hand, rng: np.random.Generator, fit: float, pieces: int, real: Collection | None
) -> list[Stroke]:
    """Draw an outline in one stroke or in two, corners rounded, its ends not quite meeting."""
    closed = np.vstack([vertices, vertices[:1]])
    cut = len(closed) // 2 + int(rng.integers(-1, 2)) if pieces == 2 else len(closed) - 1
    strokes = []
    for path in (closed[: cut + 1], closed[cut:]):
        if len(path) < 2:
            continue
        path = _ended(path, hand, rng, fit)
        if real is not None:
            path = _real_side(path, real, rng)
        else:
            path = rounded(path, _radii(len(path), hand, rng, fit))
        strokes.append(stroke(path, hand.motor, rng))
    return strokes


def _folded(points: Points, shape: str, notch: float) -> Points:
    """Flip the corners of a square about the origin that are in over their diagonals; a path stays whole."""
    points = points.copy()
    for (x, y), fold in zip(CORNER_SIGNS, shape, strict=True):
        if fold == "o":
            continue
        # Distances from the corner along its two sides.
        across, down = 0.5 - x * points[:, 0], 0.5 - y * points[:, 1]
        flipped = across + down < notch
        points[flipped, 0] = x * (0.5 - (notch - down[flipped]))
        points[flipped, 1] = y * (0.5 - (notch - across[flipped]))
    return points


def _folded_square(
    shape: str, hand: Hand, square: Square, rng: np.random.Generator, real: Collection | None
) -> list[Stroke]:
    """Draw a square in one stroke, with its roundness and its gap, and fold its corners afterwards."""
    notch = float(np.clip(rng.normal(square.notch, 0.6 * hand.notch), 0.27, 0.40))
    matrix, shift = _placement(hand, square, rng)
    if real is not None and real.squares:
        unit = real.squares[int(rng.integers(len(real.squares)))]
    else:
        start = int(rng.integers(4))
        corners = np.roll(np.array(CORNER_SIGNS) / 2, start, axis=0)
        corners = np.vstack([corners, corners[:1]]) + rng.normal(0, hand.jitter / 21, (5, 2))
        path = rounded(_ended(corners * 21, hand, rng), _radii(5, hand, rng, 1.0))
        unit = shaken(path, hand.motor, rng) / 21
    fine = _folded(unit, shape, notch)
    return [stroke(fine @ matrix.T + shift, hand.motor._replace(wander=0.05), rng)]


def draw_shape(
    shape: str, hand: Hand, square: Square, rng: np.random.Generator, real: Collection | None = None
) -> list[Stroke]:
    """Draw a shape as a hand does; with ``real``, along strokes that people really drew."""
    fit = min(1.0, square.side / 21)
    way = rng.choice(4, p=np.array(hand.habits) / sum(hand.habits))
    if way == 3:
        return _folded_square(shape, hand, square, rng, real)
    vertices = _vertices(shape, hand, square, rng)
    vertices = np.roll(vertices, int(rng.integers(len(vertices))), axis=0)
    if rng.random() < 0.35:
        vertices = vertices[::-1]
    if way == 2:
        strokes = _side_by_side(vertices, hand, rng, fit, real)
    else:
        strokes = _around(vertices, hand, rng, fit, 2 if way == 1 else 1, real)
    if rng.random() < hand.twice:
        strokes += _around(vertices + rng.normal(0, 0.25, vertices.shape), hand, rng, fit, 1, None)
    return strokes


def correct_shape(
    first: str,
    then: str,
    hand: Hand,
    square: Square,
    rng: np.random.Generator,
    real: Collection | None = None,
) -> list[Stroke]:
    """Draw one shape and mend the corners that differ by drawing over it, with more pressure."""
    strokes = draw_shape(first, hand, square, rng, real)
    matrix, shift = _placement(hand._replace(astray=0.3, tilt=0.5, small=1.0, size=0.01), square, rng)
    depth = 0.5 - square.notch
    for (x, y), before, after in zip(CORNER_SIGNS, first, then, strict=True):
        if before == after:
            continue
        by = (0.5, 0.5) if after == "o" else (depth, depth)
        ends = [(x * depth, y / 2), (x * by[0], y * by[1]), (x / 2, y * depth)]
        path = np.array(ends) @ matrix.T + shift
        mended = stroke(rounded(path, _radii(3, hand, rng, 0.5)), hand.motor, rng)
        strokes.append(mended._replace(pressure=mended.pressure * rng.uniform(1.1, 1.5)))
    return strokes


def scribble_out(square: Square, hand: Hand, rng: np.random.Generator) -> list[Stroke]:
    """Cross a whole shape out: a dense zigzag or a big cross over it."""
    centre = np.array([square.left, square.top]) + square.side / 2
    half = 0.5 * square.side
    if rng.random() < 0.5:
        ends = [(-1, -1), (1, 1)], [(1, -1), (-1, 1)]
        paths = [centre + half * rng.uniform(0.9, 1.15) * np.array(pair) for pair in ends]
    else:
        count = int(rng.integers(7, 13))
        rows = np.linspace(-0.8, 0.8, count)
        sides = np.where(np.arange(count) % 2, 0.9, -0.9) + rng.normal(0, 0.08, count)
        paths = [centre + half * np.stack([sides, rows], axis=1)]
    return [stroke(path, hand.motor, rng) for path in paths]


def strike(start: Points, end: Points, hand: Hand, rng: np.random.Generator) -> list[Stroke]:
    """Strike one line through, from a point to another, going a little too far at both ends."""
    way = (np.asarray(end) - start) / max(np.hypot(*(np.asarray(end) - start)), 1e-6)
    path = np.array([start - way * rng.uniform(4, 11), end + way * rng.uniform(4, 11)])
    path = path + rng.normal(0, 1.2, (2, 2))
    return [stroke(path, hand.motor._replace(wander=hand.motor.wander * 1.5), rng)]


def outline_length(strokes: list[Stroke]) -> float:
    """Give the length of ink of strokes, in mm."""
    return sum(length_of(one.points) for one in strokes)
