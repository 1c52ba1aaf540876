"""How the game is played, in headed paragraphs for a narrow column."""

from __future__ import annotations

from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import set_line
from printquarto.sheet.text import Line, plain_tokens, tokens, wrap
from printquarto.sheet.typeface import SEMIBOLD

_PARAGRAPHS = ("give", "draw", "quarto", "missed")


class Play(Block):
    """Each paragraph under its head; a gap of half a line more than the leading between them."""

    called = "explanation"

    def need(self, width: float, size: float) -> Need:
        """Give the height from the first head to the last line, in type that leaves it under ``size``."""
        return Need(self._set(width, size)[1])

    def place(self, place: Place, size: float) -> Placed:
        """Set all lines."""
        points, _ = self._set(place.width, size)
        items: list[Item] = []
        for down, line in self._lines(place.width, points):
            items += set_line(line, place.x, place.y + down, points, "text")
        return Placed("play", tuple(items))

    def _set(self, width: float, height: float) -> tuple[int, float]:
        """Give the largest size of type that keeps to a height, and the height; 0 stands for any height."""
        for points in self.setting.measure.steps(9):
            high = self._lines(width, points)[-1][0]
            if high <= height or not height:
                break
        return points, high

    def _lines(self, width: float, points: int) -> list[tuple[float, Line]]:
        """Give all lines with their distances from the first."""
        words, face = self.setting.words, self.setting.face
        leading = self.setting.measure.leading * points / self.setting.measure.points(9)
        dots = self.setting.arrow == "dots"
        lines: list[tuple[float, Line]] = []
        y = 0.0
        for name in _PARAGRAPHS:
            text = words[f"play.{name}.dots" if dots and name == "give" else f"play.{name}"]
            head = wrap(plain_tokens(words[f"play.{name}.head"], SEMIBOLD), width, points, face)
            for line in (*head, *wrap(tokens(text), width, points, face)):
                lines.append((y, line))
                y += leading
            y += leading / 2
        for line in wrap(tokens(words["play.end"]), width, points, face):
            lines.append((y, line))
            y += leading
        return lines


block = Play
