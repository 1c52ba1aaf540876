"""Sheets whose ink is known, in the place of photos: for tests of what a command does with what was read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "photo"))
from paperwork import CHART, recorded, seen

from printquarto.photo.assemble import assemble
from printquarto.photo.ink import SCALE
from printquarto.photo.reader import ReadSheet
from printquarto.photo.reading import REFUSED, Evidence, Problem, SheetReading

GAME = [("oooo", "a1"), ("oooi", "b1"), ("ooio", "c1"), ("ooii", "d1"), ("iiii", "d4")]
RECORD = "1. oooo@a1   2. oooi@b1   3. ooio@c1   4. ooii@d1   5. iiii@d4"
CORRECTED = Evidence(1, "cell.c1", {"ooio": 0.55, "oioi": 0.41, "": 0.04}, "two-marks", True)
CALL = Evidence(1, "turn.4.call", {True: 0.5, False: 0.5}, "faint", True)
CORNER_MISSING = Problem("marker-missing", "The top right marker is outside the picture.")
NO_SHEET = Problem("no-markers", "No sheet can be seen. Take the photo again.")

Sheet = Callable[[str, int], ReadSheet]


def sheet(
    *unsure: Evidence, moves: Any = GAME, calls: Any = None, problems: tuple[Problem, ...] = ()
) -> Sheet:
    """Give a sheet that a game was written on, with what is not sure of it."""

    def read(source: str, page: int) -> ReadSheet:
        evidence = tuple(seen(recorded(moves, calls), unsure))
        reading = assemble(source, page, CHART, evidence, "Q7F-3K9", 12, problems)
        size = (round(CHART.height * SCALE), round(CHART.width * SCALE), 3)
        return ReadSheet(reading, evidence, CHART, np.full(size, 255, np.uint8))

    return read


def refused(source: str, page: int) -> ReadSheet:
    return ReadSheet(SheetReading(source, page, REFUSED, problems=(NO_SHEET,)))


FINE = sheet(calls={4: "call"}, moves=GAME[:4])
UNSURE = sheet(CORRECTED, problems=(CORNER_MISSING,))


def jpeg() -> bytes:
    return cv2.imencode(".jpg", np.full((120, 120, 3), 200, np.uint8))[1].tobytes()
