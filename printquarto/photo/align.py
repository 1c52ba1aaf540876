"""Where each field lies on the flattened page, to a few tenths of a millimetre.

Each printed mark is looked up beside its place; what one mark says is checked by its neighbours, for paper
does not jump, and a mark under ink or glare says nothing.
"""

from __future__ import annotations

import functools
import statistics
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.ink import SCALE
from printquarto.photo.page import halved
from printquarto.photo.pieces import peak
from printquarto.photo.skeleton import skeleton
from printquarto.sheet.fields import ArrowField, ShapeField

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart, MarkedField
    from printquarto.photo.ink import InkMap

_SCALE = SCALE / 2
"""Pixels a millimetre at which marks are looked up; the peak is found to a tenth of a pixel."""

_PALE_PRINT = 0.25
"""Darkness beyond which a place shows print no better: a fill must not outweigh the ring about it."""

_SEARCH = 1.6
_MARGIN = 1.2
_CORNER = 4.0
"""Half the side (mm) of the piece about a cell's corner."""

_AGREEMENT = 0.35
_GOOD = 0.25
_BESIDE = 0.5
"""A mark counts as found where it agrees so well, and lies so near (mm) to where its neighbours have it."""

_FAR_NEIGHBOURS = 25.0
_ENOUGH_SEEN = 0.3
"""Where fewer than this part of the neighbours are seen, as where all rounds are filled, those farther off
are asked."""

_ON_LINE = 0.4
_INKED = 0.12
_COVERED = 0.75
"""A mark of which so much is at least so dark lies under ink, if it is not seen itself."""

_UNSEEN = 0.35
"""What a mark under ink counts against those that are seen."""

_WELL_FOUND, _CREDIT = 0.8, 0.4
"""Where so much of the sheet was found in its place, a mark under ink speaks for it by so much: on a sheet
that is full hardly a round is seen itself."""

_NEIGHBOURS = 9.0
"""Over how many mm (standard deviation) neighbours are believed."""


class Aligned(NamedTuple):
    """The shift (mm) of each field of a chart, and how far it can be relied on.

    ``agreements`` say how well the field's own printed marks agree (-1 to 1), ``trusts`` which part (0 to 1)
    of the marks in and about it lie where the shift has them: little where a page is bent beyond what was
    followed.
    """

    shifts: list[tuple[float, float]]
    agreements: list[float]
    trusts: list[float]


def align(ink: InkMap, chart: Chart, found: float = 0.0) -> Aligned:
    """Look up every field. ``found`` is the part (0 to 1) of the sheet that lies where it is expected."""
    import numpy as np

    printed = _printed(chart, ink.scale)
    page = _reduced(ink)
    looked = [_look_up(page, piece) for piece in printed.pieces]
    agreed, offsets = np.array([best for best, _ in looked]), np.array([shift for _, shift in looked])
    smooth = _believed(printed.near, offsets, agreed)
    beside = np.linalg.norm(offsets - smooth, axis=1)
    fits = (agreed >= _GOOD) & (beside <= _BESIDE)
    seen = (agreed >= _GOOD) | ~_are_dark(page, printed, smooth)
    around = _trusts(printed, fits, seen, _CREDIT if found >= _WELL_FOUND else 0.0)
    shifts, agreements, trusts = [], [], []
    for own, part in zip(printed.owned, around, strict=True):
        shifts.append(tuple(float(mm) for mm in smooth[own.marks].mean(axis=0)))
        agreements.append(statistics.median(agreed[own.marks].tolist()) if own.has_marks else 1.0)
        # A field's own marks count as much as all others.
        trusts.append(max(float(part), float(fits[own.marks].mean())) if own.has_marks else float(part))
    return Aligned(shifts, agreements, trusts)  # type: ignore[arg-type]


class _Piece(NamedTuple):
    """A printed piece at ``_SCALE``: its column and row on the page (px), itself, and what of it counts."""

    left: int
    top: int
    picture: NDArray[np.float32]
    mask: NDArray[np.float32] | None


class _Owned(NamedTuple):
    """Which pieces are a field's own marks; of an arrow, which has none, the nearest is told."""

    marks: slice
    has_marks: bool


