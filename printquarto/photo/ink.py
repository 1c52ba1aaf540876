"""How dark each place of a page is, between the paper and the printed black near it. Knows no fields.

Paper is never the same white twice: lamps, shadows and bent pages change it from place to place. So darkness
is told relative to what surrounds it: 0 is the paper there, 1 is the printed black of the markers near it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart
    from printquarto.sheet.units import Box

SCALE = 8.0
"""Pixels a millimetre of the flattened page. A fine pen's line is 0.3 mm, the guide dots 0.4 mm."""


class Window(NamedTuple):
    """A piece of the flattened page.

    The centre of pixel (row, column) lies at ``left + (column + 0.5) / scale`` mm. ``darkness`` is 0 for the
    paper around and 1 for printed black (rows × columns, float32). ``seen`` is false where the picture shows
    nothing of the page: outside it, burnt out, or covered. ``noise`` is the standard deviation of darkness on
    plain paper here.
    """

    darkness: NDArray[np.float32]
    seen: NDArray[np.bool_]
    left: float
    top: float
    scale: float
    noise: float


class InkMap(NamedTuple):
    """The darkness of a whole page, its top left corner at pixel (0, 0).

    ``darkness`` shows all ink. ``lines`` shows strokes up to 4 mm wide only: what is wider, as the edge of a
    narrow shadow is, counts as paper there.
    """

    darkness: NDArray[np.float32]
    lines: NDArray[np.float32]
    seen: NDArray[np.bool_]
    noise: NDArray[np.float32]
    scale: float = SCALE

    @property
    def grain(self) -> float:
        """The usual noise of the page."""
        import numpy as np

        return float(np.median(self.noise))

    def window(
        self, box: Box, shift: tuple[float, float] = (0.0, 0.0), margin: float = 0.0, *, lines: bool = False
    ) -> Window:
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
        darkness: Any = cv2.getRectSubPix(self.lines if lines else self.darkness, (columns, rows), centre)
        height, width = self.darkness.shape
        first, top_row = round(centre[0] - columns / 2 + 0.5), round(centre[1] - rows / 2 + 0.5)
        if first >= 0 and first + columns <= width and top_row >= 0 and top_row + rows <= height:
            seen = self.seen[top_row : top_row + rows, first : first + columns]
        else:
            across, down = first + np.arange(columns), top_row + np.arange(rows)
            inside = ((across >= 0) & (across < width))[None, :] & ((down >= 0) & (down < height))[:, None]
            seen = inside & self.seen[np.ix_(np.clip(down, 0, height - 1), np.clip(across, 0, width - 1))]
        return Window(darkness, seen, left, top, self.scale, self.noise_at(*centre))

    def noise_at(self, column: float, row: float) -> float:
        """Give the noise of the paper at a place (px)."""
        height, width = self.darkness.shape
        down = min(max(int(row), 0), height - 1) * self.noise.shape[0] // height
        across = min(max(int(column), 0), width - 1) * self.noise.shape[1] // width
        return float(self.noise[down, across])


_CLOSE = 7.5
"""Diameter (mm) of the disc that tells paper from ink: filled rounds of 5 mm vanish in it, and the edge of a
shadow that is wider stays where it is."""

_LINE_CLOSE = 4.5
"""Diameter (mm) of the disc in which strokes vanish, those of a fat felt pen too."""

_PAPER_SCALE = 2.0
"""Pixels a millimetre at which the paper is estimated."""

_NO_BLACK = 170
"""In 255ths of the paper: a marker that is brighter is covered or burnt out."""

_TILE = 10.0
"""Side (mm) of the pieces in which noise is told."""

_BURNT = 253
"""From this value on in all colours a picture shows nothing."""

_STRANGE = 0.12
"""How far the parts of the three colours may be from those of the page's paper, summed. Skin is off by
0.17, the light of a lamp beside that of a window by 0.08 at most."""

_DARK = 0.22
"""Paper in a hard shadow keeps 0.35 to 0.5 of its light; what is darker than this part is no paper."""

_CALM = 238
"""A picture whose paper is brighter than this in the middle is bright as a whole; then nothing counts as
burnt."""


