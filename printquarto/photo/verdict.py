"""What an amount of ink says of a field that is marked or not, and how ink is measured in a window."""

from __future__ import annotations

import functools
import math
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


def amount(window: Window, part: NDArray[np.bool_]) -> float:
    """Give how much ink a part of a window holds: 0 none, 1 full ink all over."""
    import cv2
    import numpy as np

    soft: Any = cv2.GaussianBlur(window.darkness, (0, 0), 0.12 * window.scale)
    least = max(0.05, 2.0 * window.noise)
    return float(np.clip((soft[part] - least) / (_FULL - least), 0, 1).mean())


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


def contrast(window: Window, part: NDArray[np.bool_]) -> float:
    """Give how much darker the darkest thirtieth of a part of a window is than the usual place in it."""
    import cv2
    import numpy as np

    soft: Any = cv2.GaussianBlur(window.darkness, (0, 0), 0.18 * window.scale)[part]
    usual, dark = np.percentile(soft, (40, 97))
    return float(dark - usual)


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


def median(values: Iterable[float]) -> float:
    """Give the middle one of some values; 0 of none."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else 0.0


def polar(window: Window, centre: tuple[float, float]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Give the distance (mm) and the direction (0 to 2π) of each pixel of a window from a place (mm).

    Rounds are alike, so that these are mostly the same. Not to be changed.
    """
    rows, columns = window.darkness.shape
    across, down = round(window.left - centre[0], 4), round(window.top - centre[1], 4)
    return _polar(rows, columns, across, down, window.scale)


@functools.lru_cache(maxsize=16)
def _polar(
    rows: int, columns: int, across: float, down: float, scale: float
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    import numpy as np

    x = (across + (np.arange(columns) + 0.5) / scale)[None, :]
    y = (down + (np.arange(rows) + 0.5) / scale)[:, None]
    return np.hypot(x, y).astype(np.float32), np.arctan2(y, x) % (2 * np.pi)


def offsets(window: Window, centre: tuple[float, float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give how far (mm) each pixel of a window lies across and down from a place on the page (mm)."""
    import numpy as np

    rows, columns = window.darkness.shape
    x = window.left + (np.arange(columns) + 0.5) / window.scale - centre[0]
    y = window.top + (np.arange(rows) + 0.5) / window.scale - centre[1]
    return np.broadcast_to(x[None, :], (rows, columns)), np.broadcast_to(y[:, None], (rows, columns))
