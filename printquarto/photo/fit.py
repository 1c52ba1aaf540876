"""How well each of the sixteen shapes explains the ink of a cell, each corner drawn as fits it best.

All costs are lengths of line in sides: line that should be there and is not, ink that nothing explains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.corner import CELLS, LOW, PITCH, variants
from printquarto.photo.pose import WAYS, Poses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.stroke import Strokes

TOLERANCE = 0.05
"""Ink so far (sides) off a path counts as fully off it; a hand's line is nowhere straighter."""

STRAIN = 0.03
"""What a corner drawn unlike the printed one costs, in sides of missing line for a unit of strain."""


class Fit(NamedTuple):
    """The likeliest shape and how it fits.

    ``costs`` (16) is what each shape leaves unexplained, ``shape`` the number of the cheapest and ``cost``
    its own. Of its four corners: ``missing`` is line that is not there, ``extra`` ink that it has no use
    for, ``other_missing`` what the other way to draw the corner misses (nearly nothing where both were
    drawn). ``across`` is the length of the longest straight line that the shape does not explain, ``stray``
    the length of all ink far from it.
    """

    shape: int
    costs: NDArray[Any]
    cost: float
    missing: NDArray[Any]
    extra: NDArray[Any]
    other_missing: NDArray[Any]
    across: float
    stray: float
    pose: NDArray[Any]


class _Corners(NamedTuple):
    """What the best way to draw each corner out and in costs (places × 4 × 2), and which way it is."""

    cost: NDArray[Any]
    missing: NDArray[Any]
    extra: NDArray[Any]
    off: NDArray[Any]


def fit_shapes(drawn: Strokes, poses: Poses) -> Fit:
    """Find the likeliest shape and what speaks against it."""
    import numpy as np

    corners = _corners(drawn, poses)
    ways = np.array(WAYS)
    at = np.arange(4)
    every = corners.cost[:, at[None, :], ways].sum(-1) + poses.strain[:, None]
    costs = every.min(0)
    shape = int(costs.argmin())
    place = int(every[:, shape].argmin())
    way = ways[shape]
    residual = _residual(drawn, poses.matrix[place], corners.off[place, at, way])
    across, stray = _across(residual, drawn)
    return Fit(
        shape,
        costs,
        float(costs[shape]),
        corners.missing[place, at, way],
        corners.extra[place, at, way],
        corners.missing[place, at, 1 - way],
        across,
        stray,
        poses.values[place],
    )


def _canonical(drawn: Strokes, matrix: NDArray[Any]) -> Any:
    """Give the map from the pixels of the four quadrants, laid together, to those of the cell (3 × 3)."""
    import numpy as np

    start = LOW - 0.5 + PITCH / 2
    fold = np.array([[PITCH, 0, start], [0, PITCH, start], [0, 0, 1]])
    (left, top), step = drawn.origin, drawn.pitch
    unfold = np.array([[1 / step, 0, -left / step], [0, 1 / step, -top / step], [0, 0, 1]])
    return unfold @ matrix @ fold


def _corners(drawn: Strokes, poses: Poses) -> _Corners:
    """Compare each corner with all ways of drawing it, in each of the likeliest places."""
    import cv2
    import numpy as np

    table = variants()
    size = (2 * CELLS, 2 * CELLS)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    inks, misses = [], []
    scales = np.sqrt(np.abs(np.linalg.det(poses.matrix[:, :2, :2])))
    excused = drawn.excused.astype(np.float32)
    for matrix, scale in zip(poses.matrix, scales, strict=True):
        whole = _canonical(drawn, matrix)
        ink = cv2.warpPerspective(drawn.ink, whole, size, flags=flags)
        away = cv2.warpPerspective(drawn.away, whole, size, flags=flags, borderValue=1.0) / scale
        hidden = cv2.warpPerspective(excused, whole, size, flags=flags)
        inks.append(_quadrants(ink) * (PITCH**2 * scale / drawn.width))
        misses.append(_quadrants(np.clip(away / TOLERANCE - 0.2, 0, 1) * (1 - 0.7 * hidden)))
    off = np.clip((table.away - drawn.width / 2 / scales[0]) / TOLERANCE, 0, 1)
    extra = off @ np.concatenate(inks).T
    missing = table.length @ np.concatenate(misses).T
    cost = extra + missing + STRAIN * table.strain[:, None]
    sides = [np.flatnonzero(table.inward == way) for way in (False, True)]
    best = np.stack([side[cost[side].argmin(0)] for side in sides], -1)
    at = np.arange(cost.shape[1])[:, None]
    cost, missing, extra = (part[best, at].reshape(-1, 4, 2) for part in (cost, missing, extra))
    return _Corners(cost, missing, extra, off[best].reshape(-1, 4, 2, CELLS, CELLS))


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


def _across(residual: NDArray[Any], drawn: Strokes) -> tuple[float, float]:
    """Give the length of the longest straight line in a picture of ink, and of all of it."""
    import numpy as np

    rows, columns = np.nonzero(residual > 0.2)
    if rows.size < 10:
        return 0.0, 0.0
    stride = max(1, rows.size // 600)
    weights = residual[rows, columns][::stride] * stride
    x, y = columns[::stride] * drawn.pitch, rows[::stride] * drawn.pitch
    unit = drawn.pitch**2 / drawn.width
    longest = 0.0
    bin_width = drawn.width / 2 + 0.03
    for angle in np.linspace(0, np.pi, 36, endpoint=False):
        offset = ((x * np.cos(angle) + y * np.sin(angle)) / bin_width + 400).astype(int)
        counted = np.bincount(offset - offset.min(), weights)
        pairs = counted[:-1] + counted[1:] if counted.size > 1 else counted
        longest = max(longest, float(pairs.max()))
    return longest * unit, float(weights.sum()) * unit
