"""What an amount of ink says of a field that is marked or not, and how ink is measured in a window."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.reading import Evidence, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import ChartField
    from printquarto.photo.ink import Window

_FULL = 0.45
"""Darkness that counts as full ink: real pens have a median of 0.53 (measured), pencils less."""

LEAST_SEEN = 0.95
"""The part of a field that must be seen."""

FADED = 0.45
"""A printed mark with less than this part of the darkness of its like lies under glare or a thing."""


class Logistic(NamedTuple):
    """The chance of a mark by its ink: one half at ``middle``, e times the odds for each ``step``.

    Noise makes the step wider by ``noisy`` times its standard deviation.
    """

    middle: float
    step: float
    noisy: float

    def chance(self, amount: float, noise: float) -> float:
        """Give the chance (0 to 1) for an amount of ink where the paper has this noise."""
        steps = (amount - self.middle) / (self.step + self.noisy * noise)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, steps))))


def amounts(
    dark: NDArray[np.float32], noise: NDArray[np.float64], part: NDArray[np.bool_], scale: float
) -> NDArray[np.float64]:
    """Give how much ink a part of each of some windows holds: 0 none, 1 full ink all over.

    The windows (n × rows × columns, of ``scale`` px/mm) have that part at least half a millimetre inside.
    """
    import numpy as np

    held = _softened(dark, 0.12 * scale)[:, part].astype(np.float64)
    least = np.maximum(0.05, 2.0 * noise)[:, None]
    share: NDArray[np.float64] = np.clip((held - least) / (_FULL - least), 0, 1).mean(axis=1)
    return share


def _softened(dark: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Soften windows (n × rows × columns) in one go, one above the other: their edges run into each other."""
    import cv2

    soft: Any = cv2.GaussianBlur(dark.reshape(-1, dark.shape[2]), (0, 0), sigma)
    softened: NDArray[np.float32] = soft.reshape(dark.shape)
    return softened


def verdict(one: ChartField, chance: float, reason: str | None, *, sees: bool) -> Evidence:
    """Give the evidence of a field that says yes or no."""
    if not sees:
        reason, chance = "covered", min(max(chance, 0.3), 0.7)
    elif reason is not None:
        chance = min(max(chance, 0.1), 0.9)
    chances: dict[Value, float] = {True: chance, False: 1 - chance}
    return Evidence(one.board, one.field.id, chances, reason, chance > 0.5 or reason == "two-marks")


_TRACE = 0.016
_TRACE_SPREADS = 10.0
"""A trace of ink stands out of the fields without any by this much, and by so many times what parts the usual
one of them from the calmest fifth. Of 15,000 empty rounds in simulated photos 0.2 in a hundred do."""

_FEWEST = 4


def contrasts(dark: NDArray[np.float32], part: NDArray[np.bool_], scale: float) -> NDArray[np.float64]:
    """Give how much darker the darkest thirtieth of a part of each window is than the usual place in it.

    The windows are as in ``amounts``.
    """
    import numpy as np

    usual, darkest = np.percentile(_softened(dark, 0.18 * scale)[:, part], (40, 97), axis=1)
    more: NDArray[np.float64] = darkest - usual
    return more


def traces(contrasts: Mapping[int, float]) -> set[int]:
    """Give the keys of those fields, of like ones that seem empty, that stand out: faint ink may be in them.

    >>> traces({1: 0.040, 2: 0.041, 3: 0.039, 4: 0.060, 5: 0.040})
    {4}
    """
    if len(contrasts) < _FEWEST:
        return set()
    ordered = sorted(contrasts.values())
    base, calm = ordered[int(0.4 * (len(ordered) - 1))], ordered[int(0.2 * (len(ordered) - 1))]
    least = base + max(_TRACE, _TRACE_SPREADS * (base - calm))
    return {key for key, value in contrasts.items() if value > least}


_EXCESS, _EXCESS_SPREADS, _MANY = 0.025, 6.0, 8
"""A field that is darker as a whole than others without ink by so much, and so many times their spread, holds
ink too pale to be seen in any one place. Of 8,300 empty rounds in simulated photos none is."""


def excesses(darker: Mapping[int, float]) -> set[int]:
    """Give the keys of those fields, of like ones that seem empty, that are darker than all others.

    >>> sorted(excesses({at: 0.001 * (at % 3) for at in range(20)} | {20: 0.04}))
    [20]
    """
    if len(darker) < _MANY:
        return set()
    usual = statistics.median(darker.values())
    spread = 1.48 * statistics.median(abs(one - usual) for one in darker.values())
    least = usual + max(_EXCESS, _EXCESS_SPREADS * spread)
    return {key for key, one in darker.items() if one > least}


DOT, LONE_DOT, DOTTED = 0.995, 0.7, 3
"""How sure a dot is that has its like on the sheet, at least so many of them, and one that has not: that one
may be a slip of the pen, and what else the sheet says decides."""

_SOFT, _SOFT_EDGE = 0.35, 1.5
"""A stain's edges have less than this part of the sharpness of print, and rise in more than 1 / 1.5 mm. Of
1,200 marks in simulated photos none has; of nine stains the sharpest has 0.29 and 1.1."""


def sharpness(darkness: NDArray[np.float32], zone: NDArray[np.bool_], scale: float) -> float:
    """Give how fast darkness rises at the edges in a zone of a window, in its own range a mm."""
    import cv2
    import numpy as np

    soft: Any = cv2.GaussianBlur(darkness, (0, 0), 0.1 * scale)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *axis, ksize=1)[zone] for axis in ((1, 0), (0, 1)))
    values, rises = soft[zone], np.hypot(across, down) / 2 * scale
    last, first = int(0.97 * (values.size - 1)), int(0.1 * (values.size - 1))
    values = np.partition(values, (first, last))
    rise = float(np.partition(rises, last)[last])
    return rise / max(float(values[last] - values[first]), 0.02)


def is_soft(edges: float, print_edges: float, part: float = _SOFT) -> bool:
    """Say whether edges so sharp are softer than any stroke's where print has ``print_edges``.

    ``part`` is how sharp strokes are at least, beside print.
    """
    return edges < min(part * print_edges, _SOFT_EDGE)


def median(values: Iterable[float]) -> float:
    """Give the middle one of some values; 0 of none."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else 0.0


def polar(
    shape: tuple[int, int], at: tuple[float, float], scale: float
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Give the distance (mm) and the direction (0 to 2π) of each pixel of a window from a place.

    ``at`` is how far (mm) the window's left and top lie beyond the place.
    """
    import numpy as np

    rows, columns = shape
    x = (at[0] + (np.arange(columns) + 0.5) / scale)[None, :]
    y = (at[1] + (np.arange(rows) + 0.5) / scale)[:, None]
    return np.hypot(x, y).astype(np.float32), np.arctan2(y, x) % (2 * np.pi)


def offsets(window: Window, centre: tuple[float, float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give how far (mm) each pixel of a window lies across and down from a place on the page (mm)."""
    import numpy as np

    rows, columns = window.darkness.shape
    x = window.left + (np.arange(columns) + 0.5) / window.scale - centre[0]
    y = window.top + (np.arange(rows) + 0.5) / window.scale - centre[1]
    return np.broadcast_to(x[None, :], (rows, columns)), np.broadcast_to(y[:, None], (rows, columns))
