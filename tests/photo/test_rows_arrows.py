"""Arrows with heads, in fat lines, and crossed out. Rows of ``photo_cases.toml``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from desk import FIELDS, GAME, Page, check_read, laid, line, sheet_in, values_of
from simulator.strokes import Stroke

ARROWS = [name for name in FIELDS if name.endswith(".arrow") and not GAME[name]]


def across(name: str, *ends: tuple[float, float]) -> Stroke:
    """Draw a line through places along an arrow, in parts of its length, and beside it, in mm."""
    tail, head = (np.array(FIELDS[name][end]) for end in ("tail_mm", "head_mm"))
    way = head - tail
    aside = np.array([-way[1], way[0]]) / np.hypot(*way)
    places = [tail + along * way + beside * aside for along, beside in ends]
    return line(*((float(x), float(y)) for x, y in places))


def drawn(pen: str, *strokes: tuple[tuple[float, float], ...]) -> Any:
    """Give a picture of the game with more arrows, each of a line from dot to dot and strokes beside it."""
    page = Page().fill(GAME)
    for name in ARROWS:
        page.draw([across(name, *ends) for ends in (((0, 0), (1, 0)), *strokes)], pen)
    return laid(page.picture())


def blurred(picture: Any) -> Any:
    return cv2.GaussianBlur(picture, (0, 0), 6 * 0.2)


HEAD = ((0.7, 1.2), (1, 0), (0.7, -1.2))


@pytest.mark.parametrize("seen", [np.copy, blurred], ids=["sharp", "blurred"])
@pytest.mark.parametrize(
    ("pen", "strokes"),
    [("black felt pen", [HEAD]), ("fat felt pen", [HEAD]), ("fat felt pen", [])],
    ids=["head", "fat-head", "fat"],
)
def test_an_arrow_s_own_head_and_fat_line_do_not_cross_it_out(
    pen: str, strokes: list[tuple[tuple[float, float], ...]], seen: Callable[[Any], Any]
) -> None:
    check_read(seen(drawn(pen, *strokes)), GAME | dict.fromkeys(ARROWS, True), questions=1)


def bars(count: int) -> list[tuple[tuple[float, float], ...]]:
    """Give so many strokes across the middle of an arrow."""
    places = [0.5 + 0.25 * (at - (count - 1) / 2) for at in range(count)]
    return [((at, -1.9), (at + 0.08, 1.9)) for at in places]


CROSSED_OUT = {
    "cross": [((0.15, -1.8), (0.85, 1.8)), ((0.15, 1.8), (0.85, -1.8))],
    "two": bars(2),
    "three": bars(3),
    "scribble": [tuple((0.1 + 0.08 * at, 1.7 if at % 2 else -1.7) for at in range(11))],
}


@pytest.mark.parametrize("how", CROSSED_OUT)
@pytest.mark.parametrize("pen", ["blue ballpoint", "fat felt pen"])
def test_an_arrow_that_was_crossed_out_is_asked_about(pen: str, how: str) -> None:
    said = values_of(sheet_in(drawn(pen, *CROSSED_OUT[how])))
    assert {name: said[name] for name in ARROWS} == dict.fromkeys(ARROWS)
