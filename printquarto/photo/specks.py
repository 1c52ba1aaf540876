"""Specks that lie all over a page: dust on a scanner's glass, toner that strayed, the grain of a bad camera.

A speck in a round looks like the faintest of dots. But dust does not know where rounds are: what lies in
them lies on bare paper as well, as dark and in such numbers. A player's dots do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.skeleton import beside_print
from printquarto.photo.verdict import DOT, DOTTED, LONE_DOT
from printquarto.sheet.fields import ArrowField

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart
    from printquarto.photo.ink import InkMap

_SCALE = 5.0
"""Pixels a millimetre at which specks are looked for; they are 0.2 to 0.6 mm wide."""

_SOFT = 0.15
"""Blur (mm) before, as a single pixel of noise is no speck."""

_WIDEST = 0.9
"""A speck is no wider than this (mm), at half its darkness."""

_ALONE = 1.0
"""Nothing else is so near (mm) to a speck on bare paper: dots of letters and dashes are none."""

_FREE = 3.0
"""How far (mm) from fields and print paper counts as bare."""

_AS_MUCH = 0.8
_FEWEST = 3
"""So many specks of this part of the ink of one in a field must lie on bare paper."""

_CROWDED = 4.0
"""A field's specks are those of the page while there are at most so many times more of them than by area."""

_MINUTE, _MINUTE_WIDTH = 0.05, 1.7
"""Less ink (mm² of black), in so small a place (mm), than the faintest pencil leaves or the finest pen."""

_DOT_WIDEST, _DOT_INK, _DOT_NOISE = 2.3, 0.12, 8.0
"""A dot that a player made: at most so wide (mm), at least so much ink (mm² of black), so clear of noise."""

_EDGE = 0.25
"""How far (mm) from the edge of what is looked at a dot must end."""

_CLEAR_DOT = 0.36
"""Ink (mm² of black) of a dot that is meant though it is the only one."""

_HALF = 0.5
"""Where specks of this part of its ink lie on bare paper, a dot may be one."""


class Spot(NamedTuple):
    """A field of which a trace was seen: its middle (mm, where it lies on the page) and its radius (mm)."""

    x: float
    y: float
    radius: float


class _Trace(NamedTuple):
    """What lies in a field: how dark it is at most, its ink (mm² of black), width (mm) and pieces.

    ``is_free`` says whether it ends before the field does, as a stroke that passes by does not.
    """

    peak: float
    ink: float
    width: float
    pieces: int
    is_free: bool


class Specks(NamedTuple):
    """Keys of traces: ``dirt`` are specks as they lie all over the page, ``dots`` what players made.

    ``clear`` are the dots that are no slips of a pen though they stand alone; ``either`` look like dots, and
    lie on bare paper as well.
    """

    dirt: set[int]
    dots: set[int]
    clear: set[int]
    either: set[int]

    def chance(self, key: int) -> float | None:
        """Give the chance that a dot is a mark; None of what is no dot."""
        if key in self.either or (key in self.dots and key not in self.clear and len(self.dots) < DOTTED):
            return LONE_DOT
        return DOT if key in self.dots else None


