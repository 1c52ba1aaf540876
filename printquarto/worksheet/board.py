"""Boards by chance: shapes scattered over cells, as a game can leave them. Knows no answers."""

from __future__ import annotations

from printquarto.games.board import CELLS
from printquarto.games.shape import SHAPES, Shape
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import ON_BOARD, Level
from printquarto.worksheet.puzzle import Board


def scattered(level: Level, chance: Chance) -> Board:
    """Give a board with as many shapes as the level says, each of them once.

    A game comes to any such board on which no Quarto stands: its shapes can be drawn in any order.
    """
    span = level.spans[ON_BOARD]
    count = chance.between(span.low, span.high if span.high is not None else len(CELLS) - 1)
    board: list[Shape | None] = [None] * len(CELLS)
    for shape, cell in zip(chance.some(SHAPES, count), chance.some(CELLS, count), strict=True):
        board[cell.index] = shape
    return tuple(board)
