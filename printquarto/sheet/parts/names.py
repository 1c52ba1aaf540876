"""The lines for the names of the two players."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.symbols import rule
from printquarto.sheet.typeface import REGULAR, SEMIBOLD

_WHO = ("first", "second")
_DANISH = {"first": "white", "second": "black"}

_NARROW = 70.0
"""In a column under this width the two names stand one above the other."""

_BETWEEN = 8.0
_BELOW = 10.0
"""From one name's caption to the next name's base line, where they stand one above the other."""

_LEAST_LINE = 18.0
"""Length of the shortest line that a name can be written on."""

_LABEL_GAP = 2.1
"""From the label to its line."""


class Names(Block):
    """Label first, then the line that is written on, 0.6 under the base line; the caption under the line.

    The caption begins where the line begins.
    """

    called = "names"

    def least(self) -> float:
        """Give the least width: that of the short captions, and of a label with a line to write on."""
        face, small = self.setting.face, self.setting.measure.small
        captions = [face.width(self.setting.words[f"names.{who}.short"], small, REGULAR) for who in _WHO]
        if not self._captioned:
            captions = [0.0]
        return max(*captions, max(self._labels()) + _LABEL_GAP + _LEAST_LINE)

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the last caption."""
        one = self._caption
        return Need(2 * one + self._below if self._stacked(width) else one)

    def place(self, place: Place, size: float) -> Placed:
        """Set both names, side by side in two halves where the column is wide enough."""
        words, points = self.setting.words, self.setting.measure.name_size
        width, spots = self._spots(place)
        starts = self._starts(place.width)
        captions, indents = self._captions(starts, width)
        items: list[Item] = []
        for who, (x, y), start, caption, indent in zip(_WHO, spots, starts, captions, indents, strict=True):
            label = self.text("label", x, y, words[self._key(who)], points, SEMIBOLD)
            line = rule("writing-line", x + start, y + 0.6, x + width, y + 0.6)
            items.append(Group("", f"name-{who}", (label, line)))
            if self._captioned:
                below, small = y + self._caption, self.setting.measure.small
                items.append(self.text("caption", x + indent, below, caption, small))
        return Placed("names", tuple(items))

    def _spots(self, place: Place) -> tuple[float, list[tuple[float, float]]]:
        """Give the width of a name with its label, and where the two begin."""
        if self._stacked(place.width):
            return place.width, [(place.x, place.y), (place.x, place.y + self._caption + self._below)]
        width = _half(place.width)
        return width, [(place.x, place.y), (place.x + place.width - width, place.y)]

    def _starts(self, column: float) -> list[float]:
        """Give where the lines begin, from the labels on; one above the other they begin alike."""
        labels = self._labels()
        if self._stacked(column):
            labels = [max(labels)] * 2
        return [label + _LABEL_GAP for label in labels]

    def _captions(self, starts: list[float], width: float) -> tuple[list[str], list[float]]:
        """Give the captions and where they begin.

        They begin under their lines or, where one is too long for that, under the labels; where one is too
        long even for that, the short ones are taken.
        """
        face, small, words = self.setting.face, self.setting.measure.small, self.setting.words
        for length in ("caption", "short"):
            captions = [words[f"names.{who}.{length}"] for who in _WHO]
            widths = [face.width(caption, small, REGULAR) for caption in captions]
            if all(start + needed <= width for start, needed in zip(starts, widths, strict=True)):
                return captions, starts
            if max(widths) <= width:
                break
        return captions, [0.0, 0.0]

    @property
    def _captioned(self) -> bool:
        """Say whether there are captions, which tell of the turns of Quarto alone."""
        return self.part.flag("captions") and self.setting.game == "quarto"

    def _key(self, who: str) -> str:
        """Give the key of what a player is called in the game of the sheet."""
        return f"names.{_DANISH[who] if self.setting.game == 'danish-quarto' else who}"

    def _labels(self) -> list[float]:
        face, points = self.setting.face, self.setting.measure.name_size
        return [face.width(self.setting.words[self._key(who)], points, SEMIBOLD) for who in _WHO]

    def _stacked(self, width: float) -> bool:
        """Say whether the names stand one above the other: in a narrow column, or where words are long."""
        if width < _NARROW:
            return True
        face, small = self.setting.face, self.setting.measure.small
        captions = [face.width(self.setting.words[f"names.{who}.short"], small, REGULAR) for who in _WHO]
        widest = max(captions) if self._captioned else 0
        return max(widest, max(self._labels()) + _LABEL_GAP + _LEAST_LINE) > _half(width)

    @property
    def _below(self) -> float:
        gap = self.setting.measure.gaps.get(("names", "names"))
        return gap.best if gap else _BELOW * self.setting.measure.scale

    @property
    def _caption(self) -> float:
        return self.setting.measure.caption if self._captioned else 0.6


def _half(width: float) -> float:
    """Give the width of one of two names side by side."""
    return (width - (_BETWEEN if width > 100 else 4)) / 2


block = Names
