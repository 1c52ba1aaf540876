"""``force``: boards without a Quarto, and a shape in hand that makes none, but wins drawn in one cell alone.

Counted are the shapes on the board and the replies that leave a safe shape: after the right cell and the best
of the shapes to hand over, the cells in which the opponent can draw it without losing at once. With none of
them it is enough to look one turn ahead. The values are the solver's.
"""

from __future__ import annotations

from itertools import islice

from printquarto.games.board import CELLS, Cell
from printquarto.games.quarto import Position, Rules
from printquarto.games.shape import Shape
from printquarto.worksheet import answers
from printquarto.worksheet.board import scattered
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import REPLIES, Level
from printquarto.worksheet.puzzle import ForcePuzzle, position_of


def attempt(level: Level, chance: Chance) -> ForcePuzzle | None:
    """Try once to find a puzzle."""
    rules = level.rules
    board = scattered(level, chance)
    position = position_of(board)
    given = chance.one(answers.shapes_left(board))
    if position.quartos(rules) or position.wins_with(given, rules):
        return None
    answer = _answer(position, given, rules)
    if answer is None:
        return None
    cell, hand_over = answer
    left = answers.shapes_left((*board, given))
    if len(hand_over) == len(left):
        return None
    after = position.place(given, cell)
    if min(_replies(after, shape, left, rules) for shape in hand_over) not in level.spans[REPLIES]:
        return None
    return ForcePuzzle(level.name, rules, board, given, cell, hand_over)


def _answer(position: Position, given: Shape, rules: Rules) -> tuple[Cell, tuple[Shape, ...]] | None:
    """Give the one cell that wins and the shapes to hand over then; None where none or several do."""
    from printquarto.solve.search import Solver  # its tables take a while, and only this kind needs them

    solver = Solver(rules)
    cells = list(islice(solver.winning_cells(position, given), 2))
    return (cells[0], solver.winning_gifts(position, given, cells[0])) if len(cells) == 1 else None


def _replies(position: Position, shape: Shape, left: tuple[Shape, ...], rules: Rules) -> int:
    """Count the cells in which a shape can be drawn so that one of the others left is safe to hand over."""
    others = tuple(one for one in left if one is not shape)
    return sum(
        bool(answers.safe_shapes(position.place(shape, cell), others, rules))
        for cell in CELLS
        if position.is_free(cell)
    )
