"""Straight lines in a cell: one so faint that no pixel of it stands out, one that runs from edge to edge."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.stroke import STEP, Strokes

if TYPE_CHECKING:
    from numpy.typing import NDArray

PALE = 0.08
"""Darkness beyond which a place is no better a sign of a faint line."""

_ANGLE = 2.0
"""Degrees between the directions in which a line from edge to edge is looked for."""

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

    usable = (drawn.inside & ~drawn.excused).astype(np.float32)
    value = np.minimum(drawn.ridge, 2 * PALE) * usable
    best: tuple[float, float, float] | None = None
    for degrees in np.arange(0, 180, _ANGLE):
        found = _upright_line(value, usable, float(degrees), drawn.pitch)
        if found is not None and (best is None or found[0] > best[0]):
            best = (*found, float(degrees))
    if best is None:
        return None
    _, column, degrees = best
    across, _ = _turned_places(usable.shape, degrees)
    strip: NDArray[Any] = np.abs(across - column) <= _BESIDE / STEP + drawn.width / drawn.pitch / 2
    ridge, ink = drawn.ridge.copy(), drawn.ink.copy()
    ridge[strip] = 0
    ink[strip] = 0
    away: Any = cv2.distanceTransform((ink <= 0.3).astype(np.uint8), cv2.DIST_L2, 3) * drawn.pitch
    return drawn._replace(ridge=ridge, ink=ink, away=away.astype(np.float32), excused=drawn.excused | strip)


def _turned_places(shape: tuple[int, ...], degrees: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give how far across and along (px) each place lies from the middle, for a direction of lines."""
    import numpy as np

    rows, columns = shape
    y, x = np.mgrid[:rows, :columns]
    x, y = x - (columns - 1) / 2, y - (rows - 1) / 2
    angle = np.deg2rad(degrees)
    return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)


def _upright_line(
    value: NDArray[Any], usable: NDArray[Any], degrees: float, pitch: float
) -> tuple[float, float] | None:
    """Look for a whole line in one direction: how clear it is, and how far across (px) from the middle."""
    import numpy as np

    across, along = _turned_places(value.shape, degrees)
    width = int(np.hypot(*value.shape)) // 2 + 2
    column = np.round(across).astype(int) + width
    count = 2 * width + 1
    used = usable > 0
    index = column[used]
    darkness: NDArray[Any]
    held: NDArray[Any]
    darkness, held = np.bincount(index, value[used], count), np.bincount(index, minlength=count)
    # A column and its two neighbours: no line is thinner than half a millimetre here.
    darkness, size = np.convolve(darkness, np.ones(3), "same"), np.convolve(held, np.ones(3), "same")
    long = size / 3 * pitch > _WHOLE * 0.9
    if long.sum() < 20:
        return None
    mean: NDArray[Any] = np.where(long, darkness / np.maximum(size, 1), 0.0)
    middle, low = np.percentile(mean[long], (50, 16))
    clear = (mean - middle) / max(float(middle - low), 1e-4)
    at = int(np.where(long, clear, 0).argmax())
    if clear[at] < _CLEAR:
        return None
    near = used & (np.abs(column - at) <= 1)
    places = along[near]
    first, last = places.min(), places.max()
    if (last - first) * pitch < _WHOLE:
        return None
    piece = np.minimum(((places - first) / (last - first + 1e-9) * _PIECES).astype(int), _PIECES - 1)
    dark = np.bincount(piece, value[near] - middle, _PIECES) / np.maximum(
        np.bincount(piece, minlength=_PIECES), 1
    )
    if dark.min() < _PIECE_DARK * dark.mean():
        return None
    return float(clear[at]), float(at - width)
