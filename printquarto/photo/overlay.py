"""The flat page with what was read drawn over it, for a person to compare. Judges nothing.

What is sure is drawn solid and green, what is not dashed and amber with a question mark beside it, so that
nothing is told by colour alone. The page below is pale and without colour, and the ink shows through.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.canvas import AMBER, GREEN, RED, Canvas, Point, deep
from printquarto.photo.crops import field_box
from printquarto.photo.ink import SCALE
from printquarto.photo.reading import BY_ANSWER, BY_RULE, SURE, FieldReading
from printquarto.sheet.fields import ArrowField, BubbleField, ShapeField

if TYPE_CHECKING:
    from printquarto.check.finding import Finding
    from printquarto.photo.chart import Chart, MarkedField
    from printquarto.photo.stills import Pixels

_LINE = 0.8
"""Width of what is drawn, in mm; twice a pen's."""

_CLEAR = 1.2
"""Distance in mm of the line through a Quarto from the squares of its shapes."""

_LEGEND = 3.6
"""Size of the letters of the legend, in mm, and its lines are 1.6 times as far apart."""


_TEXT = (40, 40, 40)


class Missed(NamedTuple):
    """A Quarto that nobody called in time: where it lies, the turn that made it, and a sentence on it."""

    board: int
    turn: int | None
    alignments: tuple[tuple[str, ...], ...]
    message: str


def missed_of(board: int, findings: Iterable[Finding]) -> list[Missed]:
    """Give the Quartos of a board that were missed, from what the check found."""
    return [
        Missed(
            board,
            one.turn,
            tuple(tuple(cell.name for cell in quarto.alignment.cells) for quarto in one.quartos),
            one.message,
        )
        for one in findings
        if one.code == "missed-quarto"
    ]


def overlay(
    page: Pixels, chart: Chart, fields: Iterable[FieldReading], title: str, missed: Sequence[Missed] = ()
) -> Pixels:
    """Give the page with its reading drawn over it and a legend below, at the page's own scale.

    ``fields`` are in the order of the chart.
    """
    canvas = Canvas(page, SCALE)
    seen: set[str] = set()
    for place, reading in zip(chart.fields, fields, strict=True):
        _draw_field(canvas, place.field, reading, seen)
    squares = {
        (place.board, place.field.id.removeprefix("cell.")): place.field
        for place in chart.fields
        if isinstance(place.field, ShapeField)
    }
    for number, one in enumerate(missed, 1):
        for cells in one.alignments:
            _strike(canvas, [squares[one.board, cell] for cell in cells], _badge_text(one, number))
    return _with_legend(canvas, chart, title, seen, missed)


def _badge_text(missed: Missed, number: int) -> str:
    return str(missed.turn) if missed.turn is not None else "abcdefgh"[(number - 1) % 8]


def _centre(field: ShapeField) -> Point:
    x, y, side, _ = field.square
    return x + side / 2, y + side / 2


def _draw_field(canvas: Canvas, field: MarkedField, reading: FieldReading, seen: set[str]) -> None:
    """Draw the value of one field; nothing where surely nothing is."""
    sure = reading.status == SURE
    value = reading.value if sure else _likeliest(reading)
    if sure and not value:
        return
    sign = "" if sure else "?"
    if sure and reading.decided_by in (BY_RULE, BY_ANSWER):
        sign = "R" if reading.decided_by == BY_RULE else "A"
    seen.add(sign)
    colour = GREEN if sure else AMBER
    if isinstance(field, ShapeField):
        _draw_shape(canvas, field, reading, str(value or ""), sign)
    elif isinstance(field, ArrowField):
        canvas.line((field.tail, field.head), 1.6 * _LINE, colour, dashed=not sure)
        _beside(canvas, field, sign, colour)
    elif isinstance(field, BubbleField):
        canvas.ring(field.centre, field.diameter / 2 + _LINE, _LINE, colour, dashed=not sure)
        _beside(canvas, field, sign, colour)
    else:
        x, y, width, height = field.box
        x, y, width, height = x - _LINE, y - _LINE, width + 2 * _LINE, height + 2 * _LINE
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        canvas.line(corners, _LINE, colour, dashed=not sure, closed=True)
        _beside(canvas, field, sign, colour)


def _likeliest(reading: FieldReading) -> Any:
    return reading.alternatives[0].value if reading.alternatives else reading.value


