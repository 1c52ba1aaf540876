"""The cover of a booklet: four large shapes, the title and a line below it."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import SHAPES
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.symbols import set_line, shape_path
from printquarto.sheet.text import Line, plain_tokens, wrap
from printquarto.sheet.typeface import SEMIBOLD

_SHAPES = (0, 6, 9, 15)
"""All out, two neighbours in, the other two, all in."""

_APART = 4.0
_LEAST = 12.0
"""Side of the smallest shapes."""

_MOST = ((80.0, 30.0), (1e9, 42.0))
"""Columns under a width, and the side that a shape has at most in them, so that the title has room below."""

_LINE = 0.9
_TITLE = (24, 16.0)
"""Size of the title, and its base line below the shapes."""

_BELOW = 6.0


class Cover(Block):
    """The shapes fill the column, two by two."""

    called = "cover"

    def least(self) -> float:
        """Give the width of the title, or of two small shapes."""
        title = self.setting.face.width(self.setting.words["title.quarto"], _TITLE[0], SEMIBOLD)
        return max(title, 2 * _LEAST + _APART)

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the last line of words."""
        lines = len(self._subtitle(width))
        return Need(
            2 * _side(width) + _APART + _TITLE[1] + _BELOW + (lines - 1) * self.setting.measure.leading
        )

    def place(self, place: Place, size: float) -> Placed:
        """Draw the shapes, then the words."""
        side = _side(place.width)
        shapes = tuple(
            shape_path(
                SHAPES[number],
                place.x + index % 2 * (side + _APART),
                place.y + index // 2 * (side + _APART),
                side,
                _LINE,
            )
            for index, number in enumerate(_SHAPES)
        )
        points, down = _TITLE
        y = place.y + 2 * side + _APART + down
        title = self.text("title", place.x - 0.4, y, self.setting.words["title.quarto"], points, SEMIBOLD)
        items: list[Item] = [Group("cover", "shapes", shapes), title]
        for index, line in enumerate(self._subtitle(place.width)):
            below = y + _BELOW + index * self.setting.measure.leading
            items += set_line(line, place.x, below, self.setting.measure.text, "text")
        return Placed("cover", tuple(items))

    def _subtitle(self, width: float) -> list[Line]:
        tokens = plain_tokens(self.setting.words["cover.games"])
        return wrap(tokens, width, self.setting.measure.text, self.setting.face)


def _side(width: float) -> float:
    """Give the side of a shape, in half millimetres."""
    return min(int(width - _APART + 0.3) / 2, *(most for column, most in _MOST if width < column))


block = Cover
