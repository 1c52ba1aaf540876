"""What lies in the rounds of a sheet and about them, measured in all rounds at once. Decides nothing.

A sheet has over a hundred rounds of one size. Which pixels are their middle, their ring and the directions
about them depends on that size alone, so it is worked out once and kept.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from printquarto.photo.verdict import amounts, contrasts, polar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.ink import Window

AROUND = 3.0
"""Margin (mm) about a round in which strokes are followed."""

BESIDE = 1.0
"""Margin (mm) about a round in which ink is softened before it is measured."""

CORE = 0.70
"""The part of a round's radius that is measured: nothing is printed in it, even a little beside its place."""

SECTORS = 24
SIDES = 12

_STANDS_OFF = 0.62
"""The part of all directions in which paper is seen between a filled round and a ring drawn round it."""

_RINGED = 0.62
"""The part of all directions in which a ring that was drawn round a round must be seen."""

_INKED = 0.12
"""Darkness from which a place about a round is inked: strokes of a pencil have 0.15."""

_BARE = 0.05
"""What is printed less darkly than this at a place counts as nothing there."""

_FAR = 1.5
"""In radii: a stroke that runs on so far on both sides passes by."""

_ONE_WAY = 4
_RAYS = 72


class Look(NamedTuple):
    """How much ink a round holds, and how much of it is lines; how dark its printed ring is, and its middle.

    ``ring`` is the darkness of the ring on its faintest side, ``band`` that all along, ``middle`` that of the
    usual place inside; ``contrast`` how much darker the darkest place inside is, and ``excess`` how much
    darker the middle as a whole than the paper beside the ring.
    """

    core: float
    lines: float
    ring: float
    band: float
    middle: float
    contrast: float
    excess: float


class Reach(NamedTuple):
    """What lies about a round: a drawn ring, arms of strokes across it, ink inside and beyond (px).

    ``stubs`` counts the arms nearer to the round, where those of a small cross end; ``spilt`` and ``rim``
    the sectors that are inked outside it, and twice as far from its middle as it is wide.
    """

    circled: bool = False
    arms: int = 0
    stubs: int = 0
    spilt: int = 0
    rim: int = 0
    inside: float = 0.0
    outside: float = 0.0
    through: bool = False


