"""What the rules of the game make of ink that leaves several values: joint explanations, weighed by Bayes.

Each explanation gives a value to everything that is unsure; its weight is the chance that the ink has it so
times the probability of such a game, with the mistakes that players make. Knows no fields, texts or pixels.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printquarto.games.shape import SHAPES
from printquarto.photo.mistakes import Game
from printquarto.photo.strip import shape_of

_MOST = 4000
"""Explanations of a board that are weighed at most, the likeliest by ink first; each takes 20 to 30 µs."""

_LEAST_MASS = 1e-5
"""Explanations whose ink is so much less likely than the best one's are not weighed."""

_LINKED_FROM = 0.01
"""Fields that may be about the same shape, each with this chance at least, are weighed together."""


class Variable(NamedTuple):
    """A cell or a box of the strip, and the values that its ink leaves, with chances, the likeliest first."""

    is_cell: bool
    place: int
    options: tuple[tuple[int, float], ...]

    def shapes(self) -> set[int]:
        """Give the shapes that it may well be about."""
        likely = [value for value, chance in self.options if chance >= _LINKED_FROM]
        if not self.is_cell:
            return {number for pattern in likely if (number := shape_of(pattern)) is not None}
        return {value for value in likely if value >= 0}


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


class Doubt(NamedTuple):
    """Another value that a cell or a box with clear ink may have after all; ``odds`` are those against it."""

    is_cell: bool
    place: int
    value: int
    shapes: frozenset[int]
    odds: float


class Sighting(NamedTuple):
    """A board with what belongs to it: values of cells, patterns of boxes, marks of the tray.

    ``boxes`` is None where the strip is not there or was not used. ``arrows`` and ``used`` have a mark for
    each shape. Cells and boxes hold their likeliest value; ``variables`` says which of them are unsure, and
    ``doubts`` what clear ones may be.
    """

    cells: tuple[int, ...]
    boxes: tuple[int, ...] | None
    arrows: tuple[TrayMark, ...]
    used: tuple[TrayMark, ...]
    variables: tuple[Variable, ...]
    doubts: tuple[Doubt, ...] = ()


class Weighing(NamedTuple):
    """The probabilities after the rules: of each value of each variable, and of each mark of the tray."""

    values: tuple[dict[int, float], ...]
    arrows: tuple[float, ...]
    used: tuple[float, ...]


def weigh(sighting: Sighting) -> Weighing:
    """Weigh the joint explanations of what is seen, by Bayes: the chances of the ink times those of the game.

    What may be about the same shapes is weighed together, and what is not apart, the rest being as likeliest.
    What was not weighed as there is too much of it counts against every value.
    """
    scales = _Scales(sighting)
    groups = _groups(sighting.variables)
    share = 1 / (2 * len(groups)) if len(groups) > 1 else 1.0
    for group in groups:  # each finds its likeliest values, which the others then start from
        if len(groups) > 1:
            scales.weigh(group, share)
    values: dict[int, dict[int, float]] = {}
    states = scales.weigh([], share)[1]
    for group in groups:
        found, weights = scales.weigh(group, share)
        values |= dict(zip(group, found, strict=True))
        for number in set().union(*(sighting.variables[index].shapes() for index in group)):
            states[number] = weights[number]
    return Weighing(
        tuple(values[index] for index in range(len(sighting.variables))),
        _marked(sighting.arrows, states),
        _marked(sighting.used, states),
    )


def _groups(variables: Sequence[Variable]) -> list[list[int]]:
    """Part variables, by their places, into those that may be about the same shapes."""
    groups: list[tuple[list[int], set[int]]] = []
    for index, variable in enumerate(variables):
        members, shapes = [index], variable.shapes()
        apart = []
        for group in groups:
            if group[1] & shapes:
                members, shapes = group[0] + members, group[1] | shapes
            else:
                apart.append(group)
        groups = [*apart, (members, shapes)]
    return [members for members, _ in groups]


