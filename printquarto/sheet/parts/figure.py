"""One large shape that explains the model: what each corner stands for, and how its number comes about."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import CORNERS, SHAPES, Corner, Shape
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Circle, Group, Item, Path
from printquarto.sheet.symbols import HAIR, rule, shape_path
from printquarto.sheet.typeface import REGULAR, SEMIBOLD
from printquarto.sheet.units import Box

_SIDES = {"small": 42.0, "tiny": 36.0}
_USUAL_SIDE = 54.0
_OUTLINE = 0.9
_DASH = (1, 1.25)
_KNOB = 0.8
_LEADER_GAP = 2.5
_ROWS = (6.0, 11.0, 15.0)
"""From a corner's leader down to the base lines of its place and of its two values."""


class Figure(Block):
    """The shape in the middle, a corner explained at each side of it.

    Leaders end in the middle of each corner's third. What holds for the shape shown is semibold, and its
    flipped corners are dashed where they were.
    """

    called = "figure"

    @property
    def _side(self) -> float:
        return _SIDES.get(self.setting.measure.name, _USUAL_SIDE)

    @property
    def _rows(self) -> tuple[float, float, float]:
        place, out, into = (row * self.setting.measure.scale for row in _ROWS)
        return place, out, into

    def least(self) -> float:
        """Give the width of the shape and of both columns of words."""
        return self._side + 2 * 30 * self.setting.measure.scale

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the sum under the shape."""
        return Need(self._sum_below)

    @property
    def _sum_below(self) -> float:
        return max(self._side + 6 * self.setting.measure.scale, self._side * 5 / 6 + self._rows[2])

    def place(self, place: Place, size: float) -> Placed:
        """Draw the shape, then its four corners."""
        shape, side = SHAPES[int(self.part.number("shape") or 0)], self._side
        middle = place.x + place.width / 2
        square = Box(middle - side / 2, place.y, side, side)
        points = tuple(map(self.setting.measure.points, (24, 12) if side > 50 else (16, 9)))
        items: list[Item] = [_flipped(corner, square) for corner in CORNERS if shape.is_in(corner)]
        items.append(shape_path(shape, square.x, square.y, side, _OUTLINE))
        name, high = f"#{shape.number}", points[0]
        # It has the middle third, wherever the notches are; strong corners reach further in.
        if self.setting.face.width(name, high, SEMIBOLD) > side / 3 - (3.2 if self.setting.counted else 1):
            high = self.setting.measure.points(12)
        number = self.text("number", middle, place.y + side / 2, name, high, SEMIBOLD, "middle")
        below = number.y + max(0.23 * high, 0.08 * high + 0.27 * points[1] + 0.35)
        corners = self.text("corners", middle, below, shape.corners, points[1], anchor="middle")
        items += [number, corners]
        terms = " + ".join(str(corner.value if shape.is_in(corner) else 0) for corner in CORNERS)
        y = place.y + self._sum_below
        size = self.setting.measure.points(9)
        items.append(self.text("sum", middle, y, f"{terms} = {shape.number}", size, anchor="middle"))
        for corner in CORNERS:
            items += self._corner(corner, shape, square, place)
        return Placed("figure", (Group("figure", "figure", tuple(items)),))

    def _corner(self, corner: Corner, shape: Shape, square: Box, place: Place) -> list[Item]:
        """Explain one corner: its leader, what it is called, where it is, and its two values."""
        words, measure = self.setting.words, self.setting.measure
        y = square.y + square.width * (5 if corner.y else 1) / 6
        knob = square.x + square.width * (5 if corner.x else 1) / 6
        x = self._words_at(square, place) if corner.x else place.x
        room = (place.x + place.width if corner.x else square.x - _LEADER_GAP) - x
        down = measure.points(12) / 8  # half of its capitals
        name = self.label("heading", x, y + down, words[f"attribute.{corner.name}"], 12, room, SEMIBOLD)
        end = name.x - _LEADER_GAP if corner.x else name.x + name.width + _LEADER_GAP
        items: list[Item] = [
            name,
            self.label("caption", x, y + self._rows[0], words[f"corner.{corner.name}"], 7, room),
            rule("leader", end, y, knob, y),
            Circle("leader", knob, y, _KNOB),
        ]
        letter = 4 * measure.scale
        number = max(20 * measure.scale, letter + self._widest + 2)
        for row, side, value in ((1, "out", 0), (2, "in", corner.value)):
            weight = SEMIBOLD if shape.is_in(corner) == (side == "in") else REGULAR
            base = y + self._rows[row]
            size = measure.points(9)
            items += [
                self.text("value", x, base, words[f"key.{side}"], size, weight),
                self.label(
                    "value", x + letter, base, words[f"{side}.{corner.name}"], 9, number - letter - 1, weight
                ),
                self.label("value", x + number, base, str(value), 9, room - number, weight),
            ]
        return items

    @property
    def _widest(self) -> float:
        """Give the width of the widest value, all of them semibold."""
        size = self.setting.measure.points(9)
        values = (self.setting.words[f"{side}.{corner.name}"] for side in ("out", "in") for corner in CORNERS)
        return max(self.setting.face.width(value, size, SEMIBOLD) for value in values)

    def _words_at(self, square: Box, place: Place) -> float:
        """Give where the words at the right begin: on the sheet's last column where they are short enough.

        They always stay clear of the shape.
        """
        words, measure = self.setting.words, self.setting.measure
        widest = max(
            self.setting.face.width(words[f"{what}.{corner}"], measure.points(size), weight)
            for corner in ("tr", "br")
            for what, size, weight in (("attribute", 12, SEMIBOLD), ("corner", 7, REGULAR))
        )
        column = min(place.x + place.width * 3 / 4, place.x + place.width - widest)
        return max(column, square.right + 2 * _LEADER_GAP)


def _flipped(corner: Corner, square: Box) -> Path:
    """Show where a folded corner was: its two outer sides, as the inner ones are those of the notch."""
    x, y = square.x + corner.x * square.width, square.y + corner.y * square.width
    third = square.width / 3
    inner_x, inner_y = x + (-third if corner.x else third), y + (-third if corner.y else third)
    return Path("flipped", (((inner_x, y), (x, y), (x, inner_y)),), HAIR, dash=_DASH)


block = Figure
