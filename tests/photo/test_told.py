"""What a person is told of a picture that cannot be read, or not well: each with what to do about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from desk import faults, game, laid, read, sheet_in
from paperwork import CHART

from printquarto.cli.main import group


def _told(picture: Any) -> tuple[str, str]:
    """Give code and words of the only problem of a sheet that is refused."""
    (sheet,) = read(picture)
    assert sheet["status"] == "refused"
    (problem,) = sheet["problems"]
    return problem["code"], problem["message"]


def test_of_a_sheet_that_something_lies_on_it_is_said() -> None:
    """A blank paper lies on all between the markers."""
    picture = game(4).copy()
    picture[120:-120, 110:-110] = 245
    code, message = _told(laid(picture))
    assert code == "unclear"
    assert "something lies on the sheet" in message


@pytest.fixture
def own_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the photo of a sheet with the markers of a template of one's own."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = game(4).copy()
    for marker in CHART.markers:
        x, y, side, _ = (round(length * 4) for length in marker.box)
        black = cv2.aruco.generateImageMarker(family, 8 * 72 + marker.number % 8, side)
        picture[y : y + side, x : x + side] = black[..., None]
    path = tmp_path / "mine.jpg"
    cv2.imwrite(str(path), laid(picture))
    monkeypatch.chdir(tmp_path)
    return path


def test_a_layout_that_is_not_that_of_the_sheet_is_told(own_sheet: Path) -> None:
    layout = CliRunner().invoke(group, ["layout", "recorded", "--paper", "Letter", "--json"])
    own_sheet.with_name("letter.json").write_text(layout.stdout, encoding="utf-8")
    without, wrong = (
        CliRunner().invoke(group, ["read", "mine.jpg", *more]).output
        for more in ([], ["--layout", "letter.json"])
    )
    assert "Give its layout with --layout FILE" in without
    assert "Give its layout with" not in wrong
    assert "the layout that was given with --layout, of recorded on Letter, has other markers" in wrong


@pytest.mark.parametrize(("light", "codes"), [(0.08, ["too-dark"]), (0.25, [])])
def test_a_picture_with_hardly_any_light_is_told(light: float, codes: list[str]) -> None:
    grain = np.random.default_rng(1).normal(0, 1, laid(game()).shape)
    sheet = sheet_in(np.clip(laid(game()) * light + grain, 0, 255).astype(np.uint8))
    assert [problem["code"] for problem in sheet["problems"]] == codes
    assert faults(sheet) == []
