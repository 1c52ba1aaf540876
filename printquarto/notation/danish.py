"""The movetext of Danish Quarto: points, moves, captures and passes. Knows no legality."""

from __future__ import annotations

import re
from typing import Any

from printquarto.errors import NotationError
from printquarto.games.danish import POINT_BY_NAME, Point
from printquarto.notation.lexer import DASH, RESULT, shortened, stray
from printquarto.notation.record import DanishTurn, read_result

TURNS = "a turn (as d4, d4-d5, d4xe3, d4-d5xe3 or --)"

_NUMBER = re.compile(r"[0-9]{1,6}(?:\s*(?:\.+|…|\))|(?![\w/]))", re.ASCII)
_RESULT = re.compile(RESULT, re.ASCII)
_TURN = re.compile(
    rf"""
      (?P<pass>{DASH}{{2}}|—|pass(?!\w))
    | (?:(?P<origin>[a-g][1-7])\s*{DASH}\s*)?
      (?P<target>[a-g][1-7])
      (?:\s*[x:]\s*(?P<captured>[a-g][1-7]))?(?!\w)
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)


def scan(text: str, start: int, line: int, turns: list[Any]) -> tuple[int, str | None]:
    """Read what stands at an index of a line: a number, a turn or a result.

    Gives where it ends, and the result where it is one. Raises NotationError where it is none of them.
    """
    result = _RESULT.match(text, start)
    if result is not None:
        return result.end(), read_result(result.group().rstrip("."))
    number = _NUMBER.match(text, start)
    if number is not None:
        return number.end(), None
    match = _TURN.match(text, start)
    if match is None:
        raise NotationError(f"{shortened(stray(text, start))} cannot be read: expected {TURNS} or a result.")
    turns.append(_turn(match, line))
    return match.end(), None


def _turn(match: re.Match[str], line: int) -> DanishTurn:
    origin, target, captured = (_point(match[name]) for name in ("origin", "target", "captured"))
    return DanishTurn(origin, target, captured, line, match.start() + 1, match.end() - match.start())


def _point(found: str | None) -> Point | None:
    if found is None:
        return None
    point = POINT_BY_NAME.get(found.lower())
    if point is None:
        raise NotationError(f"{found!r} is not on the board: rows 1 and 7 are c to e, rows 2 and 6 b to f.")
    return point


def write_turns(turns: tuple[DanishTurn, ...]) -> list[str]:
    """Write turns in pairs, White's with its number and Black's behind it.

    >>> write_turns((DanishTurn(None, POINT_BY_NAME["d4"]), DanishTurn(None, None)))
    ['1. d4 --']
    """
    pairs = [turns[start : start + 2] for start in range(0, len(turns), 2)]
    return [f"{number}. {' '.join(map(str, pair))}" for number, pair in enumerate(pairs, 1)]
