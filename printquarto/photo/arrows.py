"""Whether an arrow is completed: ink all the way from its tail to its head, or a head at its tip."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.reading import Evidence
from printquarto.photo.verdict import (
    FADED,
    LEAST_SEEN,
    Logistic,
    is_soft,
    median,
    sharpness,
    traces,
    verdict,
)
from printquarto.sheet.fields import ArrowField
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart
    from printquarto.photo.ink import InkMap

_DOT = 0.9
"""What is left out (mm) at both ends of an arrow: its printed dots."""

_BESIDE = 1.5
"""How far (mm) a line may run beside the straight way from dot to dot."""

_WING = 2.0
"""How far (mm) beyond and about the tip of a printed shaft a head is looked for."""

_LEAST = 0.10
"""Darkness from which a place of the way is inked, where the printed dots are as dark as they should be."""

_SOFT = 0.5
"""Drawn lines have at least so much of the sharpness of print: 0.78 in simulated photos, a stain 0.37."""

_PAST, _LENGTH, _GOES_ON, _ALL_ALONG = 0.8, 1.2, 0.3, 0.8
"""How far (mm) past a dot, over what length, and how near to where it points a line is inked that goes on
there; and how much of that length at least."""

_STRONG = 0.45
"""The part of a line's darkness from which a place is a stroke; blur gives it a paler rim."""

_NO_LINE, _NO_LINE_NOISE, _BLANK = 0.045, 0.9, 0.003
"""Mean darkness along the best line, and in multiples of the noise, under which nothing joins the dots. Of
1,900 arrows drawn in bad simulated photos the palest has 0.079; of 1,200 blank ones 99 in a hundred have less
than 0.05."""

_JOINED = Logistic(0.45, 0.06, 0.06)
_OPEN = Logistic(0.28, 0.045, 0.3)
"""The second holds where little of the way is covered: a pale line is seen in pieces, in noise the more."""


class _Look(NamedTuple):
    """The way of an arrow: darkness along × beside it, how dark its printed ends are, whether it is seen.

    ``dot_edges`` is how sharp its tail is printed; ``before`` and ``after`` are what lies beyond its dots, if
    it has two.
    """

    way: NDArray[np.float32]
    dot: float
    noise: float
    is_seen: bool
    dot_edges: float
    before: NDArray[np.float32] | None
    after: NDArray[np.float32] | None


def read_arrows(ink: InkMap, chart: Chart, aligned: Aligned) -> dict[int, Evidence]:
    """Read the arrows of a chart, by their place in ``chart.fields``."""
    import numpy as np

    arrows = [(at, one.field) for at, one in enumerate(chart.fields) if isinstance(one.field, ArrowField)]
    looks = {at: _look(ink, field, aligned.shifts[at]) for at, field in arrows}
    usual = median(look.dot for look in looks.values())
    ways = {at: _faint_line(look.way) for at, look in looks.items()}
    faint = traces({at: way for at, way in ways.items() if way < _LEAST})
    print_edges = median(look.dot_edges for look in looks.values())
    found = {}
    for at, look in looks.items():
        # Where glare has paled the dots, ink is paler too; under the noise nothing can be told.
        least = max(_LEAST * min(1.0, look.dot / max(usual, 0.01)), 3.5 * look.noise)
        inked = look.way > least
        covered = float(inked.any(axis=1).mean())
        usual_line = float(np.median(look.way.max(axis=1)))
        strong = look.way > max(least, _STRONG * usual_line)
        reason = "two-marks" if covered > 0.4 and _is_hatched(strong, ink.scale) else None
        if at in faint and covered < 0.8:
            reason = "faint"
        sees = look.is_seen and (look.dot > max(FADED * usual, least) or covered > 0.8)
        joined = _JOINED if covered > _OPEN.middle else _OPEN
        chance = joined.chance(covered, look.noise)
        line = _best_line(look.way)
        if chance < 0.5 and line.darkness < max(_NO_LINE, _NO_LINE_NOISE * look.noise):
            chance, reason = min(chance, _BLANK), None
        if reason is None and chance > 0.5:
            # A line of the paper, one that strikes out what was not needed, or a stain.
            passes = _passes(look, line, max(least, _STRONG * usual_line), ink.scale)
            if passes or is_soft(_edges(look.way, ink.scale), print_edges, _SOFT):
                reason = "unclear"
        found[at] = verdict(chart.fields[at], chance, reason, sees=sees)
    return found


class _Line(NamedTuple):
    """The darkest straight line along a way: its mean darkness above the usual, its ends (px aside)."""

    darkness: float
    start: float
    end: float


def _best_line(way: NDArray[np.float32]) -> _Line:
    """Find the darkest straight line along a way.

    Noise that hides a faint line at each single place does not hide its mean.
    """
    import cv2
    import numpy as np

    along, across = way.shape
    soft: Any = cv2.blur(way, (3, 1))
    ends = np.arange(2, across - 2, 2)
    part = np.linspace(0, 1, along)
    first, last = (one.reshape(-1, 1) for one in np.meshgrid(ends, ends))
    places = np.rint(first + (last - first) * part).astype(int)
    means = soft[np.arange(along), places].mean(axis=1)
    best = int(means.argmax())
    return _Line(float(means[best] - np.median(way)), float(first[best, 0]), float(last[best, 0]))


