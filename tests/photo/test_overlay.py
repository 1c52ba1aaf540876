"""The overlay from outside: where lines run, that what is asked is dashed, that each sign is explained."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from paperwork import CHART, blank, recorded, seen

from printquarto.check.finding import Finding
from printquarto.check.judge import judge
from printquarto.games.quarto import Rules
from printquarto.notation.parser import read_games
from printquarto.photo.canvas import Canvas
from printquarto.photo.decode import decode
from printquarto.photo.ink import SCALE
from printquarto.photo.overlay import Missed, missed_of, overlay
from printquarto.photo.reading import Evidence, FieldReading

assert CHART is not None
PAGE = np.full((round(CHART.height * SCALE), round(CHART.width * SCALE), 3), 255, np.uint8)
BLANK = decode(seen(blank()), CHART)
PLACES = {place.field.id: place.field for place in CHART.fields}


def _drawn(fields: Iterable[FieldReading], missed: Any = ()) -> Any:
    pixels = overlay(PAGE, CHART, fields, "a.jpg", missed).astype(int)
    assert pixels.shape[1] == PAGE.shape[1]
    assert pixels.shape[0] > PAGE.shape[0]
    return pixels


def _findings(text: str, rules: Rules | None = None) -> list[Finding]:
    (game,) = read_games(text)
    return judge(game, rules or Rules()).findings


def _at(pixels: Any, x: float, y: float) -> tuple[int, int, int]:
    blue, green, red = pixels[round(y * SCALE), round(x * SCALE)]
    return int(blue), int(green), int(red)


def _is_green(colour: tuple[int, int, int]) -> bool:
    return colour[1] > colour[2] + 60


def _is_amber(colour: tuple[int, int, int]) -> bool:
    return colour[2] > colour[0] + 100 and colour[1] > 80


def _is_red(colour: tuple[int, int, int]) -> bool:
    return colour[2] > 150 and colour[1] < 70


def test_of_a_blank_sheet_nothing_is_drawn() -> None:
    pixels = _drawn(BLANK)[: PAGE.shape[0]]
    assert (pixels.max(axis=2) - pixels.min(axis=2)).max() < 10


def _sides(name: str) -> list[tuple[float, float]]:
    """Give points along the upper side of a cell's square."""
    x, y, side, _ = PLACES[name].square
    return [(x + side * part, y) for part in np.linspace(0.05, 0.95, 60)]


def test_a_sure_shape_has_a_whole_line_and_an_unsure_one_gaps() -> None:
    evidence = [Evidence(1, "cell.b2", {"oooo": 0.6, "oooi": 0.4}, "two-marks", True)]
    pixels = _drawn(decode(seen(recorded([("ooii", "a1")]), evidence), CHART))
    assert all(_is_green(_at(pixels, *point)) for point in _sides("cell.a1"))
    dashes = [_is_amber(_at(pixels, *point)) for point in _sides("cell.b2")]
    assert 0.4 < sum(dashes) / len(dashes) < 0.8
    assert not any(_is_green(_at(pixels, *point)) for point in _sides("cell.b2"))


@pytest.mark.parametrize(("status", "is_there"), [(True, True), (False, False)])
def test_marks_are_ringed_where_they_were_made(status: bool, is_there: bool) -> None:
    values = {**blank(), "turn.3.tl": status, "tray.4.used": status, "tray.4.arrow": status}
    pixels = _drawn(decode(seen(values), CHART))
    bubble, box, arrow = (PLACES[name] for name in ("turn.3.tl", "tray.4.used", "tray.4.arrow"))
    places = [
        (bubble.centre[0], bubble.centre[1] - bubble.diameter / 2 - 0.8),
        (box.box.x + box.box.width / 2, box.box.y - 0.8),
        ((arrow.tail[0] + arrow.head[0]) / 2, (arrow.tail[1] + arrow.head[1]) / 2),
    ]
    assert [_is_green(_at(pixels, *place)) for place in places] == [is_there] * 3


def test_every_missed_quarto_has_its_line_and_a_row_of_the_legend() -> None:
    first = "1. oooo@a1   2. oooi@b1   3. ooio@c1   4. ooii@d1"
    findings = _findings(f"{first}   5. oioo@a2   6. oioi@b2   7. oiio@c2   8. oiii@d2")
    missed = missed_of(1, findings)
    assert [one.turn for one in missed] == [4, 8]
    pixels = _drawn(BLANK, missed)
    assert pixels.shape[0] > _drawn(BLANK, missed[:1]).shape[0]
    for row, is_struck in (("1", True), ("2", True), ("3", False)):
        for cell in (PLACES[f"cell.{column}{row}"].box for column in "abcd"):
            middle = cell.y + cell.height / 2
            assert _is_red(_at(pixels, cell.right - 0.2, middle)) is is_struck
            square = pixels[round((middle - 10.5) * SCALE) : round((middle + 10.5) * SCALE)]
            square = square[:, round((cell.x + 4.5) * SCALE) : round((cell.x + 25.5) * SCALE)]
            assert (square == square[..., :1]).all()


