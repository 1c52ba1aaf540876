"""The value of a position with best play: for the player with a shape in hand, or for who hands one over.

Rules as in the record specification, with a Quarto always called at once. Knows no text and no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import NamedTuple

from printquarto.games.board import CELLS, Cell
from printquarto.games.quarto import PAPER, Position, Rules
from printquarto.games.shape import SHAPES, Shape
from printquarto.solve.encoding import INDICES
from printquarto.solve.endgame import Endgame, OutOfBudgetError


class Value(IntEnum):
    """What best play comes to for a player; more is better."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    @property
    def word(self) -> str:
        """The value as a word.

        >>> Value.WIN.word, (-Value.WIN).word
        ('win', 'loss')
        """
        return self.name.lower()

    def __neg__(self) -> Value:
        return Value(-int(self))


class Budget(NamedTuple):
    """How far a search may go: positions looked into, and seconds; None sets no limit."""

    positions: int | None = None
    seconds: float | None = None


NO_LIMIT = Budget()


class Drawing(NamedTuple):
    """A cell for the shape in hand: its value for who draws, and the shapes to hand over that keep it.

    ``value`` is None where it is not known. ``hand_over`` is empty where the drawing makes a Quarto, where
    no shape is left, and where the value is not known.
    """

    cell: Cell
    value: Value | None
    hand_over: tuple[Shape, ...] = ()


class Gift(NamedTuple):
    """A shape that could be handed over, and its value for who hands it over; None where it is not known."""

    shape: Shape
    value: Value | None


class Solution(NamedTuple):
    """What is known of a position.

    With a shape in hand ``drawings`` holds every empty cell, else ``gifts`` every shape left. ``value`` is
    None where it is not known, and ``is_complete`` says whether everything is. ``positions`` were searched.
    """

    value: Value | None
    drawings: tuple[Drawing, ...] = ()
    gifts: tuple[Gift, ...] = ()
    positions: int = 0
    is_complete: bool = True


def shapes_left(position: Position, given: Shape | None = None) -> tuple[Shape, ...]:
    """Give the shapes that are neither on the board nor in hand."""
    used = {position.codes[cell.index] & 15 for cell in CELLS if not position.is_free(cell)}
    return tuple(shape for shape in SHAPES if shape.number not in used and shape is not given)


class Solver:
    """Solves positions under one set of rules; what it found for one serves for the next.

    Positions must hold no shape twice and none that could not be read; a full line is worth nothing,
    whatever stands in it, as a Quarto that was not called.
    """

    def __init__(self, rules: Rules = PAPER) -> None:
        self.rules = rules
        self.endgame = Endgame(rules)

    @property
    def searched(self) -> int:
        """How many positions were searched until now."""
        return self.endgame.searched

    def allow(self, budget: Budget) -> None:
        """Let what is asked from now on raise OutOfBudgetError past so many more positions and seconds."""
        self.endgame.allow(budget.positions, budget.seconds)

    def watch(self, told: Callable[[int], None] | None) -> None:
        """Let ``told`` be given, some hundred times a second, how many positions were searched until then."""
        self.endgame.told = told

    def solve(self, position: Position, given: Shape | None, budget: Budget = NO_LIMIT) -> Solution:
        """Solve a position; where the budget ends first, give what is known by then."""
        question = Question(self, position, given)
        question.work(budget)
        return question.solution

    def value(self, position: Position, given: Shape) -> Value:
        """Give the value for the player who holds a shape; quicker than everything that can be drawn."""
        if position.wins_with(given, self.rules):
            return Value.WIN
        endgame = self.endgame
        state = endgame.encoding.state(position)
        if endgame.loses_with(state, given.number):
            return Value.WIN
        return Value.LOSS if endgame.wins_with(state, given.number) else Value.DRAW

    def value_after(self, position: Position, shape: Shape, cell: Cell, best: Value = Value.WIN) -> Value:
        """Give the value, for who draws it, of a shape drawn in a free cell.

        Where the shape in hand is known to be worth ``best``, saying so saves a search.
        """
        if position.completed_by(shape, cell, self.rules):
            return Value.WIN
        return self._value(self._after(position, shape, cell), best)

    def value_handing_over(self, position: Position) -> Value:
        """Give the value for the player about to hand over a shape; a draw where none is left."""
        return self._value(self.endgame.encoding.state(position))

    def keeping_cell(self, position: Position, given: Shape, value: Value) -> Cell:
        """Give a cell in which the shape in hand keeps its value, a win or a draw; those known come first."""
        free = [cell for cell in CELLS if position.is_free(cell)]
        won = value == Value.WIN
        order = sorted(
            free, key=lambda cell: not self.endgame.knows(self._after(position, given, cell), won=won)
        )
        return next(cell for cell in order if self.value_after(position, given, cell, value) == value)

    def keeping_gifts(self, position: Position, value: Value) -> tuple[Shape, ...]:
        """Give the shapes to hand over that keep the value of a position for who hands them over."""
        return self._keeping(self.endgame.encoding.state(position), value)

    def is_win(self, position: Position, shape: Shape, cell: Cell) -> bool:
        """Say whether who draws a shape in a free cell wins; quicker than its value."""
        after = self._after(position, shape, cell)
        return position.completed_by(shape, cell, self.rules) or self.endgame.wins(after)

    def winning_cells(self, position: Position, given: Shape) -> Iterator[Cell]:
        """Give the cells in which the shape in hand wins, one by one as they are found, in board order."""
        return (cell for cell in CELLS if position.is_free(cell) and self.is_win(position, given, cell))

    def winning_gifts(self, position: Position, shape: Shape, cell: Cell) -> tuple[Shape, ...]:
        """Give the shapes that win when handed over after a shape was drawn in a cell without a Quarto."""
        return self._keeping(self._after(position, shape, cell), Value.WIN)

    def _after(self, position: Position, shape: Shape, cell: Cell) -> int:
        code = self.endgame.encoding
        return code.state(position) & code.drawn[shape.number][cell.index]

    def _value(self, state: int, best: Value = Value.WIN) -> Value:
        """Give the value of a state for who hands over, no better than ``best``."""
        if best == Value.LOSS:
            return best
        if best == Value.WIN and self.endgame.wins(state):
            return Value.WIN
        return Value.LOSS if self.endgame.loses(state) else Value.DRAW

    def _keeping(self, state: int, value: Value) -> tuple[Shape, ...]:
        """Give the shapes to hand over that keep the value of a state."""
        left = INDICES[state >> self.endgame.encoding.left_at]
        return tuple(SHAPES[number] for number in left if self._gift_value(state, number, value) == value)

    def _gift_value(self, state: int, number: int, best: Value = Value.WIN) -> Value:
        """Give the value of handing over a shape, for who does, no better than ``best``."""
        endgame = self.endgame
        if not endgame.encoding.safe(state) >> number & 1 or best == Value.LOSS:
            return Value.LOSS
        if best == Value.WIN and endgame.wins_with(state, number):
            return Value.WIN
        return Value.LOSS if endgame.loses_with(state, number) else Value.DRAW


