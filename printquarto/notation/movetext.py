"""What differs in reading a game from game to game: how its movetext is cut up and put together.

Knows the games that there are; the parser, which knows tags and comments, asks here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from printquarto.notation import danish
from printquarto.notation.diagnostic import Span
from printquarto.notation.grammar import assemble_position, assemble_turns, is_position
from printquarto.notation.lexer import canonical_turns, next_token
from printquarto.notation.record import DANISH, QUARTO, DanishTurn, Occupant, Turn


class Assembled(NamedTuple):
    """The movetext of a game, put together: its turns, or a final position and the places of its cells."""

    turns: tuple[Turn, ...] | tuple[DanishTurn, ...] = ()
    position: tuple[Occupant, ...] | None = None
    spans: tuple[Span, ...] = ()


class Movetext(NamedTuple):
    """How one game is read.

    ``scan`` takes what stands at an index of a line, adds it to the items of the game, and gives where it
    ends, with the result where it is one; it raises NotationError. ``assemble`` puts the items together; it
    raises MisplacedError.
    """

    scan: Callable[[str, int, int, list[Any]], tuple[int, str | None]]
    assemble: Callable[[list[Any]], Assembled]


def _scan_quarto(text: str, start: int, line: int, items: list[Any]) -> tuple[int, str | None]:
    """Take turns in canonical form as long as there are any, else one token."""
    end = canonical_turns(text, start, line, items)
    if end > start:
        return end, None
    token, end = next_token(text, start, line)
    if token.kind == "result":
        return end, str(token.value)
    items.append(token)
    return end, None


def _assemble_quarto(items: list[Any]) -> Assembled:
    if is_position(items):
        position, spans = assemble_position(items)
        return Assembled((), position, spans)
    return Assembled(assemble_turns(items))


def _assemble_danish(items: list[Any]) -> Assembled:
    return Assembled(tuple(items))


MOVETEXTS: dict[str, Movetext] = {
    QUARTO: Movetext(_scan_quarto, _assemble_quarto),
    DANISH: Movetext(danish.scan, _assemble_danish),
}
