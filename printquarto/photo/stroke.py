"""What was drawn in one cell: its ink without paper, shading, guide dots and grid lines. Knows no shapes.

Places are told in parts of the side of the cell's printed square, (0, 0) its top left corner, so that
everything after it is free of millimetres and pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.ink import Window
    from printquarto.sheet.fields import ShapeField

STEP = 0.25
"""Size of a pixel of a cell's raster, mm. The finest pen's line is 0.3 mm wide."""

WIDEST = 3.6
"""Nothing wider than this (mm) is a stroke: a felt pen's line is 2 mm, where two lines meet 3 mm."""

GRID_BAND = 1.15
"""Half the width (mm) of the band along a cell's edges in which the printed line may lie."""

DOT_REACH = 0.65
"""Radius (mm) within which a guide dot may show: 0.2 mm of dot, 0.3 mm of misplacement, the rest blur."""

CORE = 0.9
"""A fatter line is peeled down to about this width, mm."""

FAINTEST = 0.035
"""The least darkness of a stroke that is worth looking at; pencil begins at about 0.1."""


NUMBER_GAP, NUMBER_ZONE, NUMBER_INK = 0.75, 8.0, 0.25
"""A number beside a shape stands at least so far (mm) from it, so near (mm) to two edges of the cell, and has
at most this part of all ink."""


class Strokes(NamedTuple):
    """The ink of a cell on a raster of ``STEP`` mm (rows × columns).

    ``ridge`` is darkness above the shading around (float32), ``ink`` how surely a pixel is ink (0 to 1),
    ``away`` the distance to the nearest ink in sides, ``excused`` marks where ink cannot be told: on
    printed lines and dots, and where the picture shows nothing; ``inside`` is what lies between the lines.
    ``width`` is the stroke's width in sides, ``contrast`` its darkness, ``noise`` the spread of plain
    paper, ``solid`` the area (in square sides) that is dark but too wide for a stroke. ``origin`` is the
    place of the first pixel's centre and ``pitch`` the pixel's size, in sides.
    """

    ridge: NDArray[Any]
    ink: NDArray[Any]
    away: NDArray[Any]
    excused: NDArray[Any]
    inside: NDArray[Any]
    width: float
    contrast: float
    noise: float
    solid: float
    origin: tuple[float, float]
    pitch: float

    @property
    def length(self) -> float:
        """The length of all strokes, in sides."""
        return float(self.ink.sum()) * self.pitch**2 / self.width


def strokes(window: Window, field: ShapeField) -> Strokes:
    """Find the ink of a cell, whatever pen it was drawn with."""
    import cv2
    import numpy as np

    factor = 1 / (STEP * window.scale)
    darkness: Any = cv2.resize(window.darkness, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    rows, columns = darkness.shape
    seen = cv2.resize(window.seen.astype(np.uint8), (columns, rows), interpolation=cv2.INTER_AREA) > 0
    x = window.left + (np.arange(columns) + 0.5) * STEP
    y = window.top + (np.arange(rows) + 0.5) * STEP
    dots, lines, inside = _printed(x, y, field)

    clean = _unprinted(darkness, x, y, field)
    np.copyto(clean, cv2.erode(clean, np.ones((_odd(2.2 * DOT_REACH / STEP),) * 2, np.uint8)), where=dots)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_odd(WIDEST / STEP),) * 2)
    shade = cv2.morphologyEx(clean, cv2.MORPH_OPEN, kernel)
    shade = cv2.blur(shade, (_odd(1.5 / STEP),) * 2)
    ridge = cv2.GaussianBlur(clean, (0, 0), 0.2 / STEP) - shade
    ridge -= np.float32(np.median(ridge[inside]))
    excused = lines | dots | ~seen
    ridge[lines | ~seen] = 0

    contrast, noise = _levels(ridge, inside & ~excused)
    low = max(0.28 * contrast, 3.0 * noise, FAINTEST * 0.7)
    high = max(0.55 * contrast, low * 1.3)
    ink = np.clip((ridge - low) / (high - low) + 0.25, 0, 1)
    ink[(ridge < low) | excused] = 0
    ink = _without_numbers(_without_crumbs(ink), _corners(x, y, field))
    ink, width = _thinned(ink)
    side = field.square.width
    away = cv2.distanceTransform((ink <= 0.3).astype(np.uint8), cv2.DIST_L2, 3) * (STEP / side)
    # Beyond the lines a neighbour's shape may begin: ink there may be a side of this one, but need not be.
    ink[~inside] = 0
    return Strokes(
        ridge,
        ink.astype(np.float32),
        away.astype(np.float32),
        excused,
        inside,
        width / side,
        contrast,
        noise,
        float((shade[inside] > 0.3).sum()) * (STEP / side) ** 2,
        (float(x[0] - field.square.x) / side, float(y[0] - field.square.y) / side),
        STEP / side,
    )


def _odd(size: float) -> int:
    return 2 * round((size - 1) / 2) + 1


def _printed(x: NDArray[Any], y: NDArray[Any], field: ShapeField) -> tuple[Any, Any, Any]:
    """Tell where guide dots and grid lines are printed, and what is inside the lines."""
    import numpy as np

    box, square = field.box, field.square
    lines = np.zeros((y.size, x.size), bool)
    for edge in (box.x, box.right):
        lines |= (np.abs(x - edge) < GRID_BAND)[None, :]
    for edge in (box.y, box.bottom):
        lines |= (np.abs(y - edge) < GRID_BAND)[:, None]
    third = square.width / 3
    across = np.abs(x[:, None] - (square.x + np.arange(4) * third)).min(1)
    down = np.abs(y[:, None] - (square.y + np.arange(4) * third)).min(1)
    dots = across[None, :] ** 2 + down[:, None] ** 2 < DOT_REACH**2
    inside = ((x > box.x) & (x < box.right))[None, :] & ((y > box.y) & (y < box.bottom))[:, None] & ~lines
    return dots, lines, inside


