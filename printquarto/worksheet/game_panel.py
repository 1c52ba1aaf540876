"""The panel of ``missed``: a game in small diagrams, and lines for the turn, the place and the corner."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from printquarto.sheet.diagram import Marks, alignment_words, shared_words
from printquarto.sheet.gallery import Figure, Hanging, style_of
from printquarto.sheet.scene import Circle, Item
from printquarto.sheet.symbols import rule
from printquarto.worksheet.panel import Block, Panel, fitted, fitted_lines
from printquarto.worksheet.puzzle import MissedPuzzle

FIRST = 4
"""The first turn that is shown: before it no four shapes can be in a line."""

_ROWS = 5.0
"""Between rows of diagrams."""


class GamePanel(Panel):
    """The turns from the fourth on, in rows; the answer is written beside the number of the puzzle."""

    puzzle: MissedPuzzle

    @property
    def _hanging(self) -> Hanging:
        """How the small diagrams are set: half a cell of the other puzzles is a cell of theirs."""
        setting = self.setting
        style = style_of(setting.style.large)
        width = setting.board / 2 if not setting.style.large else setting.board * 0.6
        return Hanging(style, setting.face, setting.words, width)

    @property
    def _columns(self) -> int:
        hanging = self._hanging
        gap = hanging.style.gap - 0.3
        return max(1, int((self.setting.style.width + gap) / (hanging.width + gap)))

    def blocks(self) -> list[Block]:
        """Give the lines for the answer with the first row of diagrams, then row after row."""
        turns = range(FIRST, len(self.puzzle.drawings) + 1)
        columns, hanging = self._columns, self._hanging
        rows = [turns[at : at + columns] for at in range(0, len(turns), columns)]
        high = hanging.above(self._figure(FIRST, is_key=False)) + hanging.width
        head = self._head
        found = []
        for at, row in enumerate(rows):
            over = head if at == 0 else 0.0
            under = _ROWS * self.setting.style.scale if at < len(rows) - 1 else 0.0

            def draw(x: float, y: float, is_key: bool, row: range = row, over: float = over) -> list[Item]:
                items = list(self._answer_lines(x, y, is_key)) if over else []
                return items + self._row(row, x, y + over, is_key)

            found.append(Block(over + high + under, draw))
        return found

    @property
    def _head(self) -> float:
        """The height of the number and the lines for the answer."""
        size = self.setting.style.type
        return self._high + size.number * 0.25 + size.small * 0.55 + 5

    @property
    def _high(self) -> float:
        """How much lower the lines for the answer stand where the key has too much to write above them."""
        setting = self.setting
        more = max(
            len(fitted_lines(setting, answer, setting.style.type.text, width)[1]) - 1
            for answer, (_, _, width) in zip(self._answers(), self._spots, strict=True)
        )
        return max(0.0, more * setting.style.type.leading(setting.style.type.small) - setting.over + 1)

    @property
    def _spots(self) -> tuple[tuple[str, float, float], ...]:
        """The lines for the answer: the caption of each, where it starts from the left, and its length."""
        start = 14 * self.setting.style.scale
        room = self.setting.style.width - start
        turn, place = 0.18 * room, 0.37 * room
        return (
            ("worksheet.turn", start, turn - 5),
            ("worksheet.place", start + turn, place - 5),
            ("worksheet.corner", start + turn + place, room - turn - place),
        )

    def _figure(self, turn: int, *, is_key: bool) -> Figure:
        marks = Marks(strong=(self.puzzle.drawings[turn - 1].cell,))
        if is_key and turn == self.puzzle.turn:
            marks = marks._replace(quartos=self.puzzle.quartos)
        return Figure(self.puzzle.board_after(turn), str(turn), "", marks)

    def _row(self, row: range, x: float, y: float, is_key: bool) -> list[Item]:
        hanging, columns = self._hanging, self._columns
        step = 0.0
        if columns > 1:
            step = hanging.width + (self.setting.style.width - columns * hanging.width) / (columns - 1)
        items: list[Item] = []
        for at, turn in enumerate(row):
            figure = self._figure(turn, is_key=is_key)
            left, top = x + at * step, y + hanging.above(figure)
            items.append(hanging.draw(figure, left, top))
            if is_key and turn == self.puzzle.turn:
                items.append(self._ring(left, top, turn))
        return items

    def _ring(self, x: float, y: float, turn: int) -> Circle:
        """Draw a ring round the number of the turn."""
        hanging = self._hanging
        size = hanging.style.head
        width = hanging.face.width(str(turn), size, 600)
        base = hanging.base(y)
        radius = hypot(width / 2, 0.1725 * size) + 0.48
        return Circle("ring", x + width / 2, base - 0.095 * size, radius, 0.35)

    def _answer_lines(self, x: float, y: float, is_key: bool) -> Iterator[Item]:
        """Draw three lines on the base line of the number, with captions under them."""
        setting, size = self.setting, self.setting.style.type
        base = y + self._high + size.number * 0.25
        yield setting.number(x, base, self.number)
        answers = self._answers() if is_key else ("", "", "")
        for (key, start, width), answer in zip(self._spots, answers, strict=True):
            left = x + start
            yield rule("writing-line", left, base + 0.6, left + width, base + 0.6, setting.style.pen.cell)
            yield self._caption(left, base + 0.6 + size.small * 0.42, key)
            if answer:
                yield from fitted(setting, left, base + 0.6 - 0.1 * size.text, answer, size.text, width)

    def _answers(self) -> tuple[str, str, str]:
        words, quartos = self.setting.words, self.puzzle.quartos
        places = ", ".join(alignment_words(one.alignment, words) for one in quartos)
        shared = ", ".join(dict.fromkeys(shared_words(one.shared, words) for one in quartos))
        return str(self.puzzle.turn), places, shared

    def answer(self) -> str:
        """Give the turn and the alignments."""
        turn, places, _ = self._answers()
        return f"{self.setting.words['worksheet.turn']} {turn}, {places}"
