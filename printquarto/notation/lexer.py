"""A line of movetext cut into tokens. Knows no grammar: which token may follow which is not its business."""

from __future__ import annotations

import re
from typing import NamedTuple

from printquarto.errors import NotationError
from printquarto.games.board import CELL_BY_NAME, CELLS, COLUMNS
from printquarto.games.shape import SHAPES
from printquarto.notation.record import Turn, as_shown, read_result
from printquarto.notation.shapes import FORMS, SPELLINGS, numbered_shape

DASH = "[-‐‑‒–—―−]"
_TO = rf"\s?{DASH}{{1,2}}\s?"
RESULT = rf"(?:1{_TO}0|0{_TO}1|1/2{_TO}1/2|½{_TO}½)(?!\w)(?:\.(?!\.))?|\*"
"""A result, with dashes of any length and perhaps a full stop behind it."""

BLANK = re.compile(r"[\s,\u00a0\u2007\u202f\u200b\ufeff]*", re.ASCII)
"""What parts tokens and means nothing: blanks of all kinds and commas."""


class Token(NamedTuple):
    """A piece of movetext: its kind, what it stands for and its place.

    Kinds: ``number``, ``shape``, ``word`` (one attribute), ``cell``, ``at``, ``dash``, ``dots``, ``call``,
    ``unread`` and ``result``. The value of ``dash`` and ``dots`` is how many empty cells they can stand for.
    """

    kind: str
    value: object
    line: int
    column: int
    width: int


_new_tuple = tuple.__new__
"""Makes a named tuple in half the time that its own constructor takes."""

_TURN = re.compile(r"((?:(\d{1,3})\. +)?([oi]{4}@[a-d][1-4])(?:(!)(?:([a-d][1-4])-([a-d][1-4]))?)?)(?:$| +)")
"""A turn in canonical form with the blanks behind it: most of what is read, and read without a token."""

_DRAWN = {f"{shape}@{cell}": (shape, cell) for shape in SHAPES for cell in CELLS}

_TOKEN = re.compile(
    rf"""
      (?P<result>{RESULT})
    | (?P<shape>(?:[oi]{{4}}|[ld][ts][sr][sh]|[01]{{4}})(?!\w))
    | (?P<hash>\#[0-9]+(?!\w))
    | (?P<cell>[a-d][1-4](?=[a-d][1-4]|\W|$)|r[1-4]c[1-4](?!\w))
    | (?P<word>(?:light|dark|tall|short|square|round|solid|hollow)(?!\w))
    | (?P<call>!+|quarto(?![\w?])[!.]*)
    | (?P<number>[0-9]{{1,6}}(?:\.+|…|[):]|(?![\w/])))
    | (?P<unread>\?)
    | (?P<at>@)
    | (?P<dash>{DASH}+)
    | (?P<dots>[.…]+)
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
_STRAY = re.compile(r"[^\s;{}\[\],@!?‐‑‒–—―−-]+|.", re.DOTALL)


def canonical_turns(text: str, start: int, line: int, turns: list[Turn | Token]) -> int:
    """Add the turns in canonical form that stand from an index on, and say where they end.

    This is the path that nearly every line of nearly every file takes, so it makes no tokens.
    """
    match = _TURN.match(text, start)
    while match is not None:
        whole, number, drawn, call, first, last = match.groups()
        shape, cell = _DRAWN[drawn]
        shown = as_shown((CELL_BY_NAME[first], CELL_BY_NAME[last])) if first else ()
        written = int(number) if number else None
        fields = (shape, cell, call is not None, shown, written, line, start + 1, len(whole))
        turns.append(_new_tuple(Turn, fields))
        start = match.end()
        match = _TURN.match(text, start)
    return start


def next_token(text: str, start: int, line: int) -> tuple[Token, int]:
    """Read the token that starts at an index of a line, and say where it ends.

    Raises NotationError where none does; ``stray`` gives the piece of the line that it is about.
    """
    match = _TOKEN.match(text, start)
    if match is None or match.lastgroup is None:
        raise NotationError(_complaint(stray(text, start)))
    kind, found = match.lastgroup, match.group()
    value = _value(kind, found)
    if kind == "hash":
        kind = "shape"
    return Token(kind, value, line, start + 1, len(found)), match.end()


def stray(text: str, start: int) -> str:
    """Give the piece of a line that no token could be made of."""
    match = _STRAY.match(text, start)
    return match.group() if match else text[start : start + 1]


def shortened(piece: str) -> str:
    """Give a piece of text as an error shows it.

    >>> shortened("x" * 50)
    "'xxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(piece if len(piece) <= 24 else piece[:23] + "…")


def _value(kind: str, found: str) -> object:
    low = found.lower()
    match kind:
        case "shape":
            return SPELLINGS[low]
        case "hash":
            return numbered_shape(found[1:])
        case "cell":
            return CELL_BY_NAME[low if low[0] != "r" else COLUMNS[int(low[3]) - 1] + low[1]]
        case "number":
            return int(re.match("[0-9]+", found).group())  # type: ignore[union-attr] # the token begins with digits
        case "result":
            return read_result(found.rstrip("."))
        case "dash" | "dots":
            return len(found) + 2 * found.count("…")
    return low


def _complaint(piece: str) -> str:
    shown = shortened(piece)
    if re.fullmatch(r"[a-z]\d{1,2}|r\d+c\d+", piece, re.ASCII | re.IGNORECASE):
        return f"{shown} is not on the board: expected a cell (a1 to d4)."
    if re.fullmatch(r"[oi01]{3,6}", piece, re.ASCII | re.IGNORECASE):
        return f"{shown} is not a shape: expected four corners, each o or i."
    if piece.rstrip(":").lower() in ("first", "second", "white", "black", "event", "date"):
        return 'Names and the like go into tags, before the turns: [First "Ana"].'
    if piece.lower() == "quarto":
        return "A call is written Quarto or !; the ? behind it cannot be read."
    if "\ud800" <= piece[:1] <= "\udfff":
        return "This is not written in UTF-8: save the file as UTF-8 text."
    if not piece.isprintable():
        shown = f"U+{ord(piece[0]):04X}"
    return f"{shown} cannot be read: expected {FORMS}, a cell (a1 to d4), a call (!) or a result."
