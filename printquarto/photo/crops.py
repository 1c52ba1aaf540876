"""The picture of one field, for a person to look at: cut from the flat page, with what is around it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printquarto.photo.ink import SCALE
from printquarto.sheet.fields import ArrowField, BubbleField, ShapeField
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    from printquarto.photo.chart import MarkedField
    from printquarto.photo.stills import Pixels

_AMBER = (0, 133, 222)
_WHITE = (255, 255, 255)

_AROUND_A_CELL = 4.0
_AROUND_A_MARK = 9.0
"""What is shown around a field, in mm: beside a small mark the marks that it stands with."""

_CLEAR = 1.2
"""Distance of the frame from the field, in mm, so that it hides no ink."""

_LEAST = 480
"""Pixels of the shorter side; a smaller crop is magnified."""


def field_box(field: MarkedField) -> Box:
    """Give the box of a field in mm, of an arrow that between its foot and its tip."""
    if not isinstance(field, ArrowField):
        return field.box
    (x0, y0), (x1, y1) = field.tail, field.head
    left, top = min(x0, x1) - 1, min(y0, y1) - 1
    return Box(left, top, abs(x1 - x0) + 2, abs(y1 - y0) + 2)


def crop(page: Pixels, field: MarkedField) -> Pixels:
    """Cut a field out of a flat page, with a dashed frame around a mark among others."""
    import cv2
    import numpy as np

    x, y, width, height = field_box(field)
    around = _AROUND_A_CELL if isinstance(field, ShapeField) else _AROUND_A_MARK
    rows, columns = page.shape[:2]
    left, top = max(0, round((x - around) * SCALE)), max(0, round((y - around) * SCALE))
    right = min(columns, round((x + width + around) * SCALE))
    bottom = min(rows, round((y + height + around) * SCALE))
    part: Any = page[top:bottom, left:right]
    times = max(1, -(-_LEAST // min(part.shape[:2])))
    part = cv2.resize(part, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    if isinstance(field, ShapeField):
        shown: Pixels = part
        return shown
    edge = _CLEAR + (0.4 if isinstance(field, BubbleField) else 0)
    corners = [
        (round(((at_x * SCALE) - left) * times), round(((at_y * SCALE) - top) * times))
        for at_x, at_y in ((x - edge, y - edge), (x + width + edge, y + height + edge))
    ]
    framed: Pixels = np.ascontiguousarray(part)
    for colour, line in ((_WHITE, 9), (_AMBER, 5)):
        cv2.rectangle(framed, corners[0], corners[1], colour, line, cv2.LINE_AA)
    return framed


def encoded(ending: str, pixels: Pixels) -> bytes:
    """Give a picture as the bytes of a file: ``.png``, or ``.jpg`` at a quality of 92."""
    import cv2

    _, data = cv2.imencode(ending, pixels, [cv2.IMWRITE_JPEG_QUALITY, 92] if ending == ".jpg" else [])
    return bytes(data)


def crop_name(source: str, number: int, part: str) -> str:
    """Name the file of a crop after its photo, the number of its sheet there, and its field.

    >>> crop_name("photos/IMG_1204.jpg", 1, "cell.c3")
    'IMG_1204-1-cell.c3.png'
    """
    stem = "standard-input" if source == "-" else Path(source).stem
    return f"{stem}-{number}-{part}.png"
