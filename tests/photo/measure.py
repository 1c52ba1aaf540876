"""How well photos are read, against their truth: ``python tests/photo/measure.py FOLDER``.

Reads every photo of a folder made by ``simulate.py`` in this one process and prints tables by level. A field
is

wrong
    when it is sure of a value that the ink does not say; where only a question is right (corrected, struck
    through), of a value that is not among those that may be said all the same.
unsure
    when it is asked about though its ink is clear and in sight: the share is of such fields alone.
due
    when only a question is right; what was told there without one, though right, is counted apart.

``--crops DIR`` saves the picture of each wrong field, ``--unsure`` lists the questions, ``--by WORD`` splits
them by hand, pen, way or manner.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

KINDS = ("shape", "bubble", "arrow", "cross")
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0001)


class Verdict(NamedTuple):
    """One field of one photo: what is true, what was read, and how that is judged."""

    photo: str
    truth: dict[str, Any]
    read: dict[str, Any]
    verdict: str

    @property
    def best(self) -> Any:
        """The value that was read, or the likeliest where none is sure."""
        if self.read["status"] == "sure" or not self.read["alternatives"]:
            return self.read["value"]
        return self.read["alternatives"][0]["value"]

    def line(self) -> str:
        """Tell the verdict in a line."""
        truth, read = self.truth, self.read
        said = f"{self.best!r} at {read['confidence']:.4f} by {read['decided_by']} {read.get('reason', '')}"
        whose = " ".join(
            word for word in (truth["manner"], truth["way"], truth["hand"], truth["pen"]) if word
        )
        return (
            f"{self.photo} {truth['id']}: {truth['value']!r} ({whose}, hidden {truth['hidden']}), read {said}"
        )


@dataclass
class Tally:
    """What was found on the photos of one level."""

    photos: int = 0
    refused: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    working: list[float] = field(default_factory=list)
    exact: list[bool] = field(default_factory=list)
    exact_where_due: int = 0

    def share(self, ink: bool, kind: str | None = None) -> str:
        """Give the share of fields asked about though clear, with ink or blank, as text."""
        clear = [
            one.verdict == "unsure"
            for one in self.verdicts
            if is_clear(one.truth) and one.truth["ink"] == ink and kind in (None, one.truth["kind"])
        ]
        return f"{100 * sum(clear) / len(clear):.2f} % of {len(clear)}" if clear else "-"


def is_clear(truth: dict[str, Any]) -> bool:
    """Say whether a field's ink can be told without a question."""
    return not truth["ask"] and truth["hidden"] == 0


def judge(truth: dict[str, Any], read: dict[str, Any]) -> str:
    """Judge one field: ``right``, ``wrong``, ``unsure``; ``asked`` or ``told`` where a question was due."""
    if read["status"] != "sure":
        return "unsure" if is_clear(truth) else "asked"
    if truth["ask"]:
        return "told" if read["value"] in truth["also"] else "wrong"
    if read["value"] != truth["value"]:
        return "wrong"
    return "right" if is_clear(truth) else "told"


