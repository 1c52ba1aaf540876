"""The rules engine, pinned by node counts and by games that were worked out apart from it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printquarto.games.board import BLOCKS, CELL_BY_NAME, CELLS, LINES, Alignment, Cell
from printquarto.games.quarto import NAMED_RULES, PAPER, Rules, State
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS, SHAPES, Shape

DRAW = (
    "0100@a1 1011@b1 1010@c1 1101@d1 1100@a2 0011@b2 0110@c2 0000@d2 "
    "0001@a3 1111@b3 1110@c3 0101@d3 0010@a4 1000@b4 1001@c4 0111@d4"
)
"""A game in which nobody ever makes a Quarto."""


def _count(state: State, hand: Shape | None, depth: int) -> int:
    """Count the ways to hand over and to draw, a ply each, down to a depth."""
    if depth == 0:
        return 1
    if hand is None:
        return sum(_count(state, gift, depth - 1) for gift in state.gifts())
    return sum(_count(state.draw(hand, cell, PAPER), None, depth - 1) for cell in state.free_cells())


@pytest.mark.parametrize(("depth", "nodes"), [(1, 16), (2, 16 * 16), (3, 256 * 15), (4, 256 * 15 * 15)])
def test_node_counts_from_the_start(depth: int, nodes: int) -> None:
    """Handing over and drawing are a ply each; nothing can end a game so early."""
    assert _count(State(), None, depth) == nodes


def test_node_counts_near_the_end_agree_with_a_count_by_hand() -> None:
    """Three shapes and three cells are left after 13 turns: 3·3·2·2·1·1 ways to the end."""
    state = _play(" ".join(DRAW.split()[:13]))
    assert _count(state, None, 6) == 36


def _play(turns: str, rules: Rules = PAPER) -> State:
    state = State()
    for turn in turns.split():
        bits, cell = turn.split("@")
        state = state.draw(SHAPES[int(bits, 2)], CELL_BY_NAME[cell], rules)
    return state


def _brute_force(drawn: dict[str, Shape], rules: Rules) -> set[str]:
    """Find all Quartos from the words of the specification alone: the same corner of each is out, or in."""
    found = set()
    for alignment in LINES + BLOCKS if rules.squares else LINES:
        names = [cell.name for cell in alignment.cells]
        if all(name in drawn for name in names):
            places = [CORNERS.index(corner) for corner in rules.features]
            if any(len({drawn[name].corners[place] for name in names}) == 1 for place in places):
                found.add(alignment.name)
    return found


@pytest.mark.parametrize("rules", [*NAMED_RULES.values(), Rules(CORNERS[1:3], squares=True)], ids=str)
@given(order=st.permutations(range(16)), cells=st.permutations(CELLS))
def test_live_quartos_are_those_that_a_brute_force_finds_new(
    rules: Rules, order: list[int], cells: list[Cell]
) -> None:
    state, drawn = State(), dict[str, Shape]()
    before: set[str] = set()
    for number, cell in zip(order, cells, strict=True):
        state = state.draw(SHAPES[number], cell, rules)
        drawn[cell.name] = SHAPES[number]
        now = _brute_force(drawn, rules)
        assert {quarto.alignment.name for quarto in state.live} == now - before
        assert {quarto.alignment.name for quarto in state.position.quartos(rules)} == now
        before = now


@pytest.mark.parametrize("alignment", LINES + BLOCKS, ids=lambda alignment: alignment.name)
@pytest.mark.parametrize("corner", CORNERS, ids=lambda corner: corner.name)
@pytest.mark.parametrize("letter", "oi")
def test_a_win_by_each_alignment_and_each_property(alignment: Alignment, corner: object, letter: str) -> None:
    """Four shapes that share one property make a Quarto that names it, with the last and not before."""
    place = CORNERS.index(corner)  # type: ignore[arg-type]
    shapes = next(four for four in permutations(_holding(place, letter), 4) if _share_only(four, place))
    rules = NAMED_RULES["advanced"] if alignment.block else PAPER
    state = State()
    for shape, cell in zip(shapes, alignment.cells, strict=True):
        assert not state.live
        state = state.draw(shape, cell, rules)
    (quarto,) = state.live
    assert quarto.alignment is alignment
    assert quarto.shared == (f"{corner.name}-{'in' if letter == 'i' else 'out'}",)  # type: ignore[attr-defined]


def _holding(place: int, letter: str) -> list[Shape]:
    return [shape for shape in SHAPES if shape.corners[place] == letter]


def _share_only(shapes: tuple[Shape, ...], place: int) -> bool:
    return all(len({shape.corners[other] for shape in shapes}) == 2 for other in range(4) if other != place)


def test_blocks_do_not_count_by_default() -> None:
    block = "0000@a1 0001@b1 0010@a2 0011@b2"
    assert not _play(block).live
    assert [quarto.alignment.name for quarto in _play(block, NAMED_RULES["advanced"]).live] == ["a1-b2"]


def test_only_counted_corners_make_a_quarto() -> None:
    row = "0000@a1 0111@b1 0010@c1 0101@d1"
    assert _play(row, NAMED_RULES["junior"]).live[0].shared == ("tl-out",)
    assert not _play(row, Rules(features=CORNERS[1:])).live


def test_a_draw_is_a_full_board_without_a_quarto() -> None:
    states = [_play(" ".join(DRAW.split()[:turns])) for turns in range(17)]
    assert not any(state.live for state in states)
    assert states[-1].is_full
    assert not states[-1].position.quartos(PAPER)
    assert not list(states[-1].gifts())


def test_a_quarto_is_live_for_one_turn_and_lapses_with_the_next() -> None:
    made = _play("0000@a1 0001@b1 0010@c1 0011@d1")
    assert (len(made.live), made.lapsed) == (1, False)
    after = made.draw(SHAPE_BY_CORNERS["iiii"], CELL_BY_NAME["d4"], PAPER)
    assert (after.live, after.lapsed) == ((), True)
    wasted = made.waste()
    assert (wasted.live, wasted.lapsed, wasted.turns) == ((), True, 5)


def test_a_turn_makes_only_the_quartos_through_its_cell() -> None:
    """A lapsed Quarto stays on the board and is not made again by a shape drawn elsewhere."""
    state = _play("0000@a1 0001@b1 0010@c1 0011@d1 1100@a4 1101@b4 1110@c4 1111@d4")
    assert [quarto.alignment.name for quarto in state.live] == ["a4-d4"]
    assert {quarto.alignment.name for quarto in state.position.quartos(PAPER)} == {"a1-d1", "a4-d4"}


def test_an_unread_shape_fills_its_cell_and_joins_nothing() -> None:
    state = _play("0000@a1 0001@b1 0010@c1").draw(None, CELL_BY_NAME["d1"], PAPER)
    assert not state.live
    assert not state.position.is_free(CELL_BY_NAME["d1"])
