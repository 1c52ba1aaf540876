"""Panels: what a puzzle takes up on a page, for the pupil and with its answer. Those about one board.

A panel is drawn twice, without and with the answer; everything that both show stands in the same place.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from printquarto.games.shape import Shape
from printquarto.sheet.diagram import (
    Marks,
    alignment_words,
    diagram,
    label_room,
    quarto_words,
    shared_words,
)
from printquarto.sheet.scene import Circle, Item
from printquarto.sheet.symbols import rule, shape_path
from printquarto.sheet.text import Line, line_width
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.sheet.units import Box
from printquarto.worksheet.puzzle import BoardPuzzle, ForcePuzzle, SafePuzzle, SpotPuzzle, WinPuzzle
from printquarto.worksheet.style import Setting

_BASE = 7.0
"""From the base line of a puzzle's number to the frame of its board."""

_GUTTER = 14.0
"""Between a board and what stands beside it."""

RING = 0.78
"""Radius of a ring round a shape, in parts of its side; the corners are 0.707 from the middle."""

_TOLD = 1.0
"""From the frame of a board to what is told below it."""

_LEAST_LINES = 4
"""Lines to write answers on, however few there are to find."""


class Block(NamedTuple):
    """A piece of a panel that is not cut: its height, and what draws it at a place, answered or not."""

    height: float
    draw: Callable[[float, float, bool], list[Item]]


class Panel(ABC):
    """One puzzle in its place. ``number`` counts the puzzles of a sheet; ``more`` is what a section knows."""

    half = False
    """Whether it takes half of the width where that is wide enough."""

    def __init__(self, setting: Setting, number: int, puzzle: Any, more: int = 0) -> None:
        self.setting = setting
        self.number = number
        self.puzzle = puzzle
        self.more = more

    @abstractmethod
    def blocks(self) -> list[Block]:
        """Give its pieces from the top."""

    @abstractmethod
    def answer(self) -> str:
        """Give the answer in few words, for the box at the top of the key."""

    def _caption(self, x: float, y: float, key: str) -> Item:
        return self.setting.text("caption", x, y, self.setting.words[key], self.setting.style.type.small)

    def _captions(self, x: float, y: float, key: str, room: float) -> list[Item]:
        """Set a caption within some room, its last line on a base line."""
        size = self.setting.style.type.small
        lines = self.setting.wrapped_plain(self.setting.words[key], room, size)
        first = y - (len(lines) - 1) * self.setting.style.type.leading(size)
        return self.setting.set(lines, x, first, size, "caption")


