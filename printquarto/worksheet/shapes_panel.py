"""The panel of ``shapes``: a set with squares for what is missing, and shapes to join with their names."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printquarto.games.shape import CORNERS, Shape
from printquarto.sheet.diagram import shared_words
from printquarto.sheet.scene import Circle, Item, RoundBox
from printquarto.sheet.symbols import DOT, rule, shape_path
from printquarto.sheet.text import Words
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.worksheet.panel import Block, Panel
from printquarto.worksheet.puzzle import Label, ShapesPuzzle

_IN_A_ROW = 8
_LEAST_PITCH = 14.0
_BETWEEN = 6.0
"""Between the set, what is missing and the match."""

_END = 0.9
"""Radius of the dots that are joined."""


def label_words(label: Label, words: Words) -> str:
    """Say a label in a language: its four corners, its attributes, or its number."""
    if label.form == "number":
        return label.shape.bits
    if label.form == "words":
        sides = ["in" if label.shape.is_in(corner) else "out" for corner in CORNERS]
        return shared_words([f"{one.name}-{side}" for one, side in zip(CORNERS, sides, strict=True)], words)
    return ", ".join(words[f"{'in' if label.shape.is_in(one) else 'out'}.{one.name}"] for one in CORNERS)


class ShapesPanel(Panel):
    """The set in rows of eight, under it a square with guide dots for each missing shape, then the match."""

    puzzle: ShapesPuzzle

    @property
    def _grid(self) -> tuple[int, float]:
        """Give how many shapes stand in a row, and their pitch."""
        width = self.setting.style.width
        columns = min(_IN_A_ROW, int(width / (_LEAST_PITCH * self.setting.style.scale)))
        return columns, min(width / columns, 20.0 * self.setting.style.scale)

    @property
    def _missing_columns(self) -> int:
        """Give how many squares stand in a row, so that no row is nearly empty."""
        count = len(self.puzzle.missing)
        return math.ceil(count / math.ceil(count / self._grid[0]))

    @property
    def _side(self) -> float:
        """The side of a shape, so that a third of it is a whole half millimetre."""
        return int(self._grid[1] * 0.6 / 1.5) * 1.5

    @property
    def _caption_high(self) -> float:
        return self.setting.style.type.text * 0.36 + 3

    def blocks(self) -> list[Block]:
        """Give the set with what is missing, then the match."""
        return [
            Block(self._set_height + _BETWEEN * self.setting.style.scale, self._draw_set),
            Block(self._match_height, self._draw_match),
        ]

    @property
    def _head(self) -> float:
        return self.setting.style.type.number * 0.25 + 4

    @property
    def _rows(self) -> tuple[int, int]:
        """Give how many rows the set has, and the missing shapes."""
        shown = math.ceil(len(self.puzzle.shown) / self._grid[0])
        return shown, math.ceil(len(self.puzzle.missing) / self._missing_columns)

    @property
    def _row(self) -> float:
        """The height of a row of the set."""
        return self._side + 4 * self.setting.style.scale

    @property
    def _set_height(self) -> float:
        shown, missing = self._rows
        return self._head + shown * self._row + self._caption_high + 3 + missing * self._box_row - 2

    @property
    def _box(self) -> float:
        return min(self._side + 4, self._grid[1] - 2)

    @property
    def _box_row(self) -> float:
        return self._box + 2.5

    def _draw_set(self, x: float, y: float, is_key: bool) -> list[Item]:
        setting, type_ = self.setting, self.setting.style.type
        columns, pitch = self._grid
        base = y + type_.number * 0.25
        items: list[Item] = [setting.number(x, base, self.number)]
        caption = setting.words["worksheet.set"]
        items.append(
            setting.text("caption", x + 10 * setting.style.scale, base, caption, type_.text, SEMIBOLD)
        )
        top, side = y + self._head, self._side
        for at, shape in enumerate(self.puzzle.shown):
            left = x + at % columns * pitch
            down = top + at // columns * self._row
            items.append(shape_path(shape, left, down, side, setting.style.pen.line(side)))
        top += self._rows[0] * self._row + type_.text * 0.36
        missing = setting.words["worksheet.missing"].format(count=len(self.puzzle.missing))
        items.append(setting.text("caption", x, top, missing, type_.text, SEMIBOLD))
        top += 3
        columns = self._missing_columns
        for at, shape in enumerate(self.puzzle.missing):
            corner = (x + at % columns * pitch, top + at // columns * self._box_row)
            items += self._square(*corner, shape if is_key else None)
        return items

    def _square(self, x: float, y: float, shape: Shape | None) -> Iterator[Item]:
        """Draw a square to draw a shape in, or with the shape in it."""
        style, side = self.setting.style, self._side
        inset, step = (self._box - side) / 2, side / 3
        yield RoundBox("box", x, y, self._box, self._box, 1.0, style.pen.cell)
        if shape is not None:
            yield shape_path(shape, x + inset, y + inset, side, style.pen.strong, "answer")
            return
        radius = 0.25 if style.large else DOT
        for column in range(4):
            for row in range(4):
                yield Circle("guide", x + inset + column * step, y + inset + row * step, radius)

    @property
    def _pitch(self) -> float:
        """From one shape of the match to the next."""
        # What smaller boards are to other kinds is to this one less white between the shapes.
        gap = min(5.0, max(1.2, self.setting.cell / 2 - 4.5))
        return max(self._side + gap, self._label_high + gap)

    @property
    def _label_high(self) -> float:
        size = self._label_size
        lines = max(len(self._lines(label)) for label in self.puzzle.labels)
        return (lines - 1) * self.setting.style.type.leading(size) + size * 0.36

    @property
    def _start(self) -> float:
        """Where the labels start, from the left."""
        share = 0.26 if self.setting.style.large else 0.36
        return self._side + share * (self.setting.style.width - self._side)

    @property
    def _label_size(self) -> int:
        """The size of type of the labels; large print has its smallest, as labels are long."""
        type_ = self.setting.style.type
        return type_.small if self.setting.style.large else type_.text

    def _lines(self, label: Label) -> list[tuple[object, ...]]:
        room = self.setting.style.width - self._start
        return list(
            self.setting.wrapped_plain(label_words(label, self.setting.words), room, self._label_size)
        )

    @property
    def _match_height(self) -> float:
        return self._caption_high + len(self.puzzle.shapes) * self._pitch - 2.5

    def _draw_match(self, x: float, y: float, is_key: bool) -> list[Item]:
        setting, size = self.setting, self.setting.style.type.text
        base = y + size * 0.36
        items: list[Item] = [
            setting.text("caption", x, base, setting.words["worksheet.join"], size, SEMIBOLD)
        ]
        top, side = y + self._caption_high, self._side
        near, far = x + side + 5, x + self._start - 4
        middles = [top + at * self._pitch + side / 2 for at in range(len(self.puzzle.shapes))]
        for middle, shape in zip(middles, self.puzzle.shapes, strict=True):
            items.append(shape_path(shape, x, middle - side / 2, side, setting.style.pen.line(side)))
            items.append(Circle("end", near, middle, _END))
        size = self._label_size
        leading = setting.style.type.leading(size)
        for middle, label in zip(middles, self.puzzle.labels, strict=True):
            lines = setting.wrapped_plain(
                label_words(label, setting.words), setting.style.width - self._start, size
            )
            first = middle + 0.122 * size - (len(lines) - 1) * leading / 2
            items.append(Circle("end", far, middle, _END))
            items += setting.set(lines, x + self._start, first, size, "label")
        if is_key:
            for at, place in enumerate(self.puzzle.matches):
                items.append(rule("answer", near, middles[at], far, middles[place], 0.5))
        return items

    def answer(self) -> str:
        """Give the numbers of the missing shapes."""
        return " ".join(f"#{shape.number}" for shape in self.puzzle.missing)
