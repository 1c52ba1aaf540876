"""What glass, toner and printer leave on a page that nobody drew: dust, scratches, pale bands."""

from __future__ import annotations

from math import radians, tan
from typing import Any

import cv2
import numpy as np
import pytest
from desk import FIELDS, GAME, Page, check_read, faults, game, laid, reasons, sheet_in
from simulator.pens import SCALE
from simulator.sheets import corners_of

DENSITY = 6
Place = tuple[float, float]


def middle(name: str) -> Place:
    """Give the middle of a field (mm)."""
    x, y = corners_of(FIELDS[name]).mean(axis=0)
    return float(x), float(y)


def darkened(picture: Any, ink: Any, left: float) -> Any:
    """Give a picture of which so much light is left where there is ink (0 to 1)."""
    return (picture * (1 - (1 - left) * ink[:, :, None])).astype(np.uint8)


def scratched(picture: Any, lines: list[tuple[Place, Place]], wide: float, left: float) -> Any:
    """Draw straight lines (ends in mm) over a picture of a page."""
    ink = np.zeros(picture.shape[:2], np.float32)
    for ends in lines:
        first, last = (tuple(round(mm * DENSITY * 16) for mm in place) for place in ends)
        cv2.line(ink, first, last, 1.0, round(wide * DENSITY), cv2.LINE_AA, 4)
    return darkened(picture, ink, left)


def upright(x: float, lean: float = 0.0) -> tuple[Place, Place]:
    """Give a line from the upper to the lower edge, leaning by degrees, that is at ``x`` halfway."""
    aside = tan(radians(lean)) * 150
    return (x - aside, -1.5), (x + aside, 298.5)


def level(y: float, lean: float = 0.0) -> tuple[Place, Place]:
    """Give a line from the left to the right edge."""
    aside = tan(radians(lean)) * 107
    return (-2, y - aside), (212, y + aside)


@pytest.mark.parametrize(
    "lines",
    [
        [upright(middle("cell.c1")[0])],
        [upright(middle("turn.2.tl")[0])],
        [upright(middle("tray.2.used")[0])],
        [upright(120, 4)],
        [level(middle("cell.c1")[1])],
        [level(middle("turn.2.tl")[1])],
        [level(220, -4)],
        [upright(70), upright(150, 1.5), level(100, -1), upright(40)],
    ],
    ids=["cells", "rounds", "boxes", "leaning", "level", "level-rounds", "level-leaning", "several"],
)
def test_what_a_scanner_s_scratches_cross_is_read_as_without_them(lines: list[tuple[Place, Place]]) -> None:
    """Dirt on the glass leaves thin lines from edge to edge, which lean as the sheet lies askew."""
    check_read(laid(scratched(game(DENSITY), lines, 0.3, 0.5)), questions=1, blank=1)


def test_arrows_along_which_a_scratch_runs_are_asked_and_others_are_blank() -> None:
    """It might be the line that joins the dots."""
    y = middle("tray.2.arrow")[1]
    there = reasons(check_read(laid(scratched(game(DENSITY), [level(y)], 0.3, 0.5)), questions=6))
    assert set(there) <= {f"tray.{number}.arrow" for number in range(8)}


@pytest.mark.parametrize(("lean", "left"), [(0, 0.7), (8, 0.5)])
def test_a_line_that_shines_through_leaves_empty_cells_empty(lean: float, left: float) -> None:
    """Something is drawn on the back, behind a column of the board in which only d1 is not empty."""
    x, aside = middle("cell.d1")[0] + 4, tan(radians(lean)) * 62
    sheet = sheet_in(laid(scratched(game(DENSITY), [((x - aside, 36), (x + aside, 160))], 0.4, left)))
    assert faults(sheet) == []
    assert set(reasons(sheet)) == {"cell.d1"}


ROUNDS = [f"turn.{name}" for name in ("10.tl", "11.br", "12.none", "14.tr", "15.call", "16.bl")]
BOXES = ["tray.1.used", "tray.11.used", "tray.15.used"]