class BoardPanel(Panel):
    """A panel about one board: over it number and shape in hand, beside or under it what else there is."""

    puzzle: BoardPuzzle

    @property
    def head(self) -> float:
        """The height over the frame."""
        style = self.setting.style
        plain = _BASE * (1.3 if style.large else 1) + style.type.number * 0.25
        return max(plain, style.given + label_room(style.pen) + 3) if self._given is not None else plain

    @property
    def _under(self) -> float:
        """From the base line of the number to the frame."""
        return label_room(self.setting.style.pen) + (2 if self.setting.style.large else 2.9)

    @property
    def _given(self) -> Shape | None:
        return None

    @property
    def aside(self) -> float:
        """The width beside the board."""
        return self.setting.style.width - self.setting.board - self._gutter

    @property
    def _gutter(self) -> float:
        return _GUTTER * (1 if self.setting.style.width > 140 else 0.6)

    @property
    def is_beside(self) -> bool:
        """Whether there is room beside the board for what else is needed; else that stands below."""
        return self.aside >= self._least_aside * self.setting.style.scale

    _least_aside = 24.0
    """Width of what stands beside a board at least; else it stands below."""

    def blocks(self) -> list[Block]:
        """Give the one piece that it is."""
        board, more = self.setting.board + self._told_height, self._more_height()
        body = max(board, more) if self.is_beside else board + (more + 6 if more else 0)
        return [Block(self.head + body, self._draw)]

    def _draw(self, x: float, y: float, is_key: bool) -> list[Item]:
        setting, style = self.setting, self.setting.style
        frame = y + self.head
        base = frame - self._under
        items: list[Item] = [setting.number(x, base, self.number)]
        if self._given is not None:
            items += self._draw_given(x, base, self._given, is_key)
        marks = self._marks() if is_key else Marks()
        items.append(
            diagram(
                self.puzzle.board,
                (x, frame),
                setting.cell,
                setting.face,
                setting.words,
                marks=marks,
                pen=style.pen,
            )
        )
        if self.is_beside:
            place = Box(x + setting.board + self._gutter, frame, self.aside, setting.board)
        else:
            place = Box(x, frame + setting.board + 6, style.width, self._more_height())
        return [*items, *self._more(place, is_key)]

    def _draw_given(self, x: float, base: float, given: Shape, is_key: bool) -> Iterator[Item]:
        """Draw the shape in hand over the second column, and beside it its words, in the key the answer's."""
        style, side = self.setting.style, self.setting.style.given
        left = x + self.setting.cell
        yield shape_path(given, left, base - side, side, style.pen.strong, "given")
        beside, below = self._told_lines if is_key else ([], [])
        size, right = style.type.small, left + side + 3
        leading = style.type.leading(size)
        if beside:
            first = base - (len(beside) - 1) * leading
            yield from self.setting.set(beside, right, first, size, "caption")
        else:
            yield from self._captions(right, base, "worksheet.this", self._room)
        under = base + self._under + self.setting.board + leading + _TOLD
        yield from self.setting.set(below, x, under, size, "caption")

    @property
    def _room(self) -> float:
        """The width beside the shape in hand."""
        return self._whole - self.setting.cell - self.setting.style.given - 3

    @property
    def _whole(self) -> float:
        """The width of the board, or of the page where it stands alone."""
        return self.setting.board if self.half and self.setting.halves else self.setting.style.width

    @cached_property
    def _told_lines(self) -> tuple[list[Line], list[Line]]:
        """Give what is told of the answer beside the shape in hand, as much as fits, and the rest below.

        Where there is to be no room below, less is told beside it, or nothing.
        """
        setting, size = self.setting, self.setting.style.type.small
        told = self._told()
        for count in range(len(told), 0 if setting.is_told else len(told) - 1, -1):
            if lines := self._beside(told[:count]):
                rest = told[count:]
                return lines, setting.wrapped("; ".join(rest), self._whole, size) if rest else []
        if setting.is_told:
            return [], setting.wrapped("; ".join(told), self._whole, size) if told else []
        return self._beside(self._told_briefly()), []

    def _beside(self, told: Sequence[str]) -> list[Line]:
        """Break what is told beside the shape in hand, each on lines of its own or one after the other.

        Nothing where it is too much.
        """
        setting, size = self.setting, self.setting.style.type.small
        most = 1 + (self.head - self._under - 0.3 * size + setting.over) / setting.style.type.leading(size)
        apart = [line for one in told for line in setting.wrapped(one, self._room, size)]
        for lines in (apart, setting.wrapped("; ".join(told), self._room, size) if told else []):
            if lines and len(lines) <= most and max(map(line_width, lines)) <= self._room + 0.1:
                return lines
        return []

    @property
    def _told_height(self) -> float:
        """The height of what is told below the board, which stays white on the pupil's page."""
        lines = len(self._told_lines[1])
        return (
            lines * self.setting.style.type.leading(self.setting.style.type.small) + _TOLD + 1 if lines else 0
        )

    def _told(self) -> list[str]:
        """Give what is told of the answer: a line or two for each thing."""
        return []

    def _told_briefly(self) -> list[str]:
        """Give less of it."""
        return []

    def _marks(self) -> Marks:
        return Marks()

    def _more_height(self) -> float:
        """Give the height of what stands beside the board or below it."""
        return 0

    def _more(self, place: Box, is_key: bool) -> Iterator[Item]:  # noqa: ARG002 - for those that have more
        """Draw what stands beside the board or below it."""
        yield from ()


class WinPanel(BoardPanel):
    """``win``: the answer is crosses in the cells, with the Quartos that each makes."""

    half = True
    puzzle: WinPuzzle

    @property
    def _given(self) -> Shape:
        return self.puzzle.given

    def _marks(self) -> Marks:
        return Marks(crosses=self.puzzle.cells)

    def _told(self) -> list[str]:
        words = self.setting.words
        return [f"*{win.cell}* {quarto_words(one, words)}" for win in self.puzzle.wins for one in win.quartos]

    def _told_briefly(self) -> list[str]:
        words = self.setting.words
        return [
            f"*{win.cell}* {', '.join(alignment_words(one.alignment, words) for one in win.quartos)}"
            for win in self.puzzle.wins
        ]

    def answer(self) -> str:
        """Give the cells."""
        return ", ".join(cell.name for cell in self.puzzle.cells)


class SpotPanel(BoardPanel):
    """``spot``: lines to write on; in the key the Quartos are marked and written down."""

    puzzle: SpotPuzzle
    _least_aside = 57.0

    def _marks(self) -> Marks:
        return Marks(quartos=self.puzzle.quartos)

    @property
    def _rows(self) -> int:
        return max(_LEAST_LINES, self.more)

    @property
    def _pitch(self) -> float:
        most = 15.0 * self.setting.style.scale
        return min(most, self.setting.board / self._rows) if self.is_beside else 0.6 * most

    def _more_height(self) -> float:
        if self.is_beside:
            return self._rows * self._pitch
        return self._rows * self._pitch + 3

    def _more(self, place: Box, is_key: bool) -> Iterator[Item]:
        head = place.y - 1.6 if self.is_beside else place.y + 1
        corner = place.x + 0.42 * place.width
        yield from self._captions(place.x, head, "worksheet.place", corner - 4 - place.x)
        yield from self._captions(corner, head, "worksheet.corner", place.right - corner)
        for row in range(self._rows):
            y = head + 1.6 + (row + 1) * self._pitch - 1.5
            yield rule("writing-line", place.x, y, corner - 4, y, self.setting.style.pen.cell)
            yield rule("writing-line", corner, y, place.right, y, self.setting.style.pen.cell)
            if is_key and row < len(self.puzzle.quartos):
                quarto, size = self.puzzle.quartos[row], self.setting.style.type.text
                line, shared = (
                    alignment_words(quarto.alignment, self.setting.words),
                    shared_words(quarto.shared, self.setting.words),
                )
                yield from fitted(self.setting, place.x, y - 0.1 * size, line, size, corner - 4 - place.x)
                yield from fitted(self.setting, corner, y - 0.1 * size, shared, size, place.right - corner)

    def answer(self) -> str:
        """Give the alignments by name."""
        return ", ".join(alignment_words(one.alignment, self.setting.words) for one in self.puzzle.quartos)


