"""The recorded sheet has just the fields of its specification, at its measures, and nothing in their way."""

from __future__ import annotations

import math
from typing import Any

import pytest
from geometry import flat, ink, meet, segments

from printquarto.errors import FitError, TemplateError
from printquarto.games.shape import SHAPES
from printquarto.render.fonts import FiraSans
from printquarto.sheet.language import languages
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import read_paper
from printquarto.sheet.scene import Circle, Path, Text
from printquarto.sheet.template import builtin_folder, find_template, parse_template, read_template

FACE = FiraSans()
PAPERS = ["A4", "Letter", "Legal", "A3", "220x300mm"]


def recorded(paper: str, **options: Any) -> Layout:
    """Set the sheet out."""
    return lay_out(read_template(find_template("recorded")), read_paper(paper), FACE, Options(**options))


def fields(layout: Layout) -> dict[str, dict[str, Any]]:
    """Give the fields as the JSON has them."""
    (board,) = layout.as_json()["pages"][0]["boards"]
    found = {field["id"]: field for field in board["fields"]}
    assert len(found) == len(board["fields"])
    return found


def near(*lengths: float) -> list[Any]:
    """Give lengths that others may differ from by a hundredth."""
    return [pytest.approx(length, abs=0.01) for length in lengths]


@pytest.mark.parametrize("paper", PAPERS)
def test_its_fields_are_those_of_the_specification(paper: str) -> None:
    """Sixteen cells, an arrow and a box for each shape, seven rounds a turn, three results and a rule."""
    expected = {f"cell.{column}{row}": "shape" for row in "1234" for column in "abcd"}
    for number in range(16):
        expected |= {f"tray.{number}.arrow": "arrow", f"tray.{number}.used": "cross"}
    for turn in range(1, 17):
        for name in ("tl", "tr", "br", "bl", "none", "call", "claim"):
            expected[f"turn.{turn}.{name}"] = "bubble"
    for name in ("result.first", "result.second", "result.draw", "rule.squares"):
        expected[name] = "bubble"
    found = fields(recorded(paper))
    assert {name: field["kind"] for name, field in found.items()} == expected
    for number, shape in enumerate(SHAPES):
        assert (
            found[f"tray.{number}.arrow"]["shape"] == found[f"tray.{number}.used"]["shape"] == shape.corners
        )
        assert found[f"tray.{number}.arrow"]["style"] == "dots"


@pytest.mark.parametrize(
    ("paper", "cell", "board", "tray", "turns", "result", "box", "slot"),
    [
        ("A4", 30, (28, 38), (163, 195), (199, 261), (263, 269), (40.5, 15.5), 20.25),
        ("Letter", 28, (28, 38), (155, 187), (191, 247), (249, 255), (42, 14), 21),
    ],
)
def test_it_has_the_measures_of_the_specification(
    paper: str, cell: float, board: Any, tray: Any, turns: Any, result: Any, box: Any, slot: float
) -> None:
    """Board, tray, strip and result stand in the bands that are given for A4 and Letter."""
    found = fields(recorded(paper))
    assert found["cell.a1"]["box_mm"] == near(*board, cell, cell)
    assert found["cell.a1"]["square_mm"] == near(board[0] + (cell - 21) / 2, board[1] + (cell - 21) / 2, 21)
    assert found["cell.d4"]["box_mm"] == near(board[0] + 3 * cell, board[1] + 3 * cell, cell, cell)
    assert found["cell.a1"]["notch"] == 0.333333
    assert found["tray.1.used"]["box_mm"][0] - found["tray.0.used"]["box_mm"][0] == pytest.approx(
        slot, abs=0.01
    )
    boxes = [found[f"tray.{number}.used"]["box_mm"] for number in range(16)]
    assert all(tray[0] <= y and y + height <= tray[1] for _, y, _, height in boxes)
    assert boxes[8][1] - boxes[0][1] == pytest.approx(16)
    one, two, five = (found[f"turn.{turn}.tl"]["centre_mm"] for turn in (1, 2, 5))
    assert [two[0] - one[0], five[1] - one[1]] == near(*box)
    assert one[1] + 3.5 == pytest.approx(turns[0] + box[1] / 2)
    assert found["turn.16.bl"]["centre_mm"][1] + box[1] / 2 - 3.5 == pytest.approx(turns[1])
    for name in ("result.first", "result.second", "result.draw", "rule.squares"):
        assert found[name]["centre_mm"][1] == pytest.approx(sum(result) / 2)


