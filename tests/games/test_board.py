"""The board has ten lines and nine blocks, named and ordered as the record specification says."""

import pytest

from printquarto.games.board import BLOCKS, CELL_BY_NAME, CELLS, LINES, alignment_between, alignments_through


def test_board_order_is_row_by_row_from_the_top() -> None:
    assert " ".join(cell.name for cell in CELLS) == "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"


def test_ten_lines() -> None:
    rows = {tuple(f"{c}{r}" for c in "abcd") for r in "1234"}
    columns = {tuple(f"{c}{r}" for r in "1234") for c in "abcd"}
    diagonals = {("a1", "b2", "c3", "d4"), ("d1", "c2", "b3", "a4")}
    found = [tuple(cell.name for cell in line.cells) for line in LINES]
    assert set(found) == rows | columns | diagonals
    assert len(found) == 10


def test_nine_blocks() -> None:
    expected = {
        (f"{c}{r}", f"{d}{r}", f"{c}{s}", f"{d}{s}")
        for c, d in ("ab", "bc", "cd")
        for r, s in ("12", "23", "34")
    }
    assert {tuple(cell.name for cell in block.cells) for block in BLOCKS} == expected


@pytest.mark.parametrize(
    ("name", "lines", "with_blocks"), [("a1", 3, 4), ("b1", 2, 4), ("b2", 3, 7), ("d3", 2, 4)]
)
def test_alignments_through_a_cell(name: str, lines: int, with_blocks: int) -> None:
    cell = CELL_BY_NAME[name]
    assert len(alignments_through(cell, False)) == lines
    assert len(alignments_through(cell, True)) == with_blocks


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("a1 d4", "a1-d4"),
        ("d4 a1", "a1-d4"),
        ("a4 d1", "d1-a4"),
        ("c1 c4", "c1-c4"),
        ("a1 b1 c1 d1", "a1-d1"),
        ("d1 a1 c1 b1", "a1-d1"),
        ("b2 c3", "b2-c3"),
        ("c2 b3", "b2-c3"),
        ("b2 c2 b3 c3", "b2-c3"),
        ("a1 d2", None),
        ("a1 b1", None),
        ("a1 c1", None),
        ("a1 b1 c1", None),
        ("a1 b1 c1 c2", None),
    ],
)
def test_alignment_shown(shown: str, name: str | None) -> None:
    alignment = alignment_between(tuple(CELL_BY_NAME[cell] for cell in shown.split()))
    assert (alignment.name if alignment else None) == name