def ink_map(page: NDArray[np.uint8], inside: NDArray[np.bool_], chart: Chart) -> InkMap:
    """Tell the darkness of a flattened page (rows × columns × 3, at ``SCALE`` px/mm).

    ``inside`` is false where the page lies outside the picture. Of the three colours the one counts in which
    a place is darkest beside its paper: a red pen is as good as a black one.
    """
    import cv2
    import numpy as np

    paper, nearer = _paper(page, inside, chart)
    size, small = (page.shape[1], page.shape[0]), (paper.shape[1], paper.shape[0])
    # In 255ths of the paper, in the colour in which a place is darkest.
    bright = _least(cv2.divide(page, _spread(paper, size), scale=255))
    black = _black(bright, inside, chart)
    level, noise = _paper_levels(bright, black, inside)
    # A place is as dark as its brightness times one picture plus another: both change slowly, so they are
    # worked out on few pixels. Each array of a page's size takes as long as any step, so they are reused.
    depth = 255 - _spread(black, small)
    darkness: NDArray[np.float32] = _spread(-1 / depth, size)
    offset = _spread(255 / depth - _spread(level, small), size)
    cv2.multiply(bright, darkness, darkness, 1, cv2.CV_32F)
    cv2.add(darkness, offset, darkness)
    # Beside the nearer paper, which follows narrow shadows, only lines are left.
    lines: NDArray[np.float32] = np.subtract(darkness, 1, out=offset)
    lines *= _spread(1 / np.maximum(nearer, 0.2), size)
    lines += 1
    return InkMap(darkness, lines, _seen(paper, inside), noise)