class HandPanel(BoardPanel):
    """A panel with the shapes that are left beside the board, of which some are ringed in the key."""

    @property
    def _left(self) -> tuple[Shape, ...]:
        return tuple(shape for shape in self.puzzle.left if shape is not self._given)

    def _wanted(self) -> tuple[Shape, ...]:
        raise NotImplementedError

    @property
    def _grid(self) -> tuple[int, float]:
        """Give how many shapes stand in a row and their pitch, which is a cell's at most."""
        width = self.aside if self.is_beside else self.setting.style.width
        count = len(self._left)
        pitches = {}
        for columns in range(1, 9):
            rows = math.ceil(count / columns)
            pitch = min(self.setting.cell, width / columns)
            if self.is_beside:
                pitch = min(pitch, self.setting.board / rows - self._number)
            pitches[columns] = pitch
        # Rather few rows than the very largest shapes.
        columns = max(one for one, pitch in pitches.items() if pitch >= 0.9 * max(pitches.values()))
        pitch = pitches[columns]
        # No row is nearly empty: the shapes are spread over the rows that they need.
        return math.ceil(count / math.ceil(count / columns)), pitch

    @property
    def _number(self) -> float:
        """The height of the number under a shape."""
        return 0.5 * self.setting.style.type.small

    def _more_height(self) -> float:
        columns, pitch = self._grid
        rows = math.ceil(len(self._left) / columns)
        return rows * (pitch + self._number) + (0 if self.is_beside else 3)

    def _more(self, place: Box, is_key: bool) -> Iterator[Item]:
        columns, pitch = self._grid
        top = place.y if self.is_beside else place.y + 3
        yield self._caption(place.x, top - 1.6, "worksheet.left")
        side = pitch * 0.57
        for at, shape in enumerate(self._left):
            x = place.x + at % columns * pitch
            y = top + at // columns * (pitch + self._number) + (pitch - side) / 2
            yield shape_path(shape, x, y, side, self.setting.style.pen.line(side))
            size, label = self.setting.style.type.small, f"#{shape.number}"
            left = x + (side - self.setting.face.width(label, size, 400)) / 2
            yield self.setting.text("number", left, y + side * (0.5 + RING) + 0.4 * size, label, size)
            if is_key and shape in self._wanted():
                middle = (x + side / 2, y + side / 2)
                yield Circle("ring", *middle, RING * side, self.setting.style.pen.shape)


class SafePanel(HandPanel):
    """``safe``: the answer is rings round the shapes that lose nothing at once."""

    puzzle: SafePuzzle

    def _wanted(self) -> tuple[Shape, ...]:
        return self.puzzle.shapes

    def answer(self) -> str:
        """Give the numbers of the shapes."""
        return _numbers(self.puzzle.shapes)


class ForcePanel(HandPanel):
    """``force``: the answer is a cross in the one cell, and rings round the shapes to hand over."""

    puzzle: ForcePuzzle

    @property
    def _given(self) -> Shape:
        return self.puzzle.given

    def _wanted(self) -> tuple[Shape, ...]:
        return self.puzzle.hand_over

    def _marks(self) -> Marks:
        return Marks(crosses=(self.puzzle.cell,))

    def answer(self) -> str:
        """Give the cell, then the numbers of the shapes."""
        return f"{self.puzzle.cell}: {_numbers(self.puzzle.hand_over)}"


def _numbers(shapes: Sequence[Shape]) -> str:
    return " ".join(f"#{shape.number}" for shape in shapes)


def fitted_lines(setting: Setting, text: str, size: int, room: float) -> tuple[int, list[Line]]:
    """Give the size of type in which a written answer is set in some room, and the lines that it takes."""
    points = size if setting.face.width(text, size, SEMIBOLD) <= room else setting.style.type.small
    return points, setting.wrapped_plain(text, room, points, SEMIBOLD)


def fitted(setting: Setting, x: float, y: float, text: str, size: int, room: float) -> Iterator[Item]:
    """Set a written answer on a line: in small type where it is too long, and then in several lines."""
    points, lines = fitted_lines(setting, text, size, room)
    first = y - (len(lines) - 1) * setting.style.type.leading(points)
    yield from setting.set(lines, x, first, points, "answer")
