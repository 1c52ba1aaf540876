"""Straight lines in a cell: one so faint that no pixel of it stands out, one that runs from edge to edge."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.stroke import STEP, Strokes

if TYPE_CHECKING:
    from numpy.typing import NDArray

PALE = 0.08
"""Darkness beyond which a place is no better a sign of a faint line."""

_ANGLE = 2.0
"""Degrees between the directions in which a line from edge to edge is looked for."""

_COARSE = 24
"""Directions in which it is judged first whether anything can be left beside a line."""

_WHOLE = 1.15
"""The least length of such a line, in sides of the printed square. No side of a shape is longer."""

_PIECES, _PIECE_DARK = 6, 0.4
"""Of so many pieces of it each is at least so dark, of its mean: a side of a shape leaves the rest free."""

_CLEAR = 4.0
"""Its mean darkness is so many times the spread of that of other lines."""

_BESIDE = 1.0
"""What counts as the line itself (mm) on both sides of its middle."""


class Line(NamedTuple):
    """The strongest straight piece of ink in a cell: mean darkness over 6 mm, and how far above chance."""

    darkness: float
    surprise: float
    spread: float


def line_strength(drawn: Strokes) -> Line:
    """Look for a line so faint that no single pixel of it stands out."""
    import cv2
    import numpy as np

    usable = (drawn.inside & ~drawn.excused).astype(np.float32)
    half = (drawn.ridge.shape[1] // 2, drawn.ridge.shape[0] // 2)
    weight = cv2.resize(usable, half, interpolation=cv2.INTER_AREA)
    # A speck is dark and short, a faint line pale and long: no pixel counts for more than pale.
    value = cv2.resize(np.minimum(drawn.ridge, PALE) * usable, half, interpolation=cv2.INTER_AREA)
    # Where nothing can be told, as much ink is taken to be as on paper: none.
    inner = weight > 0
    answers = [
        cv2.filter2D(value, -1, kernel, borderType=cv2.BORDER_CONSTANT)[inner] for kernel in _line_kernels()
    ]
    answer = np.concatenate(answers) if answers else np.zeros(1)
    if answer.size < 100:
        return Line(0.0, 0.0, 1.0)
    count = answer.size
    ranks = np.partition(answer, (count * 16 // 100, count // 2, count - 1 - count // 500))
    low, middle, top = ranks[count * 16 // 100], ranks[count // 2], ranks[count - 1 - count // 500]
    best, spread = float(top - middle), max(float(middle - low), 1e-4)
    return Line(best, best / spread, spread)


@cache
def _line_kernels() -> list[Any]:
    """Lines of 6 mm in eight directions, on pixels of two steps."""
    import cv2
    import numpy as np

    reach = round(3.0 / (2 * STEP))
    kernels = []
    for index in range(8):
        angle = np.pi * index / 8
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        x, y = reach * np.cos(angle), reach * np.sin(angle)
        ends = [(round((reach + s * x) * 16), round((reach + s * y) * 16)) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
        kernels.append(kernel / kernel.sum())
    return kernels


def beside_line(drawn: Strokes) -> Strokes | None:
    """Give what was drawn in a cell beside a straight line from edge to edge; None where there is none."""
    import cv2
    import numpy as np

    found = _whole_line(drawn)
    if found is None:
        return None
    column, degrees = found
    strip: NDArray[Any] = np.abs(_across(drawn.ink.shape, degrees) - column) <= _half_strip(drawn)
    ridge, ink = drawn.ridge.copy(), drawn.ink.copy()
    ridge[strip] = 0
    ink[strip] = 0
    away: Any = cv2.distanceTransform((ink <= 0.3).astype(np.uint8), cv2.DIST_L2, 3) * drawn.pitch
    return drawn._replace(ridge=ridge, ink=ink, away=away.astype(np.float32), excused=drawn.excused | strip)


def _half_strip(drawn: Strokes) -> float:
    """Give how far (px) on both sides of a line's middle what is there counts as the line."""
    return _BESIDE / STEP + drawn.width / drawn.pitch / 2


def least_beside(drawn: Strokes) -> float:
    """Give a length of strokes (sides) that is left beside any straight line, at least.

    Few directions are tried, each with a strip so wide that it holds those of all between them.
    """
    import numpy as np

    rows, columns = np.nonzero(drawn.ink)
    if not rows.size:
        return 0.0
    y, x = rows - (drawn.ink.shape[0] - 1) / 2, columns - (drawn.ink.shape[1] - 1) / 2
    angles = np.deg2rad((np.arange(_COARSE) * 180 / _COARSE)[:, None])
    far = float(np.hypot(x, y).max())
    across = (x * np.cos(angles) + y * np.sin(angles) + far).astype(int)
    wide = int(2 * (_half_strip(drawn) + far * np.sin(np.pi / 2 / _COARSE))) + 4
    count = int(2 * far) + 2 + wide
    at = across + count * np.arange(_COARSE)[:, None]
    inked = np.bincount(at.ravel(), np.tile(drawn.ink[rows, columns], _COARSE), count * _COARSE)
    summed = np.cumsum(inked.reshape(_COARSE, count), axis=1)
    summed[:, wide:] -= summed[:, :-wide].copy()
    return drawn.length - float(summed.max()) * drawn.pitch**2 / drawn.width


