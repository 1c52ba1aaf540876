"""Whether a round is filled: a fill, a tick, a cross or a dot in it, whatever the pen.

What speaks for a correction (a ring drawn round a round, strokes across a filled one), for a stroke that only
passes by or for the tip of a shadow is asked, never decided.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from printquarto.photo.discs import AROUND, BESIDE, CORE, SECTORS, Disc, Look, Reach, disc_of, looks, reaches
from printquarto.photo.ink import InkMap
from printquarto.photo.reading import Evidence
from printquarto.photo.skeleton import skeleton
from printquarto.photo.specks import Specks, Spot, tell_specks
from printquarto.photo.verdict import (
    FADED,
    Logistic,
    excesses,
    is_soft,
    median,
    sharpness,
    traces,
    verdict,
)
from printquarto.sheet.fields import BubbleField
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart, ChartField

_FILLED = Logistic(0.095, 0.008, 0.1)
"""Of 14,000 empty rounds in simulated photos the fullest holds 0.059, nearly all under 0.02; of 3,500 marked
ones three, in noisy pictures, hold less, and one in a hundred less than 0.2."""


_EMPTY = 0.06
"""A round that holds less seems empty."""

_RING_AROUND, _ARC, _RINGERS = 9, 6, 3
"""Sectors that are inked about an empty round from which a ring was drawn about it, with gaps perhaps; and
where somebody drew so many rings on the sheet."""

_ALL_ROUND = 20
"""Sectors that are inked about a filled round where its fill runs over on all sides."""

_LITTLE, _MUCH = 0.04, 0.3
"""Less than the first is nothing. A line that crosses a round leaves up to the second; a fatter one may be
half a fill."""

_INSIDE, _LONG, _SLIM, _BOWED = 0.84, 0.36, 2.2, 1.5
"""Within this part of a round's radius, such a line's spread along it (radii, and times that across), and
how much wider than its stroke it is as a whole."""

_PASSING = 0.6
"""The chance, at most, of a round through which a stroke passes."""

_NEIGHBOURS = 12
"""Empty rounds with which the ring of one is compared, the nearest."""

_SMALL = 0.3
"""What holds less may be a dot."""

_FILL = 0.1
"""Darkness of the usual place in a round from which it is filled."""

_RUNS_ON = 2
"""Sectors that are inked about a round where what is in it runs on outside."""

_WHOLE, _INSIDE_RING, _SAMPLE = 0.97, 0.75, 12
"""A round that holds more shows no edge inside its ring, of which this part (radii) is looked at; and so many
empty ones tell how sharp print is."""

_TRACED = 0.6
"""By which part of the usual a ring is darker that somebody drew on it once more; those of empty rounds in
simulated photos differ by a quarter."""

_NO_RINGS = 0.05
"""Where the rings of the sheet are paler than this as a whole, that one is not seen tells nothing."""

_ARMS_ONLY = 13
"""Sectors about a filled round that two strokes across it may ink; a pen that runs over inks more."""


def _box_of(one: ChartField) -> Box:
    """Give the box of a round."""
    assert isinstance(one.field, BubbleField)
    return one.field.box


def _centre_of(one: ChartField) -> tuple[float, float]:
    """Give the middle of a round (mm)."""
    assert isinstance(one.field, BubbleField)
    return one.field.centre


def _turn_of(one: ChartField) -> str:
    """Give what a round shares with those of its box, ``turn.3`` of ``turn.3.tl``."""
    return one.field.id.rpartition(".")[0]


class _Sheet(NamedTuple):
    """What the rounds of a sheet have in common.

    ``ring`` is how dark a ring is on its faintest side, ``bands`` how dark those about each round are all
    along, ``sharpness`` that of print; ``mended`` are the turns in which a ring was drawn, ``around`` is how
    many sectors about an empty round must be inked to be one; ``faint`` and ``specks`` are rounds that hold
    little, ``crossed`` those that a line passes.
    """

    ring: float
    bands: Sequence[float]
    sharpness: float
    mended: frozenset[tuple[int, str]]
    around: int
    faint: set[int]
    specks: Specks
    crossed: set[int]


class Rounds:
    """All rounds of a chart, their windows of one size in a stack."""

    def __init__(self, ink: InkMap, chart: Chart, aligned: Aligned) -> None:
        import numpy as np

        self.ink, self.chart = ink, chart
        self.places = [at for at, one in enumerate(chart.fields) if isinstance(one.field, BubbleField)]
        self.fields = [chart.fields[at] for at in self.places]
        shifts = [aligned.shifts[at] for at in self.places]
        boxes = [_box_of(one) for one in self.fields]
        self.windows = [ink.window(box, shift, AROUND) for box, shift in zip(boxes, shifts, strict=True)]
        self.lines = [
            ink.window(box, shift, BESIDE, lines=True).darkness
            for box, shift in zip(boxes, shifts, strict=True)
        ]
        self.discs = [
            disc_of(window, _centre_of(one), box.width)
            for window, one, box in zip(self.windows, self.fields, boxes, strict=True)
        ]
        self.spots = [
            Spot(box.x + box.width / 2 + shift[0], box.y + box.height / 2 + shift[1], CORE * box.width / 2)
            for box, shift in zip(boxes, shifts, strict=True)
        ]
        self.noise = np.array([window.noise for window in self.windows])

    def evidence(self) -> dict[int, Evidence]:
        """Read them, each alone and then beside those of its box."""
        seen, followed = self._measured()
        sheet = self._sheet(seen, followed)
        found = {}
        for at, (place, one, look) in enumerate(zip(self.places, self.fields, seen, strict=True)):
            chance, reason = self._judged(at, look, followed[at], sheet)
            sees = look.ring >= 0 and (
                look.core > 0.3 or look.ring >= FADED * sheet.ring or sheet.ring < _NO_RINGS
            )
            found[place] = verdict(one, chance, reason, sees=sees)
        return found

    def _sheet(self, seen: Sequence[Look], followed: Sequence[Reach]) -> _Sheet:
        """Tell what the rounds of the sheet have in common."""
        empty = [at for at, look in enumerate(seen) if look.core < _EMPTY]
        faint = traces({at: seen[at].contrast for at in empty})
        specks = self._specks(faint | {at for at, look in enumerate(seen) if _LITTLE <= look.core < _SMALL})
        circled = [one for one, reach in zip(self.fields, followed, strict=True) if reach.circled]
        return _Sheet(
            median(look.ring for look in seen),
            self._usual_bands(seen),
            median(self._sharpness(at, ring=True) for at in empty[:: max(1, len(empty) // _SAMPLE)]),
            frozenset((one.board, _turn_of(one)) for one in circled),
            _ARC if len(circled) >= _RINGERS else _RING_AROUND,
            ((faint | {at for at in empty if seen[at].core >= _LITTLE}) - specks.dirt)
            | excesses({at: seen[at].excess for at in empty}),
            specks,
            self._crossed(seen),
        )

    def _judged(self, at: int, look: Look, reach: Reach, sheet: _Sheet) -> tuple[float, str | None]:
        """Give the chance that a round is filled, and why it is asked about, if it is."""
        one = self.fields[at]
        corrected = (one.board, _turn_of(one)) in sheet.mended
        # Who rings many rounds marks that way; else a ring is the right one, and other ink was wrong.
        by_rings = sheet.around == _ARC
        reason = self._reason(look, reach, corrected and (not by_rings or reach.spilt > 0))
        if look.core < _EMPTY and reach.spilt >= sheet.around:
            reason = "two-marks"
        chance = _FILLED.chance(look.core, float(self.noise[at]))
        if reason == "unclear" or at in sheet.crossed:
            # What passes by is no mark: no rule makes it one.
            return min(chance, _PASSING), "unclear"
        if reason is not None:
            return chance, reason
        if self._may_be_shadow(at, look) or self._is_soft(at, look, reach, sheet):
            return min(max(chance, 0.5), 0.9), "unclear"
        if (dot := sheet.specks.chance(at)) is not None:
            return dot, None
        if look.core < _EMPTY:
            return chance, "faint" if at in sheet.faint else self._traced(at, look, sheet.bands[at])
        return chance, "covered" if self._is_opaque(at, look, sheet.bands[at]) else None

    def _is_soft(self, at: int, look: Look, reach: Reach, sheet: _Sheet) -> bool:
        """Say whether what darkens a round, and runs on outside, has no edges as print and strokes have.

        So do stains; a pale fill may have soft edges, but ends at the ring.
        """
        if not _LITTLE < look.core < _WHOLE or reach.spilt < _RUNS_ON:
            return False
        return is_soft(self._sharpness(at, ring=False), sheet.sharpness)

    def _sharpness(self, at: int, *, ring: bool) -> float:
        disc, darkness = self.discs[at], self.windows[at].darkness
        return sharpness(darkness, disc.ring_zone if ring else disc.radii < _INSIDE_RING, disc.scale)

    def _specks(self, small: set[int]) -> Specks:
        """Tell dirt from dots among rounds that hold little."""
        return tell_specks(self.ink, self.chart, {at: self.spots[at] for at in sorted(small)})

    def _reason(self, look: Look, reach: Reach, corrected: bool) -> str | None:
        if reach.circled:
            return "two-marks"
        if look.core > 0.9 and reach.spilt >= _ALL_ROUND and reach.rim <= SECTORS / 2:
            return None  # a fill that runs over on all sides and ends there
        crossed = reach.arms >= 3 or (reach.arms == 2 and reach.stubs >= 4)
        # A fill is dark in the middle too, however pale its pen; a cross that is a mark is not.
        filled = look.core > 0.6 or look.middle > _FILL
        if filled and crossed and reach.spilt <= _ARMS_ONLY + (5 if reach.arms >= 4 else 0):
            return "two-marks"
        if corrected and look.core > 0.08:
            return "two-marks"
        # What runs on beyond its ring is a stroke that passes by, or a shadow where it is no line.
        passing = 1.3 if look.core < 0.4 else 0.9 if look.lines < 0.75 * look.core else 2.0
        if look.core > 0.04 and reach.outside > passing * reach.inside:
            return "unclear"
        if reach.through and look.core > 0.04 and (look.core < 0.45 or look.lines < 0.75 * look.core):
            return "unclear"
        return None

    def _crossed(self, seen: Sequence[Look]) -> set[int]:
        """Give the rounds that hold nothing but a line that passes by.

        Where some lines go on beyond their rounds at both ends, those that seem to end there are told too.
        """
        lines = {at: self._line(at) for at, look in enumerate(seen) if _LITTLE < look.core < _MUCH}
        passing = {at for at, goes_on in lines.items() if goes_on}
        return {at for at, one in lines.items() if one is not None} if len(passing) > 1 else passing

    def _line(self, at: int) -> bool | None:
        """Say whether a line goes on beyond a round at both ends; None if its ink is not one straight line.

        Somebody who strikes out what was not needed draws it through round after round; of those who mark
        rounds hardly one does. Ticks have two legs, crosses two lines, and dots and fills are not so long.
        """
        import numpy as np

        disc, window = self.discs[at], self.windows[at]
        within = disc.radii < _INSIDE
        least = max(0.12, 4 * window.noise, 0.25 * float(np.percentile(window.darkness[within], 98)))
        rows, columns = np.nonzero((window.darkness > least) & within)
        if rows.size < 4:
            return None
        spreads, ways = np.linalg.eigh(np.cov(columns, rows))
        narrow, long = np.sqrt(np.maximum(spreads, 0)) / window.scale
        # An even bar is as long, and as wide, as the root of twelve times its spread.
        width = rows.size / window.scale**2 / (long * 12**0.5)
        is_long = long > _LONG * disc.half and long > _SLIM * narrow
        if not is_long or narrow * 12**0.5 > _BOWED * width:
            return None
        # It goes on beyond the ring at both ends, be it over print; half a fill ends there.
        along = np.linspace(-1.8, 1.8, 73)[:, None] * disc.half * window.scale
        places = np.rint(np.array([columns.mean(), rows.mean()]) + along * ways[:, 1]).astype(int)
        x, y = np.clip(places, 0, np.array(window.darkness.shape)[::-1] - 1).T
        beyond = (disc.radii[y, x] > 1.2) & (disc.radii[y, x] < 1.45)
        dark = window.darkness[y, x] > least
        ends = [dark[beyond & side] for side in (along[:, 0] < 0, along[:, 0] > 0)]
        return all(end.size > 0 and end.mean() > 0.5 for end in ends)

    def _may_be_shadow(self, at: int, look: Look) -> bool:
        """Say whether what darkens a round may be a shadow's tip: no lines, and as dark outside as inside.

        A filled round is darker than the paper beyond its ring on most sides.
        """
        if look.core < 0.04 or look.lines > 0.6 * look.core:
            return False
        disc, darkness = self.discs[at], self.windows[at].darkness
        inside = disc.side_means(darkness, disc.inner)
        dark = inside > 0.08
        runs_on = dark & (disc.side_means(darkness, disc.outer) > 0.5 * inside)
        # A blot without any lines is judged more strictly: the very tip of a shadow runs on on one side only.
        usual = 0.24 if look.lines < 0.3 * look.core else 0.4
        return bool(runs_on.sum() > usual * dark.sum())

    def _usual_bands(self, seen: Sequence[Look]) -> list[float]:
        """Give how dark the rings of the empty rounds about each are: toner may be paler on one side."""
        import numpy as np

        empty = [at for at, look in enumerate(seen) if look.core < _EMPTY]
        if not empty:
            return [0.0] * len(seen)
        places = np.array([spot[:2] for spot in self.spots])
        bands = np.array([seen[at].band for at in empty])
        apart = ((places[:, None] - places[empty][None]) ** 2).sum(axis=2)
        apart[empty, np.arange(len(empty))] = np.inf
        nearest = np.argsort(apart, axis=1, kind="stable")[:, :_NEIGHBOURS]
        return [float(value) for value in np.median(bands[nearest], axis=1)]

    def _traced(self, at: int, look: Look, usual: float) -> str | None:
        """Say whether an empty round was drawn round on its own ring, which makes that darker all along."""
        more = look.band - usual
        return "two-marks" if more > max(_TRACED * usual, 0.08, 1.5 * float(self.noise[at])) else None

    def _is_opaque(self, at: int, look: Look, usual: float) -> bool:
        """Say whether something hides a round: its ring does not show through, as it does through ink.

        Only where ink is paler than print, and runs over the ring all round, can that be told.
        """
        import numpy as np

        if not 0.4 < look.middle < 0.8 or look.core < 0.9 or usual < 0.15:
            return False
        radii = self.discs[at].radii
        outside = self.windows[at].darkness[(radii > 1.14) & (radii < 1.24)]
        if float(np.percentile(outside, 15)) < 0.8 * look.middle:
            return False
        return look.band - look.middle < 0.25 * usual * (1 - look.middle)

    def _measured(self) -> tuple[list[Look], list[Reach]]:
        """Measure all rounds, those of one size together."""
        alike: dict[Disc, list[int]] = defaultdict(list)
        for at, disc in enumerate(self.discs):
            alike[disc].append(at)
        around = self._printed_around()
        look_of: dict[int, Look] = {}
        reach_of: dict[int, Reach] = {}
        for disc, members in alike.items():
            windows = [self.windows[at] for at in members]
            lines, printed = [self.lines[at] for at in members], [around[at] for at in members]
            look_of.update(zip(members, looks(disc, windows, lines, printed), strict=True))
            reach_of.update(zip(members, reaches(disc, windows, printed), strict=True))
        every = range(len(self.places))
        return [look_of[at] for at in every], [reach_of[at] for at in every]

    def _printed_around(self) -> list[NDArray[np.float32]]:
        """Give what is printed about each round, widened a little: signs, lines from round to round.

        Of a built-in sheet that is known. Else it is learnt from its like: rounds of the same name in other
        boxes have the same printed round them, and most no ink there.
        """
        import numpy as np

        if self.chart.printed:
            return list(_printed_about(self.chart, self.ink.scale))
        alike: dict[tuple[str, tuple[int, ...]], list[int]] = defaultdict(list)
        for at, one in enumerate(self.fields):
            alike[one.field.id.rpartition(".")[2], self.windows[at].darkness.shape].append(at)
        around: list[NDArray[np.float32]] = [np.zeros(0, np.float32)] * len(self.fields)
        for members in alike.values():
            stack = np.stack([self.windows[at].darkness for at in members])
            if len(members) >= 6:
                usual = np.partition(stack, len(members) // 3, axis=0)[len(members) // 3]
            else:
                usual = np.zeros_like(stack[0])
            widened = _widened(usual)
            for at in members:
                around[at] = widened
        return around


@functools.lru_cache(maxsize=4)
def _printed_about(chart: Chart, scale: float) -> tuple[NDArray[np.float32], ...]:
    """Give what a built-in sheet prints about each of its rounds, widened a little. Not to be changed."""
    import numpy as np

    page = skeleton(chart, scale)
    ink = InkMap(page, page, np.ones(page.shape, bool), np.zeros((1, 1), np.float32), scale)
    boxes = [_box_of(one) for one in chart.fields if isinstance(one.field, BubbleField)]
    return tuple(_widened(ink.window(box, margin=AROUND).darkness) for box in boxes)


def _widened(printed: NDArray[np.float32]) -> NDArray[np.float32]:
    import cv2
    import numpy as np

    wide: NDArray[np.float32] = cv2.dilate(printed, np.ones((5, 5), np.uint8))
    return wide
