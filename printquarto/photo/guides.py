"""Whether the guide dots of empty cells are seen. Where they are not, something white lies on the cell.

That a cell is empty is told by the absence of ink, which a slip of paper, an eraser or a lamp's reflection
shows as well. Only cells of the same sheet are compared, for blur and weak toner pale all dots alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from printquarto.photo.reading import Evidence
from printquarto.sheet.fields import ShapeField

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart
    from printquarto.photo.ink import InkMap

_FEWEST = 3
"""Empty cells that are compared at least."""

_HALF = 1.5
"""Half the side (mm) of the patch about a dot."""

_BESIDE = 0.5
"""How far (mm) a dot may lie from its place."""

_LEAST = 0.02
"""Darkness of a usual dot below which dots are too pale to tell anything, or none are printed."""

_HIDDEN = 0.25
"""Dots with less than this part of the usual darkness are not seen. So little must be clear of noise: of
what is found where no dots are, half way between them."""


def find_hidden(ink: InkMap, chart: Chart, aligned: Aligned, evidence: Sequence[Evidence]) -> set[int]:
    """Give the places in ``chart.fields`` of the cells read as empty whose dots are hidden, if in part."""
    import numpy as np

    dots: dict[int, list[float]] = {}
    chance: list[float] = []
    for at, (one, found) in enumerate(zip(chart.fields, evidence, strict=True)):
        if isinstance(one.field, ShapeField) and found.best == "" and found.reason is None:
            dots[at] = []
            for places in _quarters(one.field):
                dots[at].append(_darkness(ink, places, aligned.shifts[at]))
                chance.append(_darkness(ink, _between(places), aligned.shifts[at]))
    if len(dots) < _FEWEST:
        return set()
    usual = float(np.median(list(dots.values())))
    if usual < _LEAST or float(np.percentile(chance, 90)) > _HIDDEN * usual:
        return set()
    return {at for at, quarters in dots.items() if min(quarters) < _HIDDEN * usual}


def _quarters(field: ShapeField) -> Iterator[list[tuple[float, float]]]:
    """Give the four dots (mm) of each quarter of a cell: they stand at the thirds of its square."""
    x, y, side, _ = field.square
    for down in ((0, 1), (2, 3)):
        for across in ((0, 1), (2, 3)):
            yield [(x + side * column / 3, y + side * row / 3) for row in down for column in across]


def _between(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Give the places (mm) half way between four dots."""
    (left, top), (right, bottom) = places[0], places[-1]
    x, y = (left + right) / 2, (top + bottom) / 2
    return [(x, top), (x, bottom), (left, y), (right, y)]


def _darkness(ink: InkMap, places: Sequence[tuple[float, float]], shift: tuple[float, float]) -> float:
    """Give how much darker dots are than what is about them, all laid over each other."""
    import cv2
    import numpy as np

    size = int(2 * _HALF * ink.scale) | 1
    patches = [
        cv2.getRectSubPix(
            ink.lines,
            (size, size),
            ((x + shift[0]) * ink.scale - 0.5, (y + shift[1]) * ink.scale - 0.5),
        )
        for x, y in places
    ]
    mean: NDArray[Any] = np.mean(patches, axis=0)
    soft: Any = cv2.GaussianBlur(mean, (0, 0), 0.15 * ink.scale)
    near = round((_HALF - _BESIDE) * ink.scale)
    return float(soft[near:-near, near:-near].max() - np.median(mean))