class _Printed(NamedTuple):
    """All pieces of a sheet that are looked up, with what follows from their places alone.

    ``near`` (n × n) is how much pieces have to say about each other, ``around`` (fields × n, twice) about
    fields, near ones and far ones. Pixel ``line`` (rows and columns of the page) of all pieces together lie
    on a printed line of the piece ``line_of``.
    """

    pieces: tuple[_Piece, ...]
    owned: tuple[_Owned, ...]
    near: NDArray[np.float64]
    around: tuple[NDArray[np.float64], NDArray[np.float64]]
    line: tuple[NDArray[np.intp], NDArray[np.intp]]
    line_of: NDArray[np.intp]


@functools.lru_cache(maxsize=4)
def _printed(chart: Chart, scale: float) -> _Printed:
    """Cut the pieces out of what a sheet prints. Not to be changed."""
    import cv2
    import numpy as np

    marks = cv2.GaussianBlur(halved(skeleton(chart, scale)), (0, 0), 0.15 * scale / _SCALE / 2)
    pieces: list[_Piece] = []
    middles: list[tuple[float, float]] = []
    spans: list[tuple[int, int]] = []
    for one in chart.fields:
        boxes = _pieces(one.field)
        spans.append((len(pieces), len(pieces) + len(boxes)))
        pieces += [_cut(marks, box, masked=not isinstance(one.field, ShapeField)) for box in boxes]
        middles += [(box[0] + box[2] / 2, box[1] + box[3] / 2) for box in boxes]
    places = np.array(middles)
    owned, centres = [], []
    for one, (start, end) in zip(chart.fields, spans, strict=True):
        centre = places[start:end].mean(axis=0) if end > start else np.array(_middle(one.field))
        nearest = int(((places - centre) ** 2).sum(axis=1).argmin())
        marks_of = slice(start, end) if end > start else slice(nearest, nearest + 1)
        owned.append(_Owned(marks_of, end > start))
        centres.append(centre)
    apart = _squared(np.array(centres), places)
    close, wide = (np.exp(-apart / (2 * reach**2)) + 1e-9 for reach in (_NEIGHBOURS, _FAR_NEIGHBOURS))
    lines = [np.nonzero(piece.picture > _ON_LINE) for piece in pieces]
    rows = np.concatenate([line[0] + piece.top for line, piece in zip(lines, pieces, strict=True)])
    columns = np.concatenate([line[1] + piece.left for line, piece in zip(lines, pieces, strict=True)])
    line_of = np.repeat(np.arange(len(pieces)), [line[0].size for line in lines])
    near = np.exp(-_squared(places, places) / (2 * _NEIGHBOURS**2))
    return _Printed(tuple(pieces), tuple(owned), near, (close, wide), (rows, columns), line_of)


