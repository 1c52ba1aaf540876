"""The puzzles of a worksheet: what a pupil is given, and the answer. Knows neither their making nor paper.

Kinds, fields and JSON as in the worksheet specification, section "Puzzles". All are frozen values: what is
asked stands in the fields before the answer, the answer in the last ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from printquarto.check.json_report import alignment_object, rules_object
from printquarto.games.board import Cell
from printquarto.games.quarto import Position, Quarto, Rules
from printquarto.games.shape import CORNERS, SHAPES, Shape

KINDS = ("shapes", "spot", "win", "safe", "missed", "force")
"""The kinds of puzzles, from the first lesson to the last."""

LEVELS = ("easy", "medium", "hard")

Board = tuple[Shape | None, ...]
"""What stands in each of the sixteen cells, in board order; None for an empty one."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of any kind: its level, and the rules by which its answer holds."""

    kind: ClassVar[str]
    level: str
    rules: Rules

    def as_json(self) -> dict[str, Any]:
        """Give the object of the worksheet specification."""
        head = {"kind": self.kind, "level": self.level, "rules": rules_object(self.rules)}
        return {**head, **self._task(), "answer": self._answer()}

    def _task(self) -> dict[str, Any]:
        raise NotImplementedError

    def _answer(self) -> dict[str, Any]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class BoardPuzzle(Puzzle):
    """A puzzle about one board."""

    board: Board

    @property
    def left(self) -> tuple[Shape, ...]:
        """The shapes that are not on the board, by number; a shape in hand is one of them."""
        return tuple(shape for shape in SHAPES if shape not in self.board)

    @property
    def position(self) -> Position:
        """The board as the rules take it."""
        return position_of(self.board)

    def _task(self) -> dict[str, Any]:
        return {"board": [shape.corners if shape is not None else None for shape in self.board]}


class Win(NamedTuple):
    """A cell where the given shape makes a Quarto, and the Quartos that it makes there."""

    cell: Cell
    quartos: tuple[Quarto, ...]


@dataclass(frozen=True, slots=True)
class WinPuzzle(BoardPuzzle):
    """``win``: mark every cell where the given shape makes a Quarto; the wins are in board order."""

    kind: ClassVar[str] = "win"
    given: Shape
    wins: tuple[Win, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells to mark."""
        return tuple(win.cell for win in self.wins)

    def _task(self) -> dict[str, Any]:
        return {**BoardPuzzle._task(self), "given": self.given.corners}

    def _answer(self) -> dict[str, Any]:
        return {"cells": [cell.name for cell in self.cells]}


@dataclass(frozen=True, slots=True)
class SafePuzzle(BoardPuzzle):
    """``safe``: mark every shape left that gives the opponent no Quarto at once; the shapes are by number."""

    kind: ClassVar[str] = "safe"
    shapes: tuple[Shape, ...]

    def _answer(self) -> dict[str, Any]:
        return {"shapes": [shape.corners for shape in self.shapes]}


@dataclass(frozen=True, slots=True)
class SpotPuzzle(BoardPuzzle):
    """``spot``: find every Quarto and the corners that it shares; those are in the order of their names."""

    kind: ClassVar[str] = "spot"
    quartos: tuple[Quarto, ...]

    def _answer(self) -> dict[str, Any]:
        return {"alignments": [alignment_object(quarto) for quarto in self.quartos]}


@dataclass(frozen=True, slots=True)
class ForcePuzzle(BoardPuzzle):
    """``force``: the one cell for the given shape, and the shapes to hand over, so that every reply loses.

    The shapes are by number.
    """

    kind: ClassVar[str] = "force"
    given: Shape
    cell: Cell
    hand_over: tuple[Shape, ...]

    def _task(self) -> dict[str, Any]:
        return {**BoardPuzzle._task(self), "given": self.given.corners}

    def _answer(self) -> dict[str, Any]:
        return {"cell": self.cell.name, "hand_over": [shape.corners for shape in self.hand_over]}


class Drawing(NamedTuple):
    """One turn of a game: a shape drawn in a cell."""

    shape: Shape
    cell: Cell


@dataclass(frozen=True, slots=True)
class MissedPuzzle(Puzzle):
    """``missed``: find the turn at which a Quarto was made and not called.

    ``drawings`` are the turns in order, ``record`` the game in canonical text. ``turn`` counts from 1;
    ``quartos`` are those that it made, in the order of their names.
    """

    kind: ClassVar[str] = "missed"
    drawings: tuple[Drawing, ...]
    record: str
    turn: int
    quartos: tuple[Quarto, ...]

    def board_after(self, turn: int) -> Board:
        """Give the board after a turn, 0 for the empty one."""
        stands = {drawing.cell.index: drawing.shape for drawing in self.drawings[:turn]}
        return tuple(stands.get(index) for index in range(16))

    def _task(self) -> dict[str, Any]:
        return {"record": self.record}

    def _answer(self) -> dict[str, Any]:
        return {"turn": self.turn, "alignments": [alignment_object(quarto) for quarto in self.quartos]}


FORMS = ("words", "attributes", "number")
"""The ways to name a shape in a match: its corner words, its attribute words, its binary number."""


class Label(NamedTuple):
    """What names a shape beside a match: the shape that it means, and the form, one of ``FORMS``."""

    shape: Shape
    form: str

    @property
    def json_text(self) -> str:
        """The label without words of any one language but those of the shape specification.

        >>> [Label(SHAPES[6], form).json_text for form in FORMS]
        ['tl-out tr-in br-in bl-out', 'light-short-round-solid', '0110']
        """
        if self.form == "words":
            return " ".join(f"{one.name}-{'in' if self.shape.is_in(one) else 'out'}" for one in CORNERS)
        return self.shape.bits if self.form == "number" else "-".join(self.shape.words)


@dataclass(frozen=True, slots=True)
class ShapesPuzzle(Puzzle):
    """``shapes``: join shapes with their labels, and draw those of the sixteen that the set does not show.

    ``shown`` is the set in the order in which it is printed. ``shapes`` and ``labels`` are the two columns of
    the match, each from the top: every label means one shape beside it. ``missing`` is by number; with it
    the set is complete.
    """

    kind: ClassVar[str] = "shapes"
    shown: tuple[Shape, ...]
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...]
    missing: tuple[Shape, ...]

    @property
    def matches(self) -> tuple[int, ...]:
        """For each shape of the match the place of its label, from 0."""
        places = {label.shape: place for place, label in enumerate(self.labels)}
        return tuple(places[shape] for shape in self.shapes)

    def _task(self) -> dict[str, Any]:
        match = {
            "shapes": [shape.corners for shape in self.shapes],
            "labels": [label.json_text for label in self.labels],
        }
        return {"set": [shape.corners for shape in self.shown], "match": match}

    def _answer(self) -> dict[str, Any]:
        return {
            "missing": [shape.corners for shape in self.missing],
            "labels": [self.labels[place].json_text for place in self.matches],
        }


def position_of(board: Board) -> Position:
    """Give a board as the rules take it."""
    codes = tuple(shape.code if shape is not None else 0 for shape in board)
    return Position(codes, sum(1 << index for index, shape in enumerate(board) if shape is not None))
