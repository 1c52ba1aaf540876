"""The chart of a sheet: which fields it has and where, as a reader looks them up. Knows no pixels.

It is made from the very JSON that ``printquarto layout --json`` prints, so a reader knows no template by
name. That JSON may be a file of the user's own: it is checked as strictly as a template, and errors name
the place.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

from printquarto.errors import InputError
from printquarto.games.board import CELL_BY_NAME
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS, SHAPES
from printquarto.photo.json_value import JsonValue
from printquarto.sheet.fields import NOTCH, ArrowField, BubbleField, Marker, ShapeField, UsedField
from printquarto.sheet.handed import handed_bytes, shown
from printquarto.sheet.kinds import ARROWS
from printquarto.sheet.scene import Group, Item, Text
from printquarto.sheet.units import Box, mm

MarkedField = ShapeField | ArrowField | UsedField | BubbleField

TURN_ROUNDS = (*(corner.name for corner in CORNERS), "none", "call", "claim")
"""The rounds of a box of the strip: the corners that are in, ``none`` for ``oooo``, and the two calls."""

RESULT_ROUNDS = {"result.first": "1-0", "result.second": "0-1", "result.draw": "1/2-1/2"}
"""The rounds of the result, and what each says in a record."""

SQUARES_ROUND = "rule.squares"

_MOST_BYTES = 10_000_000
_MARKERS = 587
"""Words in the family 36h11."""

_MOST_PAGE = 1200.0
"""The longest side of a page in mm, as for a paper."""

_SLACK = 0.05
"""How far in mm a field may stand over the edge of its page or its box, as lengths are rounded."""

_LEAST_SPREAD = 100.0
"""Twice the area in mm² of the largest triangle of markers below which they lie in a line."""


class ChartField(NamedTuple):
    """A field and the number of the board that it belongs to."""

    board: int
    field: MarkedField


class Chart(NamedTuple):
    """A page that can be read. Lengths in millimetres from its top left corner.

    ``printed`` are the lines of a built-in sheet, which help to find its page in a photo; a layout that is
    given as JSON tells its fields only.
    """

    template: str
    game: str
    paper: str
    width: float
    height: float
    fields: tuple[ChartField, ...]
    markers: tuple[Marker, ...]
    printed: tuple[Item, ...] = ()


def read_layout(path: Path) -> Chart:
    """Read a file that ``printquarto layout --json`` wrote. Raises InputError, with the place."""
    raw = handed_bytes(path, _MOST_BYTES, "ten megabytes, so it is no layout")
    name = shown(path)
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise InputError(
            f"{name}, line {error.lineno}, column {error.colno}: this is not JSON; "
            "expected what printquarto layout --json prints."
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{name}: this is not JSON; expected what printquarto layout --json prints."
        ) from error
    return chart_of(document, name)


def chart_of(layout: Mapping[str, Any], name: str) -> Chart:
    """Give the chart of a layout, which is JSON as ``printquarto layout --json`` prints it.

    ``name`` is what errors call it. The one page with markers is meant. Kinds of field that no reader knows,
    as the points of another board, are left out. Raises InputError for whatever else cannot be understood.
    """
    top = JsonValue(layout, name)
    if top.key("schema").whole(0, 10**6) != 1:
        top.key("schema").refuse("expected 1, the only version of layouts that this program knows")
    width, height = (side for side in top.key("page_mm").lengths(2))
    if not (0 < width <= _MOST_PAGE and 0 < height <= _MOST_PAGE):
        top.key("page_mm").refuse(f"expected a width and a height of up to {mm(_MOST_PAGE)} mm each")
    page = _page(top)
    chart = Chart(
        top.key("template").text(),
        top.key("game").text(),
        top.key("paper").text(),
        width,
        height,
        tuple(_fields(page, Box(0, 0, width, height))),
        tuple(_markers(page, Box(0, 0, width, height))),
    )
    if not chart.fields:
        page.refuse("there is no field in it that can be read from a photo")
    return chart


@functools.cache
def chart_for(group: int) -> Chart | None:
    """Give the chart of a built-in sheet by its group of markers: a marker's number divided by eight.

    The groups are those of ``templates/markers.toml``. None for a group that stands for no sheet, as 72 does
    for layouts of the user's own.
    """
    from printquarto.render.fonts import FiraSans
    from printquarto.sheet.layout import draw, lay_out
    from printquarto.sheet.markers import built_in_sheets
    from printquarto.sheet.paper import NAMED
    from printquarto.sheet.template import find_template, read_template

    for number, template, paper in built_in_sheets():
        if number == group:
            layout = lay_out(read_template(find_template(template)), NAMED[paper], FiraSans())
            chart = chart_of(layout.as_json(), f"{template} on {paper}")
            return chart._replace(printed=_lines(draw(layout).pages[0].items))
    return None


_PARTS = ("board", "tray", "turns", "result")
"""The parts whose lines stand where they stand, whatever the title, the names and the language."""


def _lines(items: Iterable[Item]) -> tuple[Item, ...]:
    """Give the lines and rounds of a page's parts, without their words."""
    lines: list[Item] = []
    for item in items:
        if isinstance(item, Group) and item.role in _PARTS:
            lines.extend(_without_words(item.items))
    return tuple(lines)


