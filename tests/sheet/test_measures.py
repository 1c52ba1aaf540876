"""The sheets stand where the design says, read from the layout: lengths in mm from the page's top left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from geometry import MM, flat, ink, meet, segments, touching

from printquarto.errors import FitError
from printquarto.games.shape import SHAPES, outline
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import EDGE, NAMED, read_paper
from printquarto.sheet.scene import Group, Path, RoundBox, Text
from printquarto.sheet.template import builtin_names, find_template, parse_template, read_template
from printquarto.sheet.typeface import CAP_HEIGHT

FACE = FiraSans()


def layout_of(name: str, paper: str, landscape: bool = False, **options: str) -> Layout:
    """Set out a built-in template."""
    chosen = read_paper(paper)
    return lay_out(
        read_template(find_template(name)), chosen.turned() if landscape else chosen, FACE, Options(**options)
    )


def texts(layout: Layout, page: int = 0) -> dict[str, Text]:
    """Give the texts of a page by their words; of equal ones the first."""
    found: dict[str, Text] = {}
    for item in flat(draw(layout).pages[page].items):
        if isinstance(item, Text):
            found.setdefault(item.text, item)
    return found


def fields(layout: Layout) -> dict[str, dict[str, Any]]:
    """Give the fields of the first board as the JSON has them."""
    return {field["id"]: field for field in layout.as_json()["pages"][0]["boards"][0]["fields"]}


def near(*lengths: float, within: float = 0.01) -> list[Any]:
    """Give lengths that others may differ from by a hundredth."""
    return [pytest.approx(length, abs=within) for length in lengths]


def test_classic_on_a4_is_the_design() -> None:
    """Title 24, names 36, captions 40, board 25/52/160, tips 220 and 244, reminder 276 and 280."""
    layout = layout_of("classic", "A4")
    words, found = texts(layout), fields(layout)
    lines = ("Quarto", "First", "Second", "draws turns 1, 3, 5 …", "Give", "Draw", "Quarto!", "Called?")
    assert [words[text].y for text in lines] == near(24, 36, 36, 40, 276, 280, 276, 280)
    assert [words[text].x for text in ("Quarto", "First", "Second", "Give", "Quarto!")] == near(
        24.5, 25, 109, 25, 109
    )
    assert [words["This side up"].y, words["turn the sheet to whoever writes"].y] == near(20, 24)
    assert found["cell.a1"]["box_mm"] == near(25, 52, 40, 40)
    assert found["cell.d4"]["box_mm"] == near(145, 172, 40, 40)
    assert found["cell.a1"]["square_mm"] == near(33, 60, 24)
    assert found["tray.0.arrow"]["head_mm"] == near(29.5, 220)
    assert found["tray.0.arrow"]["tail_mm"] == near(29.5, 228)
    assert found["tray.8.arrow"]["head_mm"] == near(29.5, 244)
    assert found["tray.1.used"]["box_mm"] == near(35.5 + 20.5, 232.5, 6, 6)
    assert found["tray.15.used"]["box_mm"] == near(179, 256.5, 6, 6)


def test_classic_on_letter_is_the_design() -> None:
    """Title 22, names 34, board 31.95/47 with cells of 38, tips 206 and 229.5, reminder 258."""
    layout = layout_of("classic", "Letter")
    words, found = texts(layout), fields(layout)
    assert [words[text].y for text in ("Quarto", "First", "Give", "Draw")] == near(22, 34, 258, 262)
    assert found["cell.a1"]["box_mm"] == near(31.95, 47, 38, 38)
    assert found["tray.0.arrow"]["head_mm"][1] == pytest.approx(206, abs=0.01)
    assert found["tray.8.arrow"]["head_mm"][1] == pytest.approx(229.5, abs=0.01)
    right = found["tray.7.used"]["box_mm"]
    assert right[0] + right[2] == pytest.approx(31.95 + 152, abs=0.01)


def test_classic_lying_has_three_columns() -> None:
    """On A4 cells are 42; the tray is flush with the board's top and bottom, the words with both."""
    layout = layout_of("classic", "A4", landscape=True)
    words, found = texts(layout), fields(layout)
    assert layout.as_json()["page_mm"] == [297, 210]
    top, bottom = found["cell.a1"]["box_mm"], found["cell.d4"]["box_mm"]
    assert top[2:] == [42, 42]
    assert found["tray.0.arrow"]["head_mm"][1] == found["tray.8.arrow"]["head_mm"][1] == top[1]
    last = found["tray.7.used"]["box_mm"]
    assert last[1] + last[3] == pytest.approx(bottom[1] + 42)
    assert found["tray.0.arrow"]["head_mm"][0] > bottom[0] + 42
    title = words["Quarto"]
    assert title.y - CAP_HEIGHT * 24 * MM == pytest.approx(top[1], abs=0.01)
    assert title.x + title.width < top[0]


