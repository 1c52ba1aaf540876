"""Strokes that belong to a mark and strokes that do not: numbers, overrun fills, broken rings."""

from __future__ import annotations

import numpy as np
import pytest
from desk import BLANK, FIELDS, GAME, Page, Strokes, Values, check_read, laid, line, sheet_in, values_of
from simulator.hands import HAND_BY_NAME
from simulator.marks import fill_bubble, write_number
from simulator.pens import PEN_BY_NAME

from printquarto.games.board import CELLS
from printquarto.games.shape import SHAPES

SIXTEEN: Values = BLANK | {f"cell.{cell}": shape.corners for cell, shape in zip(CELLS, SHAPES, strict=True)}
"""Each shape once, and nothing else."""

HAND = HAND_BY_NAME["careful"]


def rng() -> np.random.Generator:
    return np.random.default_rng(9)


def numbers(height: float, pen: str, page: Page) -> Page:
    """Write 1 to 16 into the cells, so high (mm), 0.7 mm beside the lines, in one corner after another."""
    chance = rng()
    for at, cell in enumerate(CELLS):
        written = write_number(at + 1, (0, 0, 1.6 * height, 1.5 * height), HAND, chance)
        points = np.vstack([one.points for one in written])
        low, size = points.min(axis=0), np.ptp(points, axis=0)
        left, top, side, _ = FIELDS[f"cell.{cell}"]["box_mm"]
        far = side - 0.7 - size * height / size[1]
        place = (left + (0.7, far[0])[at % 4 in (1, 2)], top + (0.7, far[1])[at % 4 > 1])
        page.draw(
            [one._replace(points=(one.points - low) * height / size[1] + place) for one in written], pen
        )
    return page


@pytest.mark.parametrize(
    ("small", "height", "pen"),
    [(0.93, 3.0, "blue ballpoint"), (0.82, 4.0, "blue ballpoint"), (0.82, 4.0, "dry ballpoint")],
)
def test_the_number_of_a_turn_beside_a_shape_changes_nothing(small: float, height: float, pen: str) -> None:
    """Of a dry pen's shape small pieces stand apart as well, and belong to it."""
    page = Page().fill(SIXTEEN, Strokes(pen, small=small))
    check_read(laid(numbers(height, pen, page).picture()), SIXTEEN, questions=1)


def test_fills_that_run_over_on_all_sides_fill_the_rounds_of_whole_boxes() -> None:
    """They are nearly half as wide again as the rounds, and reach those beside them."""
    page, chance, pen = Page().fill(GAME), rng(), "fat felt pen"
    names = [name for name in FIELDS if name.startswith(("turn.10.", "turn.12.", "turn.15."))]
    for name in names:
        wide = 1.45 * FIELDS[name]["diameter_mm"]
        page.draw(
            fill_bubble("filled", FIELDS[name]["centre_mm"], wide, PEN_BY_NAME[pen].width, HAND, chance), pen
        )
    check_read(laid(page.picture()), GAME | dict.fromkeys(names, True), questions=2, blank=1)


@pytest.mark.parametrize("pen", ["blue ballpoint", "pencil"])
@pytest.mark.parametrize(("pieces", "gap"), [(2, 0.25), (4, 0.25)])
def test_a_broken_ring_about_an_empty_round_is_asked_about(pieces: int, gap: float, pen: str) -> None:
    """Somebody ringed the right ones, as the sheet says, in a hurry: a quarter of each ring is missing."""
    page = Page().fill(GAME)
    names = ["turn.10.tl", "turn.11.br", "turn.12.none", "turn.13.call", "turn.14.tr", "turn.16.bl"]
    for name in names:
        radius, centre = 0.7 * FIELDS[name]["diameter_mm"], np.array(FIELDS[name]["centre_mm"])
        for start in 0.3 + 2 * np.pi * np.arange(pieces) / pieces:
            angles = start + np.linspace(0, 2 * np.pi / pieces * (1 - gap), 24)
            path = centre + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            page.draw([line(*((float(x), float(y)) for x, y in path))], pen)
    said = values_of(sheet_in(laid(page.picture())))
    assert {name: said[name] for name in names} == dict.fromkeys(names)
