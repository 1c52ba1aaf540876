"""A phone's camera: takes a filled-in sheet on a table to a JPEG. Knows no fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from .backgrounds import GROUND, SIZE_MM
from .light import SMALL, Light, fingers, glare, light_map, relief
from .pens import SCALE
from .surfaces import View, coarse_grid, spread

Rng = np.random.Generator


class Sensor(NamedTuple):
    """What lens and sensor do: ranges of blur (one sigma, in mm of paper), of noise, of JPEG quality.

    ``motion`` is the chance of a shaken picture and ``shake`` how far it moves in mm; ``noise`` is one sigma
    in steps of 255; ``sharpen`` the most that the phone sharpens afterwards.
    """

    blur: tuple[float, float]
    motion: float
    shake: tuple[float, float]
    noise: tuple[float, float]
    sharpen: float
    quality: tuple[int, int]


class Shot(NamedTuple):
    """A picture (blue, green, red), where the sheet is hidden in it (0 to 255, small), its JPEG's quality."""

    picture: Any
    hidden: Any
    quality: int


def _onto_ground(view: View, ground: Any, rng: Rng) -> Any:
    """Look at the table through the camera; it is flat, and the sheet lies about its middle."""
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.6:
        turn = np.eye(2)
    flat = np.array([(-150.0, -150), (150, -150), (150, 150), (-150, 150)])
    pixels = view.pose._replace(barrel=0).project(np.column_stack([flat, np.zeros(4)]))
    texture = (flat @ turn.T + np.array(SIZE_MM) / 2) * GROUND
    matrix = cv2.getPerspectiveTransform(texture.astype(np.float32), pixels.astype(np.float32))
    return cv2.warpPerspective(
        ground, matrix, view.pose.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def _fitted(page: Any, most: float) -> tuple[Any, float]:
    """Give the page no finer than the picture needs (``most`` px a mm there), and its pixels a mm."""
    scale = min(SCALE, 1.15 * most)
    if scale > 0.9 * SCALE:
        return page, SCALE
    size = (round(page.shape[1] * scale / SCALE), round(page.shape[0] * scale / SCALE))
    return cv2.resize(page, size, interpolation=cv2.INTER_AREA), size[0] / page.shape[1] * SCALE


def torn_corner(rng: Rng) -> Callable[[float, float], Any]:
    """Tear a corner off: give what makes its outline in mm of a paper's width and height."""
    corner, legs = rng.integers(4), rng.uniform(10, 32, 2)
    bite = rng.uniform(0.35, 0.62, 2)

    def outline(wide: float, high: float) -> Any:
        points = np.array([(0, 0), (legs[0], 0), legs * bite, (0, legs[1])])
        x, y = corner % 2, corner // 2
        return np.abs(points - np.array([wide * x, high * y]))

    return outline


def _sheet_in_picture(
    view: View, page: Any, paper: Any, counts: tuple[int, int], torn: Callable[[float, float], Any] | None
) -> Any:
    """Lay the page (with its cover as a fourth channel) into the picture; blank table is 0 in all four."""
    small, scale = _fitted(page, view.scale()[1])
    # The paper may be a little larger or smaller than what was printed: its edge is the surface's.
    wide, high = (round(length * scale) for length in (view.surface.width, view.surface.height))
    covered = np.full((high, wide, 4), 255, np.uint8)
    rows, columns = min(high, small.shape[0]), min(wide, small.shape[1])
    covered[:rows, :columns, :3] = small[:rows, :columns]
    if torn is not None:
        cv2.fillPoly(covered, [np.round(torn(wide / scale, high / scale) * scale).astype(np.int32)], (0,) * 4)
    x = spread(paper[:, 0] * scale - 0.5, counts, view.pose.size)
    y = spread(paper[:, 1] * scale - 0.5, counts, view.pose.size)
    return cv2.remap(covered, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)


def _composed(ground: Any, sheet: Any) -> Any:
    """Put the sheet over the table, its soft edge included, with the narrow shadow that paper throws."""
    cover = sheet[:, :, 3]
    size = (cover.shape[1] // 8, cover.shape[0] // 8)
    near = cv2.GaussianBlur(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), (0, 0), 3)
    near = cv2.resize((255 - 0.45 * near).astype(np.uint8), cover.shape[::-1])
    table = cv2.multiply(ground, cv2.merge([near] * 3), scale=1 / 255)
    open_ = cv2.bitwise_not(cover)
    table = cv2.multiply(table, cv2.merge([open_] * 3), scale=1 / 255)
    return cv2.add(table, cv2.cvtColor(sheet, cv2.COLOR_RGBA2RGB))


@cache
def _noise_tile() -> Any:
    """Give noise of unit spread as the camera's own smoothing leaves it: 40 steps a sigma about 128."""
    rng = np.random.default_rng(7)
    noise = rng.standard_normal((1024, 1280, 3)).astype(np.float32)
    grey = cv2.GaussianBlur(noise[:, :, 0], (0, 0), 0.7)
    colour = cv2.GaussianBlur(noise, (0, 0), 2.2)
    mixed = grey[:, :, None] / grey.std() + 0.45 * colour / colour.std()
    return np.clip(128 + 40 * mixed / mixed.std(), 0, 255).astype(np.uint8)


def _noisy(picture: Any, sigma: float, rng: Rng) -> Any:
    tile = np.roll(_noise_tile(), tuple(int(v) for v in rng.integers(0, 1024, 2)), axis=(0, 1))
    rows, columns = -(-picture.shape[0] // tile.shape[0]), -(-picture.shape[1] // tile.shape[1])
    noise = np.tile(tile, (rows, columns, 1))[: picture.shape[0], : picture.shape[1]]
    part = sigma / 40
    return cv2.addWeighted(picture, 1, noise, part, -128 * part)


def _blurred(picture: Any, sensor: Sensor, scale: float, rng: Rng) -> Any:
    """Blur by the lens and by the hand, then sharpen as phones do."""
    sigma = max(0.45, rng.uniform(*sensor.blur) * scale)
    picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    if rng.random() < sensor.motion:
        length = max(2, int(rng.uniform(*sensor.shake) * scale))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        half = 0.5 * length * np.array([np.cos(angle), np.sin(angle)])
        ends = [tuple(round(float(v)) for v in (length + half * sign)) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    amount = rng.uniform(0, sensor.sharpen)
    if amount > 0.1:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)
    return picture


def _gains(view: View, light: Light, paper: Any, counts: tuple[int, int], rng: Rng) -> Any:
    """Give the light of every pixel as bytes (255 is full), three channels."""
    size = view.pose.size
    small = light_map(size, light, rng)
    inside = np.clip(paper, 0, [view.surface.width, view.surface.height])
    shade = relief(view, inside, rng.uniform(0.3, 1.0) * light.relief, rng)
    shade = cv2.resize(spread(shade, counts, size), small.shape[1::-1], interpolation=cv2.INTER_AREA)
    byte = np.clip(small * shade[:, :, None] * 255, 0, 255).astype(np.uint8)
    return cv2.resize(byte, (small.shape[1] * SMALL, small.shape[0] * SMALL))[: size[1], : size[0]]


def _enlarged(small: Any, size: tuple[int, int]) -> Any:
    return cv2.resize(small, (small.shape[1] * SMALL, small.shape[0] * SMALL))[: size[1], : size[0]]


def _covered(picture: Any, view: View, rng: Rng) -> tuple[Any, Any]:
    """Let thumbs lie over the sheet."""
    size = view.pose.size
    mask, skin = fingers(size, view, rng)
    big = cv2.GaussianBlur(_enlarged(mask, size), (0, 0), 2)
    near = cv2.GaussianBlur(mask, (0, 0), 4)
    dark = cv2.bitwise_not(_enlarged((0.3 * near).astype(np.uint8), size))
    picture = cv2.multiply(picture, cv2.merge([dark] * 3), scale=1 / 255)
    thumb = np.empty_like(picture)
    thumb[:] = np.array(skin)
    shaded = cv2.multiply(
        thumb, cv2.merge([cv2.bitwise_not(_enlarged((255 - near) // 3, size))] * 3), scale=1 / 255
    )
    three = cv2.merge([big] * 3)
    rest = cv2.multiply(picture, cv2.bitwise_not(three), scale=1 / 255)
    return cv2.add(rest, cv2.multiply(shaded, three, scale=1 / 255)), mask


def photograph(
    view: View,
    page: Any,
    ground: Any,
    light: Light,
    sensor: Sensor,
    rng: Rng,
    torn: Callable[[float, float], Any] | None = None,
) -> Shot:
    """Take a picture of a sheet that lies on a table; ``torn`` as ``torn_corner`` makes it."""
    size = view.pose.size
    grid, counts = coarse_grid(size)
    paper = view.paper_at(grid)
    picture = _composed(_onto_ground(view, ground, rng), _sheet_in_picture(view, page, paper, counts, torn))
    hidden = np.zeros((-(-size[1] // SMALL), -(-size[0] // SMALL)), np.uint8)
    if rng.random() < light.fingers:
        picture, hidden = _covered(picture, view, rng)
    picture = cv2.multiply(picture, _gains(view, light, paper, counts, rng), scale=1 / 255)
    if rng.random() < light.glare:
        patch = glare(size, view, rng)
        hidden = np.maximum(hidden, (255 * (patch > 0.75)).astype(np.uint8))
        left = cv2.merge([_enlarged((255 * (1 - patch)).astype(np.uint8), size)] * 3)
        picture = cv2.bitwise_not(cv2.multiply(cv2.bitwise_not(picture), left, scale=1 / 255))
    picture = _blurred(picture, sensor, float(np.mean(view.scale())), rng)
    picture = _noisy(picture, rng.uniform(*sensor.noise), rng)
    return Shot(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), hidden, int(rng.integers(*sensor.quality)))
