"""What to do about a wrong round, and how to take the photo: two short paragraphs side by side."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import set_line
from printquarto.sheet.text import Line, tokens, wrap
from printquarto.sheet.units import mm

MARKER = 16.0
"""Width of the marker with its rim that stands between the two."""

_MOST_LINES = {9: 3, 7: 4}
_LEADING = {9: 4.0, 7: 3.2}
_CLEAR = 2.0


class Advice(Block):
    """The place is the column between two markers, with a third in its middle; its ``y`` is its middle."""

    called = "advice"

    def need(self, width: float, size: float) -> Need:
        """Give the height of a marker."""
        self._set(width)
        return Need(MARKER)

    def place(self, place: Place, size: float) -> Placed:
        """Set both paragraphs, each in the middle of its height."""
        points, columns = self._set(place.width)
        items: list[Item] = []
        starts = (place.x, place.x + (place.width + MARKER) / 2 + _CLEAR)
        most = max(map(len, columns))
        for x, lines in zip(starts, columns, strict=True):
            first = place.y + 0.12 * points - (most - 1) * _LEADING[points] / 2
            for row, line in enumerate(lines):
                items += set_line(line, x, first + row * _LEADING[points], points, "text")
        return Placed("advice", tuple(items))

    def _set(self, width: float) -> tuple[int, list[list[Line]]]:
        """Give the size of type and the lines of both paragraphs."""
        room = (width - MARKER) / 2 - _CLEAR
        for points, most in _MOST_LINES.items():
            columns = [
                wrap(tokens(self.setting.words[key]), room, points, self.setting.face)
                for key in ("advice.wrong", "advice.photo")
            ]
            if max(map(len, columns)) <= most:
                return points, columns
        lines = max(map(len, columns))
        raise MisfitError(
            f"The advice does not fit: at 7 pt, the smallest measure, it takes {lines} lines, and between "
            f"the lower markers there is room for {most} of {mm(room)} mm. Take a larger paper.",
            (lines - most) * _LEADING[7],
        )


block = Advice
