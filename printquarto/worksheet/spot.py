"""``spot``: boards with one to several Quartos, all made by one shape, so that none was missed before.

Counted are the shapes on the board, the lines that are full (each must be looked at) and the Quartos among
them; one at least of the full lines is no Quarto.
"""

from __future__ import annotations

from printquarto.worksheet import answers
from printquarto.worksheet.board import scattered
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import FULL, QUARTOS, Level
from printquarto.worksheet.puzzle import SpotPuzzle, position_of


def attempt(level: Level, chance: Chance) -> SpotPuzzle | None:
    """Try once to find a puzzle."""
    rules = level.rules
    board = scattered(level, chance)
    position = position_of(board)
    full = answers.full_lines(position, rules)
    if full not in level.spans[FULL]:
        return None
    quartos = position.quartos(rules)
    if len(quartos) not in level.spans[QUARTOS] or len(quartos) == full:
        return None
    if not frozenset.intersection(*(frozenset(quarto.alignment.cells) for quarto in quartos)):
        return None
    return SpotPuzzle(level.name, rules, board, quartos)
