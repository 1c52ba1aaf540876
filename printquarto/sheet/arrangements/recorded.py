"""The recorded sheet: eight markers at the edges, and a place for each part between them.

The places follow from the paper by whole measures, so the reader of photos gets the very same ones. Nothing
that a language or a title changes moves a field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printquarto.games.shape import SHAPES
from printquarto.sheet.arrangements import Arranged, CodePlace
from printquarto.sheet.block import Block, MisfitError, Place, Placed, Setting
from printquarto.sheet.markers import MARKER, MARKER_EDGE, RIM, marker_code, marker_path, place_markers
from printquarto.sheet.measure import TINY
from printquarto.sheet.paper import Paper
from printquarto.sheet.parts import make_block
from printquarto.sheet.parts.board import Board
from printquarto.sheet.parts.tray import Tray
from printquarto.sheet.parts.turns import BOXES, LEAST_BOX
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.slot import SLOTS
from printquarto.sheet.template import Template
from printquarto.sheet.text import words
from printquarto.sheet.typeface import Typeface
from printquarto.sheet.units import Box, mm

if TYPE_CHECKING:
    from printquarto.sheet.layout import Options

INSET = MARKER_EDGE + MARKER + RIM
"""From the paper's edge to what stands between the markers."""

_TOP = 38.0
"""From the upper edge of the paper to the board."""

_BOARD_INDENT = 4.0
"""The numbers of the rows stand left of the board."""

_EXPLANATION = (5.0, 33.0)
"""Distance of the explanation from the board, and its least width."""

_MOST_CELL = 32
_TRAY = 32.0
_GAPS = 5.0, 4.0, 2.0, 6.0
"""From the board to the tray, from there to the turns, from there to the result, and the result itself."""

_MOST_BOX = 42.0
"""A box of the strip is never wider than that: on a large paper the rest stays white."""

_QR = 16.0
_QR_CLEAR = 4.0
"""What stays white between the QR code and what is beside it: its quiet zone, and a little more."""

_RECORDED = TINY._replace(
    name="recorded",
    titles=(24, 20, 16, 12),
    text=9,
    small=7,
    name_size=9,
    mark=7,
    leading=4,
    caption=3.2,
    frame=0.9,
    label=(1.6, 1.9),
)
_SLOT = "lying"


def arrange(template: Template, paper: Paper, face: Typeface, options: Options) -> Arranged:
    """Set the sheet out. Raises FitError, with the sum, where it does not fit."""
    return _Recorded(template, paper, face, options).arranged()


