"""How the printed lines of a board run on a bent page, and its cells as they would be were it flat.

A cell's own marks tell where it lies as a whole; on curled paper its edges lean and bow by some millimetres
besides, and then pass for strokes. A printed line runs on over all cells of a board, which no stroke does:
it is followed from end to end, and each cell is straightened between its four edges.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.ink import Window
from printquarto.sheet.fields import ShapeField

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart
    from printquarto.photo.ink import InkMap
    from printquarto.sheet.units import Box

_FAR = 3.5
"""How far (mm) beside the place where its cells have it a line is looked for."""

_STEP = 0.125
"""Distance (mm) of the places across a line that are told apart."""

_STATION = 1.0
"""Distance (mm) of the places along a line where it is looked up."""

_BESIDE = 1.0
"""How far (mm) beside a line paper is seen: a board's frame is 0.9 mm wide."""

_LEAN = 2
"""Most steps by which a line moves from one station to the next: a quarter of a millimetre a millimetre."""

_BEND_COST, _FAR_COST = 0.12, 0.006
"""What a step from one station to the next costs, squared, and a millimetre beside the expected place; a
station where the line is seen well gains 1."""

_PALE_PRINT = 0.25
"""Darkness beyond which a place shows print no better: a pen's stroke is not the likelier line."""

_SEEN = 0.35
"""The part of a line's usual darkness from which a station shows it."""

_PART_SEEN = 0.5
"""The part of a line's stations that must show it; else it counts as where it was expected."""

_CLEAR = 3.0
"""A line's usual darkness must be so many times what paper shows by chance."""


class _Line(NamedTuple):
    """A printed line: its place across (mm), and where it starts and ends along (mm)."""

    at: float
    start: float
    end: float


class Bend(NamedTuple):
    """How far (mm) a printed line lies beside its place, at stations along it (mm)."""

    along: NDArray[Any]
    beside: NDArray[Any]
    is_seen: bool


class Grid(NamedTuple):
    """The printed lines of the boards of a page: by board and place (mm, a tenth) across, and down."""

    upright: Mapping[tuple[int, float], Bend]
    level: Mapping[tuple[int, float], Bend]

    def edges(self, board: int, box: Box) -> tuple[Bend, Bend, Bend, Bend]:
        """Give the left, right, upper and lower edge of a cell."""
        return (
            self.upright[board, _key(box.x)],
            self.upright[board, _key(box.right)],
            self.level[board, _key(box.y)],
            self.level[board, _key(box.bottom)],
        )


def follow_lines(ink: InkMap, chart: Chart, aligned: Aligned) -> Grid:
    """Follow the edges of all cells of a page."""
    boards: dict[int, list[int]] = defaultdict(list)
    for at, one in enumerate(chart.fields):
        if isinstance(one.field, ShapeField):
            boards[one.board].append(at)
    upright: dict[tuple[int, float], Bend] = {}
    level: dict[tuple[int, float], Bend] = {}
    for board, places in boards.items():
        boxes = [chart.fields[at].field.box for at in places]
        shifts = [aligned.shifts[at] for at in places]
        turned = [(box.y, box.x, box.height, box.width) for box in boxes]
        across = _bends(ink, [(box.x, box.y, box.width, box.height) for box in boxes], shifts, turned=False)
        down = _bends(ink, turned, [(y, x) for x, y in shifts], turned=True)
        upright |= {(board, key): bend for key, bend in across.items()}
        level |= {(board, key): bend for key, bend in down.items()}
    return Grid(upright, level)


def straightened(
    ink: InkMap, grid: Grid, board: int, field: ShapeField, shift: tuple[float, float], margin: float
) -> Window:
    """Cut out a cell with a margin (mm) around it, as if its edges were straight.

    ``shift`` (mm) is where the cell lies as a whole; its edges that were not seen count as there.
    """
    import cv2
    import numpy as np

    box = field.box
    left, right, upper, lower = grid.edges(board, box)
    rows, columns = (round((side + 2 * margin) * ink.scale) for side in (box.height, box.width))
    x = box.x - margin + (np.arange(columns) + 0.5) / ink.scale
    y = box.y - margin + (np.arange(rows) + 0.5) / ink.scale
    across = _between((x - box.x) / box.width, left, right, y, shift[0])
    down = _between((y - box.y) / box.height, upper, lower, x, shift[1]).T
    there = (
        ((x[None, :] + across) * ink.scale - 0.5).astype(np.float32),
        ((y[:, None] + down) * ink.scale - 0.5).astype(np.float32),
    )
    darkness: Any = cv2.remap(ink.lines, *there, cv2.INTER_LINEAR)
    seen: Any = cv2.remap(ink.seen.view(np.uint8), *there, cv2.INTER_NEAREST)
    middle = ((box.x + shift[0] + box.width / 2) * ink.scale, (box.y + shift[1] + box.height / 2) * ink.scale)
    noise = ink.noise_at(*middle)
    return Window(darkness, seen > 0, box.x - margin, box.y - margin, ink.scale, noise)


def _between(part: NDArray[Any], first: Bend, last: Bend, along: NDArray[Any], usual: float) -> NDArray[Any]:
    """Give how far (along × across, mm) places between two lines lie beside theirs.

    Beyond the lines, where a neighbour begins, it stays as it is at them.
    """
    import numpy as np

    ends = [np.interp(along, one.along, one.beside) if one.is_seen else None for one in (first, last)]
    one, other = (end if end is not None else mate for end, mate in (ends, ends[::-1]))
    if one is None or other is None:
        return np.full((along.size, part.size), usual)
    share = np.clip(part, 0, 1)[None, :]
    mixed: NDArray[Any] = one[:, None] * (1 - share) + other[:, None] * share
    return mixed


