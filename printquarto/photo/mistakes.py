"""How likely a game is with all that its players did wrong. Knows no ink.

Nothing here is forbidden: players skip boxes, fill wrong rounds, draw a shape turned round or one that was
drawn before. Each mistake only has its own small probability, so that a game with one of them is still
weighed, and clear ink is never argued away. The probabilities are set several times higher than players make
such mistakes, so that the rules need more than one sign before they decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from printquarto.games.shape import SHAPES
from printquarto.photo.strip import is_contradictory, shape_of, turned

EMPTY = -1
"""The value of a cell in which nothing is drawn; a shape is its number."""

HIDDEN = -2
"""The value of a cell or of a box of the strip that nobody can see: it may be anything."""

TURNED = 0.01
"""A shape drawn turned round: of all mistakes of drawing the one that is made most."""

OTHER_SHAPE = 0.004
"""A wrong round in the strip, or another shape drawn than the one in hand."""

REPEATED = 0.004
"""A shape drawn that stood on the board before."""

SKIPPED = 0.01
"""A box of the strip left out."""

NOT_DRAWN = 0.003
"""A shape handed over, not as the last one, that stands nowhere."""

LAST_NOT_DRAWN = 0.1
"""A last shape that was handed over and not drawn, as the game was called or left: no mistake at all."""

CONTRADICTORY = 0.002
"""Rounds of corners and the round for none filled in one box."""

_TURNED = tuple(frozenset(turned(shape.number)) for shape in SHAPES)


class Game:
    """One explanation: the shapes that stand, those that were handed over, and what does not agree.

    ``cells`` and ``boxes`` hold shapes' numbers or EMPTY, and patterns, or HIDDEN; ``boxes`` is None where no
    strip was used. ``differing`` holds the shapes that strip and board do not agree on, once the probability
    was asked.
    """

    def __init__(self, cells: Sequence[int], boxes: Sequence[int] | None) -> None:
        self.differing: frozenset[int] = frozenset()
        self.standing = [0] * 16
        self.hidden_cells = 0
        for value in cells:
            if value >= 0:
                self.standing[value] += 1
            elif value == HIDDEN:
                self.hidden_cells += 1
        self.has_strip = boxes is not None
        self.handed = [0] * 16 if boxes is not None else self.standing
        self.unknown_boxes = self.contradictions = self.gaps = 0
        self.last: int | None = None
        blanks = 0
        for pattern in boxes or ():
            if pattern == 0:
                blanks += 1
                continue
            if pattern == HIDDEN:
                self.unknown_boxes += 1
                continue
            self.gaps, blanks = self.gaps + blanks, 0
            self.last = None
            number = shape_of(pattern)
            if number is not None:
                self.handed[number] += 1
                self.last = number
            else:
                self.unknown_boxes += 1
                self.contradictions += is_contradictory(pattern)

    def states(self) -> list[int]:
        """Say of each shape whether it is in the strip (1) and on the board (2)."""
        return [
            2 * (stands > 0) + (handed > 0) for stands, handed in zip(self.standing, self.handed, strict=True)
        ]

    def probability(self) -> float:
        """Give the probability of this game's mistakes; 1 for a game without any."""
        weight: float = CONTRADICTORY**self.contradictions
        missing: list[int] = []
        extra: list[int] = []
        for number, (stands, handed) in enumerate(zip(self.standing, self.handed, strict=True)):
            if stands > 1:
                weight *= REPEATED ** (stands - 1)
            if stands > handed:
                extra += [number] * (stands - handed)
            elif handed > stands:
                missing += [number] * (handed - stands)
        self.differing = frozenset(missing + extra) if self.has_strip else frozenset()
        if not self.has_strip:
            return weight
        return weight * self._differences(missing, extra)

    def _differences(self, missing: list[int], extra: list[int]) -> float:
        """Weigh how strip and board differ: missing shapes were only handed over, extra ones only stand."""
        weight = 1.0
        if len(missing) > len(extra) + self.hidden_cells and self.last in missing:
            missing.remove(self.last)
            weight *= LAST_NOT_DRAWN
        for number in list(missing):
            other = next((one for one in extra if one in _TURNED[number]), None)
            if other is not None:
                missing.remove(number)
                extra.remove(other)
                weight *= TURNED
        # What cannot be seen may be just what is looked for.
        short = max(0, len(missing) - self.hidden_cells)
        over = max(0, len(extra) - self.unknown_boxes)
        pairs = min(short, over)
        weight *= OTHER_SHAPE**pairs * NOT_DRAWN ** (short - pairs)
        return weight * SKIPPED ** max(self.gaps, over - pairs)