def _across(shape: tuple[int, ...], degrees: float) -> NDArray[Any]:
    """Give how far across (px) each place lies from the middle, for a direction of lines."""
    import numpy as np

    rows, columns = shape
    y, x = np.mgrid[:rows, :columns]
    x, y = x - (columns - 1) / 2, y - (rows - 1) / 2
    angle = np.deg2rad(degrees)
    across: NDArray[Any] = x * np.cos(angle) + y * np.sin(angle)
    return across


@lru_cache(maxsize=4)
def _columns(shape: tuple[int, int]) -> tuple[NDArray[Any], int]:
    """Give the column of each place (directions × places) if lines of each direction stood upright.

    They count on from direction to direction, so many to each. Not to be changed.
    """
    import numpy as np

    width = int(np.hypot(*shape)) // 2 + 2
    directions = np.arange(0, 180, _ANGLE)
    count = 2 * width + 1
    turned = [np.round(_across(shape, float(one))).astype(np.intp).ravel() for one in directions]
    return np.stack(turned) + (width + count * np.arange(directions.size))[:, None], count


def _whole_line(drawn: Strokes) -> tuple[float, float] | None:
    """Look for a line from edge to edge: how far across (px) from the middle it lies, and its direction."""
    import numpy as np

    usable = drawn.inside & ~drawn.excused
    value = np.minimum(drawn.ridge, 2 * PALE) * usable
    columns, count = _columns(usable.shape)
    index = np.take(columns, np.flatnonzero(usable), axis=1)
    directions = len(index)
    summed = np.bincount(index.ravel(), np.tile(value[usable], directions), directions * count)
    held = np.bincount(index.ravel(), minlength=directions * count)
    # A column and its two neighbours: no line is thinner than half a millimetre here.
    darkness, size = (_with_neighbours(one.reshape(directions, count)) for one in (summed, held))
    long = size / 3 * drawn.pitch > _WHOLE * 0.9
    mean = np.where(long, darkness / np.maximum(size, 1), np.inf)
    middle, low = _percentiles(mean, long.sum(axis=1), (0.50, 0.16))
    clear = np.where(long, (mean - middle) / np.maximum(middle - low, 1e-4), 0)
    best = clear.argmax(axis=1)
    top = np.where(long.sum(axis=1) >= 20, clear[np.arange(directions), best], 0)
    for direction in np.argsort(-top, kind="stable"):
        if top[direction] < _CLEAR:
            return None
        column, degrees = float(best[direction] - count // 2), float(direction * _ANGLE)
        beside = np.abs(columns[direction] - direction * count - best[direction]) <= 1
        near = np.flatnonzero(beside & usable.ravel())
        if _runs_through(drawn.pitch, value, near, degrees, float(middle[direction, 0])):
            return column, degrees
    return None


def _with_neighbours(columns: NDArray[Any]) -> NDArray[Any]:
    """Add to each column its two neighbours."""
    import numpy as np

    wide = np.pad(columns.astype(float), ((0, 0), (1, 1)))
    both: NDArray[Any] = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    return both


def _percentiles(values: NDArray[Any], counts: NDArray[Any], parts: tuple[float, ...]) -> list[NDArray[Any]]:
    """Give percentiles (rows × 1) of the lowest so many values of each row; the others are infinite."""
    import numpy as np

    ordered = np.sort(values, axis=1)
    ordered[counts == 0] = 0
    row, last = np.arange(len(values)), np.maximum(counts - 1, 0)
    found = []
    for part in parts:
        at = last * part
        below = at.astype(int)
        low, high = ordered[row, below], ordered[row, np.minimum(below + 1, last)]
        found.append((low + (at - below) * (high - low))[:, None])
    return found


def _runs_through(
    pitch: float, value: NDArray[Any], near: NDArray[Any], degrees: float, usual: float
) -> bool:
    """Say whether a line is long enough and dark in all its pieces, beside the ``usual`` line's darkness.

    ``near`` are the places (in the order of the raster) that it takes.
    """
    import numpy as np

    rows, columns = np.divmod(near, value.shape[1])
    angle = np.deg2rad(degrees)
    places = rows * np.cos(angle) - columns * np.sin(angle)
    first, last = places.min(), places.max()
    if (last - first) * pitch < _WHOLE:
        return False
    piece = np.minimum(((places - first) / (last - first + 1e-9) * _PIECES).astype(int), _PIECES - 1)
    dark = np.bincount(piece, value.ravel()[near] - usual, _PIECES) / np.maximum(
        np.bincount(piece, minlength=_PIECES), 1
    )
    return bool(dark.min() >= _PIECE_DARK * dark.mean())