def _key(mm: float) -> float:
    return round(mm, 1)


def _bends(
    ink: InkMap,
    boxes: Sequence[tuple[float, float, float, float]],
    shifts: Sequence[tuple[float, float]],
    *,
    turned: bool,
) -> dict[float, Bend]:
    """Follow the upright lines of a board, or its level ones as if the page were turned.

    Boxes are x, y, width and height (mm), shifts across and along.
    """
    import numpy as np

    spans: dict[float, list[float]] = defaultdict(list)
    for x, y, width, height in boxes:
        for edge in (x, x + width):
            spans[_key(edge)] += [y, y + height]
    lines = [_Line(at, min(span), max(span)) for at, span in sorted(spans.items())]
    stations = max(int((line.end - line.start) / _STATION) for line in lines)
    centres = np.array([(x + width / 2, y + height / 2) for x, y, width, height in boxes])
    alongs, expected = [], []
    for line in lines:
        along = np.linspace(line.start + 1, line.end - 1, stations)
        apart = (centres[None, :, 0] - line.at) ** 2 + (centres[None, :, 1] - along[:, None]) ** 2
        near = np.exp(-apart / (2 * 15.0**2)) + 1e-9
        alongs.append(along)
        expected.append(near @ np.array(shifts) / near.sum(axis=1, keepdims=True))
    band = np.stack(
        [
            _band(ink, line, along, shift, turned)
            for line, along, shift in zip(lines, alongs, expected, strict=True)
        ]
    )
    seen, clear = _seen(band)
    paths = _paths(seen)
    bends = {}
    for at, (line, along, shift) in enumerate(zip(lines, alongs, expected, strict=True)):
        path = paths[at]
        shown = seen[at, np.arange(stations), path] > _SEEN
        is_seen = bool(clear[at] and shown.mean() > _PART_SEEN)
        beside = shift[:, 0] + (path - (band.shape[2] - 1) / 2) * _STEP
        bends[line.at] = Bend(along, _smooth(beside, shown), is_seen)
    return bends


def _band(ink: InkMap, line: _Line, along: NDArray[Any], shift: NDArray[Any], turned: bool) -> NDArray[Any]:
    """Give how much darker places are than those beside them, along a line × across it."""
    import cv2
    import numpy as np

    reach = _FAR + _BESIDE + 0.25
    across = np.arange(-round(reach / _STEP), round(reach / _STEP) + 1) * _STEP
    x = line.at + shift[:, :1] + across[None, :]
    y = np.broadcast_to((along + shift[:, 1])[:, None], x.shape)
    if turned:
        x, y = y, x
    there = ((x * ink.scale - 0.5).astype(np.float32), (y * ink.scale - 0.5).astype(np.float32))
    band: Any = cv2.remap(ink.lines, *there, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    band = cv2.GaussianBlur(np.clip(band, 0, _PALE_PRINT), (0, 0), sigmaX=0.15 / _STEP, sigmaY=1.5 / _STATION)
    off, edge = round(_BESIDE / _STEP), round((_BESIDE + 0.25) / _STEP)
    middle = band[:, edge:-edge]
    width = middle.shape[1]
    left, right = band[:, edge - off :][:, :width], band[:, edge + off :][:, :width]
    darker: NDArray[Any] = middle - (left + right) / 2
    return darker


def _seen(band: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give how well each place shows its line (0 to 1), and which lines are clear of chance."""
    import numpy as np

    # Nearly all stations show the line, few a stroke: the lower third of their darkest places is the line's.
    usual = np.percentile(band.max(axis=2), 30, axis=1)
    chance = np.median(np.abs(band), axis=(1, 2))
    seen: NDArray[Any] = np.clip(band / np.maximum(usual, 1e-3)[:, None, None], 0, 1)
    return seen, usual > _CLEAR * np.maximum(chance, 1e-3)


def _paths(seen: NDArray[Any]) -> NDArray[Any]:
    """Give the way (step across) of each line from station to station that shows it best."""
    import numpy as np

    count, stations, places = seen.shape
    off = (np.arange(places) - (places - 1) / 2) * _STEP
    gains = seen - _FAR_COST * off**2
    total = gains[:, 0]
    steps = np.arange(-_LEAN, _LEAN + 1)
    came = np.zeros((stations, count, places), np.int64)
    padded = np.full((count, places + 2 * _LEAN), -1e9)
    for station in range(1, stations):
        padded[:, _LEAN:-_LEAN] = total
        options = np.stack([padded[:, _LEAN + step : _LEAN + step + places] for step in steps])
        options -= (_BEND_COST * steps**2)[:, None, None]
        best = options.argmax(axis=0)
        came[station] = best - _LEAN
        total = np.take_along_axis(options, best[None], axis=0)[0] + gains[:, station]
    paths = np.zeros((count, stations), np.int64)
    paths[:, -1] = total.argmax(axis=1)
    for station in range(stations - 1, 0, -1):
        here = paths[:, station]
        paths[:, station - 1] = here + came[station, np.arange(count), here]
    return paths


def _smooth(beside: NDArray[Any], shown: NDArray[Any]) -> NDArray[Any]:
    """Even out the steps of a way; where it is not shown it counts less."""
    import cv2
    import numpy as np

    weight = np.where(shown, 1.0, 0.05)
    both: Any = cv2.GaussianBlur(
        np.stack([beside * weight, weight]), (0, 0), sigmaX=4.0 / _STATION, sigmaY=0.001
    )
    smooth: NDArray[Any] = both[0] / both[1]
    return smooth