class Question:
    """A position being solved: ``work`` finds more, and ``solution`` says at any time what is known."""

    def __init__(self, solver: Solver, position: Position, given: Shape | None) -> None:
        self.solver = solver
        self.position = position
        self.given = given
        self.value: Value | None = None
        self._drawings = {cell: Drawing(cell, None) for cell in CELLS if position.is_free(cell)}
        self._gifts = {shape: Gift(shape, None) for shape in shapes_left(position)}
        self._searched = 0
        self._is_complete = False

    def work(self, budget: Budget = NO_LIMIT) -> None:
        """Search until everything is known or the budget is used up."""
        endgame = self.solver.endgame
        before = endgame.searched
        endgame.allow(budget.positions, budget.seconds)
        try:
            if self.given is None:
                self._judge_gifts()
            else:
                self._judge_drawings(self.given)
            self._is_complete = True
        except OutOfBudgetError:
            pass
        finally:
            self._searched += endgame.searched - before
            endgame.allow(None, None)

    @property
    def solution(self) -> Solution:
        """What is known by now."""
        drawings = tuple(self._drawings.values()) if self.given is not None else ()
        gifts = tuple(self._gifts.values()) if self.given is None else ()
        return Solution(self.value, drawings, gifts, self._searched, self._is_complete)

    def _judge_gifts(self) -> None:
        """Judge every shape left; the best of them is the value."""
        state = self.solver.endgame.encoding.state(self.position)
        best = Value.LOSS if self._gifts else Value.DRAW
        for shape in self._gifts:
            value = self.solver._gift_value(state, shape.number)
            self._gifts[shape] = Gift(shape, value)
            best = max(best, value)
            if best == Value.WIN:
                self.value = best
        self.value = best

    def _judge_drawings(self, given: Shape) -> None:
        """Find the value, then which drawings reach it and what to hand over after each."""
        solver, position = self.solver, self.position
        best = solver.value(position, given)
        self.value = best
        for cell in self._drawings:
            if position.completed_by(given, cell, solver.rules):
                self._drawings[cell] = Drawing(cell, Value.WIN)
        for cell, drawing in self._drawings.items():
            if drawing.value is None:
                state = solver._after(position, given, cell)
                value = solver._value(state, best)
                self._drawings[cell] = Drawing(cell, value, solver._keeping(state, value))


def solve(
    position: Position, given: Shape | None, rules: Rules = PAPER, budget: Budget = NO_LIMIT
) -> Solution:
    """Solve a position: its value, and that of everything that can be done in it."""
    return Solver(rules).solve(position, given, budget)
