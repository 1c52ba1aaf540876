"""How well each of the sixteen shapes explains the ink of a cell, each corner drawn as fits it best.

All costs are lengths of line in sides: line that should be there and is not, ink that nothing explains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.corner import CELLS, LOW, PITCH, variants
from printquarto.photo.pose import WAYS, Poses, ink_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.stroke import Strokes

TOLERANCE = 0.05
"""Ink so far (sides) off a path counts as fully off it; a hand's line is nowhere straighter."""

REFINEMENTS = (0.12, 0.05)
"""Each time that the places of the likeliest shapes are moved: from how far off (sides) ink counts less."""

DIRECTIONS = 36
"""In so many directions a line across a cell is looked for."""

STRAIN = 0.03
"""What a corner drawn unlike the printed one costs, in sides of missing line for a unit of strain."""


class Fit(NamedTuple):
    """The likeliest shape and how it fits.

    ``costs`` (16) is what each shape leaves unexplained, ``shape`` the number of the cheapest and ``cost``
    its own. Of its four corners: ``missing`` is line that is not there, ``extra`` ink that it has no use
    for, ``other_missing`` what the other way to draw the corner misses (nearly nothing where both were
    drawn). ``across`` is the length of the longest straight line that the shape does not explain, ``stray``
    the length of all ink far from it. ``matrix`` is its place, as in ``Poses``.
    """

    shape: int
    costs: NDArray[Any]
    cost: float
    missing: NDArray[Any]
    extra: NDArray[Any]
    other_missing: NDArray[Any]
    across: float
    stray: float
    matrix: NDArray[Any]


class _Corners(NamedTuple):
    """What the best way to draw each corner out and in costs (places × 4 × 2), and which way it is."""

    cost: NDArray[Any]
    missing: NDArray[Any]
    extra: NDArray[Any]
    way: NDArray[Any]
    off: NDArray[Any]


def fit_shapes(drawn: Strokes, poses: Poses) -> Fit:
    """Find the likeliest shape and what speaks against it."""
    import numpy as np

    # How far off its path a place is counts from the edge of a stroke, in sides of the shape as it was drawn.
    half = drawn.width / 2 / float(_scales(poses)[0])
    off = np.clip((variants().away - half) / TOLERANCE, 0, 1)
    corners = _corners(drawn, poses, off)
    ways = np.array(WAYS)
    at = np.arange(4)
    for reach in REFINEMENTS:
        poses, corners = _refined(drawn, poses, corners, off, reach)
    every = corners.cost[:, at[None, :], ways].sum(-1) + poses.strain[:, None]
    costs = every.min(0)
    shape = int(costs.argmin())
    place = int(every[:, shape].argmin())
    way = ways[shape]
    residual = _residual(drawn, poses.matrix[place], corners.off[place, at, way])
    across, stray = longest_line(residual, drawn)
    return Fit(
        shape,
        costs,
        float(costs[shape]),
        corners.missing[place, at, way],
        corners.extra[place, at, way],
        corners.missing[place, at, 1 - way],
        across,
        stray,
        poses.matrix[place],
    )


def _refined(
    drawn: Strokes, poses: Poses, corners: _Corners, off: NDArray[Any], reach: float
) -> tuple[Poses, _Corners]:
    """Move the places of the two likeliest shapes to where their own outlines lie best on the ink."""
    import numpy as np

    ways = np.array(WAYS)
    at = np.arange(4)
    every = corners.cost[:, at[None, :], ways].sum(-1) + poses.strain[:, None]
    points = ink_points(drawn, 200)
    moved = []
    for shape in np.argsort(every.min(0), kind="stable")[:2]:
        place = int(every[:, shape].argmin())
        matrix = _nearer(points, poses.matrix[place], corners.way[place, at, ways[shape]], reach)
        moved.append(Poses(poses.values[place], matrix, poses.cost[place], poses.strain[place]))
    added = Poses(*(np.stack(column) for column in zip(*moved, strict=True)))
    more = _corners(drawn, added, off)
    return (
        Poses(*(np.concatenate(both) for both in zip(poses, added, strict=True))),
        _Corners(*(np.concatenate(both) for both in zip(corners, more, strict=True))),
    )


