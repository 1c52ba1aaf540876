"""The board of Danish Quarto: its lines, points and coordinates, and the rules in a few words around it."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.danish import COLUMNS, POINTS, ROWS
from printquarto.sheet.block import Block, Need, Place, Placed, Setting
from printquarto.sheet.fields import PointField
from printquarto.sheet.lattice import POINT, STEPS, Lattice, board_lines, board_points
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.symbols import set_line
from printquarto.sheet.template import Part
from printquarto.sheet.text import Line, line_width, plain_tokens, tokens, wrap
from printquarto.sheet.typeface import CAP_HEIGHT, DESCENT, SEMIBOLD
from printquarto.sheet.units import MM_PER_PT, mm

_LEAST, _MOST = 10, 40
"""The least pitch leaves room between two men, and with the largest both players reach over the board."""

_SIDE = 8.0
"""White at both sides of the board, for the numbers of the rows."""

_ABOVE, _BESIDE = 3.0, 3.6
_LARGE_ABOVE, _LARGE_BESIDE = 4.5, 5.0
"""From a point to the base line of the letter above it, and to the number at its left."""

_RULES = ("place", "move", "take", "win")
_DOWN = 2.0
"""From the level of the first row to the first base line in a corner."""

_APART = 3.0
"""What stays white between the words in a corner and the board."""

_CORNER = 36.0
"""How wide the words at the right are set where they are not wider."""

_LEAST_ROOM = 16.0
_BETWEEN = 8.0

Words = tuple[list[Line], ...]


class Points(Block):
    """The flexible part of its sheet: its size is the distance of the points, in whole mm.

    The rules stand in the four corners that the board leaves empty, or below it where those are too small.
    """

    called = "board"

    def __init__(self, part: Part, setting: Setting) -> None:
        super().__init__(part, setting)
        self._known: dict[tuple[float, float], tuple[int, Words] | None] = {}

    def sizes(self, content: float) -> list[float]:
        """Give the pitches that the board can have."""
        most = min(int((content - 2 * _SIDE) / STEPS), _MOST)
        return [float(pitch) for pitch in range(max(most, _LEAST), _LEAST - 1, -1)]

    def span(self, size: float) -> float:
        """Give the width of the board with its sides where it is wider than the usual column."""
        width = STEPS * size + 2 * _SIDE
        return width if width > self.setting.measure.width else 0

    def least(self) -> float:
        """Give the width of the smallest board."""
        return STEPS * _LEAST + 2 * _SIDE

    def need(self, width: float, size: float) -> Need:
        """Give the height of the board, and of the rules where they stand below it."""
        if self._in_corners(width, size):
            return Need(self.termed(width, size))
        rows = (self._below(width)[:2], self._below(width)[2:])
        leading = self.setting.measure.leading
        lines = sum(max(map(len, row)) for row in rows)
        return Need(self.termed(width, size) + self._under + (lines + 1.5) * leading)

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"{STEPS} × {mm(size)} mm of lines"

    def termed(self, width: float, size: float) -> float:
        """Give the height from the first row to the last."""
        return STEPS * size

    def place(self, place: Place, size: float) -> Placed:
        """Set the board in the middle of its column, then the rules."""
        lattice = Lattice(place.x + (place.width - STEPS * size) / 2, place.y, size)
        drawn = (*board_lines(lattice), *board_points(lattice), *self._coordinates(lattice))
        fields = tuple(PointField(f"point.{point}", lattice.at(point), 2 * POINT) for point in POINTS)
        rules = self._set_in_corners(place, size) or self._set_below(place, size)
        return Placed("points", (Group("points", "points", drawn), *rules), fields)

    def _coordinates(self, lattice: Lattice) -> list[Item]:
        """Set each letter and number at the end of its own line, so that they follow the outline."""
        size = self.setting.measure.small
        is_large = self.setting.measure.scale > 1
        above, beside = (_LARGE_ABOVE, _LARGE_BESIDE) if is_large else (_ABOVE, _BESIDE)
        middle = CAP_HEIGHT / 2 * size * MM_PER_PT
        items: list[Item] = []
        for column, name in enumerate(COLUMNS):
            x, y = lattice.at(next(point for point in POINTS if point.column == column))
            items.append(self.text("coordinate", x, y - above, name, size, anchor="middle"))
        for row, name in enumerate(ROWS):
            x, y = lattice.at(next(point for point in POINTS if point.row == row))
            items.append(self.text("coordinate", x - beside, y + middle, name, size, anchor="end"))
        return items

    def _rule(self, name: str, room: float, points: int) -> list[Line]:
        """Set one rule, its head in the first line."""
        words, face = self.setting.words, self.setting.face
        head = wrap(plain_tokens(words[f"brief.{name}.head"], SEMIBOLD), room, points, face)
        return [*head, *wrap(tokens(words[f"brief.{name}"]), room, points, face)]

    # In the corners.

    def _in_corners(self, width: float, size: float) -> tuple[int, Words] | None:
        """Give size and lines of the rules that fit in the corners, None where they do not."""
        if (width, size) not in self._known:
            self._known[width, size] = self._tried(width, size)
        return self._known[width, size]

    def _tried(self, width: float, size: float) -> tuple[int, Words] | None:
        for points in dict.fromkeys((self.setting.measure.text, self.setting.measure.small)):
            pairs = [self._pair(names, width, size, points) for names in (_RULES[:2], _RULES[2:])]
            if all(pairs):
                return points, tuple(lines for pair in pairs for lines in pair)
        return None

    def _pair(self, names: tuple[str, ...], width: float, size: float, points: int) -> Words:
        """Set the rules of two corners side by side in as few lines as there is room for, or in none."""
        count = 2
        while (room := self._room(count, width, size, points)) >= _LEAST_ROOM:
            pair = tuple(self._rule(name, room, points) for name in names)
            if all(len(lines) <= count and max(map(line_width, lines)) <= room for lines in pair):
                return tuple(self._balanced(name, room, points) for name in names)
            count += 1
        return ()

    def _balanced(self, name: str, room: float, points: int) -> list[Line]:
        """Set a rule as narrow as it can be without another line, so that its lines are about as long."""
        best = self._rule(name, room, points)
        for narrower in range(int(room), int(_LEAST_ROOM), -1):
            lines = self._rule(name, narrower, points)
            if len(lines) > len(best) or max(map(line_width, lines)) > narrower:
                break
            best = lines
        return best

    def _room(self, count: int, width: float, size: float, points: int) -> float:
        """Give how wide so many lines in a corner can be: from the column's edge to the slanting outline."""
        em = points * MM_PER_PT
        reach = _DOWN + (count - 1) * self._leading(points) + DESCENT * em
        side = (width - STEPS * size) / 2
        small = self.setting.measure.small * MM_PER_PT
        if reach > 2 * size - _ABOVE - small - _APART:
            return 0
        outline = side + 2 * size - reach - _APART
        # Beside the second row its number, and the letter above it, are in the way.
        beside = side + size - _BESIDE - 0.6 * small - _APART
        return min(outline, beside) if reach > size - _ABOVE - small - _APART / 2 else outline

    def _leading(self, points: int) -> float:
        measure = self.setting.measure
        return measure.leading if points == measure.text else measure.leading * points / measure.text

    def _set_in_corners(self, place: Place, size: float) -> list[Item]:
        found = self._in_corners(place.width, size)
        if found is None:
            return []
        points, rules = found
        leading = self._leading(points)
        widths = [max(map(line_width, lines)) for lines in rules]
        # Both rules at the right begin alike, where that keeps the longer one clear of the board.
        limit = self._room(max(map(len, rules)), place.width, size, points)
        shared = max(*widths[1::2], min(_CORNER, limit))
        if shared <= limit:
            widths = [shared] * len(widths)
        foot = place.y + STEPS * size - (max(map(len, rules[2:])) - 1) * leading
        items: list[Item] = []
        for index, lines in enumerate(rules):
            right = place.x + place.width - widths[index]
            x, y = right if index % 2 else place.x, foot if index > 1 else place.y + _DOWN
            for row, line in enumerate(lines):
                items += set_line(line, x, y + row * leading, points, "text")
        return items

    # Below the board.

    @property
    def _under(self) -> float:
        return 3 * self.setting.measure.leading

    def _below(self, width: float) -> Words:
        room = (width - _BETWEEN) / 2
        return tuple(self._rule(name, room, self.setting.measure.text) for name in _RULES)

    def _set_below(self, place: Place, size: float) -> list[Item]:
        leading, rules = self.setting.measure.leading, self._below(place.width)
        tops = [place.y + STEPS * size + self._under]
        tops.append(tops[0] + (max(map(len, rules[:2])) + 0.5) * leading)
        columns = (place.x, place.x + (place.width + _BETWEEN) / 2)
        items: list[Item] = []
        for index, lines in enumerate(rules):
            for row, line in enumerate(lines):
                y = tops[index // 2] + row * leading
                items += set_line(line, columns[index % 2], y, self.setting.measure.text, "text")
        return items


block = Points
