"""Puzzles by kind, level, rules and seed: tried by chance until each fits its level and is like no other.

Which puzzles come is decided by the seed alone, the same on every machine. Knows no paper and no pupils.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from printquarto.errors import OptionError
from printquarto.games.quarto import Rules
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import Level, level_of
from printquarto.worksheet.puzzle import Puzzle
from printquarto.worksheet.sameness import Key, key, loose_key

TRIES = 50_000
"""Attempts before a puzzle is given up; where puzzles can be had, one attempt in some thousand gives one."""

WISHES = 12
"""Puzzles that are passed over as they have a loose key in common with others."""

_Attempt = Callable[[Level, Chance], Puzzle | None]


def make(kind: str, level: str, rules: Rules, seed_text: str, count: int, seen: set[Key]) -> list[Puzzle]:
    """Make some puzzles of a kind and level, no two alike, and none like what was seen.

    ``seed_text`` decides which; ``seen`` holds the keys of the puzzles of a run, and gets those of the new
    ones. Raises OptionError where no more can be found.

    >>> puzzle, = make("win", "easy", Rules(), "7", 1, set())
    >>> puzzle.kind, puzzle.level
    ('win', 'easy')
    """
    attempt = _attempt_of(kind)
    spans = level_of(kind, level, rules)
    chance = Chance(f"{kind} {level} {seed_text}")
    made: list[Puzzle] = []
    while len(made) < count:
        puzzle = _new(attempt, spans, chance, seen)
        if puzzle is None:
            raise OptionError(
                f"There is no further {level} puzzle of the kind {kind} that differs from the others by more "
                "than turning the board or renaming corners: ask for fewer, another level or other rules."
            )
        seen.add(key(puzzle))
        if (loose := loose_key(puzzle)) is not None:
            seen.add(loose)
        made.append(puzzle)
    return made


def _attempt_of(kind: str) -> _Attempt:
    """Give what tries to find a puzzle of a kind; only its own module is loaded."""
    return cast("_Attempt", import_module(f"printquarto.worksheet.{kind}").attempt)


def _new(attempt: _Attempt, level: Level, chance: Chance, seen: set[Key]) -> Puzzle | None:
    """Give a puzzle like none that was seen, and for as long as there seem to be any, a less alike one."""
    wishes = WISHES
    for _ in range(TRIES):
        puzzle = attempt(level, chance)
        if puzzle is None:
            continue
        if wishes and loose_key(puzzle) in seen:
            wishes -= 1
        elif key(puzzle) not in seen:
            return puzzle
    return None
