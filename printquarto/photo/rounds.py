"""Whether a round is filled: a fill, a tick, a cross or a dot in it, whatever the pen.

What speaks for a correction (a ring drawn round a round, strokes across a filled one), for a stroke that only
passes by or for the tip of a shadow is asked, never decided.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.reading import Evidence
from printquarto.photo.skeleton import skeleton
from printquarto.photo.verdict import FADED, Logistic, amount, contrast, median, polar, traces, verdict
from printquarto.sheet.fields import BubbleField
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart, ChartField
    from printquarto.photo.ink import InkMap

_AROUND = 3.0
"""Margin (mm) about a round in which strokes are followed."""

_CORE = 0.70
"""The part of a round's radius that is measured: nothing is printed in it, even a little beside its place."""

_FILLED = Logistic(0.095, 0.008, 0.1)
"""Of 14,000 empty rounds in simulated photos the fullest holds 0.059, nearly all under 0.02; of 3,500 marked
ones three, in noisy pictures, hold less, and one in a hundred less than 0.2."""


def _box_of(one: ChartField) -> Box:
    """Give the box of a round."""
    assert isinstance(one.field, BubbleField)
    return one.field.box


def _turn_of(one: ChartField) -> str:
    """Give what a round shares with those of its box, ``turn.3`` of ``turn.3.tl``."""
    return one.field.id.rpartition(".")[0]


