"""Laws of the solver: a board turned or mirrored, or corners renamed and flipped, change no value."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from printquarto.games.board import CELLS
from printquarto.games.quarto import Position, Rules
from printquarto.games.shape import CORNERS, SHAPES
from printquarto.solve.search import solve

TURNED = tuple(4 * column + 3 - row for row in range(4) for column in range(4))
MIRRORED = tuple(4 * row + 3 - column for row in range(4) for column in range(4))
INSIDE_OUT = tuple(4 * (row ^ 1) + (column ^ 1) for row in range(4) for column in range(4))
"""For each cell the cell that it goes to; the last keeps the ten lines, though not the blocks."""

rules = st.builds(
    lambda corners, squares: Rules(tuple(corner for corner in CORNERS if corner in corners), squares),
    st.sets(st.sampled_from(CORNERS), min_size=1),
    st.booleans(),
)


@st.composite
def endings(draw):
    """Give the shapes that lie in cells, as pairs of numbers, and the number of the shape in hand."""
    chance = random.Random(draw(st.integers(0, 1 << 30)))
    filled = draw(st.integers(9, 15))
    shapes, cells = chance.sample(range(16), filled + 1), chance.sample(range(16), filled)
    return list(zip(shapes, cells, strict=False)), shapes[-1]


def values(placed, in_hand, rules):
    """Give for each empty cell its value and the numbers of the shapes that keep it."""
    position = Position()
    for shape, cell in placed:
        position = position.place(SHAPES[shape], CELLS[cell])
    solution = solve(position, SHAPES[in_hand], rules)
    return {
        drawing.cell.index: (drawing.value, {shape.number for shape in drawing.hand_over})
        for drawing in solution.drawings
    }


@settings(max_examples=40, deadline=None)
@given(endings(), rules, st.sampled_from([TURNED, MIRRORED, INSIDE_OUT]))
def test_a_board_that_is_turned_or_mirrored_is_worth_the_same(ending, rules, to):
    placed, in_hand = ending
    if to is INSIDE_OUT:
        rules = Rules(rules.features)
    moved = [(shape, to[cell]) for shape, cell in placed]
    expected = {to[cell]: found for cell, found in values(placed, in_hand, rules).items()}
    assert values(moved, in_hand, rules) == expected


@settings(max_examples=40, deadline=None)
@given(endings(), rules, st.permutations(range(4)), st.integers(0, 15))
def test_corners_may_be_renamed_and_flipped(ending, rules, order, flipped):
    placed, in_hand = ending

    def renamed(shape):
        """Give what a shape becomes where the corner at each place goes to another, and some are flipped."""
        bits = shape ^ flipped
        return sum(CORNERS[order[place]].value for place in range(4) if bits & CORNERS[place].value)

    features = {CORNERS[order[CORNERS.index(corner)]] for corner in rules.features}
    other = Rules(tuple(corner for corner in CORNERS if corner in features), rules.squares)
    expected = {
        cell: (value, {renamed(shape) for shape in keeping})
        for cell, (value, keeping) in values(placed, in_hand, rules).items()
    }
    assert values([(renamed(shape), cell) for shape, cell in placed], renamed(in_hand), other) == expected


@settings(max_examples=30, deadline=None)
@given(endings(), rules)
def test_the_value_is_that_of_the_best_drawing(ending, rules):
    placed, in_hand = ending
    position = Position()
    for shape, cell in placed:
        position = position.place(SHAPES[shape], CELLS[cell])
    solution = solve(position, SHAPES[in_hand], rules)
    assert solution.value == max(drawing.value for drawing in solution.drawings)
    assert all(drawing.hand_over for drawing in solution.drawings if drawing.value == 0) or len(placed) == 15
