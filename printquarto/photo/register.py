"""Where each millimetre of a page lies in a picture: by its markers first, then by the marks it prints.

Markers at the edges fix the perspective. Paper bends and folds between them: 2.5 mm beside the place that
they foretell at a bow of 12 mm (measured). So the marks that the sheet itself prints, cell corners, rounds
and boxes, are looked up in the flattened page, and a smooth displacement is fitted to where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.markers import Sheet, printed_corners

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart


class _Search(NamedTuple):
    """One search for printed pieces: px a mm; in mm how far it goes, a piece's side, and their distance.

    A piece holds several marks, so that one pen line misleads none; a large one always holds a crossing.
    """

    scale: float
    far: float
    side: float
    step: float


_SEARCHES = (
    _Search(2.0, 9.0, 36.0, 18.0),
    _Search(2.0, 6.0, 30.0, 18.0),
    _Search(3.0, 4.0, 24.0, 16.0),
    _Search(4.0, 1.8, 20.0, 14.0),
)
"""From coarse to fine. Paper bowed by 12 mm is off by 2.5 mm, a curled one by up to 8 (measured)."""

_SEARCH_DENSITY = 5.0
"""Pixels a millimetre of the picture in which pieces are searched for."""

_FLAT = 0.8
"""How far off (mm) the corners of eight markers may be on paper that is as good as flat."""

_AGREEMENT = 0.30
"""Correlation from which a piece is taken as found."""

_KNOT = 10.0
"""Distance (mm) of the grid on which the displacement is kept."""

_REACH = 22.0
"""Over how many mm neighbouring pieces are averaged at first (standard deviation); less at each finer
search."""


class Registration(NamedTuple):
    """A page found in a picture.

    ``to_picture`` is the perspective from mm to px; ``knots`` (rows × columns × 2, mm) the displacement on
    the page that goes before it, every ``_KNOT`` mm from the page's corner. ``density`` is px a mm at its
    middle.
    """

    to_picture: NDArray[np.float64]
    knots: NDArray[np.float32]
    density: float

    def at(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give where places on the page (n × 2, mm) lie in the picture (n × 2, px)."""
        import cv2
        import numpy as np

        moved = _displacement(self.knots, places)
        there: NDArray[np.float64] = cv2.perspectiveTransform(
            (places + moved).reshape(1, -1, 2).astype(np.float64), self.to_picture
        )[0]
        return there


def register(grey: NDArray[np.uint8], sheet: Sheet, chart: Chart) -> Registration:
    """Find a page from its markers, at least three not in a line, and from the marks that it prints."""
    import cv2
    import numpy as np

    page = np.array([printed_corners(marker) for marker, _ in sheet.markers], np.float64).reshape(-1, 2)
    picture = np.concatenate([seen.corners for _, seen in sheet.markers]).astype(np.float64)
    to_picture = plane(sheet)
    back: Any = cv2.perspectiveTransform(picture.reshape(1, -1, 2), np.linalg.inv(to_picture))[0]
    # On a flat page both are one; on a bent one the corners tell how far off it lies there.
    offsets = _foretold(page, back - page, chart)
    flat = Registration(to_picture, offsets, density(to_picture, chart))
    reach = _REACH
    grey, small = _reduced(grey, flat)
    for search in _SEARCHES[2:3] if _is_flat(page, back) else _SEARCHES:
        seen = small._replace(knots=flat.knots)
        centres, found, trust = _find_pieces(grey, seen, chart, search)
        # The markers are pieces as well, and the surest.
        centres = np.concatenate([centres, page])
        found = np.concatenate([found, back - page - _displacement(flat.knots, page)])
        trust = np.concatenate([trust, np.full(len(page), 0.7)])
        flat = flat._replace(
            knots=flat.knots + _smoothed(centres, found, trust, flat.knots.shape, (reach, search.far / 6))
        )
        reach *= 0.8
    return flat


def _reduced(grey: NDArray[np.uint8], flat: Registration) -> tuple[NDArray[np.uint8], Registration]:
    """Give a picture, and where the page lies in it, reduced to what the searches need."""
    import cv2
    import numpy as np

    factor = _SEARCH_DENSITY / flat.density
    if factor > 0.8:
        return grey, flat
    small: Any = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    # The centre of a pixel is a whole number, hence the halves.
    shrink = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
    return small, Registration(shrink @ flat.to_picture, flat.knots, _SEARCH_DENSITY)


