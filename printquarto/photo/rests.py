"""What was rubbed out leaves a rest: marks far fainter than all others of their kind are asked about.

A pencil that is soft or a player with another pen makes many faint marks; a rest stands nearly alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from printquarto.photo.reading import Evidence, Value
from printquarto.photo.verdict import median
from printquarto.sheet.fields import ArrowField, BubbleField, ShapeField

if TYPE_CHECKING:
    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart, MarkedField
    from printquarto.photo.ink import InkMap

_FEWEST = 4
"""Marks of a kind below which none of them can be said to stand alone."""

_MOST = 5
"""At most one mark of so many is a rest."""

_FAINTER = 0.5
"""A rest has less than this part of the darkness of the next faintest mark."""

_FAINT = 0.4
"""Darkness that no rest has."""

_PALE = 0.2
_PALER = 0.25
"""What has less than this darkness, and this part of the usual one, may shine through from the other side."""


def find_rests(ink: InkMap, chart: Chart, aligned: Aligned, evidence: Sequence[Evidence]) -> set[int]:
    """Give the places in ``chart.fields`` of the marks that may be rests of what was rubbed out."""
    kinds: dict[type, dict[int, float]] = defaultdict(dict)
    for at, (one, found) in enumerate(zip(chart.fields, evidence, strict=True)):
        if found.best and found.reason is None and _has_strength(one.field):
            kinds[type(one.field)][at] = _strength(ink, one.field, aligned.shifts[at])
    alone = set().union(*(faintest(strengths) for strengths in kinds.values()))
    return alone | _shining_through(kinds.values())


def _shining_through(kinds: Iterable[Mapping[int, float]]) -> set[int]:
    """Give the marks so much fainter than the usual ink of the sheet that they may lie on its back."""
    strengths = {key: value for kind in kinds for key, value in kind.items()}
    usual = median(strengths.values())
    return {key for key, value in strengths.items() if value < min(_PALE, _PALER * usual)}


def as_rest(one: Evidence) -> Evidence:
    """Give the evidence of a mark that may be a rest: as likely nothing as what it says.

    So that no rule of the game makes it sure: what was rubbed out was once meant.
    """
    nothing: Value = "" if isinstance(one.best, str) else False
    chances = {value: chance / 2 for value, chance in one.chances.items()}
    chances[nothing] = chances.get(nothing, 0.0) + 0.5
    return one._replace(chances=chances, reason="faint")


def faintest(strengths: Mapping[int, float]) -> set[int]:
    """Give the keys of the few values that lie far below all others.

    >>> faintest({1: 0.8, 2: 0.7, 3: 0.1, 4: 0.9, 5: 0.6})
    {3}
    >>> faintest({1: 0.3, 2: 0.7, 3: 0.3, 4: 0.9, 5: 0.6})
    set()
    """
    ordered = sorted(strengths, key=lambda key: strengths[key])
    if len(ordered) < _FEWEST:
        return set()
    for count in range(1, max(1, len(ordered) // _MOST) + 1):
        last = strengths[ordered[count - 1]]
        if last < _FAINT and last < _FAINTER * strengths[ordered[count]]:
            return set(ordered[:count])
    return set()


def _has_strength(field: MarkedField) -> bool:
    """Say whether the ink of a field stands apart from print: the head of an arrow does not."""
    return not isinstance(field, ArrowField) or field.style == "dots"


def _strength(ink: InkMap, field: MarkedField, shift: tuple[float, float]) -> float:
    """Give how dark the ink of a field is where it is darkest: the part that a thin line of it would fill."""
    import numpy as np

    if isinstance(field, ShapeField):
        return float(np.percentile(ink.window(field.square, shift, 1.0, lines=True).darkness, 96))
    if isinstance(field, ArrowField):
        return _strength_between(ink, field, shift)
    inset = 0.3 * field.box.width / 2 if isinstance(field, BubbleField) else 0.9
    window = ink.window(field.box, shift, -inset)
    return float(np.percentile(window.darkness, 96 if isinstance(field, BubbleField) else 98))


def _strength_between(ink: InkMap, field: ArrowField, shift: tuple[float, float]) -> float:
    """Give how dark the line between the dots of an arrow is: of places along its middle, the darkest beside.

    A line drawn by hand runs up to a millimetre beside the straight one.
    """
    import numpy as np

    tail, head = np.array(field.tail), np.array(field.head)
    aside = np.array([tail[1] - head[1], head[0] - tail[0]]) / np.hypot(*(head - tail))
    along = np.linspace(0.3, 0.7, 9)[:, None, None]
    across = np.linspace(-1.2, 1.2, 13)[None, :, None]
    places = tail + along * (head - tail) + across * aside + np.array(shift)
    columns, rows = np.floor(places * ink.scale).astype(int).transpose(2, 0, 1)
    height, width = ink.lines.shape
    dark = ink.lines[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)]
    return float(np.median(dark.max(axis=1)))