def _unprinted(darkness: NDArray[Any], x: NDArray[Any], y: NDArray[Any], field: ShapeField) -> Any:
    """Fill the bands of the printed lines with what lies beside them, so that shadows run on through."""
    import numpy as np

    filled = darkness.copy()
    box = field.box
    for places, edges, turned in ((x, (box.x, box.right), filled.T), (y, (box.y, box.bottom), filled)):
        for edge in edges:
            band = np.flatnonzero(np.abs(places - edge) < GRID_BAND)
            if not band.size:
                continue
            before, after = band[0] - 1, band[-1] + 1
            if before < 0 or after >= places.size:
                turned[band] = turned[max(before, min(after, places.size - 1)) if before >= 0 else after]
                continue
            turned[band] = np.minimum(turned[before], turned[after])
    return filled


def _levels(ridge: NDArray[Any], where: NDArray[Any]) -> tuple[float, float]:
    """Give the darkness of a stroke, taken from the darkest places, and the spread of plain paper."""
    import numpy as np

    values = ridge[where]
    if values.size < 100:
        return 0.0, 1.0
    middle, lower = np.percentile(values, (50, 16))
    noise = max(float(middle - lower), 1e-3)
    # The thinnest shape's outline covers about 2 % of a cell.
    return float(np.percentile(values, 98.6)), noise


def _thinned(ink: NDArray[Any]) -> tuple[Any, float]:
    """Peel a fat pen's line down to its core, and give the width (mm) of what is left.

    A line of 2 mm hides a rounded corner or the bottom of a shallow notch; its core shows where the pen went.
    """
    import cv2
    import numpy as np

    mask = (ink > 0.3).astype(np.uint8)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)[mask > 0]
    # Along a line of width w the mean distance to its edge is w / 4; half a pixel more at both edges.
    width = min(max((4 * float(depth.mean()) - 1.0) * STEP, 0.25), WIDEST) if depth.size else 0.25
    peel = int((width / 2 - CORE / 2) / STEP)
    if peel < 1:
        return ink, width
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * peel + 1,) * 2)
    core = cv2.erode(mask, kernel)
    wide = cv2.dilate(core, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * peel + 3,) * 2))
    return np.where((core > 0) | (wide == 0), ink, 0), width - 2 * peel * STEP


def _without_crumbs(ink: NDArray[Any]) -> Any:
    """Drop specks and the rims of dots: pieces under half a square millimetre that stand alone."""
    import cv2
    import numpy as np

    count, labels, facts, _ = cv2.connectedComponentsWithStats((ink > 0).astype(np.uint8), connectivity=8)
    small = (facts[:, cv2.CC_STAT_AREA] < 0.5 / STEP**2) | (facts[:, 2:4].max(1) < 1.2 / STEP)
    small[0] = False
    if count > 1 and small.any():
        # A dry pen's line is all crumbs: keep those that have company.
        big = (labels > 0) & ~small[labels]
        near = cv2.dilate(big.astype(np.uint8), np.ones((_odd(2.0 / STEP),) * 2, np.uint8)) > 0
        ink = np.where(small[labels] & ~near, 0, ink)
    return ink


def _corners(x: NDArray[Any], y: NDArray[Any], field: ShapeField) -> NDArray[Any]:
    """Give the pixels in the corners of a cell, where numbers are written."""
    import numpy as np

    box = field.box
    across = np.minimum(np.abs(x - box.x), np.abs(x - box.right)) < NUMBER_ZONE
    down = np.minimum(np.abs(y - box.y), np.abs(y - box.bottom)) < NUMBER_ZONE
    corners: NDArray[Any] = across[None, :] & down[:, None]
    return corners


def _without_numbers(ink: NDArray[Any], corners: NDArray[Any]) -> Any:
    """Drop what is written small in a corner of a cell, as the number of its turn, beside a shape.

    ``corners`` are the pixels that lie in the corners. What is dropped lies beyond the uppermost, lowest,
    leftmost or rightmost place of all other ink, as no part of an outline does.
    """
    import cv2
    import numpy as np

    joined = cv2.dilate((ink > 0.3).astype(np.uint8), np.ones((_odd(2 * NUMBER_GAP / STEP),) * 2, np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=8)
    labels = np.where(ink > 0.3, labels, 0)
    held = np.bincount(labels.ravel(), ink.ravel(), count)
    apart = np.bincount(labels[~corners], minlength=count) == 0
    apart[0] = False
    rows, columns = np.nonzero((labels > 0) & ~apart[labels])
    if not rows.size or held[apart].sum() > NUMBER_INK * held[1:].sum():
        return ink
    dropped = np.zeros(count, bool)
    for label in np.flatnonzero(apart & (held > 0)):
        y, x = np.nonzero(labels == label)
        dropped[label] = (
            y.max() < rows.min() or y.min() > rows.max() or x.max() < columns.min() or x.min() > columns.max()
        )
    near = cv2.dilate(dropped[labels].astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.where(near & ((labels == 0) | dropped[labels]), 0, ink)
