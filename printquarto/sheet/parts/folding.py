"""How a booklet is folded, in four pictures."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import SHAPES
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Circle, Group, Item, Path
from printquarto.sheet.symbols import HAIR, rule, set_line, shape_path
from printquarto.sheet.text import Line, plain_tokens, wrap
from printquarto.sheet.typeface import SEMIBOLD

_STEPS = 4
_PITCH = 20.0
_FIRST = 4.0
"""From the upper edge of a picture down to the first line of its words."""

_NUMBER, _WORDS = 27.3, 31.3
"""From the left to the numbers and to the words."""

_LINE, _HEAVY = 0.5, 0.9
_CREASE = (0.8, 0.8)
_SHEET = (0.3, 0.0, 22.4, 15.8)
"""The open sheet, and every other picture in its place: left, top, width, height."""


class Folding(Block):
    """A picture at the left of each step, its words at the right."""

    called = "fold guide"

    def least(self) -> float:
        """Give the least width: the pictures, and words of some length."""
        return _WORDS + 20

    def need(self, width: float, size: float) -> Need:
        """Give the height down to the last picture or line."""
        return Need(max(self._starts(width)[-1] + _SHEET[3] - 1, self._end(width)))

    def place(self, place: Place, size: float) -> Placed:
        """Draw picture after picture."""
        pictures = (_open_sheet, _cut_sheet, _pushed_sheet, _booklet)
        items: list[Item] = []
        for index, (start, picture) in enumerate(zip(self._starts(place.width), pictures, strict=True)):
            y = place.y + start
            items.append(Group(f"fold.{index + 1}", "picture", tuple(picture(place.x, y))))
            number = str(index + 1)
            items.append(self.text("number", place.x + _NUMBER, y + _FIRST, number, 9, SEMIBOLD))
            for row, line in enumerate(self._lines(index, place.width)):
                down = y + _FIRST + row * self.setting.measure.leading
                items += set_line(line, place.x + _WORDS, down, self.setting.measure.text, "text")
        return Placed("folding", tuple(items))

    def _lines(self, index: int, width: float) -> list[Line]:
        tokens = plain_tokens(self.setting.words[f"folding.{index + 1}"])
        return wrap(tokens, width - _WORDS, self.setting.measure.text, self.setting.face)

    def _starts(self, width: float) -> list[float]:
        """Give where the pictures begin: evenly, and further down after words of many lines."""
        starts = [0.0]
        for index in range(_STEPS - 1):
            lines = len(self._lines(index, width))
            starts.append(starts[-1] + max(_PITCH, (lines + 0.5) * self.setting.measure.leading))
        return starts

    def _end(self, width: float) -> float:
        lines = len(self._lines(_STEPS - 1, width)) - 1
        return self._starts(width)[-1] + _FIRST + lines * self.setting.measure.leading


def _box(x: float, y: float, width: float, height: float) -> Path:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Path("sheet", (corners,), _LINE, closed=True)


def _creases(*lines: tuple[float, float, float, float]) -> Path:
    return Path("crease", tuple(((x1, y1), (x2, y2)) for x1, y1, x2, y2 in lines), HAIR, dash=_CREASE)


def _open_sheet(x: float, y: float) -> list[Item]:
    """The sheet with its folds."""
    dx, _, width, height = _SHEET
    left, quarter, middle = x + dx, width / 4, y + height / 2
    downs = [(left + quarter * at, y, left + quarter * at, y + height) for at in (1, 2, 3)]
    return [_box(left, y, width, height), _creases(*downs, (left, middle, left + width, middle))]


def _cut_sheet(x: float, y: float) -> list[Item]:
    """The sheet folded in half, its fold at the left; the cut runs from there to the next crease."""
    dx, _, width, height = _SHEET
    fold, quarter, middle = x + dx + width / 2, width / 4, y + height / 2
    crease = fold + quarter
    return [
        _box(fold, y, width / 2, height),
        rule("edge", fold + 0.8, y + 0.6, fold + 0.8, y + height - 0.6),
        _creases((crease, y, crease, y + height), (crease, middle, fold + width / 2, middle)),
        rule("cut", fold - 1.5, middle, crease, middle, _HEAVY),
        *_small_scissors(fold - 3.4, middle),
    ]


def _small_scissors(x: float, y: float) -> list[Item]:
    items: list[Item] = []
    for side in (-1.0, 1.0):
        items.append(Circle("scissors", x - 3.8, y + side * 1.15, 0.85, 0.35))
        items.append(rule("scissors", x - 3.1, y + side * 0.7, x + 1, y - side, 0.35))
    return items


def _pushed_sheet(x: float, y: float) -> list[Item]:
    """The sheet from its edge, folded lengthwise: pushed together, the cut opens into a diamond."""
    middle, axis = x + 11.5, y + 7.9
    items: list[Item] = []
    for side in (-1.0, 1.0):
        near = axis + side * 0.35
        run = (
            (middle - 7.6, near),
            (middle - 4, near),
            (middle, axis + side * 4.6),
            (middle + 4, near),
            (middle + 7.6, near),
        )
        items.append(Path("sheet", (run,), _LINE))
        # The arrow on this side, from outside in.
        tip, tail = middle + side * 8.4, middle + side * 11
        items.append(rule("arrow", tail, axis, tip, axis, _LINE))
        barbs = ((tip + side * 1.4, axis - 1), (tip, axis), (tip + side * 1.4, axis + 1))
        items.append(Path("arrow", (barbs,), _LINE, join="round"))
    return items


def _booklet(x: float, y: float) -> list[Item]:
    """The finished booklet, its cover in front."""
    left, width, height = x + 5.3, 10.4, 14.8
    pages = tuple(
        (
            (left + width, y + 0.9 * at),
            (left + width + 0.9 * at, y + 0.9 * at),
            (left + width + 0.9 * at, y + height),
        )
        for at in (1, 2)
    )
    return [
        _box(left, y, width, height),
        Path("edge", pages, HAIR),
        shape_path(SHAPES[6], left + 3, y + 3.6, 4.4, 0.35, "sign"),
    ]


block = Folding
