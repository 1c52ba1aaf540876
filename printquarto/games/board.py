"""The 4×4 board: its cells and the alignments of four. Knows no shapes and no rules.

Columns are ``a`` to ``d`` from left to right, rows ``1`` to ``4`` from top to bottom, as printed on
the sheets. Board order is row by row: a1 b1 c1 d1 a2 … d4.
"""

from __future__ import annotations

from dataclasses import dataclass

SIZE = 4
COLUMNS = "abcd"
ROWS = "1234"


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One cell. Take cells from ``CELLS``, each equal to itself alone; ``index`` is its place there."""

    index: int
    name: str

    @property
    def column(self) -> int:
        """The column, 0 to 3 from the left."""
        return self.index % SIZE

    @property
    def row(self) -> int:
        """The row, 0 to 3 from the top."""
        return self.index // SIZE

    def __str__(self) -> str:
        return self.name


CELLS: tuple[Cell, ...] = tuple(
    Cell(row * SIZE + column, COLUMNS[column] + ROWS[row]) for row in range(SIZE) for column in range(SIZE)
)
CELL_BY_NAME: dict[str, Cell] = {cell.name: cell for cell in CELLS}


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Four cells that can hold a Quarto, in board order; each of the nineteen is equal to itself alone.

    ``words`` says which one it is, as ``column c``.
    """

    cells: tuple[Cell, Cell, Cell, Cell]
    words: str
    block: bool = False

    @property
    def name(self) -> str:
        """The two end cells; for a block the two opposite corners that come first and last.

        >>> LINES[9].name
        'd1-a4'
        """
        return f"{self.cells[0]}-{self.cells[-1]}"


def _alignment(indices: list[int], words: str, block: bool = False) -> Alignment:
    first, second, third, fourth = (CELLS[index] for index in sorted(indices))
    return Alignment((first, second, third, fourth), words, block)


def _lines() -> tuple[Alignment, ...]:
    span = range(SIZE)
    rows = [_alignment([row * SIZE + k for k in span], f"row {ROWS[row]}") for row in span]
    columns = [_alignment([k * SIZE + column for k in span], f"column {COLUMNS[column]}") for column in span]
    falling = _alignment([k * (SIZE + 1) for k in span], "the diagonal a1–d4")
    rising = _alignment([(k + 1) * (SIZE - 1) for k in span], "the diagonal d1–a4")
    return (*rows, *columns, falling, rising)


def _block(corner: int) -> Alignment:
    indices = [corner, corner + 1, corner + SIZE, corner + SIZE + 1]
    return _alignment(indices, f"the block {CELLS[indices[0]]}–{CELLS[indices[3]]}", block=True)


LINES: tuple[Alignment, ...] = _lines()
"""The ten lines: four rows, four columns, two diagonals."""

BLOCKS: tuple[Alignment, ...] = tuple(
    _block(row * SIZE + column) for row in range(SIZE - 1) for column in range(SIZE - 1)
)
"""The nine 2×2 blocks, in the order of their top left cells."""


def by_names(alignment: Alignment) -> tuple[str, ...]:
    """Give what alignments are sorted by wherever several are named: the names of their cells."""
    return tuple(cell.name for cell in alignment.cells)


COUNTED: dict[bool, tuple[Alignment, ...]] = {
    False: tuple(sorted(LINES, key=by_names)),
    True: tuple(sorted(LINES + BLOCKS, key=by_names)),
}
"""The alignments that count without and with the 2×2 blocks, in the order of their names."""


def alignments_through(cell: Cell, squares: bool) -> tuple[Alignment, ...]:
    """Give the alignments that hold a cell, in the order of their names; ``squares`` adds the blocks."""
    return _THROUGH[squares][cell.index]


_THROUGH: dict[bool, tuple[tuple[Alignment, ...], ...]] = {
    squares: tuple(tuple(one for one in COUNTED[squares] if cell in one.cells) for cell in CELLS)
    for squares in (False, True)
}

ALIGNMENT_BY_CELLS: dict[frozenset[Cell], Alignment] = {
    frozenset(alignment.cells): alignment for alignment in LINES + BLOCKS
}


def alignment_between(shown: tuple[Cell, ...]) -> Alignment | None:
    """Find the alignment that was shown by its two end cells, two opposite corners of a block, or all four.

    Gives None where the cells are no alignment.

    >>> alignment_between((CELLS[12], CELLS[3])).words
    'the diagonal d1–a4'
    >>> alignment_between((CELLS[1], CELLS[4])).name
    'a1-b2'
    """
    return _BY_ENDS.get(frozenset(shown)) or ALIGNMENT_BY_CELLS.get(frozenset(shown))


def _ends(alignment: Alignment) -> list[frozenset[Cell]]:
    first, second, third, fourth = alignment.cells
    ends = [frozenset((first, fourth))]
    return [*ends, frozenset((second, third))] if alignment.block else ends


_BY_ENDS: dict[frozenset[Cell], Alignment] = {
    ends: alignment for alignment in LINES + BLOCKS for ends in _ends(alignment)
}
