"""How to play, in a few words, for people who have played before."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import set_line
from printquarto.sheet.text import Line, tokens, wrap

_BETWEEN = 8.0
_LEAST_COLUMN = 26.0
_TWO_COLUMNS = 100.0
"""From this width on the reminder is set in two columns."""

_APART = 5.0
"""What must stay white between the columns: a long line may run into the rest of the distance."""


class Reminder(Block):
    """Two columns of two sentences, or one column of four. Long sentences run on; type never shrinks."""

    called = "reminder"

    def least(self) -> float:
        """Give the least width, which two columns have where they are asked for."""
        return 2 * _LEAST_COLUMN + _BETWEEN if self.part.number("columns") == 2 else _LEAST_COLUMN

    def need(self, width: float, size: float) -> Need:
        """Give the height from the first base line to the last."""
        return Need((max(map(len, self._columns(width))) - 1) * self.setting.measure.leading)

    def place(self, place: Place, size: float) -> Placed:
        """Set the columns."""
        columns = self._columns(place.width)
        step = (place.width + _BETWEEN) / 2
        items: list[Item] = []
        for index, lines in enumerate(columns):
            for row, line in enumerate(lines):
                y = place.y + row * self.setting.measure.leading
                items += set_line(line, place.x + index * step, y, self.setting.measure.text, "text")
        return Placed("reminder", tuple(items))

    def _columns(self, width: float) -> list[list[Line]]:
        style = self.setting.arrow or "shaft"
        give = "reminder.give.dots" if style == "dots" else "reminder.give"
        quarto = "reminder.quarto.counted" if self.setting.counted else "reminder.quarto"
        sentences = [self.setting.words[key] for key in (give, "reminder.draw", quarto, "reminder.called")]
        asked = self.part.number("columns")
        if (asked or (2 if width >= _TWO_COLUMNS else 1)) == 2:
            half = (width - _BETWEEN) / 2
            return [self._lines(sentences[:2], half + _BETWEEN - _APART), self._lines(sentences[2:], half)]
        if self.setting.measure.name == "tiny":
            # Run on, four sentences take a line less.
            sentences = [" ".join(sentences)]
        return [self._lines(sentences, width)]

    def _lines(self, sentences: list[str], width: float) -> list[Line]:
        size, face = self.setting.measure.text, self.setting.face
        return [line for sentence in sentences for line in wrap(tokens(sentence), width, size, face)]


block = Reminder
