"""How dark each place of a page is, between the paper and the printed black near it. Knows no fields.

Paper is never the same white twice: lamps, shadows and bent pages change it from place to place. So darkness
is told relative to what surrounds it: 0 is the paper there, 1 is the printed black of the markers near it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.sheet.units import Box

SCALE = 8.0
"""Pixels a millimetre of the flattened page. A fine pen's line is 0.3 mm, the guide dots 0.4 mm."""


class Window(NamedTuple):
    """A piece of the flattened page. The centre of pixel (row, column) lies at ``left + (column + 0.5) / scale``.

    ``darkness`` is 0 for the paper around and 1 for printed black (rows × columns, float32). ``seen`` is false
    where the picture shows nothing of the page: outside it, burnt out, or covered. ``noise`` is the standard
    deviation of darkness on plain paper here.
    """

    darkness: NDArray[np.float32]
    seen: NDArray[np.bool_]
    left: float
    top: float
    scale: float
    noise: float


class InkMap(NamedTuple):
    """The darkness of a whole page, its top left corner at pixel (0, 0)."""

    darkness: NDArray[np.float32]
    seen: NDArray[np.bool_]
    noise: NDArray[np.float32]
    scale: float = SCALE

    def window(self, box: Box, shift: tuple[float, float] = (0.0, 0.0), margin: float = 0.0) -> Window:
        """Cut out a box of the page (mm) that lies ``shift`` (mm) from its place, with a margin around it.

        What lies off the page is paper that is not seen. The window's ``left`` and ``top`` are those of the
        box as it is printed, so that the shift need not be known any more.
        """
        import cv2
        import numpy as np

        left, top = box.x - margin, box.y - margin
        columns = max(1, round((box.width + 2 * margin) * self.scale))
        rows = max(1, round((box.height + 2 * margin) * self.scale))
        centre = (
            (left + shift[0]) * self.scale - 0.5 + columns / 2,
            (top + shift[1]) * self.scale - 0.5 + rows / 2,
        )
        darkness: Any = cv2.getRectSubPix(self.darkness, (columns, rows), centre)
        height, width = self.darkness.shape
        across = np.clip(np.round(centre[0] - columns / 2 + 0.5 + np.arange(columns)), -1, width).astype(int)
        down = np.clip(np.round(centre[1] - rows / 2 + 0.5 + np.arange(rows)), -1, height).astype(int)
        inside = ((across >= 0) & (across < width))[None, :] & ((down >= 0) & (down < height))[:, None]
        seen = inside & self.seen[np.ix_(np.clip(down, 0, height - 1), np.clip(across, 0, width - 1))]
        middle = self.noise[
            min(max(int(centre[1]), 0), height - 1) * self.noise.shape[0] // height,
            min(max(int(centre[0]), 0), width - 1) * self.noise.shape[1] // width,
        ]
        return Window(darkness, seen, left, top, self.scale, float(middle))
