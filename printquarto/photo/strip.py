"""The turn strip: what the rounds of a box say together. Knows neither the board nor how sure anything is.

As in the sheet specification: who hands a shape over fills the rounds of the corners that are in, or ``none``
for ``oooo``.
"""

from __future__ import annotations

from printquarto.games.shape import CORNERS

TURNS = 16

SHAPE_ROUNDS = (*(corner.name for corner in CORNERS), "none")
"""The rounds of a box that say its shape."""

NONE_ROUND = 16
"""The bit of ``none`` in a pattern; the corners have their own values, so those of a shape are its number."""

ROUND_BITS = {**{corner.name: corner.value for corner in CORNERS}, "none": NONE_ROUND}
"""For each round that says the shape its bit in a pattern."""


def is_contradictory(pattern: int) -> bool:
    """Say whether a box says both that no corner is in and that some are."""
    return pattern > NONE_ROUND


def shape_of(pattern: int) -> int | None:
    """Give the number of the shape that a pattern says, None where it says none or contradicts itself.

    >>> shape_of(6), shape_of(NONE_ROUND), shape_of(0), shape_of(NONE_ROUND + 6)
    (6, 0, None, None)
    """
    if pattern == NONE_ROUND:
        return 0
    return pattern if 0 < pattern < NONE_ROUND else None


def turned(number: int) -> tuple[int, ...]:
    """Give the other shapes that a shape becomes as it is turned round.

    >>> [f"{one:04b}" for one in turned(0b0110)]
    ['0011', '1001', '1100']
    """
    turns = (number >> by | number << 4 - by & 15 for by in (1, 2, 3))
    return tuple(dict.fromkeys(one for one in turns if one != number))


def half_turned(number: int) -> int:
    """Give the shape that a shape is to who sits opposite.

    >>> half_turned(0b0110) == 0b1001
    True
    """
    return number >> 2 | number << 2 & 15