class Rounds:
    """All rounds of a chart, their windows of one size in a stack."""

    def __init__(self, ink: InkMap, chart: Chart, aligned: Aligned) -> None:
        import numpy as np

        self.ink, self.chart = ink, chart
        self.places = [at for at, one in enumerate(chart.fields) if isinstance(one.field, BubbleField)]
        self.fields = [chart.fields[at] for at in self.places]
        self.windows = [
            ink.window(_box_of(chart.fields[at]), aligned.shifts[at], _AROUND) for at in self.places
        ]
        self.lines = [
            ink.window(_box_of(chart.fields[at]), aligned.shifts[at], _AROUND, lines=True)
            for at in self.places
        ]
        self.noise = np.array([window.noise for window in self.windows])

    def evidence(self) -> dict[int, Evidence]:
        """Read them, each alone and then beside those of its box."""
        looks = [self._look(at) for at in range(len(self.places))]
        usual = median(look.ring for look in looks)
        around = self._printed_around()
        reaches = [self._reach(at, around[at]) for at in range(len(self.places))]
        mended = {
            (one.board, _turn_of(one))
            for one, reach in zip(self.fields, reaches, strict=True)
            if reach.circled
        }
        faint = traces({at: look.contrast for at, look in enumerate(looks) if look.core < _EMPTY})
        inked = median(look.band for look in looks if look.core < _EMPTY)
        found = {}
        for at, (place, one, look) in enumerate(zip(self.places, self.fields, looks, strict=True)):
            corrected = (one.board, _turn_of(one)) in mended
            reason = self._reason(look, reaches[at], corrected)
            chance = _FILLED.chance(look.core, float(self.noise[at]))
            if reason is None and self._may_be_shadow(at, look):
                reason, chance = "unclear", min(max(chance, 0.5), 0.9)
            if reason is None and look.core < _EMPTY:
                reason = "faint" if at in faint else self._traced(at, look, inked)
            elif reason is None and self._is_opaque(at, look, inked):
                reason = "covered"
            sees = look.ring >= 0 and (look.core > 0.3 or look.ring >= FADED * usual or usual < _NO_RINGS)
            found[place] = verdict(one, chance, reason, sees=sees)
        return found

    def _reason(self, look: _Look, reach: _Reach, corrected: bool) -> str | None:
        if reach.circled:
            return "two-marks"
        crossed = reach.arms >= 3 or (reach.arms == 2 and reach.stubs >= 4)
        if look.core > 0.6 and crossed and reach.spilt <= _ARMS_ONLY + (3 if reach.arms >= 4 else 0):
            return "two-marks"
        if corrected and look.core > 0.08 and reach.spilt:
            return "two-marks"
        # What runs on beyond its ring is a stroke that passes by, or a shadow where it is no line.
        passing = 1.3 if look.core < 0.4 else 0.9 if look.lines < 0.75 * look.core else 2.0
        if look.core > 0.04 and reach.outside > passing * reach.inside:
            return "unclear"
        if reach.through and look.core > 0.04 and (look.core < 0.45 or look.lines < 0.75 * look.core):
            return "unclear"
        return None

    def _may_be_shadow(self, at: int, look: _Look) -> bool:
        """Say whether what darkens a round may be a shadow's tip: no lines, and as dark outside as inside.

        A filled round is darker than the paper beyond its ring on most sides.
        """
        import numpy as np

        if look.core < 0.04:
            return False
        window, field = self.windows[at], self.fields[at].field
        assert isinstance(field, BubbleField)
        radius = self._radius(at) / (field.diameter / 2)
        if look.lines > 0.6 * look.core:
            return False
        sector = (polar(window, field.centre)[1] / (2 * np.pi) * _SIDES).astype(int) % _SIDES
        inner, outer = (radius > 0.3) & (radius < _CORE), (radius > 1.35) & (radius < 1.7)

        def means(part: NDArray[np.bool_]) -> NDArray[np.float64]:
            summed = np.bincount(sector[part], window.darkness[part], _SIDES)
            level: NDArray[np.float64] = summed / np.maximum(np.bincount(sector[part], minlength=_SIDES), 1)
            return level

        inside = means(inner)
        dark = inside > 0.08
        runs_on = dark & (means(outer) > 0.5 * inside)
        # A blot without any lines is judged more strictly: the very tip of a shadow runs on on one side only.
        usual = 0.24 if look.lines < 0.3 * look.core else 0.4
        return bool(runs_on.sum() > usual * dark.sum())

    def _traced(self, at: int, look: _Look, usual: float) -> str | None:
        """Say whether an empty round was drawn round on its own ring, which makes that darker all along."""
        more = look.band - usual
        return "two-marks" if more > max(_TRACED * usual, 0.06, 1.5 * float(self.noise[at])) else None

    def _is_opaque(self, at: int, look: _Look, usual: float) -> bool:
        """Say whether something hides a round: its ring does not show through, as it does through ink.

        Only where ink is paler than print, and runs over the ring all round, can that be told.
        """
        import numpy as np

        if not 0.4 < look.middle < 0.8 or look.core < 0.9 or usual < 0.15:
            return False
        window, field = self.windows[at], self.fields[at].field
        assert isinstance(field, BubbleField)
        radius = self._radius(at) / (field.diameter / 2)
        outside = window.darkness[(radius > 1.14) & (radius < 1.24)]
        if float(np.percentile(outside, 15)) < 0.8 * look.middle:
            return False
        return look.band - look.middle < 0.25 * usual * (1 - look.middle)

    def _radius(self, at: int) -> NDArray[np.float32]:
        window, field = self.windows[at], self.fields[at].field
        assert isinstance(field, BubbleField)
        return polar(window, field.centre)[0]

    def _look(self, at: int) -> _Look:
        import numpy as np

        window, field = self.windows[at], self.fields[at].field
        assert isinstance(field, BubbleField)
        radius = self._radius(at)
        half = field.diameter / 2
        within = radius < _CORE * half
        # The ring seen from its four sides: the faintest of them tells whether something lies on it.
        band = np.abs(radius - half) < 0.35
        rows, columns = np.indices(radius.shape)
        middle = (np.array(radius.shape) - 1) / 2
        right, low = columns > middle[1], rows > middle[0]
        sides = [
            band & (right == across) & (low == down) for across in (False, True) for down in (False, True)
        ]
        ring = max(0.0, min(float(window.darkness[side].mean()) for side in sides))
        unseen = 1 - float(window.seen[radius < half].mean())
        return _Look(
            amount(window, within),
            amount(self.lines[at], within),
            ring if unseen < 0.05 else -1.0,
            float(window.darkness[band].mean()),
            float(np.median(window.darkness[within])),
            contrast(self.lines[at], within),
        )

    def _printed_around(self) -> list[NDArray[np.float32]]:
        """Give what is printed about each round: signs, lines from round to round.

        Of a built-in sheet that is known. Else it is learnt from its like: rounds of the same name in other
        boxes have the same printed round them, and most no ink there.
        """
        import numpy as np

        if self.chart.printed:
            page = self.ink._replace(darkness=skeleton(self.chart, self.ink.scale))
            return [page.window(_box_of(one), margin=_AROUND).darkness for one in self.fields]
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
            for at in members:
                around[at] = usual
        return around

    def _reach(self, at: int, around: NDArray[np.float32]) -> _Reach:
        """Follow the ink out of a round."""
        import cv2
        import numpy as np

        window, field = self.windows[at], self.fields[at].field
        assert isinstance(field, BubbleField)
        half = field.diameter / 2
        radius = self._radius(at)
        least = max(0.18, 4 * window.noise)
        known: Any = cv2.dilate(around, np.ones((5, 5), np.uint8))
        dark = window.darkness > least
        inked = dark & (known < 0.5 * least)
        ringless = inked & (np.abs(radius - half) > 0.45)
        angle = polar(window, field.centre)[1]
        sector = (angle / (2 * np.pi) * _SECTORS).astype(int) % _SECTORS
        circled = _is_circled(ringless, dark, radius / half, angle, window.scale)

        def inked_between(low: float, high: float) -> NDArray[np.bool_]:
            part = ringless & (radius > low * half) & (radius < high * half)
            sectors: NDArray[np.bool_] = np.bincount(sector[part], minlength=_SECTORS) > 0
            return sectors

        arms = _directions(inked_between(1.6, 1.75))
        stubs = _directions(inked_between(1.35, 1.5))
        spilt = int(inked_between(1.3, 1.6).sum())
        inside, outside, through = self._joined(ringless, radius, sector, half)
        return _Reach(circled, arms, stubs, spilt, inside, outside, through)

    def _joined(
        self, ringless: NDArray[np.bool_], radius: NDArray[np.float32], sector: NDArray[np.intp], half: float
    ) -> tuple[float, float, bool]:
        """Give how much ink lies inside a round, and how much outside that runs on from it (px).

        And whether it runs on far on two sides that lie opposite each other.
        """
        import cv2
        import numpy as np

        inside = ringless & (radius < half)
        if not inside.any():
            return 0.0, 0.0, False
        leaving = np.unique(sector[inside & (radius > half - 0.9)])
        beyond = ringless & (radius > half) & (radius < 1.9 * half)
        count, labels = cv2.connectedComponents(beyond.astype(np.uint8))
        outside, far = 0.0, np.zeros(_SECTORS, bool)
        for label in range(1, count):
            piece = labels == label
            touching = np.unique(sector[piece & (radius < half + 0.9)])
            near = {int(one + step) % _SECTORS for one in touching for step in (-1, 0, 1)}
            if near & {int(one) for one in leaving}:
                outside += float(piece.sum())
                far[sector[piece & (radius > _FAR * half)]] = True
        opposite = any((far & np.roll(far, turn)).any() for turn in range(_SECTORS // 3, _SECTORS // 2 + 1))
        return float(inside.sum()), outside, opposite


_EMPTY = 0.06
"""A round that holds less seems empty."""

_TRACED = 0.45
"""By which part of the usual a ring is darker that somebody drew on it once more; those of empty rounds in
simulated photos differ by a quarter."""

_NO_RINGS = 0.05
"""Where the rings of the sheet are paler than this as a whole, that one is not seen tells nothing."""

_SECTORS = 24
_STANDS_OFF = 0.62
"""The part of all directions in which paper is seen between a filled round and a ring drawn round it."""

_FAR = 1.5
"""In radii: a stroke that runs on so far on both sides passes by."""

_ARMS_ONLY = 13
"""Sectors about a filled round that two strokes across it may ink; a pen that runs over inks more."""

_ONE_WAY = 4
_SIDES = 12
_RAYS = 72


class _Look(NamedTuple):
    """How much ink a round holds, and how much of it is lines; how dark its printed ring is, and its middle.

    ``ring`` is the darkness of the ring on its faintest side, ``band`` that all along, ``middle`` that of the
    usual place inside; ``contrast`` how much darker the darkest place inside is.
    """

    core: float
    lines: float
    ring: float
    band: float
    middle: float
    contrast: float


class _Reach(NamedTuple):
    """What lies about a round: a drawn ring, arms of strokes across it, ink inside and beyond (px).

    ``stubs`` counts the arms nearer to the round, where those of a small cross end.
    """

    circled: bool
    arms: int
    stubs: int
    spilt: int
    inside: float
    outside: float
    through: bool


def _stands_off(
    stroke: NDArray[np.bool_],
    dark: NDArray[np.bool_],
    radius: NDArray[np.float32],
    angle: NDArray[np.float64],
) -> bool:
    """Say whether free paper lies inside a ring most of the way round.

    A fill that runs over the edge is dark all the way out, strokes that run out have paper beside them only.
    """
    import numpy as np

    ray = (angle / (2 * np.pi) * _RAYS).astype(int) % _RAYS
    outermost = np.zeros(_RAYS)
    np.maximum.at(outermost, ray[stroke], radius[stroke])
    free = ~dark & (radius > 1.1) & (radius < outermost[ray] - 0.12)
    return bool((np.bincount(ray[free], minlength=_RAYS) >= 2).mean() >= _STANDS_OFF)


def _directions(sectors: NDArray[np.bool_]) -> int:
    """Count the directions in which strokes run out; those within 60° of the first of them are one."""
    import numpy as np

    count, end = 0, -1
    inked = [int(at) for at in np.flatnonzero(sectors)]
    for at in inked:
        if at > end and not (count and at + _ONE_WAY - 1 >= inked[0] + _SECTORS):
            count, end = count + 1, at + _ONE_WAY - 1
    return count


def _is_circled(
    ringless: NDArray[np.bool_],
    dark: NDArray[np.bool_],
    radius: NDArray[np.float32],
    angle: NDArray[np.float64],
    scale: float,
) -> bool:
    """Say whether a ring was drawn round a round. ``radius`` is in its own radii.

    About a filled one the ring must stand off, for a pen that runs over the edge leaves no gap.
    """
    import cv2
    import numpy as np

    sector = (angle / (2 * np.pi) * _SECTORS).astype(int) % _SECTORS
    filled = dark[radius < _CORE].mean() > 0.3
    # What is printed there joins the pieces of a ring that crosses it, but does not count as drawn.
    band = cv2.dilate((dark & (radius > 1.16) & (radius < 1.85)).astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(band, connectivity=8)
    least = 0.03 * scale**2
    for label in range(1, count):
        stroke = (labels == label) & ringless
        ringed = np.bincount(sector[stroke], minlength=_SECTORS) > least
        if ringed.mean() < 0.62:
            continue
        if not filled:
            return True
        if _stands_off(stroke, dark, radius, angle):
            return True
    return False
