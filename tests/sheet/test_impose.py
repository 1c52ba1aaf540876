"""Imposition: where pages lie on sides, proved by folding, cutting and turning the paper over in numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printquarto.errors import OptionError
from printquarto.sheet.edition import Side
from printquarto.sheet.impose import (
    Imposition,
    Leaf,
    blanks,
    impose,
    many_up,
    side_of,
    sides_needed,
)
from printquarto.sheet.paper import EDGE, NAMED, Paper
from printquarto.sheet.scene import Page, Path


def pages(count: int, paper: Paper) -> list[Page]:
    """Give pages that tell apart by identity alone."""
    return [Page(paper.width, paper.height, ()) for _ in range(count)]


def numbers(side: Side, known: list[Page]) -> list[int]:
    """Give the numbers of the pages on a side, from left to right and top to bottom."""
    order = sorted(side.placements, key=lambda one: (round(one.y), round(one.x)))
    return [next(at for at, page in enumerate(known, 1) if page is one.page) for one in order]


def booklet(count: int, flip: str = "short") -> tuple[list[Page], list[Side]]:
    imposition = Imposition(NAMED["A4"].turned(), 2, 1, booklet=True, flip=flip)
    known = pages(count, imposition.page)
    return known, list(impose(map(Leaf, known), imposition))


def test_a_booklet_of_eight_is_in_the_order_of_the_trade() -> None:
    """8 and 1, behind them 2 and 7; inside 6 and 3, behind them 4 and 5."""
    known, sides = booklet(8)
    assert [numbers(side, known) for side in sides] == [[8, 1], [2, 7], [6, 3], [4, 5]]


@given(st.integers(1, 60))
def test_a_folded_booklet_reads_from_first_to_last(count: int) -> None:
    """Fold the pile in the middle: right halves of the fronts and the left halves behind them come first."""
    known, sides = booklet(count)
    middle = 148.5
    first, last = [], []
    for front, back in zip(sides[0::2], sides[1::2], strict=True):
        for side, right_is_first in ((front, True), (back, False)):
            for placement in side.placements:
                is_right = placement.x >= middle - 0.01
                (first if is_right == right_is_first else last).append(placement.page)
    read = [*first, *reversed(last)]
    assert [id(page) for page in read] == [id(page) for page in known]
    assert len(sides) == sides_needed(count, Imposition(NAMED["A4"].turned(), 2, 1, booklet=True))
    assert (count + blanks(count)) % 4 == 0
    assert blanks(count) < 4


@given(st.integers(1, 60), st.sampled_from(["plain", "up", "backs", "booklet"]))
def test_the_outline_knows_the_side_of_each_page(count: int, how: str) -> None:
    imposition = {
        "plain": Imposition(NAMED["A4"]),
        "up": Imposition(NAMED["A4"], 2, 2),
        "backs": Imposition(NAMED["A4"], 2, 2, backs=True),
        "booklet": Imposition(NAMED["A4"].turned(), 2, 1, booklet=True),
    }[how]
    known = pages(count, imposition.page)
    sides = list(impose(map(Leaf, known), imposition))
    assert len(sides) == sides_needed(count, imposition)
    for at, page in enumerate(known):
        side = sides[side_of(at, count, imposition)]
        assert any(placement.page is page for placement in side.placements)


def behind(x: float, y: float, paper: Paper, flip: str) -> tuple[float, float]:
    """Give the point of the back, as it is printed, that lies behind a point of the front.

    A printer that turns the paper over its long edge keeps that edge where it is.
    """
    upright = paper.height >= paper.width
    if (flip == "long") == upright:
        return paper.width - x, y
    return x, paper.height - y


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 1), (2, 2), (3, 2)])
def test_each_back_lies_behind_its_front(flip: str, lying: bool, columns: int, rows: int) -> None:
    """The middle of page 2 is behind the middle of page 1, and it stands upright when the leaf is turned."""
    paper = NAMED["A4"].turned() if lying else NAMED["A4"]
    imposition = Imposition(paper, columns, rows, backs=True, flip=flip)
    known = pages(4 * columns * rows - 1, imposition.page)
    sides = list(impose(map(Leaf, known), imposition))
    place = {
        id(placement.page): (side, placement)
        for side in range(len(sides))
        for placement in sides[side].placements
    }
    for front, back in zip(known[0::2], known[1::2], strict=False):
        (one, over), (two, under) = place[id(front)], place[id(back)]
        assert two == one + 1
        middle = (over.x + front.width / 2, over.y + front.height / 2)
        found = (under.x + back.width / 2, under.y + back.height / 2)
        assert found == pytest.approx(behind(*middle, paper, flip))
        # Turned over like a page, up stays up: where the printer turns the other way, half a turn undoes it.
        assert under.turned == ((flip == "long") == lying)
        assert not over.turned


def test_backs_are_moved_by_the_offset_and_fronts_are_not() -> None:
    imposition = Imposition(NAMED["A4"], backs=True, offset=(0.5, -1.25))
    front, back = impose(map(Leaf, pages(2, NAMED["A4"])), imposition)
    assert (front.placements[0].x, front.placements[0].y) == (0, 0)
    assert (back.placements[0].x, back.placements[0].y) == (0.5, -1.25)


@given(st.sampled_from(["A3", "A4", "Letter", "Legal"]), st.integers(2, 16), st.booleans())
def test_many_up_fills_the_paper_and_scales_nothing(name: str, up: int, landscape: bool) -> None:
    """The pages tile the paper without gap or overlap, each at its own size."""
    wanted = NAMED[name].turned() if landscape else NAMED[name]
    paper, columns, rows = many_up(wanted, up)
    assert {paper.width, paper.height} == {wanted.width, wanted.height}
    assert columns * rows == up
    imposition = Imposition(paper, columns, rows)
    assert imposition.page.width * columns == pytest.approx(paper.width)
    assert imposition.page.height * rows == pytest.approx(paper.height)
    known = pages(up, imposition.page)
    (side,) = impose(map(Leaf, known), imposition)
    corners = {(round(one.x, 6), round(one.y, 6)) for one in side.placements}
    assert corners == {
        (round(column * imposition.page.width, 6), round(row * imposition.page.height, 6))
        for column in range(columns)
        for row in range(rows)
    }


@pytest.mark.parametrize("up", [2, 4, 6, 8, 9])
def test_each_cut_is_still_marked_after_all_cuts_across_it(up: int) -> None:
    """Cut the paper in strips one way: each strip shows the cuts that remain from one end to the other."""
    paper, columns, rows = many_up(NAMED["A4"], up)
    imposition = Imposition(paper, columns, rows)
    (side,) = impose(map(Leaf, pages(up, imposition.page)), imposition)
    runs = [run for mark in side.marks if isinstance(mark, Path) and mark.role == "cut" for run in mark.runs]
    assert len(runs) == columns - 1 + rows - 1
    for (x1, y1), (x2, y2) in runs:
        assert all(
            EDGE <= x <= paper.width - EDGE and EDGE <= y <= paper.height - EDGE
            for x, y in ((x1, y1), (x2, y2))
        )
        if y1 == y2:
            strips = [(at * imposition.page.width, (at + 1) * imposition.page.width) for at in range(columns)]
            low, high = x1, x2
        else:
            strips = [(at * imposition.page.height, (at + 1) * imposition.page.height) for at in range(rows)]
            low, high = y1, y2
        for start, end in strips:
            assert min(end, high) - max(start, low) >= end - start - 2 * EDGE - 0.01


@pytest.mark.parametrize("up", [-1, 0, 1, 17, 1000])
def test_too_few_or_too_many_are_refused(up: int) -> None:
    with pytest.raises(OptionError, match=f"--n-up can be 2 to 16, not {up}"):
        many_up(NAMED["A4"], up)
