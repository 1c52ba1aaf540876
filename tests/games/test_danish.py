"""The board of Danish Quarto comes out of its geometry, and its rules agree with counts derived by hand."""

from collections import Counter

import pytest

from printquarto.games.danish import (
    BLACK,
    LINES,
    NEIGHBOURS,
    POINT_BY_NAME,
    POINTS,
    QUADRATES,
    WHITE,
    Move,
    Point,
    Quadrate,
    State,
)


def _set(names: str) -> int:
    return sum(POINT_BY_NAME[name].bit for name in names.split())


def _state(white: str, black: str, player: int = WHITE) -> State:
    """Give a state of the moving phase."""
    return State((_set(white), _set(black)), (0, 0), player)


def test_thirty_seven_points_in_seven_rows() -> None:
    rows = [[point.name for point in POINTS if point.row == row] for row in range(7)]
    assert [len(row) for row in rows] == [3, 5, 7, 7, 7, 5, 3]
    assert rows[0] == ["c1", "d1", "e1"]
    assert rows[1] == ["b2", "c2", "d2", "e2", "f2"]
    assert rows[3] == ["a4", "b4", "c4", "d4", "e4", "f4", "g4"]


def test_ninety_two_lines() -> None:
    """60 along rows and columns, 32 diagonal ones between even points."""
    straight = [pair for pair in LINES if pair[0].row == pair[1].row or pair[0].column == pair[1].column]
    assert (len(straight), len(LINES)) == (60, 92)
    assert all(one.is_even and other.is_even for one, other in set(LINES) - set(straight))


def test_neighbours() -> None:
    assert {point.name for point in NEIGHBOURS[POINT_BY_NAME["d4"]]} == {
        "c3",
        "d3",
        "e3",
        "c4",
        "e4",
        "c5",
        "d5",
        "e5",
    }
    assert {point.name for point in NEIGHBOURS[POINT_BY_NAME["d3"]]} == {"d2", "c3", "e3", "d4"}
    assert {point.name for point in NEIGHBOURS[POINT_BY_NAME["c1"]]} == {"d1", "b2", "c2", "d2"}


def test_the_table_of_quadrates() -> None:
    assert Counter(quadrate.triangles for quadrate in QUADRATES) == {2: 24, 4: 12, 8: 13, 16: 5, 18: 4, 32: 1}
    assert len({quadrate.corner_bits for quadrate in QUADRATES}) == len(QUADRATES) == 59


def _is_along_lines(corners: list[tuple[int, int]]) -> bool:
    """Say whether the sides of a square of points run along lines, from the words of the specification."""
    at = {(point.column, point.row): point for point in POINTS}
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        steps = max(abs(x2 - x1), abs(y2 - y1))
        dx, dy = (x2 - x1) // steps, (y2 - y1) // steps
        way = [(x1 + step * dx, y1 + step * dy) for step in range(steps + 1)]
        if not all(place in at for place in way):
            return False
        if dx and dy and not all((x + y) % 2 == 0 for x, y in way):
            return False
    return True


def test_quadrates_are_all_squares_along_lines() -> None:
    """Every square with corners on points is tried: those along lines are the quadrates."""
    found = set()
    for x in range(7):
        for y in range(7):
            for u, v in ((u, v) for u in range(1, 7) for v in range(7)):
                corners = [(x, y), (x + u, y + v), (x + u - v, y + v + u), (x - v, y + u)]
                is_straight_or_diagonal = v in (0, u)
                if is_straight_or_diagonal and _is_along_lines(corners):
                    found.add(frozenset(corners))
    assert found == {frozenset((p.column, p.row) for p in quadrate.corners) for quadrate in QUADRATES}


def test_area_is_counted_in_triangles() -> None:
    for quadrate in QUADRATES:
        (x1, y1), (x2, y2) = [(point.column, point.row) for point in quadrate.corners][:2]
        others = [(point.column, point.row) for point in quadrate.corners][1:]
        side = min((x - x1) ** 2 + (y - y1) ** 2 for x, y in others)
        assert quadrate.triangles == 2 * side, (x2, y2)


@pytest.mark.parametrize("quadrate", QUADRATES, ids=lambda quadrate: "-".join(map(str, quadrate.corners)))
def test_a_quadrate_is_void_while_an_enemy_stands_on_a_side(quadrate: Quadrate) -> None:
    men = quadrate.corner_bits
    assert quadrate.is_made(men, 0)
    for point in POINTS:
        if not men & point.bit:
            assert quadrate.is_made(men, point.bit) == (point not in quadrate.sides)
            assert quadrate.is_made(men | point.bit, 0)
    assert bool(quadrate.sides) == (quadrate.triangles > 4)