class _Scales:
    """Weighs one group of variables after the other.

    ``cells`` and ``boxes`` hold the likeliest values as far as they are known.
    """

    def __init__(self, sighting: Sighting) -> None:
        self.sighting = sighting
        self.weighed = 0
        self.cells = list(sighting.cells)
        self.boxes = list(sighting.boxes) if sighting.boxes is not None else None
        self.tray = [
            [arrow.weight(state) * used.weight(state) for state in range(4)]
            for arrow, used in zip(sighting.arrows, sighting.used, strict=True)
        ]

    def put(self, is_cell: bool, place: int, value: int) -> int:
        """Put a value in its place, and give the one that was there."""
        values = self.cells if is_cell else self.boxes
        assert values is not None
        before, values[place] = values[place], value
        return before

    def weigh(self, group: Sequence[int], share: float) -> tuple[list[dict[int, float]], list[list[float]]]:
        """Weigh a group: the probabilities of its values, and of the states of each shape.

        The likeliest explanation stays in place. ``share`` is the group's part of what can be weighed.
        """
        most = self.weighed + max(1, round(_MOST * share))
        variables = [self.sighting.variables[index] for index in group]
        values: list[dict[int, float]] = [defaultdict(float) for _ in group]
        states = [[0.0] * 4 for _ in SHAPES]
        total = covered = highest = first = 0.0
        best: tuple[float, tuple[int, ...]] = (-1.0, ())
        for chosen, ink in _likeliest([variable.options for variable in variables]):
            if self.weighed >= most:
                break
            covered += ink
            first = first or ink
            for variable, value in zip(variables, chosen, strict=True):
                self.put(variable.is_cell, variable.place, value)
            least = first * _LEAST_MASS / ink
            for prior, present in self._explanations(least):
                weight = ink * prior
                total += weight
                highest = max(highest, prior)
                best = max(best, (weight, chosen))
                for known, value in zip(values, chosen, strict=True):
                    known[value] += weight
                for number, state in enumerate(present):
                    states[number][state] += weight
        for variable, value in zip(variables, best[1], strict=True):
            self.put(variable.is_cell, variable.place, value)
        whole = (total + max(0.0, 1 - covered) * highest) or 1.0
        shares = [{value: weight / whole for value, weight in known.items()} for known in values]
        return shares, [[weight / whole for weight in weights] for weights in states]

    def _explanations(self, least: float) -> list[tuple[float, list[int]]]:
        """Give the probability of the values in place with each shape's state; then those with one doubt.

        Doubts with smaller odds than ``least`` are left out.

        A doubt about clear ink matters only where it would settle something on which strip and board differ.
        """
        prior, game = self._probability()
        found = [(prior, game.states())]
        if game.differing:
            for doubt in self.sighting.doubts:
                if doubt.odds >= least and doubt.shapes & game.differing:
                    before = self.put(doubt.is_cell, doubt.place, doubt.value)
                    prior, other = self._probability()
                    self.put(doubt.is_cell, doubt.place, before)
                    found.append((prior * doubt.odds, other.states()))
        return found

    def _probability(self) -> tuple[float, Game]:
        self.weighed += 1
        game = Game(self.cells, self.boxes)
        prior = game.probability()
        for weights, state in zip(self.tray, game.states(), strict=True):
            prior *= weights[state]
        return prior, game


def _marked(marks: Sequence[TrayMark], states: list[list[float]]) -> tuple[float, ...]:
    """Give the probability of each mark of the tray; what was not weighed speaks for neither side."""
    found = []
    for mark, weights in zip(marks, states, strict=True):
        chance = sum(weight * mark.chance(state) for state, weight in enumerate(weights))
        found.append(chance + max(0.0, 1 - sum(weights)) / 2)
    return tuple(found)


def _likeliest(options: list[tuple[tuple[int, float], ...]]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Give the likeliest ways to choose a value of each, with the product of their chances; best first."""
    best = 1.0
    for one in options:
        best *= one[0][1]
    heap: list[tuple[float, int, tuple[int, ...]]] = [(-best, 0, (0,) * len(options))]
    while heap:
        minus, moved, places = heapq.heappop(heap)
        yield tuple(one[at][0] for one, at in zip(options, places, strict=True)), -minus
        # Each choice is reached once: by raising places in the order of the variables.
        for index in range(moved, len(options)):
            at = places[index] + 1
            if at == len(options[index]):
                continue
            chance = -minus / options[index][at - 1][1] * options[index][at][1]
            if chance > best * _LEAST_MASS:
                heapq.heappush(heap, (-chance, index, (*places[:index], at, *places[index + 1 :])))
