"""Where each field lies on the flattened page, to a few tenths of a millimetre.

Each printed mark is looked up beside its place; what one mark says is checked by its neighbours, for paper
does not jump, and a mark under ink or glare says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.pieces import peak
from printquarto.sheet.fields import ArrowField, ShapeField

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart, MarkedField
    from printquarto.photo.ink import InkMap

_SCALE = 4.0
"""Pixels a millimetre at which marks are looked up; the peak is found to a tenth of a pixel."""

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


def align(ink: InkMap, printed: NDArray[np.float32], chart: Chart) -> Aligned:
    """Look up every field. ``printed`` is the sheet's skeleton at ``ink.scale``."""
    import cv2
    import numpy as np

    factor = _SCALE / ink.scale
    size = (round(chart.width * _SCALE), round(chart.height * _SCALE))
    page: Any = cv2.resize(np.clip(ink.lines, 0, 1), size, interpolation=cv2.INTER_AREA)
    marks: Any = cv2.GaussianBlur(
        cv2.resize(printed, size, interpolation=cv2.INTER_AREA), (0, 0), 0.15 / factor / 2
    )
    page = cv2.copyMakeBorder(page, *(int(_SEARCH * _SCALE),) * 4, cv2.BORDER_REPLICATE)
    centres, found, trust, owner, boxes = [], [], [], [], []
    for index, one in enumerate(chart.fields):
        for box in _pieces(one.field):
            best, shift = _look_up(page, marks, box, masked=not isinstance(one.field, ShapeField))
            centres.append((box[0] + box[2] / 2, box[1] + box[3] / 2))
            found.append(shift)
            trust.append(best)
            owner.append(index)
            boxes.append(box)
    places, offsets, agreed = np.array(centres), np.array(found), np.array(trust)
    smooth = _believed(places, offsets, agreed)
    beside = np.linalg.norm(offsets - smooth, axis=1)
    fits = (agreed >= _GOOD) & (beside <= _BESIDE)
    lines = [_line(page, marks, box, shift) for box, shift in zip(boxes, smooth, strict=True)]
    # Blur pales all lines alike.
    least = min(_INKED, 0.5 * float(np.median([line.mean() for line in lines])))
    under = (agreed < _GOOD) & np.array([(line > least).mean() >= _COVERED for line in lines])
    shifts, agreements, trusts = [], [], []
    belongs = np.array(owner)
    for index, one in enumerate(chart.fields):
        own = belongs == index
        if own.any():
            shifts.append(tuple(float(mm) for mm in smooth[own].mean(axis=0)))
            agreements.append(float(np.median(agreed[own])))
            trusts.append(_trust(places, fits, ~under, places[own].mean(axis=0), own))
        else:
            x, y = _middle(one.field)
            near = int(np.argmin((places[:, 0] - x) ** 2 + (places[:, 1] - y) ** 2))
            shifts.append(tuple(float(mm) for mm in smooth[near]))
            agreements.append(1.0)
            trusts.append(_trust(places, fits, ~under, np.array([x, y])))
    return Aligned(shifts, agreements, trusts)  # type: ignore[arg-type]


def _cut(
    marks: NDArray[np.float32], box: tuple[float, float, float, float]
) -> tuple[int, int, NDArray[np.float32]]:
    """Give the column, the row and the pixels of a piece (mm) of what is printed."""
    left, top = max(0, round(box[0] * _SCALE)), max(0, round(box[1] * _SCALE))
    return left, top, marks[top : round((box[1] + box[3]) * _SCALE), left : round((box[0] + box[2]) * _SCALE)]


def _line(
    page: NDArray[np.float32],
    marks: NDArray[np.float32],
    box: tuple[float, float, float, float],
    shift: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Give how dark a printed piece is, all along its lines, where it should be.

    One that is dark all along lies there, under ink. What is merely not found, because the page is bent or
    because a thing lies on it, is not.
    """
    import numpy as np

    left, top, piece = _cut(marks, box)
    across, down = (round((_SEARCH + mm) * _SCALE) for mm in (float(shift[0]), float(shift[1])))
    view = page[top + down : top + down + piece.shape[0], left + across : left + across + piece.shape[1]]
    line: NDArray[np.float32] = view[piece[: view.shape[0], : view.shape[1]] > _ON_LINE]
    return line if line.size else np.zeros(1, np.float32)


def _trust(
    places: NDArray[np.float64],
    fits: NDArray[np.bool_],
    seen: NDArray[np.bool_],
    centre: NDArray[np.float64],
    own: NDArray[np.bool_] | None = None,
) -> float:
    """Give which part of the marks near a place fit, a field's own ones counting as much as all others."""
    import numpy as np

    distance = ((places - centre) ** 2).sum(axis=1)
    told = np.where(seen, 1.0, _UNSEEN)
    around = 0.0
    for reach in (_NEIGHBOURS, _FAR_NEIGHBOURS):
        near = np.exp(-distance / (2 * reach**2)) + 1e-9
        around = float((near * fits).sum() / (near * told).sum())
        if (near * seen).sum() > _ENOUGH_SEEN * near.sum():
            break
    return around if own is None else max(around, float(fits[own].mean()))


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


def _look_up(
    page: NDArray[np.float32],
    marks: NDArray[np.float32],
    box: tuple[float, float, float, float],
    *,
    masked: bool,
) -> tuple[float, tuple[float, float]]:
    """Give how well a printed piece agrees with the page where it fits best, and how far off (mm)."""
    import cv2
    import numpy as np

    left, top, piece = _cut(marks, box)
    reach = int(_SEARCH * _SCALE)
    view = page[top : top + piece.shape[0] + 2 * reach, left : left + piece.shape[1] + 2 * reach]
    if (
        piece.shape[0] < 4
        or piece.shape[1] < 4
        or view.shape[0] < piece.shape[0]
        or view.shape[1] < piece.shape[1]
    ):
        return 0.0, (0.0, 0.0)
    if masked:
        # What somebody wrote inside is left out: only the printed line and what is beside it is compared.
        near: Any = cv2.dilate(piece, np.ones((int(1.3 * _SCALE) | 1,) * 2, np.uint8))
        mask = (near > 0.25).astype(np.float32)
        agreement: Any = cv2.matchTemplate(view, piece, cv2.TM_CCOEFF_NORMED, mask=mask)
        agreement = np.where(np.isfinite(agreement), agreement, 0.0)
    else:
        agreement = cv2.matchTemplate(view, piece, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(agreement)
    if not np.isfinite(best):
        return 0.0, (0.0, 0.0)
    across, down = peak(agreement, column, row)
    return float(best), ((across - reach) / _SCALE, (down - reach) / _SCALE)


def _believed(
    places: NDArray[np.float64], offsets: NDArray[np.float64], agreed: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give each piece's shift as it and its neighbours say, without what their middle contradicts."""
    import numpy as np

    distance = ((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2)
    near = np.exp(-distance / (2 * _NEIGHBOURS**2))
    weights = np.where(agreed >= _AGREEMENT, agreed**2, 0.0)
    for _ in range(3):
        pull = near * weights[None, :]
        total = pull.sum(axis=1, keepdims=True) + 0.05  # held back to no shift where nothing is known
        smooth: NDArray[np.float64] = pull @ offsets / total
        off = np.linalg.norm(offsets - smooth, axis=1)
        weights = np.where(agreed >= _AGREEMENT, agreed**2 / (1 + (off / 0.3) ** 4), 0.0)
    return smooth
