"""Pens: how a stroke becomes ink on a page. Knows paths and colours, and no sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from .strokes import Stroke, smooth_noise

SCALE = 14
"""Pixels a millimetre of the page on which ink is drawn."""

_FINE = 2
"""How much finer a stroke is drawn than the page, for soft edges."""


class Pen(NamedTuple):
    """What a pen does to paper.

    ``through`` is the light that full ink lets through (red, green, blue), ``width`` in mm, ``spread`` how
    much pressure widens the line, ``ink`` its usual density, ``uneven`` how that varies along a stroke,
    ``skips`` how often the line breaks off in mm of stroke, ``grain`` how much the paper's tooth shows,
    ``deepest`` the most density that strokes over each other reach, ``bleed`` the softness of the edge in mm.
    """

    name: str
    through: tuple[float, float, float]
    width: float
    spread: float = 0.25
    ink: float = 1.0
    uneven: float = 0.15
    skips: float = 0.0
    grain: float = 0.15
    deepest: float = 1.5
    bleed: float = 0.03


PENS: tuple[Pen, ...] = (
    Pen("blue ballpoint", (0.17, 0.22, 0.58), 0.45, uneven=0.18, skips=0.004),
    Pen("black ballpoint", (0.17, 0.17, 0.20), 0.45, uneven=0.18, skips=0.004),
    Pen("red ballpoint", (0.78, 0.17, 0.20), 0.45, uneven=0.18, skips=0.004),
    Pen("green ballpoint", (0.12, 0.47, 0.27), 0.45, uneven=0.18, skips=0.004),
    Pen("gel pen", (0.10, 0.10, 0.14), 0.55, spread=0.12, uneven=0.06, grain=0.05, deepest=1.2),
    Pen("pencil", (0.40, 0.40, 0.42), 0.60, spread=0.35, uneven=0.2, grain=0.75, deepest=1.4),
    Pen("hard pencil", (0.47, 0.47, 0.49), 0.45, spread=0.3, ink=0.8, uneven=0.2, grain=0.7, deepest=1.2),
    Pen(
        "black felt pen",
        (0.08, 0.08, 0.09),
        1.2,
        spread=0.3,
        uneven=0.06,
        grain=0.04,
        deepest=1.25,
        bleed=0.1,
    ),
    Pen(
        "blue felt pen", (0.10, 0.25, 0.65), 1.3, spread=0.3, uneven=0.08, grain=0.05, deepest=1.3, bleed=0.1
    ),
    Pen("red felt pen", (0.86, 0.14, 0.17), 1.3, spread=0.3, uneven=0.08, grain=0.05, deepest=1.3, bleed=0.1),
    Pen(
        "fat felt pen",
        (0.10, 0.10, 0.12),
        2.0,
        spread=0.25,
        uneven=0.06,
        grain=0.05,
        deepest=1.25,
        bleed=0.15,
    ),
    Pen("dry ballpoint", (0.20, 0.24, 0.56), 0.38, ink=0.62, uneven=0.3, skips=0.03, grain=0.45, deepest=1.2),
    Pen("faint pencil", (0.55, 0.55, 0.57), 0.55, ink=0.8, uneven=0.25, grain=0.7, deepest=1.2),
)
"""Widths and densities of everyday pens; in a sharp picture, ink/paper is about 0.15 to 0.75."""

PEN_BY_NAME = {pen.name: pen for pen in PENS}


@cache
def _tooth() -> Any:
    """Give the tooth of paper: a tile of 0 (valley) to 1 (peak), at the page's scale."""
    rng = np.random.default_rng(20)
    rough = rng.standard_normal((1024, 1024)).astype(np.float32)
    fine = cv2.GaussianBlur(rough, (0, 0), 0.9)
    coarse = cv2.GaussianBlur(rough[::-1], (0, 0), 3.5)
    tile = 0.8 * fine / fine.std() + 0.7 * coarse / coarse.std()
    return (1 / (1 + np.exp(-1.1 * tile))).astype(np.float32)


