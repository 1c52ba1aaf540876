"""The lying arrangement: words at the left, the board in the middle, the tray at the right.

The tray stands in columns that are flush with the board's upper and lower edge, the light shapes before the
dark ones. The words begin level with the board and end level with it. For a left hand the tray stands at
the left of the board; in large print it has a page of its own.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from printquarto.games.shape import SHAPES
from printquarto.sheet.block import Block, MisfitError, Place, Placed, Setting
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.parts import make_block
from printquarto.sheet.parts.board import Board
from printquarto.sheet.parts.tray import Tray
from printquarto.sheet.stack import listed
from printquarto.sheet.template import Part
from printquarto.sheet.typeface import CAP_HEIGHT, REGULAR
from printquarto.sheet.units import MM_PER_PT, mm

_CLEAR = 3.0
"""How far a tip is at least from the slot above it.

Twice as far as an arrow is from its own shape: so nobody takes it for the arrow of the shape above.
"""


class _Columns(NamedTuple):
    """The columns of one measure in mm: least widths, gaps, and what stays white above and below."""

    margin: float
    words: float
    words_gap: float
    tray_gap: float
    upper: float


_COLUMNS = {
    "grand": _Columns(margin=20, words=80, words_gap=16, tray_gap=10, upper=26),
    "ample": _Columns(margin=16, words=46, words_gap=12, tray_gap=8, upper=20),
    "large": _Columns(margin=16, words=84, words_gap=16, tray_gap=10, upper=20),
    "large-narrow": _Columns(margin=14, words=76, words_gap=14, tray_gap=8, upper=16),
    "small": _Columns(margin=10, words=40, words_gap=10, tray_gap=6, upper=13),
    "tiny": _Columns(margin=9, words=32, words_gap=8, tray_gap=4.5, upper=13),
}


def set_beside(parts: list[Part], settings: list[Setting], paper: Paper) -> tuple[Placed, ...]:
    """Set a page out in three columns, the board as large as possible in the best setting that fits."""
    best: _Trio | None = None
    misfits: list[MisfitError] = []
    for setting in settings:
        trio = _Trio(parts, setting, paper)
        try:
            trio.fit()
        except MisfitError as error:
            misfits.append(error)
            continue
        if best is None or trio.size > best.size:
            best = trio
        if trio.size >= setting.measure.comfort:
            break
    if best is None:
        raise min(misfits, key=lambda error: error.lacking)
    return best.place()


class _Trio:
    """The three columns in one setting."""

    def __init__(self, parts: list[Part], setting: Setting, paper: Paper) -> None:
        self.blocks = [make_block(part, setting) for part in parts]
        self.words = [block for block in self.blocks if not isinstance(block, (Board, Tray))]
        self.board = next(block for block in self.blocks if isinstance(block, Board))
        self.setting = setting
        self.paper = paper
        self.columns = _COLUMNS[setting.measure.name]
        self.has_tray = any(isinstance(block, Tray) for block in self.blocks)
        if not self.has_tray:
            self.columns = self.columns._replace(tray_gap=0)
        # The column of words is never narrower than the widest part in it must be.
        self.column = max([self.columns.words, *(block.least() for block in self.words)])
        self.rows = len(SHAPES) // setting.columns
        # Two columns of slots stand twice as far apart as they must; where there are more, room is dear.
        self.step = setting.slot.width + setting.slot.gap * (2 if setting.columns == 2 else 1)
        self.tray = (setting.columns - 1) * self.step + setting.slot.width if self.has_tray else 0.0
        self.size = 0.0

    def fit(self) -> None:
        """Find the largest cell. Raises MisfitError where not even the smallest fits."""
        columns = self.columns
        margins = 2 * columns.margin + columns.words_gap + columns.tray_gap
        across = self.paper.width - margins - self.column - self.tray
        down = self.paper.height - 2 * columns.upper
        beside = max(self._tray_height(), self._words_height())
        for size in self.board.sizes(min(across, down)):
            if beside <= self.board.span(size) <= min(across, down) + 1e-9:
                self.size = size
                return
        raise self._misfit(self.board.span(size), self.board.terms(size), across, down, beside)

    def _misfit(self, side: float, terms: str, across: float, down: float, beside: float) -> MisfitError:
        paper, upper = self.paper, self.columns.upper
        # A board as high as what is beside it has cells of a whole step, too.
        step = self.board.span(self.setting.measure.step)
        side = max(side, math.ceil(beside / step - 1e-9) * step)
        if side > across:
            others = paper.width - across
            tray = ["tray"] if self.has_tray else []
            what = listed([*(block.called for block in self.words), *tray, "margins"])
            high = f"a board of {mm(side)} mm, as high as what is beside it,"
            board = terms if side > beside + step else high
            return MisfitError(
                f"The board does not fit: {board} and {mm(others)} mm of {what} need {mm(side + others)} mm "
                f"across; {paper.words} is {mm(paper.width)} mm wide. Take a larger paper.",
                side - across,
                "board",
            )
        return MisfitError(
            f"The board does not fit: {mm(side)} mm and two margins of {mm(upper)} mm need "
            f"{mm(side + 2 * upper)} mm; {paper.words} is {mm(paper.height)} mm high. Take a larger paper.",
            side - down,
            "board",
        )

    def place(self) -> tuple[Placed, ...]:
        """Place words, board and tray."""
        columns, side = self.columns, self.board.span(self.size)
        taken = 2 * columns.margin + columns.words_gap + side + columns.tray_gap + self.tray
        free = self.paper.width - taken
        # What is left over widens the column of words a little, and the margins after that.
        words = min(free, self.column * 1.2)
        x = columns.margin + (free - words) / 2
        board_x = x + words + columns.words_gap
        tray_x = board_x + side + columns.tray_gap
        if self.setting.left_handed:
            # The row numbers stand at the right then: they have room there, and none between words and tray.
            left = board_x - max(0.0, EDGE + self._rows_width - columns.margin)
            tray_x, board_x = left, left + self.tray + columns.tray_gap
        y = (self.paper.height - side) / 2
        spots = self._spots(tray_x, y, side)
        places = self._word_places(Place(x, y, words), side)
        placed = []
        for block in self.blocks:
            if isinstance(block, Board):
                placed.append(block.place(Place(board_x, y, side), self.size))
            elif isinstance(block, Tray):
                placed.append(block.place_slots(spots))
            else:
                placed.append(block.place(places[id(block)], self.size))
        return tuple(placed)

    @property
    def _rows_width(self) -> float:
        """Give how far the numbers of the rows reach from the board."""
        measure = self.setting.measure
        return measure.label[1] + self.setting.face.width("4", measure.small, REGULAR)

    def _spots(self, x: float, y: float, side: float) -> list[tuple[float, float]]:
        pitch = (side - self.setting.slot.height) / max(self.rows - 1, 1)
        return [
            (x + column * self.step, y + row * pitch)
            for column in range(self.setting.columns)
            for row in range(self.rows)
        ]

    def _word_places(self, column: Place, height: float) -> dict[int, Place]:
        """Give the place of each part of the words; the last of several ends level with the board."""
        places = {}
        y, before = column.y, ""
        for index, block in enumerate(self.words):
            need = block.need(column.width, 0).height
            y += self._gap(before, block)
            if index and index == len(self.words) - 1:
                y = column.y + height - need
            places[id(block)] = Place(column.x, y, column.width)
            y += need
            before = block.part.kind
        return places

    def _gap(self, before: str, block: Block) -> float:
        """Give the gap before a part; the capitals of the first line end level with the board."""
        measure = self.setting.measure
        if before:
            return measure.gap(before, block.part.kind).best
        size = measure.titles[0] if block.part.kind == "heading" else measure.text
        return CAP_HEIGHT * size * MM_PER_PT

    def _words_height(self) -> float:
        if not self.words:
            return 0
        gaps = [self._gap(one.part.kind, two) for one, two in pairwise(self.words)]
        heights = [block.need(self.column, 0).height for block in self.words]
        return self._gap("", self.words[0]) + sum(gaps) + sum(heights)

    def _tray_height(self) -> float:
        if not self.has_tray:
            return 0
        return self.rows * self.setting.slot.height + (self.rows - 1) * _CLEAR
