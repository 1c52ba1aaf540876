"""The sheets of Danish Quarto, read back from the finished PDF in mm and held against the game itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from printquarto.games.danish import LINES, MEN, POINTS, QUADRATES, Point
from printquarto.render.fonts import FiraSans
from printquarto.render.pdf import pdf_bytes
from printquarto.render.svg import svg_bytes
from printquarto.sheet.language import languages
from printquarto.sheet.layout import lay_out
from printquarto.sheet.paper import NAMED
from printquarto.sheet.template import find_template, read_template
from printquarto.sheet.text import words

Pages = Callable[..., list[list[Any]]]
NEAR = 0.01
DESIGN = {"A4": (33.0, 54.0, 24.0), "Letter": (41.95, 50.0, 22.0)}
"""Left end and upper edge of the board's square, and the distance of its points."""

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("A4", {}),
    ("Letter", {}),
    ("A3", {}),
    ("A5", {}),
    ("Legal", {"language": "de"}),
    ("Letter", {"language": "ro"}),
    ("A4", {"large": True}),
    ("A4", {"ink_saver": True}),
]


@pytest.fixture
def pages(scene_of: Any, read_pdf: Any) -> Pages:
    """Give the function that prints a template and reads its pages back."""

    def printed(name: str = "danish", paper: str = "A4", **options: Any) -> list[list[Any]]:
        return read_pdf(pdf_bytes(scene_of(name, paper, **options)))  # type: ignore[no-any-return]

    return printed


def circles(page: list[Any], filled: bool) -> list[tuple[float, ...]]:
    return [one[1:4] for one in page if one[0] == "circle" and (one[4] == 0) == filled]


def board_of(page: list[Any]) -> tuple[float, float, float]:
    """Find the board by its 37 points: left end, upper edge and distance."""
    dots = [dot for dot in circles(page, filled=True) if abs(dot[2] - 1.1) < 0.005]
    assert len(dots) == len(POINTS)
    left, top = (min(dot[axis] for dot in dots) for axis in (0, 1))
    return left, top, (max(dot[0] for dot in dots) - left) / 6


def at(board: tuple[float, float, float], point: Point) -> tuple[float, float]:
    left, top, pitch = board
    return left + point.column * pitch, top + point.row * pitch


def segments(page: list[Any]) -> list[tuple[Any, Any, float]]:
    """Give each straight piece that is drawn, with its width."""
    return [
        (start, end, one[2])
        for one in page
        if one[0] == "line" and not one[3] and not one[5]
        for run in one[1]
        for start, end in pairwise(run)
    ]


def texts(page: list[Any]) -> list[tuple[float, float, float, str]]:
    return [one[1:5] for one in page if one[0] == "text"]


@pytest.mark.parametrize(("paper", "options"), SETTINGS)
def test_every_point_is_on_the_lattice(pages: Pages, paper: str, options: dict[str, Any]) -> None:
    """Each of the 37 once, within 0.01 mm, and at a whole distance."""
    page = pages(paper=paper, **options)[0]
    board = board_of(page)
    assert board[2] == pytest.approx(round(board[2]), abs=NEAR / 6)
    board = (board[0], board[1], round(board[2]))
    dots = [dot for dot in circles(page, filled=True) if abs(dot[2] - 1.1) < 0.005]
    for point in POINTS:
        x, y = at(board, point)
        assert sum(hypot(dot[0] - x, dot[1] - y) < NEAR for dot in dots) == 1, point