def _density_along(one: Stroke, pen: Pen, rng: np.random.Generator) -> Any:
    """Give the ink at each point of a stroke, 0 to 1: uneven flow, and the breaks of a pen that skips."""
    count = len(one.points)
    flow = 1 + pen.uneven * smooth_noise(rng, count, rng.uniform(4, 14))
    flow *= 0.75 + 0.25 * np.clip(one.pressure, 0, 1.4)
    for at in np.flatnonzero(rng.random(count) < pen.skips):
        flow[at : at + int(rng.integers(3, 9))] *= rng.uniform(0.05, 0.5)
    flow = np.convolve(np.pad(flow, 2, mode="edge"), np.array([1, 2, 3, 2, 1]) / 9, mode="valid")
    return np.clip(pen.ink * flow, 0.03, 1.25) / 1.25


def _stroke_ink(one: Stroke, pen: Pen, box: tuple[int, int, int, int], rng: np.random.Generator) -> Any:
    """Draw one stroke into a box of the page (left, top, right, bottom in pixels); density 0 to 1.25."""
    left, top, right, bottom = box
    fine = np.zeros(((bottom - top) * _FINE, (right - left) * _FINE), np.uint8)
    scale = SCALE * _FINE
    flow = (_density_along(one, pen, rng) * 255).astype(int)
    widths = pen.width * (1 + pen.spread * (np.clip(one.pressure, 0.2, 1.8) - 1))
    thickness = np.maximum(1, np.round(widths * scale)).astype(int)
    at = np.round((one.points * scale - np.array([left, top]) * _FINE) * 16).astype(int)
    for (x, y), (to_x, to_y), ink, wide in zip(at, at[1:], flow, thickness, strict=False):
        cv2.line(fine, (x, y), (to_x, to_y), int(ink), int(wide), cv2.LINE_AA, 4)
    small = cv2.resize(fine, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    if pen.bleed > 0.02:
        small = cv2.GaussianBlur(small, (0, 0), pen.bleed * SCALE)
    return small.astype(np.float32) * (1.25 / 255)


def _box_of(strokes: Sequence[Stroke], pen: Pen, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """Give the part of the page that strokes touch, in pixels; None for none of it."""
    points = np.concatenate([one.points for one in strokes])
    margin = pen.width + 3 * pen.bleed + 0.3
    low = np.floor((points.min(axis=0) - margin) * SCALE).astype(int)
    high = np.ceil((points.max(axis=0) + margin) * SCALE).astype(int)
    left, top = (max(0, int(value)) for value in low)
    right, bottom = min(shape[1], int(high[0])), min(shape[0], int(high[1]))
    return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None


def ink_on(page: Any, strokes: Sequence[Stroke], pen: Pen, rng: np.random.Generator) -> None:
    """Put strokes on a page (height × width × 3, red, green, blue, ``SCALE`` px a mm), in place.

    Ink takes light away from what is there, as on paper; strokes over each other get darker up to the deepest
    that the pen can do.
    """
    box = _box_of(strokes, pen, page.shape) if strokes else None
    if box is None:
        return
    left, top, right, bottom = box
    density = np.zeros((bottom - top, right - left), np.float32)
    for one in strokes:
        density += _stroke_ink(one, pen, box, rng)
    rows, columns = ((np.arange(size) + rng.integers(0, 1024)) % 1024 for size in density.shape)
    tooth = _tooth()[np.ix_(rows, columns)]
    # Light pressure leaves the valleys of the paper white; going over it again fills them.
    density *= 1 - pen.grain + pen.grain * np.clip(1.9 * tooth - 0.45 + 0.4 * density, 0, 1.15)
    density = pen.deepest * np.tanh(density / pen.deepest)
    part = page[top:bottom, left:right]
    for channel, through in enumerate(pen.through):
        light = np.exp(density * np.float32(np.log(through)))
        part[:, :, channel] = (part[:, :, channel] * light).astype(np.uint8)