def tell_specks(ink: InkMap, chart: Chart, spots: Mapping[int, Spot]) -> Specks:
    """Tell dirt from dots among the small traces in fields of one kind; what is neither stays open."""
    import cv2

    if not spots:
        return Specks(set(), set(), set(), set())
    factor = _SCALE / ink.scale
    soft: Any = cv2.resize(ink.lines, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(soft, (0, 0), _SOFT * _SCALE)
    bare = _bare(ink, chart, soft.shape)
    part = sum(3.14 * spot.radius**2 for spot in _every(chart)) / max(bare.sum() / _SCALE**2, 1.0)
    traces = {key: trace for key, spot in spots.items() if (trace := _trace(soft, spot)) is not None}
    found = Specks(set(), set(), set(), set())
    for key, trace in traces.items():
        if trace.ink < _MINUTE and trace.width <= _MINUTE_WIDTH:
            found.dirt.add(key)
            continue
        is_small = trace.width <= _WIDEST + 1 / _SCALE and trace.pieces <= 3
        if not is_small and not _is_dot(trace, ink.grain):
            continue
        beside = _on_bare(soft, bare, trace.peak)
        alike = sum(one.ink >= _AS_MUCH * trace.ink for one in traces.values())
        specks = int((beside >= _AS_MUCH * trace.ink).sum())
        if is_small and specks >= _FEWEST and alike <= 2 + _CROWDED * specks * part:
            found.dirt.add(key)
        elif _is_dot(trace, ink.grain):
            lone = (beside >= _HALF * trace.ink).sum() < _FEWEST
            (found.dots if lone else found.either).add(key)
            if lone and trace.ink >= _CLEAR_DOT:
                found.clear.add(key)
    return found


def _is_dot(trace: _Trace, grain: float) -> bool:
    return (
        trace.pieces == 1
        and trace.is_free
        and trace.width <= _DOT_WIDEST
        and trace.ink >= _DOT_INK
        and trace.peak >= _DOT_NOISE * grain
    )


def _every(chart: Chart) -> list[Spot]:
    """Give a spot for each round and box of a chart."""
    boxes = [one.field.box for one in chart.fields if not isinstance(one.field, ArrowField)]
    return [Spot(box.x, box.y, 0.35 * min(box.width, box.height)) for box in boxes if box.width < 4 * _FREE]


def _trace(soft: NDArray[Any], spot: Spot) -> _Trace | None:
    """Measure what lies in a field; None where that is off the page."""
    import cv2
    import numpy as np

    reach = int(spot.radius * _SCALE) + 1
    column, row = round(spot.x * _SCALE - 0.5), round(spot.y * _SCALE - 0.5)
    if min(column, row) < reach:
        return None
    view = soft[row - reach : row + reach + 1, column - reach : column + reach + 1]
    if view.shape != (2 * reach + 1, 2 * reach + 1):
        return None
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    inside = x**2 + y**2 <= (spot.radius * _SCALE) ** 2
    above = np.where(inside, view - np.median(view[inside]), 0)
    peak = float(above.max())
    dark = above > peak / 2
    count, _, facts, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=8)
    edge = inside & (x**2 + y**2 > ((spot.radius - _EDGE) * _SCALE) ** 2)
    return _Trace(
        peak,
        float(above[dark].sum()) / _SCALE**2,
        float(facts[1:, 2:4].max()) / _SCALE,
        count - 1,
        not (dark & edge).any(),
    )


def _on_bare(soft: NDArray[Any], bare: NDArray[Any], peak: float) -> NDArray[Any]:
    """Give how much ink (mm² of black) specks on bare paper have, those about as dark as one in a field."""
    import cv2
    import numpy as np

    dark = soft > peak / 2
    wide = cv2.dilate(dark.astype(np.uint8), np.ones((2 * round(_ALONE * _SCALE) + 1,) * 2, np.uint8))
    count, labels, facts, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    most = (_WIDEST + 2 * _ALONE) * _SCALE + 2
    kept = facts[:, 2:4].max(axis=1) <= most
    kept[0] = False
    kept[labels[(wide > 0) & ~bare]] = False
    held = np.bincount(labels[dark], soft[dark], count) / _SCALE**2
    specks: NDArray[Any] = held[kept]
    return specks


def _bare(ink: InkMap, chart: Chart, shape: tuple[int, int]) -> NDArray[Any]:
    """Give where nothing is printed, nor is there any field to write in."""
    import cv2
    import numpy as np

    busy = _busy(chart, ink.scale, shape)
    rows, columns = shape
    seen: Any = cv2.resize(ink.seen.astype(np.uint8), (columns, rows), interpolation=cv2.INTER_NEAREST)
    seen = cv2.erode(seen, np.ones((2 * round(_FREE * _SCALE) + 1,) * 2, np.uint8), borderValue=0)
    bare: NDArray[Any] = (seen > 0) & ~busy
    return bare


@lru_cache(maxsize=4)
def _busy(chart: Chart, scale: float, shape: tuple[int, int]) -> NDArray[Any]:
    """Give where a sheet prints something, or has a field or a marker. Not to be changed."""
    busy: NDArray[Any] = beside_print(chart, scale, shape, 2 * round(_SCALE) + 1) > 0
    for box in (*(one.field.box for one in chart.fields), *(one.box for one in chart.markers)):
        top, left = (max(0, int((mm - _FREE) * _SCALE)) for mm in (box.y, box.x))
        busy[top : int((box.bottom + _FREE) * _SCALE), left : int((box.right + _FREE) * _SCALE)] = True
    return busy
