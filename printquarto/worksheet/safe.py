"""``safe``: boards without a Quarto, from which some of the shapes left can be handed over and some cannot.

Counted are the shapes on the board (the fewer, the more are left to judge) and the corners that lose: each is
one corner out or in, with which a shape makes a Quarto somewhere.
"""

from __future__ import annotations

from printquarto.worksheet import answers
from printquarto.worksheet.board import scattered
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import WANTED, Level
from printquarto.worksheet.puzzle import SafePuzzle, position_of


def attempt(level: Level, chance: Chance) -> SafePuzzle | None:
    """Try once to find a puzzle."""
    rules = level.rules
    board = scattered(level, chance)
    position = position_of(board)
    if answers.wanted(position, rules).bit_count() not in level.spans[WANTED] or position.quartos(rules):
        return None
    left = answers.shapes_left(board)
    safe = answers.safe_shapes(position, left, rules)
    return SafePuzzle(level.name, rules, board, safe) if 0 < len(safe) < len(left) else None
