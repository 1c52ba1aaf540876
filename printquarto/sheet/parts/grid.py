"""The sixteen shapes in four rows and four columns, each with its number, its corners and its letters."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import CORNER_BY_NAME, SHAPES
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.symbols import rule, shape_path
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.sheet.units import mm

_PITCHES = (40.0, 36.0, 32.0, 30.0, 28.0)
_LINE = 0.5
_HEAD = 3.0
"""From the base line of the column heads to the first rule."""

_APART = 3.0
"""Least distance between the heads of two columns."""

_BESIDE = 3.0
"""From a shape to its words."""

_WORDS = 11.0
"""Width of the words beside a shape, with room before the next one."""

_WORD_LINES = (4.0, 9.0, 13.0)
"""From a shape's upper edge to the base lines of its number, corners and letters."""


class Grid(Block):
    """Columns by the two lower corners, rows by the two upper ones: so neighbours differ in one corner.

    The flexible part of the key: its size is the distance of the columns. In the small measures the rows
    stand closer than the columns.
    """

    called = "grid"

    def sizes(self, content: float) -> list[float]:
        """Give the distances of the columns that fit."""
        least = (self.part.number("shape") or 0) + _BESIDE + _WORDS * self.setting.measure.scale
        fitting = [pitch for pitch in _PITCHES if pitch >= least and 4 * pitch <= content]
        return fitting or [max(least, _PITCHES[-1])]

    def span(self, size: float) -> float:
        """Give the width of the four columns."""
        return 4 * size

    def need(self, width: float, size: float) -> Need:
        """Give the height from the heads of the columns to the last row of shapes."""
        label, row = self._rows(size)
        return Need(self._head(size) + 3 * row + label + self._high(size))

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"{mm(self.need(0, size).height)} mm of shapes"

    def place(self, place: Place, size: float) -> Placed:
        """Set heads, rules and shapes."""
        label, row = self._rows(size)
        scale = self.setting.measure.scale
        items: list[Item] = self._heads(place, size)
        for index in range(4):
            y = place.y + self._head(size) + index * row
            low = y + min(4.5 * scale, label - 3 * scale)
            down = ", ".join(self._pair(index, "tl", "tr"))
            items += [
                rule("rule", place.x, y, place.x + 4 * size, y),
                self.label("head", place.x, low, down, 9, 2 * size, SEMIBOLD),
            ]
        for shape in SHAPES:
            x = place.x + shape.number % 4 * size
            y = place.y + self._head(size) + shape.number // 4 * row + label
            items.append(Group(f"shape.{shape.number}", "shape", self._entry(shape.number, x, y, size)))
        return Placed("grid", (Group("shapes", "grid", tuple(items)),))

    def _entry(self, number: int, x: float, y: float, pitch: float) -> tuple[Item, ...]:
        shape, side, measure = SHAPES[number], self._shape(pitch), self.setting.measure
        beside, room = x + side + _BESIDE, pitch - side - _BESIDE - 1
        first, second, third = (y + down * measure.scale for down in _WORD_LINES)
        return (
            shape_path(shape, x, y, side, _LINE),
            self.label("number", beside, first, f"#{number}", 12, room, SEMIBOLD),
            self.label("corners", beside, second, shape.corners, 9, room),
            self.label("letters", beside, third, shape.letters, 9, room),
        )

    def _heads(self, place: Place, pitch: float) -> list[Item]:
        """Set the heads of the columns, all in one line or all in two."""
        heads = [self._pair(index, "br", "bl") for index in range(4)]
        room, broken = pitch - _APART, self._broken(pitch)
        items: list[Item] = []
        for index, (first, second) in enumerate(heads):
            lines = [f"{first},", second] if broken else [f"{first}, {second}"]
            for down, line in enumerate(lines):
                x, y = place.x + index * pitch, place.y + down * self.setting.measure.leading
                items.append(self.label("head", x, y, line, 9, room, SEMIBOLD))
        return items

    def _broken(self, pitch: float) -> bool:
        """Say whether a head is too long for one line of its column."""
        size = self.setting.measure.points(9)
        heads = [", ".join(self._pair(index, "br", "bl")) for index in range(4)]
        return max(self.setting.face.width(head, size, SEMIBOLD) for head in heads) > pitch - _APART

    def _head(self, pitch: float) -> float:
        """Give the distance from the first base line of the heads to the first rule."""
        more = self.setting.measure.leading if self._broken(pitch) else 0
        return _HEAD * self.setting.measure.scale + more

    def _pair(self, index: int, first: str, second: str) -> tuple[str, str]:
        """Name what the shapes of a row or column share."""
        sides = ("in" if index & 2 else "out", "in" if index & 1 else "out")
        names = (CORNER_BY_NAME[first].name, CORNER_BY_NAME[second].name)
        one, two = (self.setting.words[f"{side}.{name}"] for side, name in zip(sides, names, strict=True))
        return one, two

    def _rows(self, pitch: float) -> tuple[float, float]:
        """Give the distance from a rule to the shapes under it, and from rule to rule."""
        scale = self.setting.measure.scale
        if self.setting.measure.name in ("ample", "large"):
            label = 10 * scale
            return label, max(pitch + label - 10, label + self._high(pitch) + 2 * scale)
        return 7.5 * scale, self._high(pitch) + 11 * scale

    def _high(self, pitch: float) -> float:
        """Give the height of a shape and of the words beside it."""
        return max(self._shape(pitch), _WORD_LINES[-1] * self.setting.measure.scale)

    def _shape(self, pitch: float) -> float:
        """Give the side of the shapes, so that a notch is a whole half millimetre."""
        share = 0.525 if self.setting.measure.scale == 1 else 0.45
        return self.part.number("shape") or int(pitch * share / 1.5) * 1.5


block = Grid
