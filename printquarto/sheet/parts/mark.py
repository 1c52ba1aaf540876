"""The mark which side is up, in one line."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import up_mark, up_mark_width
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.sheet.units import mm

_APART = 1.0
"""Between the two halves of the line, beyond the blank."""


class Mark(Block):
    """For sheets that have no title. Where the column is narrow, only its first half is printed."""

    called = "mark"

    def least(self) -> float:
        """Give the width of the first half of the line."""
        return self._line(Place(0, 0, 0))[1]

    def need(self, width: float, size: float) -> Need:
        """Give no height: the line stands on its base line."""
        needed = self._line(Place(0, 0, width))[1]
        if needed > width:
            raise MisfitError(
                f"The mark does not fit: it is {mm(needed)} mm wide and has {mm(width)} mm. "
                "Take a larger paper.",
                needed - width,
            )
        return Need(0)

    def place(self, place: Place, size: float) -> Placed:
        """Set the triangle and the words."""
        return Placed("mark", tuple(self._line(place)[0]))

    def _line(self, place: Place) -> tuple[list[Item], float]:
        """Give the line and its width."""
        size, words = self.setting.measure.mark, self.setting.words
        up = self.text("mark", place.x + up_mark_width(size), place.y, words["mark.up"], size, SEMIBOLD)
        turn = self.text("mark", up.x + up.width + _APART, place.y, words["mark.turn"], size)
        items: list[Item] = [up_mark(place.x, place.y, size), up]
        if turn.x + turn.width - place.x <= place.width:
            return [*items, turn], turn.x + turn.width - place.x
        return items, up.x + up.width - place.x


block = Mark