class _Recorded:
    """The sheet on one paper."""

    def __init__(self, template: Template, paper: Paper, face: Typeface, options: Options) -> None:
        self.template, self.paper = template, paper
        tray = next(part for part in template.parts if part.kind == "tray")
        self.setting = Setting(
            _RECORDED,
            SLOTS[tray.text("slot") or _SLOT],
            8,
            face,
            words(options.language),
            options.title,
            options.arrow or tray.text("arrow"),
        )
        self.blocks = {part.kind: make_block(part, self.setting) for part in template.parts}
        self.box = min(_MOST_BOX, round((paper.width - 2 * INSET) / 2) / 2)
        self.width = 4 * self.box
        if self.box < LEAST_BOX:
            need = 4 * LEAST_BOX + 2 * INSET
            raise MisfitError(
                f"The turns do not fit: 4 × {mm(LEAST_BOX)} mm of boxes and {mm(2 * INSET)} mm of markers "
                f"are {mm(need)} mm across; {paper.words} is {mm(paper.width)} mm wide. Take a wider paper.",
                need - paper.width,
            )
        self.cell, self.turn = self._sizes()
        used = min(self.width, paper.width - 2 * INSET)
        self.x = INSET + max(0.0, (paper.width - 2 * INSET - used) / 2)

    def _sizes(self) -> tuple[float, float]:
        """Give the largest cell that fits, and the best height of a turn beside it."""
        board = self.blocks["board"]
        assert isinstance(board, Board)
        gap, column = _EXPLANATION
        across = min(self.width, self.paper.width - 2 * INSET) - _BOARD_INDENT - gap - column
        others = _TOP + _GAPS[0] + _TRAY + sum(_GAPS[1:])
        sizes = board.sizes(4 * _MOST_CELL)
        cells = [cell for cell in sizes if cell <= _MOST_CELL] or sizes
        for cell in cells:
            for turn in BOXES:
                if 4 * cell <= across and others + 4 * cell + 4 * turn <= self.paper.height - INSET:
                    return cell, turn
        raise self._misfit(cells[-1], across, others)

    def _misfit(self, cell: float, across: float, others: float) -> MisfitError:
        if 4 * cell > across:
            beside = self.paper.width - across
            need = 4 * cell + beside
            return MisfitError(
                f"The board does not fit: 4 × {mm(cell)} mm of cells and {mm(beside)} mm of markers, row "
                f"numbers and explanation are {mm(need)} mm across; {self.paper.words} is "
                f"{mm(self.paper.width)} mm wide. Take a wider paper.",
                need - self.paper.width,
            )
        need = others + 4 * cell + 4 * BOXES[-1] + INSET
        return MisfitError(
            f"The board does not fit: 4 × {mm(cell)} mm of cells, 4 × {mm(BOXES[-1])} mm of turns and "
            f"{mm(others + INSET)} mm of markers, names, tray and result need {mm(need)} mm; "
            f"{self.paper.words} is {mm(self.paper.height)} mm high. Take a larger paper.",
            need - self.paper.height,
        )

    def arranged(self) -> Arranged:
        """Place all parts, the markers and the place of the code."""
        placed = tuple(self._placed(kind, block) for kind, block in self.blocks.items())
        markers = place_markers(self.paper, marker_code(self.template, self.paper))
        drawn: tuple[Item, ...] = tuple(
            Group(f"marker.{marker.number}", "marker", (marker_path(marker),)) for marker in markers
        )
        right = self.paper.width - INSET - _QR_CLEAR - 1
        square = Box(right - _QR, 8, _QR, _QR)
        code = CodePlace(square.x - _QR_CLEAR, 16, 12, square)
        return Arranged(self.paper, (placed, (Placed("markers", drawn),)), markers, code)

    def _placed(self, kind: str, block: Block) -> Placed:
        board_end = _TOP + 4 * self.cell
        tray, turns = board_end + _GAPS[0], board_end + _GAPS[0] + _TRAY + _GAPS[1]
        result = turns + 4 * self.turn + _GAPS[2]
        middle = (self.paper.width - 2 * INSET - MARKER - 2 * RIM) / 2
        lines = {
            "heading": Place(INSET + 0.5, 15.5, middle - 0.5),
            "mark": Place(INSET, 20.5, middle),
            "names": Place(self.x, 29.5, self.width),
            "turns": Place(self.x, turns, self.width),
            "result": Place(self.x, result + _GAPS[3] / 2, self.width),
            "advice": Place(
                INSET, self.paper.height - INSET + MARKER / 2 + RIM, self.paper.width - 2 * INSET
            ),
        }
        if isinstance(block, Tray):
            return block.place_slots(list(self._slots(tray)))
        if isinstance(block, Board):
            return block.place(Place(self.x + _BOARD_INDENT, _TOP, 4 * self.cell), self.cell)
        if kind == "recording":
            left = self.x + _BOARD_INDENT + 4 * self.cell + _EXPLANATION[0]
            right = self.x + min(self.width, self.paper.width - 2 * INSET)
            return block.place(Place(left, _TOP, min(right - left, 45.0)), 4 * self.cell)
        place = lines[kind]
        block.need(place.width, self.turn)
        return block.place(place, self.turn)

    def _slots(self, y: float) -> Iterator[tuple[float, float]]:
        """Give the places of the slots: two in the width of a box of the strip, two rows."""
        rows = _TRAY / 2
        first = y + (rows - self.setting.slot.height) / 4
        for shape in SHAPES:
            row, column = divmod(shape.number, 8)
            # The outer edge of a shape's line, not its middle, stands on the margin.
            yield self.x + self.setting.slot.line / 2 + column * self.box / 2, first + row * rows
