"""Thin straight lines that a dirty scanner draws over a whole page, and the page as it is without them.

No hand draws so long and so straight a line without meaning to, nor from one edge of the paper to the other.
Whatever such a line crosses would else be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.ink import InkMap
from printquarto.photo.page import halved
from printquarto.photo.skeleton import beside_print

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart

_SCALE = 4.0
"""Pixels a millimetre at which lines are looked for."""

_LEAST_DARK, _NOISES = 0.04, 1.5
"""Darkness of a scratch above what is beside it, and in multiples of the noise: it is seen by its length."""

_LEAN = 5.0
"""Degrees by which a scratch leans against the page's sides at most, as a sheet lies askew on a glass."""

_BESIDE_PRINT = 0.9
"""What is left out (mm) about each printed line."""

_WHOLE, _FREE = 0.85, 0.3
"""The part of a scratch that is seen, where nothing printed is in its way; and the part where that is so."""

_HALF = 0.45
"""Half the width (mm) of what is painted over."""

_PRINT = 0.6
"""What of a printed line's surroundings (mm) is left as it is: rings must stay whole."""

_OFF = 0.8
"""How far (mm) beside it paper is looked up; a scratch is thinner than half of that."""


class Scratch(NamedTuple):
    """A line from edge to edge: ``upright`` or level, where it meets both edges (mm)."""

    upright: bool
    start: float
    end: float


def without_scratches(ink: InkMap, chart: Chart) -> InkMap:
    """Give a page's ink without the scratches that run from edge to edge."""
    found = find_scratches(ink, chart)
    if not found:
        return ink
    darkness, lines = ink.darkness.copy(), ink.lines.copy()
    printed = beside_print(chart, ink.scale, ink.lines.shape, round(_PRINT * ink.scale))
    for one in found:
        for page in (darkness, lines):
            kept = printed > 0 if one.upright else printed.T > 0
            _paint_over(page if one.upright else page.T, one, ink.scale, kept)
    return ink._replace(darkness=darkness, lines=lines)


def find_scratches(ink: InkMap, chart: Chart) -> Sequence[Scratch]:
    """Find the scratches of a page, the clearest of any that lie close together."""
    import cv2
    import numpy as np

    factor = 2 * _SCALE / ink.scale
    dark: Any = cv2.resize(halved(ink.lines), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    near = beside_print(chart, ink.scale, dark.shape, 2 * round(_BESIDE_PRINT * _SCALE) + 1)
    seen: Any = cv2.resize(
        ink.seen.astype(np.uint8), (dark.shape[1], dark.shape[0]), interpolation=cv2.INTER_NEAREST
    )
    free = (near == 0) & (seen > 0)
    least = max(_LEAST_DARK, _NOISES * ink.grain)
    return [
        *_upright(dark, free, least, upright=True),
        *_upright(np.ascontiguousarray(dark.T), np.ascontiguousarray(free.T), least, upright=False),
    ]


def _upright(dark: NDArray[Any], free: NDArray[Any], least: float, *, upright: bool) -> list[Scratch]:
    """Find the upright scratches of a page (rows × columns at ``_SCALE`` px/mm)."""
    import cv2
    import numpy as np

    rows, columns = dark.shape
    off = round(_OFF * _SCALE)
    smooth = cv2.GaussianBlur(dark, (0, 0), sigmaX=0.15 * _SCALE, sigmaY=1.5 * _SCALE)
    beside = np.maximum(np.roll(smooth, off, axis=1), np.roll(smooth, -off, axis=1))
    ridge = (smooth - beside > least) & free
    found = cv2.HoughLines(
        ridge.astype(np.uint8),
        1,
        np.deg2rad(0.25),
        int(_FREE * _WHOLE * rows),
        min_theta=-np.deg2rad(_LEAN),
        max_theta=np.deg2rad(_LEAN),
    )
    wide: Any = cv2.dilate(ridge.astype(np.uint8), np.ones((1, 3), np.uint8))
    scratches: list[Scratch] = []
    for distance, angle in [] if found is None else found.reshape(-1, found.shape[-1])[:200, :2]:
        top, foot = distance / np.cos(angle), (distance - (rows - 1) * np.sin(angle)) / np.cos(angle)
        across = np.round(np.linspace(top, foot, rows)).astype(int)
        if across.min() < off or across.max() >= columns - off:
            continue
        at = np.arange(rows)
        open_there = free[at, across]
        if open_there.mean() < _FREE or wide[at, across][open_there].mean() < _WHOLE:
            continue
        one = Scratch(upright, float(top + 0.5) / _SCALE, float(foot + 0.5) / _SCALE)
        if all(abs(one.start - other.start) + abs(one.end - other.end) > 2 for other in scratches):
            scratches.append(one)
    return scratches


def _paint_over(page: NDArray[Any], one: Scratch, scale: float, kept: NDArray[Any]) -> None:
    """Put what is beside a scratch in its place, along an upright line of a page, but where ``kept``."""
    import numpy as np

    rows, columns = page.shape
    half, off = round(_HALF * scale), round(_OFF * scale)
    middle = np.linspace(one.start, one.end, rows) * scale - 0.5
    at = np.arange(rows)[:, None]
    across = np.round(middle).astype(int)[:, None] + np.arange(-half, half + 1)[None, :]
    left = np.clip(np.round(middle).astype(int) - off, 0, columns - 1)
    right = np.clip(np.round(middle).astype(int) + off, 0, columns - 1)
    beside = np.minimum(page[at[:, 0], left], page[at[:, 0], right])
    inside = np.clip(across, 0, columns - 1)
    over = np.minimum(page[at, inside], beside[:, None])
    page[at, inside] = np.where(kept[at, inside], page[at, inside], over)
