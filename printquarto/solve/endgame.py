"""The search for the value of an ending, on plain ints. Knows no shapes, cells or budgets by name.

A *state* is what stands between two turns, a shape just drawn and the next one not yet handed over. It is
one int: for each line the properties that its shapes still have in common (eight bits, none once the line is
full or dead), then a bit for each empty cell, then a bit for each shape left. Drawing a shape is one AND.
"""

from __future__ import annotations

import functools
import time

from printquarto.games.board import CELLS
from printquarto.games.quarto import Position, Rules
from printquarto.games.shape import SHAPES

_CLOCK_EVERY = 256
"""Positions searched between two looks at the clock, a few milliseconds."""


class OutOfBudgetError(Exception):
    """The search was stopped as it had used up what it was given."""


class Encoding:
    """The masks by which positions under one set of rules are ints."""

    def __init__(self, rules: Rules) -> None:
        lines = rules.alignments
        self.empty_at = 8 * len(lines)
        self.left_at = self.empty_at + 16
        self.alive = (1 << self.empty_at) - 1
        self.lines = tuple(sum(1 << cell.index for cell in line.cells) for line in lines)
        everything = (1 << self.left_at + 16) - 1
        self.start = everything & ~self.alive
        for place in range(len(lines)):
            self.start |= rules.counted << 8 * place
        self.place = tuple(
            tuple(everything & ~self._lost(shape.number, shape.code, cell.index) for cell in CELLS)
            for shape in SHAPES
        )

    def _lost(self, number: int, code: int, cell: int) -> int:
        """Give the bits that go when a shape is drawn in a cell."""
        lost = 1 << self.empty_at + cell | 1 << self.left_at + number
        for place, cells in enumerate(self.lines):
            if cells >> cell & 1:
                lost |= (0xFF & ~code) << 8 * place
        return lost

    def state(self, position: Position) -> int:
        """Give the state of a position; a line that is full is dead, whatever stands in it."""
        state = self.start
        for cell in CELLS:
            if not position.is_free(cell):
                state &= self.place[position.codes[cell.index] & 15][cell.index]
        for place, cells in enumerate(self.lines):
            if position.filled & cells == cells:
                state &= ~(0xFF << 8 * place)
        return state


@functools.cache
def encoding(rules: Rules) -> Encoding:
    """Give the encoding for rules, made once."""
    return Encoding(rules)


def _indices(bits: int) -> tuple[int, ...]:
    return tuple(index for index in range(16) if bits >> index & 1)


INDICES: tuple[tuple[int, ...], ...] = tuple(_indices(bits) for bits in range(1 << 16))
"""For each set of shapes or cells its members."""

_SAFE: tuple[int, ...] = tuple(
    sum(1 << shape.number for shape in SHAPES if not shape.code & wanted) for wanted in range(256)
)
"""For each set of wanted properties the shapes that have none of them."""


class Endgame:
    """Searches endings under one set of rules, and remembers what it found. Values are for the giver.

    ``searched`` counts the states looked into. Past ``limit`` of them, or past ``deadline`` (seconds of the
    monotonic clock), OutOfBudgetError is raised; what was found until then is kept.
    """

    def __init__(self, rules: Rules) -> None:
        self.encoding = encoding(rules)
        self.searched = 0
        self.limit: int | None = None
        self.deadline: float | None = None
        self._next_look = _CLOCK_EVERY
        self._wins: dict[int, bool] = {}
        self._losses: dict[int, bool] = {}
        self._one_empty: dict[int, int] = {}
        self._safe: dict[int, int] = {}

    def allow(self, positions: int | None, seconds: float | None) -> None:
        """Let the search go on for so many more positions and seconds; None sets no limit."""
        self.limit = None if positions is None else self.searched + positions
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self._next_look = self.searched

    def _look(self) -> None:
        if self.limit is not None and self.searched > self.limit:
            raise OutOfBudgetError
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfBudgetError
        self._next_look = self.searched + _CLOCK_EVERY
        if self.limit is not None:
            self._next_look = min(self._next_look, self.limit)

    def _one_empty_of(self, empty: int) -> int:
        """Give the lines with one empty cell as a mask over their properties."""
        mask = 0
        for place, cells in enumerate(self.encoding.lines):
            if (cells & empty).bit_count() == 1:
                mask |= 0xFF << 8 * place
        self._one_empty[empty] = mask
        return mask

    def safe(self, state: int) -> int:
        """Give the shapes left with which no Quarto can be made at once, as a set of numbers."""
        code = self.encoding
        empty = state >> code.empty_at & 0xFFFF
        mask = self._one_empty.get(empty)
        if mask is None:
            mask = self._one_empty_of(empty)
        open_lines = state & mask
        safe = self._safe.get(open_lines)
        if safe is None:
            rest, wanted = open_lines, 0
            while rest:
                wanted |= rest & 0xFF
                rest >>= 8
            safe = self._safe[open_lines] = _SAFE[wanted]
        return state >> code.left_at & safe

    def wins(self, state: int) -> bool:
        """Say whether who hands over wins."""
        if not state & self.encoding.alive:
            return False
        known = self._wins.get(state)
        if known is not None:
            return known
        self.searched += 1
        if self.searched > self._next_look:
            self._look()
        won = any(self.wins_with(state, shape) for shape in INDICES[self.safe(state)])
        self._wins[state] = won
        return won

    def loses(self, state: int) -> bool:
        """Say whether who hands over loses."""
        if not state & self.encoding.alive:
            return False
        known = self._losses.get(state)
        if known is not None:
            return known
        self.searched += 1
        if self.searched > self._next_look:
            self._look()
        lost = bool(state >> self.encoding.left_at) and all(
            self.loses_with(state, shape) for shape in INDICES[self.safe(state)]
        )
        self._losses[state] = lost
        return lost

    def children(self, state: int, shape: int) -> list[int]:
        """Give the states after a shape was drawn, in each empty cell in turn."""
        rows = self.encoding.place[shape]
        return [state & rows[cell] for cell in INDICES[state >> self.encoding.empty_at & 0xFFFF]]

    def wins_with(self, state: int, shape: int) -> bool:
        """Say whether who hands over this safe shape wins: wherever it is drawn, its drawer loses."""
        unknown = []
        for child in self.children(state, shape):
            known = self._losses.get(child)
            if known is False or not child & self.encoding.alive:
                return False
            if known is None:
                unknown.append((-self.safe(child).bit_count(), child))
        unknown.sort()
        return all(self.loses(child) for _, child in unknown)

    def loses_with(self, state: int, shape: int) -> bool:
        """Say whether who hands over this safe shape loses: somewhere its drawer can draw it and win."""
        unknown = []
        for child in self.children(state, shape):
            known = self._wins.get(child)
            if known:
                return True
            if known is None and (count := self.safe(child).bit_count()):
                unknown.append((count, child))
        unknown.sort()
        return any(self.wins(child) for _, child in unknown)
