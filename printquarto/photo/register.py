"""Where each millimetre of a page lies in a picture: by its markers first, then by the marks it prints.

Markers at the edges fix the perspective. Paper bends and folds between them: 2.5 mm beside the place that
they foretell at a bow of 12 mm (measured). So the marks that the sheet itself prints, cell corners, rounds
and boxes, are looked up in the flattened page, and a smooth displacement is fitted to where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printquarto.photo.markers import Sheet, printed_corners
from printquarto.photo.page import KNOT, Registration, displacement, halved
from printquarto.photo.pieces import PEAKS, SEARCHES, find_pieces, piece_centres

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart


_SEARCH_DENSITY = 5.0
"""Pixels a millimetre of the picture in which pieces are searched for."""

_FLAT = 0.8
"""How far off (mm) the corners of eight markers may be on paper that is as good as flat."""


_NEAR = 1.0
"""A piece so near (mm) to where the page was found to have it is seen there."""

_BESIDE_COST = 0.04
"""What agreement a piece gives up to lie where its neighbours have it, for the usual distance, squared."""


_REACH = 22.0
"""Over how many mm neighbouring pieces are averaged at first (standard deviation); less at each finer
search."""


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
    is_flat = _is_flat(page, back)
    for search in SEARCHES[2:3] if is_flat else SEARCHES:
        seen = small._replace(knots=flat.knots)
        numbers, found, trust = find_pieces(grey, seen, chart, search)
        pieces = piece_centres(chart, search)
        # The markers are pieces as well, and the surest; they lie in one place only.
        centres = np.concatenate([pieces[numbers], page])
        markers = (back - page - displacement(flat.knots, page))[:, None]
        found = np.concatenate([found, np.repeat(markers, PEAKS, axis=1)])
        trust = np.concatenate([trust, np.tile([0.7] + [0.0] * (PEAKS - 1), (len(page), 1))])
        moved = _smoothed(centres, found, trust, flat.knots.shape, (reach, search.far / 6))
        off = np.linalg.norm(found[:, 0] - displacement(moved, centres), axis=1)[: len(numbers)]
        there = np.zeros(len(pieces))
        there[numbers[off < _NEAR]] = 1
        flat = flat._replace(
            knots=flat.knots + moved,
            seen=float(there.mean()) if len(there) else 0.0,
            pieces=None if is_flat else np.column_stack([pieces, there]),
        )
        reach *= 0.8
    return flat


def _reduced(grey: NDArray[np.uint8], flat: Registration) -> tuple[NDArray[np.uint8], Registration]:
    """Give a picture, and where the page lies in it, reduced to what the searches need.

    It is halved first: that takes a thirtieth of the time that any other part of a whole picture takes.
    """
    import cv2

    small, there = grey, flat
    while there.density > 1.7 * _SEARCH_DENSITY:
        small = halved(small)
        there = there.shrunk(0.5)
    factor = _SEARCH_DENSITY / there.density
    if factor > 0.98:
        return small, there
    how = cv2.INTER_AREA if factor < 0.8 else cv2.INTER_LINEAR
    return cv2.resize(small, None, fx=factor, fy=factor, interpolation=how), there.shrunk(factor)


def _is_flat(page: NDArray[np.float64], back: NDArray[np.float64]) -> bool:
    """Say whether all eight markers agree with a plane: then no piece lies far from its place."""
    import numpy as np

    return len(page) == 8 * 4 and float(np.abs(back - page).max()) < _FLAT


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

    columns, rows = int(chart.width // KNOT) + 2, int(chart.height // KNOT) + 2
    x, y = np.meshgrid(np.arange(columns) * KNOT, np.arange(rows) * KNOT)
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


def _smoothed(
    centres: NDArray[np.float64],
    found: NDArray[np.float64],
    trust: NDArray[np.float64],
    shape: tuple[int, ...],
    lengths: tuple[float, float],
) -> NDArray[np.float32]:
    """Spread what was found (n × places × 2, mm) over the knots; neighbours tell which place is right.

    Pieces that they contradict in all their places count for little.

    ``lengths`` are over how many mm neighbours are averaged, and how far (mm) one may always be from them: a
    curled page bends more from piece to piece in the first searches.
    """
    import numpy as np

    rows, columns = shape[:2]
    reach, slack = lengths
    x, y = np.meshgrid(np.arange(columns) * KNOT, np.arange(rows) * KNOT)
    knots = np.stack([x.ravel(), y.ravel()], axis=1)
    at = np.arange(len(centres))
    chosen = np.zeros(len(centres), int)
    weights = trust[:, 0] ** 2
    for _ in range(4):
        told = _planes(centres, centres, found[at, chosen], weights, reach, own=False)
        off = np.linalg.norm(found - told[:, None], axis=2)
        usual = max(slack, float(np.median(off[at, chosen])))
        chosen = (trust - _BESIDE_COST * np.minimum(off / usual, 4.0) ** 2 - (trust == 0)).argmax(axis=1)
        weights = trust[at, chosen] ** 2 / (1 + (off[at, chosen] / (2 * usual)) ** 4)
    spread: NDArray[np.float32] = (
        _planes(knots, centres, found[at, chosen], weights, reach)
        .reshape(rows, columns, 2)
        .astype(np.float32)
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

    # All sums over what was found, as if seen from the middle, are moved to each place afterwards: that is
    # one product of two matrices. Lengths are in parts of the reach.
    middle = centres.mean(axis=0)
    x, y = ((centres - middle) / reach).T
    u, v = ((places - middle) / reach).T
    distance = (u[:, None] - x) ** 2 + (v[:, None] - y) ** 2
    near = np.exp(-distance / 2) * weights
    if not own:
        near[distance * reach**2 < 1e-6] = 0.0
    fx, fy = found.T
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y, fx, fy, x * fx, x * fy, y * fx, y * fy])
    # A sum that numpy does itself: a library's product would be shared out to threads, which takes longer.
    one, sx, sy, sxx, sxy, syy, tx, ty, xtx, xty, ytx, yty = np.einsum("kn,tn->tk", near, terms)
    across, down = sx - u * one, sy - v * one
    both = sxy - u * sy - v * sx + u * v * one
    wide, high = sxx - 2 * u * sx + u * u * one, syy - 2 * v * sy + v * v * one
    rows = (one, across, down), (across, wide, both), (down, both, high)
    square = np.stack([np.stack(row, axis=1) for row in rows], axis=1)
    square += np.diag([0.02, 0.5, 0.5])[None] + 1e-9 * np.eye(3)[None]
    sides = (tx, ty), (xtx - u * tx, xty - u * ty), (ytx - v * tx, yty - v * ty)
    right = np.stack([np.stack(side, axis=1) for side in sides], axis=1)
    planes: NDArray[np.float64] = np.linalg.solve(square, right)[:, 0, :]
    return planes
