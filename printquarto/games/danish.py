"""Danish Quarto: its board of 37 points and the rules. Knows no text, paper or records.

The board, the quadrates and the play are those of the Danish Quarto specification. Everything about the
board comes out of its geometry: which points there are, which are joined, and which squares run along lines.

A quadrate of each size: its triangles, its corners, the points on its sides; and whether it is void with
nobody on them, and with an enemy on the first. The two smallest have no such points and are never void.

>>> for triangles in (2, 4, 8, 16, 18, 32):
...     one = next(quadrate for quadrate in QUADRATES if quadrate.triangles == triangles)
...     corners, sides = (" ".join(map(str, points)) for points in (one.corners, one.sides))
...     enemy = one.side_bits & -one.side_bits
...     print(f"{triangles:2}: {corners} | {sides or 'none':26} | {one.is_void(0)}, {one.is_void(enemy)}")
 2: c1 d1 c2 d2 | none                       | False, False
 4: c1 b2 d2 c3 | none                       | False, False
 8: c1 e1 c3 e3 | d1 c2 e2 d3                | False, True
16: c1 a3 e3 c5 | b2 d2 b4 d4                | False, True
18: b2 e2 b5 e5 | c2 d2 b3 e3 b4 e4 c5 d5    | False, True
32: b2 f2 b6 f6 | c2 d2 e2 b3 f3 b4 f4 b5 f5 c6 d6 e6 | False, True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

COLUMNS = "abcdefg"
ROWS = "1234567"
FIRST_COLUMN = (2, 1, 0, 0, 0, 1, 2)
"""For each row, from the top, how many columns at either side have no point."""

MEN = 12
FLYING = 4
LOST = 3


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """One point. Take points from ``POINTS``, each equal to itself alone; columns and rows count from 0."""

    index: int
    name: str
    column: int
    row: int

    @property
    def bit(self) -> int:
        """The point's bit in a set of points."""
        return 1 << self.index

    def __str__(self) -> str:
        return self.name

    @property
    def is_even(self) -> bool:
        """Say whether column and row, counted from 1, add up to an even number."""
        return (self.column + self.row) % 2 == 0


def _points() -> tuple[Point, ...]:
    places = [
        (column, row)
        for row, first in enumerate(FIRST_COLUMN)
        for column in range(first, len(COLUMNS) - first)
    ]
    return tuple(
        Point(index, COLUMNS[column] + ROWS[row], column, row) for index, (column, row) in enumerate(places)
    )


POINTS: tuple[Point, ...] = _points()
POINT_BY_NAME: dict[str, Point] = {point.name: point for point in POINTS}
_AT: dict[tuple[int, int], Point] = {(point.column, point.row): point for point in POINTS}
_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def _neighbours(point: Point) -> tuple[Point, ...]:
    """Give the points joined to one by a line: along rows and columns, and diagonally between even points."""
    steps = _STRAIGHT + _DIAGONAL if point.is_even else _STRAIGHT
    beside = (_AT.get((point.column + dx, point.row + dy)) for dx, dy in steps)
    return tuple(other for other in beside if other is not None)


NEIGHBOURS: dict[Point, tuple[Point, ...]] = {point: _neighbours(point) for point in POINTS}
LINES: tuple[tuple[Point, Point], ...] = tuple(
    (point, other) for point in POINTS for other in NEIGHBOURS[point] if point.index < other.index
)
"""The 92 lines between neighbouring points."""


@dataclass(frozen=True, slots=True, eq=False)
class Quadrate:
    """A square whose sides run along lines. ``sides`` are the points on them between the corners."""

    corners: tuple[Point, ...]
    sides: tuple[Point, ...]
    triangles: int
    corner_bits: int
    side_bits: int

    def is_void(self, enemies: int) -> bool:
        """Say whether an enemy man stands on one of its sides."""
        return bool(self.side_bits & enemies)

    def is_made(self, men: int, enemies: int) -> bool:
        """Say whether one player's men stand on all four corners and no enemy on a side."""
        return self.corner_bits & men == self.corner_bits and not self.side_bits & enemies


def _walk(start: Point, steps: tuple[tuple[int, int], ...], length: int) -> Quadrate | None:
    """Go round a square along lines; None where that leaves the board."""
    corners, sides = [], []
    here = start
    for dx, dy in steps:
        corners.append(here)
        for step in range(1, length + 1):
            after = _AT.get((here.column + dx, here.row + dy))
            if after is None or after not in NEIGHBOURS[here]:
                return None
            here = after
            if step < length:
                sides.append(here)
    area = length * length * (1 if steps[0] in _STRAIGHT else 2)
    ordered = tuple(sorted(corners, key=lambda point: point.index))
    bits = [sum(point.bit for point in points) for points in (corners, sides)]
    return Quadrate(ordered, tuple(sorted(sides, key=lambda point: point.index)), 2 * area, *bits)


