"""A game as it is written down: tags, turns or a final position, a result. Judges nothing.

Every turn knows its place in the text, so that a finding can point at it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from printquarto.errors import NotationError
from printquarto.games.board import Cell, alignment_between
from printquarto.games.danish import Point
from printquarto.games.shape import Shape
from printquarto.notation.diagnostic import Span


class Unread(Enum):
    """A shape or cell that could not be read, written ``?``."""

    UNREAD = "?"

    def __str__(self) -> str:
        return "?"


UNREAD = Unread.UNREAD

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))


def read_result(text: str) -> str:
    """Read a result, with dashes of any length and ½ for 1/2. Raises NotationError.

    >>> read_result("½–½")
    '1/2-1/2'
    """
    result = "".join(text.translate(_DASHES).replace("½", "1/2").split()).replace("--", "-")
    if result not in RESULTS:
        raise NotationError(f"{text!r} is no result: expected 1-0, 0-1, 1/2-1/2 or *.")
    return result


class Turn(NamedTuple):
    """One turn as written, or what stands in its place.

    A drawn shape has ``shape`` and ``cell``. A call by the receiver has no cell, ``call`` set, and a shape
    only where one is named. A last shape that was handed over has neither cell nor call. ``shown`` holds the
    cells of the alignment shown with a call: its two ends, or the cells as written where they are no
    alignment. ``number`` is the number that was written.
    """

    shape: Shape | Unread | None
    cell: Cell | Unread | None
    call: bool = False
    shown: tuple[Cell, ...] = ()
    number: int | None = None
    line: int = 1
    column: int = 1
    width: int = 1

    @property
    def span(self) -> Span:
        """The place of the turn in the text; its first line where it runs over several."""
        return Span(self.line, self.column, self.width)

    @property
    def is_drawn(self) -> bool:
        """Say whether a shape was drawn, and so whether the entry uses up a turn."""
        return self.cell is not None

    @property
    def shown_text(self) -> str | None:
        """The alignment shown, as ``a1-d4``, or None."""
        return "-".join(cell.name for cell in self.shown) or None


class DanishTurn(NamedTuple):
    """One turn of Danish Quarto as written: a man placed (no ``origin``) or moved, or a pass (neither)."""

    origin: Point | None
    target: Point | None
    captured: Point | None = None
    line: int = 1
    column: int = 1
    width: int = 1

    @property
    def span(self) -> Span:
        """The place of the turn in the text."""
        return Span(self.line, self.column, self.width)

    @property
    def move_text(self) -> str:
        """The turn without its capture, as ``d4``, ``d4-d5`` or ``--``."""
        if self.target is None:
            return "--"
        return f"{self.origin}-{self.target}" if self.origin is not None else str(self.target)

    def __str__(self) -> str:
        return self.move_text + (f"x{self.captured}" if self.captured is not None else "")


QUARTO, DANISH = "quarto", "danish-quarto"


def as_shown(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Give the cells of an alignment shown as its two ends in board order; other cells stay as they are."""
    alignment = alignment_between(cells)
    return cells if alignment is None else (alignment.cells[0], alignment.cells[-1])


Occupant = Shape | Unread | None


@dataclass(frozen=True, slots=True)
class Record:
    """One game that could be read.

    ``position`` holds the sixteen cells in board order where the text gives a final position instead of
    turns. ``result`` is what stands behind the turns, None where nothing does. ``line`` is where the game
    starts, ``lines`` the text from there on, for showing the place of a finding; ``result_span`` is the place
    of the result or of its tag, ``spans`` those of the cells of a position, ``remarks`` those of
    remarks behind ``;`` that hold whole turns, which somebody may have meant to be read.
    """

    tags: dict[str, str]
    turns: tuple[Turn, ...] | tuple[DanishTurn, ...] = ()
    position: tuple[Occupant, ...] | None = None
    result: str | None = None
    line: int = field(default=1, compare=False)
    lines: list[str] = field(default_factory=list, compare=False, repr=False)
    result_span: Span | None = field(default=None, compare=False)
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    remarks: tuple[Span, ...] = field(default=(), compare=False, repr=False)

    @property
    def game(self) -> str:
        """The game that is recorded: ``quarto`` or ``danish-quarto``."""
        return self.tags.get("Game", QUARTO).strip().lower()

    @property
    def written_result(self) -> str | None:
        """The result behind the turns, or else that of the ``Result`` tag."""
        if self.result is not None:
            return self.result
        tag = self.tags.get("Result")
        return read_result(tag) if tag is not None else None

    def source(self, line: int) -> str:
        """Give a line of the text that the record was read from, by its number in the file."""
        place = line - self.line
        return self.lines[place] if 0 <= place < len(self.lines) else ""

    def same_game(self, other: Record) -> bool:
        """Say whether two records hold the same game, wherever and however each is written."""
        return self._game() == other._game()

    def _game(self) -> tuple[object, ...]:
        turns = [turn[:4] if isinstance(turn, Turn) else turn[:3] for turn in self.turns]
        return self.tags, turns, self.position, self.result


@dataclass(frozen=True, slots=True)
class Broken:
    """One game that could not be read: where reading stopped, what was expected there, and the line."""

    message: str
    span: Span
    source: str
    line: int
    tags: dict[str, str] = field(default_factory=dict)
