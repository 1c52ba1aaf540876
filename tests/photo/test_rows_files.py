"""Files of photos and scans at the command line. Rows of ``photo_cases.toml``, and whether all are there."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from desk import BLANK, GAME, Page, faults, game, laid, letter_page, picture_of, reasons, sheet_in
from simulator.pens import SCALE

from printquarto.cli import main as command_line
from printquarto.photo.album import Leaf, bound

TESTS = Path(__file__).parents[1]


ReadFiles = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def read_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> ReadFiles:
    """Give the function that runs the command line on files; it gives the exit status and the sheets."""

    def run(*names: str) -> tuple[int, list[dict[str, Any]]]:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["printquarto", "read", *names, "--json"])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        return int(ended.value.code or 0), json.loads(capsys.readouterr().out)["sheets"]

    return run


def coded_page() -> Page:
    """Play on a sheet that carries a code."""
    return Page(options=("--series", "winter")).fill(GAME)


def test_two_photos_of_a_sheet_are_noticed_and_a_bad_one_between_stops_nothing(
    tmp_path: Path, read_files: ReadFiles
) -> None:
    picture = laid(picture_of(coded_page))
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff\xe0 not much of a picture")
    for name, pixels in (("one.jpg", picture), ("two.jpg", cv2.rotate(picture, cv2.ROTATE_180))):
        cv2.imwrite(str(tmp_path / name), pixels)
    status, (one, torn, two) = read_files("one.jpg", "torn.jpg", "two.jpg")
    assert (status, torn["status"]) == (2, "refused")
    assert one["code"] == two["code"] is not None
    assert [problem["code"] for problem in two["problems"]] == ["same-sheet"]
    assert faults(one) == faults(two) == []


def test_a_sheet_is_read_without_its_code() -> None:
    """Somebody has scribbled all over the code, between the upper markers."""
    page = coded_page()
    for left, right in ((26, 95), (115, 184)):
        ends = np.array([(x, 9 if x % 2 else 24) for x in range(left, right)]) * SCALE
        cv2.polylines(page.pixels, [ends], isClosed=False, color=(40, 40, 90), thickness=SCALE)
    sheet = sheet_in(laid(page.picture()))
    assert sheet["code"] is None
    assert faults(sheet) == []
    assert reasons(sheet) == {}


def test_every_page_of_a_mixed_scan_is_told_of_by_itself(tmp_path: Path, read_files: ReadFiles) -> None:
    """A game, the empty back of a paper, a blank sheet of Letter lying sideways."""
    pages = [game(6), np.full((1782, 1260, 3), 252, np.uint8), picture_of(letter_page)]
    pages[2] = cv2.rotate(pages[2], cv2.ROTATE_90_CLOCKWISE)
    (tmp_path / "scan.pdf").write_bytes(bound([Leaf(page, 6.0) for page in pages]))
    status, sheets = read_files("scan.pdf")
    assert status == 2
    assert [(sheet["page"], sheet["status"], sheet["paper"]) for sheet in sheets] == [
        (1, "sure", "A4"),
        (2, "refused", None),
        (3, "sure", "Letter"),
    ]
    assert sheets[1]["problems"][0]["code"] == "no-markers"
    assert faults(sheets[0]) == faults(sheets[2], BLANK) == []


def test_every_case_is_tested_or_it_is_said_why_not() -> None:
    """Each of the fifty names tests that there are, or gives a reason."""
    listed = tomllib.loads((Path(__file__).parent / "photo_cases.toml").read_text(encoding="utf-8"))
    assert [case["row"] for case in listed["case"]] == list(range(1, 51))
    for case in listed["case"] + listed["more"]:
        assert case["about"]
        assert case.get("tests") or case.get("why_not"), case
        for name in case.get("tests", ()):
            file, _, test = name.partition("::")
            source = (TESTS / file).read_text(encoding="utf-8")
            assert re.search(rf"^def {test}\(", source, re.MULTILINE), name