class Disc:
    """The pixels of a round's window (rows × columns): how far from its middle they are, and which way.

    ``radius`` is in mm, ``radii`` in the round's own, of which one is ``half``; ``sector``, ``side`` and
    ``ray`` count the directions in steps of three finenesses.
    """

    def __init__(self, shape: tuple[int, int], at: tuple[float, float], scale: float, half: float) -> None:
        import cv2
        import numpy as np

        self.half, self.scale = half, scale
        self.radius, angle = polar(shape, at, scale)
        radius = self.radius
        self.radii = radius / half
        self.sector, self.side, self.ray = (
            (angle / (2 * np.pi) * count).astype(int) % count for count in (SECTORS, SIDES, _RAYS)
        )
        self.off_ring = np.abs(radius - half) > 0.45
        edge = int((AROUND - BESIDE) * scale)
        self.cut = (slice(edge, -edge), slice(edge, -edge))
        """What of a window is the one with the lesser margin."""
        self.core = (radius < CORE * half)[self.cut]
        band = np.abs(radius - half) < 0.35
        right, low = (np.arange(length) > (length - 1) / 2 for length in reversed(shape))
        self.band = np.flatnonzero(band)
        self.quarters = [
            np.flatnonzero(band & (right == across)[None, :] & (low == down)[:, None])
            for across in (False, True)
            for down in (False, True)
        ]
        self.within = np.flatnonzero(radius < CORE * half)
        self.disc = np.flatnonzero(radius < half)
        self.inside = radius < half
        self.beyond = (radius > half) & (radius < 1.9 * half)
        self.near_edge = (radius > half - 0.9) & (radius < half + 0.9)
        self.inner = (self.radii > 0.3) & (self.radii < CORE)
        self.outer = (self.radii > 1.35) & (self.radii < 1.7)
        self.ring_zone = np.abs(radius - half) < 0.6
        self.outside = (self.radii > 1.25) & (self.radii < 1.7)
        self.far = radius > _FAR * half
        self.annulus = (self.radii > 1.16) & (self.radii < 1.85)
        self.near_annulus = cv2.dilate(self.annulus.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0

    def between(self, low: float, high: float) -> NDArray[np.bool_]:
        """Give the pixels so many radii from the middle."""
        zone: NDArray[np.bool_] = (self.radius > low * self.half) & (self.radius < high * self.half)
        return zone

    def side_means(self, darkness: NDArray[np.float32], zone: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Give the mean darkness of a zone of a window on each of its ``SIDES`` sides."""
        import numpy as np

        sides = self.side[zone]
        summed = np.bincount(sides, darkness[zone], SIDES)
        level: NDArray[np.float64] = summed / np.maximum(np.bincount(sides, minlength=SIDES), 1)
        return level


def disc_of(window: Window, centre: tuple[float, float], diameter: float) -> Disc:
    """Give the pixels of a round's window with ``AROUND`` about it; rounds of one size have the same."""
    rows, columns = window.darkness.shape
    at = round(window.left - centre[0], 4), round(window.top - centre[1], 4)
    return _disc((rows, columns), at, window.scale, diameter / 2)


_disc = functools.lru_cache(maxsize=16)(Disc)


def looks(
    disc: Disc,
    windows: Sequence[Window],
    lines: Sequence[NDArray[np.float32]],
    around: Sequence[NDArray[np.float32]],
) -> list[Look]:
    """Measure rounds of one size; ``lines`` are what is drawn in lines in them, with ``BESIDE`` about.

    ``around`` is what each has printed about it, widened.
    """
    import numpy as np

    dark = np.stack([window.darkness for window in windows])
    inner = np.ascontiguousarray(dark[:, disc.cut[0], disc.cut[1]])
    drawn = np.stack(lines)
    noise = np.array([window.noise for window in windows])
    flat = dark.reshape(len(windows), -1)
    # The ring seen from its four sides: the faintest of them tells whether something lies on it.
    faintest = np.min([flat[:, quarter].mean(axis=1) for quarter in disc.quarters], axis=0)
    ring = np.maximum(0.0, faintest)
    seen = np.array([window.seen.ravel()[disc.disc].mean() for window in windows])
    columns = (
        amounts(inner, noise, disc.core, disc.scale),
        amounts(drawn, noise, disc.core, disc.scale),
        np.where(1 - seen < 0.05, ring, -1.0),
        flat[:, disc.band].mean(axis=1),
        np.median(flat[:, disc.within], axis=1),
        contrasts(drawn, disc.core, disc.scale),
        flat[:, disc.within].mean(axis=1) - _beside(disc, flat, np.stack(around).reshape(flat.shape)),
    )
    return [Look(*(float(value) for value in row)) for row in zip(*columns, strict=True)]


def _beside(disc: Disc, dark: NDArray[np.float32], printed: NDArray[np.float32]) -> NDArray[np.float64]:
    """Give the mean darkness (rounds) of what lies beside each ring and is not printed there."""
    import numpy as np

    zone = np.flatnonzero(disc.outside)
    bare = printed[:, zone] < _BARE
    mean: NDArray[np.float64] = (dark[:, zone] * bare).sum(axis=1) / np.maximum(bare.sum(axis=1), 1)
    return mean


def reaches(disc: Disc, windows: Sequence[Window], around: Sequence[NDArray[np.float32]]) -> list[Reach]:
    """Follow the ink out of rounds of one size. ``around`` is what each has printed about it, widened."""
    import numpy as np

    count = len(windows)
    least = np.array([max(_INKED, 4 * window.noise) for window in windows], np.float32)[:, None, None]
    dark = np.stack([window.darkness for window in windows]) > least
    ringless = dark & disc.off_ring & (np.stack(around) < 0.5 * least)
    which, place = np.nonzero(ringless.reshape(count, -1))

    def inked(zone: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Count the pixels of ink in each round's sectors (rounds × sectors) in a zone of the window."""
        part = zone.ravel()[place]
        at = which[part] * SECTORS + disc.sector.ravel()[place[part]]
        return np.bincount(at, minlength=count * SECTORS).reshape(count, SECTORS)

    stubs = inked(disc.between(1.35, 1.5)) > 0
    # What reaches in from a neighbour is no arm of this one: an arm has its stub.
    arms = (inked(disc.between(1.6, 1.75)) > 0) & (
        stubs | np.roll(stubs, 1, axis=1) | np.roll(stubs, -1, axis=1)
    )
    rim = (inked(disc.between(1.95, 2.15)) > 0).sum(axis=1)
    spilt = (inked(disc.between(1.3, 1.6)) > 0).sum(axis=1)
    inside = inked(disc.inside).sum(axis=1)
    leaving, beside = inked(disc.inside & disc.near_edge), inked(disc.beyond & disc.near_edge)
    runs_on = np.logical_and(leaving.any(axis=1), beside.any(axis=1))
    # No piece of a ring can be longer than all that is there.
    ringed = (inked(disc.near_annulus) > _least_ringed(disc)).mean(axis=1) >= _RINGED
    found = []
    for at in range(count):
        outside, through = _joined(disc, ringless[at]) if runs_on[at] else (0.0, False)
        circled = bool(ringed[at]) and _is_circled(disc, ringless[at], dark[at])
        ways = _directions(arms[at]), _directions(stubs[at])
        found.append(Reach(circled, *ways, int(spilt[at]), int(rim[at]), float(inside[at]), outside, through))
    return found


def _least_ringed(disc: Disc) -> float:
    """Give how many pixels of a sector a drawn ring inks at least."""
    return 0.03 * disc.scale**2


def _joined(disc: Disc, ringless: NDArray[np.bool_]) -> tuple[float, bool]:
    """Give how much ink lies outside a round that runs on from what is inside (px).

    And whether it runs on far on two sides that lie opposite each other.
    """
    import cv2
    import numpy as np

    leaving, far = np.zeros(SECTORS, bool), np.zeros(SECTORS, bool)
    leaving[disc.sector[ringless & disc.inside & disc.near_edge]] = True
    facing = leaving | np.roll(leaving, 1) | np.roll(leaving, -1)
    count, labels = cv2.connectedComponents((ringless & disc.beyond).astype(np.uint8))
    joined = np.zeros(count, bool)
    joined[labels[disc.near_edge & facing[disc.sector]]] = True
    joined[0] = False
    running_on = joined[labels]
    outside = float(running_on.sum())
    far[disc.sector[running_on & disc.far]] = True
    opposite = any((far & np.roll(far, turn)).any() for turn in range(SECTORS // 4, SECTORS // 2 + 1))
    return outside, opposite


def _stands_off(disc: Disc, stroke: NDArray[np.bool_], dark: NDArray[np.bool_]) -> bool:
    """Say whether free paper lies inside a ring most of the way round.

    A fill that runs over the edge is dark all the way out, strokes that run out have paper beside them only.
    """
    import numpy as np

    outermost = np.zeros(_RAYS)
    np.maximum.at(outermost, disc.ray[stroke], disc.radii[stroke])
    free = ~dark & (disc.radii > 1.1) & (disc.radii < outermost[disc.ray] - 0.12)
    return bool((np.bincount(disc.ray[free], minlength=_RAYS) >= 2).mean() >= _STANDS_OFF)


def _directions(sectors: NDArray[np.bool_]) -> int:
    """Count the directions in which strokes run out; those within 60° of the first of them are one."""
    import numpy as np

    count, end = 0, -1
    inked = [int(at) for at in np.flatnonzero(sectors)]
    for at in inked:
        if at > end and not (count and at + _ONE_WAY - 1 >= inked[0] + SECTORS):
            count, end = count + 1, at + _ONE_WAY - 1
    return count


def _is_circled(disc: Disc, ringless: NDArray[np.bool_], dark: NDArray[np.bool_]) -> bool:
    """Say whether a ring was drawn round a round.

    About a filled one the ring must stand off, for a pen that runs over the edge leaves no gap.
    """
    import cv2
    import numpy as np

    filled = dark[disc.radii < CORE].mean() > 0.3
    # What is printed there joins the pieces of a ring that crosses it, but does not count as drawn.
    band = cv2.dilate((dark & disc.annulus).astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(band, connectivity=8)
    for label in range(1, count):
        stroke = (labels == label) & ringless
        ringed = np.bincount(disc.sector[stroke], minlength=SECTORS) > _least_ringed(disc)
        if ringed.mean() >= _RINGED and (not filled or _stands_off(disc, stroke, dark)):
            return True
    return False
