"""The search for the value of an ending, on plain ints as ``encoding`` makes them.

Two questions are asked one after the other, does who hands over win, and does who hands over lose, since
each alone is answered with far fewer positions than the value: the first answer that holds ends it. A state
is remembered as it stands after a drawing, and looked up before it is searched. Drawings are tried in the
order of the safe shapes that they leave, the fewest first.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from printquarto.games.quarto import Rules
from printquarto.solve.encoding import INDICES, encoding_of
from printquarto.solve.last import LastCells

_CLOCK_EVERY = 256
"""Positions searched between two looks at the clock, a few milliseconds."""

_LAST = 4
"""Empty cells from which on an ending is judged at sight."""

_Todo = list[tuple[int, int, int]]
_Judge = Callable[[int, int, int], bool]


class OutOfBudgetError(Exception):
    """The search was stopped as it had used up what it was given."""


class Endgame:
    """Searches endings under one set of rules, and remembers what it found. Values are for who hands over.

    ``searched`` counts the states looked into, and ``told`` is given it now and then. Past the limits of
    ``allow`` OutOfBudgetError is raised; what was found until then is kept.
    """

    def __init__(self, rules: Rules) -> None:
        self.encoding = encoding_of(rules)
        self.searched = 0
        self.told: Callable[[int], None] | None = None
        self._last = LastCells(self.encoding)
        self._limit: int | None = None
        self._deadline: float | None = None
        self._next_look = 0
        self._won: dict[int, bool] = {}
        self._lost: dict[int, bool] = {}
        self._moves: dict[int, tuple[tuple[int, int], ...]] = {}
        self._safe: dict[int, int] = {}

    def allow(self, positions: int | None, seconds: float | None) -> None:
        """Let the search go on for so many more positions and seconds; None sets no limit."""
        self._limit = None if positions is None else self.searched + positions
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._next_look = self.searched

    def wins(self, state: int) -> bool:
        """Say whether who hands over wins."""
        known = self._won.get(state)
        if known is None:
            safe, left = self.encoding.safe(state), state >> self.encoding.left_at
            known = self._won[state] = bool(state & self.encoding.alive) and self._wins(state, safe, left)
        return known

    def loses(self, state: int) -> bool:
        """Say whether who hands over loses."""
        known = self._lost.get(state)
        if known is None:
            safe, left = self.encoding.safe(state), state >> self.encoding.left_at
            known = self._lost[state] = bool(state & self.encoding.alive) and self._loses(state, safe, left)
        return known

    def knows(self, state: int, *, won: bool) -> bool:
        """Say whether it is known already that who hands over wins or, without ``won``, does not lose."""
        return self._won.get(state) is True if won else self._lost.get(state) is False

    def wins_with(self, state: int, shape: int) -> bool:
        """Say whether who hands over this safe shape wins."""
        return self._wins(state, 1 << shape, state >> self.encoding.left_at)

    def loses_with(self, state: int, shape: int) -> bool:
        """Say whether who hands over this safe shape loses."""
        return self._loses(state, 1 << shape, state >> self.encoding.left_at)

    def _wins(self, state: int, gifts: int, left: int) -> bool:
        """Say whether one of these safe shapes wins: wherever it is drawn, its drawer loses."""
        if not left & (left - 1):
            return False  # the last shape can win only for who draws it
        if left.bit_count() == _LAST + 1:
            return self._some_last_gift_holds(state, gifts, self._last.loses, False)
        return self._some_gift_holds(state, gifts, self._lost, self._loses, False)

    def _loses(self, state: int, gifts: int, left: int) -> bool:
        """Say whether each of these safe shapes loses: it can be drawn so that its drawer wins."""
        if left.bit_count() == _LAST + 1:
            return not self._some_last_gift_holds(state, gifts, self._last.wins, True)
        return not self._some_gift_holds(state, gifts, self._won, self._wins, True)

    def _some_gift_holds(
        self, state: int, gifts: int, known: dict[int, bool], judge: _Judge, refuting: bool
    ) -> bool:
        """Say whether a shape can be handed over that no drawing refutes.

        A drawing refutes it if ``judge``, the question about who then hands over, answers ``refuting``;
        ``known`` holds its answers.
        """
        self._count()
        left = state >> self.encoding.left_at
        for shape in INDICES[gifts]:
            rest = left ^ 1 << shape
            todo = self._unknown(state, shape, rest, known, refuting)
            if todo is None:
                continue
            todo.sort()
            for _, child, safe in todo:
                answer = known.get(child)
                if answer is None:
                    answer = known[child] = judge(child, safe, rest)
                if answer is refuting:
                    break
            else:
                return True
        return False

    def _unknown(
        self, state: int, shape: int, rest: int, known: dict[int, bool], refuting: bool
    ) -> _Todo | None:
        """Give the drawings of a shape that must be searched, each with the shapes then safe.

        None where one is known to refute the shape. Where nothing is safe, who hands over loses; where no
        line is alive, the game is a draw.
        """
        encoding, safe_shapes = self.encoding, self._safe
        alive, drawn = encoding.alive, encoding.drawn[shape]
        todo: _Todo = []
        for cell, open_lines in self._moves_of(state):
            child = state & drawn[cell]
            answer = known.get(child)
            if answer is None:
                wanted = child & open_lines
                safe = safe_shapes.get(wanted)
                if safe is None:
                    safe = safe_shapes[wanted] = encoding.safe_from(wanted)
                safe &= rest
                if safe and (life := (child & alive).bit_count()):
                    todo.append((safe.bit_count() << 8 | life, child, safe))
                elif safe and not refuting:
                    return None
            elif answer is refuting:
                return None
        return todo

    def _some_last_gift_holds(
        self, state: int, gifts: int, judge: Callable[[int], bool], refuting: bool
    ) -> bool:
        """Do the same where a drawing leaves the last cells.

        These are judged quickly, and of thirty only one comes again: nothing is remembered of them.
        """
        self._count()
        left = state >> self.encoding.left_at
        for shape in INDICES[gifts]:
            todo = self._last_unknown(state, shape, left ^ 1 << shape, refuting)
            if todo is None:
                continue
            todo.sort()
            for _, child in todo:
                self._count()
                if judge(child) is refuting:
                    break
            else:
                return True
        return False

    def _last_unknown(
        self, state: int, shape: int, rest: int, refuting: bool
    ) -> list[tuple[int, int]] | None:
        """Give the drawings of a shape to be judged, as ``_unknown`` does."""
        encoding, safe_shapes = self.encoding, self._safe
        alive, drawn = encoding.alive, encoding.drawn[shape]
        todo = []
        for cell, open_lines in self._moves_of(state):
            child = state & drawn[cell]
            wanted = child & open_lines
            safe = safe_shapes.get(wanted)
            if safe is None:
                safe = safe_shapes[wanted] = encoding.safe_from(wanted)
            safe &= rest
            if safe and (wanted or child & alive):
                todo.append((safe.bit_count(), child))
            elif safe and not refuting:
                return None
        return todo

    def _moves_of(self, state: int) -> tuple[tuple[int, int], ...]:
        """Give the empty cells, each with a mask over the lines that it leaves with one empty cell."""
        empty = state >> self.encoding.empty_at & 0xFFFF
        moves = self._moves.get(empty)
        if moves is None:
            moves = self._moves[empty] = self.encoding.moves(empty)
        return moves

    def _count(self) -> None:
        if self.searched >= self._next_look:
            self._look()
        self.searched += 1

    def _look(self) -> None:
        """Raise OutOfBudgetError where a limit is passed, and say when to look again."""
        if self._limit is not None and self.searched >= self._limit:
            raise OutOfBudgetError
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfBudgetError
        if self.told is not None:
            self.told(self.searched)
        self._next_look = self.searched + _CLOCK_EVERY
        if self._limit is not None:
            self._next_look = min(self._next_look, self._limit)