@pytest.mark.parametrize("cells", ["a1 b2 c3 d4", "a4 b3 c2 d1"])
def test_a_line_leaves_the_shapes_free_and_shows_between_them(cells: str) -> None:
    names = cells.split()
    pixels = _drawn(BLANK, [Missed(1, 6, (tuple(names),), "…")])
    for name in names:
        x, y, side, _ = PLACES[f"cell.{name}"].square
        square = pixels[round(y * SCALE) : round((y + side) * SCALE)]
        square = square[:, round(x * SCALE) : round((x + side) * SCALE)]
        assert (square == square[..., :1]).all()
    for name, other in itertools.pairwise(names):
        ends = [PLACES[f"cell.{one}"].box for one in (name, other)]
        middle = [sum(one[side] + one[side + 2] / 2 for one in ends) / 2 for side in (0, 1)]
        assert _is_red(_at(pixels, *middle))


def test_letters_in_a_cell_are_clear_where_somebody_has_written() -> None:
    x, y, _, height = PLACES["cell.b2"].box
    page = PAGE.copy()
    page[round((y + height - 6) * SCALE) : round((y + height) * SCALE)] = 60
    evidence = [Evidence(1, "cell.b2", {"oooo": 0.6, "oooi": 0.4}, "two-marks", True)]
    pixels = overlay(page, CHART, decode(seen(blank(), evidence), CHART), "a.jpg").astype(int)
    letters = pixels[round((y + height - 3.3) * SCALE) : round((y + height - 1) * SCALE)]
    letters = letters[:, round((x + 1.2) * SCALE) : round((x + 14) * SCALE)]
    assert (letters.min(axis=2) > 200).mean() > 0.4
    beside = pixels[round((y + height - 2) * SCALE), round((x + 25) * SCALE)]
    assert beside.max() < 200


def test_a_block_is_framed_and_a_final_position_needs_no_turn() -> None:
    block = _findings("1. oooo@a1   2. oooi@b1   3. ooio@a2   4. ooii@b2   5. iiii@d4", Rules(squares=True))
    pixels = _drawn(BLANK, missed_of(1, block))
    first, last = PLACES["cell.a1"].box, PLACES["cell.b2"].box
    badge = first.right - 3, first.y + first.height / 2
    assert _is_red(_at(pixels, *badge))
    assert _is_red(_at(pixels, last.x + last.width / 2, last.y))
    assert not _is_red(_at(pixels, first.x + first.width, first.y + first.height))
    position = _findings("oooo oooi ooio ooii .... .... iioo iioi iiio iiii")
    missed = missed_of(1, position)
    assert [one.turn for one in missed] == [None]
    assert (_drawn(BLANK, missed)[..., 2] > 150).any()


def test_who_decided_is_told_beside_a_field_and_in_the_legend() -> None:
    fields = [
        one._replace(value=True, decided_by=by) if one.id == name else one
        for one in BLANK
        for name, by in [("turn.1.tl", "rule")]
    ]
    answered = [one._replace(decided_by="answer") if one.value is True else one for one in fields]
    legend = slice(PAGE.shape[0], None)
    told = [_drawn(some)[legend].tobytes() for some in (BLANK, fields, answered)]
    assert len(set(told)) == 3


def test_a_legend_that_is_wider_than_its_page_has_more_rows() -> None:
    narrow = CHART._replace(width=110.0, fields=())
    field = next(one for one in CHART.fields if one.field.id == "turn.1.tl")
    page = PAGE[:, : round(110 * SCALE)]
    heights = []
    for by in ("ink", "rule"):
        fields = [one._replace(value=True, decided_by=by) for one in BLANK if one.id == "turn.1.tl"]
        more = [one for one in decode(seen(blank()), CHART) if one.id == "turn.1.tr"]
        unsure = [one._replace(status="unsure", value=None) for one in more]
        places = (field, next(one for one in CHART.fields if one.field.id == "turn.1.tr"))
        drawn = overlay(page, narrow._replace(fields=places), [*fields, *unsure], "a.jpg")
        heights.append(drawn.shape[0])
    assert heights[0] < heights[1]


def test_a_shadow_on_the_paper_is_taken_out_of_the_overlay() -> None:
    page = PAGE.copy()
    page[:] = np.linspace(90, 255, page.shape[1]).astype(np.uint8)[None, :, None]
    assert Canvas(page, SCALE).finished().min() > 245


def test_the_same_reading_gives_the_same_picture() -> None:
    fields = decode(seen(recorded([("oooo", "a1"), ("oiio", "b2")])), CHART)
    assert (_drawn(fields) == _drawn(fields)).all()