@pytest.mark.parametrize(("paper", "options"), SETTINGS)
def test_every_line_is_drawn_once_and_none_else(pages: Pages, paper: str, options: dict[str, Any]) -> None:
    """The 92 of the game: rows and columns heavier than diagonals, and nothing else within the board."""
    page = pages(paper=paper, **options)[0]
    board = board_of(page)
    places = {point: at(board, point) for point in POINTS}

    def found(place: tuple[float, float]) -> Point | None:
        return next(
            (point for point, (x, y) in places.items() if hypot(place[0] - x, place[1] - y) < NEAR), None
        )

    left, top, pitch = board
    drawn: Counter[frozenset[Point | None]] = Counter()
    heavy, light = (0.9, 0.35) if options.get("large") else (0.5, 0.25)
    for start, end, width in segments(page):
        inside = all(
            left - 1 < x < left + 6 * pitch + 1 and top - 1 < y < top + 6 * pitch + 1 for x, y in (start, end)
        )
        if inside:
            drawn[frozenset((found(start), found(end)))] += 1
            straight = abs(start[0] - end[0]) < NEAR or abs(start[1] - end[1]) < NEAR
            assert width == pytest.approx(heavy if straight else light, abs=0.005)
    assert drawn == Counter(frozenset(line) for line in LINES)
    assert len(drawn) == 92


@pytest.mark.parametrize("paper", DESIGN)
def test_the_board_is_that_of_the_design(pages: Pages, paper: str) -> None:
    assert board_of(pages(paper=paper)[0]) == pytest.approx(DESIGN[paper], abs=NEAR)


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_coordinates_stand_at_the_ends_of_their_lines(pages: Pages, paper: str) -> None:
    """A letter over the uppermost point of its column, a number left of the first point of its row."""
    page = pages(paper=paper)[0]
    board = board_of(page)
    for name in "abcdefg":
        x, y = at(board, next(point for point in POINTS if point.name[0] == name))
        (letter,) = [text for text in texts(page) if text[3] == name]
        width = FiraSans().width(name, 7, 400)
        assert letter[:2] == (pytest.approx(x - width / 2, abs=0.02), pytest.approx(y - 3, abs=0.02))
    for name in "1234567":
        x, y = at(board, next(point for point in POINTS if point.name[1] == name))
        near = [text for text in texts(page) if text[3] == name and abs(text[1] - y) < 1.2]
        ends = [text[0] + FiraSans().width(name, 7, 400) for text in near]
        assert ends == [pytest.approx(x - 3.6, abs=0.02)]


