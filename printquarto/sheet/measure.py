"""Measures: the sets of type sizes and gaps that a sheet can be set in. Knows no parts but their names.

A sheet is never shrunk to fit: it is set in the next whole measure. The figures are those of the design,
which says where every base line of the classic sheet stands on A4 and on Letter.
"""

from typing import NamedTuple


class Gap(NamedTuple):
    """A distance in mm that may give way: ``best`` where there is room, never under ``least``."""

    best: float
    least: float


class Measure(NamedTuple):
    """One set of sizes: type in points, all else in mm.

    ``paper`` is the least width of a paper that it suits, and ``comfort`` the side of a board's cells under
    which a smaller measure is better. ``margin`` is what stays white at left and right, ``foot`` below;
    ``width`` is the column of a sheet that has no figure to be as wide as. ``text``, ``small`` (captions
    and coordinates), ``name_size`` and ``mark`` are sizes of type, ``caption`` is the distance of a caption
    from the base line above it, ``frame`` the width of the board's frame and ``label`` the distance of the
    coordinates from it, above and at the left. ``rows`` is the gap between rows of the tray and ``slots``
    names its slots. ``gaps`` are those before a part, measured to its first base line or upper edge: by its
    kind, or by the kinds of the part before and of the part. ``types`` are the sizes of type that stand for
    the four of the design where they differ, and ``scale`` is how much further apart base lines are then.
    ``step`` is what the side of a board's cell is a multiple of.
    """

    name: str
    paper: float
    comfort: float
    margin: float
    width: float
    foot: float
    top: Gap
    titles: tuple[int, ...]
    text: int
    small: int
    name_size: int
    mark: int
    leading: float
    caption: float
    frame: float
    label: tuple[float, float]
    rows: Gap
    slots: tuple[str, ...]
    gaps: dict[str | tuple[str, str], Gap]
    types: tuple[tuple[int, int], ...] = ()
    scale: float = 1
    step: float = 1

    def gap(self, before: str, kind: str) -> Gap:
        """Give the gap between a part and the one before it."""
        return self.gaps.get((before, kind)) or self.gaps.get(kind) or self.gaps["text"]

    def points(self, size: int) -> int:
        """Give the size of type that stands for one of the design's.

        >>> AMPLE.points(9), LARGE.points(9)
        (9, 16)
        """
        return dict(self.types).get(size, size)

    def steps(self, size: int) -> list[int]:
        """Give the sizes that a text can take from one of the design's down to the smallest.

        >>> AMPLE.steps(12), LARGE.steps(12)
        ([12, 9, 7], [20, 16, 14])
        """
        return [self.points(one) for one in (24, 12, 9, 7) if one <= size]

    def slots_for(self, board: bool) -> tuple[str, ...]:
        """Give the slots that go with it; together with a board large ones are for large papers only."""
        alone = ("grand",) if self.paper else ("grand", "large")
        return tuple(name for name in self.slots if not (board and name in alone))


AMPLE = Measure(
    "ample",
    paper=0,
    comfort=24,
    margin=25,
    width=160,
    foot=17,
    top=Gap(24, 22),
    titles=(24, 20, 16, 12),
    text=9,
    small=7,
    name_size=9,
    mark=9,
    leading=4,
    caption=4,
    frame=0.9,
    label=(2.2, 2.5),
    rows=Gap(5.5, 5),
    slots=("grand", "large", "wide-large", "wide-small"),
    gaps={
        "heading": Gap(16, 12),
        "names": Gap(12, 12),
        "text": Gap(8, 8),
        ("reminder", "text"): Gap(8, 6),
        ("score", "text"): Gap(12, 8),
        ("text", "text"): Gap(4, 4),
        "board": Gap(12, 9),
        "tray": Gap(14, 10),
        ("board", "tray"): Gap(8, 7),
        "reminder": Gap(13.5, 10),
        "figure": Gap(10, 10),
        "grid": Gap(12, 9),
        ("figure", "grid"): Gap(11, 11),
        "cards": Gap(12, 8),
        "score": Gap(12, 8),
        "points": Gap(17.4, 15.4),
        "quadrates": Gap(14, 12),
        "men": Gap(12, 11),
    },
)

