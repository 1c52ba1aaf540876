"""The fields of one board as what they are: cells, boxes of the strip, marks of the tray, the result.

What is unsure keeps all that it may be. Knows no ink, and no order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from printquarto.games.board import CELLS, Cell
from printquarto.games.shape import SHAPE_BY_CORNERS, SHAPES, Shape
from printquarto.photo.reading import FieldReading, Value
from printquarto.photo.strip import ROUND_BITS, TURNS, is_contradictory, shape_of

_LIKELY = 0.05
"""A value of an unsure cell that is less likely is hardly so."""


class Square(NamedTuple):
    """A cell of the board: the shapes that may be drawn on it, and whether it may be empty.

    ``unlikely`` are those of the shapes that are hardly so, and ``is_likely_filled`` says that it is hardly
    empty. ``looks_like`` is the shape that its ink shows, where a person said that it is meant for another.
    """

    cell: Cell
    shapes: frozenset[Shape]
    may_be_empty: bool
    looks_like: Shape | None = None
    unlikely: frozenset[Shape] = frozenset()
    is_likely_filled: bool = False

    @property
    def is_empty(self) -> bool:
        """Say whether nothing is drawn, for sure."""
        return not self.shapes

    @property
    def is_filled(self) -> bool:
        """Say whether something is drawn, for sure."""
        return not self.may_be_empty

    @property
    def shape(self) -> Shape | None:
        """The shape that is drawn, where it is sure."""
        return next(iter(self.shapes)) if self.is_filled and len(self.shapes) == 1 else None


class TurnBox(NamedTuple):
    """A box of the strip: the shapes that it may say, whether it may say none, and the two calls.

    A box with a call alone, or one that says both that no corner is in and that some are, may say several
    shapes though each of its rounds is sure: ``is_odd``. ``call`` and ``claim`` are None where unsure.
    """

    turn: int
    shapes: frozenset[Shape]
    may_be_empty: bool
    call: bool | None = False
    claim: bool | None = False
    is_odd: bool = False

    @property
    def is_empty(self) -> bool:
        """Say whether there is no ink in it, for sure."""
        return self.may_be_empty and not self.shapes

    @property
    def is_filled(self) -> bool:
        """Say whether there is ink in it, for sure."""
        return not self.may_be_empty

    @property
    def shape(self) -> Shape | None:
        """The shape that it says, where that is sure."""
        return next(iter(self.shapes)) if self.is_filled and len(self.shapes) == 1 else None


class BoardFields:
    """The fields of one board, by their names; names that mean nothing to the game are left out.

    ``squares`` are in board order and ``boxes`` in the order of turns, as far as the layout has them.
    """

    def __init__(self, fields: Iterable[FieldReading]) -> None:
        self.fields: Mapping[str, FieldReading] = {field.id: field for field in fields}
        self.squares = [self._square(cell) for cell in CELLS if f"cell.{cell}" in self.fields]
        self.boxes = [
            self._box(turn)
            for turn in range(1, TURNS + 1)
            if any(f"turn.{turn}.{name}" in self.fields for name in ROUND_BITS)
        ]

    def mark(self, name: str) -> bool | None:
        """Give whether a mark is made; None where that is unsure, or there is no such field."""
        field = self.fields.get(name)
        return field.value if field is not None and isinstance(field.value, bool) else None

    def values(self, name: str, every: Iterable[Value]) -> frozenset[Value]:
        """Give all values that a field may have: its own, its alternatives, or any of them."""
        field = self.fields[name]
        if field.value is not None:
            return frozenset([field.value])
        return frozenset(one.value for one in field.alternatives) or frozenset(every)

    def _square(self, cell: Cell) -> Square:
        values = self.values(f"cell.{cell}", ["", *SHAPE_BY_CORNERS])
        shapes = frozenset(SHAPE_BY_CORNERS[str(value)] for value in values if value)
        field = self.fields[f"cell.{cell}"]
        likely = [one.value for one in field.alternatives if one.confidence >= _LIKELY] or [*values]
        return Square(
            cell,
            shapes,
            "" in values,
            SHAPE_BY_CORNERS.get(str(field.overruled)),
            frozenset(shape for shape in shapes if shape.corners not in likely),
            "" not in likely,
        )

    def _box(self, turn: int) -> TurnBox:
        patterns = {0}
        for name, bit in ROUND_BITS.items():
            if f"turn.{turn}.{name}" in self.fields:
                values = self.values(f"turn.{turn}.{name}", [True, False])
                patterns = {pattern | bit * bool(value) for pattern in patterns for value in values}
        call, claim = (self._call(f"turn.{turn}.{name}") for name in ("call", "claim"))
        numbers = {number for pattern in patterns if (number := shape_of(pattern)) is not None}
        both = [pattern for pattern in patterns if is_contradictory(pattern)]
        # A box that says both may mean either; one with a call alone was played, whatever its shape.
        for pattern in both:
            numbers |= {0, pattern & 15}
        is_silent = patterns == {0} and bool(call or claim)
        if is_silent:
            numbers = set(range(len(SHAPES)))
        return TurnBox(
            turn,
            frozenset(SHAPES[number] for number in numbers),
            0 in patterns and not call and not claim,
            call,
            claim,
            is_silent or len(both) == len(patterns),
        )

    def _call(self, name: str) -> bool | None:
        return self.mark(name) if name in self.fields else False
