"""Photos of filled-in sheets are read: every sheet is found, and nothing wrong is said with certainty.

The photos are made here, seeded, by the simulator beside; ``measure.py`` judges as many as one likes in the
same way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from measure import Verdict, is_clear, read_photo, verdicts_of
from simulate import write
from simulator.levels import Photo, take
from simulator.prints import Variant, printed

LARGEST_SHARE = {"easy": 0.02, "normal": 0.08, "hard": 0.3}
"""How many of one photo's clear fields may be asked about; the averages over many photos are far lower."""


def read(photo: Photo, folder: Path, layout: dict[str, Any] | None = None) -> list[Verdict]:
    """Write a photo, read it, and judge its only sheet."""
    path = write(photo, folder / "photo")
    (sheet,) = read_photo(path, layout)
    assert sheet["status"] != "refused", sheet["problems"]
    return list(verdicts_of(path.name, photo.truth["sheets"][0], sheet))


def faults(verdicts: list[Verdict]) -> list[str]:
    """List what was said with certainty and is wrong."""
    return [one.line() for one in verdicts if one.verdict == "wrong"]


@pytest.mark.parametrize(
    ("level", "number"),
    [("easy", 1), ("normal", 1), ("normal", 3), ("normal", 5), ("hard", 2)],
)
def test_a_photo_is_read_without_a_sure_value_that_is_wrong(level: str, number: int, tmp_path: Path) -> None:
    verdicts = read(take(level, 11, number), tmp_path)
    assert faults(verdicts) == []
    clear = [one for one in verdicts if is_clear(one.truth) and one.truth["ink"]]
    asked = sum(one.verdict == "unsure" for one in clear)
    assert asked <= LARGEST_SHARE[level] * len(clear)


@pytest.mark.parametrize("kind", ["blank", "all"])
def test_a_blank_sheet_reads_as_blank_and_a_full_one_as_full(kind: str, tmp_path: Path) -> None:
    verdicts = read(take("normal", 12, 1, kind=kind), tmp_path)
    assert faults(verdicts) == []
    sure = [one for one in verdicts if one.verdict == "right"]
    assert len(sure) > 0.95 * len(verdicts)
    assert all(bool(one.read["value"]) == (kind == "all") for one in sure)


@pytest.mark.parametrize(
    ("mistake", "number"),
    [("struck-line", 1), ("mended-bubble", 2), ("corrected-shape", 3), ("crossed-out-shape", 4)],
)
def test_what_was_struck_or_mended_is_asked_about(mistake: str, number: int, tmp_path: Path) -> None:
    verdicts = read(take("easy", 15, number, kind="game", mistake=mistake), tmp_path)
    assert faults(verdicts) == []
    # Of a bubble that was crossed out and its ringed neighbour the first is asked about; the other is dark.
    due = [one for one in verdicts if one.truth["ask"] and one.truth["manner"] != "ringed"]
    assert due
    assert [one.line() for one in due if one.verdict != "asked"] == []


OWN = """\
schema = 1
about = "A sheet of one's own: smaller squares, arrows whose heads are drawn, no words beside the board."
takes = ["series"]
arrangement = "recorded"

[[part]]
kind = "heading"
mark = false

[[part]]
kind = "board"
square = 18
dots = true

[[part]]
kind = "tray"
arrow = "shaft"
slot = "lying"

[[part]]
kind = "turns"

[[part]]
kind = "result"
"""


def test_a_sheet_of_ones_own_is_read_by_its_layout(tmp_path: Path) -> None:
    template = tmp_path / "mine.toml"
    template.write_text(OWN, encoding="utf-8")
    photo = take("easy", 13, 1, template=str(template), paper="A4", kind="game")
    layout = printed(Variant(str(template), "A4", ("--lang", "en"))).layout
    verdicts = read(photo, tmp_path, layout)
    assert faults(verdicts) == []
    assert sum(one.verdict == "right" and one.truth["ink"] for one in verdicts) > 30


def test_two_sheets_in_one_picture_are_both_read(tmp_path: Path) -> None:
    photos = [take("easy", 14, number, paper="A4", kind="game") for number in (1, 2)]
    pieces = [cv2.resize(photo.picture, (1500, 2000), interpolation=cv2.INTER_AREA) for photo in photos]
    path = tmp_path / "both.jpg"
    cv2.imwrite(str(path), np.hstack(pieces))
    sheets = read_photo(path)
    assert [sheet["status"] == "refused" for sheet in sheets] == [False, False]
    for sheet in sheets:
        wrong = [
            sum(one.verdict == "wrong" for one in verdicts_of(path.name, photo.truth["sheets"][0], sheet))
            for photo in photos
        ]
        # Each is right about one of the two games, and could not be about both.
        assert min(wrong) == 0 < max(wrong)