@pytest.mark.parametrize("paper", PAPERS)
def test_rounds_are_apart_and_empty(paper: str) -> None:
    """They measure 4.5 to 5 mm, no two are nearer than 7 mm, and nothing at all is printed inside."""
    layout = recorded(paper)
    page = draw(layout).pages[0]
    rounds = [field for field in fields(layout).values() if field["kind"] == "bubble"]
    assert {field["diameter_mm"] for field in rounds} == {4.8}
    for index, one in enumerate(rounds):
        for two in rounds[index + 1 :]:
            assert math.dist(one["centre_mm"], two["centre_mm"]) >= 7 - 1e-6, (one, two)
    for turn in range(1, 17):
        corners = [fields(layout)[f"turn.{turn}.{name}"]["centre_mm"] for name in ("tl", "tr", "br", "bl")]
        (left, top), (right, _), (_, bottom), _ = corners
        assert corners == [near(left, top), near(left + 7, top), near(left + 7, top + 7), near(left, top + 7)]
        assert (right, bottom) == (pytest.approx(left + 7), pytest.approx(top + 7))
    drawn = list(flat(page.items))
    rings = [item for item in drawn if isinstance(item, Circle) and item.role == "bubble"]
    assert len(rings) == len(rounds)
    for field in rounds:
        x, y = field["centre_mm"]
        (ring,) = (one for one in rings if math.dist((one.x, one.y), (x, y)) < 0.001)
        assert 2 * ring.radius + ring.line == pytest.approx(4.8)
        # The square within the ring, and the ring itself, are white but for the ring.
        reach = (ring.radius - ring.line) * 0.7
        inside = (x - reach, y - reach, x + reach, y + reach)
        touched = [
            item for item in drawn if item is not ring and any(meet(inside, box) for box in segments(item))
        ]
        assert touched == []


@pytest.mark.parametrize("paper", PAPERS)
def test_guide_dots_stand_at_the_thirds(paper: str) -> None:
    """Each cell has sixteen dots 7 mm apart, over its square and nowhere else."""
    layout = recorded(paper)
    dots = {
        (round(dot.x, 3), round(dot.y, 3)) for dot in flat(draw(layout).pages[0].items) if dot.role == "guide"
    }
    expected = set()
    for name, field in fields(layout).items():
        if name.startswith("cell."):
            x, y, side = field["square_mm"]
            assert side == 21
            expected |= {(round(x + 7 * i, 3), round(y + 7 * j, 3)) for i in range(4) for j in range(4)}
    assert dots == expected
    assert len(dots) == 256


@pytest.mark.parametrize("paper", PAPERS)
def test_markers_stand_at_corners_and_middles(paper: str) -> None:
    """Eight squares of 12 mm, 10 mm from the edge, clockwise from the top left, with white rims of 2 mm."""
    layout = recorded(paper)
    page = draw(layout).pages[0]
    markers = layout.as_json()["pages"][0]["markers"]
    width, height = page.width, page.height
    across, down = (10, (width - 12) / 2, width - 22), (10, (height - 12) / 2, height - 22)
    places = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    assert [marker["box_mm"] for marker in markers] == [near(across[x], down[y], 12, 12) for x, y in places]
    assert {marker["dictionary"] for marker in markers} == {"36h11"}
    first = markers[0]["id"]
    assert first % 8 == 0
    assert [marker["id"] for marker in markers] == list(range(first, first + 8))
    for marker in markers:
        x, y, side, _ = marker["box_mm"]
        rim = (x - 2, y - 2, x + side + 2, y + side + 2)
        inside = [item for item in flat(page.items) if any(meet(rim, box) for box in segments(item))]
        assert {item.role for item in inside} == {"marker"}, inside
        assert len(inside) == 1
        assert ink(inside[0]) == (
            pytest.approx(x),
            pytest.approx(y),
            pytest.approx(x + 12),
            pytest.approx(y + 12),
        )