def read_photo(path: Path, layout: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Read the sheets of a photo in this process; as ``printquarto read --json`` lists them.

    ``layout`` is that of a sheet of the user's own.
    """
    from printquarto.photo.chart import chart_of
    from printquarto.photo.load import Unreadable, pictures
    from printquarto.photo.reader import read_picture

    own = chart_of(layout, "layout.json") if layout is not None else None

    sheets: list[dict[str, Any]] = []
    for picture in pictures(str(path)):
        if isinstance(picture, Unreadable):
            raise ValueError(f"{path}: {picture}")
        sheets += [one.reading.as_json() for one in read_picture(picture, own)]
    return sheets


def verdicts_of(photo: str, truth: dict[str, Any], sheet: dict[str, Any]) -> Iterator[Verdict]:
    """Judge every field of a sheet; one that the reading does not list is a fault of the reader."""
    read = {(one["board"], one["id"]): one for one in sheet["fields"]}
    for known in truth["fields"]:
        one = read[known["board"], known["id"]]
        yield Verdict(photo, known, one, judge(known, one))


def take_in(tally: Tally, path: Path, truth: dict[str, Any], layout: dict[str, Any] | None = None) -> None:
    """Read one photo and judge it."""
    began, worked = time.perf_counter(), time.process_time()
    sheets = read_photo(path, layout)
    tally.seconds.append(time.perf_counter() - began)
    tally.working.append(time.process_time() - worked)
    tally.photos += 1
    found = [sheet for sheet in sheets if sheet["status"] != "refused"]
    if not found:
        problems = [problem["code"] for sheet in sheets for problem in sheet["problems"]]
        tally.refused.append(f"{path.name} {', '.join(problems)} ({truth['px_per_mm']} px/mm)")
        return
    verdicts = list(verdicts_of(path.name, truth["sheets"][0], found[0]))
    tally.verdicts += verdicts
    exact = all(one.verdict in ("right", "told") for one in verdicts)
    if all(is_clear(one.truth) for one in verdicts):
        tally.exact.append(exact)
    else:
        tally.exact_where_due += exact


def table(rows: list[list[str]]) -> str:
    """Set rows out in columns, the first row as a heading."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (wide + 2) for wide in widths) + "|", *lines[1:]])


def _figures(tally: Tally) -> dict[str, str]:
    """Give the figures of a level, each with its name."""
    kinds = Counter(one.verdict for one in tally.verdicts)
    due = [one for one in tally.verdicts if one.truth["ask"]]
    ms = sorted(1000 * one for one in tally.seconds)
    read = tally.photos - len(tally.refused)
    return {
        "photos": str(tally.photos),
        "sheets read": f"{read} ({100 * read / max(1, tally.photos):.1f} %)",
        "fields": str(len(tally.verdicts)),
        "sure and wrong": str(kinds["wrong"]),
        "unsure, with ink": tally.share(True),
        **{f"… {kind}": tally.share(True, kind) for kind in KINDS},
        "unsure, blank": tally.share(False),
        "question due": str(len(due)),
        "… told without, but right": str(sum(one.verdict == "told" for one in due)),
        "hidden, told all the same": str(
            sum(o.verdict == "told" and o.truth["hidden"] > 0.4 for o in tally.verdicts)
        ),
        "whole games exact": f"{sum(tally.exact)} of {len(tally.exact)} ({_percent(tally.exact)})",
        "… where a question was due": str(tally.exact_where_due),
        "ms a photo: median": f"{median(ms):.0f}",
        "… nine in ten": f"{ms[int(0.9 * (len(ms) - 1))]:.0f}",
        "… most": f"{ms[-1]:.0f}",
        "… of the processor, median": f"{1000 * median(tally.working):.0f}",
    }


def _percent(flags: list[bool]) -> str:
    return f"{100 * sum(flags) / len(flags):.0f} %" if flags else "-"


def calibration(verdicts: list[Verdict]) -> str:
    """Set out how often fields in sight are right, by the confidence of their likeliest value."""
    rows = [["confidence", "fields", "right", "share"]]
    clear = [one for one in verdicts if is_clear(one.truth)]
    for low, high in pairwise(BINS):
        inside = [one for one in clear if low <= one.read["confidence"] < high]
        right = sum(one.best == one.truth["value"] for one in inside)
        share = f"{100 * right / len(inside):.2f} %" if inside else "-"
        rows.append([f"{low:g} to {min(high, 1):g}", str(len(inside)), str(right), share])
    return table(rows)


def split(verdicts: list[Verdict], word: str) -> str:
    """Set out questions and faults on clear fields with ink by a word of their truth."""
    rows = [["kind", word, "fields", "unsure", "wrong"]]
    groups: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in verdicts:
        if one.truth["ink"] and is_clear(one.truth):
            groups[one.truth["kind"], one.truth[word]][one.verdict] += 1
    for (kind, name), counts in sorted(groups.items()):
        total = sum(counts.values())
        rows.append([kind, name, str(total), f"{100 * counts['unsure'] / total:.2f} %", str(counts["wrong"])])
    return table(rows)


def save_crop(folder: Path, target: Path, one: Verdict) -> None:
    """Save what the camera saw of a field and half as much around it."""
    import cv2
    import numpy as np

    picture = cv2.imread(str(folder / one.photo), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    corners = np.array(one.truth["corners_px"], np.float32)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    half = 0.8 * max(float(np.hypot(*across)), float(np.hypot(*down)))
    across, down = (way / np.hypot(*way) * half for way in (across, down))
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = np.array([corners.mean(axis=0) + x * across + y * down for x, y in signs], np.float32)
    to = np.array([(0, 0), (400, 0), (400, 400), (0, 400)], np.float32)
    crop = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corners, to), (400, 400), flags=cv2.INTER_AREA
    )
    target.mkdir(parents=True, exist_ok=True)
    name = f"{Path(one.photo).stem}-{one.truth['id']}-is-{one.truth['value']}-read-{one.best}.png"
    cv2.imwrite(str(target / name), crop)


