"""Large print, ink saver, left hand, ruler and counted corners, read back from the finished PDF in mm."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from printquarto.errors import FitError
from printquarto.games.shape import CORNER_BY_NAME, CORNERS, SHAPES
from printquarto.render.pdf import pdf_bytes
from printquarto.sheet.scene import Scene
from printquarto.sheet.template import builtin_names, find_template, read_template

Maker = Callable[..., Scene]
NAMES = builtin_names()
HATCHED = ("danish",)
"""Its black men change with the ink saver: test_danish.py."""

ONE, TWO = (CORNER_BY_NAME["tl"],), (CORNER_BY_NAME["tr"], CORNER_BY_NAME["bl"])


def taking(option: str) -> list[str]:
    """Give the built-in templates that take an option."""
    return [name for name in NAMES if option in read_template(find_template(name)).takes]


def widths(page: list[Any]) -> set[float]:
    """Give the widths of all lines of a page."""
    found = set()
    for kind, *rest in page:
        width = {"line": lambda r: r[1], "circle": lambda r: r[3], "box": lambda r: r[4]}.get(kind)
        if width and width(rest):
            found.add(round(width(rest), 3))
    return found


def texts(page: list[Any]) -> dict[str, tuple[float, float, float]]:
    """Give place and size of each text of a page by its words; of equal ones the first."""
    found: dict[str, tuple[float, float, float]] = {}
    for kind, *rest in page:
        if kind == "text":
            found.setdefault(rest[3], tuple(rest[:3]))
    return found


def without_widths(page: list[Any]) -> list[Any]:
    """Give the primitives of a page with all that the width of a line does not change."""
    places = {"line": 2, "circle": 4, "box": 5}
    return [tuple(part for at, part in enumerate(one) if at != places.get(one[0])) for one in page]


@pytest.fixture
def pages(scene_of: Maker, read_pdf: Any) -> Callable[..., list[list[Any]]]:
    """Give the function that prints a template on A4 and reads its pages back."""

    def printed(name: str, paper: str = "A4", **options: Any) -> list[list[Any]]:
        return read_pdf(pdf_bytes(scene_of(name, paper, **options)))  # type: ignore[no-any-return]

    return printed


@pytest.mark.parametrize("name", taking("large"))
def test_large_print_has_large_type_and_heavier_lines(pages: Any, name: str) -> None:
    """Nothing under 14 pt; lines of 0.35, 0.5, 0.9 and 1.4, and guide dots of 0.5."""
    for page in pages(name, large=True):
        sizes = {round(size, 2) for _, _, size in texts(page).values()}
        assert sizes <= {14, 16, 20, 24, 32}
        assert widths(page) <= {0.35, 0.5, 0.9, 1.4}
        dots = {round(one[3], 3) for one in page if one[0] == "circle" and not one[4]}
        assert all(radius >= 0.25 for radius in dots)


def test_the_large_classic_is_the_design(pages: Any) -> None:
    """The board keeps 160; the tray has a page of its own, 4 by 4: shape 15, shaft 13, box 10, rows 48."""
    board, tray = pages("classic", large=True)
    frame = next(one for one in board if one[0] == "line" and one[2] == pytest.approx(1.4))
    xs, ys = [x for x, _ in frame[1][0]], [y for _, y in frame[1][0]]
    assert [min(xs), max(xs) - min(xs), max(ys) - min(ys)] == [
        pytest.approx(25, abs=0.01),
        pytest.approx(160, abs=0.01),
        pytest.approx(160, abs=0.01),
    ]
    assert texts(board)["a"][2] == 14
    assert texts(board)["Quarto"][2] == 32
    boxes = [one[1:5] for one in tray if one[0] == "box"]
    assert len(boxes) == 16
    assert not [one for one in board if one[0] == "box"]
    assert {(round(right - left, 2), round(low - top, 2)) for left, top, right, low in boxes} == {(10, 10)}
    assert boxes[4][1] - boxes[0][1] == pytest.approx(48, abs=0.01)
    assert boxes[3][2] == pytest.approx(185, abs=0.01)
    shafts = [one[1][0] for one in tray if one[0] == "line" and len(one[1][0]) == 2 and not one[3]]
    lengths = {round(abs(run[0][1] - run[1][1]), 2) for run in shafts}
    assert 13 in lengths


@pytest.mark.parametrize("name", [name for name in taking("ink-saver") if name not in HATCHED])
def test_the_ink_saver_leaves_everything(pages: Any, name: str) -> None:
    """The same lines, dots and words in the same places; no line over 0.5, and none under 0.25."""
    usual, saving = pages(name), pages(name, ink_saver=True)
    assert [without_widths(page) for page in saving] == [without_widths(page) for page in usual]
    for page in saving:
        assert all(0.25 <= width <= 0.5 for width in widths(page))


@pytest.mark.parametrize("name", [name for name in taking("ink-saver") if name not in HATCHED])
def test_the_ink_saver_goes_with_the_other_profiles(pages: Any, name: str) -> None:
    """Together with them nothing vanishes either."""
    options: dict[str, Any] = {}
    if name in taking("large"):
        options["large"] = True
    if name in taking("features"):
        options["features"] = TWO
    usual, saving = pages(name, **options), pages(name, ink_saver=True, **options)
    assert [without_widths(page) for page in saving] == [without_widths(page) for page in usual]
    most = 0.9 if name in taking("large") else 0.5
    for page in saving:
        assert all(0.25 <= width <= most for width in widths(page))


def slots_of(page: list[Any], side: float) -> list[tuple[float, float]]:
    """Give the left upper corners of all drawn shapes of a side, in order."""
    found = []
    for one in page:
        if one[0] == "line" and one[3] and len(one[1]) == 1:
            xs, ys = [x for x, _ in one[1][0]], [y for _, y in one[1][0]]
            if abs(max(xs) - min(xs) - side) < 0.01 and abs(max(ys) - min(ys) - side) < 0.01:
                found.append((min(xs), min(ys)))
    return found


def test_a_left_hand_has_the_slot_mirrored(pages: Any) -> None:
    """Box and number stand at the left of the shape, row numbers at the right; shapes and words stay."""
    usual, left = pages("classic")[0], pages("classic", left_handed=True)[0]
    shapes, boxes = slots_of(left, 9), [one for one in left if one[0] == "box"]
    assert len(shapes) == len(boxes) == 16
    for (x, y), box in zip(shapes, boxes, strict=True):
        assert box[1:5] == tuple(
            pytest.approx(at, abs=0.01) for at in (x - 1.5 - 6, y + 9 - 6, x - 1.5, y + 9)
        )
    assert [x - 7.5 for x, _ in shapes] == [pytest.approx(x, abs=0.01) for x, _ in slots_of(usual, 9)]
    assert texts(left)["#6"][0] < shapes[6][0]
    for row in "1234":
        assert texts(left)[row][0] > 185
        assert texts(usual)[row][0] < 25
    same = set(texts(usual)) - set("1234") - {f"#{shape.number}" for shape in SHAPES}
    assert {words: texts(left)[words] for words in same} == {words: texts(usual)[words] for words in same}
    outlines = [
        [
            {(round(px - x, 2), round(py - y, 2)) for px, py in one[1][0]}
            for one, (x, y) in zip(_shapes(page), slots_of(page, 9), strict=True)
        ]
        for page in (usual, left)
    ]
    assert outlines[0] == outlines[1]


def _shapes(page: list[Any]) -> list[Any]:
    return [one for one in page if one[0] == "line" and slots_of([one], 9)]


def test_a_lying_sheet_for_a_left_hand_has_the_tray_before_the_board(pages: Any) -> None:
    """Words, tray, board from the left; for a right hand the board comes before the tray."""
    for left_handed in (False, True):
        (page,) = pages("classic", landscape=True, left_handed=left_handed)
        names = texts(page)
        assert names["Quarto"][0] < names["#0"][0]
        assert names["Quarto"][0] < names["a"][0]
        assert (names["#0"][0] < names["a"][0]) == left_handed


@pytest.mark.parametrize("name", taking("ruler"))
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_ruler_measures_50_mm_and_moves_nothing(pages: Any, name: str, paper: str) -> None:
    """All else is printed as without it; its marks stand 10 mm apart, in white, on the first page."""
    usual, ruled = pages(name, paper), pages(name, paper, ruler=True)
    assert ruled[1:] == usual[1:]
    assert [one for one in ruled[0] if one in usual[0]] == usual[0]
    base, marks, caption = (one for one in ruled[0] if one not in usual[0])
    (run,) = base[1]
    assert run[1][0] - run[0][0] == pytest.approx(50, abs=0.01)
    places = [mark[0][0] - run[0][0] for mark in marks[1]]
    assert places == [pytest.approx(at, abs=0.01) for at in range(0, 51, 10)]
    assert caption[4].startswith("50")


@pytest.mark.parametrize("name", taking("ruler"))
def test_large_print_has_its_ruler_too(pages: Any, name: str) -> None:
    """Together with all that a template takes."""
    options: dict[str, Any] = {"ruler": True, "ink_saver": True}
    options["features"] = ONE
    if name in taking("large"):
        options["large"] = True
    if name in taking("left-handed"):
        options["left_handed"] = True
    words = [text for page in pages(name, **options) for text in texts(page)]
    assert any(text.startswith("50") for text in words)


def test_a_ruler_without_room_is_refused(pages: Any) -> None:
    """The sentence has its measures and those of the white that it wants."""
    with pytest.raises(FitError, match=r"The ruler does not fit: with its words it is [\d.]+ × [\d.]+ mm"):
        pages("classic", "A6", ruler=True)


def nearest(point: tuple[float, float], run: Any) -> Any:
    """Give the vertex that a strong corner lies at, half a line inside of it, or None."""
    near = [one for one in run if max(abs(one[0] - point[0]), abs(one[1] - point[1])) < 0.6]
    return near[0] if near else None


def counted(page: list[Any], count: int) -> list[tuple[Any, Any]]:
    """Give the strong pieces of each shape, as many as corners count, with the outline under them."""
    found = []
    for one, two in pairwise(page):
        lines = one[0] == two[0] == "line" and one[3] and not two[3] and not two[5]
        if lines and [len(run) for run in two[1]] == [3] * count and nearest(two[1][0][1], one[1][0]):
            found.append((one, two))
    return found


PROFILES: list[dict[str, Any]] = [
    {},
    {"ink_saver": True},
    {"large": True},
    {"large": True, "ink_saver": True},
]


@pytest.mark.parametrize("profile", PROFILES, ids=["usual", "saving", "large", "both"])
@pytest.mark.parametrize("features", [ONE, TWO, CORNERS], ids=["tl", "tr-bl", "all"])
@pytest.mark.parametrize("name", ["classic", "tray", "key", "score"])
def test_only_the_counted_corners_are_drawn_strong(
    pages: Any, name: str, features: Any, profile: dict[str, Any]
) -> None:
    """Each shape is thin, and over it lie its counted corners, out or in as the shape has them."""
    shapes = [
        pair for page in pages(name, features=features, **profile) for pair in counted(page, len(features))
    ]
    assert len(shapes) in (16, 33)
    for outline, strong in shapes:
        assert strong[2] > 1.7 * outline[2]
        (run,) = outline[1]
        left, top = min(x for x, _ in run), min(y for _, y in run)
        side = max(x for x, _ in run) - left
        for corner, piece in zip(features, strong[1], strict=True):
            vertex = nearest(piece[1], run)
            assert vertex is not None
            square = (left + corner.x * side, top + corner.y * side)
            reach = max(abs(vertex[0] - square[0]), abs(vertex[1] - square[1]))
            assert reach == pytest.approx(0, abs=0.01) or reach == pytest.approx(side / 3, abs=0.01)


def test_on_a_page_upside_down_the_corners_are_turned_along(pages: Any) -> None:
    """In the booklet's upper row a top left corner is at the lower right, as the sheet lies."""
    (page,) = pages("pocket", features=ONE)
    rows = set()
    for outline, strong in counted(page, 1):
        xs, ys = [x for x, _ in outline[1][0]], [y for _, y in outline[1][0]]
        x, y = strong[1][0][1]
        upper = max(ys) < 105
        rows.add(upper)
        assert (x > (min(xs) + max(xs)) / 2) == (y > (min(ys) + max(ys)) / 2) == upper
    assert rows == {False, True}


def test_the_counted_corners_are_told_in_words(pages: Any) -> None:
    """Under the title, each with the place and the two values that it has."""
    (one,) = pages("classic", features=ONE)
    assert any("heavy corner counts: top left (light or dark)." in text for text in texts(one))
    (two,) = pages("classic", features=TWO, language="de")
    told = " ".join(texts(two))
    assert "Nur die kräftig gezeichneten Ecken zählen: oben rechts (hoch oder niedrig), unten links" in told