def _quadrates() -> tuple[Quadrate, ...]:
    """Walk from the top left or top corner of each square; every square is met once."""
    found = [
        _walk(start, steps, length)
        for length in range(1, len(COLUMNS))
        for steps in (_STRAIGHT, _DIAGONAL)
        for start in POINTS
    ]
    return tuple(quadrate for quadrate in found if quadrate is not None)


QUADRATES: tuple[Quadrate, ...] = _quadrates()
"""The 59 quadrates."""

QUADRATES_AT: dict[Point, tuple[Quadrate, ...]] = {
    point: tuple(quadrate for quadrate in QUADRATES if point in quadrate.corners) for point in POINTS
}

PLAYERS = ("white", "black")
WHITE, BLACK = 0, 1


class Move(NamedTuple):
    """What a player does: places a man (no ``origin``), moves one, or passes (neither); and what is taken."""

    origin: Point | None = None
    target: Point | None = None
    captured: Point | None = None


class State(NamedTuple):
    """A game between two turns. ``men`` and ``hands`` are White's and Black's: a set of points, and a number.

    ``player`` is who has the turn, ``seen`` the positions of the moving phase so far with who had the turn.
    """

    men: tuple[int, int] = (0, 0)
    hands: tuple[int, int] = (MEN, MEN)
    player: int = WHITE
    seen: tuple[tuple[int, int, int], ...] = ()

    @property
    def enemy(self) -> int:
        """The other player."""
        return 1 - self.player

    @property
    def empty(self) -> int:
        """The points that nobody stands on."""
        return ~(self.men[WHITE] | self.men[BLACK]) & (1 << len(POINTS)) - 1

    @property
    def is_placing(self) -> bool:
        """Say whether the player still has men to place."""
        return self.hands[self.player] > 0

    @property
    def may_fly(self) -> bool:
        """Say whether the player has exactly four men, and so may move to any empty point."""
        return self.men[self.player].bit_count() + self.hands[self.player] == FLYING

    def is_joined(self, origin: Point, target: Point) -> bool:
        """Say whether the player may move from one point to another, were it empty."""
        return self.may_fly or target in NEIGHBOURS[origin]

    def can_move(self) -> bool:
        """Say whether any of the player's men can move."""
        return any(True for _ in self.moves())

    def moves(self) -> Iterator[Move]:
        """Give the moves of the moving phase, without captures."""
        empty = self.empty
        for origin in points_of(self.men[self.player]):
            for target in POINTS if self.may_fly else NEIGHBOURS[origin]:
                if empty & target.bit:
                    yield Move(origin, target)

    def has_made(self, point: Point, player: int) -> bool:
        """Say whether a player's man on a point is a corner of a quadrate of that player that is not void."""
        own, enemies = self.men[player], self.men[1 - player]
        return any(quadrate.is_made(own, enemies) for quadrate in QUADRATES_AT[point])

    def can_be_taken(self, point: Point, player: int) -> bool:
        """Say whether a player's man can be taken: it is no corner of a quadrate that is not void."""
        return bool(self.men[player] & point.bit) and not self.has_made(point, player)

    def prey(self, player: int) -> list[Point]:
        """Give the men of a player that could be taken."""
        return [point for point in points_of(self.men[player]) if self.can_be_taken(point, player)]

    def after(self, move: Move) -> State:
        """Give the state after a turn was carried out, the other player having the turn.

        The move must be one that the rules allow; a move without ``captured`` takes nothing.
        """
        men, hands = list(self.men), list(self.hands)
        if move.origin is not None:
            men[self.player] &= ~move.origin.bit
        elif move.target is not None:
            hands[self.player] -= 1
        if move.target is not None:
            men[self.player] |= move.target.bit
        if move.captured is not None:
            men[self.enemy] &= ~move.captured.bit
        state = State((men[0], men[1]), (hands[0], hands[1]), self.enemy, self.seen)
        if any(hands):
            return state
        return state._replace(seen=(*self.seen, (men[0], men[1], self.enemy)))

    def skip(self) -> State:
        """Give the state after a turn that was not carried out: only the player changes."""
        return self._replace(player=self.enemy)

    @property
    def result(self) -> str | None:
        """The result where the game is over: three men left, or a position there for the third time."""
        for player, result in ((WHITE, "0-1"), (BLACK, "1-0")):
            if self.men[player].bit_count() + self.hands[player] <= LOST:
                return result
        if self.seen and self.seen.count(self.seen[-1]) >= 3:
            return "1/2-1/2"
        return None

    def turns(self) -> Iterator[Move]:
        """Give everything that the player may do, each capture a turn of its own."""
        if self.result is not None:
            return
        if self.is_placing:
            bare = [Move(None, target) for target in points_of(self.empty)]
        else:
            bare = list(self.moves()) or [Move()]
        for move in bare:
            yield move
            if move.target is not None:
                done = self.after(move)
                if done.has_made(move.target, self.player):
                    yield from (move._replace(captured=point) for point in done.prey(self.enemy))


def points_of(bits: int) -> Iterator[Point]:
    """Give the points of a set, in board order."""
    while bits:
        low = bits & -bits
        yield POINTS[low.bit_length() - 1]
        bits ^= low