def test_classic_lying_on_letter_keeps_a_large_board() -> None:
    """There the large slots do not fit beside the board; smaller ones in two columns leave cells of 37."""
    found = fields(layout_of("classic", "Letter", landscape=True))
    assert found["cell.a1"]["box_mm"][2:] == [37, 37]
    assert found["tray.0.arrow"]["head_mm"][1] == found["tray.8.arrow"]["head_mm"][1]


def test_key_on_a4_is_the_design() -> None:
    """The figure, the heads at 117, the rules every 40 from 120 on and the shapes 10 below them."""
    words = texts(layout_of("key", "A4"))
    assert [
        words[text].y for text in ("The sixteen shapes", "Colour", "square, solid", "light, tall")
    ] == near(24, 56.5, 117, 124.5)
    assert [words["dark, short"].y, words["#15"].y, words["#15"].x] == near(244.5, 254, 169)
    assert words["0 + 4 + 2 + 0 = 6"].y == pytest.approx(106)
    items = list(flat(draw(layout_of("key", "A4")).pages[0].items))
    shapes = [item for item in items if isinstance(item, Path) and item.role == "shape"]
    assert min(shapes[0].runs[0]) == (78, 46)
    assert shapes[0].line == 0.9
    rules = [item.runs[0][0] for item in items if isinstance(item, Path) and item.role == "rule"]
    assert rules == [(25, 120), (25, 160), (25, 200), (25, 240)]


def test_tray_on_a4_fills_the_sheet() -> None:
    """Shapes of 21, shafts of 18, boxes of 12; the last column is flush with the mark at the right."""
    layout = layout_of("tray", "A4")
    found, mark = fields(layout), texts(layout)["turn the sheet to whoever writes"]
    head, tail = found["tray.0.arrow"]["head_mm"], found["tray.0.arrow"]["tail_mm"]
    assert tail[1] - head[1] == pytest.approx(18)
    assert head[0] == pytest.approx(25 + 21 / 2)
    assert found["tray.4.arrow"]["head_mm"][1] - head[1] == pytest.approx(58)
    box = found["tray.15.used"]["box_mm"]
    assert box[2:] == [12, 12]
    assert box[0] + box[2] == pytest.approx(mark.x + mark.width) == pytest.approx(185)
    assert 255 < box[1] + box[3] < 275


def test_a_slot_is_drawn_as_measured() -> None:
    """The slot of #6: shaft over the shape's middle, barbs at 2.1 and 3, the shape 1.5 below, the number."""
    scene = draw(layout_of("classic", "A4"))
    (tray,) = (item for item in scene.pages[0].items if isinstance(item, Group) and item.name == "tray")
    slot = next(item for item in tray.items if item.name == "tray.6").items
    shaft, left, right, shape, box, number = slot
    x, y = 148, 220
    assert list(flat_numbers(shaft.runs)) == near(x + 4.5, y + 8, x + 4.5, y)
    assert shaft.line == 0.5
    assert [left.x, left.y, right.x, right.y] == near(x + 2.4, y + 3, x + 6.6, y + 3)
    corners = [(x + dx, y + 9.5 + dy) for dx, dy in outline(SHAPES[6], 9, 3)]
    assert list(flat_numbers(shape.runs)) == near(*flat_numbers(tuple(corners)))
    assert (box.width, box.height, box.radius, box.line) == (6, 6, 1, 0.25)
    assert [number.text, number.x, number.y, number.size] == ["#6", *near(x + 10.5, y + 11.1), 7]


