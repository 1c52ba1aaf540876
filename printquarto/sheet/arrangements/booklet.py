"""One sheet that is folded and cut once into a booklet of eight pages.

The paper lies on its long side. The pages 8, 1, 2, 3 stand in the lower row, 7, 6, 5, 4 upside down in the
upper one; the cut runs along the middle line under the pages 6 and 5. Folded, page 1 is the cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printquarto.games.shape import SHAPES
from printquarto.sheet.arrangements import Arranged
from printquarto.sheet.block import Block, MisfitError, Place, Placed, Setting
from printquarto.sheet.measure import TINY, Gap
from printquarto.sheet.panel import Panel
from printquarto.sheet.paper import Paper
from printquarto.sheet.parts import make_block
from printquarto.sheet.parts.board import LEAST_CELL, Board
from printquarto.sheet.parts.heading import Heading
from printquarto.sheet.parts.mark import Mark
from printquarto.sheet.parts.tray import Tray
from printquarto.sheet.scene import Item, Path
from printquarto.sheet.slot import SLOTS, Slot
from printquarto.sheet.symbols import scissors
from printquarto.sheet.template import Part, Template, pages_of
from printquarto.sheet.text import words
from printquarto.sheet.typeface import Typeface
from printquarto.sheet.units import Box, mm

if TYPE_CHECKING:
    from printquarto.sheet.layout import Options

UPPER, LOWER = (7, 6, 5, 4), (8, 1, 2, 3)
"""Which page stands where, from the left; those of the upper row are upside down."""

_GAMES = ((4, 5), (6, 7))
"""The pages of each game: they lie side by side in the open booklet."""

_LEFT, _RIGHT = 8.25, 8.05
"""What stays white at the left and at the right of each page."""

_FLUSH = 8.2
"""What stays white at the right of all else but a board: lines that end there have a width, too."""

_DIGITS = 11.15
"""From a page's left edge to a board, at least: its row numbers stand between."""

_FOOT = 13.5
"""From the lower edge of a board or a tray to that of the page."""

_NUMBER_FOOT = 8.6
_BOOKLET = TINY._replace(
    name="booklet",
    top=Gap(14, 14),
    titles=(12,),
    text=9,
    small=7,
    name_size=9,
    mark=7,
    leading=4,
    frame=0.9,
    label=(1.4, 1.7),
    step=0.5,
    gaps={
        **TINY.gaps,
        "cover": Gap(10, 10),
        "names": Gap(9, 9),
        ("names", "names"): Gap(7.4, 7.4),
        "board": Gap(5.9, 5.9),
        "play": Gap(8, 8),
        "shapes": Gap(6, 6),
        "folding": Gap(6, 6),
        "text": Gap(8, 8),
    },
)
"""The measure of a page of the booklet, by the design."""

_TRAYS = (("wide-large", 21.0, 28.0), ("wide-small", 15.4, 22.3), ("wide-tiny", 14.7, 22.3))
"""The slots that a tray can have, with their distances across and down."""

_TIP = 11.0
"""From the upper edge of a page to the tips of the tray, at least."""

_FOLD, _FOLD_DASH = 0.32, (0.01, 1.6)
_SLIT, _SLIT_DASH = 0.5, (3, 1.5)


def arrange(template: Template, paper: Paper, face: Typeface, options: Options) -> Arranged:
    """Set eight pages out. The two pages of a game count as one board."""
    paper = paper.turned()
    pages = pages_of(template.parts)
    if options.left_handed:
        # The tray then lies at the left, so that the hand that writes there does not hide the board.
        pages[3], pages[4], pages[5], pages[6] = pages[4], pages[3], pages[6], pages[5]
    width, height = paper.width / 4, paper.height / 2
    sides = [_Side(parts, number, paper, face, options) for number, parts in enumerate(pages, 1)]
    for one, two in _GAMES:
        sides[one - 1].foot = sides[two - 1].foot = min(sides[one - 1].foot, sides[two - 1].foot)
    placed_on = {
        side.number: tuple(
            panel_of(side.number, width, height).placed(placed)._replace(turn=side.number)
            for placed in side.placed()
        )
        for side in sides
    }
    boards = [(*placed_on[one], *placed_on[two]) for one, two in _GAMES]
    others = (*placed_on[8], *placed_on[1], *placed_on[2], *placed_on[3])
    folds = Placed("folds", tuple(_folds(paper)))
    return Arranged(paper, (*boards, (*others, folds)))


