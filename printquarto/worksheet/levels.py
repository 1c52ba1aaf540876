"""How the levels differ: for each kind what is counted in a puzzle, between which counts each level lies.

``TABLE`` is the one table; puzzles are made by it, tests count by it, and ``table`` prints it for the docs.
The rules are not in it: which corners count, and whether the 2×2 blocks do, is for whoever asks, and both
change any level: fewer corners make it easier, blocks harder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from printquarto.games.quarto import Rules
from printquarto.worksheet.puzzle import LEVELS


class Span(NamedTuple):
    """From how many to how many, both included; ``high`` None for no end."""

    low: int
    high: int | None = None

    def __contains__(self, count: object) -> bool:
        return isinstance(count, int) and self.low <= count and (self.high is None or count <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


class Measure(NamedTuple):
    """One thing that can be counted: what it is called, and its span at each level.

    ``is_per_corner`` says that there can be no more of it than corners that count: the spans end there.
    """

    words: str
    easy: Span
    medium: Span
    hard: Span
    is_per_corner: bool = False

    def at(self, level: str, rules: Rules) -> Span:
        """Give the span at a level under some rules."""
        span: Span = getattr(self, level)
        if not self.is_per_corner:
            return span
        most = len(rules.features)
        return Span(min(span.low, most), most if span.high is None else min(span.high, most))


ON_BOARD = "shapes on the board"
FILLING = "cells that fill a line"
TO_MARK = "cells to mark"
WANTED = "corners, in or out, that lose at once"
FULL = "full lines"
QUARTOS = "Quartos"
MISSING = "shapes missing"
MATCHED = "shapes to match"
FORMS_USED = "forms of labels"
TURNS = "turns"
DECOYS = "turns that fill a line and make no Quarto"
REPLIES = "replies that leave a safe shape"

TABLE: Mapping[str, tuple[Measure, ...]] = {
    "shapes": (
        Measure(MISSING, Span(4, 5), Span(6, 7), Span(8, 9)),
        Measure(MATCHED, Span(4, 4), Span(5, 5), Span(6, 6)),
        Measure(FORMS_USED, Span(1, 1), Span(2, 2), Span(3, 3)),
    ),
    "spot": (
        Measure(ON_BOARD, Span(9, 11), Span(11, 13), Span(13, 15)),
        Measure(FULL, Span(2, 3), Span(4, 5), Span(6)),
        Measure(QUARTOS, Span(1, 1), Span(1, 2), Span(2)),
    ),
    "win": (
        Measure(ON_BOARD, Span(6, 8), Span(7, 10), Span(9, 12)),
        Measure(FILLING, Span(2, 3), Span(3), Span(4)),
        Measure(TO_MARK, Span(1, 1), Span(2, 2), Span(3)),
    ),
    "safe": (
        Measure(ON_BOARD, Span(9, 11), Span(8, 10), Span(6, 9)),
        Measure(WANTED, Span(1, 1), Span(2, 2), Span(3), is_per_corner=True),
    ),
    "missed": (
        Measure(TURNS, Span(8, 10), Span(11, 13), Span(14, 16)),
        Measure(DECOYS, Span(1, 2), Span(2, 4), Span(4)),
    ),
    "force": (
        Measure(ON_BOARD, Span(11, 12), Span(10, 11), Span(9, 9)),
        Measure(REPLIES, Span(0, 0), Span(1, 1), Span(2)),
    ),
}


class Level(NamedTuple):
    """A level of one kind under some rules: between which counts a puzzle must lie."""

    name: str
    rules: Rules
    spans: Mapping[str, Span]


def level_of(kind: str, name: str, rules: Rules) -> Level:
    """Give a level of a kind."""
    return Level(name, rules, {measure.words: measure.at(name, rules) for measure in TABLE[kind]})


def table() -> str:
    """Give the table for the docs, in Markdown."""
    lines = ["| kind | what is counted | " + " | ".join(LEVELS) + " |", "|---|---|---|---|---|"]
    for kind, measures in TABLE.items():
        for measure in measures:
            spans = " | ".join(str(getattr(measure, name)) for name in LEVELS)
            note = ", at most as many as corners count" if measure.is_per_corner else ""
            lines.append(f"| `{kind}` | {measure.words}{note} | {spans} |")
    return "\n".join(lines) + "\n"
