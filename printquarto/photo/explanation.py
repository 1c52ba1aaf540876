"""How likely a board, a strip and a tray are together, and what that makes of ink that leaves several values.

Nothing here is forbidden: players skip boxes, fill wrong rounds, draw a shape turned round or one that was
drawn before, and forget arrows. Each mistake only has its own small probability, so that a game with one of
them is still weighed, and clear ink is never argued away. Knows no fields, texts or pixels.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from printquarto.games.shape import SHAPES
from printquarto.photo.strip import is_contradictory, shape_of, turned

EMPTY = -1
"""The value of a cell in which nothing is drawn; a shape is its number."""

HIDDEN = -2
"""The value of a cell or of a box of the strip that nobody can see: it may be anything."""

TURNED = 0.01
"""The probability of each mistake, for a turn or a shape. They are set several times higher than players
make them, so that the rules need more than one sign before they decide: here a shape drawn turned round."""

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

_MOST = 3000
"""Explanations that are weighed at most, the likeliest by ink first."""

_LEAST_MASS = 1e-6
"""Explanations whose ink is so much less likely than the best one's are not weighed."""

_TURNED = tuple(frozenset(turned(shape.number)) for shape in SHAPES)


class Variable(NamedTuple):
    """A cell or a box of the strip, and the values that its ink leaves, with chances, the likeliest first."""

    is_cell: bool
    place: int
    options: tuple[tuple[int, float], ...]


class TrayMark(NamedTuple):
    """What the ink says of an arrow or a box of the tray: the chances that it is marked and that it is not.

    ``rates`` is how often such a mark is made for a shape that is neither on the board nor in the strip, only
    in the strip, only on the board, and in both.
    """

    marked: float
    bare: float
    rates: tuple[float, float, float, float]

    def weight(self, state: int) -> float:
        """Give how well the ink agrees with a shape in such a state."""
        rate = self.rates[state]
        return self.marked * rate + self.bare * (1 - rate)

    def chance(self, state: int) -> float:
        """Give the probability that it is marked, for a shape in such a state."""
        weight = self.weight(state)
        return self.marked * self.rates[state] / weight if weight else 0.5


NO_MARK = TrayMark(0.5, 0.5, (0.5, 0.5, 0.5, 0.5))


class Sighting(NamedTuple):
    """A board with what belongs to it: values of cells, patterns of boxes, marks of the tray.

    ``boxes`` is None where the strip is not there or was not used. ``arrows`` and ``used`` have a mark for
    each shape. Cells and boxes hold their likeliest value; ``variables`` says which of them may be another.
    """

    cells: tuple[int, ...]
    boxes: tuple[int, ...] | None
    arrows: tuple[TrayMark, ...]
    used: tuple[TrayMark, ...]
    variables: tuple[Variable, ...]


class Weighing(NamedTuple):
    """The probabilities after the rules: of each value of each variable, and of each mark of the tray."""

    values: tuple[dict[int, float], ...]
    arrows: tuple[float, ...]
    used: tuple[float, ...]


def weigh(sighting: Sighting) -> Weighing:
    """Weigh the joint explanations of what is seen, by Bayes: the chances of the ink times those of the game.

    What was not weighed for want of time counts against every value.
    """
    variables = sighting.variables
    tray = [
        [arrow.weight(state) * used.weight(state) for state in range(4)]
        for arrow, used in zip(sighting.arrows, sighting.used, strict=True)
    ]
    cells, boxes = list(sighting.cells), list(sighting.boxes) if sighting.boxes is not None else None
    values: tuple[dict[int, float], ...] = tuple(defaultdict(float) for _ in variables)
    states = [[0.0] * 4 for _ in SHAPES]
    total = covered = highest = 0.0
    for chosen, ink in _likeliest([variable.options for variable in variables]):
        covered += ink
        for variable, (value, _) in zip(variables, chosen, strict=True):
            target = cells if variable.is_cell else boxes
            if target is not None:
                target[variable.place] = value
        game = _Game(cells, boxes)
        prior = game.probability()
        for number, state in enumerate(game.states):
            prior *= tray[number][state]
        highest = max(highest, prior)
        weight = ink * prior
        total += weight
        for found, (value, _) in zip(values, chosen, strict=True):
            found[value] += weight
        for number, state in enumerate(game.states):
            states[number][state] += weight
    whole = total + max(0.0, 1 - covered) * highest
    if not whole:
        return Weighing(values, (0.5,) * 16, (0.5,) * 16)
    return Weighing(
        tuple({value: weight / whole for value, weight in found.items()} for found in values),
        _marked(sighting.arrows, states, whole),
        _marked(sighting.used, states, whole),
    )


def _marked(marks: Sequence[TrayMark], states: list[list[float]], whole: float) -> tuple[float, ...]:
    """Give the probability of each mark of the tray; what was not weighed speaks for neither side."""
    found = []
    for mark, weights in zip(marks, states, strict=True):
        chance = sum(weight * mark.chance(state) for state, weight in enumerate(weights)) / whole
        unweighed = max(0.0, 1 - sum(weights) / whole)
        found.append(chance + unweighed / 2)
    return tuple(found)


class _Game:
    """One explanation: the shapes that stand, those that were handed over, and what does not agree."""

    def __init__(self, cells: Sequence[int], boxes: Sequence[int] | None) -> None:
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

    @property
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


def _likeliest(
    options: list[tuple[tuple[int, float], ...]],
) -> list[tuple[tuple[tuple[int, float], ...], float]]:
    """Give the likeliest ways to choose one option of each, with the product of their chances; best first."""
    if not options:
        return [((), 1.0)]
    best = 1.0
    for one in options:
        best *= one[0][1]
    found: list[tuple[tuple[tuple[int, float], ...], float]] = []
    start = (0,) * len(options)
    heap: list[tuple[float, int, tuple[int, ...]]] = [(-best, 0, start)]
    while heap and len(found) < _MOST:
        minus, moved, places = heapq.heappop(heap)
        found.append((tuple(one[at] for one, at in zip(options, places, strict=True)), -minus))
        # Each choice is reached once: by raising places in the order of the variables.
        for index in range(moved, len(options)):
            at = places[index] + 1
            if at == len(options[index]):
                continue
            chance = -minus / options[index][at - 1][1] * options[index][at][1]
            if chance > best * _LEAST_MASS:
                heapq.heappush(heap, (-chance, index, (*places[:index], at, *places[index + 1 :])))
    return found
