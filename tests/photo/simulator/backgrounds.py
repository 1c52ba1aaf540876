"""What lies under and beside a sheet: tables, cloths, squared paper, other forms; ``GROUND`` px a mm."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

Rng = np.random.Generator
GROUND = 4
"""Pixels a millimetre."""

SIZE_MM = (680, 680)
"""Width and height of what is made; the sheet lies about its middle."""

_SHAPE = (SIZE_MM[1] * GROUND, SIZE_MM[0] * GROUND)


def _plain(colour: tuple[float, float, float], rng: Rng, rough: float = 3) -> Any:
    small = rng.normal(0, rough, (_SHAPE[0] // 4, _SHAPE[1] // 4)).astype(np.float32)
    grain = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1) * 3, _SHAPE[::-1])
    return np.clip(np.array(colour, np.float32) + grain[:, :, None], 0, 255).astype(np.uint8)


def _wood(rng: Rng) -> Any:
    """Wood: long grain, boards beside each other with dark gaps."""
    light = np.array([[205, 165, 115], [150, 100, 60], [90, 58, 38], [225, 200, 165]], np.float32)[
        rng.integers(4)
    ]
    rows = rng.standard_normal((_SHAPE[0], 40)).astype(np.float32)
    fine = cv2.resize(
        cv2.GaussianBlur(rows, (0, 0), sigmaX=0.7, sigmaY=1.2), _SHAPE[::-1], interpolation=cv2.INTER_CUBIC
    )
    broad = cv2.resize(cv2.GaussianBlur(rows[::-1], (0, 0), sigmaX=2, sigmaY=14), _SHAPE[::-1])
    tone = 1 + 0.08 * fine / fine.std() + 0.09 * broad / broad.std()
    board = int(rng.integers(80, 160)) * GROUND
    for top in range(int(rng.integers(board)), _SHAPE[0], board):
        tone[top : top + GROUND // 2] *= 0.45
        tone[top : top + board] *= rng.uniform(0.88, 1.1)
    return np.clip(light * tone[:, :, None], 0, 255).astype(np.uint8)


def _white_desk(rng: Rng) -> Any:
    level = rng.uniform(222, 250)
    return _plain((level, level, level - rng.uniform(0, 8)), rng, 1.0)


def _dark_desk(rng: Rng) -> Any:
    return _plain(tuple(rng.uniform(20, 75, 3)), rng, 2.0)


def _squared(rng: Rng) -> Any:
    """Squared paper, 5 mm or 4 mm, in grey or blue."""
    ground = _plain((246, 246, 243), rng, 0.8)
    colour = [(150, 170, 205), (170, 170, 170), (120, 140, 190)][rng.integers(3)]
    step = int(rng.choice([4, 5])) * GROUND
    ground[::step] = colour
    ground[:, ::step] = colour
    return ground


def _cloth(rng: Rng) -> Any:
    """A checked table cloth."""
    ground = _plain(tuple(rng.uniform(200, 245, 3)), rng, 4)
    colour = rng.uniform(0.35, 0.8, 3)
    step = int(rng.integers(8, 30)) * GROUND
    for axis in (0, 1):
        on = (np.arange(_SHAPE[axis]) // step) % 2 == 0
        index = np.flatnonzero(on)
        if axis == 0:
            ground[index] = (ground[index] * colour).astype(np.uint8)
        else:
            ground[:, index] = (ground[:, index] * colour).astype(np.uint8)
    return ground


def _tag(number: int) -> Any:
    """Draw an AprilTag of 12 mm with its white rim."""
    import cv2.aruco as aruco

    known = aruco.getPredefinedDictionary(aruco.DICT_APRILTAG_36h11)
    return cv2.copyMakeBorder(
        aruco.generateImageMarker(known, number, 12 * GROUND), *([2 * GROUND] * 4), 0, value=255
    )


def _lay(ground: Any, piece: Any, at: tuple[int, int]) -> None:
    """Put a grey or coloured piece on the ground, in place, as far as it fits."""
    x, y = at
    piece = piece[: max(0, _SHAPE[0] - y), : max(0, _SHAPE[1] - x)]
    ground[y : y + piece.shape[0], x : x + piece.shape[1]] = piece if piece.ndim == 3 else piece[:, :, None]


def _form(rng: Rng) -> Any:
    """Another form: a heading, lines of text, boxes and rounds (some filled), AprilTags that are not ours."""
    wide, high = 200 * GROUND, 280 * GROUND
    form = np.full((high, wide), 250, np.uint8)
    for row in range(24, 270, int(rng.integers(7, 12))):
        y, x = row * GROUND, 20 * GROUND
        if rng.random() < 0.45:
            for column in range(int(rng.integers(4, 14))):
                corner = (x + column * 11 * GROUND, y)
                if rng.random() < 0.5:
                    cv2.rectangle(form, corner, (corner[0] + 6 * GROUND, y + 5 * GROUND), 40, 1)
                else:
                    filled = -1 if rng.random() < 0.3 else 1
                    cv2.circle(form, (corner[0], y + 2 * GROUND), 2 * GROUND, 40, filled, cv2.LINE_AA)
        else:
            text = "".join(chr(int(code)) for code in rng.integers(97, 123, int(rng.integers(20, 60))))
            cv2.putText(form, text, (x, y + 3 * GROUND), cv2.FONT_HERSHEY_SIMPLEX, 0.45, 60, 1, cv2.LINE_AA)
    for x, y in ((8, 8), (176, 8), (8, 256)):
        if rng.random() < 0.7:
            _lay_grey(form, _tag(int(rng.integers(300, 560))), (x * GROUND, y * GROUND))
    return form


def _lay_grey(form: Any, piece: Any, at: tuple[int, int]) -> None:
    x, y = at
    form[y : y + piece.shape[0], x : x + piece.shape[1]] = piece


def _forms(rng: Rng) -> Any:
    """A table with other forms beside the sheet."""
    ground = _wood(rng) if rng.random() < 0.6 else _dark_desk(rng)
    for x in (0, int(rng.integers(440, 460))):
        _lay(ground, _form(rng), (x * GROUND, int(rng.integers(150, 250)) * GROUND))
    return ground


def _chessboard(rng: Rng) -> Any:
    """A table with a chess board that the sheet lies on."""
    ground = _wood(rng)
    step = int(rng.integers(40, 58)) * GROUND
    for row in range(8):
        for column in range(8):
            dark = (row + column) % 2
            y, x = row * step + 200, column * step + 200
            ground[y : y + step, x : x + step] = (60, 40, 30) if dark else (225, 205, 170)
    return ground


GROUNDS: dict[str, Callable[[Rng], Any]] = {
    "wood": _wood,
    "white desk": _white_desk,
    "dark desk": _dark_desk,
    "squared paper": _squared,
    "cloth": _cloth,
    "forms": _forms,
    "chess board": _chessboard,
}


@lru_cache(maxsize=6)
def ground(name: str, number: int) -> Any:
    """Give a background (red, green, blue); ``number`` tells those of one name apart."""
    return GROUNDS[name](np.random.default_rng([number, len(name)]))