def _passes(look: _Look, line: _Line, least: float, scale: float) -> bool:
    """Say whether a line goes on beyond both dots: an arrow ends at them, or a little beyond one."""
    import numpy as np

    if look.before is None or look.after is None:
        return False
    slope = (line.end - line.start) / max(len(look.way) - 1, 1)
    near, gap = max(1, round(_GOES_ON * scale)), round((_PAST + _DOT) * scale)
    parts = (
        (look.before, line.start, np.arange(-len(look.before), 0) - gap),
        (look.after, line.end, np.arange(len(look.after)) + gap),
    )
    for part, at, rows in parts:
        aside = np.rint(at + slope * rows).astype(int)
        columns = np.clip(aside[:, None] + np.arange(-near, near + 1), 0, part.shape[1] - 1)
        dark = part[np.arange(len(part))[:, None], columns].max(axis=1) > least
        if dark.mean() < _ALL_ALONG:
            return False
    return True


def _faint_line(way: NDArray[np.float32]) -> float:
    """Give how dark the usual place of a way is at its darkest beside, over what its usual place is."""
    import numpy as np

    return float(np.median(way.max(axis=1)) - np.median(way))


def _look(ink: InkMap, field: ArrowField, shift: tuple[float, float]) -> _Look:
    import cv2
    import numpy as np

    (x0, y0), (x1, y1) = field.tail, field.head
    length = math.hypot(x1 - x0, y1 - y0)
    along, aside = ((x1 - x0) / length, (y1 - y0) / length), ((y0 - y1) / length, (x1 - x0) / length)
    dots = field.style == "dots"
    start, end = (_DOT, length - _DOT) if dots else (length - 0.3, length + _WING)
    step = 1 / ink.scale
    v = np.arange(-_BESIDE, _BESIDE + step, step)

    def cut(first: float, last: float) -> NDArray[np.float32]:
        u = np.arange(first, last, step)
        x = (x0 + shift[0] + u[:, None] * along[0] + v[None, :] * aside[0]).astype(np.float32)
        y = (y0 + shift[1] + u[:, None] * along[1] + v[None, :] * aside[1]).astype(np.float32)
        piece: Any = cv2.remap(ink.lines, x * ink.scale - 0.5, y * ink.scale - 0.5, cv2.INTER_LINEAR)
        soft: NDArray[np.float32] = cv2.GaussianBlur(piece, (0, 0), 0.1 * ink.scale)
        return soft

    way = cut(start, end)
    before = cut(-_PAST - _LENGTH, -_PAST) if dots else None
    after = cut(length + _PAST, length + _PAST + _LENGTH) if dots else None
    x, y, width, height = field.box
    window = ink.window(Box(x - 1, y - 1, width + 2, height + 2), shift)
    ends = (field.tail, field.head) if dots else (field.tail,)
    dot = min(_dot_darkness(ink, end, shift) for end in ends)
    tail: Any = ink.window(Box(x0 - 1, y0 - 1, 2, 2), shift, lines=True).darkness
    sees = float(window.seen.mean()) > LEAST_SEEN
    return _Look(way, dot, window.noise, sees, _edges(tail, ink.scale), before, after)


def _edges(part: NDArray[np.float32], scale: float) -> float:
    import numpy as np

    return sharpness(part, np.ones(part.shape, bool), scale)


def _is_hatched(inked: NDArray[np.bool_], scale: float) -> bool:
    """Say whether strokes run across an arrow: it was crossed out. A head has one wing on each side.

    ``inked`` are the places along the arrow × beside it.
    """
    import numpy as np

    middle = inked.shape[1] // 2

    def beside(mm: float) -> list[NDArray[np.bool_]]:
        aside = int(mm * scale)
        return [
            np.asarray(side.any(axis=1))
            for side in (inked[:, : middle - aside], inked[:, middle + aside + 1 :])
        ]

    runs = [_runs(side) for side in beside(0.9)]
    before_head = slice(int(0.1 * len(inked)), int(0.6 * len(inked)))
    # Strokes that lie close together have no gaps between them, but reach farther than any line is wide.
    wide = all(side[before_head].mean() > 0.4 for side in beside(1.15))
    return min(runs) >= 2 or (min(runs) == 1 and max(runs) >= 3) or wide


def _runs(inked: NDArray[np.bool_]) -> int:
    """Count the pieces of ink along a line."""
    import numpy as np

    return int(inked[0]) + int((np.diff(inked.astype(np.int8)) > 0).sum())


def _dot_darkness(ink: InkMap, place: tuple[float, float], shift: tuple[float, float]) -> float:
    """Give how dark a printed dot is, or the ink over it."""
    import cv2

    window = ink.window(Box(place[0] - 0.8, place[1] - 0.8, 1.6, 1.6), shift, lines=True)
    soft: Any = cv2.GaussianBlur(window.darkness, (0, 0), 0.15 * ink.scale)
    return float(soft.max())
