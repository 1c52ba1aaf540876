"""How fast endings are solved: run by hand with ``python tests/benchmarks/solver.py``, asserted nowhere.

The value of random positions, without a Quarto to be made at once, is found by ``printquarto.solve`` and by
easyAI's Negamax (PyPI ``easyAI``) to the end of the game, on a plain Quarto on lists with make and unmake.
Both run turn about in one run, and the median of the ratios is printed. Where Negamax takes more than ``CAP``
times as long it is stopped, and the ratio counts as that. ``--alone`` measures endings of all lengths, by the
value alone and with everything that ``printquarto solve`` tells, and what memory that takes.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
import time
from collections.abc import Callable

from easyAI import Negamax, TwoPlayerGame

from printquarto.games.board import CELLS, LINES
from printquarto.games.quarto import PAPER, Position
from printquarto.games.shape import SHAPES, Shape
from printquarto.solve.search import Solver

CAP = 300
COMPARED = ((7, 11), (6, 7))
"""Shapes on the board, and how many positions."""

ALONE = ((8, 41), (7, 41), (6, 21), (5, 11), (4, 5))
TOLD = ((8, 41), (7, 41), (6, 21), (5, 7))

_LINES = [[cell.index for cell in line.cells] for line in LINES]
_THROUGH = [[line for line in _LINES if cell in line] for cell in range(16)]


class TooLongError(Exception):
    """Negamax took more than it is given."""


def positions(filled: int, count: int) -> list[tuple[Position, Shape]]:
    """Give random positions with a shape in hand that makes no Quarto at once; the same on every machine."""
    chance = random.Random(0)
    found: list[tuple[Position, Shape]] = []
    while len(found) < count:
        shapes = chance.sample(SHAPES, filled + 1)
        position = Position()
        for shape, cell in zip(shapes, chance.sample(CELLS, filled), strict=False):
            position = position.place(shape, cell)
        if not position.quartos(PAPER) and not position.wins_with(shapes[-1], PAPER):
            found.append((position, shapes[-1]))
    return found


class PlainQuarto(TwoPlayerGame):
    """Quarto on lists, as easyAI wants it: a move is a cell for the shape in hand and what is handed over."""

    def __init__(self, position: Position, given: Shape, seconds: float) -> None:
        self.players = [None, None]
        self.current_player = 1
        self.board = [
            position.codes[cell] & 15 if position.filled >> cell & 1 else None for cell in range(16)
        ]
        self.hand = given.number
        self.left = set(range(16)) - set(self.board) - {self.hand}
        self.last = None
        self.deadline = time.perf_counter() + seconds

    def possible_moves(self) -> list[tuple[int, int | None]]:
        gifts = sorted(self.left) or [None]
        return [(cell, gift) for cell in range(16) if self.board[cell] is None for gift in gifts]

    def make_move(self, move: tuple[int, int | None]) -> None:
        if time.perf_counter() > self.deadline:
            raise TooLongError
        self.last, gift = move
        self.board[self.last] = self.hand
        self.hand = gift
        self.left.discard(gift)

    def unmake_move(self, move: tuple[int, int | None]) -> None:
        cell, gift = move
        self.hand, self.board[cell] = self.board[cell], None
        self.last = None
        if gift is not None:
            self.left.add(gift)

    def lose(self) -> bool:
        return self.last is not None and any(self.is_quarto(line) for line in _THROUGH[self.last])

    def is_quarto(self, line: list[int]) -> bool:
        shapes = [self.board[cell] for cell in line]
        if None in shapes:
            return False
        first, second, third, fourth = shapes
        return bool(first & second & third & fourth or 15 & ~(first | second | third | fourth))

    def is_over(self) -> bool:
        return self.lose() or None not in self.board

    def scoring(self) -> int:
        return -1 if self.lose() else 0


def negamax_value(position: Position, given: Shape, seconds: float) -> int:
    """Give 1, 0 or -1 for the player with the shape in hand, by easyAI. Raises TooLongError."""
    game = PlainQuarto(position, given, seconds)
    search = Negamax(game.board.count(None), win_score=1)
    search(game)
    return int(search.alpha)


def timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def beside_negamax() -> None:
    for filled, count in COMPARED:
        ratios, ours, stopped = [], [], 0
        for position, given in positions(filled, count):
            seconds, value = timed(lambda p=position, g=given: Solver().value(p, g))
            try:
                other, theirs = timed(lambda p=position, g=given, s=seconds: negamax_value(p, g, CAP * s))
            except TooLongError:
                other, theirs, stopped = CAP * seconds, value, stopped + 1
            if theirs != value:
                sys.exit(f"the values differ: {value} and {theirs}")
            ours.append(seconds)
            ratios.append(other / seconds)
        print(
            f"{filled} shapes: {statistics.median(ours):.4f} s, Negamax {statistics.median(ratios):.0f} times"
            f" that (wanted: 50); {stopped} of {count} stopped at {CAP} times",
            flush=True,
        )


def alone() -> None:
    for name, plan in (("value", ALONE), ("everything", TOLD)):
        for filled, count in plan:
            took = []
            for position, given in positions(filled, count):
                solver = Solver()
                work = (
                    (lambda s=solver, p=position, g=given: s.value(p, g))
                    if name == "value"
                    else (lambda s=solver, p=position, g=given: s.solve(p, g))
                )
                took.append(timed(work)[0])
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            median, most = statistics.median(took), max(took)
            print(f"{name}, {filled} shapes: {median:.4f} s, most {most:.3f} s; {memory} MB", flush=True)


if __name__ == "__main__":
    alone() if "--alone" in sys.argv[1:] else beside_negamax()
