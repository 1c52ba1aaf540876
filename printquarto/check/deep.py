"""The note of ``--advice=deep``: turns that gave away what best play would have kept.

Goes through a game from its end, as late positions are solved soonest and serve for those before them.
Knows nothing of faults: turns with an error are left out, and so are those before which a Quarto could be
called or after a shape that could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from printquarto.check.finding import Finding, Verdict, player_of
from printquarto.check.quarto import QuartoCourse
from printquarto.check.sentence import QuartoSentences
from printquarto.games.board import Cell
from printquarto.games.quarto import Position, Rules, State
from printquarto.games.shape import Shape
from printquarto.notation.record import QUARTO, Record, Turn
from printquarto.solve.endgame import OutOfBudgetError
from printquarto.solve.search import Budget, Solver, Value

POSITIONS = 2_000_000
"""Positions that may be searched for one game, some ten seconds; turn 5 takes about half of them."""

_GROWTH = 6
"""How many times more a turn takes at least than the one behind it: one that cannot be done is not begun."""

_NAMED = 3
"""Shapes that a sentence names, of those that would have been better."""


class Depth(NamedTuple):
    """What was found, and the first turn that was looked into: None where no turn was."""

    findings: list[Finding]
    from_turn: int | None

    @property
    def words(self) -> str:
        """How far back best play is known, in a sentence."""
        if self.from_turn is None:
            return "Best play is not known for any turn."
        if self.from_turn == 1:
            return "Best play is known from the first turn on."
        return f"Best play is known back to turn {self.from_turn}; the turns before it were not searched."


class _Move(NamedTuple):
    """A turn as it was played: the state before and after it, and the shape handed over then, if any."""

    before: State
    entry: Turn
    shape: Shape
    cell: Cell
    after: State
    gift: Shape | None

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.before.turns + 1


def losing_moves(
    record: Record,
    rules: Rules,
    verdict: Verdict,
    most: int = POSITIONS,
    told: Callable[[int], None] | None = None,
) -> Depth:
    """Find the turns that turned a win into less, or a draw into a loss.

    ``most`` positions may be searched, which says how far back it goes; ``told`` is given now and then how
    many were.
    """
    if record.game != QUARTO or record.position is not None:
        return Depth([], None)
    course = QuartoCourse(record, rules, with_advice=True)
    course.verdict()
    faulty = {finding.turn for finding in verdict.findings if finding.severity == "error"}
    moves = [move for move in _moves(course.steps, rules) if move.turn not in faulty]
    review = _Review(rules, course.say, most)
    review.solver.watch(told)
    return review.depth(moves)


def _moves(steps: list[tuple[State, Turn]], rules: Rules) -> Iterator[_Move]:
    """Give the turns whose position is known and in which something was left to decide."""
    for number, (state, entry) in enumerate(steps):
        shape, cell = entry.shape, entry.cell
        is_known = state.position.filled.bit_count() == state.used.bit_count()
        if not is_known or state.live or not isinstance(shape, Shape) or not isinstance(cell, Cell):
            continue
        if state.used >> shape.number & 1 or not state.position.is_free(cell):
            continue
        after = state.draw(shape, cell, rules)
        gift = next((later.shape for _, later in steps[number + 1 :] if later.shape is not None), None)
        handed = gift if isinstance(gift, Shape) and gift in set(after.gifts()) else None
        yield _Move(state, entry, shape, cell, after, handed)


class _Review:
    """Goes back through a game; ``say`` makes its sentences."""

    def __init__(self, rules: Rules, say: QuartoSentences, most: int) -> None:
        self.solver = Solver(rules)
        self.say = say
        self.most = most
        self.known: dict[tuple[Position, Shape], Value] = {}

    def depth(self, moves: list[_Move]) -> Depth:
        """Look into one turn after the other, the last one first, as long as the budget may reach."""
        solver = self.solver
        solver.allow(Budget(self.most))
        findings: list[Finding] = []
        reached: int | None = None
        for move in reversed(moves):
            before = solver.searched
            try:
                findings += self._judge(move)
            except OutOfBudgetError:
                break
            reached = move.turn
            if (solver.searched - before) * _GROWTH > self.most - solver.searched:
                break
        return Depth(findings[::-1], reached)

    def _judge(self, move: _Move) -> Iterator[Finding]:
        was, now = self._holding(move.before.position, move.shape), self._after(move)
        if now >= was:
            return
        turn, values = move.turn, (was.word, now.word)
        kept = self.solver.value_after(move.before.position, move.shape, move.cell, was) == was
        if kept and move.gift is not None:
            better = [shape.corners for shape in self.solver.keeping_gifts(move.after.position, was)]
            message = self.say.losing_hand_over(turn, values, move.gift.corners, better[:_NAMED])
        else:
            played = (move.shape.corners, move.cell)
            message = self.say.losing_drawing(turn, values, played, self._better(move, was))
        yield Finding("losing-move", turn, player_of(turn), message, span=move.entry.span, cells=(move.cell,))

    def _holding(self, position: Position, shape: Shape) -> Value:
        """Give the value for who holds a shape, remembered as the turn before asks for it again."""
        key = (position, shape)
        if key not in self.known:
            self.known[key] = self.solver.value(position, shape)
        return self.known[key]

    def _after(self, move: _Move) -> Value:
        """Give what a turn came to, for who drew it."""
        if move.after.live:
            return Value.WIN
        if move.gift is None:
            return self.solver.value_handing_over(move.after.position)
        return -self._holding(move.after.position, move.gift)

    def _better(self, move: _Move, value: Value) -> str:
        position = move.before.position
        cell = self.solver.keeping_cell(position, move.shape, value)
        after = position.place(move.shape, cell)
        gifts: tuple[Shape, ...] = ()
        if not position.completed_by(move.shape, cell, self.solver.rules):
            gifts = self.solver.keeping_gifts(after, value)
        return self.say.better_drawing(move.shape.corners, cell, [shape.corners for shape in gifts[:_NAMED]])