def _draw_shape(canvas: Canvas, field: ShapeField, reading: FieldReading, value: str, sign: str) -> None:
    """Draw the outline of a shape where it should stand, and its corners in the cell's lower left."""
    from printquarto.games.shape import SHAPE_BY_CORNERS, outline

    colour = GREEN if reading.status == SURE else AMBER
    left, top, side, _ = field.square
    if value in SHAPE_BY_CORNERS:
        run = [(left + x, top + y) for x, y in outline(SHAPE_BY_CORNERS[value], side)]
        canvas.line(run, _LINE, colour, dashed=reading.status != SURE, closed=True)
    x, y, width, height = field.box
    words = value if sign != "?" else _alternatives(reading)
    canvas.text((x + 1.2, y + height - 1.0), words, 2.6, deep(colour), anchor="ls", on_plate=True)
    if sign:
        size = 6.5 if sign == "?" else 2.6
        canvas.text((x + width - 1.4, y + 1.2), sign, size, deep(colour), anchor="rt", on_plate=sign != "?")


def _alternatives(reading: FieldReading) -> str:
    values = [str(one.value) or "empty" for one in reading.alternatives[:3]]
    return " or ".join(values)


def _beside(canvas: Canvas, field: MarkedField, sign: str, colour: tuple[int, int, int]) -> None:
    if sign:
        x, y, width, _ = field_box(field)
        canvas.text((x + width + 0.4, y + 0.2), sign, 3.4 if sign == "?" else 2.2, deep(colour), anchor="lm")


def _strike(canvas: Canvas, fields: Sequence[ShapeField], number: str) -> None:
    """Draw a line through four cells, or round in a block of them, with a number where it begins.

    It runs between the shapes alone, as if it lay below them, so that they are seen as they were drawn.
    """
    centres = [_centre(field) for field in fields]
    (x0, y0), (x1, y1) = centres[0], centres[-1]
    is_block = any((x1 - x0) * (y - y0) != (y1 - y0) * (x - x0) for x, y in centres)
    half = fields[0].square.width / 2 + _CLEAR
    if is_block:
        order = (0, 1, 3, 2, 0)
        for one, other in itertools.pairwise(centres[index] for index in order):
            _line_between(canvas, one, other, half, half)
        # Where all four meet a cell's letters stand; between the first two there is room.
        canvas.badge(((x0 + centres[1][0]) / 2, (y0 + centres[1][1]) / 2), number, RED)
        return
    reach = 1 / (2 * (len(centres) - 1))
    along = (x1 - x0) * reach, (y1 - y0) * reach
    start, end = (x0 - along[0], y0 - along[1]), (x1 + along[0], y1 + along[1])
    stops = [start, *centres, end]
    for index, (one, other) in enumerate(itertools.pairwise(stops)):
        before, behind = half if index else 0, half if index < len(centres) else 0
        _line_between(canvas, one, other, before, behind)
    canvas.badge(start, number, RED)


def _line_between(canvas: Canvas, one: Point, other: Point, before: float, behind: float) -> None:
    """Draw the part of a line outside of squares around its ends, by half of their sides (mm)."""
    across, down = other[0] - one[0], other[1] - one[1]
    longer = max(abs(across), abs(down))
    if longer <= before + behind:
        return  # in a layout of somebody's own the squares may touch
    ends = (before / longer, 1 - behind / longer)
    run = [(one[0] + part * across, one[1] + part * down) for part in ends]
    canvas.line(run, 2 * _LINE, RED)


def _with_legend(
    canvas: Canvas, chart: Chart, title: str, seen: set[str], missed: Sequence[Missed]
) -> Pixels:
    """Add white below the page, and say there what the lines and signs mean."""
    step, left = 1.6 * _LEGEND, 12.0
    signs = [("", "read"), ("R", "R  decided by the rules of the game"), ("A", "A  answered")]
    entries = [(False, words) for sign, words in signs if sign in seen or not sign]
    if "?" in seen:
        entries.append((True, "?  not sure: asked"))
    told = [(one, canvas.wrapped(one.message, _LEGEND, chart.width - left - 24)) for one in missed]
    placed, row, at = [], 0, left
    for dashed, words in entries:
        width = 11 + canvas.width(words, _LEGEND)
        if at > left and at + width > chart.width - left:
            row, at = row + 1, left
        placed.append((dashed, words, at, row))
        at += width + 8
    rows = 2 + row + sum(len(lines) for _, lines in told)
    base = canvas.extend(step * rows + 6.0) + 2.0 + step
    canvas.text((left, base), title, _LEGEND, _TEXT)
    for dashed, words, at, row in placed:
        below = base + (row + 1) * step
        colour = AMBER if dashed else GREEN
        canvas.line(((at, below - 1.2), (at + 9, below - 1.2)), _LINE, colour, dashed=dashed)
        canvas.text((at + 11, below), words, _LEGEND, _TEXT, weight=400)
    base += (row + 1) * step
    for number, (one, lines) in enumerate(told, 1):
        canvas.badge((left + 4.5, base + step - 1.2), _badge_text(one, number), RED, small=True)
        for line in lines:
            base += step
            canvas.text((left + 11, base), line, _LEGEND, _TEXT, weight=400)
    return canvas.finished()