def flat_numbers(value: Any) -> Iterator[float]:
    """Give the numbers of nested tuples."""
    for one in value:
        if isinstance(one, tuple):
            yield from flat_numbers(one)
        else:
            yield one


def test_style_dots_moves_nothing() -> None:
    """The dots stand at tip and foot of the shaft that they replace; the head's dots go with the shaft."""
    shafts, dots = fields(layout_of("classic", "A4")), fields(layout_of("classic", "A4", arrow="dots"))
    assert {
        name: {**field, "style": "dots"} if "style" in field else field for name, field in shafts.items()
    } == dots
    ends = [
        item
        for item in flat(draw(layout_of("classic", "A4", arrow="dots")).pages[0].items)
        if item.role == "end"
    ]
    assert [(end.x, end.y, end.radius) for end in ends[:2]] == [(29.5, 220, 0.6), (29.5, 228, 0.6)]
    assert len(ends) == 32


OWN = ("200x200mm", "250x180.5mm")
ALL = [
    (name, paper, landscape)
    for name in builtin_names()
    for paper in [*NAMED, *OWN]
    for landscape in (False, True)
    if not landscape or (name in ("classic", "tray") and paper in NAMED)
]
REFUSED = {
    ("classic", "A6", True),
    ("score", "A6", False),
    ("score", "200x200mm", False),
    ("score", "250x180.5mm", False),
    ("key", "A6", False),
    ("key", "250x180.5mm", False),
    *((name, paper, False) for name in ("pocket", "recorded", "travel") for paper in ("A5", "A6")),
    *((name, paper, False) for name in ("pocket", "recorded", "travel") for paper in OWN),
    ("rules", "A6", False),
    ("danish", "A6", False),
    ("danish-rules", "A6", False),
}


def test_what_does_not_fit_is_refused_and_nothing_else() -> None:
    """Each built-in template on each paper is either set or one of the known refusals."""
    refused = {}
    for sheet in ALL:
        try:
            layout_of(*sheet)
        except FitError as error:
            refused[sheet] = str(error)
    assert set(refused) == REFUSED
    for sentence in refused.values():
        assert "not fit" in sentence
        assert " mm" in sentence


FITTING = [sheet for sheet in ALL if sheet not in REFUSED]


@pytest.mark.parametrize(("name", "paper", "landscape"), FITTING)
def test_nothing_comes_near_the_edge(name: str, paper: str, landscape: bool) -> None:
    """All ink keeps 8 mm from each edge of the paper."""
    for page in draw(layout_of(name, paper, landscape)).pages:
        for item in flat(page.items):
            left, top, right, bottom = ink(item)
            assert left >= EDGE, item
            assert top >= EDGE, item
            assert right <= page.width - EDGE, item
            assert bottom <= page.height - EDGE, item


@pytest.mark.parametrize(("name", "paper", "landscape"), FITTING)
def test_no_text_is_touched(name: str, paper: str, landscape: bool) -> None:
    """No two texts overlap and no line, dot or box runs through a text."""
    for page in draw(layout_of(name, paper, landscape)).pages:
        assert touching(page) == []


@pytest.mark.parametrize(
    ("name", "paper", "landscape"), [sheet for sheet in FITTING if sheet[0] in ("classic", "tray")]
)
def test_no_slot_is_cramped(name: str, paper: str, landscape: bool) -> None:
    """Above a tip 1.5 mm and to each side of it 3 mm hold nothing but its own arrow."""
    page = draw(layout_of(name, paper, landscape)).pages[0]
    (tray,) = (item for item in page.items if isinstance(item, Group) and item.name == "tray")
    for slot in tray.items:
        (x, _), (_, tip) = slot.items[0].runs[0]
        # Distances run from line to line: half of the line above is allowed for.
        guard = (x - 3, tip - 1.5 + 0.25, x + 3, tip + 1)
        for other in tray.items:
            for item in flat(other.items) if other is not slot else ():
                for box in segments(item):
                    assert not meet(guard, box), (slot.name, other.name, item)


