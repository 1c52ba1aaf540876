"""The lines for the names of the two players."""

from __future__ import annotations

from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import rule
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.sheet.units import MM_PER_PT

_NARROW = 70.0
"""In a column under this width the two names stand one above the other."""

_BETWEEN = 8.0
_BELOW = 10.0
"""From one name's caption to the next name's base line, where they stand one above the other."""

_SIZE = 9
"""Names are always set in this size: they are written by hand beside it."""

_LABEL_GAP = 2.1


class Names(Block):
    """Label first, then the line that is written on, 0.6 under the base line; the caption under the line.

    The caption begins where the line begins.
    """

    called = "names"

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the last caption."""
        one = self._caption
        return Need(2 * one + _BELOW if width < _NARROW else one)

    def place(self, place: Place, size: float) -> Placed:
        """Set both names, side by side in two halves where the column is wide enough."""
        words = self.setting.words
        if place.width < _NARROW:
            spots = [(place.x, place.y), (place.x, place.y + self._caption + _BELOW)]
            width = place.width
        else:
            width = (place.width - (_BETWEEN if place.width > 100 else 4)) / 2
            spots = [(place.x, place.y), (place.x + place.width - width, place.y)]
        labels = [
            self.setting.face.width(words[f"names.{who}"], _SIZE, SEMIBOLD) for who in ("first", "second")
        ]
        items: list[Item] = []
        for who, (x, y), label in zip(("first", "second"), spots, labels, strict=True):
            start = x + (max(labels) if place.width < _NARROW else label) + _LABEL_GAP
            items.append(self.text("label", x, y, words[f"names.{who}"], _SIZE, SEMIBOLD))
            items.append(rule("writing-line", start, y + 0.6, x + width, y + 0.6))
            if self.part.flag("captions"):
                caption = words[f"names.{who}.caption"]
                items += self._fitting(caption, start, x, y + self._caption, width)
        return Placed("names", tuple(items))

    def _fitting(self, caption: str, start: float, x: float, y: float, width: float) -> list[Item]:
        """Set a caption under its line; where that is too short, from the label on."""
        text = self.text("caption", start, y, caption, 7)
        if text.x + text.width > x + width + MM_PER_PT:
            text = self.text("caption", x, y, caption, 7)
        return [text]

    @property
    def _caption(self) -> float:
        return self.setting.measure.caption if self.part.flag("captions") else 0.6


block = Names
