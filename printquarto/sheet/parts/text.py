"""A paragraph: words of the template's own, or a ready sentence of the catalogue."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import set_line
from printquarto.sheet.text import Line, clean, line_width, plain_tokens, tokens, wrap
from printquarto.sheet.units import mm


class Paragraph(Block):
    """Text over the whole column, in as many lines as it takes."""

    called = "text"

    def need(self, width: float, size: float) -> Need:
        """Give the height from the first base line to the last."""
        lines = self._lines(width)
        widest = max(map(line_width, lines), default=0)
        if widest > width:
            raise MisfitError(
                f"A word of the text does not fit: it is {mm(widest)} mm wide and has {mm(width)} mm. "
                "Take shorter words or a larger paper.",
                widest - width,
            )
        return Need(max(len(lines) - 1, 0) * self.setting.measure.leading)

    def place(self, place: Place, size: float) -> Placed:
        """Set the lines."""
        items: list[Item] = []
        for index, line in enumerate(self._lines(place.width)):
            y = place.y + index * self.setting.measure.leading
            items += set_line(line, place.x, y, self.setting.measure.text, "text")
        return Placed("text", tuple(items))

    def _lines(self, width: float) -> list[Line]:
        own, key = self.part.text("text"), self.part.text("words")
        face, size = self.setting.face, self.setting.measure.text
        if own is not None:
            return wrap(plain_tokens(clean(own, face, "a text")), width, size, face)
        dots = f"{key}.dots"
        words = self.setting.words
        chosen = dots if self.setting.arrow == "dots" and dots in words else str(key)
        return wrap(tokens(words[chosen]), width, size, face)


block = Paragraph
