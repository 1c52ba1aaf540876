"""What hands and pens do. Rows of ``photo_cases.toml``."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from desk import (
    BLANK,
    FIELDS,
    FULL,
    GAME,
    Page,
    Strokes,
    Values,
    bare_page,
    check_read,
    faults,
    laid,
    line,
    picture_of,
    reasons,
    sheet_in,
    values_of,
)
from simulator.hands import HAND_BY_NAME, Square, correct_shape, draw_shape, scribble_out
from simulator.marks import cancel_bubble, ring_bubble
from simulator.sheets import corners_of

from printquarto.games.board import CELLS
from printquarto.games.shape import SHAPES

SIXTEEN: Values = BLANK | {f"cell.{cell}": shape.corners for cell, shape in zip(CELLS, SHAPES, strict=True)}
"""Each shape once, and nothing else."""

HAND = HAND_BY_NAME["careful"]


def rng() -> np.random.Generator:
    return np.random.default_rng(4)


def full_page() -> Page:
    return Page().fill(FULL)


def test_a_blank_sheet_is_blank() -> None:
    sheet = check_read(laid(picture_of(bare_page)), BLANK)
    assert sheet["status"] == "sure"
    assert values_of(sheet) == BLANK


def test_a_sheet_with_something_in_every_field_is_full() -> None:
    """Shapes that stand on the board twice stay so: what players did wrong is found, and not mended."""
    sheet = check_read(laid(picture_of(full_page)), FULL, questions=4)
    cells = [name for name in FULL if name.startswith("cell.")]
    assert sum(values_of(sheet)[name] == FULL[name] for name in cells) > 13


def in_two_pens(first: str, second: str) -> Any:
    """Give a picture of the game, the shapes and half of the marks by each of two pens."""
    page = Page()
    names = [name for name, value in GAME.items() if value]
    page.fill({name: GAME[name] for name in names[::2]}, Strokes(first))
    page.fill({name: GAME[name] for name in names[1::2]}, Strokes(second))
    return laid(page.picture())


@pytest.mark.parametrize(
    ("first", "second", "questions"),
    [
        ("faint pencil", "dry ballpoint", 6),
        ("fat felt pen", "blue felt pen", 6),
        ("red ballpoint", "green ballpoint", 2),
        ("red felt pen", "pencil", 3),
    ],
)
def test_pens_faint_and_fat_and_of_any_colour_are_read(first: str, second: str, questions: int) -> None:
    check_read(in_two_pens(first, second), questions=questions)


def shapes_page() -> Page:
    """Draw the shapes of the game alone."""
    return Page().fill({name: value for name, value in GAME.items() if name.startswith("cell.")})


def test_a_highlighter_is_read_or_asked_about() -> None:
    picture = picture_of(shapes_page)
    mask = np.zeros(picture.shape[:2], np.float32)
    for name, value in GAME.items():
        if value and not name.startswith("cell."):
            cv2.fillConvexPoly(mask, (corners_of(FIELDS[name]) * 6).round().astype(np.int32), 1.0)
    yellow = picture * (1 - mask[:, :, None] * np.array([0.75, 0.06, 0.04], np.float32))
    assert faults(sheet_in(laid(yellow.astype(np.uint8)))) == []


def test_nothing_coloured_is_printed_and_nothing_within_a_round() -> None:
    """So that no pen is mistaken for print, and no print for a mark."""
    pixels = Page().pixels.astype(int)
    assert np.abs(pixels[..., 0] - pixels[..., 2]).max() == 0
    for field in FIELDS.values():
        if field["kind"] == "bubble":
            x, y = (length * 14 for length in field["centre_mm"])
            half = int(0.7 * field["diameter_mm"] / 2 * 14 / np.sqrt(2))
            assert pixels[int(y) - half : int(y) + half, int(x) - half : int(x) + half].min() > 225


def ways_page() -> Page:
    """Mark the rounds of each turn in another way, and the boxes of the tray too."""
    page = Page()
    ways = ("filled", "scribbled", "ticked", "crossed", "dotted", "half")
    boxes = ("cross", "tick", "number", "ringed", "scribble", "slash")
    for at, (name, value) in enumerate(GAME.items()):
        if value:
            turn = int(name.split(".")[1]) if name.startswith(("turn", "tray")) else at
            page.fill({name: value}, Strokes(bubble=ways[turn % 6], box=boxes[turn % 6]))
    return page


def test_rounds_and_boxes_are_marked_in_any_way() -> None:
    check_read(laid(ways_page().picture()), questions=4)


def test_a_ring_alone_is_asked_about() -> None:
    page = Page().fill(GAME)
    for name in ("turn.10.tl", "turn.12.br"):
        field = FIELDS[name]
        page.draw(ring_bubble(field["centre_mm"], field["diameter_mm"], 0.45, HAND, rng(), filled=False))
    there = reasons(sheet_in(laid(page.picture())))
    assert {there.get("turn.10.tl"), there.get("turn.12.br")} == {"two-marks"}


def test_strokes_that_run_on_fill_no_neighbour() -> None:
    """A fill runs over to the next round, a shape's side goes on into the next cell, an arrow into a box."""
    page = Page().fill(GAME)
    (x, y), (to_x, _) = (FIELDS[f"turn.1.{name}"]["centre_mm"] for name in ("tl", "tr"))
    page.draw([line((x, y), (to_x - 1.6, y - 0.3))])
    left, top, side = FIELDS["cell.a1"]["square_mm"]
    page.draw([line((left, top + side), (left, top + side + 7.5))])
    tail, head = FIELDS["tray.5.arrow"]["tail_mm"], FIELDS["tray.5.arrow"]["head_mm"]
    page.draw([line(tail, (2 * head[0] - tail[0], head[1]))])
    sheet = sheet_in(laid(page.picture()))
    said = values_of(sheet)
    assert faults(sheet, GAME | {"tray.5.arrow": True}) == []
    assert said["turn.1.tr"] in (False, None)
    assert said["cell.a2"] in ("", None)


