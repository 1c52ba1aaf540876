"""The layout as JSON and the finished PDF agree: whoever looks a field up finds it where it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from printquarto.render.fonts import FiraSans
from printquarto.render.pdf import pdf_bytes
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import read_paper
from printquarto.sheet.template import find_template, parse_template, read_template

FACE = FiraSans()
SHEETS: list[tuple[str, str, dict[str, Any]]] = [
    ("classic", "A4", {}),
    ("classic", "A5", {"left_handed": True}),
    ("classic", "A4", {"arrow": "dots"}),
    ("classic", "A4", {"large": True}),
    ("classic", "297x210mm", {"left_handed": True}),
    ("tray", "Letter", {}),
    ("travel", "A4", {}),
    ("travel", "A4", {"boards": 6, "left_handed": True}),
    ("travel", "Letter", {"arrow": "dots"}),
    ("pocket", "A4", {}),
    ("pocket", "Letter", {"left_handed": True, "arrow": "dots"}),
    ("recorded", "A4", {}),
    ("recorded", "Legal", {}),
]


def sheet(name: str, paper: str, options: dict[str, Any]) -> Layout:
    return lay_out(read_template(find_template(name)), read_paper(paper), FACE, Options(**options))


def found(wanted: Iterable[Iterable[float]], printed: Iterable[Iterable[float]]) -> bool:
    """Say whether each wanted place is a printed one, within 0.02 mm."""
    there = [tuple(place) for place in printed]
    return all(
        any(all(abs(one - two) < 0.02 for one, two in zip(place, other, strict=True)) for other in there)
        for place in map(tuple, wanted)
    )


def fields_of(page: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [field for board in page["boards"] for field in board["fields"] if field["kind"] == kind]


@pytest.mark.parametrize(("name", "paper", "options"), SHEETS)
def test_cells_are_where_their_dots_are(
    read_pages: Callable[[bytes], list[Any]], name: str, paper: str, options: dict[str, Any]
) -> None:
    """The sixteen dots of a cell divide its square in thirds, and the square is in the middle of the cell."""
    layout = sheet(name, paper, options)
    for page, told in zip(read_pages(pdf_bytes(draw(layout))), layout.as_json()["pages"], strict=True):
        cells = fields_of(told, "shape")
        dots = [dot[1:3] for dot in page.dots if dot[3] < 0.3]
        for cell in cells:
            x, y, side = cell["square_mm"]
            left, top, width, height = cell["box_mm"]
            assert found([(x + side * a / 3, y + side * b / 3) for a in range(4) for b in range(4)], dots)
            middle = (left + width / 2, top + height / 2)
            assert middle == pytest.approx((x + side / 2, y + side / 2), abs=0.01)
        in_cells = sum(
            any(
                cell["box_mm"][0] < dot[0] < cell["box_mm"][0] + cell["box_mm"][2]
                and cell["box_mm"][1] < dot[1] < cell["box_mm"][1] + cell["box_mm"][3]
                for cell in cells
            )
            for dot in dots
        )
        assert in_cells == 16 * len(cells)


@pytest.mark.parametrize(("name", "paper", "options"), SHEETS)
def test_arrows_and_boxes_are_where_they_are_told(
    read_pages: Callable[[bytes], list[Any]], name: str, paper: str, options: dict[str, Any]
) -> None:
    """A shaft runs from tail to head, or a dot stands at each; near the tail is the shape of the field."""
    layout = sheet(name, paper, options)
    for page, told in zip(read_pages(pdf_bytes(draw(layout))), layout.as_json()["pages"], strict=True):
        arrows, crosses = fields_of(told, "arrow"), fields_of(told, "cross")
        lines = [line for line in page.primitives if line[0] == "line" and len(line[1][0]) == 2]
        shafts = [(*run[0], *run[1]) for line in lines for run in line[1]]
        ends = [dot[1:3] for dot in page.dots if dot[3] > 0.3]
        for arrow in arrows:
            if arrow["style"] == "shaft":
                assert found([(*arrow["tail_mm"], *arrow["head_mm"])], shafts), arrow
            else:
                assert found([arrow["tail_mm"], arrow["head_mm"]], ends), arrow
        boxes = [(left, top, right - left, low - top) for left, top, right, low in page.boxes]
        assert found([cross["box_mm"] for cross in crosses], boxes)
        assert len(crosses) == len(boxes)


@pytest.mark.parametrize(("name", "paper", "options"), SHEETS)
def test_an_arrow_belongs_to_the_shape_that_it_is_told_to(
    read_pages: Callable[[bytes], list[Any]], name: str, paper: str, options: dict[str, Any]
) -> None:
    """The outline behind its tail is that of the field's shape, read from where the head points up."""
    layout = sheet(name, paper, options)
    for page, told in zip(read_pages(pdf_bytes(draw(layout))), layout.as_json()["pages"], strict=True):
        shapes = [shape for shape in page.outlines if 5 < shape.side < 25]
        for arrow in fields_of(told, "arrow"):
            x, y = arrow["tail_mm"]
            nearest = min(
                shapes,
                key=lambda shape: abs(shape.x + shape.side / 2 - x) + abs(shape.y + shape.side / 2 - y),
            )
            bits = "".join("i" if nearest.number & value else "o" for value in (8, 4, 2, 1))
            upside_down = y < arrow["head_mm"][1]
            assert arrow["shape"] == (bits[2:] + bits[:2] if upside_down else bits), arrow


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_rounds_are_where_they_are_told(read_pages: Callable[[bytes], list[Any]], paper: str) -> None:
    """Of the recorded sheet, with the diameter that the ink has."""
    layout = sheet("recorded", paper, {})
    (page,) = read_pages(pdf_bytes(draw(layout)))
    (told,) = layout.as_json()["pages"]
    rings = [
        (ring[1], ring[2], 2 * ring[3] + ring[4])
        for ring in page.primitives
        if ring[0] == "circle" and ring[4]
    ]
    bubbles = [(*field["centre_mm"], field["diameter_mm"]) for field in fields_of(told, "bubble")]
    assert len(bubbles) == 16 * 7 + 4
    assert found(bubbles, rings)


def test_a_box_that_is_not_printed_is_not_told() -> None:
    """Of a tray without boxes the arrows alone are fields."""
    text = 'schema = 1\n[[part]]\nkind = "tray"\nboxes = false'
    layout = lay_out(parse_template(text, "own.toml", "own"), read_paper("A4"), FACE)
    (told,) = layout.as_json()["pages"]
    assert (len(fields_of(told, "arrow")), len(fields_of(told, "cross"))) == (16, 0)
