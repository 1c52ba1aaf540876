"""Pieces of the printed sheet, looked up in the flattened page: where the paper has moved them.

A piece holds several printed marks. A shape that somebody drew looks like the cell around it, so that of
each piece several places are kept; its neighbours tell which is the right one.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.page import Registration, flatten
from printquarto.photo.skeleton import skeleton

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.chart import Chart


class Search(NamedTuple):
    """One search for printed pieces: px a mm; in mm how far it goes, a piece's side, and their distance.

    A piece holds several marks, so that one pen line misleads none; a large one always holds a crossing.
    """

    scale: float
    far: float
    side: float
    step: float


SEARCHES = (
    Search(2.0, 9.0, 36.0, 18.0),
    Search(2.0, 6.0, 30.0, 18.0),
    Search(3.0, 4.0, 24.0, 16.0),
    Search(4.0, 1.8, 20.0, 14.0),
)
"""From coarse to fine. Paper bowed by 12 mm is off by 2.5 mm, a curled one by up to 8 (measured)."""

_AGREEMENT = 0.30
"""Correlation from which a piece is taken as found."""

_PALE_PRINT = 0.15
"""Darkness, of the paper around, beyond which a place shows print no better."""

PEAKS = 3
"""Places of a piece that are kept; its neighbours tell which is the right one."""

_NEARLY = 0.6
"""Another place counts from this part of the agreement of the best one."""

_APART = 1.2
"""How far apart (mm) two places of a piece are at least."""


def find_pieces(
    grey: NDArray[np.uint8], flat: Registration, chart: Chart, search: Search
) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """Look up pieces of the printed sheet: their numbers, offsets (mm), and how well each agrees.

    A drawn shape looks like the cell around it: of each piece ``PEAKS`` offsets come, the best first, those
    that are none with an agreement of 0.
    """
    import cv2
    import numpy as np

    scale = search.scale
    page = flatten(grey, flat, chart, scale)
    # Lines darker than what is around them; wide shadows and the paper's shade fall away.
    around = cv2.morphologyEx(page, cv2.MORPH_CLOSE, np.ones((int(2 * scale) | 1,) * 2, np.uint8))
    dark: Any = cv2.divide(cv2.subtract(around, page), cv2.max(around, 16), dtype=cv2.CV_32F)
    # No darker than pale print: of a pen's stroke and a printed line the darker one is not the likelier.
    np.minimum(dark, _PALE_PRINT, out=dark)
    numbers, found, trust = [], [], []
    half, reach = int(search.side / 2 * scale), int(search.far * scale)
    for number, (_, _, column, row, piece) in enumerate(_telling(chart, search)):
        top, left = max(0, row - half - reach), max(0, column - half - reach)
        view = dark[top : row + half + reach, left : column + half + reach]
        agreement: Any = cv2.matchTemplate(view, piece, cv2.TM_CCOEFF_NORMED)
        peaks = _peaks(agreement, scale)
        if not peaks:
            continue
        numbers.append(number)
        found.append(
            [
                ((left + across - (column - half)) / scale, (top + down - (row - half)) / scale)
                for across, down, _ in peaks
            ]
        )
        trust.append([best for *_, best in peaks])
    return (
        np.array(numbers, int),
        np.array(found, float).reshape(-1, PEAKS, 2),
        np.array(trust, float).reshape(-1, PEAKS),
    )


def piece_centres(chart: Chart, search: Search) -> NDArray[np.float64]:
    """Give the centres (n × 2, mm) of all pieces of a sheet that are searched for."""
    import numpy as np

    return np.array([(x, y) for x, y, *_ in _telling(chart, search)], float).reshape(-1, 2)


def _peaks(agreement: NDArray[np.float32], scale: float) -> list[tuple[float, float, float]]:
    """Give the best places (column and row, px) of a piece, and how well it agrees there.

    None where it agrees nowhere; where there are fewer than ``PEAKS`` the last ones agree by 0.
    """
    import cv2
    import numpy as np

    peaks: list[tuple[float, float, float]] = []
    left = agreement
    for _ in range(PEAKS):
        _, best, _, (across, down) = cv2.minMaxLoc(left)
        if not np.isfinite(best) or best < max(_AGREEMENT, _NEARLY * peaks[0][2] if peaks else 0.0):
            break
        peaks.append((*peak(agreement, across, down), float(best)))
        left = left.copy() if left is agreement else left
        apart = round(_APART * scale)
        left[max(0, down - apart) : down + apart + 1, max(0, across - apart) : across + apart + 1] = -1.0
    if not peaks:
        return []
    return peaks + [(*peaks[0][:2], 0.0)] * (PEAKS - len(peaks))


@functools.lru_cache(maxsize=16)
def _telling(chart: Chart, search: Search) -> tuple[tuple[float, float, int, int, NDArray[np.float32]], ...]:
    """Give the pieces of a printed sheet that can be searched for, each with its centre (mm, and px).

    Not to be changed.
    """
    import cv2

    scale = search.scale
    printed = cv2.GaussianBlur(skeleton(chart, scale), (0, 0), 0.2 * scale)
    half = int(search.side / 2 * scale)
    pieces = []
    for y in _centres(chart.height, search):
        for x in _centres(chart.width, search):
            column, row = round(x * scale), round(y * scale)
            piece = printed[row - half : row + half, column - half : column + half]
            if _is_telling(piece):
                pieces.append((float(x), float(y), column, row, piece))
    return tuple(pieces)


def _centres(length: float, search: Search) -> NDArray[np.float64]:
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
        across = along(*agreement[row, column - 1 : column + 2].tolist())
    if 0 < row < rows - 1:
        down = along(*agreement[row - 1 : row + 2, column].tolist())
    return column + across, row + down