def panel_of(number: int, width: float, height: float) -> Panel:
    """Give where a page stands on the sheet.

    >>> panel_of(1, 70, 100).x, panel_of(5, 70, 100).x, panel_of(5, 70, 100).turned
    (70, 140, True)
    """
    upper = number in UPPER
    column = (UPPER if upper else LOWER).index(number)
    return Panel(column * width, 0 if upper else height, width, height, upper, f"page{number}.")


def _folds(paper: Paper) -> Iterator[Item]:
    """Draw the folds, dotted, and the cut with its scissors."""
    quarter, middle, clear = paper.width / 4, paper.height / 2, 8.6
    lines = [((quarter * at, clear), (quarter * at, paper.height - clear)) for at in (1, 2, 3)]
    lines += [((clear, middle), (quarter - 0.8, middle))]
    lines += [((3 * quarter + 0.8, middle), (paper.width - clear, middle))]
    yield Path("fold", tuple(lines), _FOLD, dash=_FOLD_DASH, join="round")
    yield Path("slit", (((quarter, middle), (3 * quarter, middle)),), _SLIT, dash=_SLIT_DASH)
    yield from scissors(quarter + 9, middle)


class _Side:
    """One page of the booklet, set out as if it stood alone and upright."""

    def __init__(
        self, parts: list[Part], number: int, paper: Paper, face: Typeface, options: Options
    ) -> None:
        self.number, self.paper = number, paper
        self.width, self.height = paper.width / 4, paper.height / 2
        tray = next((part for part in parts if part.kind == "tray"), None)
        arrow = options.arrow or (tray.text("arrow") if tray else None)
        self.slot, self.pitch, self.rows = self._slot(tray)
        self.setting = Setting(
            _BOOKLET,
            self.slot,
            4,
            face,
            words(options.language),
            None,
            arrow,
            left_handed=options.left_handed,
        )
        self.blocks = [make_block(part, self.setting) for part in parts]
        self.column = Box(_LEFT, 0, self.width - _LEFT - _FLUSH, self.height)
        self.foot = self.height - _FOOT
        if any(isinstance(block, Board) for block in self.blocks):
            self.placed()

    def _slot(self, tray: Part | None) -> tuple[Slot, float, float]:
        """Give the largest slot that fits, and the distances of slots across and down."""
        fixed = tray.text("slot") if tray else None
        trays = [one for one in _TRAYS if one[0] == fixed] or list(_TRAYS)
        for name, pitch, rows in trays:
            slot = SLOTS[name]
            # The tray has no outer edge at its inner side, where it may come nearer to the fold.
            wide = 3 * pitch + slot.width + _RIGHT + 4.5
            if wide <= self.width and _TIP + 3 * rows + slot.height + _FOOT <= self.height:
                break
        return slot, pitch, rows

    def placed(self) -> list[Placed]:
        """Set the parts out from the top down, and the number of the page."""
        placed: list[Placed] = []
        y, before, base = 0.0, "", 0.0
        for block in self.blocks:
            kind = block.part.kind
            if isinstance(block, Mark):
                placed.append(self._mark(block, base))
                continue
            gap = _BOOKLET.gap(before, kind) if before or kind == "cover" else _BOOKLET.top
            y += gap.best
            if isinstance(block, Heading):
                base = y
            part, y = self._part(block, y)
            placed.append(part)
            before = kind
        if self._numbered:
            placed.append(self._page_number())
        return placed

    @property
    def _numbered(self) -> bool:
        """Say whether the page has its number printed: the outer ones have not."""
        return 1 < self.number < 8

    def _part(self, block: Block, y: float) -> tuple[Placed, float]:
        """Place a part, and give where it ends."""
        if isinstance(block, Board):
            placed, self.foot = self._board(block, y)
            return placed, self.foot
        if isinstance(block, Tray):
            return self._tray(block), self.height - _FOOT
        if block.least() > self.column.width:
            raise self._misfit(block, "wide", block.least(), self.column.width)
        room = self.height - (_NUMBER_FOOT + 2 if self._numbered else _NUMBER_FOOT) - y
        need = block.need(self.column.width, room)
        gaps = tuple(gap.best for gap in need.gaps)
        high = need.height + sum(gaps)
        if high > room:
            raise self._misfit(block, "high", high, room)
        return block.place(Place(_LEFT, y, self.column.width, gaps), room), y + high

    def _board(self, board: Board, y: float) -> tuple[Placed, float]:
        """Make the board as large as fits; it ends where the column ends, its digits stand before it."""
        room = min(self.width - _RIGHT - _DIGITS, self.height - _FOOT - y)
        sizes = [size for size in board.sizes(room) if 4 * size <= room + 1e-9]
        if not sizes:
            narrow = self.width - _RIGHT - _DIGITS < self.height - _FOOT - y
            edges = _RIGHT + _DIGITS if narrow else _FOOT + y
            raise self._misfit(
                board,
                "wide" if narrow else "high",
                4 * LEAST_CELL + edges,
                self.width if narrow else self.height,
            )
        side = 4 * sizes[0]
        x = _LEFT if self.setting.left_handed else self.width - _RIGHT - side
        return board.place(Place(x, y, side), sizes[0]), y + side

    def _tray(self, tray: Tray) -> Placed:
        """Set four rows of four slots, ending level with the board of the page before."""
        rows = len(SHAPES) // 4
        across = 3 * self.pitch + self.slot.width
        # For left hands it is the left page, whose outer edge is the left one.
        left = _LEFT if self.setting.left_handed else self.width - _FLUSH - across
        if self.width - _FLUSH - across < 4:
            raise self._misfit(tray, "wide", across + _RIGHT + 4, self.width)
        down = min(self.rows, (self.foot - self.slot.height - _TIP) / (rows - 1))
        if down < self.slot.height + 1.5:
            least = _TIP + rows * self.slot.height + (rows - 1) * 1.5
            raise self._misfit(tray, "high", least, self.foot)
        tip = self.foot - (rows - 1) * down - self.slot.height
        spots = [(left + column * self.pitch, tip + row * down) for row in range(rows) for column in range(4)]
        return tray.place_slots(spots)

    def _mark(self, mark: Mark, base: float) -> Placed:
        """Set the first half of the mark at the right, on the base line of the title."""
        width = mark.least()
        return mark.place(Place(self.width - _FLUSH - width, base, width), 0)

    def _page_number(self) -> Placed:
        """Set the number at the outer side: pages with even numbers lie at the left of the open booklet."""
        block, y = self.blocks[0], self.height - _NUMBER_FOOT
        odd = self.number % 2
        x = self.width - _FLUSH if odd else _LEFT
        return Placed(
            "number", (block.text("page", x, y, str(self.number), 7, anchor="end" if odd else "start"),)
        )

    def _misfit(self, block: Block, how: str, needed: float, room: float) -> MisfitError:
        page = f"{mm(self.width)} × {mm(self.height)} mm"
        needed, room = needed - min(room, 0.0), max(room, 0.0)
        return MisfitError(
            f"The {block.called} on page {self.number} of the booklet would not fit: {mm(needed)} mm {how}, "
            f"and {mm(room)} mm are left; a page is an eighth of {self.paper.words}, {page}. "
            "Take a larger paper.",
            needed - room,
        )
