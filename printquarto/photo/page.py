"""A page found in a picture, and how it looks laid flat. Knows neither markers nor fields."""

from __future__ import annotations

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
    middle.
    """

    to_picture: NDArray[np.float64]
    knots: NDArray[np.float32]
    density: float

    def at(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give where places on the page (n × 2, mm) lie in the picture (n × 2, px)."""
        import cv2
        import numpy as np

        moved = displacement(self.knots, places)
        there: NDArray[np.float64] = cv2.perspectiveTransform(
            (places + moved).reshape(1, -1, 2).astype(np.float64), self.to_picture
        )[0]
        return there


def displacement(knots: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the displacement (n × 2, mm) at places on the page (n × 2, mm)."""
    import cv2
    import numpy as np

    grid = (places / KNOT).astype(np.float32)
    across, down = grid[:, 0].reshape(-1, 1), grid[:, 1].reshape(-1, 1)
    moved: Any = cv2.remap(knots, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    displaced: NDArray[np.float64] = moved.reshape(-1, 2).astype(np.float64)
    return displaced


PageMap = tuple["NDArray[np.float32]", "NDArray[np.float32]"]
"""For each pixel of a flattened page the column and the row (px) of the picture where it lies."""


def flatten(
    picture: NDArray[np.uint8], flat: Registration, chart: Chart, scale: float, places: PageMap | None = None
) -> NDArray[np.uint8]:
    """Give the page (rows × columns, or with colours behind) at ``scale`` px/mm, as if it lay flat.

    ``places`` is its map where that is known already. What lies outside the picture is white.
    """
    import cv2

    across, down = places if places is not None else page_map(flat, chart, scale)
    reduced: Any = picture
    # A picture much finer than the page would be sampled with gaps between; it is reduced first.
    if flat.density > 1.7 * scale:
        factor = 1.2 * scale / flat.density
        reduced = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        across, down = (across + 0.5) * factor - 0.5, (down + 0.5) * factor - 0.5
    colour = (255,) * (1 if picture.ndim == 2 else 3)
    page: Any = cv2.remap(
        reduced, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=colour
    )
    flattened: NDArray[np.uint8] = page
    return flattened


def page_map(
    flat: Registration, chart: Chart, scale: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give for each pixel of the flattened page where it lies in the picture: columns and rows (px).

    The map is computed on a grid of 2 mm and spread between; perspective bends far less than that.
    """
    import cv2
    import numpy as np

    step = 2.0
    columns, rows = int(np.ceil(chart.width / step)) + 1, int(np.ceil(chart.height / step)) + 1
    x, y = np.meshgrid(np.arange(columns) * step, np.arange(rows) * step)
    there = flat.at(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(rows, columns, 2).astype(np.float32)
    width, height = round(chart.width * scale), round(chart.height * scale)
    # Pixel (0, 0) of the page has its centre half a pixel inside.
    spread = np.array(
        [[1 / (scale * step), 0, 0.5 / (scale * step)], [0, 1 / (scale * step), 0.5 / (scale * step)]]
    )
    full: Any = cv2.warpAffine(
        there,
        spread,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1])
