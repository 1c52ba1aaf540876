"""What a sheet prints in and around its fields, as a picture that a photo is compared with.

Of a built-in sheet these are the lines of its parts; of a layout given as JSON only what that tells: cell
edges, rings, boxes, the dots of arrows. Words and names differ from sheet to sheet and are not needed.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from printquarto.sheet.fields import ArrowField, BubbleField, ShapeField, UsedField
from printquarto.sheet.scene import Circle, Item, Path, RoundBox
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart, MarkedField

LINE = 0.3
"""Width (mm) of the printed lines, about."""

ARROW_DOT = 0.45
"""Radius (mm) of an arrow's dots, about."""

_SHIFT = 6
"""Bits of a part of a pixel in OpenCV's drawing."""


@functools.lru_cache(maxsize=8)
def skeleton(chart: Chart, scale: float) -> NDArray[np.float32]:
    """Draw the page (rows × columns at ``scale`` px/mm): 1 where it prints. Not to be changed."""
    import numpy as np

    page = np.zeros((round(chart.height * scale), round(chart.width * scale)), np.uint8)
    for item in chart.printed:
        _draw_item(page, item, scale)
    if not chart.printed:
        for one in chart.fields:
            _draw(page, one.field, scale)
    drawn: NDArray[np.float32] = page.astype(np.float32) / np.float32(255)
    return drawn


@functools.lru_cache(maxsize=16)
def beside_print(chart: Chart, scale: float, shape: tuple[int, int], wide: int) -> NDArray[np.uint8]:
    """Give where a sheet prints something, and what is beside that (1, else 0), on so many rows and columns.

    ``scale`` is that of the skeleton, ``wide`` the px that each printed pixel takes. Not to be changed.
    """
    import cv2
    import numpy as np

    marks: Any = cv2.resize(skeleton(chart, scale), shape[::-1], interpolation=cv2.INTER_AREA)
    beside: NDArray[np.uint8] = cv2.dilate((marks > 0.1).astype(np.uint8), np.ones((wide, wide), np.uint8))
    return beside


def _draw_item(page: NDArray[np.uint8], item: Item, scale: float) -> None:
    import cv2
    import numpy as np

    if isinstance(item, Circle):
        _circle(
            page, (item.x, item.y), item.radius, scale, max(1, round(item.line * scale)) if item.line else -1
        )
    elif isinstance(item, RoundBox):
        _rectangle(page, Box(*item[1:5]), scale, max(1, round(item.line * scale)))
    elif isinstance(item, Path):
        runs = [np.array([_fixed(point, scale) for point in run], np.int32) for run in item.runs]
        if item.fill:
            cv2.fillPoly(page, runs, 255, cv2.LINE_AA, _SHIFT)
        else:
            thick = max(1, round(item.line * scale))
            cv2.polylines(page, runs, item.closed, 255, thick, cv2.LINE_AA, _SHIFT)


def _fixed(point: tuple[float, float], scale: float) -> tuple[int, int]:
    """Give a place (mm) as OpenCV draws it: in parts of a pixel, whose centres are whole numbers."""
    x, y = (round((mm * scale - 0.5) * (1 << _SHIFT)) for mm in point)
    return x, y


def _draw(page: NDArray[np.uint8], field: MarkedField, scale: float) -> None:
    thick = max(1, round(LINE * scale))
    if isinstance(field, BubbleField):
        _circle(page, field.centre, field.diameter / 2, scale, thick)
    elif isinstance(field, ArrowField):
        ends = (field.tail, field.head) if field.style == "dots" else (field.tail,)
        for end in ends:
            _circle(page, end, ARROW_DOT, scale, -1)
    elif isinstance(field, UsedField | ShapeField):
        _rectangle(page, field.box, scale, thick)


def _circle(
    page: NDArray[np.uint8], centre: tuple[float, float], radius: float, scale: float, thick: int
) -> None:
    import cv2

    cv2.circle(
        page, _fixed(centre, scale), round(radius * scale * (1 << _SHIFT)), 255, thick, cv2.LINE_AA, _SHIFT
    )


def _rectangle(page: NDArray[np.uint8], box: Box, scale: float, thick: int) -> None:
    import cv2

    x, y, width, height = box
    start, end = _fixed((x, y), scale), _fixed((x + width, y + height), scale)
    cv2.rectangle(page, start, end, 255, thick, cv2.LINE_AA, _SHIFT)
