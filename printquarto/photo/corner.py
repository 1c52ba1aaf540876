"""The ways in which a hand draws one corner, out or in, as tables to compare ink with. Knows no pictures.

A quadrant is that of the top left corner: u runs from the corner along the top, v down the left side, in
parts of the side; the middle of the square is (0.5, 0.5). The other corners are its mirror images.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOW, HIGH = -0.2, 0.5
"""The part of a quadrant that is looked at, from outside the corner to the middle."""

CELLS = 32
"""Rows and columns of a quadrant's raster."""

PITCH = (HIGH - LOW) / CELLS

Point = tuple[float, float]


class Variants(NamedTuple):
    """Ways to draw a corner, on the cells of a quadrant's raster.

    ``inward`` tells which are folded, ``away`` (ways × cells) the distance of each cell to the path,
    ``toward`` (ways × cells × 2) the way to its nearest point, ``length`` (ways × cells) how much of the path
    runs through each cell, ``strain`` how far each is from the plain form.
    """

    inward: NDArray[Any]
    away: NDArray[Any]
    toward: NDArray[Any]
    length: NDArray[Any]
    strain: NDArray[Any]


def plain_paths() -> tuple[tuple[Point, ...], ...]:
    """Give the out path, and the in paths of a shallow and of a deep notch.

    Each runs from the middle of the top to the middle of the left side.
    """
    folded = [((0.5, 0.0), (depth, 0.0), (depth, depth), (0.0, depth), (0.0, 0.5)) for depth in (0.27, 0.39)]
    return ((0.5, 0.0), (0.0, 0.0), (0.0, 0.5)), *folded


@cache
def variants() -> Variants:
    """Make the tables; it takes some tens of milliseconds, once."""
    import numpy as np

    paths = [(False, *one) for one in _out_paths()] + [(True, *one) for one in _in_paths()]
    centres = LOW + (np.arange(CELLS) + 0.5) * PITCH
    grid = np.stack(np.meshgrid(centres, centres), -1).reshape(-1, 2)
    toward = np.stack([_way(grid, path) for _, path, _ in paths]).astype(np.float32)
    length = np.stack([_rasterised(path) for _, path, _ in paths])
    inward = np.array([one[0] for one in paths])
    strain = np.array([one[2] for one in paths])
    away = np.sqrt((toward**2).sum(-1))
    return Variants(inward, away, toward, length.astype(np.float32), strain.astype(np.float32))


def _out_paths() -> list[tuple[tuple[Point, ...], float]]:
    """Give plain corners with the vertex moved, at a side that leans too, and rounded ones."""
    paths: list[tuple[tuple[Point, ...], float]] = []
    slanted = ((0.18, 0.0), (0.27, 0.0), (0.2, 0.06), (0.0, 0.18), (0.0, 0.27), (0.06, 0.2))
    for a, b in (*product((-0.1, -0.05, 0.0, 0.05, 0.1), repeat=2), *slanted):
        paths.append((((0.5, 0.0), (a, b), (0.0, 0.5)), (a * a + b * b) / 0.02))
    for a, b, radius in product((-0.05, 0.0, 0.05), (-0.05, 0.0, 0.05), (0.12, 0.22)):
        bend = [_quadratic((a + radius, b), (a, b), (a, b + radius), at) for at in (0, 0.25, 0.5, 0.75, 1)]
        paths.append((((0.5, 0.0), *bend, (0.0, 0.5)), (a * a + b * b) / 0.02 + radius))
    return paths


def _in_paths() -> list[tuple[tuple[Point, ...], float]]:
    """Give folded corners of several depths, with the inner vertex moved."""
    paths: list[tuple[tuple[Point, ...], float]] = []
    depths = (0.2, 0.265, 0.33, 0.395, 0.46)
    moves = ((0.0, 0.0), (0.06, 0.0), (-0.06, 0.0), (0.0, 0.06), (0.0, -0.06), (0.05, 0.05), (-0.05, -0.05))
    for du, dv, (e, f) in product(depths, depths, moves):
        if (e or f) and abs(du - dv) > 0.135:
            continue
        inner = (min(du + e, 0.49), min(dv + f, 0.49))
        strain = ((du - 0.33) ** 2 + (dv - 0.33) ** 2) / 0.04 + (e * e + f * f) / 0.01
        paths.append((((0.5, 0.0), (du, 0.0), inner, (0.0, dv), (0.0, 0.5)), strain))
    return paths


def _quadratic(start: Point, middle: Point, end: Point, at: float) -> Point:
    one, two, three = (1 - at) ** 2, 2 * at * (1 - at), at * at
    return (
        one * start[0] + two * middle[0] + three * end[0],
        one * start[1] + two * middle[1] + three * end[1],
    )


def distance(points: NDArray[Any], path: tuple[Point, ...]) -> Any:
    """Give the distance of points (n × 2) to a path."""
    import numpy as np

    return np.sqrt((_way(points, path) ** 2).sum(-1))


def _way(points: NDArray[Any], path: tuple[Point, ...]) -> Any:
    """Give the way from points (n × 2) to the nearest point of a path."""
    import numpy as np

    x, y = np.array(path[:-1]).T
    across, down = np.array(path[1:]).T - (x, y)
    right, low = points[:, :1] - x, points[:, 1:] - y
    at = np.clip((right * across + low * down) / np.maximum(across**2 + down**2, 1e-12), 0, 1)
    right, low = at * across - right, at * down - low
    nearest = np.arange(len(points)), (right**2 + low**2).argmin(1)
    return np.stack([right[nearest], low[nearest]], -1)


def path_points(path: tuple[Point, ...], step: float) -> Any:
    """Give points along a path, each with the length that it stands for (n × 3)."""
    import numpy as np

    pieces = []
    for (x0, y0), (x1, y1) in pairwise(path):
        length = float(np.hypot(x1 - x0, y1 - y0))
        count = max(1, round(length / step))
        at = (np.arange(count) + 0.5) / count
        pieces.append(np.stack([x0 + at * (x1 - x0), y0 + at * (y1 - y0), np.full(count, length / count)], 1))
    return np.concatenate(pieces)


def _rasterised(path: tuple[Point, ...]) -> Any:
    import numpy as np

    points = path_points(path, PITCH / 4)
    place = np.clip(((points[:, :2] - LOW) / PITCH).astype(int), 0, CELLS - 1)
    raster = np.zeros(CELLS * CELLS)
    np.add.at(raster, place[:, 1] * CELLS + place[:, 0], points[:, 2])
    return raster
