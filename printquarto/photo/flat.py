"""A page laid flat: its colours, its ink, and where its fields lie. From a registration to evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.align import Aligned, align
from printquarto.photo.grid import Grid, follow_lines, straightened
from printquarto.photo.guides import find_hidden
from printquarto.photo.ink import SCALE, InkMap, ink_map
from printquarto.photo.marks import read_marks
from printquarto.photo.page import Registration, flatten, inside
from printquarto.photo.reading import SURE_FROM, Evidence
from printquarto.photo.rests import as_rest, find_rests
from printquarto.photo.scratches import without_scratches
from printquarto.photo.shapes import read_shape
from printquarto.photo.streaks import Streak, find_streaks
from printquarto.photo.verdict import median
from printquarto.sheet.fields import ShapeField
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart, ChartField, MarkedField

_LEAST_TRUST = 0.25
"""Where fewer of the printed marks about a field are found, something lies on it or the paper is bent too
far."""

_LEAST_TRUST_UNSEEN = 0.35
_SEEN = 0.25
"""Agreement from which a field's own marks are seen; where they are not, more of its neighbours must be."""

_CODE_WIDE = 36.0
"""Within so many mm left of the upper right marker the QR is printed: elsewhere it need not be looked for."""

_CELL_MARGIN = 2.0
"""What is seen (mm) around a cell: strokes run over its edges."""


_SCANNED_BEND = 2.0
"""How far (mm) a page on a scanner's glass may seem to be from a plane, as print and copies distort it."""

_FOLLOWED_WITHIN, _FOLLOWED, _CELL_FOLLOWED = 12.0, 0.5, 0.3
"""Over how many mm (standard deviation) the printed pieces about a field count on a bent page, and which part
of them must have been found; of a cell, whose edges are seen besides, less is enough."""


class FlatPage(NamedTuple):
    """A page laid flat.

    ``colours`` is BGR at ``SCALE`` px/mm; ``inside`` is false where the picture ends before the page.
    """

    colours: NDArray[np.uint8]
    inside: NDArray[np.bool_]
    ink: InkMap
    aligned: Aligned
    found: Registration

    @property
    def agreement(self) -> float:
        """How well the printed marks agree with where the layout has them: the median of all, -1 to 1."""
        return median(self.aligned.agreements)


def lay_flat(picture: NDArray[np.uint8], found: Registration, chart: Chart) -> FlatPage:
    """Lay the page of a picture (rows × columns × 3) flat, and look up its fields."""
    shown = inside(picture, found, chart, SCALE)
    colours = flatten(picture, found, chart, SCALE)
    ink = ink_map(colours, shown, chart)
    return FlatPage(colours, shown, ink, align(ink, chart, found.seen), found)


def lost_share(page: FlatPage, chart: Chart) -> float:
    """Give the part (0 to 1) of a bent page's fields about which too little of the print was found."""
    shown = [one.field for one in chart.fields if _lies_inside(page, one.field)]
    return sum(_followed(page, field) < _FOLLOWED for field in shown) / max(len(chart.fields), 1)


def read_fields(page: FlatPage, chart: Chart) -> tuple[Evidence, ...]:
    """Say what the ink of each field says, in the order of the chart."""
    # A sheet on a scanner's glass lies flat.
    if page.found.bend < _SCANNED_BEND:
        page = page._replace(ink=without_scratches(page.ink, chart))
    streaks = find_streaks(page.ink, chart)
    marks = read_marks(page.ink, chart, page.aligned)
    grid = follow_lines(page.ink, chart, page.aligned)
    evidence = []
    for index, one in enumerate(chart.fields):
        if isinstance(one.field, ShapeField):
            window = straightened(
                page.ink, grid, one.board, one.field, page.aligned.shifts[index], _CELL_MARGIN
            )
            found = read_shape(window, one.field, one.board)
        else:
            found = marks[index]
        if not _lies_inside(page, one.field):
            found = found._replace(reason="outside")
        elif found.reason is None and not (
            _is_trusted(page.aligned, index) and _followed(page, one.field) >= _least_followed(grid, one)
        ):
            found = found._replace(reason="covered")
        elif found.reason is None and not _is_empty_cell(one.field, found) and _is_struck(streaks, one.field):
            found = found._replace(reason="struck")
        evidence.append(found)
    for index in find_rests(page.ink, chart, page.aligned, evidence):
        evidence[index] = as_rest(evidence[index])
    for index in find_hidden(page.ink, chart, page.aligned, evidence):
        evidence[index] = evidence[index]._replace(reason="covered")
    return tuple(evidence)


def _is_empty_cell(field: MarkedField, found: Evidence) -> bool:
    """Say whether a cell is surely empty: beside a line that crosses it nothing was found."""
    return isinstance(field, ShapeField) and found.chances.get("", 0.0) >= SURE_FROM


def _is_struck(streaks: Sequence[Streak], field: MarkedField) -> bool:
    return any(streak.crosses(field) for streak in streaks)


def _is_trusted(aligned: Aligned, index: int) -> bool:
    """Say whether a field lies where it is looked for, as its own printed marks or those about it show."""
    own, around = aligned.agreements[index], aligned.trusts[index]
    return around >= (_LEAST_TRUST if own >= _SEEN else _LEAST_TRUST_UNSEEN)


def _least_followed(grid: Grid, one: ChartField) -> float:
    """Give which part of the pieces about a field must have been found."""
    if not isinstance(one.field, ShapeField):
        return _FOLLOWED
    return _CELL_FOLLOWED if all(edge.is_seen for edge in grid.edges(one.board, one.field.box)) else _FOLLOWED


def _followed(page: FlatPage, field: MarkedField) -> float:
    """Give which part of what a bent page prints about a field was found where it should be.

    Rounds and rows repeat: where the paper was not followed, a field may lie on another's place.
    """
    import numpy as np

    pieces = page.found.pieces
    if pieces is None or not len(pieces):
        return 1.0
    x, y, width, height = _box(field)
    apart = (pieces[:, 0] - x - width / 2) ** 2 + (pieces[:, 1] - y - height / 2) ** 2
    near = np.exp(-apart / (2 * _FOLLOWED_WITHIN**2)) + 1e-12
    return float((near * pieces[:, 2]).sum() / near.sum())


def _lies_inside(page: FlatPage, field: MarkedField) -> bool:
    """Say whether the picture shows all of a field."""
    x, y, width, height = _box(field)
    top, left = max(0, int(y * SCALE)), max(0, int(x * SCALE))
    view = page.inside[top : int((y + height) * SCALE) + 1, left : int((x + width) * SCALE) + 1]
    return bool(view.all())


def _box(field: MarkedField) -> Box:
    return field.square if isinstance(field, ShapeField) else field.box


def read_code(page: FlatPage, chart: Chart) -> str | None:
    """Read the sheet's code from its QR left of the upper right marker, None where it cannot be read."""
    import cv2

    from printquarto.sheet.code import is_code

    upper = [marker.box for marker in chart.markers if marker.box.y < 40]
    right = max((box.x for box in upper), default=chart.width)
    foot = max((box.bottom for box in upper), default=24.0) + 3
    left = max(0.0, right - _CODE_WIDE)
    there = page.colours[: int(foot * SCALE), int(left * SCALE) : int((right - 0.5) * SCALE)]
    grey: Any = cv2.cvtColor(there, cv2.COLOR_BGR2GRAY)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(grey)
    return text if text and is_code(text) else None
