"""The pocket booklet is proved by folding: its page's coordinates are carried into space and read there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from geometry import flat, ink

from printquarto.errors import FitError, TemplateError
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import EDGE, read_paper
from printquarto.sheet.scene import Group, Page, Path, Text
from printquarto.sheet.template import builtin_folder, find_template, parse_template, read_template

FACE = FiraSans()
PAPERS = ["A4", "Letter", "A3", "Legal", "320x230mm"]
Vector = tuple[float, float]


def pocket(paper: str, **options: Any) -> Layout:
    """Set the booklet out."""
    return lay_out(read_template(find_template("pocket")), read_paper(paper), FACE, Options(**options))


def page_of(paper: str, **options: Any) -> Page:
    """Draw the booklet."""
    return draw(pocket(paper, **options)).pages[0]


class Folded(NamedTuple):
    """A place on the finished booklet while it still stands as a cross of four leaves, seen from above.

    ``plan`` is where it is, from the spine in quarters of the sheet; ``height`` is in mm from the foot;
    ``right`` is where the sheet's x goes, ``faces`` where its printed side looks, ``up`` whether upwards on
    the sheet is upwards now.
    """

    plan: Vector
    height: float
    right: Vector
    faces: Vector
    up: bool


CORNERS = {
    False: ((-1, 0), (0, 0), (0, -1), (0, 0), (1, 0)),
    True: ((-1, 0), (0, 0), (0, 1), (0, 0), (1, 0)),
}
"""Where the folds at 0, 1/4, 1/2, 3/4 and 1 of the width go as the ends are pushed together: of the lower
half the middle comes to the front, of the upper half, which hangs behind it, to the rear."""


def fold(page: Page, x: float, y: float, upper: bool) -> Folded:
    """Carry a point of the sheet: first fold lengthwise, print outside, then push the ends together."""
    at = x / (page.width / 4)
    column = min(int(at), 3)
    (x1, y1), (x2, y2) = CORNERS[upper][column : column + 2]
    way = (x2 - x1, y2 - y1)
    part = at - column
    faces = (-way[1], way[0]) if upper else (way[1], -way[0])
    height = y if upper else page.height - y
    return Folded((x1 + part * way[0], y1 + part * way[1]), height, way, faces, up=not upper)


def words(page: Page) -> dict[str, Text]:
    """Give the texts of a page by their words, of equal ones the first."""
    found: dict[str, Text] = {}
    for item in flat(page.items):
        if isinstance(item, Text):
            found.setdefault(item.text, item)
    return found


def panel(page: Page, number: int) -> tuple[int, bool]:
    """Give the column of a page of the booklet, and whether it is in the upper row, from what is printed."""
    found = [item for item in flat(page.items) if isinstance(item, Text) and item.role == "page"]
    texts = {item.text: item for item in found}
    if number in (1, 8):
        title = "Quarto" if number == 1 else "Fold it"
        text = next(item for item in flat(page.items) if is_title(item, title))
    else:
        text = texts[str(number)]
    return int(text.x / (page.width / 4)), text.y < page.height / 2


def is_title(item: Any, text: str) -> bool:
    return isinstance(item, Text) and item.text == text


def middle_of(page: Page, number: int) -> Folded:
    """Fold the middle of a page of the booklet."""
    column, upper = panel(page, number)
    return fold(page, (column + 0.5) * page.width / 4, page.height * (0.25 if upper else 0.75), upper)


def slit_of(page: Page) -> tuple[float, float, float]:
    """Give where the cut begins and ends, and its y."""
    (slit,) = (item for item in flat(page.items) if isinstance(item, Path) and item.role == "slit")
    ((x1, y1), (x2, y2)) = slit.runs[0]
    assert y1 == y2
    return x1, x2, y1


@pytest.mark.parametrize("paper", PAPERS)
def test_the_paper_only_parts_where_it_is_cut(paper: str) -> None:
    """Along the middle line both halves stay together, but where the slit is; that is under pages 6 and 5."""
    page = page_of(paper)
    start, end, y = slit_of(page)
    assert y == pytest.approx(page.height / 2)
    for step in range(401):
        x = page.width * step / 400
        lower, upper = (fold(page, x, page.height / 2, half) for half in (False, True))
        assert lower.height == pytest.approx(upper.height)
        apart = math.dist(lower.plan, upper.plan) > 1e-9
        assert apart == (start + 1e-6 < x < end - 1e-6), x
    columns = {panel(page, number) for number in (6, 5)}
    assert columns == {(1, True), (2, True)}
    assert (start, end) == (pytest.approx(page.width / 4), pytest.approx(page.width * 3 / 4))


@pytest.mark.parametrize("paper", PAPERS)
def test_folded_pages_come_in_order(paper: str) -> None:
    """Looking at the spine from between two leaves one sees 8 and 1 outside, then 2 3, 4 5, 6 7."""
    page = page_of(paper)
    seen: dict[tuple[int, ...], list[tuple[float, int]]] = {}
    for number in range(1, 9):
        place = middle_of(page, number)
        # The side where a page is seen from: between its own leaf and the way that it faces.
        sums = (place.plan[at] * 2 + place.faces[at] for at in (0, 1))
        side = tuple(round(one) for one in sums)
        right = (-side[1], side[0])
        across = place.plan[0] * right[0] + place.plan[1] * right[1]
        seen.setdefault(side, []).append((across, number))
    spreads = [[number for _, number in sorted(pages)] for pages in seen.values()]
    assert sorted(spreads) == [[2, 3], [4, 5], [6, 7], [8, 1]]


@pytest.mark.parametrize("paper", PAPERS)
def test_each_leaf_has_two_pages_back_to_back(paper: str) -> None:
    """1 and 2, 3 and 4, 5 and 6, 7 and 8 lie in the same place and face away from each other."""
    page = page_of(paper)
    for front in (1, 3, 5, 7):
        one, two = middle_of(page, front), middle_of(page, front + 1)
        assert one.plan == pytest.approx(two.plan)
        assert one.faces == (-two.faces[0], -two.faces[1])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("left_handed", [False, True])
def test_all_that_is_printed_stands_the_right_way_up(paper: str, left_handed: bool) -> None:
    """Folded, each line of text runs to the right as it is seen, its letters upwards; so do all boards."""
    page = page_of(paper, left_handed=left_handed)
    texts = [item for item in flat(page.items) if isinstance(item, Text)]
    assert len(texts) > 100
    for text in texts:
        upper = text.y < page.height / 2
        place = fold(page, text.x, text.y, upper)
        # On the sheet a turned text has its letters downwards and runs to the left.
        assert place.up != text.turned, text
        run = (-place.right[0], -place.right[1]) if text.turned else place.right
        seen_right = (-place.faces[1], place.faces[0])
        assert run == seen_right, text
    for board in pocket(paper, left_handed=left_handed).as_json()["pages"][0]["boards"]:
        found = {field["id"]: field for field in board["fields"]}
        first, last = found["cell.a1"]["box_mm"], found["cell.a4"]["box_mm"]
        heights = [fold(page, box[0], box[1] + box[3] / 2, upper=True).height for box in (first, last)]
        assert heights[0] > heights[1]
        arrow = found["tray.6.arrow"]
        tip, foot = (fold(page, *arrow[end], upper=True).height for end in ("head_mm", "tail_mm"))
        assert tip > foot


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_crosses_a_fold(paper: str) -> None:
    """But the marks of folds and cut, all that is printed stays within its page, two mm from its folds."""
    page = page_of(paper)
    width, height = page.width / 4, page.height / 2
    for item in unmarked(page):
        left, top, right, bottom = ink(item)
        column, row = int((left + right) / 2 / width), int((top + bottom) / 2 / height)
        assert left >= column * width + 2, item
        assert right <= (column + 1) * width - 2, item
        assert top >= row * height + 2, item
        assert bottom <= (row + 1) * height - 2, item


def unmarked(page: Page) -> Iterator[Any]:
    """Give all that is printed but folds, slit and scissors."""
    for item in flat(page.items):
        if getattr(item, "role", "") not in ("fold", "slit") and not on_the_line(item, page):
            yield item


def on_the_line(item: Any, page: Page) -> bool:
    _, top, _, bottom = ink(item)
    return item.role == "scissors" and abs((top + bottom) / 2 - page.height / 2) < 2


@pytest.mark.parametrize("paper", PAPERS)
def test_folds_lie_on_quarters_and_the_middle(paper: str) -> None:
    """Dotted lines run along each quarter and, left and right of the slit, along the middle."""
    page = page_of(paper)
    (folds,) = (item for item in flat(page.items) if isinstance(item, Path) and item.role == "fold")
    upright = sorted(run[0][0] for run in folds.runs if run[0][0] == run[1][0])
    assert upright == [pytest.approx(page.width * part / 4) for part in (1, 2, 3)]
    level = [run for run in folds.runs if run[0][1] == run[1][1]]
    assert [run[0][1] for run in level] == [pytest.approx(page.height / 2)] * 2
    assert folds.dash[1] == 1.6
    assert folds.join == "round"


def test_a_game_is_on_two_pages_that_lie_side_by_side() -> None:
    """Each of the two boards has 16 cells and 16 slots; for left hands the tray is the left page."""
    for left_handed in (False, True):
        boards = pocket("A4", left_handed=left_handed).as_json()["pages"][0]["boards"]
        assert [board["board"] for board in boards] == [1, 2]
        for board, columns in zip(boards, ((3, 2), (1, 0)), strict=True):
            boxes = {field["id"]: field for field in board["fields"]}
            assert len(boxes) == 16 * 3
            cell, used = boxes["cell.b2"]["box_mm"], boxes["tray.6.used"]["box_mm"]
            found = (int(cell[0] / 74.25), int(used[0] / 74.25))
            assert found == (columns[::-1] if left_handed else columns)


def test_the_tray_ends_level_with_its_board() -> None:
    """On every paper both end on one line, as they lie side by side."""
    for paper in PAPERS:
        board = pocket(paper).as_json()["pages"][0]["boards"][0]
        boxes = {field["id"]: field for field in board["fields"] if "box_mm" in field}
        # Upside down on the sheet, so the foot is the upper edge.
        assert boxes["cell.a4"]["box_mm"][1] == pytest.approx(boxes["tray.15.used"]["box_mm"][1], abs=0.001)


def test_what_is_too_small_is_refused_with_its_sum() -> None:
    """On A5 and A6 cells would be under 12 mm."""
    for paper in ("A5", "A6", "200x200mm"):
        with pytest.raises(
            FitError, match=r"The .* on page \d of the booklet would not fit: [\d.]+ mm .* mm are"
        ):
            pocket(paper)


def test_a_booklet_has_eight_pages() -> None:
    """A template with fewer is refused with its line."""
    text = (builtin_folder() / "pocket.toml").read_text("utf-8")
    short = text[: text.rindex('[[part]]\nkind = "new-page"')]
    with pytest.raises(
        TemplateError, match=r"mine.toml, line \d+: the arrangement 'booklet' has 8 pages, .* 7"
    ):
        parse_template(short, "mine.toml", "mine")


def test_groups_have_names_of_their_own() -> None:
    """Two boards on a sheet, and no two groups of one name."""
    names = [name for name in group_names(page_of("A4").items) if name]
    assert len(set(names)) == len(names)
    assert {"page4.board", "page6.board", "page4.cell.a1", "page5.tray.15"} <= set(names)


def group_names(items: Any) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield item.name
            yield from group_names(item.items)


def test_nothing_comes_near_the_edge() -> None:
    """On every paper 8 mm stay white, for left hands too."""
    for paper in PAPERS:
        for left_handed in (False, True):
            page = page_of(paper, left_handed=left_handed)
            for item in flat(page.items):
                left, top, right, bottom = ink(item)
                assert min(left, top, page.width - right, page.height - bottom) >= EDGE, item
