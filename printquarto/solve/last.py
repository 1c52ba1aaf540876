"""The last three cells of a board, judged without a search. Values are for who is about to hand over.

With three cells a, b and c left, all that matters is for each set of them the properties that a line with
just these cells empty still wants; a code of a shape that has one of them completes the line.
"""

from __future__ import annotations

from printquarto.games.shape import SHAPES
from printquarto.solve.encoding import INDICES, Encoding

_CODE = tuple(shape.code for shape in SHAPES)


class LastCells:
    """Judges states with three empty cells under one set of rules; each must have a safe shape."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self._places: dict[int, tuple[tuple[int, int], ...]] = {}

    def _places_of(self, empty: int) -> tuple[tuple[int, int], ...]:
        """Give each line with an empty cell, and which of the seven sets of cells is empty in it."""
        a, b, c = (1 << cell for cell in INDICES[empty])
        sets = (a, b, c, a | b, a | c, b | c, a | b | c)
        found = tuple(
            (place, sets.index(cells & empty))
            for place, cells in enumerate(self.encoding.lines)
            if cells & empty
        )
        self._places[empty] = found
        return found

    def _wanted(self, state: int) -> list[int]:
        """Give what is wanted for a, b, c, ab, ac, bc and abc."""
        empty = state >> self.encoding.empty_at & 0xFFFF
        lines = state.to_bytes(self.encoding.length, "little")
        wanted = [0] * 7
        for place, cells in self._places.get(empty) or self._places_of(empty):
            wanted[cells] |= lines[place]
        return wanted

    def wins(self, state: int) -> bool:
        """Say whether who hands over wins: the other two shapes both make a Quarto wherever this one goes."""
        a, b, c, ab, ac, bc, _ = self._wanted(state)
        one, two, three = (_CODE[shape] for shape in INDICES[state >> self.encoding.left_at])
        at_once = a | b | c
        for gift, second, third in ((one, two, three), (two, one, three), (three, one, two)):
            if gift & at_once:
                continue
            wanted = b | c | (ab | ac) & gift
            if not (second & wanted and third & wanted):
                continue
            wanted = a | c | (ab | bc) & gift
            if not (second & wanted and third & wanted):
                continue
            wanted = a | b | (ac | bc) & gift
            if second & wanted and third & wanted:
                return True
        return False

    def loses(self, state: int) -> bool:
        """Say whether who hands over loses: each safe shape can be drawn so that its drawer wins."""
        a, b, c, ab, ac, bc, abc = self._wanted(state)
        one, two, three = (_CODE[shape] for shape in INDICES[state >> self.encoding.left_at])
        at_once = a | b | c
        for gift, second, third in ((one, two, three), (two, one, three), (three, one, two)):
            if gift & at_once:
                continue
            with_a, with_b, with_c, both = ab & gift, ac & gift, bc & gift, abc & gift
            if not (
                _wins_last_two(b | with_a, c | with_b, bc | both, second, third)
                or _wins_last_two(a | with_a, c | with_c, ac | both, second, third)
                or _wins_last_two(a | with_b, b | with_c, ab | both, second, third)
            ):
                return False
        return True


def _wins_last_two(one: int, other: int, both: int, second: int, third: int) -> bool:
    """Say whether who hands over wins with two cells left, wanting ``one``, ``other`` and ``both``.

    A safe shape wins that leaves the last shape a Quarto in whichever cell is left.
    """
    at_once = one | other
    return bool(
        (not second & at_once and third & (other | both & second) and third & (one | both & second))
        or (not third & at_once and second & (other | both & third) and second & (one | both & third))
    )
