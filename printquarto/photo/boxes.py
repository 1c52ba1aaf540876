"""Whether a box is marked: a cross, a tick or a number in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printquarto.photo.reading import Evidence
from printquarto.photo.specks import Spot, tell_specks
from printquarto.photo.verdict import (
    FADED,
    LEAST_SEEN,
    Logistic,
    amounts,
    contrasts,
    is_soft,
    median,
    offsets,
    sharpness,
    traces,
    verdict,
)
from printquarto.sheet.fields import UsedField

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart
    from printquarto.photo.ink import InkMap, Window

_INSET = 0.9
"""What is left out (mm) along the edges of a box."""

_MARKED = Logistic(0.018, 0.0017, 0.01)
"""Of 1,000 empty boxes in simulated photos the fullest holds 0.008, nearly all under 0.003; of 1,400 marked
ones one holds 0.014 and the next 0.041."""


_EMPTY = 0.012
"""A box that holds less seems empty."""

_SAMPLE = 6
"""So many empty boxes tell how sharp print is."""

_SMALL = 0.1
"""What holds less may be a dot."""


class _Look(NamedTuple):
    """How much ink a box holds, as lines and in all; how dark the faintest side of its frame is."""

    held: float
    full: float
    frame: float
    contrast: float
    noise: float
    is_seen: bool
    window: Window
    core: NDArray[np.bool_]
    rim: NDArray[np.bool_]

    def edges(self, *, frame: bool) -> float:
        """Give how sharp the frame is, or what the box holds."""
        return sharpness(self.window.darkness, self.rim if frame else self.core, self.window.scale)


def read_boxes(ink: InkMap, chart: Chart, aligned: Aligned) -> dict[int, Evidence]:
    """Read the boxes of a chart, by their place in ``chart.fields``."""
    boxes = [(at, one.field) for at, one in enumerate(chart.fields) if isinstance(one.field, UsedField)]
    looks = {at: _look(ink, field, aligned.shifts[at]) for at, field in boxes}
    usual = median(look.frame for look in looks.values())
    empty = [look for look in looks.values() if look.held < _EMPTY]
    faint = traces({at: look.contrast for at, look in looks.items() if look.held < _EMPTY})
    small = faint | {at for at, look in looks.items() if _EMPTY <= look.held < _SMALL}
    spots = {at: _spot(field, aligned.shifts[at]) for at, field in boxes if at in small}
    specks = tell_specks(ink, chart, spots)
    faint -= specks.dirt | specks.dots | specks.either
    print_edges: float | None = None
    found = {}
    for at, look in looks.items():
        # What is dark all over without lines may be a shadow's tip as well as a box that was blackened.
        reason = "unclear" if look.full > 0.3 and look.held < 0.4 * look.full else None
        if at in faint:
            reason = "faint"
        framed = look.frame > max(0.05, FADED * usual, 0.4 * look.noise)
        sees = look.is_seen and (framed or look.held > 0.15)
        chance = _MARKED.chance(look.held, look.noise)
        if (dot := specks.chance(at)) is not None:
            chance = dot
        elif reason is None and chance > 0.5:
            if print_edges is None:
                print_edges = median(one.edges(frame=True) for one in empty[:_SAMPLE])
            if is_soft(look.edges(frame=False), print_edges):
                reason = "unclear"  # a stain
        found[at] = verdict(chart.fields[at], chance, reason, sees=sees)
    return found


def _spot(field: UsedField, shift: tuple[float, float]) -> Spot:
    x, y, width, height = field.box
    return Spot(x + width / 2 + shift[0], y + height / 2 + shift[1], min(width, height) / 2 - _INSET)


def _look(ink: InkMap, field: UsedField, shift: tuple[float, float]) -> _Look:
    import numpy as np

    window = ink.window(field.box, shift, 1.0, lines=True)
    x, y = offsets(window, (field.box.x + field.box.width / 2, field.box.y + field.box.height / 2))
    across, down = np.abs(x) - field.box.width / 2, np.abs(y) - field.box.height / 2
    core = (across < -_INSET) & (down < -_INSET)
    edge = np.abs(np.maximum(across, down)) < 0.4
    level, upright = edge & (down > across), edge & (across > down)
    sides = (upright & (x < 0), upright & (x > 0), level & (y < 0), level & (y > 0))
    noise = np.array([window.noise])
    lines, all_ink = window.darkness[None], ink.window(field.box, shift, 1.0).darkness[None]
    return _Look(
        float(amounts(lines, noise, core, window.scale)[0]),
        float(amounts(all_ink, noise, core, window.scale)[0]),
        min(float(window.darkness[side].mean()) for side in sides),
        float(contrasts(lines, core, window.scale)[0]),
        window.noise,
        float(window.seen.mean()) > LEAST_SEEN,
        window,
        core,
        np.abs(np.maximum(across, down)) < 0.6,
    )
