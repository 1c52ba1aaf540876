"""Chance that falls the same on every machine and every Python from 3.11 on. Knows no puzzles.

Of Python's generator only ``random()`` is promised to give the same numbers in all versions for the same
seed, and seeding by a text too ("Notes on Reproducibility" in the documentation of ``random``); ``shuffle``,
``choice`` and ``sample`` are not. So everything here is made from ``random()`` by exact arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

_One = TypeVar("_One")


class Chance:
    """Draws lots, the same ones for the same seed.

    >>> chance = Chance("7 A")
    >>> chance.below(16), chance.between(3, 5), chance.some(range(16), 4)
    (15, 5, [14, 10, 6, 8])
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def below(self, count: int) -> int:
        """Give a number from 0 on, below a count."""
        return int(self._random() * count)

    def between(self, low: int, high: int) -> int:
        """Give a number from low to high, both included."""
        return low + int(self._random() * (high - low + 1))

    def one(self, things: Sequence[_One]) -> _One:
        """Give one of some things."""
        return things[int(self._random() * len(things))]

    def some(self, things: Sequence[_One], count: int) -> list[_One]:
        """Give some of the things, each once at most, in an order by chance."""
        left, draw = list(things), self._random
        for place in range(count):
            other = place + int(draw() * (len(left) - place))
            left[place], left[other] = left[other], left[place]
        return left[:count]

    def shuffled(self, things: Sequence[_One]) -> list[_One]:
        """Give all of the things in an order by chance."""
        return self.some(things, len(things))
