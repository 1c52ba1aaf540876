"""How to play and record, beside the board of the recorded sheet."""

from __future__ import annotations

from printquarto.games.shape import CORNERS, SHAPES
from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.scene import Circle, Group, Item, Path
from printquarto.sheet.symbols import HAIR, rule, set_line, shape_path
from printquarto.sheet.text import Line, line_width, tokens, wrap
from printquarto.sheet.units import mm

_EXAMPLE = "example"
_ORDER = ("give", _EXAMPLE, "none", "draw", "quarto", "never")
_HIGH = 9.0
_SIDE = 7.5
_ROUND, _APART = 1.6, 5.0
"""Radius of the rounds of the example, and their distance."""


class Recording(Block):
    """Paragraphs with a gap between them, and a picture of the shape #6 as it is recorded.

    The type is 9 pt, or 7 pt where the words of a language would not fit the height; ``size`` is that height.
    """

    called = "explanation"

    def need(self, width: float, size: float) -> Need:
        """Give the height in the largest type with which it is no more than ``size``."""
        return Need(self._set(width, size)[1])

    def place(self, place: Place, size: float) -> Placed:
        """Set the paragraphs."""
        points, _ = self._set(place.width, size)
        items: list[Item] = []
        for y, line in self._lines(place.width, points):
            if line is None:
                items.append(Group("example", "picture", tuple(_example(place.x, place.y + y))))
            else:
                items += set_line(line, place.x, place.y + y, points, "text")
        return Placed("recording", tuple(items))

    def _set(self, width: float, height: float) -> tuple[int, float]:
        """Give the size of type and the height; the first line's capitals begin at the upper edge."""
        for points in (9, 7):
            lines = self._lines(width, points)
            high = lines[-1][0]
            widest = max(line_width(line) for _, line in lines if line)
            if high <= height and widest <= width:
                return points, high
        raise MisfitError(
            f"The explanation does not fit: at 7 pt, the smallest measure, it is {mm(widest)} × {mm(high)} "
            f"mm and has {mm(width)} × {mm(height)} mm beside the board. Take a larger paper.",
            max(high - height, widest - width),
        )

    def _lines(self, width: float, points: int) -> list[tuple[float, Line | None]]:
        """Give all lines with their base lines; None stands for the picture, with its upper edge."""
        leading = {9: 4.0, 7: 3.2}[points]
        lines: list[tuple[float, Line | None]] = []
        y = 0.25 * points
        for name in _ORDER:
            if name == _EXAMPLE:
                y -= leading - 2
                lines.append((y, None))
                y += _HIGH + leading + 1
                continue
            text = self.setting.words[f"recording.{name}"]
            for line in wrap(tokens(text), width, points, self.setting.face):
                lines.append((y, line))
                y += leading
            y += leading * 0.75 if name != "give" else 0
        return lines


def _example(x: float, y: float) -> list[Item]:
    """Draw the shape #6, an arrow, and the rounds of its corners with those blackened that are in."""
    shape, middle = SHAPES[6], y + _HIGH / 2
    items: list[Item] = [shape_path(shape, x + 0.3, middle - _SIDE / 2, _SIDE, 0.35, "sign")]
    tail, tip = x + _SIDE + 2.3, x + _SIDE + 6.3
    items.append(rule("sign", tail, middle, tip, middle))
    barbs = ((tip - 1.3, middle - 0.9), (tip, middle), (tip - 1.3, middle + 0.9))
    items.append(Path("sign", (barbs,), HAIR, join="round"))
    left, upper = tip + 3.9, middle - _APART / 2
    near = _ROUND
    right, lower = left + _APART, upper + _APART
    square = (
        ((left + near, upper), (right - near, upper)),
        ((right, upper + near), (right, lower - near)),
        ((right - near, lower), (left + near, lower)),
        ((left, lower - near), (left, upper + near)),
    )
    items.append(Path("square", square, HAIR))
    for corner in CORNERS:
        place = (left + corner.x * _APART, upper + corner.y * _APART)
        filled = shape.is_in(corner)
        items.append(Circle("sign", *place, _ROUND if filled else _ROUND - HAIR / 2, 0 if filled else HAIR))
    return items


block = Recording
