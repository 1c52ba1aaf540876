"""A page found in a picture, and how it looks laid flat. Knows neither markers nor fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart

KNOT = 10.0
"""Distance (mm) of the grid on which the displacement is kept."""


class Registration(NamedTuple):
    """A page found in a picture.

    ``to_picture`` is the perspective from mm to px; ``knots`` (rows × columns × 2, mm) the displacement on
    the page that goes before it, every ``KNOT`` mm from the page's corner. ``density`` is px a mm at its
    middle. ``seen`` is the part (0 to 1) of the printed sheet's pieces that were found where it has them.
    ``pieces`` (n × 3) are, of a bent page, their centres (mm) and whether (1 or 0) they were found so.
    """

    to_picture: NDArray[np.float64]
    knots: NDArray[np.float32]
    density: float
    seen: float = 1.0
    pieces: NDArray[np.float64] | None = None

    @property
    def bend(self) -> float:
        """How far (mm) the page lies from a plane at most."""
        return float(abs(self.knots).max())

    def at(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give where places on the page (n × 2, mm) lie in the picture (n × 2, px)."""
        import cv2
        import numpy as np

        moved = displacement(self.knots, places)
        there: NDArray[np.float64] = cv2.perspectiveTransform(
            (places + moved).reshape(1, -1, 2).astype(np.float64), self.to_picture
        )[0]
        return there

    def shrunk(self, factor: float) -> Registration:
        """Give where the page lies in the picture when that is reduced to a part of its size."""
        import numpy as np

        # The centre of a pixel is a whole number, hence the halves.
        shrink = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
        return Registration(
            shrink @ self.to_picture, self.knots, factor * self.density, self.seen, self.pieces
        )


def displacement(knots: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the displacement (n × 2, mm) at places on the page (n × 2, mm)."""
    import cv2
    import numpy as np

    grid = (places / KNOT).astype(np.float32)
    across, down = grid[:, 0].reshape(-1, 1), grid[:, 1].reshape(-1, 1)
    moved: Any = cv2.remap(knots, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    displaced: NDArray[np.float64] = moved.reshape(-1, 2).astype(np.float64)
    return displaced


def halved(page: NDArray[Any]) -> NDArray[Any]:
    """Give a page in half its scale, without an odd row or column at its end: that is quick."""
    import cv2

    rows, columns = (length // 2 for length in page.shape[:2])
    half: NDArray[Any] = cv2.resize(
        page[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA
    )
    return half


def flatten(picture: NDArray[np.uint8], flat: Registration, chart: Chart, scale: float) -> NDArray[np.uint8]:
    """Give the page (rows × columns, or with colours behind) at ``scale`` px/mm, as if it lay flat.

    What lies outside the picture is white.
    """
    import cv2
    import numpy as np

    # A picture much finer than the page would be sampled with gaps between; it is reduced first.
    if flat.density > 1.7 * scale:
        factor = 1.2 * scale / flat.density
        picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        flat = flat.shrunk(factor)
    size = round(chart.height * scale), round(chart.width * scale)
    flattened: NDArray[np.uint8] = np.empty((*size, *picture.shape[2:]), np.uint8)
    colour = (255,) * (1 if picture.ndim == 2 else 3)
    for rows, places in _page_maps(flat, chart, scale):
        # Places to a 32nd of a pixel are as good, and sampled in two thirds of the time.
        whole, parts = cv2.convertMaps(places, None, cv2.CV_16SC2)
        strip = flattened[rows]
        cv2.remap(picture, whole, parts, cv2.INTER_LINEAR, strip, cv2.BORDER_CONSTANT, colour)
    return flattened


_STEP = 2.0
"""Distance (mm) of the places of a page that are looked up; perspective and bends are even between them."""


_STRIP = 8
"""Squares of ``_STEP`` down a page for which places are worked out at once: they stay in fast memory."""


def _page_maps(flat: Registration, chart: Chart, scale: float) -> Iterator[tuple[slice, NDArray[np.float32]]]:
    """Give for each pixel of the flattened page where it lies in the picture (rows × columns × 2, px).

    It comes in strips, each with its rows.
    """
    import cv2

    width, height = round(chart.width * scale), round(chart.height * scale)
    there = _looked_up(flat, chart)
    # Each of these places is the middle of so many pixels; those of the outermost lie beyond the page.
    pixels = round(_STEP * scale)
    for first in range(0, len(there) - 2, _STRIP):
        some = there[first : first + _STRIP + 2]
        rows, columns = some.shape[:2]
        start, end = first * pixels, min(height, (first + rows - 2) * pixels)
        full = cv2.resize(some, (columns * pixels, rows * pixels), interpolation=cv2.INTER_LINEAR)
        if end > start:
            yield slice(start, end), full[pixels : pixels + end - start, pixels : pixels + width]


def _looked_up(flat: Registration, chart: Chart) -> NDArray[np.float32]:
    """Give where the middles of squares of ``_STEP`` lie in the picture; the first lies before the page."""
    import numpy as np

    columns, rows = (int(np.ceil(length / _STEP)) + 2 for length in (chart.width, chart.height))
    x, y = np.meshgrid((np.arange(columns) - 0.5) * _STEP, (np.arange(rows) - 0.5) * _STEP)
    places: NDArray[np.float32] = flat.at(np.stack([x.ravel(), y.ravel()], axis=1)).astype(np.float32)
    return places.reshape(rows, columns, 2)


def inside(picture: NDArray[np.uint8], flat: Registration, chart: Chart, scale: float) -> NDArray[np.bool_]:
    """Say which pixels of the flattened page lie in the picture."""
    import cv2
    import numpy as np

    height, width = picture.shape[:2]
    there = _looked_up(flat, chart)
    if (there >= 0).all() and (there <= (width - 1, height - 1)).all():
        return np.ones((round(chart.height * scale), round(chart.width * scale)), bool)
    maps = [places for _, places in _page_maps(flat, chart, scale)]
    shown = [cv2.inRange(places, (0, 0), (width - 1, height - 1)) > 0 for places in maps]
    return np.concatenate(shown)
