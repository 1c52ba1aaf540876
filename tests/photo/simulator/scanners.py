"""A flatbed scanner or a copier with a glass: a sheet straight on, with what such machines do to it."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from .pens import SCALE

Rng = np.random.Generator


class Scan(NamedTuple):
    """A scanned picture (blue, green, red, or grey), and the 2 × 3 matrix from mm of paper to its pixels."""

    picture: Any
    matrix: Any
    one_bit: bool


def _dithered(grey: Any, rng: Rng) -> Any:
    """Make a picture of black and white alone: by one threshold, or by noise that stands in for greys."""
    if rng.random() < 0.5:
        return cv2.threshold(grey, float(rng.uniform(120, 195)), 255, cv2.THRESH_BINARY)[1]
    noise = rng.integers(40, 215, (256, 256)).astype(np.uint8)
    tile = np.tile(noise, (-(-grey.shape[0] // 256), -(-grey.shape[1] // 256)))
    return np.where(grey > tile[: grey.shape[0], : grey.shape[1]], 255, 0).astype(np.uint8)


def _streaked(picture: Any, rng: Rng) -> None:
    """Draw the thin lines that a speck of dirt on the glass leaves along the whole page, in place."""
    for _ in range(int(rng.integers(1, 3))):
        x, wide = int(rng.integers(picture.shape[1])), int(rng.integers(1, 3))
        part = picture[:, x : x + wide]
        part[:] = (part * rng.uniform(0.45, 0.85)).astype(np.uint8)


def scan(page: Any, hard: bool, rng: Rng) -> Scan:
    """Scan a page (red, green, blue) at 150 to 300 dots an inch: a little askew, perhaps upside down."""
    dots = int(rng.choice([150, 200, 200, 300]))
    scale = dots / 25.4
    small = cv2.resize(page, None, fx=scale / SCALE, fy=scale / SCALE, interpolation=cv2.INTER_AREA)
    margin = int(rng.uniform(0, 8) * scale)
    size = (small.shape[1] + 2 * margin, small.shape[0] + 2 * margin)
    middle = (small.shape[1] / 2, small.shape[0] / 2)
    matrix = cv2.getRotationMatrix2D(middle, rng.normal(0, 1.5 if hard else 0.6), 1.0)
    matrix[:, 2] += margin + rng.normal(0, 1.0, 2) * scale * 0.5
    # A pixel's middle is at whole numbers: the page's corner lies half a pixel before the first.
    border = (20, 20, 20) if rng.random() < 0.35 else (252, 252, 252)
    picture = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR, borderValue=border)
    if rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.8)
    contrast = rng.uniform(0.95, 1.35 if hard else 1.12)
    picture = cv2.convertScaleAbs(picture, alpha=contrast, beta=255 * (1 - contrast) * rng.uniform(0.4, 1))
    if rng.random() < (0.5 if hard else 0.15):
        _streaked(picture, rng)
    grey = rng.random() < 0.4
    one_bit = bool(rng.random() < (0.35 if hard else 0.08))
    if grey or one_bit:
        picture = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    if one_bit:
        picture = _dithered(picture, rng)
    if rng.random() < 0.25:
        picture = cv2.rotate(picture, cv2.ROTATE_180)
        matrix = np.array([[-1, 0, size[0] - 1], [0, -1, size[1] - 1]]) @ np.vstack([matrix, [0, 0, 1]])
    if picture.ndim == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    middles = matrix @ np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1]])
    return Scan(picture, middles, one_bit)