SMALL = Measure(
    "small",
    paper=0,
    comfort=24,
    margin=11,
    width=160,
    foot=10,
    top=Gap(16, 15),
    titles=(16, 12),
    text=9,
    small=7,
    name_size=9,
    mark=9,
    leading=4,
    caption=3.5,
    frame=0.9,
    label=(1.6, 1.5),
    rows=Gap(4, 3),
    slots=("large", "wide-large", "wide-small", "narrow-small"),
    gaps={
        "heading": Gap(12, 9),
        "names": Gap(10, 9),
        "text": Gap(7, 5.5),
        ("text", "text"): Gap(4, 4),
        "board": Gap(8.5, 7),
        "tray": Gap(9, 7),
        ("board", "tray"): Gap(5.5, 4),
        "reminder": Gap(10, 8),
        "figure": Gap(8, 6),
        "grid": Gap(9, 7),
        "cards": Gap(8, 6),
        "score": Gap(9, 7),
        "points": Gap(13, 10.4),
        "quadrates": Gap(10, 8),
        "men": Gap(9, 7),
    },
)

TINY = SMALL._replace(
    name="tiny",
    foot=8.7,
    top=Gap(14, 13.3),
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
        "board": Gap(7.5, 5.6),
        "tray": Gap(8, 6),
        ("board", "tray"): Gap(4.5, 3),
        "reminder": Gap(6.5, 4.6),
        "figure": Gap(7, 5),
        "grid": Gap(8, 6),
        "cards": Gap(7, 5),
        "score": Gap(8, 6),
        "points": Gap(11, 8),
        "quadrates": Gap(8, 6),
        "men": Gap(8, 6),
    },
)

GRAND = AMPLE._replace(
    name="grand",
    paper=280,
    comfort=48,
    margin=26,
    top=Gap(36, 30),
    foot=18,
    titles=(32, 24, 20, 16),
    text=14,
    small=14,
    name_size=16,
    mark=14,
    leading=6,
    caption=6.5,
    frame=1.4,
    label=(3.2, 4),
    rows=Gap(8, 6),
    slots=("large",),
    gaps={
        **AMPLE.gaps,
        "names": Gap(20, 15),
        "board": Gap(17, 13),
        "tray": Gap(18, 14),
        ("board", "tray"): Gap(12, 9),
        "reminder": Gap(20, 15),
        "text": Gap(12, 10),
        ("text", "text"): Gap(6, 6),
    },
)

LARGE = AMPLE._replace(
    name="large",
    comfort=0,
    top=Gap(26, 22),
    foot=16,
    titles=(32, 24, 20),
    text=14,
    small=14,
    name_size=16,
    mark=14,
    leading=6,
    caption=6.5,
    label=(3, 3.5),
    rows=Gap(7, 6),
    slots=("large",),
    types=((7, 14), (9, 16), (12, 20), (16, 24), (24, 32)),
    scale=1.5,
    gaps={
        **AMPLE.gaps,
        "heading": Gap(22, 18),
        "names": Gap(18, 15),
        "text": Gap(12, 10),
        ("text", "text"): Gap(6, 6),
        "board": Gap(15, 11),
        "tray": Gap(18, 14),
        "reminder": Gap(16, 12),
        "figure": Gap(13, 10),
        "grid": Gap(16, 12),
        "score": Gap(16, 12),
        ("score", "text"): Gap(13, 11),
        "points": Gap(20, 15),
        "quadrates": Gap(20, 14),
        "men": Gap(20, 14),
    },
)
"""Large print, by the variant of the design; lines are drawn heavier once all is in its place."""

LARGE_NARROW = LARGE._replace(name="large-narrow", margin=13, foot=11, top=Gap(20, 18), label=(3, 2.5))

LARGE_PRINT = (LARGE, LARGE_NARROW)
"""The measures of large print, the larger first."""

MEASURES = (GRAND, AMPLE, SMALL, TINY)
"""All measures, the largest first."""
