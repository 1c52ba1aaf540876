"""``win``: boards without a Quarto, and a shape in hand that can make one.

Counted are the shapes on the board, the cells that fill a line (each must be looked at) and those of them to
mark; one at least of the cells that fill a line makes no Quarto.
"""

from __future__ import annotations

from printquarto.worksheet import answers
from printquarto.worksheet.board import scattered
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import FILLING, TO_MARK, Level
from printquarto.worksheet.puzzle import WinPuzzle, position_of


def attempt(level: Level, chance: Chance) -> WinPuzzle | None:
    """Try once to find a puzzle."""
    rules = level.rules
    board = scattered(level, chance)
    position = position_of(board)
    wanted = answers.wanted_in(position, rules)
    if len(wanted) not in level.spans[FILLING] or position.quartos(rules):
        return None
    fitting = []
    for shape in answers.shapes_left(board):
        count = sum(shape.code & code != 0 for code in wanted.values())
        if count in level.spans[TO_MARK] and count < len(wanted):
            fitting.append(shape)
    if not fitting:
        return None
    given = chance.one(fitting)
    return WinPuzzle(level.name, rules, board, given, answers.wins(position, given, rules))
