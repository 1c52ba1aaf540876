"""Where in its cell a shape was drawn: shifted, scaled, turned, slanted. Compares ink and outlines.

The middle third of each side belongs to the outline of all sixteen shapes; at each corner the ink takes one
of two paths. Given the place of the square, the corners do not depend on each other, so that one search
over places judges all sixteen shapes at once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.games.shape import CORNERS, SHAPES
from printquarto.photo.corner import distance, path_points, plain_paths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.stroke import Strokes

POINTS = 100
"""As many points of the ink are compared with an outline."""

SPREAD = (0.13, 0.13, 0.2, 0.2, 0.14, 0.12, 0.12, 0.12)
"""How far the search goes from a start: shift (2, sides), log of the scale (2), turn, slant, taper (2)."""

USUAL = (0.1, 0.1, 0.2, 0.2, 0.1, 0.08, 0.1, 0.1)
"""How far a hand usually is from the printed square, in the same terms."""

ROUNDS = ((0.5, 0.15), (0.28, 0.12), (0.15, 0.1), (0.08, 0.08))
"""Each further round: its part of the spread, and the distance (sides) that counts as a full miss."""


WAYS = tuple(tuple(int(shape.is_in(corner)) for corner in CORNERS) for shape in SHAPES)
"""Of each of the sixteen shapes by number, which of its corners are in (1)."""


class Poses(NamedTuple):
    """Places of the square.

    ``values`` (n × 8) tells them in the terms of ``SPREAD``, ``matrix`` (n × 3 × 3) maps the centred unit
    square (±0.5) to parts of the printed square's side, ``cost`` (n × 4 × 2) is that of each corner drawn
    out and drawn in, in sides of line that is missing or too much, ``strain`` (n) that of the place.
    """

    values: NDArray[Any]
    matrix: NDArray[Any]
    cost: NDArray[Any]
    strain: NDArray[Any]

    def of_shapes(self) -> Any:
        """Give the cost of each of the sixteen shapes by its number (n × 16)."""
        import numpy as np

        return self.cost[:, np.arange(4)[None, :], np.array(WAYS)].sum(-1) + self.strain[:, None]


class _Ink(NamedTuple):
    points: NDArray[Any]
    length: float
    half: float


def find_poses(strokes: Strokes, keep: int = 5) -> Poses:
    """Give the best place for each of the likeliest shapes, the best first."""
    import numpy as np

    ink = _points(strokes)
    starts = np.concatenate([_sample(start, 1.0, 48) for start in _starts(ink)])
    known = _judge(strokes, ink, starts, 0.16)
    best = _best(known, keep + 1)
    for part, miss in ROUNDS:
        values = np.concatenate([_sample(one, part, 20) for one in best.values])
        best = _best(_judge(strokes, ink, values, miss), keep)
    return best


def _points(strokes: Strokes) -> _Ink:
    """Take points from the ink, evenly, and the length of stroke that they stand for altogether (sides)."""
    return _Ink(ink_points(strokes, POINTS), strokes.length, strokes.width / 2)


def ink_points(strokes: Strokes, count: int) -> Any:
    """Give at most so many points of the ink, spread evenly over it (n × 3, the last 1)."""
    import numpy as np

    rows, columns = np.nonzero(strokes.ink > 0.3)
    if rows.size > count:
        # A stride through the rows of a picture runs into patterns; an order by the golden ratio does not.
        order = np.argsort(np.modf(np.arange(rows.size) * 0.6180339887498949)[0])[:count]
        rows, columns = rows[order], columns[order]
    (left, top), step = strokes.origin, strokes.pitch
    return np.stack([columns * step + left, rows * step + top, np.ones(rows.size)], 1)


def _starts(ink: _Ink) -> list[Any]:
    """Give the printed square, and the extent of the ink as it stands and turned a little."""
    import numpy as np

    starts = [np.zeros(8)]
    centred = ink.points[:, :2] - 0.5
    for turn in (-0.14, 0.0, 0.14):
        cosine, sine = np.cos(turn), np.sin(turn)
        turned = centred @ np.array([[cosine, -sine], [sine, cosine]])
        low, high = np.percentile(turned, (2, 98), axis=0)
        middle = np.array([[cosine, -sine], [sine, cosine]]) @ ((low + high) / 2)
        size = np.clip(high - low - ink.half, 0.45, 1.3)
        starts.append(np.array([*middle, *np.log(size), turn, 0, 0, 0]))
    return starts


@cache
def _sequence(count: int) -> Any:
    """Give points that fill an eight-dimensional cube (±1) evenly; the first is its middle.

    An additive recurrence by the roots of x^9 = x + 1 (M. Roberts, "The unreasonable effectiveness of
    quasirandom sequences", 2018): the same on every machine, as seeded generators need not be.
    """
    import numpy as np

    root = 1.0
    for _ in range(60):
        root = (1 + root) ** (1 / 9)
    steps = root ** -np.arange(1, 9)
    cube = np.modf(0.5 + np.arange(count)[:, None] * steps)[0] * 2 - 1
    # Denser in the middle, where the start is nearly right.
    return np.sign(cube) * np.abs(cube) ** 1.5


def _sample(start: NDArray[Any], part: float, count: int) -> Any:
    import numpy as np

    return start + _sequence(count) * (np.array(SPREAD) * part)


def matrices(values: NDArray[Any]) -> Any:
    """Make the maps (n × 3 × 3) of places told as shift, scale, turn, slant and taper (n × 8)."""
    import numpy as np

    x, y, wide, high, turn, slant, right, down = values.T
    x, y = x + 0.5, y + 0.5
    cosine, sine = np.cos(turn), np.sin(turn)
    wide, high = np.exp(wide), np.exp(high)
    # The product of the linear part with the taper, whose last row is (right, down, 1).
    rows = (
        (cosine * wide + x * right, cosine * slant * high - sine * high + x * down, x),
        (sine * wide + y * right, sine * slant * high + cosine * high + y * down, y),
        (right, down, 1),
    )
    matrix = np.empty((len(values), 3, 3))
    for row, terms in enumerate(rows):
        for column, term in enumerate(terms):
            matrix[:, row, column] = term
    return matrix


@cache
def _path_samples() -> tuple[Any, Any]:
    """Give points on the paths of each corner (4 × 3 × n × 3, centred) and their lengths (3 × n)."""
    import numpy as np

    paths = [path_points(path, 0.075) for path in plain_paths()]
    both = np.zeros((len(paths), max(map(len, paths)), 3))
    for row, points in zip(both, paths, strict=True):
        row[: len(points)] = points
    corner = both[..., :2] - 0.5
    mirrored = [corner * flip for flip in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    places = np.stack(mirrored)
    return np.concatenate([places, np.ones((*places.shape[:-1], 1))], -1), both[..., 2].astype(np.float32)


@cache
def _path_distances() -> Any:
    """Give the distance of each place to each path, folded into one quadrant (3 × 4096).

    The raster runs from the middle of the square (0) outwards to 0.8 sides, in steps of a 80th.
    """
    import numpy as np

    at = 0.5 - (np.arange(64) + 0.5) / 80
    grid = np.stack(np.meshgrid(at, at), -1).reshape(-1, 2)
    return np.stack([distance(grid, path) for path in plain_paths()]).astype(np.float32)


def _judge(strokes: Strokes, ink: _Ink, values: NDArray[Any], miss: float) -> Poses:
    """Judge places of the square against the ink."""
    import numpy as np

    matrix = matrices(values)
    ways = _missing(strokes, matrix, miss) + _extra(ink, matrix, miss)
    cost = np.stack([ways[..., 0], ways[..., 1:].min(-1)], -1)
    strain = ((values / np.array(USUAL)) ** 2).sum(-1) * 0.01
    return Poses(values, matrix, cost, strain)


def _missing(strokes: Strokes, matrix: NDArray[Any], miss: float) -> Any:
    """Give the length of each path that has no ink near (n × 4 × 2)."""
    import numpy as np

    places, lengths = _path_samples()
    to_pixel = np.array(
        [
            [1 / strokes.pitch, 0, 0.5 - strokes.origin[0] / strokes.pitch],
            [0, 1 / strokes.pitch, 0.5 - strokes.origin[1] / strokes.pitch],
            [0, 0, 1],
        ]
    )
    x, y = _apply(to_pixel @ matrix, places.reshape(-1, 3))
    rows, columns = strokes.away.shape
    index = np.clip(y, 0, rows - 1).astype(np.int32) * columns + np.clip(x, 0, columns - 1).astype(np.int32)
    away = np.clip((strokes.away.ravel() - 0.01) / miss, 0, 1)[index]
    return np.einsum("nqwp,wp->nqw", away.reshape(-1, *places.shape[:3]), lengths)


def _extra(ink: _Ink, matrix: NDArray[Any], miss: float) -> Any:
    """Give the length of ink near each corner that neither path explains (n × 4 × 2)."""
    import numpy as np

    x, y = _apply(np.linalg.inv(matrix), ink.points)
    index = np.minimum(np.abs(y) * 80, 63).astype(np.int32) * 64 + np.minimum(np.abs(x) * 80, 63).astype(
        np.int32
    )
    away = np.clip((_path_distances() - ink.half) / miss, 0, 1)
    count = 4 * len(matrix)
    # The quadrants run round: top left, top right, low right, low left.
    right, low = x > 0, y > 0
    quadrant = np.where(low, 3 - right, right) + np.arange(0, count, 4)[:, None]
    sums = [np.bincount(quadrant.ravel(), one[index].ravel(), count) for one in away]
    return np.stack(sums, -1).reshape(-1, 4, len(away)) * (ink.length / max(1, len(ink.points)))


def _apply(matrix: NDArray[Any], places: NDArray[Any]) -> tuple[Any, Any]:
    """Map places (p × 3, the last 1) by each of n matrices: x and y, each n × p."""
    import numpy as np

    mapped = matrix.astype(np.float32) @ places.astype(np.float32).T
    return mapped[:, 0] / mapped[:, 2], mapped[:, 1] / mapped[:, 2]


def _best(poses: Poses, keep: int) -> Poses:
    """Keep the best place for each of the likeliest shapes."""
    import numpy as np

    shapes = poses.of_shapes()
    first = shapes.argmin(0)
    order = np.argsort(shapes[first, np.arange(16)], kind="stable")
    chosen: list[int] = []
    for shape in order:
        if first[shape] not in chosen:
            chosen.append(int(first[shape]))
        if len(chosen) == keep:
            break
    return Poses(*(column[chosen] for column in poses))