def _is_flat(page: NDArray[np.float64], back: NDArray[np.float64]) -> bool:
    """Say whether all eight markers agree with a plane: then no piece lies far from its place."""
    import numpy as np

    return len(page) == 8 * 4 and float(np.abs(back - page).max()) < _FLAT


def _displacement(knots: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the displacement (n × 2, mm) at places on the page (n × 2, mm)."""
    import cv2
    import numpy as np

    grid = (places / _KNOT).astype(np.float32)
    across, down = grid[:, 0].reshape(-1, 1), grid[:, 1].reshape(-1, 1)
    moved: Any = cv2.remap(knots, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    displaced: NDArray[np.float64] = moved.reshape(-1, 2).astype(np.float64)
    return displaced


def plane(sheet: Sheet) -> NDArray[np.float64]:
    """Give the perspective (3 × 3) from the page (mm) to the picture (px) that a sheet's markers tell."""
    import cv2
    import numpy as np

    page = np.array([printed_corners(marker) for marker, _ in sheet.markers], np.float64).reshape(-1, 2)
    picture = np.concatenate([seen.corners for _, seen in sheet.markers]).astype(np.float64)
    to_picture: NDArray[np.float64] = cv2.findHomography(page, picture)[0]
    return to_picture


def density(to_picture: NDArray[np.float64], chart: Chart) -> float:
    """Give the px of the picture to a mm in the middle of the page."""
    import cv2
    import numpy as np

    x, y = chart.width / 2, chart.height / 2
    square = np.array([[[x - 5, y - 5], [x + 5, y - 5], [x + 5, y + 5], [x - 5, y + 5]]], np.float64)
    area = cv2.contourArea(cv2.perspectiveTransform(square, to_picture)[0].astype(np.float32))
    return float(np.sqrt(area) / 10)


def _knot_places(chart: Chart) -> tuple[NDArray[np.float64], tuple[int, int]]:
    import numpy as np

    columns, rows = int(chart.width // _KNOT) + 2, int(chart.height // _KNOT) + 2
    x, y = np.meshgrid(np.arange(columns) * _KNOT, np.arange(rows) * _KNOT)
    return np.stack([x.ravel(), y.ravel()], axis=1), (rows, columns)


def _terms(places: NDArray[np.float64], chart: Chart, degree: int) -> NDArray[np.float64]:
    """Give the terms x^i y^j up to a degree, with x and y from -1 to 1 over the page."""
    import numpy as np

    x = places[:, 0] / chart.width * 2 - 1
    y = places[:, 1] / chart.height * 2 - 1
    return np.stack([x**i * y**j for i in range(degree + 1) for j in range(degree + 1 - i)], axis=1)


def _foretold(page: NDArray[np.float64], offsets: NDArray[np.float64], chart: Chart) -> NDArray[np.float32]:
    """Spread the offsets of the markers' corners over the page as a polynomial that is held back."""
    import numpy as np

    places, (rows, columns) = _knot_places(chart)
    if len(page) < 5 * 4:
        return np.zeros((rows, columns, 2), np.float32)
    degree = 3 if len(page) == 8 * 4 else 2
    terms = _terms(page, chart, degree)
    held = terms.T @ terms + 0.2 * np.eye(terms.shape[1])
    weights = np.linalg.solve(held, terms.T @ offsets)
    spread: NDArray[np.float32] = (
        (_terms(places, chart, degree) @ weights).reshape(rows, columns, 2).astype(np.float32)
    )
    return spread


def _find_pieces(
    grey: NDArray[np.uint8], flat: Registration, chart: Chart, search: _Search
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Look up pieces of the printed sheet: their centres and offsets (mm), and how well each agrees."""
    import cv2
    import numpy as np

    from printquarto.photo.skeleton import skeleton

    scale = search.scale
    printed = cv2.GaussianBlur(skeleton(chart, scale), (0, 0), 0.2 * scale)
    page = flatten(grey, flat, chart, scale)
    # Lines darker than what is around them; wide shadows and the paper's shade fall away.
    around = cv2.morphologyEx(page, cv2.MORPH_CLOSE, np.ones((int(2 * scale) | 1,) * 2, np.uint8))
    dark = around.astype(np.float32) - page.astype(np.float32)
    dark /= np.maximum(around.astype(np.float32), 16.0)
    dark = np.minimum(dark, 0.5)
    centres, found, trust = [], [], []
    half, reach = int(search.side / 2 * scale), int(search.far * scale)
    for y in _centres(chart.height, search):
        for x in _centres(chart.width, search):
            column, row = round(x * scale), round(y * scale)
            piece = printed[row - half : row + half, column - half : column + half]
            if not _is_telling(piece):
                continue
            top, left = max(0, row - half - reach), max(0, column - half - reach)
            view = dark[top : row + half + reach, left : column + half + reach]
            agreement: Any = cv2.matchTemplate(view, piece, cv2.TM_CCOEFF_NORMED)
            _, best, _, (across, down) = cv2.minMaxLoc(agreement)
            if best < _AGREEMENT or not np.isfinite(best):
                continue
            across_fine, down_fine = peak(agreement, across, down)
            offset = (
                (left + across_fine - (column - half)) / scale,
                (top + down_fine - (row - half)) / scale,
            )
            centres.append((x, y))
            found.append(offset)
            trust.append(float(best))
    shape = (-1, 2)
    return np.array(centres, float).reshape(shape), np.array(found, float).reshape(shape), np.array(trust)


def _centres(length: float, search: _Search) -> NDArray[np.float64]:
    import numpy as np

    return np.arange(search.side / 2, length - search.side / 2 + 1, search.step)


def _is_telling(piece: NDArray[np.float32]) -> bool:
    """Say whether a piece holds enough marks in both directions to be found in one place only."""
    import numpy as np

    if float(piece.sum()) < 0.004 * piece.size:
        return False
    down, across = np.gradient(piece)
    xx, yy, xy = float((across**2).sum()), float((down**2).sum()), float((across * down).sum())
    half, apart = (xx + yy) / 2, np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    return bool(half - apart > 0.12 * (half + apart))


def peak(agreement: NDArray[np.float32], column: int, row: int) -> tuple[float, float]:
    """Give the top of a correlation to a part of a pixel, by the parabola through its neighbours."""
    rows, columns = agreement.shape

    def along(before: float, middle: float, behind: float) -> float:
        bend = before - 2 * middle + behind
        return 0.0 if bend >= 0 else max(-0.5, min(0.5, (before - behind) / (2 * bend)))

    across = down = 0.0
    if 0 < column < columns - 1:
        across = along(*(float(agreement[row, column + at]) for at in (-1, 0, 1)))
    if 0 < row < rows - 1:
        down = along(*(float(agreement[row + at, column]) for at in (-1, 0, 1)))
    return column + across, row + down


def _smoothed(
    centres: NDArray[np.float64],
    found: NDArray[np.float64],
    trust: NDArray[np.float64],
    shape: tuple[int, ...],
    lengths: tuple[float, float],
) -> NDArray[np.float32]:
    """Spread what was found over the knots, without the pieces that their neighbours contradict.

    ``lengths`` are over how many mm neighbours are averaged, and how far (mm) one may always be from them: a
    curled page bends more from piece to piece in the first searches.
    """
    import numpy as np

    rows, columns = shape[:2]
    reach, slack = lengths
    x, y = np.meshgrid(np.arange(columns) * _KNOT, np.arange(rows) * _KNOT)
    knots = np.stack([x.ravel(), y.ravel()], axis=1)
    weights = np.asarray(trust) ** 2
    for _ in range(3):
        off = np.linalg.norm(found - _planes(centres, centres, found, weights, reach, own=False), axis=1)
        usual = max(slack, float(np.median(off)))
        weights = trust**2 / (1 + (off / (2 * usual)) ** 4)
    spread: NDArray[np.float32] = (
        _planes(knots, centres, found, weights, reach).reshape(rows, columns, 2).astype(np.float32)
    )
    return spread


def _planes(
    places: NDArray[np.float64],
    centres: NDArray[np.float64],
    found: NDArray[np.float64],
    weights: NDArray[np.float64],
    reach: float,
    *,
    own: bool = True,
) -> NDArray[np.float64]:
    """Give at each place the weighted plane through what was found about it; its slope is held back."""
    import numpy as np

    apart = centres[None, :, :] - places[:, None, :]
    distance = (apart**2).sum(axis=2)
    near = np.exp(-distance / (2 * reach**2)) * weights[None, :]
    if not own:
        near[distance < 1e-6] = 0.0
    terms = np.concatenate([np.ones((*apart.shape[:2], 1)), apart / reach], axis=2)
    weighted = terms * near[:, :, None]
    square = np.einsum("kni,knj->kij", weighted, terms)
    square += np.diag([0.02, 0.5, 0.5])[None] + 1e-9 * np.eye(3)[None]
    right = np.einsum("kni,nd->kid", weighted, found)
    planes: NDArray[np.float64] = np.linalg.solve(square, right)[:, 0, :]
    return planes


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
