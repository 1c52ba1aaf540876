"""Light on a table: lamps, shadows, glare, and the thumbs that hold the sheet.

Gains are of pixel values, which hold the camera's gamma already; a map is coarser than the picture.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from .surfaces import View

Rng = np.random.Generator
SMALL = 8
"""A light map has one place for so many pixels of the picture, across and down."""


class Light(NamedTuple):
    """What the light is like: chances and strengths. Gains are of pixel values, 1 is full."""

    exposure: tuple[float, float]
    vignette: float
    gradient: float
    cast: float
    soft_shadow: float
    hard_shadow: float
    shade: tuple[float, float]
    glare: float
    fingers: float
    relief: float


def _gradient(shape: tuple[int, int], light: Light, rng: Rng) -> Any:
    """Let a lamp stand to one side, and the corners of the lens be darker."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    x, y = x / shape[1] - 0.5, y / shape[0] - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    falls = rng.uniform(0, light.gradient)
    lamp = 1 - falls * (0.5 + x * np.cos(angle) + y * np.sin(angle))
    return lamp * (1 - rng.uniform(0, light.vignette) * 2 * (x**2 + y**2))


def _shadow(shape: tuple[int, int], soft: float, rng: Rng) -> Any:
    """Give where a shadow falls, 0 to 1: the edge of something large, or a hand with a phone."""
    height, width = shape
    mask = np.zeros(shape, np.uint8)
    middle = np.array([rng.uniform(0.25, 0.75) * width, rng.uniform(0.25, 0.75) * height])
    angle = rng.uniform(0, 2 * np.pi)
    way, aside = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    reach = 2.0 * max(shape)
    if rng.random() < 0.5:
        corners = [middle - aside * reach, middle + aside * reach, middle + aside * reach + way * reach]
        corners.append(middle - aside * reach + way * reach)
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
    else:
        wide, long = rng.uniform(0.10, 0.22) * max(shape), rng.uniform(0.12, 0.3) * max(shape)
        box = [middle + a * wide * aside + b * long * way for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillPoly(mask, [np.round(box).astype(np.int32)], 255)
        arm = middle + way * reach
        cv2.line(mask, *(tuple(int(v) for v in end) for end in (middle, arm)), 255, max(3, int(1.1 * wide)))
    if soft > 0.3:
        mask = cv2.GaussianBlur(mask, (0, 0), soft)
    return mask.astype(np.float32) / 255


def light_map(size: tuple[int, int], light: Light, rng: Rng) -> Any:
    """Give the gains of a picture (width, height) as an array (rows, columns, 3), small."""
    shape = (-(-size[1] // SMALL), -(-size[0] // SMALL))
    gain = _gradient(shape, light, rng)
    tint = np.ones((*shape, 3), np.float32)
    warm = rng.normal(0, light.cast)
    tint *= np.array([1 + warm, 1 + rng.normal(0, 0.25 * light.cast), 1 - warm], np.float32)
    tint /= tint.max()
    per_mm = max(shape) / 330
    for chance, softness in ((light.soft_shadow, (6, 25)), (light.hard_shadow, (0.25, 2.0))):
        if rng.random() < chance:
            dark = _shadow(shape, rng.uniform(*softness) * per_mm, rng)[:, :, None]
            depth = rng.uniform(*light.shade)
            # What a shadow leaves is the light of the sky or of the room: a little bluer.
            gain = gain * (1 - dark[:, :, 0] * depth)
            tint = tint * (1 - dark * np.array([0.05, 0.02, 0.0], np.float32))
    # A phone sets its exposure by what is bright in the picture, as all else is darker than that.
    gain *= rng.uniform(*light.exposure) / np.percentile(gain, 85)
    return np.clip(gain[:, :, None] * tint, 0, 1)


def relief(view: View, paper: Any, strength: float, rng: Rng) -> Any:
    """Give the gain at points of the paper: bent paper is lighter where it faces the lamp."""
    angle = rng.uniform(0, 2 * np.pi)
    slopes = view.surface.slopes(paper)
    facing = slopes @ np.array([np.cos(angle), np.sin(angle)])
    return np.clip(1 + strength * facing, 0.5, 1.12)


def glare(size: tuple[int, int], view: View, rng: Rng) -> Any:
    """Give a patch of glare on the paper, 0 to 1 for each place of a light map; its middle is white."""
    shape = (-(-size[1] // SMALL), -(-size[0] // SMALL))
    spot = view.pixels(rng.uniform(0.15, 0.85, (1, 2)) * [view.surface.width, view.surface.height])[0] / SMALL
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    across = (x - spot[0]) * np.cos(angle) + (y - spot[1]) * np.sin(angle)
    down = -(x - spot[0]) * np.sin(angle) + (y - spot[1]) * np.cos(angle)
    reach = np.mean(view.scale()) / SMALL * rng.uniform(8, 22)
    far = (across / reach) ** 2 + (down / (reach * rng.uniform(0.5, 1.0))) ** 2
    return np.clip(rng.uniform(0.8, 1.8) * np.exp(-far), 0, 1)


def fingers(size: tuple[int, int], view: View, rng: Rng) -> tuple[Any, tuple[float, float, float]]:
    """Give where thumbs cover the sheet, 0 or 255 for each place of a light map, and their colour."""
    shape = (-(-size[1] // SMALL), -(-size[0] // SMALL))
    mask = np.zeros(shape, np.uint8)
    scale = float(np.mean(view.scale()))
    for _ in range(int(rng.choice([1, 1, 2]))):
        wide, high = view.surface.width, view.surface.height
        side, along, deep = rng.integers(4), rng.uniform(0.1, 0.9), rng.uniform(6, 26)
        tips = [
            (along * wide, deep),
            (wide - deep, along * high),
            (along * wide, high - deep),
            (deep, along * high),
        ]
        outs = [(0, -1), (1, 0), (0, 1), (-1, 0)]
        tip = np.array(tips[side])
        out = np.array(outs[side]) + rng.normal(0, 0.35, 2)
        ends = view.pixels(np.array([tip, tip + 90 * out])) / SMALL
        thick = rng.uniform(14, 20) * scale / SMALL
        cv2.line(mask, *(tuple(int(v) for v in end) for end in ends), 255, max(2, int(thick)), cv2.LINE_AA)
    skin = np.array([(224, 172, 138), (198, 134, 100), (141, 85, 56), (240, 195, 165)][rng.integers(4)])
    return mask, tuple(skin * rng.uniform(0.85, 1.0))
