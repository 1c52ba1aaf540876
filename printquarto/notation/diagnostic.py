"""A place in a text, and its one rendering with the source line and ``~~~`` under the place.

Knows neither games nor findings. Lines and columns count from 1, columns in characters.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

WINDOW = 96
"""Columns of a source line that are shown, so that a line of any length stays readable."""


class Span(NamedTuple):
    """A place in a text: its line, its first column and how many characters it takes."""

    line: int
    column: int
    width: int


def excerpt(source: str, span: Span) -> tuple[str, str]:
    """Give the source line and the line with ``~~~`` to print under it.

    A long line is cut to a window about the place. Characters that move the cursor or steer a terminal
    are shown as ``�``, and wide and combining ones counted as a terminal shows them.

    >>> print(*excerpt("1. oiio@b2   2. oiio@c3", Span(1, 14, 10)), sep="\\n")
    1. oiio@b2   2. oiio@c3
                 ~~~~~~~~~~
    """
    start = span.column - 1
    first = max(0, min(start - WINDOW // 4, len(source) - WINDOW)) if len(source) > WINDOW else 0
    shown = printable(source[first : first + WINDOW])
    lead, tail = ("… " if first else ""), (" …" if first + WINDOW < len(source) else "")
    offset = start - first
    before = columns(lead) + columns(shown[:offset])
    marked = max(1, columns(shown[offset : offset + span.width]))
    return f"{lead}{shown}{tail}", " " * before + "~" * marked


def printable(text: str) -> str:
    r"""Replace what would steer a terminal or break a line, so that any text can be printed on one line.

    >>> printable("a\tb\x1b[31m")
    'a b�[31m'
    """
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    return "�" if unicodedata.category(character) in _UNSAFE else character


_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def columns(text: str) -> int:
    """Count the columns that a terminal gives to a text.

    >>> columns("abc"), columns("四")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
