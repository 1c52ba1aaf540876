"""Which box of the strip tells of which shape on the board. Knows shapes and cells, and writes nothing.

The order of play follows from the strip: a box's shape is what its rounds say, its cell is where that shape
stands. Where strip and board differ, the explanations with the fewest and likeliest mistakes are looked for;
what all of them agree on is read, and what they do not is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from printquarto.games.shape import Shape
from printquarto.photo.sheet_fields import Square, TurnBox
from printquarto.photo.strip import half_turned, turned

_HALF_TURNED, _TURNED = 0.3, 0.5
"""The cost of each difference: here a shape drawn turned round, by a half turn, as the players sit opposite
each other, or by another. Only how they compare matters."""

_OTHER = 0.8
_CORNER = 0.2
"""Another shape drawn than the strip says, and how much more for each corner in which they differ."""

_UNLIKE = 1.2
"""A box that may be empty, and a shape that it cannot say: it may be any."""

_UNLIKELY = 0.3
"""A shape that its cell hardly shows, though it may."""

_UNLIKE_INK = 0.2
"""A cell of which a person said what is meant, and a box that does not say what its ink looks like."""

_UNTOLD = 1.5
"""A shape that stands though no box tells of it, nor was one left empty for it."""

_SKIPPED = 0.6
"""A box left empty before one that was played."""

_NOT_DRAWN = 2.0
"""A shape handed over that stands nowhere."""

_LAST_NOT_DRAWN = 0.3
"""The same for the last box: that one is often not drawn any more."""

_CLAIMED_AND_DRAWN = 1.0
"""A shape that was drawn though its box says that the receiver called instead."""

_CLOSE = 0.15
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
    """Pair the boxes that have or may have ink and the squares that show or may show something."""
    played = [box for box in boxes if not box.is_empty]
    standing = [square for square in squares if not square.is_empty]
    settled = _settled(played, standing)
    open_boxes = [box for box in played if box.turn not in settled]
    taken = {square.cell for square in settled.values()}
    open_squares = [square for square in standing if square.cell not in taken]
    search = _Search(boxes, open_boxes, open_squares)
    found = search.best()
    sure = [Pair(box, settled[box.turn]) for box in played if box.turn in settled]

    def pairing(ways: list[_Ways]) -> Pairing:
        pairs = [*sure, *_agreed(open_boxes, ways, open_squares, search.last)]
        pairs.sort(key=lambda one: one.box.turn)
        untold = [search.untold(way) for way in ways]
        if not untold:  # there are too many explanations: which box tells of which is open, but not how many
            count = sum(one.is_filled for one in open_squares) - (len(pairs) - len(sure))
            return Pairing(tuple(pairs), tuple(open_squares[: max(0, count)]), is_untold_open=count > 0)
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


def _agreed(
    boxes: Sequence[TurnBox], ways: list[_Ways], squares: Sequence[Square], last: int
) -> Iterator[Pair]:
    """Give what all explanations agree on about the boxes, and which of them it is open for.

    A box that may have ink, before the last one that was played, is a turn, whatever it is; behind that only
    as many are as shapes may stand of which they tell. ``last`` is the last box that surely has ink.
    """
    told = [{way[place] for way in ways} for place in range(len(boxes))]
    if ways:
        last = max([last, *(box.turn for box, some in zip(boxes, told, strict=True) if None not in some)])
        behind = [place for place, box in enumerate(boxes) if box.turn > last]
        drawn = max(sum(_is_filled(way[place]) for place in behind) for way in ways)
    else:
        drawn = sum(square.is_filled for square in squares) - sum(box.turn <= last for box in boxes)
    for box, some in zip(boxes, told, strict=True):
        is_unknown = not some or (box.may_be_empty and None in some)
        if box.turn > last:
            if (not some or len(some) > 1) and drawn > 0:
                drawn -= 1
                yield _open(box, some, squares)
        elif is_unknown or len(some) > 1:
            yield _open(box, some, squares)
        else:
            yield Pair(box, next(iter(some)))


def _is_filled(square: Square | None) -> bool:
    return square is not None and square.is_filled


def _open(box: TurnBox, some: set[Square | None], squares: Sequence[Square]) -> Pair:
    """Give a box of which it is open whether, or of what, it tells."""
    told = some or {None, *squares}
    return Pair(box, None, True, frozenset(square.shape if square else None for square in told))


class _Search:
    """Looks for the explanations that cost least. Empty boxes between others leave room for untold shapes.

    ``every`` are all boxes, and ``boxes`` those to be paired with ``squares``. ``last`` is the last one that
    surely has ink.
    """

    def __init__(self, every: Sequence[TurnBox], boxes: Sequence[TurnBox], squares: Sequence[Square]) -> None:
        self.boxes, self.squares = boxes, squares
        self.last = max((box.turn for box in every if box.is_filled), default=0)
        self.empty = [box.turn for box in every if box.is_empty]
        self.room = sum(turn < self.last for turn in self.empty)
        self.filled = sum(square.is_likely_filled for square in squares)
        self.steps = 0
        self.least = float("inf")
        self.found: list[tuple[float, _Ways]] = []
        # For each box what it costs to tell of a square, by the square's place, the cheapest first.
        self.options = [
            sorted(((self._difference(box, one), at) for at, one in enumerate(squares)), key=itemgetter(0))
            for box in boxes
        ]
        self.likely = [square.is_likely_filled for square in squares]

    def best(self) -> list[_Ways]:
        """Give the explanations that are as good as the best; none where there are too many to look at."""
        self._try((), 0, _SKIPPED * self.room)
        if self.steps > _MOST_STEPS:
            return []
        return [ways for cost, ways in self.found if cost <= self.least + _CLOSE]

    def untold(self, ways: _Ways) -> list[Square]:
        """Give the squares that surely show something of which an explanation does not tell."""
        return [square for square in self.squares if square.is_filled and square not in ways]

    def _try(self, taken: tuple[int | None, ...], told: int, cost: float) -> None:
        """Try all explanations that start so: ``taken`` are the places of the first boxes' squares.

        ``told`` counts those of them that are likely filled.
        """
        self.steps += 1
        untold = self.filled - told - (len(self.boxes) - len(taken)) - self.room
        least = cost + _SKIPPED * max(0, untold)  # the least that it costs to leave so many untold
        if least > self.least + _CLOSE or self.steps > _MOST_STEPS:
            return
        if len(taken) == len(self.boxes):
            ways = tuple(None if at is None else self.squares[at] for at in taken)
            gaps = self._gaps(ways)
            cost += _SKIPPED * (gaps - self.room) + _UNTOLD * max(0, self.filled - told - gaps)
            self.least = min(self.least, cost)
            self.found.append((cost, ways))
            return
        for more, at in self.options[len(taken)]:
            if at not in taken:
                self._try((*taken, at), told + self.likely[at], cost + more)
        self._try((*taken, None), told, cost + self._not_drawn(self.boxes[len(taken)]))

    def _gaps(self, ways: _Ways) -> int:
        """Count the boxes without ink before the last one that was played, as an explanation has it."""
        told = list(zip(self.boxes, ways, strict=True))
        last = max([self.last, *(box.turn for box, square in told if square is not None)])
        unused = [box.turn for box, square in told if box.may_be_empty and square is None]
        return sum(turn < last for turn in (*self.empty, *unused))

    def _difference(self, box: TurnBox, square: Square) -> float:
        """Give the cost of a box telling of a square."""
        claimed = _CLAIMED_AND_DRAWN if box.claim else 0.0
        if square.looks_like is not None and box.shape is not square.looks_like:
            claimed += _UNLIKE_INK
        both = box.shapes & square.shapes
        if both:
            return claimed + (_UNLIKELY if both <= square.unlikely else 0.0)
        if box.may_be_empty:
            return claimed + _UNLIKE
        return claimed + min(
            (_unlike(one, other) for one in box.shapes for other in square.shapes), default=_OTHER
        )

    def _not_drawn(self, box: TurnBox) -> float:
        if box.may_be_empty or box.claim:
            return 0.0
        return _LAST_NOT_DRAWN if box.turn == self.last and not box.call else _NOT_DRAWN


def _unlike(said: Shape, drawn: Shape) -> float:
    """Give the cost of a shape being drawn for another one."""
    if drawn.number in turned(said.number):
        return _HALF_TURNED if drawn.number == half_turned(said.number) else _TURNED
    return _OTHER + _CORNER * (said.number ^ drawn.number).bit_count()