def _without_words(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from _without_words(item.items)
        elif not isinstance(item, Text):
            yield item


def built_in_charts() -> dict[int, Chart]:
    """Give the charts of all built-in sheets by the groups of their markers."""
    from printquarto.sheet.markers import built_in_sheets

    charts = {number: chart_for(number) for number, _, _ in built_in_sheets()}
    return {number: chart for number, chart in charts.items() if chart is not None}


def _page(top: JsonValue) -> JsonValue:
    """Give the one page that has markers."""
    pages = list(top.key("pages").items())
    marked = [page for page in pages if list(page.key("markers").items())]
    if not marked:
        top.refuse(
            "there are no markers in it, so no photo of this sheet can be read; "
            'a sheet has them with arrangement = "recorded"'
        )
    if len(marked) > 1:
        top.refuse(f"{len(marked)} of its pages have markers, and they cannot be told apart; expected one")
    return marked[0]


def _fields(page: JsonValue, paper: Box) -> Iterator[ChartField]:
    boards: set[int] = set()
    for board in page.key("boards").items():
        number = board.key("board").whole(1, 1000)
        if number in boards:
            board.key("board").refuse(f"there is a board {number} already")
        boards.add(number)
        names: set[str] = set()
        for place in board.key("fields").items():
            field = _field(place, paper)
            if field is None:
                continue
            if field.id in names:
                place.key("id").refuse(f"there is a field {field.id!r} on this board already")
            names.add(field.id)
            yield ChartField(number, field)


def _field(place: JsonValue, paper: Box) -> MarkedField | None:
    kind = place.key("kind").text()
    name = place.key("id").text()
    match kind:
        case "shape":
            field: MarkedField = _shape_field(place, name, paper)
        case "arrow":
            shape = SHAPE_BY_CORNERS[place.key("shape").choice(*SHAPE_BY_CORNERS)]
            style = place.key("style").choice(*ARROWS)
            tail, head = (_point(place.key(key), paper) for key in ("tail_mm", "head_mm"))
            field = ArrowField(name, shape, style, tail, head)
        case "cross":
            shape = SHAPE_BY_CORNERS[place.key("shape").choice(*SHAPE_BY_CORNERS)]
            field = UsedField(name, shape, _box(place.key("box_mm"), paper))
        case "bubble":
            x, y = _point(place.key("centre_mm"), paper)
            field = BubbleField(name, (x, y), _positive(place.key("diameter_mm")))
        case _:
            return None
    known = kind_of(name)
    if known is not None and known != kind:
        place.key("kind").refuse(f"a field {name!r} is of kind {known!r}, not {kind!r}")
    if isinstance(field, ArrowField | UsedField) and known and f"tray.{field.shape.number}." not in name:
        place.key("shape").refuse(f"{name!r} belongs to the shape {SHAPES[int(name.split('.')[1])]}")
    return field


_NAMES = {
    "shape": re.compile(rf"cell\.({'|'.join(CELL_BY_NAME)})"),
    "arrow": re.compile(r"tray\.(\d|1[0-5])\.arrow"),
    "cross": re.compile(r"tray\.(\d|1[0-5])\.used"),
    "bubble": re.compile(
        rf"turn\.([1-9]|1[0-6])\.({'|'.join(TURN_ROUNDS)})|{'|'.join([*RESULT_ROUNDS, SQUARES_ROUND])}"
    ),
}


def kind_of(name: str) -> str | None:
    """Give the kind that a field must have by its name, None for a name that means nothing here.

    >>> kind_of("turn.16.claim"), kind_of("turn.17.claim")
    ('bubble', None)
    """
    return next((kind for kind, pattern in _NAMES.items() if pattern.fullmatch(name)), None)


def _shape_field(place: JsonValue, name: str, paper: Box) -> ShapeField:
    box = _box(place.key("box_mm"), paper)
    left, top, side = place.key("square_mm").lengths(3)
    square = Box(left, top, side, side)
    if side <= 0 or not _holds(box, square):
        place.key("square_mm").refuse("expected left, top and side of a square inside box_mm")
    if not isclose(place.key("notch").length(), NOTCH, abs_tol=1e-4):
        place.key("notch").refuse(f"expected {NOTCH:.6f}, the only depth of a folded corner that can be read")
    return ShapeField(name, box, square)


def _markers(page: JsonValue, paper: Box) -> list[Marker]:
    found: list[Marker] = []
    for place in page.key("markers").items():
        place.key("dictionary").choice("36h11")
        number = place.key("id").whole(0, _MARKERS - 1)
        box = _box(place.key("box_mm"), paper)
        if not isclose(box.width, box.height, abs_tol=_SLACK):
            place.key("box_mm").refuse("a marker is a square, but its width and height differ")
        if any(marker.number == number for marker in found):
            place.key("id").refuse(f"there is a marker {number} already")
        found.append(Marker(number, box))
    if not _are_spread(found):
        page.key("markers").refuse("expected at least three markers that do not lie in a line")
    return found


def _are_spread(markers: list[Marker]) -> bool:
    """Say whether three of the markers do not lie in a line."""
    points = [(marker.box.x, marker.box.y) for marker in markers]
    return any(
        abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) > _LEAST_SPREAD
        for index, (x1, y1) in enumerate(points)
        for other, (x2, y2) in enumerate(points[index + 1 :], index + 1)
        for x3, y3 in points[other + 1 :]
    )


def _box(place: JsonValue, paper: Box) -> Box:
    box = Box(*place.lengths(4))
    if box.width <= 0 or box.height <= 0:
        place.refuse("expected left, top, width and height, the last two greater than 0")
    if not _holds(paper, box):
        place.refuse("it lies outside the page")
    return box


def _point(place: JsonValue, paper: Box) -> tuple[float, float]:
    x, y = place.lengths(2)
    if not _holds(paper, Box(x, y, 0, 0)):
        place.refuse("it lies outside the page")
    return x, y


def _positive(place: JsonValue) -> float:
    length = place.length()
    if length <= 0:
        place.refuse("expected a length greater than 0")
    return length


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.x - _SLACK <= inner.x
        and outer.y - _SLACK <= inner.y
        and inner.right <= outer.right + _SLACK
        and inner.bottom <= outer.bottom + _SLACK
    )
