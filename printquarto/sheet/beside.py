"""The lying arrangement: words at the left, the board in the middle, the tray in two columns at the right.

The tray is flush with the board's upper and lower edge, light shapes in its first column and dark ones in
its second. The words end level with the board.
"""

from __future__ import annotations

from typing import NamedTuple

from printquarto.errors import FitError
from printquarto.sheet.block import Block, Place, Placed, Setting
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.parts import make_block
from printquarto.sheet.parts.board import Board
from printquarto.sheet.parts.tray import Tray
from printquarto.sheet.stack import listed
from printquarto.sheet.template import Part
from printquarto.sheet.typeface import CAP_HEIGHT
from printquarto.sheet.units import MM_PER_PT, mm

_ROWS = 8
_CLEAR = 1.5
"""Nothing stands nearer above a tip."""


class _Columns(NamedTuple):
    """The columns of one setting: least widths and distances in mm."""

    margin: float
    words: float
    words_gap: float
    tray_gap: float
    upper: float


_COLUMNS = {
    "ample": _Columns(margin=16, words=46, words_gap=12, tray_gap=8, upper=20),
    "small": _Columns(margin=10, words=40, words_gap=10, tray_gap=6, upper=13),
    "tiny": _Columns(margin=9, words=32, words_gap=8, tray_gap=4.5, upper=12),
}


def set_beside(parts: list[Part], settings: list[Setting], paper: Paper) -> tuple[Placed, ...]:
    """Set a page out in three columns, the board as large as possible in the best setting that fits."""
    best: tuple[float, Setting, list[Block]] | None = None
    refusal: FitError | None = None
    for setting in settings:
        blocks = [make_block(part, setting) for part in parts]
        try:
            size = _size(blocks, setting, paper)
        except FitError as error:
            refusal = error
            continue
        if best is None or size > best[0]:
            best = (size, setting, blocks)
        if size >= Board.comfort:
            break
    if best is None:
        raise refusal or FitError(f"The board does not fit {paper.words}. Take a larger paper.")
    return _place(best[2], best[0], best[1], paper)


def _size(blocks: list[Block], setting: Setting, paper: Paper) -> float:
    columns, slot = _COLUMNS[setting.measure.name], setting.slot
    board, words = _split(blocks)
    tray = 2 * slot.width + _apart(setting)
    others = 2 * columns.margin + columns.words + columns.words_gap + columns.tray_gap + tray
    rows = _ROWS * slot.height + (_ROWS - 1) * _CLEAR
    needed = _words_height(words, columns.words, setting) if words else 0
    room = min(paper.width - others, paper.height - 2 * columns.upper)
    for size in board.sizes(room):
        if board.span(size) <= room + 1e-9 and board.span(size) >= max(rows, needed):
            return size
    if board.span(size) > room and paper.width - others < paper.height - 2 * columns.upper:
        raise FitError(
            f"The board does not fit: {board.terms(size)} and {mm(others)} mm of {_called(words)}, tray and "
            f"margins beside it need {mm(board.span(size) + others)} mm; {paper.words} is {mm(paper.width)} mm "
            "wide. Take a larger paper."
        )
    least = max(rows, needed, board.span(size))
    called = "tray" if least == rows else "board" if least == board.span(size) else _called(words)
    raise FitError(
        f"The sheet does not fit: its {called} and two margins of {mm(columns.upper)} mm need "
        f"{mm(least + 2 * columns.upper)} mm; {paper.words} is {mm(paper.height)} mm high. Take a larger paper."
    )


def _place(blocks: list[Block], size: float, setting: Setting, paper: Paper) -> tuple[Placed, ...]:
    columns, slot = _COLUMNS[setting.measure.name], setting.slot
    side = next(block for block in blocks if isinstance(block, Board)).span(size)
    apart = _apart(setting)
    tray_width = 2 * slot.width + apart
    free = paper.width - side - tray_width - columns.words_gap - columns.tray_gap - 2 * columns.margin
    # What is left over widens the column of words a little, and the margins after that.
    words_width = min(free, columns.words * 1.2)
    x = columns.margin + (free - words_width) / 2
    board_x = x + words_width + columns.words_gap
    y = (paper.height - side) / 2
    pitch = (side - slot.height) / (_ROWS - 1)
    tray_x = board_x + side + columns.tray_gap
    spots = [
        (tray_x + column * (slot.width + apart), y + row * pitch)
        for column in range(2)
        for row in range(_ROWS)
    ]
    places = _word_places(_split(blocks)[1], Place(x, y, words_width), side, setting)
    placed = []
    for block in blocks:
        if isinstance(block, Board):
            placed.append(block.place(Place(board_x, y, side), size))
        elif isinstance(block, Tray):
            placed.append(block.place_slots(spots))
        else:
            placed.append(block.place(places[id(block)], size))
    return tuple(placed)


def _word_places(words: list[Block], column: Place, height: float, setting: Setting) -> dict[int, Place]:
    """Give the place of each part of the words: the last one ends level with the board, if there are several."""
    places = {}
    y, before = column.y, ""
    for index, block in enumerate(words):
        y += setting.measure.gap(before, block.part.kind).best if before else _capitals(block, setting)
        if index and index == len(words) - 1:
            y = column.y + height - block.need(column.width, 0).height
        places[id(block)] = Place(column.x, y, column.width)
        y += block.need(column.width, 0).height
        before = block.part.kind
    return places


def _words_height(words: list[Block], width: float, setting: Setting) -> float:
    gaps = [
        setting.measure.gap(one.part.kind, two.part.kind).best
        for one, two in zip(words, words[1:], strict=False)
    ]
    return _capitals(words[0], setting) + sum(gaps) + sum(block.need(width, 0).height for block in words)


def _capitals(block: Block, setting: Setting) -> float:
    """Give the height of the capitals of the first line, which end level with the board's upper edge."""
    size = setting.measure.titles[0] if block.part.kind == "heading" else setting.measure.text
    return CAP_HEIGHT * size * MM_PER_PT


def _apart(setting: Setting) -> float:
    return 2 * setting.slot.gap


def _split(blocks: list[Block]) -> tuple[Board, list[Block]]:
    board = next(block for block in blocks if isinstance(block, Board))
    return board, [block for block in blocks if not isinstance(block, (Board, Tray))]


def _called(words: list[Block]) -> str:
    return listed([block.called for block in words]) or "words"


# The edge is kept by construction: every margin above is wider than it.
assert all(min(columns.margin, columns.upper) > EDGE for columns in _COLUMNS.values())
