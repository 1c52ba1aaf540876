"""The solver against plain minimax written apart, on late positions under all kinds of rules."""

import random

import pytest
from brute import SHAPES as WORDS
from brute import Brute

from printquarto.games.board import CELLS
from printquarto.games.quarto import Position, Rules
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS
from printquarto.solve.search import solve

FEATURES = {"all": CORNERS, "three": CORNERS[:3], "two": (CORNERS[0], CORNERS[2]), "one": CORNERS[3:]}
RULES = {
    f"{name}{'-squares' if squares else ''}": Rules(features, squares)
    for name, features in FEATURES.items()
    for squares in (False, True)
}


def brute_of(rules):
    return Brute([corner.name for corner in rules.features], rules.squares)


def random_board(rng, filled):
    """Give a board with so many shapes, and the shapes left, in random order."""
    words = rng.sample(WORDS, 16)
    board = [None] * 16
    for word, cell in zip(words, rng.sample(range(16), filled), strict=False):
        board[cell] = word
    return board, words[filled:]


def position_of(board):
    position = Position()
    for cell, word in zip(CELLS, board, strict=True):
        if word is not None:
            position = position.place(SHAPE_BY_CORNERS[word], cell)
    return position


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_drawing_and_every_shape_to_hand_over_is_as_minimax_says(rules):
    rng = random.Random(5)
    brute = brute_of(rules)
    for number in range(40):
        board, (given, *_) = random_board(rng, rng.randint(10, 15) if number else 9)
        solution = solve(position_of(board), SHAPE_BY_CORNERS[given], rules)
        assert solution.is_complete
        assert solution.value == brute.holding(board, given)
        assert [drawing.cell.index for drawing in solution.drawings] == [
            cell for cell in range(16) if board[cell] is None
        ]
        for drawing in solution.drawings:
            cell = drawing.cell.index
            value = brute.drawing(board, given, cell)
            assert drawing.value == value
            after = [*board[:cell], given, *board[cell + 1 :]]
            keeping = () if brute.makes_quarto(after, cell) else brute.gifts(after).items()
            assert [shape.corners for shape in drawing.hand_over] == [
                word for word, worth in keeping if worth == value
            ]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_gift_is_as_minimax_says(rules):
    rng = random.Random(6)
    brute = brute_of(rules)
    for _ in range(30):
        board, _ = random_board(rng, rng.randint(11, 15))
        solution = solve(position_of(board), None, rules)
        gifts = {gift.shape.corners: gift.value for gift in solution.gifts}
        assert gifts == brute.gifts(board)
        assert solution.value == brute.handing_over(board)
