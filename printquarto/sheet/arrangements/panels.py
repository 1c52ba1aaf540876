"""Several boards on a paper, each on a panel of its own, with cuts between them.

All panels are alike. On a high panel the parts stand one below the other, on a wide or low one the tray
stands right of the rest, their feet level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from printquarto.games.shape import SHAPES
from printquarto.sheet.arrangements import Arranged
from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed, Setting
from printquarto.sheet.measure import TINY, Gap, Measure
from printquarto.sheet.panel import Panel
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.parts import make_block
from printquarto.sheet.parts.board import Board
from printquarto.sheet.parts.tray import Tray
from printquarto.sheet.scene import Item, Path
from printquarto.sheet.slot import SLOTS
from printquarto.sheet.stack import set_stack, set_stack_in
from printquarto.sheet.symbols import HAIR, scissors
from printquarto.sheet.template import Part, Template
from printquarto.sheet.text import words
from printquarto.sheet.typeface import Typeface
from printquarto.sheet.units import mm

if TYPE_CHECKING:
    from printquarto.sheet.layout import Options

_COMFORT, _COMFORT_BESIDE = 14.0, 16.0
"""Cells of this side are wide enough that larger slots are worth more than larger cells: with the tray below
the board, and beside it."""

_ROWS = 1.75
"""From a slot to the tips of the row below where the tray stands beside the board: 1.5 and half a line."""

_UPPER = 2.1
"""From the edge that a panel keeps to the first base line there: the mark is 2.03 high."""

_OUTER = EDGE + 0.45
"""What stays white at the paper's edge, and half of the heaviest line, that of a board's frame."""

_INNER = 4.0
"""What stays white beside a cut where room is dear."""

_ROOMY = TINY._replace(
    name="panel",
    comfort=16,
    margin=11,
    foot=8.8,
    top=Gap(11.5, 11.5),
    text=9,
    leading=4,
    caption=3.5,
    rows=Gap(2.6, 2.6),
    name_size=9,
    frame=0.9,
    label=(1.6, 1.5),
    gaps={
        **TINY.gaps,
        "mark": Gap(9, 9),
        "names": Gap(9, 9),
        ("names", "names"): Gap(7.4, 7.4),
        "board": Gap(6.9, 6.9),
        ("board", "tray"): Gap(3.5, 3.5),
    },
)
_CLOSE = _ROOMY._replace(
    name="panel-close",
    foot=8.6,
    top=Gap(11, 11),
    rows=Gap(2.2, 2.2),
    step=0.5,
    gaps={**_ROOMY.gaps, "names": Gap(8, 8), "board": Gap(6.4, 6.4), ("board", "tray"): Gap(3.3, 3.3)},
)
_MEASURES = (_ROOMY, _CLOSE)
"""The measures of a panel of A4 and of one of Letter, by the design."""

_OVER = 1.5
"""How far the numbers of narrow slots reach over the right end of a tray for a left hand."""

_DASH = (2, 1.5)
_NAMES = ("wide-large", "wide-small", "narrow-small", "narrow-tiny")


class _Grid(NamedTuple):
    """A paper parted into panels."""

    paper: Paper
    columns: int
    rows: int

    @property
    def panel(self) -> Paper:
        return Paper("panel", self.paper.width / self.columns, self.paper.height / self.rows)


class _Filling(NamedTuple):
    """How a panel of a grid is filled; ``place`` sets the parts out for a column and a row of the grid."""

    grid: _Grid
    size: float
    place: Callable[[int, int], tuple[Placed, ...]]


def arrange(template: Template, paper: Paper, face: Typeface, options: Options) -> Arranged:
    """Take the grid with the largest cells; the paper is only turned where none fits as it lies."""
    count = int(options.boards or template.boards)
    parts = list(template.parts)
    fillings: list[_Filling] = []
    misfits: list[MisfitError] = []
    for lying in (paper, Paper(paper.name, paper.height, paper.width)):
        if fillings:
            break
        for columns in (one for one in range(1, count + 1) if count % one == 0):
            grid = _Grid(lying, columns, count // columns)
            try:
                fillings.append(_fill(parts, grid, face, options))
            except MisfitError as error:
                misfits.append(error)
    if not fillings:
        raise min(misfits, key=lambda error: error.lacking)
    best = max(fillings, key=lambda filling: filling.size)
    return Arranged(best.grid.paper, (*_boards(best), (Placed("cuts", tuple(_cuts(best.grid))),)))


def _boards(filling: _Filling) -> Iterator[tuple[Placed, ...]]:
    grid, panel = filling.grid, filling.grid.panel
    for index in range(grid.columns * grid.rows):
        row, column = divmod(index, grid.columns)
        name = f"board{index + 1}." if index else ""
        here = Panel(column * panel.width, row * panel.height, panel.width, panel.height, name=name)
        yield tuple(here.placed(one) for one in filling.place(column, row))


def _cuts(grid: _Grid) -> Iterator[Item]:
    """Draw the cuts from edge to edge, each with its scissors."""
    paper, panel, clear = grid.paper, grid.panel, EDGE + HAIR
    for row in range(1, grid.rows):
        y = row * panel.height
        yield Path("cut", (((clear, y), (paper.width - clear, y)),), HAIR, dash=_DASH)
        yield from scissors(EDGE + 6, y)
    for column in range(1, grid.columns):
        x = column * panel.width
        yield Path("cut", (((x, clear), (x, paper.height - clear)),), HAIR, dash=_DASH)
        yield from scissors(x, paper.height - EDGE - 6, up=True)


def _fill(parts: list[Part], grid: _Grid, face: Typeface, options: Options) -> _Filling:
    """Fill the panels of a grid: the larger of both ways, one below the other where they are equal."""
    fillings = []
    misfits = []
    for way in (_stacked, _beside):
        try:
            fillings.append(way(parts, grid, face, options))
        except MisfitError as error:
            misfits.append(error)
    if not fillings:
        raise min(misfits, key=lambda error: error.lacking)
    return max(fillings, key=lambda filling: filling.size)


def _settings(
    parts: list[Part], measures: tuple[Measure, ...], columns: int, face: Typeface, options: Options
) -> Iterator[Setting]:
    tray = next(part for part in parts if part.kind == "tray")
    fixed = tray.text("slot")
    arrow = options.arrow or tray.text("arrow")
    catalogue = words(options.language)
    for name in [fixed] if fixed else _NAMES:
        for measure in measures:
            yield Setting(
                measure,
                SLOTS[name],
                columns,
                face,
                catalogue,
                options.title,
                arrow,
                left_handed=options.left_handed,
            )


def _stacked(parts: list[Part], grid: _Grid, face: Typeface, options: Options) -> _Filling:
    """Set the parts one below the other."""
    fitting = []
    misfits = []
    for setting in _settings(parts, _MEASURES, 8, face, options):
        try:
            stack = set_stack(parts, setting, grid.panel)
        except MisfitError as error:
            misfits.append(_told(error, grid))
            continue
        fitting.append(stack)
        if stack.size >= _COMFORT:
            break
    if not fitting:
        raise min(misfits, key=lambda error: error.lacking)
    best = fitting[-1] if fitting[-1].size >= _COMFORT else max(fitting, key=lambda stack: stack.size)
    placed = set_stack_in(best)
    return _Filling(grid, best.size, lambda _column, _row: placed)


def _told(error: MisfitError, grid: _Grid) -> MisfitError:
    """Say of a panel that does not fit what part of which paper it is."""
    count, panel = grid.columns * grid.rows, grid.panel
    each = f"each of {count} panels on {grid.paper.words}"
    size = f"{mm(panel.width)} × {mm(panel.height)} mm"
    sentence = (
        str(error).replace("panel is ", f"{each} ({size}) is ").replace("panel leaves", f"{each} leaves")
    )
    return MisfitError(sentence.replace("Take a", "Take fewer boards or a"), error.lacking)


def _beside(parts: list[Part], grid: _Grid, face: Typeface, options: Options) -> _Filling:
    """Set the tray beside the other parts."""
    fitting: list[_Pair] = []
    misfits = []
    for setting in _settings(parts, (_CLOSE,), 4, face, options):
        pair = _Pair(parts, setting, grid)
        try:
            pair.fit()
        except MisfitError as error:
            misfits.append(error)
            continue
        fitting.append(pair)
        if pair.size >= _COMFORT_BESIDE:
            break
    if not fitting:
        raise min(misfits, key=lambda error: error.lacking)
    best = fitting[-1] if fitting[-1].size >= _COMFORT_BESIDE else max(fitting, key=lambda pair: pair.size)
    return _Filling(grid, best.size, best.place)


class _Pair:
    """A panel in two columns, in one setting: all other parts, and the tray."""

    def __init__(self, parts: list[Part], setting: Setting, grid: _Grid) -> None:
        self.blocks = [make_block(part, setting) for part in parts]
        self.board = next(block for block in self.blocks if isinstance(block, Board))
        self.setting, self.grid = setting, grid
        over = _OVER if setting.left_handed and setting.slot.under else 0.0
        self.width = grid.panel.width - _OUTER - (_INNER if grid.columns > 1 else _OUTER) - over
        self.height = grid.panel.height - _OUTER - (_INNER if grid.rows > 1 else _OUTER)
        slot, rows = setting.slot, len(SHAPES) // setting.columns
        self.tray = (slot.row(setting.columns), rows * slot.height + (rows - 1) * _ROWS)
        self.beside = setting.measure.label[1] + 1.6
        self.between = max(slot.gap, 4.0)
        self.size = 0.0

    def fit(self) -> None:
        """Find the largest cell. Raises MisfitError where not even the smallest fits."""
        across = self.width - self.tray[0] - self.between - self.beside
        sizes = self.board.sizes(min(across, self.height))
        if self.tray[1] <= self.height:
            for cell in sizes:
                side = 4 * cell
                if side <= across + 1e-9 and self._board_y(side) + side <= self.height + 1e-9:
                    self.size = cell
                    return
        side = 4 * sizes[-1]
        wide, high = side + self.width - across, max(self.tray[1], self._board_y(side) + side)
        count = self.grid.columns * self.grid.rows
        raise MisfitError(
            f"The board does not fit: 4 × {mm(sizes[-1])} mm of cells with the tray beside them need "
            f"{mm(wide)} × {mm(high)} mm; each of {count} panels on {self.grid.paper.words} "
            f"leaves {mm(self.width)} × {mm(self.height)} mm. Take fewer boards or a larger paper.",
            max(wide - self.width, high - self.height),
        )

    def _upper(self, width: float) -> list[tuple[Block, float, Need]]:
        """Give the parts over the board with their distances from the upper edge."""
        placed, y, before = [], 0.0, ""
        for block in self.blocks:
            if isinstance(block, (Board, Tray)):
                continue
            gap = self.setting.measure.gap(before, block.part.kind).best if before else _UPPER
            need = block.need(width, 0)
            placed.append((block, y + gap, need))
            y += gap + need.height
            before = block.part.kind
        return placed

    def _board_y(self, side: float) -> float:
        upper = self._upper(side + self.beside)
        if not upper:
            return 0.0
        block, y, need = upper[-1]
        return y + need.height + self.setting.measure.gap(block.part.kind, "board").best

    def place(self, column: int, row: int) -> tuple[Placed, ...]:
        """Place all parts on the panel of a column and a row; free room goes to both sides and between."""
        side = 4 * self.size
        words = side + self.beside
        free = self.width - words - self.between - self.tray[0]
        x = (_INNER if column else _OUTER) + free / 3
        high = max(self._board_y(side) + side, self.tray[1])
        y = (_INNER if row else _OUTER) + (self.height - high) / 2
        foot = y + high
        # The numbers of the rows stand left of the board, for left hands right of it.
        board_x = x if self.setting.left_handed else x + self.beside
        upper = {id(block): (y + at, need) for block, at, need in self._upper(words)}
        placed = []
        for block in self.blocks:
            if isinstance(block, Tray):
                spots = self._spots(x + words + self.between + free / 3, foot)
                placed.append(block.place_slots(spots))
            elif isinstance(block, Board):
                placed.append(block.place(Place(board_x, foot - side, side), self.size))
            else:
                at, need = upper[id(block)]
                gaps = tuple(gap.best for gap in need.gaps)
                placed.append(block.place(Place(x, at, words, gaps), 0))
        return tuple(placed)

    def _spots(self, x: float, foot: float) -> list[tuple[float, float]]:
        """Give the places of the slots: as high as the board, or as much higher as they need."""
        slot, columns = self.setting.slot, self.setting.columns
        rows = len(SHAPES) // columns
        top = foot - max(4 * self.size, self.tray[1])
        pitch = (foot - top - slot.height) / (rows - 1)
        step = (self.tray[0] - slot.width) / (columns - 1)
        return [(x + column * step, top + row * pitch) for row in range(rows) for column in range(columns)]
