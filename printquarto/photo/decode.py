"""From what the ink of each field says to what is read: board, strip and tray together, with the rules.

Decisions follow the sheet specification: rules choose only among the alternatives of a field that is unsure,
never against clear ink; a value is what the ink says, never what the rules imply; a wrong value must never be
sure. Knows no pixels, and writes no record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from printquarto.games.board import CELLS
from printquarto.games.shape import SHAPE_BY_CORNERS, SHAPES
from printquarto.photo.chart import Chart, kind_of
from printquarto.photo.explanation import NO_MARK, Doubt, Sighting, TrayMark, Variable, weigh
from printquarto.photo.mistakes import EMPTY, HIDDEN
from printquarto.photo.reading import (
    BY_ANSWER,
    BY_INK,
    BY_RULE,
    SURE,
    SURE_FROM,
    UNSURE,
    Alternative,
    Evidence,
    FieldReading,
    Value,
)
from printquarto.photo.strip import ROUND_BITS, TURNS, shape_of

FieldKey = tuple[int, str]
"""The board of a field, counted from 1, and its name."""

LEAST_ALTERNATIVE = 0.01
"""Values that are less likely are no alternatives."""

MOST_UNSURE = 0.99
"""The confidence of an unsure field and of its alternatives at the most, whatever the ink says."""

RULED_FROM = 0.995
"""The probability from which the rules decide: stricter than the ink, as they see less than it shows."""

NEVER_RULED = ("two-marks", "covered", "outside", "struck")
"""Reasons that only a person can settle: what was corrected, hidden or struck out may be anything."""

_INK_FROM = 0.65
"""The chance that the ink itself must give a value that the rules take. On 3,800 simulated sheets, a fifth
with mistakes of their players, the rules had 3 in 10,000 fields wrong above it and 16 in 10,000 below."""

_MARKED = 0.5
"""The chance from which a mark counts where it is only asked whether there are any."""

_HIDDEN_UNDER = 0.2
"""Where no value is likelier nothing is seen that could be weighed."""

_RESIDUAL = 1e-4
"""Less likely values of clear ink are not weighed."""

_LEAST_FORGOTTEN, _MOST_FORGOTTEN = 0.03, 0.5
_STRAY = 0.01
"""How often an arrow or a box of the tray is forgotten at least, and at most, and how often it is marked for
a shape that nobody handed over."""

_DIFFERING = (0.6, 0.6), (0.2, 0.8)
"""How often an arrow, and a box, is marked for a shape that is only in the strip, and only on the board."""


def decode(
    evidence: Sequence[Evidence], chart: Chart, answers: Mapping[FieldKey, Value] | None = None
) -> tuple[FieldReading, ...]:
    """Read every field of a chart, in its order. ``answers`` are what a person said, and overrule the ink.

    A field of the chart without evidence is unsure, as outside the picture.
    """
    answers = answers or {}
    seen = {(one.board, one.id): one for one in evidence}
    overruled = {
        key: seen[key].best for key, value in answers.items() if key in seen and seen[key].best != value
    }
    for key, value in answers.items():
        seen[key] = Evidence(*key, {value: 1.0}, None, True)
    ruled: dict[FieldKey, tuple[Value, float]] = {}
    for board in dict.fromkeys(field.board for field in chart.fields):
        fields = {name: one for (number, name), one in seen.items() if number == board}
        if any(_may_be_ruled(one) for one in fields.values()):
            found = _ruled(_Board(fields, [one.field.id for one in chart.fields if one.board == board]))
            ruled |= {(board, name): value for name, value in found.items()}
    readings = []
    for place in chart.fields:
        key = (place.board, place.field.id)
        if key not in seen:
            readings.append(FieldReading(*key, None, 0.0, UNSURE, reason="outside"))
        elif key in answers:
            answered = FieldReading(*key, answers[key], 1.0, SURE, BY_ANSWER)
            readings.append(answered._replace(overruled=overruled.get(key)))
        elif key in ruled:
            readings.append(FieldReading(*key, *ruled[key], SURE, BY_RULE))
        else:
            readings.append(_by_ink(seen[key]))
    return tuple(readings)


def is_clear(one: Evidence) -> bool:
    """Say whether the ink of a field alone says its value."""
    return one.reason is None and one.chances[one.best] >= SURE_FROM


def alternatives(one: Evidence) -> tuple[Alternative, ...]:
    """Give the values that an unsure field may have, the likeliest first: two at least, or none.

    With a single one there would be nothing to ask. Where the ink leaves only one, the other value of a mark
    is added; for a cell that nothing is drawn, as what made it unsure may be all that is there. Where just
    that is said, any shape may be hidden.
    """
    ordered = sorted(one.chances.items(), key=lambda pair: -pair[1])
    likely = [pair for pair in ordered if pair[1] >= LEAST_ALTERNATIVE]
    if len(likely) == 1:
        other: Value = not likely[0][0] if isinstance(likely[0][0], bool) else ""
        likely = [*likely, (other, 1 - MOST_UNSURE)] if other != likely[0][0] else []
    return tuple(Alternative(value, round(min(chance, MOST_UNSURE), 6)) for value, chance in likely)


def _by_ink(one: Evidence) -> FieldReading:
    chance = one.chances[one.best]
    if is_clear(one):
        return FieldReading(one.board, one.id, one.best, chance, SURE)
    reason = one.reason or "unclear"
    chance = min(chance, MOST_UNSURE)
    return FieldReading(one.board, one.id, None, chance, UNSURE, BY_INK, reason, alternatives(one))


def _may_be_ruled(one: Evidence) -> bool:
    return not is_clear(one) and one.reason not in NEVER_RULED and kind_of(one.id) is not None


class _Seen(NamedTuple):
    """The likeliest value of a cell or of a box, whether it is clear, and all its options in their order."""

    value: int
    is_clear: bool
    options: tuple[tuple[int, float], ...]


class _Board:
    """The evidence of one board, put together as the explanations want it."""

    def __init__(self, fields: Mapping[str, Evidence], names: Iterable[str]) -> None:
        self.fields = fields
        self.names = frozenset(names)
        self.cells = [self._cell(f"cell.{cell}") for cell in CELLS]
        self.boxes = [self._box(turn) for turn in range(1, TURNS + 1)]
        self.is_strip_used = any(
            one.chances.get(True, 0) >= _MARKED
            for name, one in fields.items()
            if name.startswith("turn.") and name.split(".")[2] in ROUND_BITS
        )
        self.arrows = self._marks("arrow", _DIFFERING[0])
        self.used = self._marks("used", _DIFFERING[1])

    def _cell(self, name: str) -> _Seen:
        one = self.fields.get(name)
        if one is None:
            return _Seen(HIDDEN if name in self.names else EMPTY, True, ())
        options = [
            (EMPTY if value == "" else SHAPE_BY_CORNERS[str(value)].number, chance)
            for value, chance in one.chances.items()
        ]
        return _seen(options, is_clear(one), one.reason in ("covered", "outside"))

    def _box(self, turn: int) -> _Seen:
        """Give the patterns that the rounds of a box allow together."""
        options = [(0, 1.0)]
        clear, hidden = True, 0
        for name, bit in ROUND_BITS.items():
            one = self.fields.get(f"turn.{turn}.{name}")
            if one is None:
                hidden += f"turn.{turn}.{name}" in self.names
                continue
            clear = clear and is_clear(one)
            filled = one.chances.get(True, 0.0)
            options = [
                (pattern | bit * is_filled, chance * share)
                for pattern, chance in options
                for is_filled, share in ((False, 1 - filled), (True, filled))
                if chance * share > 0
            ]
        return _seen(options, clear and not hidden, is_hidden=hidden > 0)

    def _marks(self, kind: str, differing: tuple[float, float]) -> tuple[TrayMark, ...]:
        """Give the marks of the tray of one kind; all say nothing where none is made, or none is printed."""
        found = [self.fields.get(f"tray.{number}.{kind}") for number in range(len(SHAPES))]
        if not any(one is not None and one.chances.get(True, 0) >= _MARKED for one in found):
            return (NO_MARK,) * len(SHAPES)
        standing = {cell.value for cell in self.cells if cell.is_clear}
        kept = [one.best for number, one in enumerate(found) if number in standing and one and is_clear(one)]
        forgotten = (kept.count(False) + 1) / (len(kept) + 20)
        marked = 1 - min(max(forgotten, _LEAST_FORGOTTEN), _MOST_FORGOTTEN)
        rates = (_STRAY, differing[0], differing[1], marked)
        return tuple(
            NO_MARK
            if one is None
            else TrayMark(one.chances.get(True, 0.0), one.chances.get(False, 0.0), rates)
            for one in found
        )

    def sighting(self) -> Sighting:
        """Put together what is weighed: what is unsure, and what clear ink may be after all."""
        variables: list[Variable] = []
        doubts: list[Doubt] = []
        for is_cell, places in ((True, self.cells), (False, self.boxes if self.is_strip_used else ())):
            for place, seen in enumerate(places):
                if seen.is_clear:
                    doubts += _doubts(is_cell, place, seen)
                elif seen.options:
                    variables.append(Variable(is_cell, place, seen.options))
        return Sighting(
            tuple(cell.value for cell in self.cells),
            tuple(box.value for box in self.boxes) if self.is_strip_used else None,
            self.arrows,
            self.used,
            tuple(variables),
            tuple(doubts),
        )


def _seen(options: list[tuple[int, float]], clear: bool, is_hidden: bool) -> _Seen:
    likeliest = tuple(sorted((pair for pair in options if pair[1] > 0), key=lambda pair: -pair[1]))
    if is_hidden or likeliest[0][1] < _HIDDEN_UNDER:
        return _Seen(HIDDEN, False, ())
    return _Seen(likeliest[0][0], clear, likeliest)


def _doubts(is_cell: bool, place: int, seen: _Seen) -> Iterator[Doubt]:
    """Give the other values that a clear cell or box may have."""
    for value, chance in seen.options[1:]:
        if chance >= _RESIDUAL:
            pair = (seen.value, value) if is_cell else (shape_of(seen.value), shape_of(value))
            shapes = frozenset(number for number in pair if number is not None and number >= 0)
            yield Doubt(is_cell, place, value, shapes, chance / seen.options[0][1])


def _ruled(board: _Board) -> dict[str, tuple[Value, float]]:
    """Give what the rules decide: for the name of each such field its value and how likely it is."""
    sighting = board.sighting()
    weighing = weigh(sighting)
    chances: dict[str, dict[Value, float]] = {}
    for variable, values in zip(sighting.variables, weighing.values, strict=True):
        if variable.is_cell:
            chances[f"cell.{CELLS[variable.place]}"] = {
                "" if value == EMPTY else SHAPES[value].corners: chance for value, chance in values.items()
            }
            continue
        for name, bit in ROUND_BITS.items():
            filled = sum(chance for pattern, chance in values.items() if pattern & bit)
            bare = sum(chance for pattern, chance in values.items() if not pattern & bit)
            chances[f"turn.{variable.place + 1}.{name}"] = {True: filled, False: bare}
    for kind, marks, marked in (
        ("arrow", sighting.arrows, weighing.arrows),
        ("used", sighting.used, weighing.used),
    ):
        for number, (mark, chance) in enumerate(zip(marks, marked, strict=True)):
            if mark is not NO_MARK:
                chances[f"tray.{number}.{kind}"] = {True: chance, False: 1 - chance}
    found = {}
    for name, one in board.fields.items():
        if name in chances and _may_be_ruled(one):
            decided = _choice(one, chances[name])
            if decided is not None:
                found[name] = decided
    return found


def _choice(one: Evidence, chances: Mapping[Value, float]) -> tuple[Value, float] | None:
    """Give the value that the rules choose, None where they are not sure or the ink does not speak for it."""
    value = max(chances, key=lambda value: chances[value])
    ink = one.chances.get(value, 0.0)
    if chances[value] < RULED_FROM or ink < _INK_FROM:
        return None
    return value, min(chances[value], 1.0)