def test_numbers_of_markers_tell_template_and_paper() -> None:
    """Each built-in sheet has its own group of eight; every other layout has the last one, 72."""
    groups = {paper: recorded(paper).pages[0].markers[0].number // 8 for paper in PAPERS}
    assert groups == {"A4": 0, "Letter": 1, "Legal": 2, "A3": 3, "220x300mm": 72}
    # Two pages to a side of A3 are A4, whatever they are called.
    assert recorded("210x297mm").pages[0].markers[0].number == 0
    text = (builtin_folder() / "recorded.toml").read_text("utf-8")
    own = lay_out(parse_template(text, "recorded.toml", "recorded"), read_paper("A4"), FACE)
    assert own.pages[0].markers[0].number == 576
    assert own.pages[0].markers[-1].number == 583


def test_neither_language_nor_title_moves_a_field() -> None:
    """The reader of a photo needs the paper alone."""
    for paper in ("A4", "Letter"):
        usual = recorded(paper).as_json()
        assert recorded(paper, title="A club evening of ours").as_json() == usual
        for language in languages():
            assert recorded(paper, language=language).as_json() == usual


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_but_guides_stands_in_a_field(paper: str) -> None:
    """Cells hold their dots, boxes nothing, and the two dots of an arrow have white between them."""
    layout = recorded(paper)
    drawn = [
        item for item in flat(draw(layout).pages[0].items) if item.role not in ("guide", "frame", "cell-line")
    ]
    for field in fields(layout).values():
        if field["kind"] == "arrow":
            (x1, y1), (x2, y2) = field["tail_mm"], field["head_mm"]
            assert y1 == y2
            assert x2 - x1 == pytest.approx(5.2)
            box = (x1 + 0.7, y1 - 1, x2 - 0.7, y1 + 1)
        elif field["kind"] in ("shape", "cross"):
            x, y, width, height = field["box_mm"]
            box = (x + 0.5, y + 0.5, x + width - 0.5, y + height - 0.5)
        else:
            continue
        assert [item for item in drawn if any(meet(box, part) for part in segments(item))] == [], field


def test_code_and_qr_have_room_of_their_own() -> None:
    """Around the 16 mm of the QR code four of its modules stay white; nothing stands where the code comes."""
    for paper in PAPERS:
        layout = recorded(paper)
        assert layout.code is not None
        x, y, size, _ = layout.code.square
        assert (size, y) == (16, 8)
        quiet = 4 * 16 / 21
        room = (x - quiet, y, x + size + quiet, y + size + quiet)
        text = (layout.code.x - 25, layout.code.y - 4, layout.code.x, layout.code.y + 1)
        for item in flat(draw(layout).pages[0].items):
            assert not any(meet(room, box) or meet(text, box) for box in segments(item)), item
        assert layout.code.x <= x - quiet


@pytest.mark.parametrize("paper", ["A5", "A6", "200x200mm", "195x297mm", "210x255mm"])
def test_smaller_papers_are_refused_with_the_sum(paper: str) -> None:
    """The terms add up to more than the paper has."""
    import re

    with pytest.raises(FitError, match="not fit") as caught:
        recorded(paper)
    need, has = map(
        float, re.findall(r"(?:need|are) ([\d.]+) mm.* is ([\d.]+) mm (?:wide|high)", str(caught.value))[0]
    )
    assert need > has


def test_a_template_of_ones_own_needs_the_parts_that_are_read() -> None:
    """Without a strip there is nothing to read; a part that has no place is refused with its line."""
    text = (builtin_folder() / "recorded.toml").read_text("utf-8")
    without = text.replace('kind = "turns"', 'kind = "advice"', 1)
    with pytest.raises(
        TemplateError, match=r"line \d+: the arrangement 'recorded' needs a part of kind 'turns'"
    ):
        parse_template(without, "mine.toml", "mine")
    more = f'{text}\n[[part]]\nkind = "figure"\n'
    with pytest.raises(
        TemplateError, match=r"line \d+: the arrangement 'recorded' has no place for .* 'figure'"
    ):
        parse_template(more, "mine.toml", "mine")


def test_marks_lie_on_top_of_nothing() -> None:
    """The words beside the board end above the tray, in every language."""
    for paper in ("A4", "Letter"):
        for language in languages():
            page = draw(recorded(paper, language=language)).pages[0]
            first = min(
                item.runs[0][0][1]
                for item in flat(page.items)
                if isinstance(item, Path) and item.role == "shape"
            )
            beside = [
                item
                for item in flat(page.items)
                if isinstance(item, Text) and item.role == "text" and item.x > 140
            ]
            assert max(item.y for item in beside if item.y < 250) < first - 4


def test_a_cell_of_ones_own_is_kept_or_refused() -> None:
    """A cell of 26 is what one gets, and one of 34 is refused with the sum, never made smaller."""
    text = (builtin_folder() / "recorded.toml").read_text("utf-8")

    def with_cell(cell: int) -> Layout:
        own = text.replace("square = 21 ", f"cell = {cell}\nsquare = 21 ")
        return lay_out(parse_template(own, "mine.toml", "mine"), read_paper("A4"), FACE)

    assert fields(with_cell(26))["cell.a1"]["box_mm"] == near(28, 38, 26, 26)
    with pytest.raises(FitError, match=r"4 × 34 mm of cells and 90 mm of .* are 226 mm across; A4 is 210 mm"):
        with_cell(34)
