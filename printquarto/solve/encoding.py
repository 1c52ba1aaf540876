"""Positions as ints, for the search alone.

A *state* is what stands between two turns, a shape just drawn and the next one not yet handed over. It is
one int: from the lowest bit on, for each line the properties that its shapes still have in common (eight
bits, none once the line is full or dead), then a bit for each empty cell, then one for each shape left.
Drawing a shape is one AND.
"""

from __future__ import annotations

import functools

from printquarto.games.board import CELLS
from printquarto.games.quarto import Position, Rules
from printquarto.games.shape import SHAPES


def _members() -> tuple[tuple[int, ...], ...]:
    members: list[tuple[int, ...]] = [()]
    for index in range(16):
        members += [(*lower, index) for lower in members]
    return tuple(members)


INDICES: tuple[tuple[int, ...], ...] = _members()
"""For each set of shapes or cells its members."""

SAFE: tuple[int, ...] = tuple(
    sum(1 << shape.number for shape in SHAPES if not shape.code & wanted) for wanted in range(256)
)
"""For each set of properties the shapes that have none of them."""


class Encoding:
    """The masks under one set of rules.

    ``alive`` covers the properties of all lines; ``drawn[shape][cell]`` keeps what is left of a state when a
    shape is drawn in a cell; the empty cells begin at bit ``empty_at``, the shapes left at ``left_at``.
    """

    def __init__(self, rules: Rules) -> None:
        self.lines = tuple(sum(1 << cell.index for cell in line.cells) for line in rules.alignments)
        self.empty_at = 8 * len(self.lines)
        self.left_at = self.empty_at + 16
        self.length = (self.left_at + 16) // 8
        self.alive = (1 << self.empty_at) - 1
        self.drawn = tuple(
            tuple(self._kept(shape.number, shape.code, cell.index) for cell in CELLS) for shape in SHAPES
        )
        self._start = 0xFFFFFFFF << self.empty_at | sum(
            rules.counted << 8 * place for place in range(len(self.lines))
        )

    def _kept(self, number: int, code: int, cell: int) -> int:
        lost = 1 << self.empty_at + cell | 1 << self.left_at + number
        for place, cells in enumerate(self.lines):
            if cells >> cell & 1:
                lost |= (0xFF & ~code) << 8 * place
        return ((1 << self.left_at + 16) - 1) & ~lost

    def state(self, position: Position) -> int:
        """Give the state of a position; a line that is full is dead, whatever stands in it."""
        state = self._start
        for cell in CELLS:
            if not position.is_free(cell):
                state &= self.drawn[position.codes[cell.index] & 15][cell.index]
        for place, cells in enumerate(self.lines):
            if position.filled & cells == cells:
                state &= ~(0xFF << 8 * place)
        return state

    def safe(self, state: int) -> int:
        """Give the shapes left with which no Quarto can be made at once."""
        open_lines = state & self._open_lines(state >> self.empty_at & 0xFFFF)
        return self.safe_from(open_lines) & state >> self.left_at

    def safe_from(self, open_lines: int) -> int:
        """Give the shapes that complete none of the lines in which one cell is empty."""
        wanted, rest = 0, open_lines
        while rest:
            wanted |= rest & 0xFF
            rest >>= 8
        return SAFE[wanted]

    def moves(self, empty: int) -> tuple[tuple[int, int], ...]:
        """Give each empty cell with a mask over the lines that have one empty cell when it is filled."""
        return tuple((cell, self._open_lines(empty ^ 1 << cell)) for cell in INDICES[empty])

    def _open_lines(self, empty: int) -> int:
        mask = 0
        for place, cells in enumerate(self.lines):
            if (cells & empty).bit_count() == 1:
                mask |= 0xFF << 8 * place
        return mask


@functools.cache
def encoding_of(rules: Rules) -> Encoding:
    """Give the encoding for rules, made once."""
    return Encoding(rules)
