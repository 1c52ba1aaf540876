"""The rules of Quarto: what counts, what a Quarto is, and how a game goes from turn to turn.

Knows neither records nor faults: a state takes whatever is drawn on a free cell, and says which Quartos
are live. Rules as in the record specification, sections "Rules that a record can be judged by" and
"When a Quarto counts".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from printquarto.games.board import CELLS, COUNTED, Alignment, Cell, alignments_through
from printquarto.games.shape import CORNERS, SHAPES, Corner, Shape, shared_properties

FULL_BOARD = 0xFFFF

_new_tuple = tuple.__new__
"""Makes a named tuple in half the time that its own constructor takes."""

_Others = tuple[Alignment, int, int, int]


def _others(cell: Cell, squares: bool) -> tuple[_Others, ...]:
    rows = []
    for alignment in alignments_through(cell, squares):
        second, third, fourth = (other.index for other in alignment.cells if other is not cell)
        rows.append((alignment, second, third, fourth))
    return tuple(rows)


_OTHERS: dict[bool, tuple[tuple[_Others, ...], ...]] = {
    squares: tuple(_others(cell, squares) for cell in CELLS) for squares in (False, True)
}
"""For each cell the alignments through it, each with the indices of its three other cells."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game is judged by: the corners that count, and whether the 2×2 blocks count beside the lines."""

    features: tuple[Corner, ...] = CORNERS
    squares: bool = False
    counted: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        values = sum(corner.value for corner in self.features)
        object.__setattr__(self, "counted", values | values << 4)

    @property
    def alignments(self) -> tuple[Alignment, ...]:
        """The alignments that count: ten lines, with the blocks nineteen."""
        return COUNTED[self.squares]


PAPER = Rules()
NAMED_RULES: dict[str, Rules] = {
    "paper": PAPER,
    "advanced": Rules(squares=True),
    "junior": Rules(features=CORNERS[:1]),
}


class Quarto(NamedTuple):
    """Four shapes of one alignment with a counted corner in common; ``shared`` names them as ``tl-in``."""

    alignment: Alignment
    shared: tuple[str, ...]


class Position(NamedTuple):
    """What stands on the board: the code of the shape in each cell, and which cells are filled.

    A cell can be filled by a shape that nobody could read: its code is 0, so it joins no alignment.
    """

    codes: tuple[int, ...] = (0,) * 16
    filled: int = 0

    def is_free(self, cell: Cell) -> bool:
        """Say whether a cell is empty."""
        return not self.filled >> cell.index & 1

    def place(self, shape: Shape | None, cell: Cell) -> Position:
        """Give the position with a shape in a free cell; ``None`` for a shape that could not be read."""
        index = cell.index
        code = shape.code if shape is not None else 0
        codes = self.codes
        # Joining slices takes half the time of unpacking them, and the check does this for every turn.
        fields = (codes[:index] + (code,) + codes[index + 1 :], self.filled | 1 << index)  # noqa: RUF005
        return _new_tuple(Position, fields)

    def quartos_through(self, cell: Cell, rules: Rules) -> tuple[Quarto, ...]:
        """Give the Quartos that run through a cell."""
        codes = self.codes
        own = codes[cell.index] & rules.counted
        if not own:
            return ()
        return tuple(
            Quarto(alignment, shared_properties(code))
            for alignment, second, third, fourth in _OTHERS[rules.squares][cell.index]
            if (code := own & codes[second] & codes[third] & codes[fourth])
        )

    def completed_by(self, shape: Shape, cell: Cell, rules: Rules) -> bool:
        """Say whether a shape drawn in a free cell makes a Quarto."""
        codes = self.codes
        own = shape.code & rules.counted
        for _, second, third, fourth in _OTHERS[rules.squares][cell.index]:
            if codes[second] & codes[third] & codes[fourth] & own:
                return True
        return False

    def wins_with(self, shape: Shape, rules: Rules) -> bool:
        """Say whether a shape can be drawn somewhere so that it makes a Quarto."""
        return any(self.is_free(cell) and self.completed_by(shape, cell, rules) for cell in CELLS)

    def quartos(self, rules: Rules) -> tuple[Quarto, ...]:
        """Give all Quartos on the board, in the order of their names."""
        found = []
        for alignment in rules.alignments:
            code = rules.counted
            for cell in alignment.cells:
                code &= self.codes[cell.index]
            if code:
                found.append(Quarto(alignment, shared_properties(code)))
        return tuple(found)


class State(NamedTuple):
    """A game between two turns: the position, how many turns are over, and which Quartos count.

    ``live`` holds the Quartos that the last turn made and that can still be called; ``lapsed`` says whether
    one stands on the board that was not called in time. ``used`` has a bit for each shape that was drawn.
    """

    position: Position = Position()
    turns: int = 0
    live: tuple[Quarto, ...] = ()
    lapsed: bool = False
    used: int = 0

    @property
    def is_full(self) -> bool:
        """Say whether sixteen shapes are on the board, so that nothing more can be handed over."""
        return self.position.filled == FULL_BOARD

    def draw(self, shape: Shape | None, cell: Cell, rules: Rules) -> State:
        """Give the state after a shape was drawn in a free cell: what was live before lapses.

        ``shape`` is None for one that could not be read.
        """
        before = self.position
        after = before.place(shape, cell)
        used = self.used
        live: tuple[Quarto, ...] = ()
        if shape is not None:
            used |= 1 << shape.number
            if before.completed_by(shape, cell, rules):
                live = after.quartos_through(cell, rules)
        return _new_tuple(State, (after, self.turns + 1, live, self.lapsed or self.live != (), used))

    def waste(self) -> State:
        """Give the state after a turn that changed nothing; it still makes a live Quarto lapse."""
        return self._replace(turns=self.turns + 1, live=(), lapsed=self.lapsed or bool(self.live))

    def gifts(self) -> Iterator[Shape]:
        """Give the shapes that can be handed over."""
        return (shape for shape in SHAPES if not self.used >> shape.number & 1)

    def free_cells(self) -> Iterator[Cell]:
        """Give the cells in which a shape can be drawn."""
        return (cell for cell in CELLS if self.position.is_free(cell))
