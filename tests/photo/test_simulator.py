"""The simulator itself: its pictures show what its truth says, and the same seed gives the same picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from simulate import encoded
from simulator.levels import Photo, take
from simulator.pens import PEN_BY_NAME, SCALE, ink_on
from simulator.prints import Variant, printed
from simulator.sheets import Sheet, Tools, corners_of, fields_of, filled_sheet
from simulator.strokes import Stroke

PLAIN = Variant("recorded", "A4", ("--lang", "en"))
TIDY = Tools({"careful": 1.0}, {"blue ballpoint": 1.0}, copied=0.0, faint=0.0)


def a_sheet(seed: int) -> Sheet:
    """Fill in a sheet, its print sharp and black."""
    return filled_sheet(PLAIN, TIDY, np.random.default_rng(seed))


def darkness(page: Any, corners: Any, part: float) -> float:
    """Give the mean darkness (0 to 255) of the middle of a field."""
    middle = corners.mean(axis=0)
    half = (corners[2] - corners[0]) / 2 * part
    left, top = np.round((middle - half) * SCALE).astype(int)
    right, bottom = np.round((middle + half) * SCALE).astype(int)
    return 255 - float(page[top:bottom, left:right].mean())


@pytest.mark.parametrize("seed", [3, 4])
def test_a_bubble_or_a_box_is_dark_just_where_the_truth_says_ink(seed: int) -> None:
    sheet = a_sheet(seed)
    marked = [one for one in sheet.truth if one.kind in ("bubble", "cross")]
    assert any(one.ink for one in marked)
    for one in marked:
        part = 0.68 if one.kind == "bubble" else 0.75
        dark = darkness(sheet.page, sheet.outlines[one.board, one.id], part)
        assert (dark > 9) == one.ink, (one, dark)


def test_a_field_that_nobody_wrote_in_is_blank_in_the_truth() -> None:
    for one in a_sheet(3).truth:
        if not one.ink:
            assert one.value == ("" if one.kind == "shape" else False)


def test_every_field_of_the_layout_has_its_truth() -> None:
    sheet = a_sheet(5)
    assert [(one.board, one.id) for one in sheet.truth] == [
        (field["board"], field["id"]) for field in fields_of(printed(PLAIN).layout)
    ]


def test_same_seed_same_bytes() -> None:
    first, second = (encoded(take("hard", 2, 3)) for _ in range(2))
    assert first == second


def found_markers(photo: Photo) -> dict[int, Any]:
    """Find markers by OpenCV alone, on the picture at full size."""
    picture = photo.picture
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(known).detectMarkers(cv2.GaussianBlur(grey, (0, 0), 1))
    return {int(number): found[0] for number, found in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.parametrize(("level", "number"), [("easy", 2), ("normal", 4), ("hard", 4)])
def test_markers_lie_where_the_truth_says(level: str, number: int) -> None:
    photo = take(level, 5, number)
    found = found_markers(photo)
    (sheet,) = photo.truth["sheets"]
    told = {one["id"]: np.array(one["corners_px"]) for one in sheet["markers"]}
    both = told.keys() & found.keys()
    assert len(both) >= 5
    # Corners as first found are good to a few hundredths of a marker's side.
    for number_ in both:
        side = np.hypot(*(told[number_][1] - told[number_][0]))
        assert np.abs(found[number_] - told[number_]).max() < 0.06 * side


def test_ink_takes_light_away_and_never_gives_it() -> None:
    page = np.full((200, 300, 3), 250, np.uint8)
    page[90:110] = 20  # a printed line
    before = page.copy()
    line = np.stack([np.linspace(2, 19, 60), np.full(60, 7.0)], axis=1)
    ink_on(page, [Stroke(line, np.ones(60))], PEN_BY_NAME["blue ballpoint"], np.random.default_rng(1))
    assert (page <= before).all()
    assert page[98, 150].max() <= 20
    assert page[98, 150].min() < 20


def test_a_shape_is_drawn_inside_its_cell() -> None:
    sheet = a_sheet(6)
    blank = printed(PLAIN).grey
    for field in fields_of(sheet.layout):
        if field["kind"] != "shape":
            continue
        told = next(one for one in sheet.truth if one.id == field["id"])
        corners = corners_of(field)
        more = darkness(sheet.page, corners, 1.05) - darkness(blank[:, :, None], corners, 1.05)
        assert (more > 10) == told.ink