@pytest.mark.parametrize(("depth", "nodes"), [(1, 37), (2, 37 * 36), (3, 37 * 36 * 35)])
def test_node_counts_from_the_start(depth: int, nodes: int) -> None:
    """Nothing can be captured before a player has four men, so each ply has one point fewer."""
    assert _count(State(), depth) == nodes


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_count(state.after(move), depth - 1) for move in state.turns())


def test_a_capture_is_a_turn_of_its_own_for_each_man_that_can_be_taken() -> None:
    """White's d2 makes a quadrate; of Black's men only those outside their own quadrate can be taken."""
    white, black = "c1 d1 c2 d3 a3", "f5 g5 f4 g4 a5 b6"
    moves = [
        move for move in _state(white, black).turns() if str(move.target) == "d2" and str(move.origin) == "d3"
    ]
    assert [str(move.captured) for move in moves] == ["None", "a5", "b6"]


def test_a_void_quadrate_protects_nobody() -> None:
    on_a_side = _state("d3", "c3 e3 c5 e5")
    assert len(on_a_side.prey(BLACK)) == 4
    inside = _state("d4", "c3 e3 c5 e5")
    assert inside.prey(BLACK) == []


def test_four_men_fly_and_five_do_not() -> None:
    four = _state("c1 e1 c7 e7", "a3 a4 a5 g3 g4")
    assert len(list(four.moves())) == 4 * (37 - 9)
    five = _state("c1 e1 c7 e7 d4", "a3 a4 a5 g3 g4")
    assert not five.is_joined(POINT_BY_NAME["c1"], POINT_BY_NAME["g5"])


def test_who_cannot_move_passes_and_nobody_else_may() -> None:
    shut_in = _state("c1 d1 e1 b2 f2", "c2 d2 e2 a3 b3 f3 g3 c3 e3")
    assert list(shut_in.turns()) == [Move()]
    assert Move() not in list(_state("c1 d1 e1 b2 f2", "c2 d2 e2 a3 b3 f3 g3").turns())


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("c1 e1 d4", "a3 a4 a5 g3", "0-1"),
        ("c1 e1 d4 d5", "a3 a4 a5", "1-0"),
        ("c1 e1 d4 d5", "a3 a4 a5 g3", None),
    ],
)
def test_three_men_have_lost(white: str, black: str, result: str | None) -> None:
    assert _state(white, black).result == result


def test_men_in_hand_count() -> None:
    assert State((_set("c1"), _set("e1")), (3, 2), WHITE).result == "1-0"
    assert State((_set("c1"), _set("e1")), (3, 3), WHITE).result is None


def _move(text: str) -> Move:
    origin, target = (POINT_BY_NAME[name] for name in text.split("-"))
    return Move(origin, target)


def test_the_third_time_is_a_draw() -> None:
    """The position is counted from the one that the first move leaves, with the same player to move."""
    state = _state("c1 e1 d4 a3 a4", "g3 g4 g5 b6 f6")
    for number, text in enumerate(
        ["c1-d1", "g3-f3", "d1-c1", "f3-g3", "c1-d1", "g3-f3", "d1-c1", "f3-g3", "c1-d1"], 1
    ):
        assert state.result is None, number
        state = state.after(_move(text))
    assert state.result == "1/2-1/2"


def test_a_turn_not_carried_out_counts_for_nothing() -> None:
    state = _state("c1 e1 d4 a3 a4", "g3 g4 g5 b6 f6")
    skipped = state.skip()
    assert (skipped.men, skipped.player, skipped.seen) == (state.men, BLACK, state.seen)


def test_the_position_after_the_last_placing_is_the_first_that_counts() -> None:
    before = State((_set("c1 e1 d4 a3 a4"), _set("g3 g4 g5 b6")), (0, 1), BLACK)
    after = before.after(Move(None, POINT_BY_NAME["f6"]))
    assert len(after.seen) == 1
    assert before.seen == ()


def test_points_are_named_and_even_as_the_specification_says() -> None:
    numbered = {point: (point.column + 1) + (point.row + 1) for point in POINTS}
    assert all(point.is_even == (total % 2 == 0) for point, total in numbered.items())
    assert isinstance(POINTS[0], Point)