def cold_start(paths: list[Path]) -> str:
    """Time the command line on single photos, from a cold start."""
    seconds = []
    for path in paths:
        began = time.perf_counter()
        command = [sys.executable, "-m", "printquarto", "read", str(path), "--json"]
        subprocess.run(command, capture_output=True, check=False)
        seconds.append(time.perf_counter() - began)
    return f"from a cold start: {median(seconds):.2f} s a photo (median of {len(seconds)})"


def report(tallies: dict[str, Tally], asked: argparse.Namespace) -> None:
    """Print everything that was found."""
    figures = {level: _figures(tally) for level, tally in tallies.items()}
    names = list(next(iter(figures.values())))
    print(table([["", *figures], *[[name, *[one[name] for one in figures.values()]] for name in names]]))
    every = [one for tally in tallies.values() for one in tally.verdicts]
    print(f"\n{calibration(every)}")
    if asked.by:
        print(f"\n{split(every, asked.by)}")
    for level, tally in tallies.items():
        for line in tally.refused:
            print(f"refused ({level}): {line}")
    wanted = ("wrong", "unsure") if asked.unsure else ("wrong",)
    for one in every:
        if one.verdict in wanted and (one.verdict == "wrong" or one.truth["ink"]):
            print(f"{one.verdict}: {one.line()}")
            if asked.crops:
                save_crop(asked.folder, asked.crops / one.verdict, one)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\npeak memory {peak:.0f} MB")


def main() -> None:
    """Read the arguments, read the photos, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="photos whose name starts with this")
    parser.add_argument("--crops", type=Path, help="save a picture of each wrong field here")
    parser.add_argument(
        "--unsure", action="store_true", help="list the questions too, and save their pictures"
    )
    parser.add_argument("--by", choices=["hand", "pen", "way", "manner"], help="split questions and faults")
    parser.add_argument(
        "--cold", type=int, default=0, metavar="N", help="time N single photos from a cold start"
    )
    parser.add_argument("--layout", type=Path, help="the layout of a sheet of one's own, as JSON")
    asked = parser.parse_args()
    layout = json.loads(asked.layout.read_text()) if asked.layout else None
    paths = sorted(path for path in asked.folder.glob(f"{asked.only}*") if path.suffix in (".jpg", ".png"))
    if not paths:
        parser.error(f"{asked.folder} holds no photos")
    tallies: dict[str, Tally] = {}
    for path in paths:
        truth = json.loads(path.with_suffix(".json").read_text())
        take_in(tallies.setdefault(truth["level"], Tally()), path, truth, layout)
    report(tallies, asked)
    if asked.cold:
        print(cold_start(paths[: asked.cold]))


if __name__ == "__main__":
    main()
