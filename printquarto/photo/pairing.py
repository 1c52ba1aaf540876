"""Which box of the strip tells of which shape on the board. Knows shapes and cells, and writes nothing.

The order of play follows from the strip: a box's shape is what its rounds say, its cell is where that shape
stands. Where strip and board differ, the explanations with the fewest and likeliest mistakes are looked for;
what all of them agree on is read, and what they do not is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printquarto.games.shape import Shape
from printquarto.photo.sheet_fields import Square, TurnBox
from printquarto.photo.strip import turned

_TURNED = 0.8
"""The cost of each difference: here a shape drawn turned round. Only how they compare matters."""

_OTHER = 1.2
"""Another shape drawn than the strip says."""

_UNTOLD = 1.5
"""A shape that stands though no box tells of it, nor was one left empty for it."""

_NOT_DRAWN = 2.0
"""A shape handed over that stands nowhere."""

_LAST_NOT_DRAWN = 0.3
"""The same for the last box: that one is often not drawn any more."""

_CLAIMED_AND_DRAWN = 1.0
"""A shape that was drawn though its box says that the receiver called instead."""

_CLOSE = 0.25
"""Explanations that cost so little more than the best one are as good."""

_MOST_WAYS = 6
"""Good explanations that are told apart: as many as three shapes that stand twice each can be swapped, and
less than so many that nothing would hold in all of them."""

_MOST_STEPS = 5_000
"""Where more explanations would have to be looked at none is taken."""


class Pair(NamedTuple):
    """A box and where its shape stands. ``square`` is None where it was not drawn.

    Where the good explanations differ, ``is_open`` is set: ``shapes`` and ``squares`` hold what they say.
    """

    box: TurnBox
    square: Square | None
    is_open: bool = False
    shapes: frozenset[Shape | None] = frozenset()


class Pairing(NamedTuple):
    """All boxes that were played, in their order, and the squares that no box tells of.

    ``is_untold_open`` says that the good explanations differ in which squares those are. ``ways`` holds each
    of them as a pairing of its own, where there are several and not too many.
    """

    pairs: tuple[Pair, ...]
    untold: tuple[Square, ...]
    is_untold_open: bool = False
    ways: tuple[Pairing, ...] = ()


def pair(boxes: Sequence[TurnBox], squares: Sequence[Square]) -> Pairing:
    """Pair the boxes with ink and the filled squares."""
    played = [box for box in boxes if not box.is_empty]
    standing = [square for square in squares if not square.is_empty]
    settled = _settled(played, standing)
    open_boxes = [box for box in played if box.turn not in settled]
    taken = {square.cell for square in settled.values()}
    open_squares = [square for square in standing if square.cell not in taken]
    last = max((box.turn for box in played if box.is_filled), default=0)
    gaps = sum(box.is_empty and box.turn < last for box in boxes)
    search = _Search(open_boxes, open_squares, last, gaps)
    found = search.best()
    sure = [Pair(box, settled[box.turn]) for box in played if box.turn in settled]

    def pairing(ways: list[_Ways]) -> Pairing:
        pairs = list(sure)
        for place, box in enumerate(open_boxes):
            pairs += _agreed(box, [way[place] for way in ways], open_squares)
        untold = [search.untold(way) for way in ways] or [[]]
        pairs.sort(key=lambda one: one.box.turn)
        return Pairing(tuple(pairs), tuple(untold[0]), any(one != untold[0] for one in untold))

    several = found if 1 < len(found) <= _MOST_WAYS else []
    return pairing(found)._replace(ways=tuple(pairing([way]) for way in several))


def _settled(boxes: Sequence[TurnBox], squares: Sequence[Square]) -> dict[int, Square]:
    """Give the square of each box, by its turn, where one box says a shape that one square shows."""
    said = [box.shape for box in boxes]
    shown = [square.shape for square in squares]
    return {
        box.turn: square
        for box in boxes
        for square in squares
        if box.shape is not None
        and box.shape is square.shape
        and said.count(box.shape) == shown.count(square.shape) == 1
    }


_Ways = tuple[Square | None, ...]
"""For each open box its square, None where it was not drawn or is empty."""


def _agreed(box: TurnBox, ways: list[Square | None], squares: Sequence[Square]) -> Iterator[Pair]:
    """Give what all explanations agree on about a box; nothing where it is empty in one of them."""
    if not ways:  # there are too many explanations
        if box.is_filled:
            yield Pair(box, None, True, frozenset([None, *(square.shape for square in squares)]))
        return
    if box.may_be_empty and any(square is None for square in ways):
        return
    same = all(square == ways[0] for square in ways)
    if same:
        yield Pair(box, ways[0])
    else:
        yield Pair(box, None, True, frozenset(square.shape if square else None for square in ways))


class _Search:
    """Looks for the explanations that cost least. Empty boxes between others leave room for untold shapes."""

    def __init__(self, boxes: Sequence[TurnBox], squares: Sequence[Square], last: int, gaps: int) -> None:
        self.boxes, self.squares, self.last, self.gaps = boxes, squares, last, gaps
        self.steps = 0
        self.least = float("inf")
        self.found: list[tuple[float, _Ways]] = []

    def best(self) -> list[_Ways]:
        """Give the explanations that are as good as the best; none where there are too many to look at."""
        self._try((), 0.0)
        if self.steps > _MOST_STEPS:
            return []
        return [ways for cost, ways in self.found if cost <= self.least + _CLOSE]

    def untold(self, ways: _Ways) -> list[Square]:
        """Give the squares that surely show something of which an explanation does not tell."""
        return [square for square in self.squares if square.is_filled and square not in ways]

    def _try(self, ways: _Ways, cost: float) -> None:
        self.steps += 1
        if cost > self.least + _CLOSE or self.steps > _MOST_STEPS:
            return
        if len(ways) == len(self.boxes):
            cost += _UNTOLD * max(0, len(self.untold(ways)) - self.gaps)
            self.least = min(self.least, cost)
            self.found.append((cost, ways))
            return
        box = self.boxes[len(ways)]
        options = [(self._difference(box, one), one) for one in self.squares if one not in ways]
        tried: list[tuple[float, Square | None]] = sorted(options, key=lambda option: option[0])
        for more, square in [*tried, (self._not_drawn(box), None)]:
            self._try((*ways, square), cost + more)

    def _difference(self, box: TurnBox, square: Square) -> float:
        """Give the cost of a box telling of a square."""
        claimed = _CLAIMED_AND_DRAWN if box.claim else 0.0
        if box.shapes & square.shapes:
            return claimed
        if box.shape is not None and any(one.number in turned(box.shape.number) for one in square.shapes):
            return _TURNED + claimed
        return _OTHER + claimed

    def _not_drawn(self, box: TurnBox) -> float:
        if box.may_be_empty or box.claim:
            return 0.0
        return _LAST_NOT_DRAWN if box.turn == self.last and not box.call else _NOT_DRAWN