def _nearer(points: NDArray[Any], matrix: NDArray[Any], ways: NDArray[Any], reach: float) -> Any:
    """Move a place (3 × 3) so that points of the ink come nearer to the paths: one Gauss–Newton step.

    Each point of the ink is to go to the nearest point of its corner's path, those beyond ``reach`` count
    less; the move is a projective map with eight free numbers, held back a little so that a part without ink
    stays where it is.
    """
    import numpy as np

    table = variants()
    places = points @ np.linalg.inv(matrix).T
    x, y = places[:, 0] / places[:, 2], places[:, 1] / places[:, 2]
    near = (np.abs(x) < 0.5 - LOW) & (np.abs(y) < 0.5 - LOW)
    x, y = x[near], y[near]
    right, low = (x > 0).astype(int), (y > 0).astype(int)
    corner = np.where(low == 1, 3 - right, right)
    column = np.clip(((0.5 - np.abs(x) - LOW) / PITCH).astype(int), 0, CELLS - 1)
    row = np.clip(((0.5 - np.abs(y) - LOW) / PITCH).astype(int), 0, CELLS - 1)
    toward = table.toward[ways[corner], row * CELLS + column]
    toward = toward * np.stack([1 - 2 * right, 1 - 2 * low], -1)
    distance = np.sqrt((toward**2).sum(-1))
    normal = toward / np.maximum(distance, 1e-3)[:, None]
    one, zero = np.ones_like(x), np.zeros_like(x)
    across = np.stack([one, x, y, zero, zero, zero, x * x, x * y], -1)
    down = np.stack([zero, zero, zero, one, x, y, x * y, y * y], -1)
    design = normal[:, :1] * across + normal[:, 1:] * down
    weight = 1 / (1 + (distance / reach) ** 2)
    hold = np.diag([1.0, 2, 4, 1, 4, 2, 8, 8]) * (0.01 * len(x) + 1e-6)
    step = np.linalg.solve(design.T @ (design * weight[:, None]) + hold, design.T @ (weight * distance))
    move = np.eye(3) + np.array(
        [[step[1], step[2], step[0]], [step[4], step[5], step[3]], [-step[6], -step[7], 0]]
    )
    return matrix @ np.linalg.inv(move)


def _canonical(drawn: Strokes, matrix: NDArray[Any]) -> Any:
    """Give the map from the pixels of the four quadrants, laid together, to those of the cell (3 × 3)."""
    import numpy as np

    start = LOW - 0.5 + PITCH / 2
    fold = np.array([[PITCH, 0, start], [0, PITCH, start], [0, 0, 1]])
    (left, top), step = drawn.origin, drawn.pitch
    unfold = np.array([[1 / step, 0, -left / step], [0, 1 / step, -top / step], [0, 0, 1]])
    return unfold @ matrix @ fold


def _scales(poses: Poses) -> Any:
    """Give the size of a place, in sides of the printed square (n)."""
    import numpy as np

    return np.sqrt(np.abs(np.linalg.det(poses.matrix[:, :2, :2])))


def _corners(drawn: Strokes, poses: Poses, off: NDArray[Any]) -> _Corners:
    """Compare each corner with all ways of drawing it, in each of the likeliest places."""
    import cv2
    import numpy as np

    table = variants()
    size = (2 * CELLS, 2 * CELLS)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    inks, misses = [], []
    excused = drawn.excused.astype(np.float32)
    for matrix, scale in zip(poses.matrix, _scales(poses), strict=True):
        whole = _canonical(drawn, matrix)
        ink = cv2.warpPerspective(drawn.ink, whole, size, flags=flags)
        away = cv2.warpPerspective(drawn.away, whole, size, flags=flags, borderValue=1.0) / scale
        hidden = cv2.warpPerspective(excused, whole, size, flags=flags)
        inks.append(_quadrants(ink) * (PITCH**2 * scale / drawn.width))
        misses.append(_quadrants(np.clip(away / TOLERANCE - 0.2, 0, 1) * (1 - 0.7 * hidden)))
    extra = _products(off, np.concatenate(inks))
    missing = _products(table.length, np.concatenate(misses))
    cost = extra + missing + STRAIN * table.strain[:, None]
    sides = [np.flatnonzero(table.inward == way) for way in (False, True)]
    best = np.stack([side[cost[side].argmin(0)] for side in sides], -1)
    at = np.arange(cost.shape[1])[:, None]
    cost, missing, extra = (part[best, at].reshape(-1, 4, 2) for part in (cost, missing, extra))
    return _Corners(cost, missing, extra, best.reshape(-1, 4, 2), off[best].reshape(-1, 4, 2, CELLS, CELLS))


