"""Long straight lines across a page that it does not print: a scanner's streak, a line struck through a row.

Whatever such a line crosses cannot be told from ink of its own, and is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.page import halved
from printquarto.photo.skeleton import beside_print
from printquarto.sheet.fields import ArrowField, BubbleField, ShapeField

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart, MarkedField
    from printquarto.photo.ink import InkMap

_SCALE = 3.0
"""Pixels a millimetre at which lines are looked for."""

_LEAST_DARK = 0.15
_BESIDE_PRINT = 0.9
"""What is left out (mm) about each printed line, as a page is never flat to the last tenth."""

_LONG = 50.0
"""The shortest line (mm): no stroke of a shape is longer than 25, and two cells in a row are 60 wide."""

_GAP = 9.0
"""The widest gap (mm) in it, as where it crosses printed lines that lie close together."""

_WHOLE = 0.93
"""The least part of a line that is inked."""

_AROUND = 3.0
"""How far (mm) about the fields lines are looked for: words and the paper's edges make lines as well."""

_INSET = 1.0
"""How far (mm) inside a field's edge a line must come to cross it."""


class Streak(NamedTuple):
    """A straight line on the page, from end to end (mm)."""

    start: tuple[float, float]
    end: tuple[float, float]

    def crosses(self, field: MarkedField) -> bool:
        """Say whether it runs through a field."""
        left, top, right, bottom = _inner(field)
        (x0, y0), (x1, y1) = self
        enters, leaves = 0.0, 1.0
        for start, length, low, high in ((x0, x1 - x0, left, right), (y0, y1 - y0, top, bottom)):
            if abs(length) < 1e-9:
                if not low < start < high:
                    return False
                continue
            first, last = sorted(((low - start) / length, (high - start) / length))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters < leaves


def _inner(field: MarkedField) -> tuple[float, float, float, float]:
    """Give the left, top, right and bottom (mm) of what counts as inside a field."""
    if isinstance(field, ArrowField):
        (x0, y0), (x1, y1) = field.tail, field.head
        return min(x0, x1), min(y0, y1) - _INSET, max(x0, x1), max(y0, y1) + _INSET
    x, y, width, height = field.square if isinstance(field, ShapeField) else field.box
    inset = (
        _INSET if isinstance(field, ShapeField) else 0.12 * width if isinstance(field, BubbleField) else 0.3
    )
    return x + inset, y + inset, x + width - inset, y + height - inset


def find_streaks(ink: InkMap, chart: Chart) -> list[Streak]:
    """Find the streaks of a page that run among its fields."""
    import cv2
    import numpy as np

    factor = 2 * _SCALE / ink.scale
    dark: Any = cv2.resize(halved(ink.lines), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    around = beside_print(chart, ink.scale, dark.shape, int(2 * _BESIDE_PRINT * _SCALE) | 1)
    noise = float(np.median(ink.noise))
    inked = ((dark > max(_LEAST_DARK, 3 * noise)) & (around == 0)).astype(np.uint8)
    boxes = [_inner(one.field) for one in chart.fields]
    left, top = (int((min(box[at] for box in boxes) - _AROUND) * _SCALE) for at in (0, 1))
    right, bottom = (int((max(box[at] for box in boxes) + _AROUND) * _SCALE) for at in (2, 3))
    among = np.zeros_like(inked)
    among[max(0, top) : bottom, max(0, left) : right] = 1
    inked *= among
    found = cv2.HoughLinesP(
        inked,
        1,
        np.pi / 540,
        int(0.55 * _LONG * _SCALE),
        minLineLength=_LONG * _SCALE,
        maxLineGap=_GAP * _SCALE,
    )
    if found is None:
        return []
    wide: Any = cv2.dilate(inked, np.ones((3, 3), np.uint8))
    ends = [line for line in found.reshape(-1, 2, 2).astype(float) if _is_whole(line, wide, around)]
    return [Streak(*((float(x + 0.5) / _SCALE, float(y + 0.5) / _SCALE) for x, y in line)) for line in ends]


def _is_whole(line: NDArray[np.float64], inked: NDArray[np.uint8], printed: NDArray[np.uint8]) -> bool:
    """Say whether a line (2 × 2, px) is inked nearly all along, where nothing printed is in its way.

    The sides of shapes that happen to stand in a row leave the gaps between them free.
    """
    import numpy as np

    length = float(np.linalg.norm(line[1] - line[0]))
    along = np.linspace(0, 1, int(length) + 1)[:, None]
    columns, rows = np.round(line[0] + along * (line[1] - line[0])).astype(int).T
    free = printed[rows, columns] == 0
    return bool(free.sum() > 0.4 * len(free) and inked[rows, columns][free].mean() > _WHOLE)
