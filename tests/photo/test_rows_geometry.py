"""Where the sheet lies in the picture, and what part of it can be seen. Rows of ``photo_cases.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from desk import (
    BLANK,
    FIELDS,
    LAYOUT,
    check_read,
    faults,
    game,
    laid,
    letter_page,
    picture_of,
    read,
    reasons,
    refusal,
    sheet_in,
    values_of,
)
from measure import read_photo
from simulate import orientation_tag
from simulator.backgrounds import ground
from simulator.sheets import corners_of

TABLE = (60, 80, 100)
MARKERS = {marker["id"] % 8: marker["box_mm"] for marker in LAYOUT["pages"][0]["markers"]}


def warped(picture: Any, corners: list[tuple[float, float]], size: tuple[int, int]) -> tuple[Any, Any]:
    """Give a picture whose page has these corners (px, clockwise from the top left), and the matrix to it."""
    height, width = picture.shape[:2]
    page = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(page, np.array(corners, np.float32))
    return cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA, borderValue=TABLE), matrix


def without_markers(picture: Any, places: str, density: float) -> Any:
    """Hide the markers at these places (0 to 7, clockwise from the top left) under pieces of table."""
    picture = picture.copy()
    for place in places:
        x, y, side, _ = (round(length * density) for length in MARKERS[int(place)])
        picture[y + side // 3 : y + side + 12, x + side // 3 : x + side + 12] = TABLE
    return picture


def test_a_sheet_upside_down_is_read() -> None:
    check_read(cv2.rotate(laid(game()), cv2.ROTATE_180))


def test_a_tag_that_says_another_way_up_changes_nothing(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", laid(game()), [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    path = tmp_path / "turned.jpg"
    path.write_bytes(data[:2] + orientation_tag(6) + data[2:])
    (sheet,) = read_photo(path)
    assert faults(sheet) == []
    assert reasons(sheet) == {}


def test_a_mirrored_picture_is_told_from_one_without_a_sheet() -> None:
    assert refusal(cv2.flip(laid(game(4)), 1)) == "mirrored"
    assert refusal(np.full((1200, 900, 3), 220, np.uint8)) == "no-markers"


def test_the_far_side_may_be_half_as_wide_as_the_near_one() -> None:
    picture, _ = warped(game(10), [(560, 60), (1240, 60), (1600, 1500), (200, 1500)], (1800, 1560))
    check_read(picture, questions=5, blank=8)


@pytest.mark.parametrize(("density", "code"), [(2.4, "too-small"), (1.2, "too-small"), (0.4, "no-markers")])
def test_a_sheet_that_is_too_small_is_refused(density: float, code: str) -> None:
    assert refusal(laid(game(density))) == code


def test_three_pixels_a_millimetre_are_read() -> None:
    check_read(laid(game(3)), questions=4, blank=4)


def test_bowed_paper_is_read() -> None:
    """The middle lies five mm beside the place that flat paper would have it in."""
    picture = laid(game(), 90)
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    bent = cv2.remap(picture, x, y + np.float32(6 * 5.0) * np.sin(np.pi * x / width), cv2.INTER_LINEAR)
    check_read(bent, questions=1, blank=2)


def test_a_fold_through_two_markers_is_read() -> None:
    """Beyond the fold the paper rises and is shaded; the markers in it and a column of cells are creased."""
    picture = laid(game(), 90)
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    middle = 90 + 6 * (MARKERS[1][0] + 5)
    folded = cv2.remap(picture, x, y + 0.03 * np.maximum(x - middle, 0), cv2.INTER_LINEAR)
    across = np.arange(width)
    shade = 1 - 0.12 * (across > middle) - 0.1 * np.clip(1 - np.abs(across - middle) / 2, 0, 1)
    check_read((folded * shade[None, :, None]).astype(np.uint8), questions=1, blank=2)


@pytest.mark.parametrize("hidden", ["12357", "13567"])
def test_any_three_markers_that_are_not_in_a_line_are_enough(hidden: str) -> None:
    sheet = check_read(laid(without_markers(game(), hidden, 6)))
    problems = [(problem["code"], problem["message"]) for problem in sheet["problems"]]
    assert [code for code, _ in problems] == ["marker-missing"] * 5
    assert all(message.endswith("cannot be seen well.") for _, message in problems)


@pytest.mark.parametrize("hidden", ["34567", "01567", "123567"])
def test_fewer_markers_or_three_in_a_line_are_refused(hidden: str) -> None:
    assert refusal(laid(without_markers(game(4), hidden, 4))) == "too-few-markers"


def test_a_torn_and_a_stapled_corner_do_not_matter() -> None:
    """Nothing rests on the edges of the paper, and no field lies in its corners."""
    picture = laid(game())
    cv2.fillPoly(picture, [np.array([(0, 0), (300, 0), (0, 260)])], TABLE)
    cv2.line(picture, (1180, 110), (1260, 170), (180, 190, 190), 7)
    check_read(picture)


def test_what_lies_outside_the_picture_is_asked_and_named() -> None:
    """The bottom right corner of the sheet is cut off."""
    page = [(240, 40), (1390, 240), (1110, 1800), (-10, 1600)]
    picture, matrix = warped(game(), page, (1090, 1480))
    sheet = sheet_in(picture)
    assert faults(sheet) == []
    there = reasons(sheet)
    lost = []
    for field in FIELDS.values():
        corners = corners_of(field).reshape(-1, 1, 2) * 6
        ((x0, y0), (x1, y1)) = (
            f(cv2.perspectiveTransform(corners, matrix)[:, 0], axis=0) for f in (np.min, np.max)
        )
        if x0 < -6 or y0 < -6 or x1 > 1096 or y1 > 1486:
            lost.append(field["id"])
    assert len(lost) > 10
    assert {there.get(name) for name in lost} == {"outside"}
    others = {name: reason for name, reason in there.items() if name not in lost and reason != "outside"}
    assert others == {}
    messages = [problem["message"] for problem in sheet["problems"]]
    assert "The bottom right marker is outside the picture." in messages


def test_a_finger_and_a_pen_on_the_sheet_cover_what_is_asked() -> None:
    """A finger lies on the cell b3, a pen across the first boxes of the strip."""
    picture = game().copy()
    fields = {field["id"]: corners_of(field).mean(axis=0) * 6 for field in FIELDS.values()}
    x, y = (int(length) for length in fields["cell.b3"])
    cv2.ellipse(picture, (x, y), (70, 100), 20, 0, 360, (140, 170, 215), -1, cv2.LINE_AA)
    ends = [tuple(int(v) for v in fields[name]) for name in ("turn.1.tl", "turn.2.br")]
    cv2.line(picture, *ends, (40, 25, 20), 54, cv2.LINE_AA)
    sheet = sheet_in(laid(picture))
    assert faults(sheet) == []
    there = reasons(sheet)
    assert there["cell.b3"] == "covered"
    assert there["turn.1.tl"] in ("covered", "unclear")
    far = {
        name for name in there if not name.startswith(("cell.b", "cell.a3", "cell.c3", "turn.1.", "turn.2."))
    }
    assert far == set()


def test_white_paper_on_the_sheet_is_not_taken_for_empty_cells() -> None:
    """A slip covers the shape in c2 and parts of empty cells beside it; nothing but its edge can be seen."""
    picture = game().copy()
    picture[360:720, 510:780] = 247
    sheet = sheet_in(laid(picture))
    assert faults(sheet) == []
    there = reasons(sheet)
    assert {there.get(name) for name in ("cell.c2", "cell.d2", "cell.d3")} == {"covered"}
    assert not [name for name in there if not name.startswith(("cell.c", "cell.d"))]


@pytest.mark.parametrize(("wide", "high"), [(0.94, 0.97), (1.03, 1.03)])
def test_a_sheet_printed_smaller_or_larger_is_read(wide: float, high: float) -> None:
    """What is printed too large loses its edges; the paper stays what it is."""
    picture = game()
    height, width = picture.shape[:2]
    matrix = np.array([[wide, 0, (1 - wide) / 2 * width], [0, high, (1 - high) / 2 * height]])
    scaled = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_AREA, borderValue=(247,) * 3)
    check_read(laid(scaled))


def test_letter_and_a4_lie_in_one_picture() -> None:
    """A blank sheet of Letter with eight millimetres cut off all round, upside down, beside a game on A4."""
    letter = picture_of(letter_page, 5)[40:-40, 40:-40]
    both = [laid(game(5), 40), laid(cv2.rotate(letter, cv2.ROTATE_180), 40)]
    height = max(one.shape[0] for one in both)
    both = [
        cv2.copyMakeBorder(one, 0, height - one.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=TABLE)
        for one in both
    ]
    sheets = {sheet["paper"]: sheet for sheet in read(np.hstack(both))}
    assert {paper: sheet["status"] for paper, sheet in sheets.items()} == {"A4": "sure", "Letter": "sure"}
    assert faults(sheets["A4"]) == []
    assert values_of(sheets["Letter"]) == BLANK


def tag(number: int, side: int) -> Any:
    """Draw a marker of the family with its white rim."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    black = cv2.aruco.generateImageMarker(family, number, side)
    return cv2.cvtColor(
        cv2.copyMakeBorder(black, *[side // 6] * 4, cv2.BORDER_CONSTANT, value=255), cv2.COLOR_GRAY2BGR
    )


def put(picture: Any, piece: Any, x: int, y: int) -> None:
    picture[y : y + piece.shape[0], x : x + piece.shape[1]] = piece


def renumbered(group: int, density: float = 4) -> Any:
    """Give the game with the markers of another group."""
    picture = game(density).copy()
    for place, box in MARKERS.items():
        x, y, side, _ = (round(length * density) for length in box)
        put(picture, tag(8 * group + place, side), x - side // 6, y - side // 6)
    return laid(picture)


@pytest.mark.parametrize(("group", "code"), [(60, "unknown-sheet"), (72, "own-layout")])
def test_the_markers_of_another_sheet_are_told(group: int, code: str) -> None:
    """A newer version's, and a template's of one's own."""
    assert refusal(renumbered(group)) == code


def test_markers_with_something_else_between_them_are_no_sheet() -> None:
    """Somebody put the same black squares round a page of another kind."""
    picture = game(4).copy()
    picture[100:-100, 100:-100] = picture[100:-100, 100:-100][::-1]
    assert refusal(laid(picture)) == "unclear"


def test_a_chess_board_squared_paper_and_other_markers_may_lie_beside() -> None:
    """Tags of other groups, one of the sheet's own numbers, and squares of another family."""
    picture = laid(game(), 330, (250, 250, 250))
    picture[:, ::30] = picture[::30] = (200, 170, 140)
    put(picture, laid(game(), 0), 330, 330)
    squares = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((36, 36))).astype(np.uint8) * 200 + 30
    put(picture, cv2.cvtColor(squares, cv2.COLOR_GRAY2BGR), 20, 400)
    for at, number in enumerate((0, 77, 300, 301, 586)):
        put(picture, tag(number, 80), 20 + 150 * at, 40)
    other = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 3, 90)
    put(picture, cv2.cvtColor(other, cv2.COLOR_GRAY2BGR), 900, 60)
    check_read(picture)


@pytest.mark.parametrize("name", ["white desk", "squared paper"])
def test_the_table_does_not_matter(name: str) -> None:
    page = game(5)
    backdrop = cv2.cvtColor(ground(name, 0), cv2.COLOR_RGB2BGR)
    picture = cv2.resize(backdrop, (page.shape[1] + 160, page.shape[0] + 160))
    put(picture, page, 80, 80)
    check_read(picture)
