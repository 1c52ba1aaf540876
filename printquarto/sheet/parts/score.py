"""The lines of a score sheet: sixteen turns to write down, and the shapes' names beside them."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import SHAPES, Shape
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.scene import Group, Item, RoundBox
from printquarto.sheet.symbols import HAIR, rule, set_line, shape_path
from printquarto.sheet.text import Line, tokens, wrap
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.sheet.units import mm

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

_FIRST = 9.0
"""From the heads of the columns to the first line, at most."""

_BOX = 6.0
_RESULT = 13.0
"""From the last line of the turns to the base line of the result."""


class Score(Block):
    """At the left the lines of the turns, at the right the shapes; both are equally high.

    The flexible part: its size is the distance of the lines.
    """

    called = "score"

    def sizes(self, content: float) -> list[float]:
        """Give the distances that lines can have."""
        return list(_PITCHES)

    def least(self) -> float:
        """Give the least width: the table, and two columns of shapes."""
        return _TABLE + (_BETWEEN + 2 * _ENTRY if self._shapes else 0)

    def need(self, width: float, size: float) -> Need:
        """Give the height from the heads of the columns to the result and what explains the letters."""
        lines = len(self._note(width)) - 1 if self._shapes else 0
        return Need(_height(size) + _RESULT + lines * self.setting.measure.leading)

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"{_TURNS} lines of {mm(size)} mm"

    def place(self, place: Place, size: float) -> Placed:
        """Set the table, the result and the shapes."""
        width = self._table(place.width)
        items: list[Item] = self._heads(place.x, place.y, width)
        for turn in range(1, _TURNS + 1):
            y = place.y + _down(turn, size)
            items.append(Group(f"turn.{turn}", "turn", tuple(self._turn(turn, place.x, y, width))))
        result = place.y + _height(size) + _RESULT
        items.append(Group("result", "result", tuple(self._result(place.x, result, width))))
        if self._shapes:
            items += self._key(place, place.x + width + _BETWEEN, size)
            for index, line in enumerate(self._note(place.width)):
                y = result + index * self.setting.measure.leading
                items += set_line(line, place.x + width + _BETWEEN, y, self.setting.measure.text, "text")
        return Placed("score", (Group("score", "score", tuple(items)),))

    @property
    def _shapes(self) -> bool:
        return self.part.flag("shapes")

    def _table(self, width: float) -> float:
        """Give the width of the table: half of the column, but never under its least."""
        return max(_TABLE, (width - _BETWEEN) / 2) if self._shapes else width

    def _heads(self, x: float, y: float, width: float) -> list[Item]:
        shape, cell, box = _columns(width)
        words = self.setting.words
        return [
            self.text("caption", x, y, words["score.turn"], 7),
            self.text("caption", x + 9, y, words["score.draws"], 7),
            self.text("caption", x + shape[0], y, words["score.shape"], 7),
            self.text("caption", x + cell[0], y, words["score.cell"], 7),
            self.text("caption", x + box + _BOX, y, words["score.call"], 7, anchor="end"),
        ]

    def _turn(self, turn: int, x: float, y: float, width: float) -> list[Item]:
        """Set one line: its number, who draws, two writing lines and the box for the call."""
        shape, cell, box = _columns(width)
        player = self.setting.words["names.first" if turn % 2 else "names.second"]
        return [
            self.text("number", x + 5, y, str(turn), 9, SEMIBOLD, "end"),
            self.text("player", x + 9, y, player, 9),
            rule("writing-line", x + shape[0], y + 0.6, x + shape[1], y + 0.6),
            rule("writing-line", x + cell[0], y + 0.6, x + cell[1], y + 0.6),
            RoundBox("box", x + box, y + 0.6 - _BOX, _BOX, _BOX, 1.0, HAIR),
        ]

    def _result(self, x: float, y: float, width: float) -> list[Item]:
        """Set the result: a word, and three boxes flush with the table's right end."""
        words = self.setting.words
        items: list[Item] = [self.text("label", x, y, words["score.result"], 9, SEMIBOLD)]
        right = x + width
        for key in ("score.draw", "names.second", "names.first"):
            label = self.text("label", right, y, words[key], 9, anchor="end")
            box = label.x - 1.5 - _BOX
            items += [label, RoundBox("box", box, y + 0.6 - _BOX + 1, _BOX, _BOX, 1.0, HAIR)]
            right = box - 3.5
        return items

    def _key(self, place: Place, x: float, size: float) -> list[Item]:
        """Set the shapes in two columns, light and dark, each as high as two lines of the table."""
        step = (place.x + place.width - x + 4) / 2
        words = self.setting.words
        side = 12.0 if step >= 30 and size >= 9 else 9.0
        items: list[Item] = []
        for shape in SHAPES:
            column, row = divmod(shape.number, 8)
            left = x + column * step
            if row == 0:
                items.append(self.text("caption", left, place.y, words["in.tl" if column else "out.tl"], 7))
            # The last of the three lines of words stands on a line of the table.
            top = place.y + _down(2 * row + 2, size) - side
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

    def _note(self, width: float) -> list[Line]:
        room = width - self._table(width) - _BETWEEN
        return wrap(
            tokens(self.setting.words["score.note"]), room, self.setting.measure.text, self.setting.face
        )


def _columns(width: float) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Give where the lines for shape and cell begin and end, and where the box begins."""
    box = width - _BOX
    cell = (box - 16, box - 5)
    return (24, cell[0] - 4), cell, box


def _down(turn: int, pitch: float) -> float:
    """Give the base line of a turn, from the heads of the columns down."""
    return min(pitch, _FIRST) + (turn - 1) * pitch + (turn - 1) // _GROUP * _GROUP_GAP


def _height(pitch: float) -> float:
    return _down(_TURNS, pitch)


block = Score