def _products(table: NDArray[Any], pictures: NDArray[Any]) -> Any:
    """Give the products of all rows of a table with all pictures (rows × pictures).

    Two pictures at a time: larger products are shared out to threads, which takes longer than it saves.
    """
    import numpy as np

    pairs = pictures.reshape(-1, 2, pictures.shape[1]).transpose(0, 2, 1)
    return np.concatenate(list(table @ pairs), axis=1)


def _quadrants(picture: NDArray[Any]) -> Any:
    """Cut a picture of the whole square into its corners, each turned over so that it is a top left one."""
    import numpy as np

    n = CELLS
    parts = (picture[:n, :n], picture[:n, n:][:, ::-1], picture[n:, n:][::-1, ::-1], picture[n:, :n][::-1])
    return np.stack([part.reshape(-1) for part in parts])


def _residual(drawn: Strokes, matrix: NDArray[Any], off: NDArray[Any]) -> Any:
    """Give the ink of the cell that the shape does not explain.

    ``off`` (4 × rows × columns) tells of each place of a quadrant how far it is from the corner's path.
    """
    import cv2
    import numpy as np

    upper = np.hstack([off[0], off[1][:, ::-1]])
    lower = np.hstack([off[3][::-1], off[2][::-1, ::-1]])
    whole = np.vstack([upper, lower]).astype(np.float32)
    size = (drawn.ink.shape[1], drawn.ink.shape[0])
    unexplained = cv2.warpPerspective(
        whole, _canonical(drawn, matrix), size, flags=cv2.INTER_LINEAR, borderValue=1.0
    )
    return drawn.ink * unexplained * drawn.inside


def longest_line(residual: NDArray[Any], drawn: Strokes) -> tuple[float, float]:
    """Give the length of the longest straight line in a picture of ink, and of all of it."""
    import numpy as np

    rows, columns = np.nonzero(residual > 0.2)
    if rows.size < 10:
        return 0.0, 0.0
    stride = max(1, rows.size // 600)
    weights = residual[rows, columns][::stride] * stride
    x, y = columns[::stride] * drawn.pitch, rows[::stride] * drawn.pitch
    unit = drawn.pitch**2 / drawn.width
    # All ink by the strip that it lies in, for strips in every direction; a line may lie on the edge of two.
    strip = drawn.width / 2 + 0.03
    angles = np.linspace(0, np.pi, DIRECTIONS, endpoint=False)[:, None]
    offset = ((x * np.cos(angles) + y * np.sin(angles)) / strip).astype(int)
    offset -= offset.min()
    count = int(offset.max()) + 2
    index = offset + count * np.arange(DIRECTIONS)[:, None]
    counted = np.bincount(index.ravel(), np.tile(weights, DIRECTIONS), count * DIRECTIONS)
    pairs = counted.reshape(DIRECTIONS, count)
    pairs = pairs[:, :-1] + pairs[:, 1:]
    # Noise lies in all strips alike.
    noise = pairs.sum(axis=1) / np.maximum((pairs > 0).sum(axis=1), 1)
    longest = float((pairs.max(axis=1) - noise * (noise < pairs.max(axis=1) / 4)).max())
    return longest * unit, float(weights.sum()) * unit
