"""Lines, rings and words drawn over a page, in millimetres. Knows no fields."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from printquarto.photo.stills import Pixels

Point = tuple[float, float]
Colour = tuple[int, int, int]
"""Blue, green, red."""

GREEN: Colour = (92, 184, 20)
AMBER: Colour = (0, 140, 250)
RED: Colour = (48, 22, 200)

_PALE = 0.6
"""How much of the page's darkness is kept below what is drawn."""

_DASH, _GAP = 1.8, 2.0
"""Lengths in mm from end to end of the middle line; the round ends of a line reach into the gaps."""
_SUBPIXELS = 4
"""Bits after the point in the coordinates that OpenCV draws with."""

_PLATE_RIM = 0.35
"""White around words on a plate, in mm."""

_PLATE = 0.12
"""How much of the ink below a plate is still seen."""

_MISSING_END = 0.35
"""What of a path that is shorter than this part of a dash is left out."""


def deep(colour: Colour) -> Colour:
    """Give the colour that words have beside a line: darker, so that thin letters are as clear."""
    blue, green, red = (round(0.68 * part) for part in colour)
    return blue, green, red


class _Words(NamedTuple):
    at: Point
    text: str
    size: float
    colour: Colour
    anchor: str
    weight: int
    on_plate: bool = False


class _Badge(NamedTuple):
    at: Point
    text: str
    colour: Colour
    radius: float