def _squared(some: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the squares of the distances of all places of one kind from all of the other."""
    apart: NDArray[np.float64] = ((some[:, None, :] - others[None, :, :]) ** 2).sum(axis=2)
    return apart


def _cut(marks: NDArray[np.float32], box: tuple[float, float, float, float], *, masked: bool) -> _Piece:
    """Cut a piece (mm) out of what is printed.

    Of a masked one only the printed line and what is beside it is compared, not what somebody wrote inside.
    """
    import cv2
    import numpy as np

    left, top = max(0, round(box[0] * _SCALE)), max(0, round(box[1] * _SCALE))
    piece = marks[top : round((box[1] + box[3]) * _SCALE), left : round((box[0] + box[2]) * _SCALE)]
    mask = None
    if masked and piece.size:
        near: Any = cv2.dilate(piece, np.ones((int(1.3 * _SCALE) | 1,) * 2, np.uint8))
        mask = (near > 0.25).astype(np.float32)
    return _Piece(left, top, piece, mask)


def _reduced(ink: InkMap) -> NDArray[np.float32]:
    """Give the lines of a page at ``_SCALE``, with a margin of ``_SEARCH`` about it."""
    import cv2
    import numpy as np

    margins = (int(_SEARCH * _SCALE),) * 4
    page: NDArray[np.float32] = cv2.copyMakeBorder(
        halved(np.clip(ink.lines, 0, _PALE_PRINT)), *margins, cv2.BORDER_REPLICATE
    )
    return page


def _are_dark(page: NDArray[np.float32], printed: _Printed, shifts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say which pieces are dark all along their lines, where these should be: print, or ink over it.

    What is merely not found, because the page is bent or because a thing lies on it, is not.
    """
    import numpy as np

    across, down = np.rint((_SEARCH + shifts) * _SCALE).astype(int).T[:, printed.line_of]
    rows, columns = printed.line
    height, width = page.shape
    line = page[np.clip(rows + down, 0, height - 1), np.clip(columns + across, 0, width - 1)]
    count = len(printed.pieces)
    pixels = np.maximum(np.bincount(printed.line_of, minlength=count), 1)
    # Blur pales all lines alike.
    usual = float(np.median(np.bincount(printed.line_of, line, count) / pixels))
    dark = np.bincount(printed.line_of, line > min(_INKED, 0.5 * usual), count) / pixels
    return dark >= _COVERED


def _trusts(
    printed: _Printed, fits: NDArray[np.bool_], seen: NDArray[np.bool_], credit: float
) -> NDArray[np.float64]:
    """Give for each field which part of the marks near it fit; ``credit`` is for those under ink."""
    import numpy as np

    fitting = np.where(seen, fits, np.maximum(fits, credit))
    told = np.where(seen, 1.0, max(_UNSEEN, 2 * credit))
    near, far = ((weights * fitting).sum(axis=1) / (weights * told).sum(axis=1) for weights in printed.around)
    weights = printed.around[0]
    enough = (weights * seen).sum(axis=1) > _ENOUGH_SEEN * weights.sum(axis=1)
    trusts: NDArray[np.float64] = np.where(enough, near, far)
    return trusts


def _pieces(field: MarkedField) -> list[tuple[float, float, float, float]]:
    """Give the pieces (mm) of a field that are looked up: a cell's corners, a box, for an arrow nothing."""
    if isinstance(field, ArrowField):
        return []
    x, y, width, height = field.box
    if isinstance(field, ShapeField):
        return [
            (left - _CORNER, top - _CORNER, 2 * _CORNER, 2 * _CORNER)
            for left in (x, x + width)
            for top in (y, y + height)
        ]
    return [(x - _MARGIN, y - _MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN)]


def _middle(field: MarkedField) -> tuple[float, float]:
    if isinstance(field, ArrowField):
        return (field.tail[0] + field.head[0]) / 2, (field.tail[1] + field.head[1]) / 2
    x, y, width, height = field.box
    return x + width / 2, y + height / 2


def _look_up(page: NDArray[np.float32], piece: _Piece) -> tuple[float, tuple[float, float]]:
    """Give how well a printed piece agrees with the page where it fits best, and how far off (mm)."""
    import cv2
    import numpy as np

    reach = int(_SEARCH * _SCALE)
    rows, columns = piece.picture.shape
    view = page[piece.top : piece.top + rows + 2 * reach, piece.left : piece.left + columns + 2 * reach]
    if min(rows, columns) < 4 or view.shape[0] < rows or view.shape[1] < columns:
        return 0.0, (0.0, 0.0)
    agreement: Any = cv2.matchTemplate(view, piece.picture, cv2.TM_CCOEFF_NORMED, mask=piece.mask)
    if piece.mask is not None:
        agreement = np.where(np.isfinite(agreement), agreement, 0.0)
    _, best, _, (column, row) = cv2.minMaxLoc(agreement)
    if not np.isfinite(best):
        return 0.0, (0.0, 0.0)
    across, down = peak(agreement, column, row)
    return float(best), ((across - reach) / _SCALE, (down - reach) / _SCALE)


def _believed(
    near: NDArray[np.float64], offsets: NDArray[np.float64], agreed: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give each piece's shift as it and its neighbours say, without what their middle contradicts.

    ``near`` (n × n) is how much they have to say about each other.
    """
    import numpy as np

    weights = np.where(agreed >= _AGREEMENT, agreed**2, 0.0)
    for _ in range(3):
        pull = near * weights[None, :]
        total = pull.sum(axis=1, keepdims=True) + 0.05  # held back to no shift where nothing is known
        smooth: NDArray[np.float64] = pull @ offsets / total
        off = np.linalg.norm(offsets - smooth, axis=1)
        weights = np.where(agreed >= _AGREEMENT, agreed**2 / (1 + (off / 0.3) ** 4), 0.0)
    return smooth
