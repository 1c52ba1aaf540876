"""The flat page with what was read drawn over it, for a person to compare. Judges nothing.

What is sure is drawn solid and green, what is not dashed and amber with a question mark beside it, so that
nothing is told by colour alone. The page below is pale and without colour, and the ink shows through.
"""

from __future__ import annotations

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
    centres = {
        (place.board, place.field.id.removeprefix("cell.")): _centre(place.field)
        for place in chart.fields
        if isinstance(place.field, ShapeField)
    }
    for number, one in enumerate(missed, 1):
        for cells in one.alignments:
            _strike(canvas, [centres[one.board, cell] for cell in cells], _badge_text(one, number))
    return _with_legend(canvas, chart, title, seen, missed)


def _badge_text(missed: Missed, number: int) -> str:
    return str(missed.turn) if missed.turn is not None else "abcdefgh"[(number - 1) % 8]


def _centre(field: MarkedField) -> Point:
    x, y, width, height = field_box(field)
    return x + width / 2, y + height / 2


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
    canvas.text((x + 1.2, y + height - 1.2), words, 2.6, deep(colour), anchor="ls")
    if sign == "?":
        canvas.text((x + width - 1.4, y + 1.2), sign, 6.5, deep(colour), anchor="rt")
    elif sign:
        canvas.text((x + width - 1.4, y + 1.2), sign, 2.6, deep(colour), anchor="rt")


def _alternatives(reading: FieldReading) -> str:
    values = [str(one.value) or "empty" for one in reading.alternatives[:3]]
    return " or ".join(values)


def _beside(canvas: Canvas, field: MarkedField, sign: str, colour: tuple[int, int, int]) -> None:
    if sign:
        x, y, width, _ = field_box(field)
        canvas.text((x + width + 0.4, y + 0.2), sign, 3.4 if sign == "?" else 2.2, deep(colour), anchor="lm")


def _strike(canvas: Canvas, centres: Sequence[Point], number: str) -> None:
    """Draw a line through four cells, or round a block of them, with a number where it begins."""
    (x0, y0), (x1, y1) = centres[0], centres[-1]
    is_block = any((x1 - x0) * (y - y0) != (y1 - y0) * (x - x0) for x, y in centres)
    if is_block:
        ordered = [centres[0], centres[1], centres[3], centres[2]]
        canvas.line(ordered, 2 * _LINE, RED, closed=True)
        canvas.badge(centres[0], number, RED)
        return
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    pitch = length / (len(centres) - 1)
    along = (x1 - x0) / length * 0.46 * pitch, (y1 - y0) / length * 0.46 * pitch
    start, end = (x0 - along[0], y0 - along[1]), (x1 + along[0], y1 + along[1])
    canvas.line((start, end), 2 * _LINE, RED)
    canvas.badge(start, number, RED)


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
    rows = 2 + sum(len(lines) for _, lines in told)
    base = canvas.extend(step * rows + 6.0) + 2.0 + step
    canvas.text((left, base), title, _LEGEND, _TEXT)
    base += step
    at = left
    for dashed, words in entries:
        colour = AMBER if dashed else GREEN
        canvas.line(((at, base - 1.2), (at + 9, base - 1.2)), _LINE, colour, dashed=dashed)
        canvas.text((at + 11, base), words, _LEGEND, _TEXT, weight=400)
        at += 11 + canvas.width(words, _LEGEND) + 8
    for number, (one, lines) in enumerate(told, 1):
        canvas.badge((left + 4.5, base + step - 1.2), _badge_text(one, number), RED, small=True)
        for line in lines:
            base += step
            canvas.text((left + 11, base), line, _LEGEND, _TEXT, weight=400)
    return canvas.finished()
