"""Boards on panels: all alike, nothing crosses a cut, and what does not fit is refused with its sum."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from geometry import flat, ink

from printquarto.errors import FitError
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import EDGE, NAMED, read_paper
from printquarto.sheet.scene import Group, Page, Path, RoundBox, Text
from printquarto.sheet.template import find_template, parse_template, read_template

FACE = FiraSans()
FITTING = [
    *(("A3", boards) for boards in (2, 4, 6, 8)),
    *((paper, boards) for paper in ("A4", "Letter", "Legal") for boards in (2, 4, 6)),
    ("A5", 2),
]
REFUSED = [(paper, boards) for paper in NAMED for boards in (2, 4, 6, 8) if (paper, boards) not in FITTING]


def travel(paper: str, boards: int | None = None, **options: Any) -> Layout:
    """Set the travel sheet out."""
    asked = Options(boards=boards, **options)
    return lay_out(read_template(find_template("travel")), read_paper(paper), FACE, asked)


def cuts_of(page: Page) -> tuple[list[float], list[float]]:
    """Give the places of the cuts, across and down."""
    lines = [item.runs[0] for item in flat(page.items) if isinstance(item, Path) and item.role == "cut"]
    across = sorted(run[0][0] for run in lines if run[0][0] == run[1][0])
    down = sorted(run[0][1] for run in lines if run[0][1] == run[1][1])
    assert len(across) + len(down) == len(lines)
    return across, down


@pytest.mark.parametrize(("paper", "boards"), FITTING)
def test_cuts_part_the_paper_into_as_many_equal_pieces(paper: str, boards: int) -> None:
    """Each cut runs the whole length of the printable area, and each has its scissors."""
    page = draw(travel(paper, boards)).pages[0]
    across, down = cuts_of(page)
    assert (len(across) + 1) * (len(down) + 1) == boards
    for cuts, length in ((across, page.width), (down, page.height)):
        assert cuts == [pytest.approx(length * at / (len(cuts) + 1)) for at in range(1, len(cuts) + 1)]
    for item in flat(page.items):
        if isinstance(item, Path) and item.role == "cut":
            (x1, y1), (x2, y2) = item.runs[0]
            long = page.height if x1 == x2 else page.width
            assert abs(x2 - x1) + abs(y2 - y1) == pytest.approx(long - 2 * EDGE, abs=0.6)
            assert (item.dash, item.line) == ((2, 1.5), 0.25)
    scissors = [item for item in flat(page.items) if item.role == "scissors"]
    assert len(scissors) == 4 * (len(across) + len(down))


@pytest.mark.parametrize(("paper", "boards"), FITTING)
def test_each_piece_has_a_whole_game(paper: str, boards: int) -> None:
    """A board, a tray and lines for names stand on each piece, and nothing comes within 3 mm of a cut."""
    layout = travel(paper, boards)
    page = draw(layout).pages[0]
    across, down = cuts_of(page)
    pieces: dict[tuple[int, int], list[Any]] = {}
    for item in flat(page.items):
        if item.role in ("cut", "scissors"):
            continue
        left, top, right, bottom = ink(item)
        column = sum(cut < left for cut in across)
        row = sum(cut < top for cut in down)
        assert all(not left - 3 < cut < right + 3 for cut in across), item
        assert all(not top - 3 < cut < bottom + 3 for cut in down), item
        pieces.setdefault((column, row), []).append(item)
    assert len(pieces) == boards
    for items in pieces.values():
        roles = [item.role for item in items]
        assert roles.count("guide") == 16 * 16
        assert roles.count("shape") == roles.count("box") == 16
        assert [item.text for item in items if isinstance(item, Text) and item.role == "label"] == [
            "First",
            "Second",
        ]
        assert "This side up" in [item.text for item in items if isinstance(item, Text)]
    found = layout.as_json()["pages"][0]["boards"]
    assert [board["board"] for board in found] == list(range(1, boards + 1))
    assert all(len(board["fields"]) == 48 for board in found)


@pytest.mark.parametrize(("paper", "boards"), FITTING)
def test_all_panels_are_alike(paper: str, boards: int) -> None:
    """Cells, shapes and boxes have one size on all panels, cells are 12 mm or more, shapes 6 or more."""
    found = travel(paper, boards).as_json()["pages"][0]["boards"]
    sizes = {
        tuple(field["box_mm"][2:]) for board in found for field in board["fields"] if field["kind"] == "shape"
    }
    assert len(sizes) == 1
    ((width, height),) = sizes
    assert width == height >= 12
    shafts = [
        round(field["tail_mm"][1] - field["head_mm"][1], 3)
        for board in found
        for field in board["fields"]
        if field["kind"] == "arrow"
    ]
    assert len(set(shafts)) == 1
    assert shafts[0] >= 5
    page = draw(travel(paper, boards)).pages[0]
    for item in flat(page.items):
        if isinstance(item, Path) and item.role == "shape":
            xs = [x for x, _ in item.runs[0]]
            assert max(xs) - min(xs) >= 6 * 2 / 3
        if isinstance(item, RoundBox):
            assert (item.width, item.height) == (6, 6)


@pytest.mark.parametrize(("paper", "boards"), REFUSED)
def test_what_does_not_fit_is_refused_with_the_sum(paper: str, boards: int) -> None:
    """The sentence has what is needed and what there is, and one of both lengths is too short."""
    with pytest.raises(FitError) as caught:
        travel(paper, boards)
    sentence = str(caught.value)
    found = re.search(
        r"need ([\d.]+) × ([\d.]+) mm; each of (\d) panels on .* leaves ([\d.]+) × ([\d.]+)", sentence
    )
    assert found, sentence
    assert int(found[3]) == boards
    assert float(found[1]) > float(found[4]) or float(found[2]) > float(found[5])
    assert "fewer boards or a larger paper" in sentence


def test_four_boards_are_the_default() -> None:
    """Without --boards a sheet has as many as its template says."""
    assert travel("A4").as_json() == travel("A4", 4).as_json()
    text = 'schema = 1\narrangement = "panels"\nboards = 2\n[[part]]\nkind = "board"\n[[part]]\nkind = "tray"'
    own = lay_out(parse_template(text, "x.toml", "x"), NAMED["A4"], FACE)
    assert len(own.as_json()["pages"][0]["boards"]) == 2


def test_left_handed_numbers_stand_at_the_right() -> None:
    """The row numbers change sides; nothing leaves its piece."""
    page = draw(travel("A4", left_handed=True)).pages[0]
    digits = [item for item in flat(page.items) if isinstance(item, Text) and item.text == "1"]
    assert min(item.x for item in digits) > 84


def test_groups_have_names_of_their_own() -> None:
    """Four boards on a page, and no two groups of one name."""
    names = [name for name in group_names(draw(travel("A4")).pages[0].items) if name]
    assert len(set(names)) == len(names)
    assert {"board", "board2.board", "board4.tray.15"} <= set(names)


def group_names(items: Any) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield item.name
            yield from group_names(item.items)
