"""The last four cells of a board, judged without remembering anything. Values are for who hands over.

With the cells a, b, c and d empty, all that matters is for each set of them what the lines with just these
cells empty still want, as a set of properties: ``ab`` is what the lines want that lack a and b. A shape
with a property of ``a`` makes a Quarto in a. Drawn in a, a shape leaves to ``b`` what it has of ``ab``.
"""

from __future__ import annotations

from printquarto.games.shape import SHAPES
from printquarto.solve.encoding import INDICES, SAFE, Encoding

_CODE = tuple(shape.code for shape in SHAPES)


class LastCells:
    """Judges states with four empty cells, under one set of rules."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._places: dict[int, tuple[tuple[int, int], ...]] = {}

    def wins(self, state: int) -> bool:
        """Say whether who hands over wins: with a safe shape whose drawer loses in each of the cells."""
        _, a, b, ab, c, ac, bc, abc, d, ad, bd, abd, cd, acd, bcd, abcd = self._wanted(state)
        left = state >> self._encoding.left_at
        for gift in INDICES[SAFE[a | b | c | d] & left]:
            on, rest = _CODE[gift], left ^ 1 << gift
            # What the shape leaves of the lines that want two, three and all four cells.
            ab_, ac_, ad_, all_ = ab & on, ac & on, ad & on, abcd & on
            abc_, abd_, acd_ = abc & on, abd & on, acd & on
            if not _three_lose(b | ab_, c | ac_, d | ad_, bc | abc_, bd | abd_, cd | acd_, bcd | all_, rest):
                continue
            bc_, bd_, cd_, bcd_ = bc & on, bd & on, cd & on, bcd & on
            if (
                _three_lose(a | ab_, c | bc_, d | bd_, ac | abc_, ad | abd_, cd | bcd_, acd | all_, rest)
                and _three_lose(a | ac_, b | bc_, d | cd_, ab | abc_, ad | acd_, bd | bcd_, abd | all_, rest)
                and _three_lose(a | ad_, b | bd_, c | cd_, ab | abd_, ac | acd_, bc | bcd_, abc | all_, rest)
            ):
                return True
        return False

    def loses(self, state: int) -> bool:
        """Say whether who hands over loses: with each safe shape its drawer wins in one of the cells."""
        _, a, b, ab, c, ac, bc, abc, d, ad, bd, abd, cd, acd, bcd, _ = self._wanted(state)
        left = state >> self._encoding.left_at
        for gift in INDICES[SAFE[a | b | c | d] & left]:
            on, rest = _CODE[gift], left ^ 1 << gift
            ab_, ac_, ad_, bc_, bd_, cd_ = ab & on, ac & on, ad & on, bc & on, bd & on, cd & on
            abc_, abd_, acd_, bcd_ = abc & on, abd & on, acd & on, bcd & on
            if not (
                _three_win(b | ab_, c | ac_, d | ad_, bc | abc_, bd | abd_, cd | acd_, rest)
                or _three_win(a | ab_, c | bc_, d | bd_, ac | abc_, ad | abd_, cd | bcd_, rest)
                or _three_win(a | ac_, b | bc_, d | cd_, ab | abc_, ad | acd_, bd | bcd_, rest)
                or _three_win(a | ad_, b | bd_, c | cd_, ab | abd_, ac | acd_, bc | bcd_, rest)
            ):
                return False
        return True

    def _wanted(self, state: int) -> list[int]:
        """Give what each set of the empty cells wants: a has the weight 1, b 2, c 4 and d 8."""
        empty = state >> self._encoding.empty_at & 0xFFFF
        lines = state.to_bytes(self._encoding.length, "little")
        wanted = [0] * 16
        for place, cells in self._places.get(empty) or self._places_of(empty):
            wanted[cells] |= lines[place]
        return wanted

    def _places_of(self, empty: int) -> tuple[tuple[int, int], ...]:
        """Give each line with an empty cell, and which of the empty cells it has."""
        places = tuple(
            (place, sum(1 << nth for nth, cell in enumerate(INDICES[empty]) if cells >> cell & 1))
            for place, cells in enumerate(self._encoding.lines)
            if cells & empty
        )
        self._places[empty] = places
        return places


def _three_win(a: int, b: int, c: int, ab: int, ac: int, bc: int, left: int) -> bool:
    """Say whether who hands over wins with three cells left: both shapes left then make a Quarto anywhere."""
    for gift in INDICES[SAFE[a | b | c] & left]:
        on, rest = _CODE[gift], left ^ 1 << gift
        if not (
            SAFE[b | c | (ab | ac) & on] & rest
            or SAFE[a | c | (ab | bc) & on] & rest
            or SAFE[a | b | (ac | bc) & on] & rest
        ):
            return True
    return False


def _three_lose(a: int, b: int, c: int, ab: int, ac: int, bc: int, abc: int, left: int) -> bool:
    """Say whether who hands over loses with three cells left: each safe shape lets its drawer win."""
    for gift in INDICES[SAFE[a | b | c] & left]:
        on, rest = _CODE[gift], left ^ 1 << gift
        ab_, ac_, bc_, all_ = ab & on, ac & on, bc & on, abc & on
        if not (
            _two_win(b | ab_, c | ac_, bc | all_, rest)
            or _two_win(a | ab_, c | bc_, ac | all_, rest)
            or _two_win(a | ac_, b | bc_, ab | all_, rest)
        ):
            return False
    return True


def _two_win(a: int, b: int, ab: int, left: int) -> bool:
    """Say whether who hands over wins with two cells left: the last shape makes a Quarto in either."""
    for gift in INDICES[SAFE[a | b] & left]:
        on, rest = ab & _CODE[gift], left ^ 1 << gift
        if not (SAFE[a | on] & rest or SAFE[b | on] & rest):
            return True
    return False
