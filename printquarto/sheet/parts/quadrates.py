"""The key of Danish Quarto: a quadrate of each size on a small board, and how many there are of it."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from typing import NamedTuple

from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.lattice import STEPS, Lattice, quadrate_in_dots, sizes
from printquarto.sheet.measure import Gap
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.symbols import set_line
from printquarto.sheet.text import Line, plain_tokens, wrap
from printquarto.sheet.typeface import REGULAR, SEMIBOLD

_PITCH, _SMALL_PITCH = 3.4, 2.6
_WIDE = 146.0
"""From this width on the key has the larger pitch."""

_LEAST = 108.0
_BELOW = 5.6
"""From the last row of dots to the base line of the count."""

_NEXT_LINE = 3.4
_AFTER = 1.1
"""From a count to its words."""

_APART = 1.5
_MANY = 20
"""From this number on some languages say it otherwise."""


class Spread(NamedTuple):
    """How far the figures are apart, and whether their words stand beside the counts."""

    step: float
    beside: bool


class Quadrates(Block):
    """Six figures side by side, in large print in two rows. Words stand beside the counts or under them."""

    called = "quadrates"

    def least(self) -> float:
        """Give the width of the six figures with some white between them."""
        return _LEAST

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the last base line, and the gap between two rows."""
        rows = 6 // self._columns
        return Need(rows * self._row(width), (Gap(12, 8),) * (rows - 1))

    def place(self, place: Place, size: float) -> Placed:
        """Set the figures, the first flush left and the last flush right."""
        items: list[Item] = []
        step, pitch = self._spread(place.width).step, self._pitch(place.width)
        for index, (quadrate, count) in enumerate(sizes()):
            row, column = divmod(index, self._columns)
            y = place.y + row * self._row(place.width) + sum(place.gaps[:row])
            lattice = Lattice(place.x + column * step, y, pitch)
            drawn = tuple(quadrate_in_dots(lattice, quadrate))
            items.append(Group(f"quadrate.{quadrate.triangles}", "picture", drawn))
            items += self._caption(lattice, count, quadrate.triangles, place.width)
        return Placed("quadrates", tuple(items))

    def _caption(self, lattice: Lattice, count: int, triangles: int, width: float) -> list[Item]:
        scale, points, small = self.setting.measure.scale, *map(self.setting.measure.points, (12, 7))
        y = lattice.y + STEPS * lattice.pitch + _BELOW * scale
        number = self.text("count", lattice.x, y, str(count), points, SEMIBOLD)
        if self._spread(width).beside:
            x = lattice.x + number.width + _AFTER * scale
            return [number, self.text("caption", x, y, self._words(triangles), small)]
        items: list[Item] = [number]
        for row, line in enumerate(self._lines(triangles, width), 1):
            items += set_line(line, lattice.x, y + row * _NEXT_LINE * scale, small, "caption")
        return items

    def _words(self, triangles: int) -> str:
        key = "quadrates.of.many" if triangles >= _MANY else "quadrates.of"
        return self.setting.words[key].format(count=triangles)

    def _lines(self, triangles: int, width: float) -> list[Line]:
        """Break the words of a figure that stand under its count."""
        room = self._even(width) - _APART * self.setting.measure.scale
        return wrap(
            plain_tokens(self._words(triangles)), room, self.setting.measure.points(7), self.setting.face
        )

    def _spread(self, width: float) -> Spread:
        """Give how the figures stand: the last one flush right where its words are no wider than it."""
        face, measure = self.setting.face, self.setting.measure
        figure = STEPS * self._pitch(width)
        flush = (width - figure) / (self._columns - 1)
        widths = [
            face.width(str(count), measure.points(12), SEMIBOLD)
            + _AFTER * measure.scale
            + face.width(self._words(quadrate.triangles), measure.points(7), REGULAR)
            for quadrate, count in sizes()
        ]
        apart = _APART * measure.scale
        last = max(widths[self._columns - 1 :: self._columns])
        if last <= figure and max(widths) <= flush - apart:
            return Spread(flush, beside=True)
        return Spread(self._even(width), beside=max(widths) <= self._even(width) - apart)

    def _even(self, width: float) -> float:
        """Give the distance of figures that have equal columns."""
        return (width + _APART * self.setting.measure.scale) / self._columns

    def _row(self, width: float) -> float:
        """Give the height of a row of figures."""
        below = _BELOW
        if not self._spread(width).beside:
            below += max(len(self._lines(one.triangles, width)) for one, _ in sizes()) * _NEXT_LINE
        return STEPS * self._pitch(width) + below * self.setting.measure.scale

    def _pitch(self, width: float) -> float:
        return (_PITCH if width >= _WIDE else _SMALL_PITCH) * self.setting.measure.scale

    @property
    def _columns(self) -> int:
        return 6 if self.setting.measure.scale == 1 else 3


block = Quadrates