@pytest.mark.parametrize(("name", "paper", "landscape"), FITTING)
def test_sizes_stay_readable(name: str, paper: str, landscape: bool) -> None:
    """Cells are 12 mm or more and whole, shapes 6 or more, type 7 pt or more in two weights, lines 0.25."""
    layout = layout_of(name, paper, landscape)
    for page in draw(layout).pages:
        for item in flat(page.items):
            if isinstance(item, Text):
                assert item.size >= 7
                assert item.weight in (400, 600)
            elif isinstance(item, (Path, RoundBox)) and item.line:
                assert item.line >= 0.25
            if isinstance(item, Path) and item.role == "shape":
                assert max(x for x, _ in item.runs[0]) - min(x for x, _ in item.runs[0]) >= 6 * 2 / 3
    if name == "classic":
        side = fields(layout)["cell.a1"]["box_mm"][2]
        assert side >= 12
        assert side == int(side)


def own(*parts: str, takes: str = "[]") -> str:
    """Write a template of the given kinds of part."""
    return f"schema = 1\ntakes = {takes}\n" + "".join(f"[[part]]\n{part}\n" for part in parts)


def test_parts_can_be_left_out_and_moved() -> None:
    """A board alone is set as large as its column; names under the board are found under it."""
    alone = lay_out(parse_template(own('kind = "board"'), "x", "x"), NAMED["A4"], FACE)
    assert fields(alone)["cell.a1"]["box_mm"] == near(25, 24, 40, 40)
    turned = lay_out(parse_template(own('kind = "board"', 'kind = "names"'), "x", "x"), NAMED["A4"], FACE)
    bottom = fields(turned)["cell.d4"]["box_mm"]
    assert texts(turned)["First"].y > bottom[1] + bottom[3] + 5


def test_a_cell_of_ones_own_is_kept_or_refused() -> None:
    """A cell of 20.5 is what one gets; one of 70 is refused with the sum, never made smaller."""
    small = lay_out(parse_template(own('kind = "board"\ncell = 20.5'), "x", "x"), NAMED["A4"], FACE)
    assert fields(small)["cell.a1"]["box_mm"][2:] == [20.5, 20.5]
    large = parse_template(own('kind = "heading"', 'kind = "board"\ncell = 70'), "x", "x")
    with pytest.raises(
        FitError, match=r"The board does not fit: 280 mm and .* are 3\d\d mm across; A4 is 210 mm wide"
    ):
        lay_out(large, NAMED["A4"], FACE)


@pytest.mark.parametrize(
    ("name", "paper", "landscape", "sentence"),
    [
        (
            "classic",
            "100x100mm",
            False,
            r"The board does not fit: 4 × 12 mm of cells and [\d.]+ mm of title, names, tray and reminder "
            r"need [\d.]+ mm; 100x100mm leaves 84 mm\. Take a larger paper\.",
        ),
        ("key", "A6", False, r"The .* does not fit: .* A6 .*Take a .* paper\."),
        (
            "classic",
            "60x900mm",
            False,
            r"The tray does not fit: .* are [\d.]+ mm across; 60x900mm is 60 mm wide",
        ),
    ],
)
def test_a_refusal_shows_its_sum(name: str, paper: str, landscape: bool, sentence: str) -> None:
    """The sentence says what does not fit, the terms, and what the paper leaves."""
    with pytest.raises(FitError, match=sentence):
        layout_of(name, paper, landscape)


def test_a_refusals_sum_is_right() -> None:
    """The terms add up to the need, and the need is more than the room."""
    import re

    with pytest.raises(FitError) as caught:
        layout_of("classic", "110x120mm")
    cells, others, total, room = map(
        float,
        re.search(
            r"4 × ([\d.]+) mm .* and ([\d.]+) mm .* need ([\d.]+) mm; .* leaves ([\d.]+) mm",
            str(caught.value),
        ).groups(),  # type: ignore[union-attr]
    )
    assert 4 * cells + others == pytest.approx(total, abs=0.02)
    assert total > room == 120 - 16
