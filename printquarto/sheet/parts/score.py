"""The lines of a score sheet: sixteen turns to write down, and the shapes' names beside them."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from typing import NamedTuple

from printquarto.games.shape import CORNERS, SHAPES, Corner, Shape
from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.scene import Circle, Group, Item, Path, RoundBox
from printquarto.sheet.symbols import HAIR, rule, shape_path
from printquarto.sheet.typeface import CAP_HEIGHT, REGULAR, SEMIBOLD
from printquarto.sheet.units import MM_PER_PT, mm

_TURNS = 16
_PITCHES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
_GROUP = 4
_GROUP_GAP = 3.0
"""Every four turns the lines stand this much further apart, so that the eye keeps its line."""

_TABLE = 68.0
_BETWEEN = 8.0
_ENTRY = 22.0
_FIRST = 9.0
"""From the heads of the columns to the first line, at most."""

_BOX = 6.0
_RESULT = 9.0
"""From the last line of the turns to the base line of the result, and a line of text more."""

_RESULT_GAPS = (2.0, 3.5)
"""Least and best distance between the three results, and from the word before them."""

_LEAST_LINE = 16.0
"""Length of the shortest line that a shape can be written on."""

_SIGN = 0.7
"""Side of the square that shows a corner, in parts of the distance of the lines beside it."""


class _Columns(NamedTuple):
    """Where the columns of the table stand, from its left end: a start, or a start and an end."""

    number: float
    player: float
    shape: tuple[float, float]
    cell: tuple[float, float]
    box: float


class Score(Block):
    """At the left the lines of the turns, at the right the shapes; both are equally high.

    Below them the result, and what each letter of a shape says. The flexible part: its size is the distance
    of the lines.
    """

    called = "score"

    def sizes(self, content: float) -> list[float]:
        """Give the distances that lines can have."""
        return list(_PITCHES)

    def least(self) -> float:
        """Give the least width: the table, and two columns of shapes."""
        return self._least_table + (_BETWEEN + 2 * _ENTRY if self._shapes else 0)

    def need(self, width: float, size: float) -> Need:
        """Give the height from the heads of the columns to the result and what explains the letters."""
        # The boxes of the result reach a little under its base line, where nothing comes below them.
        legend = self._legend_step * len(CORNERS) if self._shapes else 1.2
        return Need(self._down(_TURNS, size) + self._result_below + legend)

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"{_TURNS} lines of {mm(size)} mm"

    def termed(self, width: float, size: float) -> float:
        """Give the height of the lines alone."""
        return _TURNS * size

    def place(self, place: Place, size: float) -> Placed:
        """Set the table, the result, the shapes and their letters."""
        width = self._table(place.width)
        columns = self._columns(width)
        items: list[Item] = self._heads(place.x, place.y, columns)
        for turn in range(1, _TURNS + 1):
            y = place.y + self._down(turn, size)
            items.append(Group(f"turn.{turn}", "turn", tuple(self._turn(turn, place.x, y, columns))))
        result = place.y + self._down(_TURNS, size) + self._result_below
        items.append(Group("result", "result", tuple(self._result(place.x, result, width))))
        if self._shapes:
            right = Place(place.x + width + _BETWEEN, place.y, place.width - width - _BETWEEN)
            items += self._key(right, size)
            items.append(Group("legend", "legend", tuple(self._legend(right, result))))
        return Placed("score", (Group("score", "score", tuple(items)),))

    @property
    def _shapes(self) -> bool:
        return self.part.flag("shapes")

    @property
    def _scale(self) -> float:
        return self.setting.measure.scale

    @property
    def _box(self) -> float:
        """Give the side of the boxes, in which a tick still has room between two lines."""
        return _BOX if self._scale == 1 else _BOX + 2

    @property
    def _apart(self) -> float:
        """Give the least distance of the heads of two columns."""
        return 2 * self._scale

    @property
    def _result_below(self) -> float:
        return _RESULT + self.setting.measure.leading

    @property
    def _legend_step(self) -> float:
        return 1.15 * self.setting.measure.leading

    @property
    def _least_table(self) -> float:
        """Give the least width of the table: all its columns, with room to write the shape."""
        shape = self._columns(0).shape
        return max(_TABLE * self._scale, shape[0] - shape[1] + _LEAST_LINE * self._scale)

    def _table(self, width: float) -> float:
        """Give the width of the table: half of the column, but never under its least."""
        return max(self._least_table, (width - _BETWEEN) / 2) if self._shapes else width

    def _down(self, turn: int, pitch: float) -> float:
        """Give the base line of a turn, from the heads of the columns down."""
        first = min(pitch, _FIRST) + _BOX * (self._scale - 1)
        return first + (turn - 1) * pitch + (turn - 1) // _GROUP * _GROUP_GAP

    def _points(self, size: int) -> int:
        return self.setting.measure.points(size)

    def _columns(self, width: float) -> _Columns:
        """Give the columns of a table, each wide enough for its words."""
        face, words, scale = self.setting.face, self.setting.words, self._scale
        wide = [face.width(words[f"names.{who}"], self._points(9), REGULAR) for who in ("first", "second")]
        wide.append(face.width(words["score.draws"], self._points(7), REGULAR))
        player = max(9 * scale, face.width(words["score.turn"], self._points(7), REGULAR) + self._apart)
        box = width - self._box
        call, head = (
            face.width(words[key], self._points(7), REGULAR) for key in ("score.call", "score.cell")
        )
        cell = (min(box - 16 * scale, width - call - self._apart - head), box - 5 * scale)
        return _Columns(5 * scale, player, (max(24, player + max(wide) + 3), cell[0] - 4), cell, box)

    def _heads(self, x: float, y: float, columns: _Columns) -> list[Item]:
        """Set the heads, each as wide as its column at most; that of the boxes ends with them."""
        words, (_, player, shape, cell, box) = self.setting.words, columns
        call = self.label(
            "caption", x + box + self._box, y, words["score.call"], 7, 15 * self._scale, anchor="end"
        )
        return [
            self.label("caption", x, y, words["score.turn"], 7, player - self._apart),
            self.label("caption", x + player, y, words["score.draws"], 7, shape[0] - player - self._apart),
            self.label("caption", x + shape[0], y, words["score.shape"], 7, cell[0] - shape[0] - self._apart),
            self.label("caption", x + cell[0], y, words["score.cell"], 7, call.x - x - cell[0] - self._apart),
            call,
        ]

    def _turn(self, turn: int, x: float, y: float, columns: _Columns) -> list[Item]:
        """Set one line: its number, who draws, two writing lines and the box for the call."""
        number, start, shape, cell, box = columns
        player = self.setting.words["names.first" if turn % 2 else "names.second"]
        side, size = self._box, self._points(9)
        return [
            self.text("number", x + number, y, str(turn), size, SEMIBOLD, "end"),
            self.text("player", x + start, y, player, size),
            rule("writing-line", x + shape[0], y + 0.6, x + shape[1], y + 0.6),
            rule("writing-line", x + cell[0], y + 0.6, x + cell[1], y + 0.6),
            RoundBox("box", x + box, y + 0.6 - side, side, side, 1.0, HAIR),
        ]

    def _result(self, x: float, y: float, width: float) -> list[Item]:
        """Set the result: a word, and three boxes flush with the table's right end."""
        words, side = self.setting.words, self._box
        keys = ("score.draw", "names.second", "names.first")
        room = width - 3 * (1.5 + side + _RESULT_GAPS[0])
        for points in self.setting.measure.steps(9):
            widths = [self.setting.face.width(words[key], points, REGULAR) for key in keys]
            needed = sum(widths) + self.setting.face.width(words["score.result"], points, SEMIBOLD)
            if needed <= room:
                break
        else:
            raise MisfitError(
                f"The result does not fit: its words are {mm(needed)} mm wide at {points} pt and have "
                f"{mm(room)} mm. Take a larger paper.",
                needed - room,
            )
        gap = min(_RESULT_GAPS[1], _RESULT_GAPS[0] + (room - needed) / 3)
        right = x + width
        items: list[Item] = []
        for key in keys:
            label = self.text("label", right, y, words[key], points, anchor="end")
            box = label.x - 1.5 - side
            # They are set from the right, and read from the left.
            items = [label, RoundBox("box", box, y + 0.6 - side + 1, side, side, 1.0, HAIR), *items]
            right = box - gap
        return [self.text("label", x, y, words["score.result"], points, SEMIBOLD), *items]

    def _key(self, place: Place, size: float) -> list[Item]:
        """Set the shapes in two columns, light and dark, each as high as two lines of the table."""
        step = (place.width + 4) / 2
        words = self.setting.words
        side = 12.0 if step >= 30 and size >= 9 else 9.0
        items: list[Item] = []
        for shape in SHAPES:
            column, row = divmod(shape.number, 8)
            left = place.x + column * step
            if row == 0:
                head = words["in.tl" if column else "out.tl"]
                items.append(self.label("caption", left, place.y, head, 7, step - 4))
            # The last of the three lines of words stands on a line of the table.
            top = place.y + self._down(2 * row + 2, size) - side
            items.append(Group(f"key.{shape.number}", "shape", self._entry(shape, left, top, side)))
        return items

    def _entry(self, shape: Shape, x: float, y: float, side: float) -> tuple[Item, ...]:
        beside, leading = x + side + 2.5, side / 3
        points = 9 if side > 9 else 7
        return (
            shape_path(shape, x, y, side, 0.5),
            self.text("number", beside, y + leading, f"#{shape.number}", points, SEMIBOLD),
            self.text("corners", beside, y + 2 * leading, shape.corners, points),
            self.text("letters", beside, y + side, shape.letters, points),
        )

    def _legend(self, place: Place, y: float) -> list[Item]:
        """Say for each corner, in the order of the letters, what its letter is when it is out and in."""
        words, step = self.setting.words, (place.width + 4) / 2
        sign = _SIGN * self._legend_step
        starts = (place.x + sign + 2.5, place.x + step)
        rooms = (step - sign - 2.5 - 1.5, place.width - step)
        items: list[Item] = []
        for start, room, side in zip(starts, rooms, ("out", "in"), strict=True):
            items.append(self.text("caption", start, y, words[f"key.{side}"], 7, SEMIBOLD))
            items.append(self.label("caption", start + 4, y, words[f"key.{side}.word"], 7, room - 4))
        for index, corner in enumerate(CORNERS, 1):
            base = y + index * self._legend_step
            items += _corner_sign(corner, place.x, base, self.setting.measure.text, sign)
            values = zip(starts, rooms, ("out", "in"), (corner.out_word, corner.in_word), strict=True)
            for start, room, side, english in values:
                text = words[f"{side}.{corner.name}"]
                letter, size = english[0].upper(), self.setting.measure.text
                items.append(self.text("letter", start, base, letter, size, SEMIBOLD))
                items.append(self.label("value", start + 4, base, text, size, room - 4))
        return items


def _corner_sign(corner: Corner, x: float, base: float, size: float, side: float) -> list[Item]:
    """Show a corner: a small square with a dot in that corner, level with a text's capitals."""
    top = base - (CAP_HEIGHT * size * MM_PER_PT + side) / 2
    right, low = x + side, top + side
    square = Path("corner-sign", (((x, top), (right, top), (right, low), (x, low)),), HAIR, closed=True)
    inset = side / 4
    dot = (right - inset if corner.x else x + inset, low - inset if corner.y else top + inset)
    return [square, Circle("corner-sign", *dot, 0.5)]


block = Score