def key_of(page: list[Any]) -> list[tuple[int, float, float, float]]:
    """Give the squares with dots on their corners: triangles, left, pitch and the y of their foot."""
    found = []
    for one in page:
        if one[0] != "line" or not one[3] or len(one[1][0]) != 4:
            continue
        run = one[1][0]
        on = [dot for dot in circles(page, filled=True) if abs(dot[2] - 0.8) < 0.005]
        assert all(any(hypot(x - dot[0], y - dot[1]) < NEAR for dot in on) for x, y in run)
        side = hypot(run[1][0] - run[0][0], run[1][1] - run[0][1])
        found.append((run, side))
    (_, smallest) = found[0]
    return [
        (round(2 * (side / smallest) ** 2), min(x for x, _ in run), smallest, max(y for _, y in run))
        for run, side in found
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_key_counts_the_quadrates_of_the_game(pages: Pages, paper: str, language: str) -> None:
    """A square of each size, drawn to scale among 37 dots, over how many there are and of what size."""
    page = pages(paper=paper, language=language)[0]
    counts = Counter(quadrate.triangles for quadrate in QUADRATES)
    key = key_of(page)
    assert [triangles for triangles, *_ in key] == sorted(counts)
    assert key[0][2] == pytest.approx(3.4, abs=NEAR)
    assert sum(abs(dot[2] - 0.22) < 0.005 for dot in circles(page, filled=True)) == 6 * len(POINTS)
    numbers = sorted(text for text in texts(page) if text[2] == pytest.approx(12) and text[3].isdigit())
    assert [int(text[3]) for text in numbers] == [counts[triangles] for triangles, *_ in key]
    for (triangles, *_), (x, y, _, count) in zip(key, numbers, strict=True):
        beside = x + FiraSans().width(count, 12, 600)
        caption = next(text[3] for text in texts(page) if 0 < text[0] - beside < 3 and text[1] == y)
        assert str(triangles) in caption.split()
    for (_, left, _, _), (x, *_) in zip(key, numbers, strict=True):
        assert x <= left <= x + 6 * 3.4


@pytest.mark.parametrize(("paper", "top"), [("A4", 250.0), ("Letter", 231.0)])
def test_twelve_men_each_in_squares_with_straight_cuts(pages: Pages, paper: str, top: float) -> None:
    """Rings of 9.5 in the middle of squares of 13.33; twelve of them are filled, which tells them apart."""
    page = pages(paper=paper)[0]
    rings = [ring for ring in circles(page, filled=False) if abs(ring[2] - 4.75) < 0.005]
    discs = [disc for disc in circles(page, filled=True) if abs(disc[2] - 4.75) < 0.005]
    assert len(rings) == 2 * MEN
    assert len(discs) == MEN
    black = sorted(ring[:2] for ring in rings if ring[1] > top + 14)
    assert sorted(disc[:2] for disc in discs) == [pytest.approx(place, abs=NEAR) for place in black]
    (cuts,) = [one for one in page if one[0] == "line" and one[5]]
    down = sorted({run[0][0] for run in cuts[1] if abs(run[0][0] - run[1][0]) < NEAR})
    across = sorted({run[0][1] for run in cuts[1] if abs(run[0][1] - run[1][1]) < NEAR})
    assert (len(down), len(across)) == (13, 3)
    assert [b - a for a, b in pairwise(down)] == [pytest.approx(40 / 3, abs=NEAR)] * 12
    assert across == [pytest.approx(top + row * 40 / 3, abs=NEAR) for row in range(3)]
    for index, (x, y, _) in enumerate(sorted(rings, key=lambda ring: (round(ring[1]), ring[0]))):
        assert x == pytest.approx(down[index % 12] + 20 / 3, abs=NEAR)
        assert y == pytest.approx(across[index // 12] + 20 / 3, abs=NEAR)


@pytest.mark.parametrize("large", [False, True])
def test_the_ink_saver_hatches_black_men_and_leaves_everything_else(pages: Pages, large: bool) -> None:
    """Lines of 45°, 0.25 wide and 1.0 apart, none reaching over its ring; no disc is left."""
    usual, saving = pages(large=large), pages(large=large, ink_saver=True)
    page = saving[-1]
    radius = 4.75 * (1.5 if large else 1)
    rings = [ring for ring in circles(page, filled=False) if abs(ring[2] - radius) < 0.005]
    assert len(rings) == 2 * MEN
    assert not [disc for disc in circles(page, filled=True) if disc[2] > 2]
    line = 0.35 if large else 0.25
    black = 0
    for x, y, _ in rings:
        hatch = [
            (start, end)
            for start, end, width in segments(page)
            if width == pytest.approx(line, abs=0.005)
            and hypot(start[0] - x, start[1] - y) < radius + NEAR
            and hypot(end[0] - x, end[1] - y) < radius + NEAR
        ]
        if not hatch:
            continue
        black += 1
        assert all(end[0] - start[0] == pytest.approx(start[1] - end[1], abs=NEAR) for start, end in hatch)
        asides = sorted((start[0] + start[1] - x - y) / 2**0.5 for start, _ in hatch)
        assert [b - a for a, b in pairwise(asides)] == [pytest.approx(1, abs=NEAR)] * (len(asides) - 1)
        assert len(asides) >= 2 * int(radius) - 1
    assert black == MEN

    def kept(page: list[Any]) -> list[Any]:
        """Give all but discs, hatches and the widths of lines."""
        lines = [
            one[1] for one in page if (one[0] == "line" and len(one[1]) < 7) or (one[0] == "line" and one[5])
        ]
        round_ones = [one[1:4] for one in page if one[0] == "circle" and (one[4] or one[3] < 2)]
        return [lines, round_ones, texts(page)]

    assert list(map(kept, saving)) == list(map(kept, usual))


@pytest.mark.parametrize("name", ["danish", "danish-rules"])
def test_the_sheets_are_black_alone(scene_of: Any, name: str) -> None:
    """No grey and no colour in the file."""
    text = svg_bytes(scene_of(name, "A4")).decode()
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) <= {"#000", "none", "#fff"}


def solid(text: str) -> str:
    """Give words without blanks and marks of weight."""
    return re.sub(r"[*\s]", "", text)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("options", [{}, {"large": True}], ids=["usual", "large"])
def test_all_that_is_to_be_said_is_said(pages: Pages, language: str, options: dict[str, Any]) -> None:
    """Each rule of the catalogue is on its sheet, whole and with its words in order."""
    for name, family in (("danish", "brief."), ("danish-rules", "danish.")):
        printed = pages(name, "A4", language=language, **options)
        said = solid("".join(text[3] for page in printed for text in texts(page)))
        for key, text in words(language).items():
            if key.startswith(family):
                for paragraph in text.split("|"):
                    assert solid(paragraph) in said, key


def test_the_names_are_white_and_black(pages: Pages) -> None:
    """And no caption tells of giving shapes."""
    said = [text[3] for text in texts(pages()[0])]
    assert {"White", "Black"} <= set(said)
    assert not {"First", "Second", words("en")["names.first.caption"]} & set(said)


def test_the_rules_show_each_size_once(pages: Pages) -> None:
    """Six squares among 37 dots each, in the sizes of the game."""
    (page,) = pages("danish-rules")
    squares = [one[1][0] for one in page if one[0] == "line" and one[3] and len(one[1][0]) == 4]
    sides = [hypot(run[1][0] - run[0][0], run[1][1] - run[0][1]) for run in squares]
    triangles = [round(2 * (side / sides[0]) ** 2) for side in sides]
    assert triangles == sorted({quadrate.triangles for quadrate in QUADRATES})
    assert sum(abs(dot[2] - 0.16) < 0.005 for dot in circles(page, filled=True)) == 6 * len(POINTS)


def test_the_void_quadrate_of_the_rules_has_an_enemy_on_a_side(pages: Pages) -> None:
    """Of the two over their words only the second has a white man, in the middle of a side."""
    (page,) = pages("danish-rules")
    captions = {text[3]: text for text in texts(page)}
    counts, void = captions["counts"], captions["void"]
    rings = [ring for ring in circles(page, filled=False) if abs(ring[2] - 1.5) < 0.005]
    discs = {
        (round(x, 2), round(y, 2)) for x, y, radius in circles(page, filled=True) if abs(radius - 1.5) < 0.005
    }
    both = [ring for ring in rings if 0 < counts[1] - ring[1] < 20]
    middle = (counts[0] + void[0]) / 2 + 1
    for is_void in (False, True):
        own = [ring for ring in both if (ring[0] > middle) == is_void]
        white = [ring for ring in own if (round(ring[0], 2), round(ring[1], 2)) not in discs]
        assert (len(own), len(white)) == (5, int(is_void))
        left, right = min(ring[0] for ring in own), max(ring[0] for ring in own)
        for ring in white:
            assert ring[0] == pytest.approx((left + right) / 2, abs=NEAR)


def test_the_layout_tells_where_the_points_are(pages: Pages) -> None:
    """Under their names, where they are printed; and which game the sheet is for."""
    layout = lay_out(read_template(find_template("danish")), NAMED["A4"], FiraSans()).as_json()
    assert layout["game"] == "danish-quarto"
    fields = layout["pages"][0]["boards"][0]["fields"]
    assert [field["id"] for field in fields] == [f"point.{point}" for point in POINTS]
    board = board_of(pages()[0])
    for field, point in zip(fields, POINTS, strict=True):
        assert field["kind"] == "point"
        assert field["centre_mm"] == pytest.approx(at(board, point), abs=NEAR)
        assert field["diameter_mm"] == 2.2