def dotted(picture: Any, places: list[Place], sizes: list[float], left: float) -> Any:
    """Put dots (their middles and widths in mm) on a picture of a page."""
    finer = 4
    ink = np.zeros((picture.shape[0] * finer, picture.shape[1] * finer), np.uint8)
    scale = DENSITY * finer * 16
    for (x, y), size in zip(places, sizes, strict=True):
        cv2.circle(ink, (int(x * scale), int(y * scale)), int(size / 2 * scale), 255, -1, cv2.LINE_AA, 4)
    ink = cv2.resize(ink, picture.shape[1::-1], interpolation=cv2.INTER_AREA)
    return darkened(picture, ink / np.float32(255), left)


def within(names: list[str], seed: int, far: float) -> list[Place]:
    """Give a place in each of some fields, at most so far (mm) beside its middle each way."""
    beside = np.random.default_rng(seed).uniform(-far, far, (len(names), 2))
    return [(x + dx, y + dy) for (x, y), (dx, dy) in zip(map(middle, names), beside, strict=True)]


def dusty(picture: Any, seed: int, fields: list[str]) -> Any:
    """Strew sixty specks over a picture, and one into each of some fields."""
    rng = np.random.default_rng(seed)
    places = [(float(x), float(y)) for x, y in rng.uniform((8, 8), (202, 289), (60, 2))]
    places += within(fields, seed, 0.8)
    return dotted(picture, places, list(rng.uniform(0.2, 0.35, len(places))), 0.35)


@pytest.mark.parametrize("seed", [1, 2])
def test_dust_is_not_asked_about(seed: int) -> None:
    """Specks of 0.2 to 0.35 mm lie all over the page, nine of them in rounds and boxes."""
    check_read(laid(dusty(game(DENSITY), seed, ROUNDS + BOXES)))


@pytest.mark.parametrize("size", [0.8, 1.0])
@pytest.mark.parametrize("dust", [False, True], ids=["clean", "dusty"])
def test_small_dots_are_marks_however_dusty_a_page_is(size: float, dust: bool) -> None:
    """Somebody marked nine rounds and boxes by dots; each holds less ink than half of what is asked about."""
    places = within(ROUNDS + BOXES, 3, 0.5)
    picture = dotted(game(DENSITY), places, [size] * len(places), 0.35)
    values = GAME | dict.fromkeys(ROUNDS + BOXES, True)
    check_read(laid(dusty(picture, 4, []) if dust else picture), values)


def test_three_dots_among_specks_in_other_rounds_are_marks() -> None:
    """The specks lie in rounds as well, and are none."""
    picture = dotted(game(DENSITY), within(ROUNDS[:3], 3, 0.5), [1.0] * 3, 0.35)
    check_read(laid(dusty(picture, 5, ROUNDS[3:] + BOXES)), GAME | dict.fromkeys(ROUNDS[:3], True))


def test_one_or_two_small_dots_may_be_slips_and_are_never_sure_but_by_the_rules() -> None:
    for count in (1, 2):
        picture = dotted(game(DENSITY), within(ROUNDS[:count], 3, 0.5), [0.7] * count, 0.35)
        sheet = sheet_in(laid(picture))
        sure = [one for one in sheet["fields"] if one["id"] in ROUNDS[:count] and one["status"] == "sure"]
        assert [one for one in sure if one["decided_by"] == "ink"] == []


def test_a_clear_dot_is_a_mark_though_it_is_the_only_one() -> None:
    picture = dotted(game(DENSITY), within(BOXES[:1], 3, 0.5), [1.2], 0.35)
    check_read(laid(picture), GAME | {BOXES[0]: True})


def test_a_minute_trace_in_a_round_or_a_box_is_nothing() -> None:
    """Less ink than the finest pen leaves, though the page is clean but for it."""
    places = within(ROUNDS + BOXES, 3, 0.8)
    check_read(laid(dotted(game(DENSITY), places, [0.25] * len(places), 0.35)))


@pytest.mark.parametrize(("pale", "period"), [(0.25, 4), (0.35, 8)])
def test_a_sheet_from_a_printer_that_runs_out_of_ink_is_read(pale: float, period: float) -> None:
    """Bands of pale grey run across all that is printed, the markers too."""
    page = Page()
    y = np.arange(len(page.pixels)) / SCALE
    left = np.where(y % period < period / 2, pale, 1.0).astype(np.float32)[:, None, None]
    page.pixels = (247 - (247 - page.pixels) * left).clip(0, 255).astype(np.uint8)
    sheet = check_read(laid(page.fill(GAME).picture()), questions=1, blank=2)
    assert "marker-missing" not in {problem["code"] for problem in sheet["problems"]}
