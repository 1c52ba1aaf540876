"""What a sheet prints in and around its fields, as a picture that a photo is compared with.

Only what every layout tells: cell edges, guide dots, rings, boxes, the dots of arrows. Words, shapes of the
tray and names differ from sheet to sheet and are not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printquarto.sheet.fields import ArrowField, BubbleField, ShapeField, UsedField

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


def skeleton(chart: Chart, scale: float) -> NDArray[np.float32]:
    """Draw the page (rows × columns at ``scale`` px/mm): 1 where it prints, 0 elsewhere."""
    import numpy as np

    page = np.zeros((round(chart.height * scale), round(chart.width * scale)), np.uint8)
    for one in chart.fields:
        _draw(page, one.field, scale)
    drawn: NDArray[np.float32] = page.astype(np.float32) / np.float32(255)
    return drawn


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

    place = tuple(round((mm * scale - 0.5) * (1 << _SHIFT)) for mm in centre)
    cv2.circle(page, place, round(radius * scale * (1 << _SHIFT)), 255, thick, cv2.LINE_AA, _SHIFT)


def _rectangle(page: NDArray[np.uint8], box: Any, scale: float, thick: int) -> None:
    import cv2

    x, y, width, height = box
    corners = [(x, y), (x + width, y + height)]
    start, end = (tuple(round((mm * scale - 0.5) * (1 << _SHIFT)) for mm in corner) for corner in corners)
    cv2.rectangle(page, start, end, 255, thick, cv2.LINE_AA, _SHIFT)
