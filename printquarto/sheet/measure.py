"""Measures: the sets of type sizes and gaps that a sheet can be set in. Knows no parts but their names.

A sheet is never shrunk to fit: it is set in the next whole measure. The figures are those of the design,
which says where every base line of the classic sheet stands on A4 and on Letter.
"""

from __future__ import annotations

from typing import NamedTuple


class Gap(NamedTuple):
    """A distance in mm that may give way: ``best`` where there is room, never under ``least``."""

    best: float
    least: float


class Measure(NamedTuple):
    """One set of sizes: type in points, all else in mm.

    ``margin`` is what stays white at left and right, ``foot`` what stays white below, ``width`` the column
    of a sheet that has no figure to be as wide as. ``label`` is the distance of a board's coordinates from
    its frame, above and at the left. ``slots`` are those of the tray that go with it. ``gaps`` are those before a part, measured to its first base line or
    upper edge: by its kind, or by the kinds of the part before and of the part.
    """

    name: str
    margin: float
    width: float
    foot: float
    top: Gap
    titles: tuple[int, ...]
    text: int
    mark: int
    leading: float
    caption: float
    label: tuple[float, float]
    rows: Gap
    slots: tuple[str, ...]
    gaps: dict[str | tuple[str, str], Gap]

    def gap(self, before: str, kind: str) -> Gap:
        """Give the gap between a part and the one before it."""
        return self.gaps.get((before, kind)) or self.gaps[kind]


AMPLE = Measure(
    "ample",
    margin=25,
    width=160,
    foot=13,
    top=Gap(24, 22),
    titles=(24, 20, 16, 12),
    text=9,
    mark=9,
    leading=4,
    caption=4,
    label=(2.2, 2.5),
    rows=Gap(5.5, 5),
    slots=("large", "wide-large", "wide-small"),
    gaps={
        "heading": Gap(16, 12),
        "names": Gap(12, 12),
        "text": Gap(8, 6),
        ("text", "text"): Gap(4, 4),
        "board": Gap(12, 9),
        "tray": Gap(14, 10),
        ("board", "tray"): Gap(8, 7),
        "reminder": Gap(13.5, 10),
        "figure": Gap(10, 8),
        "grid": Gap(12, 9),
        ("figure", "grid"): Gap(11, 8),
        "cards": Gap(12, 8),
        "score": Gap(12, 8),
    },
)

SMALL = Measure(
    "small",
    margin=11,
    width=160,
    foot=10,
    top=Gap(16, 14),
    titles=(16, 12),
    text=9,
    mark=9,
    leading=4,
    caption=3.5,
    label=(1.6, 1.9),
    rows=Gap(4, 3),
    slots=("wide-large", "wide-small", "narrow-small"),
    gaps={
        "heading": Gap(12, 9),
        "names": Gap(10, 9),
        "text": Gap(7, 5.5),
        ("text", "text"): Gap(4, 4),
        "board": Gap(8.5, 7),
        "tray": Gap(9, 7),
        ("board", "tray"): Gap(5.5, 4),
        "reminder": Gap(9, 6.5),
        "figure": Gap(8, 6),
        "grid": Gap(9, 7),
        "cards": Gap(8, 6),
        "score": Gap(9, 7),
    },
)

TINY = SMALL._replace(
    name="tiny",
    foot=9.5,
    top=Gap(13, 11.5),
    titles=(12,),
    text=7,
    mark=7,
    leading=3.2,
    caption=3.1,
    rows=Gap(3, 2.4),
    gaps={
        "heading": Gap(9, 8),
        "names": Gap(9, 8),
        "text": Gap(6, 4.5),
        ("text", "text"): Gap(3.2, 3.2),
        "board": Gap(7.5, 6),
        "tray": Gap(8, 6),
        ("board", "tray"): Gap(4.5, 3.5),
        "reminder": Gap(6.5, 5),
        "figure": Gap(7, 5),
        "grid": Gap(8, 6),
        "cards": Gap(7, 5),
        "score": Gap(8, 6),
    },
)

MEASURES = (AMPLE, SMALL, TINY)
