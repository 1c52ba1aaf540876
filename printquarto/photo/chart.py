"""The chart of a sheet: which fields it has and where, as a reader looks them up. Knows no pixels.

It is made from the very JSON that ``printquarto layout --json`` prints, so a reader knows no template by name.
"""

from __future__ import annotations

from typing import NamedTuple

from printquarto.sheet.fields import ArrowField, BubbleField, Marker, ShapeField, UsedField
from printquarto.sheet.units import Box

MarkedField = ShapeField | ArrowField | UsedField | BubbleField


class ChartField(NamedTuple):
    """A field and the number of the board that it belongs to."""

    board: int
    field: MarkedField


class Chart(NamedTuple):
    """A page that can be read. Lengths in millimetres from its top left corner."""

    template: str
    game: str
    paper: str
    width: float
    height: float
    fields: tuple[ChartField, ...]
    markers: tuple[Marker, ...]