class Canvas:
    """A page that is drawn on. Points and lengths are millimetres from its top left corner."""

    def __init__(self, page: Pixels, scale: float) -> None:
        import cv2
        import numpy as np

        self.scale = scale
        grey = _on_white(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), scale)
        pale = cv2.convertScaleAbs(grey, alpha=_PALE, beta=255 * (1 - _PALE))
        self._pixels: Any = cv2.cvtColor(pale, cv2.COLOR_GRAY2BGR)
        self._empty = functools.partial(np.zeros, dtype=np.uint8)
        self._layers: dict[Colour, Any] = {}
        self._words: list[_Words] = []
        self._badges: list[_Badge] = []

    def line(
        self,
        run: Sequence[Point],
        width: float,
        colour: Colour,
        *,
        dashed: bool = False,
        closed: bool = False,
    ) -> None:
        """Draw straight lines from point to point."""
        import cv2
        import numpy as np

        points = [*run, run[0]] if closed else list(run)
        for part in _dashes(points) if dashed else [points]:
            fixed = np.array([[self._fixed(x), self._fixed(y)] for x, y in part], np.int32)
            cv2.polylines(
                self._layer(colour), [fixed], False, 255, self._thick(width), cv2.LINE_AA, _SUBPIXELS
            )

    def ring(
        self, centre: Point, radius: float, width: float, colour: Colour, *, dashed: bool = False
    ) -> None:
        """Draw a circle."""
        steps = 48
        angles = [2 * math.pi * step / steps for step in range(steps)]
        run = [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]
        self.line(run, width, colour, dashed=dashed, closed=True)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        colour: Colour,
        *,
        anchor: str = "ls",
        weight: int = 600,
        on_plate: bool = False,
    ) -> None:
        """Write a line in letters of ``size`` mm; pillow names the anchors, ``ls`` is left on the base.

        Words on a plate have white below them, so that they are clear where somebody has written.
        """
        self._words.append(_Words(at, text, size, colour, anchor, weight, on_plate))

    def badge(self, at: Point, text: str, colour: Colour, *, small: bool = False) -> None:
        """Draw a filled round with a few letters in it."""
        self._badges.append(_Badge(at, text, colour, 2.4 if small else 3.8))

    def width(self, text: str, size: float) -> float:
        """Give the width of a line of text."""
        return float(_font(600, round(size * self.scale)).getlength(text)) / self.scale

    def wrapped(self, text: str, size: float, width: float) -> list[str]:
        """Break a text into lines that fit a width."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def extend(self, height: float) -> float:
        """Add white below, and give where it begins."""
        import cv2

        rows = round(height * self.scale)
        below = self._pixels.shape[0] / self.scale
        white = (255, 255, 255)
        self._pixels = cv2.copyMakeBorder(self._pixels, 0, rows, 0, 0, cv2.BORDER_CONSTANT, value=white)
        self._layers = {
            colour: cv2.copyMakeBorder(layer, 0, rows, 0, 0, cv2.BORDER_CONSTANT, value=0)
            for colour, layer in self._layers.items()
        }
        return float(below)

    def finished(self) -> Pixels:
        """Lay everything on the page: lines, then badges, then words."""
        import numpy as np

        for colour, layer in self._layers.items():
            self._blend(layer, colour)
        self._draw_badges()
        self._write()
        done: Pixels = np.ascontiguousarray(self._pixels)
        return done

    def _blend(self, layer: Any, colour: Colour) -> None:
        """Lay a layer on the page as light through coloured glass, so that the ink below stays dark."""
        import numpy as np

        rows, columns = np.nonzero(layer)
        taken = layer[rows, columns, None].astype(np.float32) / 255 * (1 - np.array(colour, np.float32) / 255)
        self._pixels[rows, columns] = np.round(self._pixels[rows, columns] * (1 - taken))

    def _draw_badges(self) -> None:
        import cv2

        white = (255, 255, 255)
        for badge in self._badges:
            centre = (self._fixed(badge.at[0]), self._fixed(badge.at[1]))
            for radius, colour in ((badge.radius + 0.5, white), (badge.radius, badge.colour)):
                cv2.circle(
                    self._pixels, centre, self._fixed(radius), colour, cv2.FILLED, cv2.LINE_AA, _SUBPIXELS
                )
            self._words.append(_Words(badge.at, badge.text, 1.15 * badge.radius, white, "mm", 600))

    def _write(self) -> None:
        """Write all words at once: pillow has the letters that OpenCV lacks."""
        import numpy as np
        from PIL import Image, ImageDraw

        for words in self._words:
            if words.on_plate:
                self._lay_plate(words)
        image = Image.fromarray(self._pixels)  # its red and blue are swapped, and so are the inks
        draw = ImageDraw.Draw(image)
        for words in self._words:
            font = _font(words.weight, round(words.size * self.scale))
            at = (words.at[0] * self.scale, words.at[1] * self.scale)
            halo = 0 if words.colour == (255, 255, 255) else max(1, round(0.25 * self.scale))
            draw.text(
                at,
                words.text,
                words.colour,
                font,
                words.anchor,
                stroke_width=halo,
                stroke_fill=(255, 255, 255),
            )
        self._pixels = np.asarray(image)

    def _lay_plate(self, words: _Words) -> None:
        """Make the page below some words nearly white."""
        import numpy as np

        font = _font(words.weight, round(words.size * self.scale))
        at = words.at[0] * self.scale, words.at[1] * self.scale
        left, top, right, bottom = font.getbbox(words.text, anchor=words.anchor)
        rim = _PLATE_RIM * self.scale
        rows = slice(max(0, round(at[1] + top - rim)), max(0, round(at[1] + bottom + rim)))
        columns = slice(max(0, round(at[0] + left - rim)), max(0, round(at[0] + right + rim)))
        below = self._pixels[rows, columns]
        self._pixels[rows, columns] = np.round(255 - (255 - below.astype(np.float32)) * _PLATE)

    def _layer(self, colour: Colour) -> Any:
        if colour not in self._layers:
            self._layers[colour] = self._empty(self._pixels.shape[:2])
        return self._layers[colour]

    def _fixed(self, length: float) -> int:
        return round(length * self.scale * (1 << _SUBPIXELS))

    def _thick(self, width: float) -> int:
        return max(1, round(width * self.scale))


def _on_white(grey: Any, scale: float) -> Any:
    """Divide a page by the paper around each place, so that shadows go and the paper is white."""
    import cv2
    import numpy as np

    part = 2 / scale  # half a pixel a millimetre
    small = cv2.resize(grey, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    small = cv2.medianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), 9)
    paper = cv2.resize(cv2.GaussianBlur(small, (0, 0), 4), grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.divide(grey, cv2.max(paper, 30), scale=250)


@functools.cache
def _font(weight: int, size: int) -> Any:
    from PIL import ImageFont

    from printquarto.render.fonts import font_file

    return ImageFont.truetype(str(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)


def _dashes(points: Sequence[Point]) -> list[list[Point]]:
    """Cut a path into dashes, each with the corners that lie on it."""
    dashes: list[list[Point]] = []
    left, drawing = _DASH, True
    current: list[Point] = [points[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length - done > left:
            done += left
            point = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if drawing:
                dashes.append([*current, point])
            drawing = not drawing
            left, current = (_DASH if drawing else _GAP), [point]
        left -= length - done
        if drawing:
            current.append((x1, y1))
    if drawing and left < _DASH * (1 - _MISSING_END):
        dashes.append(current)
    return dashes