def mended_page() -> Page:
    """Play a game in which three cells and two rounds were mended, and one shape was rubbed out."""
    page = Page().fill({name: value for name, value in GAME.items() if name != "cell.c2"})
    square = Square(*FIELDS["cell.c2"]["square_mm"], 1 / 3)
    page.draw(correct_shape("iiio", "iioo", HAND, square, rng()))
    square = Square(*FIELDS["cell.a2"]["square_mm"], 1 / 3)
    page.draw(draw_shape("oioi", HAND, square, rng()) + scribble_out(square, HAND, rng()))
    square = Square(*FIELDS["cell.d4"]["square_mm"], 1 / 3)
    page.draw(draw_shape("ooii", HAND, square, rng()) + draw_shape("iioo", HAND, square, rng()))
    for name in ("turn.2.tl", "turn.4.bl"):
        field = FIELDS[name]
        page.draw(cancel_bubble(field["centre_mm"], field["diameter_mm"], 0.45, HAND, rng()))
    return page


def test_what_was_mended_is_asked_about() -> None:
    """A corner drawn over, a shape crossed out, two shapes over each other, rounds crossed out."""
    sheet = sheet_in(laid(mended_page().picture()))
    there = reasons(sheet)
    mended = {"cell.c2", "cell.a2", "cell.d4", "turn.2.tl", "turn.4.bl"}
    assert mended <= set(there), mended - set(there)
    assert faults(sheet) == []


@pytest.mark.parametrize("left", [0.18, 0.35])
def test_what_was_rubbed_out_is_asked_about(left: float) -> None:
    """A shape, a filled round, a cross and an arrow, of whose ink so much is left."""
    page = Page().fill(GAME)
    clean = page.picture()
    names = {"cell.d3": "oiio", "turn.11.tr": True, "tray.15.used": True, "tray.15.arrow": True}
    page.fill(names, Strokes("pencil"))
    sheet = sheet_in(laid(cv2.addWeighted(clean, 1 - left, page.picture(), left, 0)))
    assert faults(sheet) == []
    assert {"cell.d3", "turn.11.tr", "tray.15.used"} <= set(reasons(sheet))


def test_rounds_that_were_crossed_out_are_asked_about() -> None:
    """Some crosses hardly leave the round; signs are printed beside it."""
    page = Page().fill(GAME)
    chance, names = rng(), [f"turn.{turn}.{name}" for turn in range(10, 16) for name in ("tl", "br", "call")]
    for name in names:
        field = FIELDS[name]
        page.draw(cancel_bubble(field["centre_mm"], field["diameter_mm"], 0.45, HAND, chance))
    sheet = sheet_in(laid(page.picture()))
    assert faults(sheet) == []
    assert set(names) <= set(reasons(sheet))


def test_two_marks_where_one_is_due_both_stay() -> None:
    """Two results, and the round for no corner beside corners: both are said, and the sheet tells of it."""
    values = GAME | {"result.second": True, "turn.3.none": True}
    sheet = check_read(laid(Page().fill(values).picture()), values, questions=1)
    assert "two-results" in {one["code"] for one in sheet["problems"]}


@pytest.mark.parametrize(
    ("how", "questions"),
    [
        ({"ends": 2.2, "habits": (1, 1, 2, 0)}, 5),
        ({"small": 0.82, "astray": 1.6, "tilt": 4.0}, 5),
        ({"roundness": 2.4, "habits": (1, 1, 0, 0)}, 6),
        ({"hand": "child"}, 5),
    ],
    ids=["gaps", "misplaced", "rounded", "child"],
)
def test_shapes_that_are_badly_drawn_are_never_sure_and_wrong(how: dict[str, Any], questions: int) -> None:
    page = Page().fill(SIXTEEN, Strokes(**how))
    check_read(laid(page.picture()), SIXTEEN, questions=questions)


@pytest.mark.parametrize(
    ("cells", "pen"),
    [("a1 b1 c1 d1", "blue ballpoint"), ("c1 c2 c3 c4", "pencil")],
)
def test_a_winning_four_that_was_struck_through_is_asked_about(cells: str, pen: str) -> None:
    names = [f"cell.{cell}" for cell in cells.split()]
    ends = [corners_of(FIELDS[names[at]]).mean(axis=0) for at in (0, -1)]
    way = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
    page = Page().fill(GAME).draw([line(ends[0] - 12 * way, ends[1] + 13 * way + [0.8, -0.6])], pen)
    sheet = sheet_in(laid(page.picture()))
    assert faults(sheet) == []
    there = reasons(sheet)
    assert set(names) <= set(there)
    assert not [name for name in there if name.startswith("turn.")]
    assert len(there) <= 6
