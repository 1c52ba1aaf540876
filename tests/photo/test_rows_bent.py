"""Paper that is bent much: curled at one end, or bowed under a board full of squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from desk import BLANK, Page, Strokes, Values, check_read, faults, game, laid, picture_of, read
from test_rows_geometry import without_markers

DENSITY = 6
MARGIN = 200
"""Pixels of table about the page, as some of it is bent outwards."""

SQUARES: Values = {name: "oooo" if value == "" else False for name, value in BLANK.items()}
"""Nothing but a plain square in every cell."""


def bent(
    picture: Any, across: Callable[..., Any] | None = None, down: Callable[..., Any] | None = None
) -> Any:
    """Bend a page on a table.

    ``across`` and ``down`` give, for places in the picture of the page (mm), how far (mm) beside them on the
    paper that is which is seen there.
    """
    picture = laid(picture, MARGIN)
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    place = ((x - MARGIN) / DENSITY, (y - MARGIN) / DENSITY)
    moved = [DENSITY * way(*place) if way else 0 * x for way in (across, down)]
    there = [(at + by).astype(np.float32) for at, by in zip((x, y), moved, strict=True)]
    return cv2.remap(picture, *there, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def squares_page() -> Page:
    """Draw squares with a ruler and a dark pen, a little larger than the dots, on a page of pale print."""
    page = Page()
    page.pixels = (250 - (250 - page.pixels.astype(np.float32)) * 0.45).astype(np.uint8)
    return page.fill(SQUARES, Strokes("gel pen", "ruler", small=1.03))


@pytest.mark.parametrize(
    "bend",
    [
        {"down": lambda x, _: 5 * np.sin(np.pi * x / 210)},
        {"down": lambda x, _: 6 * np.sin(2 * np.pi * x / 210)},
        {"across": lambda _, y: -7 * np.sin(np.pi * y / 297)},
    ],
    ids=["bowed", "waves", "hollow"],
)
def test_squares_in_all_cells_are_not_taken_for_the_cells_of_a_bent_board(bend: dict[str, Any]) -> None:
    """Darker than the print and as straight, they lie 4 mm beside it; bent print lies as far off."""
    check_read(bent(picture_of(squares_page), **bend), SQUARES, questions=1, blank=1)


@pytest.mark.parametrize(
    "bend",
    [
        {"down": lambda x, _: 0.008 * np.maximum(0, x - 130) ** 2},
        {"across": lambda _, y: 0.005 * np.maximum(0, y - 205) ** 2},
    ],
    ids=["right", "lower"],
)
def test_markers_that_a_curled_end_has_carried_away_are_followed(bend: dict[str, Any]) -> None:
    """They lie 30 mm beside where flat paper would have them; what is printed near them is followed too."""
    sheet = check_read(bent(game(), **bend), questions=1, blank=5)
    assert "marker-missing" not in {problem["code"] for problem in sheet["problems"]}


@pytest.mark.parametrize(
    ("hidden", "bend"),
    [
        ("067", {"down": lambda x, _: 20 * (np.maximum(0, 105 - x) / 89) ** 2}),
        ("067", {"down": lambda x, _: 40 * (np.maximum(0, 105 - x) / 89) ** 2}),
        ("456", {"across": lambda _, y: -30 * (np.maximum(0, y - 110) / 171) ** 2}),
    ],
    ids=["left", "left-more", "lower"],
)
def test_a_curled_half_without_its_markers_is_refused_or_asked(hidden: str, bend: dict[str, Any]) -> None:
    """It lies up to 40 mm off, and rounds lie 10 mm apart: the next one is no round of the same name."""
    (sheet,) = read(bent(without_markers(game(), hidden, DENSITY), **bend))
    if sheet["status"] == "refused":
        assert [problem["code"] for problem in sheet["problems"]] == ["unclear"]
    assert faults(sheet) == []
