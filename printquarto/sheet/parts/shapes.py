"""The sixteen shapes, small, and what their corners stand for: a key for a narrow column."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import CORNER_BY_NAME, SHAPES
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.symbols import shape_path
from printquarto.sheet.typeface import REGULAR, SEMIBOLD

_SIDE = 8.4
_ROW = 12.0
_LINE = 0.5
_TABLE = 7.6
"""From the last shapes down to the first corner."""

_CORNERS = (("tl", "tr"), ("bl", "br"))
_LEGEND = 14.0
"""Height of what is said of a corner, with room below it."""

_LEADING = 4.0
_VALUE = 8.0
"""From a corner's words to its values, at least."""


class Shapes(Block):
    """Four rows of four, each with its number; below, the corners in the places that they have."""

    called = "key"

    def least(self) -> float:
        """Give the width of four shapes with their numbers."""
        return 4 * (_SIDE + 4.2)

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the last value."""
        return Need(3 * _ROW + _SIDE + _TABLE + _LEGEND + 2 * _LEADING)

    def place(self, place: Place, size: float) -> Placed:
        """Set shapes and corners on columns that are a quarter of the width apart."""
        items: list[Item] = []
        step = (place.width - _SIDE - 4.2) / 3
        for shape in SHAPES:
            row, column = divmod(shape.number, 4)
            x, y = place.x + column * step, place.y + row * _ROW
            number = self.text("number", x + _SIDE + 1, y + _SIDE, str(shape.number), 7)
            outline = shape_path(shape, x, y, _SIDE, _LINE)
            items.append(Group(f"shapes.{shape.number}", "shape", (outline, number)))
        top = place.y + 3 * _ROW + _SIDE + _TABLE
        for row, names in enumerate(_CORNERS):
            for column, name in enumerate(names):
                x = place.x + column * 2 * step
                room = place.x + place.width - x if column else 2 * step - 2
                items += self._corner(name, x, top + row * _LEGEND, room)
        return Placed("shapes", tuple(items))

    def _corner(self, name: str, x: float, y: float, room: float) -> list[Item]:
        """Say where a corner is and what it stands for; the values begin behind the longer of two words."""
        words, face, corner = self.setting.words, self.setting.face, CORNER_BY_NAME[name].name
        widest = max(face.width(words[f"shapes.{side}"], 9, REGULAR) for side in ("out", "in"))
        values = max(_VALUE, widest + 1.6)
        items: list[Item] = [self.label("caption", x, y, words[f"corner.{corner}"], 7, room)]
        for index, side in enumerate(("out", "in"), 1):
            down = y + index * _LEADING
            items.append(self.text("value", x, down, words[f"shapes.{side}"], 9))
            value = words[f"{side}.{corner}"]
            items.append(self.label("value", x + values, down, value, 9, room - values, SEMIBOLD))
        return items


block = Shapes