def _spread(small: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Spread what is known in even pieces of a page over all its pixels (columns and rows)."""
    import cv2

    spread: NDArray[Any] = cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)
    return spread


def _outside(inside: NDArray[np.bool_], step: int, shape: tuple[int, int]) -> NDArray[np.bool_] | None:
    """Give what of a page in a ``step`` of its scale lies outside the picture, and a little more; or None."""
    import cv2
    import numpy as np

    if inside.all():
        return None
    rows, columns = shape
    out = ~inside[step // 2 :: step, step // 2 :: step][:rows, :columns]
    wide: Any = cv2.dilate(out.view(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(wide > 0)


def _least(colours: NDArray[Any]) -> NDArray[Any]:
    """Give the least of the three colours at each place."""
    import cv2

    blue, green, red = cv2.split(colours)
    least: NDArray[Any] = cv2.min(cv2.min(blue, green, blue), red, blue)
    return least


def _paper(
    page: NDArray[np.uint8], inside: NDArray[np.bool_], chart: Chart
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Estimate the colour of the paper everywhere, at ``_PAPER_SCALE`` px/mm.

    Beside it comes how much darker (0 to 1) the paper is where shadows narrower than a round are followed.
    """
    import cv2
    import numpy as np

    # Whole pixels of the page to a pixel take a tenth of the time; less than one of them is left out.
    step = round(SCALE / _PAPER_SCALE)
    rows, columns = (length // step for length in page.shape[:2])
    whole = page[: rows * step, : columns * step]
    small: Any = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 0.4 * _PAPER_SCALE)
    beyond = _outside(inside, step, small.shape[:2])
    if beyond is not None:
        small[beyond] = 0  # the white beyond the picture is no paper, and black has no say in a closing
    for marker in chart.markers:
        x, y, side = (round(mm * _PAPER_SCALE) for mm in marker.box[:3])
        out, rim = int(0.7 * _PAPER_SCALE), int(1.5 * _PAPER_SCALE)
        around = small[max(0, y - rim) : y + side + rim, max(0, x - rim) : x + side + rim].reshape(-1, 3)
        # The brighter half of the marker and its rim is the rim's white.
        white = np.percentile(around, 90, axis=0)
        small[max(0, y - out) : y + side + out, max(0, x - out) : x + side + out] = white
    far: Any
    near: Any
    far, near = (np.maximum(_closed(small, _disc(across)), 8) for across in (_CLOSE, _LINE_CLOSE))
    return far, _least(cv2.divide(near, far, dtype=cv2.CV_32F))


def _closed(small: NDArray[np.uint8], disc: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give a page without what is darker and fits in a disc; black that is farther off has no say in it."""
    import cv2

    wide: Any = cv2.dilate(small, disc)
    wide[wide.max(axis=2) == 0] = 255
    closed: NDArray[np.uint8] = cv2.erode(wide, disc)
    return closed


def _disc(across: float) -> NDArray[np.uint8]:
    import cv2

    disc: NDArray[np.uint8] = cv2.getStructuringElement(
        cv2.MORPH_ELLIPSE, (int(across * _PAPER_SCALE) | 1,) * 2
    )
    return disc


def _black(bright: NDArray[np.uint8], inside: NDArray[np.bool_], chart: Chart) -> NDArray[np.float32]:
    """Give how bright printed black is in pieces of about ``_TILE`` mm, as the markers near them show.

    In 255ths of the paper.
    """
    import numpy as np

    found = []
    for marker in chart.markers:
        ring = _border(marker.box)
        columns, rows = (ring * SCALE).astype(int).T
        sees = inside[rows, columns]
        if sees.mean() > 0.6:
            value = float(np.median(bright[rows, columns][sees]))
            if value < _NO_BLACK:
                found.append(
                    (marker.box.x + marker.box.width / 2, marker.box.y + marker.box.height / 2, value)
                )
    x, y = (
        (np.arange(pieces) + 0.5) * length / pieces
        for length in (chart.width, chart.height)
        for pieces in (max(1, round(length / _TILE)),)
    )
    if not found:
        return np.full((len(y), len(x)), 60.0, np.float32)
    places = np.array(found)
    weights = 1 / ((x[:, None] - places[:, 0]) ** 2 + (y[:, None, None] - places[:, 1]) ** 2 + 30.0**2)
    black: NDArray[np.float32] = ((weights * places[:, 2]).sum(axis=2) / weights.sum(axis=2)).astype(
        np.float32
    )
    return np.minimum(black, 215.0)


def _border(box: Box) -> NDArray[np.float64]:
    """Give places (mm) along the middle of a marker's black border, which is an eighth of its side wide."""
    import numpy as np

    inset = box.width / 16
    along = np.linspace(inset, box.width - inset, 25)
    ends = (np.full_like(along, inset), np.full_like(along, box.width - inset))
    sides = [np.stack([along, end], axis=1) for end in ends] + [
        np.stack([end, along], axis=1) for end in ends
    ]
    places: NDArray[np.float64] = np.concatenate(sides) + np.array([box.x, box.y])
    return places


def _seen(paper: NDArray[np.uint8], inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Say where the page can be seen: inside the picture, not burnt out by glare, and nothing lies on it.

    Glare is all white while the paper as a whole is not. A thing on the page is no paper by its colour,
    or far darker than any shadow makes it.
    """
    import cv2
    import numpy as np

    colours = cv2.split(paper)
    usual = np.array([_middle(colour) for colour in colours])
    parts = [colour.astype(np.float32) for colour in colours]
    whole = parts[0] + parts[1] + parts[2]
    off = [np.abs(part / whole - one) for part, one in zip(parts, usual / usual.sum(), strict=True)]
    brightest = np.maximum(np.maximum(colours[0], colours[1]), colours[2])
    unseen = (off[0] + off[1] + off[2] > _STRANGE) | (brightest < _DARK * usual.max())
    if usual.min() < _CALM:
        unseen |= _least(paper) >= _BURNT
    if not unseen.any():
        return inside
    size = (inside.shape[1], inside.shape[0])
    seen: NDArray[np.bool_] = cv2.resize(
        (~unseen).view(np.uint8), size, interpolation=cv2.INTER_NEAREST
    ).view(bool)
    seen &= inside
    return seen


def _middle(values: NDArray[np.uint8]) -> float:
    """Give the median of many whole values up to 255, from how often each occurs."""
    import numpy as np

    counted = np.bincount(values.ravel(), minlength=256).cumsum()
    low, high = np.searchsorted(counted, ((values.size + 1) // 2, values.size // 2 + 1))
    return float(low + high) / 2


def _paper_levels(
    bright: NDArray[np.uint8], black: NDArray[np.float32], inside: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the darkness of plain paper and its noise in pieces of ``_TILE`` mm.

    Of three noisy colours the darkest lies below the paper's own; the middle of a piece, most of which is
    paper, tells by how much, and the spread of its brighter half how noisy it is.
    """
    import cv2
    import numpy as np

    step = int(_TILE * SCALE)
    rows, columns = bright.shape[0] // step, bright.shape[1] // step
    tiles = bright[: rows * step : 2, : columns * step : 2].reshape(rows, step // 2, columns, step // 2)
    pixels = tiles.transpose(0, 2, 1, 3).reshape(rows, columns, -1)[..., ::3]
    # The bright are the less dark: 84 of a hundred less bright are 16 darker.
    depth = 255 - _spread(black, (columns, rows))
    low, middle = (
        ((255 - part) / depth).astype(np.float32) for part in np.percentile(pixels, (84, 55), axis=2)
    )
    noise = np.clip(middle - low, 0.004, 0.5)
    # A piece that is mostly ink seems noisy; its neighbours know better.
    usual: Any = cv2.medianBlur(noise, 5)
    full = noise > 1.6 * usual
    level = np.where(full, cv2.medianBlur(middle, 5), middle)
    noise = np.minimum(noise, 1.6 * usual)
    shown = inside[step // 2 :: step, step // 2 :: step][:rows, :columns]
    whole = shown & inside[: rows * step : step, : columns * step : step]
    whole &= inside[step - 1 :: step, step - 1 :: step][:rows, :columns]
    if whole.any() and not whole.all():
        # What lies outside the picture is white, and not calm paper.
        noise = np.where(whole, noise, np.float32(np.median(noise[whole])))
    return np.clip(level, -0.1, 0.15), noise
