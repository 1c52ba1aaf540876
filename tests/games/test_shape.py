"""The shape model is the table of the shape specification."""

from itertools import pairwise

import pytest

from printquarto.games.shape import CORNERS, SHAPES, outline, shared_properties

TABLE = [
    ("tl", "colour", "light", "dark", 8),
    ("tr", "height", "tall", "short", 4),
    ("br", "shape", "square", "round", 2),
    ("bl", "top", "solid", "hollow", 1),
]


def test_corners_are_those_of_the_table() -> None:
    assert [(c.name, c.attribute, c.out_word, c.in_word, c.value) for c in CORNERS] == TABLE


@pytest.mark.parametrize(
    ("number", "corners", "words"),
    [
        (0, "oooo", "light tall square solid"),
        (6, "oiio", "light short round solid"),
        (8, "iooo", "dark tall square solid"),
        (15, "iiii", "dark short round hollow"),
    ],
)
def test_known_shapes(number: int, corners: str, words: str) -> None:
    shape = SHAPES[number]
    assert (shape.number, shape.corners, " ".join(shape.words)) == (number, corners, words)


def test_number_is_the_sum_of_the_values_of_the_corners_in() -> None:
    for number, shape in enumerate(SHAPES):
        values = [row[4] for row, letter in zip(TABLE, shape.corners, strict=True) if letter == "i"]
        assert sum(values) == number == shape.number


def _area(vertices: tuple[tuple[float, float], ...]) -> float:
    closed = [*vertices, vertices[0]]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(closed)) / 2


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_outline_has_the_vertices_and_the_area_of_the_specification(shape: object) -> None:
    """4 to 12 vertices, area s² − k·s²/9 for k corners in, clockwise on paper."""
    folded = str(shape).count("i")
    vertices = outline(shape, side=9)  # type: ignore[arg-type]
    assert len(vertices) == 4 + 2 * folded
    assert _area(vertices) == pytest.approx(81 - folded * 9)


def test_outline_of_one_corner_in_starts_as_the_specification_says() -> None:
    assert outline(SHAPES[8], side=30, notch=10)[:3] == ((0, 10), (10, 10), (10, 0))


def test_outline_runs_along_the_axes() -> None:
    for shape in SHAPES:
        vertices = outline(shape)
        for (x1, y1), (x2, y2) in pairwise([*vertices, vertices[0]]):
            assert (x1 == x2) != (y1 == y2)


def test_sixteen_outlines_are_sixteen_different_ones() -> None:
    assert len({outline(shape, side=3) for shape in SHAPES}) == 16


def test_greek_cross_is_the_same_when_turned() -> None:
    vertices = set(outline(SHAPES[15], side=3))
    assert {(3 - y, x) for x, y in vertices} == vertices


@pytest.mark.parametrize("notch", [0, -1, 1.5, 2])
def test_notches_that_would_meet_are_refused(notch: float) -> None:
    with pytest.raises(ValueError, match="notch"):
        outline(SHAPES[15], side=3, notch=notch)


def test_shared_properties_of_any_two_shapes_are_those_their_letters_share() -> None:
    for one in SHAPES:
        for other in SHAPES:
            pairs = zip(CORNERS, one.corners, other.corners, strict=True)
            expected = tuple(f"{c.name}-{'in' if a == 'i' else 'out'}" for c, a, b in pairs if a == b)
            assert shared_properties(one.code & other.code) == expected
