"""What easy, normal and hard photos are, and how one of them is made with its truth.

easy
    What the sheet asks for: the whole sheet, flat, bright, straight on (up to 8°), sharp, 12 MP, a quiet
    table; a tenth are scans. Ballpoint, gel pen or felt pen of usual hands, on the dots.
normal
    What a family takes: 5 to 25° of tilt, any way up, a bow up to 5 mm or a soft wave, now and then an old
    fold, the soft shadow of the one who takes it, a warm lamp, the blur and noise of a phone indoors, a
    picture sent by a messenger (3 MP) in a quarter, a thumb on the edge in a tenth. All hands, all pens but
    the faintest; printed at 94 to 103 %, a tenth photocopied; a tenth are scans, some went through an app
    that lays paper straight and makes it white.
hard
    What should not be sent, and is: 20 to 42° of tilt, a bow up to 12 mm, folds and curled corners, hard
    shadows, glare over fields, low light, shake, 2 to 3 MP, corners cut off, thumbs over fields, faint pens,
    faint toner, other forms beside; scans with streaks, black edges, or of black and white alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from .backgrounds import GROUNDS, ground
from .cameras import Sensor, Shot, photograph, torn_corner
from .light import SMALL, Light
from .pens import SCALE
from .prints import any_variant
from .scanners import scan
from .sheets import EVERY_HAND, EVERY_PEN, Sheet, Tools, filled_sheet
from .strokes import Collection
from .surfaces import Aim, Bend, Surface, bow, curl, fold, take_aim, wave

Rng = np.random.Generator
PAPERS_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}


class Level(NamedTuple):
    """What a level may ask for. Chances from 0 to 1, angles in degrees, lengths in mm."""

    tools: Tools
    light: Light
    sensor: Sensor
    tilt: tuple[float, float]
    bow: tuple[float, float]
    wave: float
    fold: float
    curl: float
    cut: float
    fills: tuple[float, float]
    megapixels: dict[float, float]
    printed: tuple[float, float]
    grounds: tuple[str, ...]
    scanned: float
    torn: float = 0.0
    enhanced: float = 0.0
    turned_tag: float = 0.15


_QUIET_PENS = {
    "blue ballpoint": 4.0,
    "black ballpoint": 3.0,
    "red ballpoint": 1.0,
    "green ballpoint": 0.5,
    "gel pen": 2.0,
    "pencil": 1.0,
    "black felt pen": 0.7,
    "blue felt pen": 0.7,
    "red felt pen": 0.5,
}
_USUAL_PENS = {
    **dict.fromkeys(EVERY_PEN, 1.0),
    "blue ballpoint": 4.0,
    "black ballpoint": 3.0,
    "pencil": 3.0,
    "gel pen": 1.5,
    "dry ballpoint": 0.3,
    "faint pencil": 0.0,
    "fat felt pen": 0.5,
}
_HARD_PENS = {**_USUAL_PENS, "dry ballpoint": 1.0, "faint pencil": 1.0, "fat felt pen": 1.0}
_USUAL_HANDS = {
    "careful": 1.5,
    "usual": 3.0,
    "quick": 1.5,
    "child": 0.8,
    "shaky": 0.7,
    "ruler": 0.3,
    "dotless": 0.5,
}

LEVELS: dict[str, Level] = {
    "easy": Level(
        Tools({"careful": 1, "usual": 2, "ruler": 0.3}, _QUIET_PENS, copied=0.0, faint=0.1),
        Light((0.9, 1.0), 0.1, 0.12, 0.02, 0.0, 0.0, (0.0, 0.1), 0.0, 0.0, 0.3),
        Sensor((0.02, 0.07), 0.0, (0, 0), (0.8, 2.5), 0.6, (88, 97)),
        (0, 8), (0, 1), 0.0, 0.0, 0.0, 0.0, (0.84, 0.97), {12.0: 1.0}, (0.985, 1.01),
        ("wood", "dark desk", "cloth"), 0.1,
    ),
    "normal": Level(
        Tools(_USUAL_HANDS, _USUAL_PENS, copied=0.1, faint=0.25),
        Light((0.72, 1.0), 0.3, 0.35, 0.06, 0.45, 0.08, (0.1, 0.4), 0.02, 0.1, 0.7),
        Sensor((0.04, 0.15), 0.1, (0.15, 0.35), (1.2, 4.5), 0.9, (72, 94)),
        (5, 25), (0, 5), 0.3, 0.15, 0.1, 0.0, (0.74, 0.97), {12.0: 0.7, 3.0: 0.24, 48.0: 0.02, 8.0: 0.04},
        (0.94, 1.03), tuple(GROUNDS), 0.1, 0.03, 0.06,
    ),
    "hard": Level(
        Tools(EVERY_HAND, _HARD_PENS, copied=0.15, faint=0.5),
        Light((0.55, 0.98), 0.5, 0.5, 0.13, 0.5, 0.5, (0.2, 0.5), 0.3, 0.3, 1.2),
        Sensor((0.08, 0.26), 0.35, (0.2, 0.7), (2.5, 8.0), 1.1, (45, 85)),
        (18, 40), (2, 12), 0.4, 0.4, 0.35, 0.12, (0.72, 0.97), {12.0: 0.5, 3.0: 0.3, 2.0: 0.15, 8.0: 0.05},
        (0.94, 1.03), tuple(GROUNDS), 0.12, 0.08, 0.08,
    ),
}  # fmt: skip


class Photo(NamedTuple):
    """A picture (blue, green, red, or grey), its JPEG quality (0: a PNG of black and white), its truth."""

    picture: Any
    quality: int
    truth: dict[str, Any]


def _bends(level: Level, height: float, rng: Rng) -> tuple[Bend, ...]:
    bends = []
    along = [0.0, np.pi / 2][rng.integers(2)] + rng.normal(0, 0.15)
    rise = rng.uniform(*level.bow) * rng.choice([-1, 1, 1])
    bends.append(bow(along, rise, height))
    if rng.random() < level.wave:
        bends.append(
            wave(rng.uniform(0, np.pi), rng.uniform(0.4, 1.6), rng.uniform(90, 220), rng.uniform(0, 6.28))
        )
    if rng.random() < level.fold:
        across = [0.0, np.pi / 2][rng.integers(2)] + rng.normal(0, 0.03)
        bends.append(fold(across, rng.normal(0, 15), rng.choice([-1, 1]) * rng.uniform(0.02, 0.12)))
    if rng.random() < level.curl:
        corner = rng.choice([0.95, 2.19, 4.09, 5.33]) + rng.normal(0, 0.15)
        bends.append(curl(corner, rng.uniform(90, 130), rng.uniform(4, 14)))
    return tuple(bends)


def _picture_size(level: Level, rng: Rng) -> tuple[int, int]:
    """Choose the pixels of a picture; most people hold the phone upright for an upright sheet."""
    weights = np.array(list(level.megapixels.values()))
    pixels = 1e6 * float(rng.choice(list(level.megapixels), p=weights / weights.sum()))
    ratio = float(rng.choice([4 / 3, 4 / 3, 16 / 9]))
    short = round(np.sqrt(pixels / ratio) / 8) * 8
    long = round(short * ratio / 8) * 8
    return (short, long) if rng.random() < 0.75 else (long, short)


def _aim(level: Level, size: tuple[int, int], rng: Rng) -> Aim:
    upright = size[1] > size[0]
    turn = float(rng.choice([0, 180] if upright else [90, 270])) + rng.normal(0, 5)
    fills = rng.uniform(*level.fills)
    if rng.random() < 0.08:
        turn = rng.uniform(0, 360)
    off = tuple(float(v) for v in rng.uniform(-0.8, 0.8, 2))
    if rng.random() < level.cut:
        off = tuple(float(v) for v in rng.choice([-1, 1], 2) * rng.uniform(0.9, 1.3, 2))
        fills = rng.uniform(0.96, 1.05)
    return Aim(size, rng.uniform(*level.tilt), rng.uniform(0, 360), turn, fills, off, rng.normal(0, 0.012))


def _hidden_share(field: Any, pixels_of: Any, size: tuple[int, int], hidden: Any) -> float:
    """Give how much of a field (corners in mm) lies outside the picture or under glare or a thumb."""
    u, v = np.meshgrid(np.linspace(0.03, 0.97, 9), np.linspace(0.03, 0.97, 9))
    at = field[0] + u.reshape(-1, 1) * (field[1] - field[0]) + v.reshape(-1, 1) * (field[3] - field[0])
    pixels = pixels_of(at)
    out = np.any((pixels < 0) | (pixels > np.array(size) - 1), axis=1)
    if hidden is not None:
        places = np.clip(np.round(pixels / SMALL - 0.5), 0, np.array(hidden.shape[::-1]) - 1).astype(int)
        out |= hidden[places[:, 1], places[:, 0]] > 100
    return float(out.mean())


def _truth(sheet: Sheet, size: tuple[int, int], pixels_of: Any, hidden: Any) -> dict[str, Any]:
    matrix, shift = sheet.moved[:, :2], sheet.moved[:, 2]
    fields = []
    for one in sheet.truth:
        outline = sheet.outlines[one.board, one.id]
        share = _hidden_share(outline, pixels_of, size, hidden)
        seen = {"hidden": round(share, 3), "visible": share < 0.1}
        corners = np.round(pixels_of(outline), 1).tolist()
        fields.append({**one._asdict(), "also": list(one.also), **seen, "corners_px": corners})
    return {
        "template": sheet.layout["template"],
        "paper": sheet.layout["paper"],
        "mistakes": sheet.mistakes,
        "hands": [player.hand.name for player in sheet.players],
        "pens": [player.pen.name for player in sheet.players],
        "corners_px": np.round(pixels_of(_corners(sheet)), 1).tolist(),
        "markers": [
            {"id": marker["id"], "corners_px": np.round(pixels_of(corners @ matrix.T + shift), 2).tolist()}
            for marker, corners in _markers(sheet)
        ],
        "fields": fields,
    }


def _markers(sheet: Sheet) -> list[tuple[dict[str, Any], Any]]:
    """Give each marker with its corners (4, 2) in mm, clockwise from the top left."""
    found = []
    for marker in sheet.layout["pages"][0].get("markers", []):
        left, top, wide, high = marker["box_mm"]
        corners = [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
        found.append((marker, np.array(corners)))
    return found


def _corners(sheet: Sheet) -> Any:
    wide, high = sheet.layout["page_mm"]
    return np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)


def _scanned(sheet: Sheet, name: str, rng: Rng) -> Photo:
    made = scan(sheet.page, name == "hard", rng)
    size = made.picture.shape[1::-1]
    truth = _truth(sheet, size, lambda at: at @ made.matrix[:, :2].T + made.matrix[:, 2], None)
    told = {
        "level": name,
        "kind": "scan",
        "size": list(size),
        "px_per_mm": round(float(made.matrix[0, 0]), 2),
    }
    quality = 0 if made.one_bit else int(rng.integers(60, 95))
    return Photo(made.picture, quality, {**told, "sheets": [truth]})


def _photographed(sheet: Sheet, name: str, rng: Rng) -> Photo:
    level = LEVELS[name]
    size = _picture_size(level, rng)
    scale = rng.uniform(*level.printed)
    wide, high = sheet.layout["page_mm"]
    # A page printed at 97 % lies on a paper of full size: seen from the print, the paper is 3 % larger.
    surface = Surface(wide, high, _bends(level, high, rng))
    view = take_aim(surface, _aim(level, size, rng))
    page, matrix = _scaled(sheet.page, scale, rng)
    backdrop = ground(str(rng.choice(list(level.grounds))), int(rng.integers(2)))
    torn = torn_corner(rng) if rng.random() < level.torn else None
    shot = photograph(view, page, backdrop, level.light, level.sensor, rng, torn)

    def pixels_of(at: Any) -> Any:
        return view.pixels(np.asarray(at, float) @ matrix[:, :2].T + matrix[:, 2])

    if rng.random() < level.enhanced:
        return _enhanced(sheet, shot, name, pixels_of, rng)
    truth = _truth(sheet, size, pixels_of, shot.hidden)
    least, most = view.scale()
    told = {
        "level": name,
        "kind": "photo",
        "size": list(size),
        "px_per_mm": [round(least, 2), round(most, 2)],
    }
    # A tag that says how to turn the picture, as phones write it: right, wrong, or not there.
    told["orientation"] = int(rng.choice([3, 6, 8])) if rng.random() < level.turned_tag else 1
    return Photo(shot.picture, shot.quality, {**told, "printed": round(scale, 3), "sheets": [truth]})


def _enhanced(sheet: Sheet, shot: Shot, name: str, pixels_of: Any, rng: Rng) -> Photo:
    """Let an app cut the paper out of a photo, lay it straight and make its ground white."""
    scale = rng.uniform(6, 9)
    size = tuple(round(length * scale) for length in sheet.layout["page_mm"])
    rim = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32)
    # Nobody's fingertip, and no app, finds the corners to the millimetre.
    corners = pixels_of(_corners(sheet) + rng.normal(0, 1.5, (4, 2))).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, rim)
    picture = cv2.warpPerspective(shot.picture, matrix, size, flags=cv2.INTER_AREA, borderValue=(255,) * 3)
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    white = cv2.GaussianBlur(cv2.dilate(small, np.ones((9, 9), np.uint8)), (0, 0), 6)
    white = cv2.resize(white, size, interpolation=cv2.INTER_LINEAR)
    picture = cv2.divide(picture, white, scale=235)
    contrast = rng.uniform(1.0, 1.6)
    picture = cv2.convertScaleAbs(picture, alpha=contrast, beta=-235 * (contrast - 1) * 0.8)

    def now_at(at: Any) -> Any:
        return cv2.perspectiveTransform(np.asarray(pixels_of(at), float)[None], matrix)[0]

    hidden = cv2.warpPerspective(_grown(shot), matrix, size)
    hidden = cv2.resize(hidden, None, fx=1 / SMALL, fy=1 / SMALL, interpolation=cv2.INTER_AREA)
    truth = _truth(sheet, size, now_at, hidden)
    told = {"level": name, "kind": "enhanced", "size": list(size), "px_per_mm": [round(scale, 2)] * 2}
    return Photo(picture, int(rng.integers(60, 92)), {**told, "sheets": [truth]})


def _grown(shot: Shot) -> Any:
    """Give where the sheet was hidden at the size of the picture."""
    return cv2.resize(shot.hidden, shot.picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)


def _scaled(page: Any, scale: float, rng: Rng) -> tuple[Any, Any]:
    """Print a page smaller or larger about its middle, or from its top left corner; pens stay as they are.

    Gives the page and the 2 × 3 matrix in mm. Ink is scaled with it, by some hundredths.
    """
    if abs(scale - 1) < 0.004:
        return page, np.array([[1.0, 0, 0], [0, 1.0, 0]])
    height, width = page.shape[:2]
    shift = (1 - scale) / 2 * np.array([width, height]) * rng.choice([0.0, 1.0, 1.0]) if scale < 1 else None
    shift = (1 - scale) / 2 * np.array([width, height]) if shift is None else shift
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    paper = tuple(int(v) for v in np.median(page[::97, :12].reshape(-1, 3), axis=0))
    moved = cv2.warpAffine(page, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=paper)
    matrix[:, 2] /= SCALE
    return moved, matrix


def take(
    name: str,
    seed: int,
    number: int,
    *,
    paper: str | None = None,
    template: str = "recorded",
    real: Collection | None = None,
    kind: str | None = None,
    mistake: str | None = None,
) -> Photo:
    """Make photo ``number`` of a level: same level, seed and number, same picture.

    Paper, ``kind`` and ``mistake`` (as ``games.fill`` takes them) are chosen by chance where they are not
    given; with ``real``, half of the sheets are drawn along strokes that people really drew.
    """
    rng = np.random.default_rng([seed, list(LEVELS).index(name), number])
    level = LEVELS[name]
    variant = any_variant(rng, template, paper)
    sheet = filled_sheet(variant, level.tools, rng, real if rng.random() < 0.5 else None, kind, mistake)
    if rng.random() < level.scanned:
        return _scanned(sheet, name, rng)
    return _photographed(sheet, name, rng)
