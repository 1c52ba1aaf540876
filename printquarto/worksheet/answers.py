"""What is true of a board: where a shape wins, which shapes are safe. Knows no levels and no chance."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from printquarto.games.board import CELLS, COUNTED, Alignment, Cell
from printquarto.games.quarto import Position, Rules
from printquarto.games.shape import SHAPES, Shape
from printquarto.worksheet.puzzle import Win


@functools.cache
def _masks(squares: bool) -> tuple[tuple[int, Alignment], ...]:
    """Give the alignments that count, each with a bit for each of its cells."""
    return tuple((sum(1 << cell.index for cell in one.cells), one) for one in COUNTED[squares])


def wins(position: Position, given: Shape, rules: Rules) -> tuple[Win, ...]:
    """Give every cell where a shape makes a Quarto, with the Quartos that it makes there, in board order."""
    return tuple(
        Win(cell, position.place(given, cell).quartos_through(cell, rules))
        for cell in CELLS
        if position.is_free(cell) and position.completed_by(given, cell, rules)
    )


def open_lines(position: Position, rules: Rules) -> Iterator[tuple[Alignment, Cell]]:
    """Give the alignments with one free cell, and that cell."""
    filled = position.filled
    for mask, alignment in _masks(rules.squares):
        free = mask & ~filled
        if free and not free & free - 1:
            yield alignment, CELLS[free.bit_length() - 1]


def wanted_in(position: Position, rules: Rules) -> dict[Cell, int]:
    """Give the free cells that fill an alignment, and the properties with which a shape makes a Quarto there.

    The properties are bits of a shape's code; there are none where no Quarto can stand.
    """
    found: dict[Cell, int] = {}
    codes = position.codes
    for alignment, free in open_lines(position, rules):
        shared = rules.counted
        for cell in alignment.cells:
            if cell is not free:
                shared &= codes[cell.index]
        found[free] = found.get(free, 0) | shared
    return found


def wanted(position: Position, rules: Rules) -> int:
    """Give the properties with which a shape makes a Quarto somewhere, as bits of a shape's code."""
    found = 0
    for shared in wanted_in(position, rules).values():
        found |= shared
    return found


def safe_shapes(position: Position, left: tuple[Shape, ...], rules: Rules) -> tuple[Shape, ...]:
    """Give the shapes left with which the opponent makes no Quarto at once, by number."""
    lost = wanted(position, rules)
    return tuple(shape for shape in left if not shape.code & lost)


def full_lines(position: Position, rules: Rules) -> int:
    """Count the alignments whose cells are all filled."""
    return sum(position.filled & mask == mask for mask, _ in _masks(rules.squares))


def shapes_left(used: tuple[Shape | None, ...]) -> tuple[Shape, ...]:
    """Give the shapes that are not among those used, by number."""
    return tuple(shape for shape in SHAPES if shape not in used)
