"""Puzzles on pages: sections of one kind each, rows that are never cut, pages for the pupil and of the key.

The side of the cells is the largest with which a sheet has as few pages as with any that is nearly as large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printquarto.errors import FitError
from printquarto.sheet.scene import Item, Page
from printquarto.sheet.text import Words
from printquarto.sheet.typeface import Typeface
from printquarto.sheet.units import mm
from printquarto.worksheet.furniture import Answer, Furniture, Head
from printquarto.worksheet.game_panel import GamePanel
from printquarto.worksheet.panel import ForcePanel, Panel, SafePanel, SpotPanel, WinPanel
from printquarto.worksheet.puzzle import Puzzle, SpotPuzzle
from printquarto.worksheet.shapes_panel import ShapesPanel
from printquarto.worksheet.style import LEAST_CELL, LOW, Setting, Style

_PANELS: dict[str, type[Panel]] = {
    "shapes": ShapesPanel,
    "spot": SpotPanel,
    "win": WinPanel,
    "safe": SafePanel,
    "missed": GamePanel,
    "force": ForcePanel,
}

_LARGEST = 28
"""Half of it is the side of the cells in the largest diagrams of a game, in mm."""

_SMALL_GAME = 14
"""The same for the smallest diagrams: a game is kept on one page as long as they are no smaller."""

_SAMPLE = 9.0
"""Side of the sample of a mark beside the task of a section, in mm."""


class _Row(NamedTuple):
    """What stands side by side: its height, and the pieces with their distance from the left.

    ``whole`` is the height of this row and those that go on with its puzzles.
    """

    height: float
    pieces: tuple[tuple[float, Panel, int], ...]
    section: int
    whole: float

    @property
    def starts(self) -> bool:
        """Whether puzzles begin in it; a row that goes on with one stands nearer to the row before."""
        return all(piece == 0 for _, _, piece in self.pieces)


class _Leaf:
    """One page: its rows with their places from the top, and the sections that are headed on it.

    ``again`` is where it says which puzzles it goes on with, None where it begins with new ones.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[float, _Row]] = []
        self.heads: list[tuple[float, int]] = []
        self.again: float | None = None
        self.y = 0.0

    @property
    def section(self) -> int:
        """The section of the last row."""
        return self.rows[-1][1].section

    def numbers(self) -> set[int]:
        """Give the numbers of the puzzles that are on it, or a piece of them."""
        return {panel.number for _, row in self.rows for _, panel, _ in row.pieces}


class Sheet:
    """A set of puzzles set out on paper. Raises FitError, with the sum, for what does not fit a page."""

    def __init__(
        self, puzzles: Sequence[Puzzle], head: Head, style: Style, face: Typeface, words: Words
    ) -> None:
        self.puzzles = puzzles
        self.head = head
        self._style, self._face, self._words = style, face, words
        self._set_out = self._best()

    @property
    def title(self) -> str:
        """The title that its pages have."""
        return self._set_out.title

    def pages(self, *, is_key: bool) -> tuple[Page, ...]:
        """Draw the pages for the pupil, or those of the key."""
        return self._set_out.pages(is_key=is_key)

    def _best(self) -> _SetOut:
        """Set it out with the best side of cells, and with less in the key where all does not fit."""
        misfit: FitError = _too_narrow(self._style)
        for is_told in (True, False):
            tried: list[_SetOut] = []
            for cell in self._sides(is_told):
                if tried and cell < self._least:
                    break
                try:
                    tried.append(self._at(cell, is_told))
                except FitError as error:
                    misfit = error
                    continue
                if len(tried[0].leaves) == 1:
                    break
            if tried:
                return min(tried, key=lambda one: len(one.leaves))
        raise misfit

    def _sides(self, is_told: bool) -> tuple[float, ...]:
        """Give the sides to try: the smallest ones are not for the sake of what the key tells."""
        return tuple(cell for cell in self._cells if not is_told or cell >= self._least)

    @property
    def _least(self) -> float:
        """The smallest side that is tried for the sake of a page less."""
        cells = self._cells
        return _SMALL_GAME if self.head.kinds == ("missed",) else cells[0] - LOW if cells else 0

    @property
    def _cells(self) -> tuple[float, ...]:
        """The sides to try, the best first; games alone on a page have diagrams as large as fit."""
        cells = self._style.cells
        if self.head.kinds != ("missed",) or not cells:
            return cells
        return tuple(float(cell) for cell in range(_LARGEST, int(cells[0]), -1)) + cells

    def _at(self, cell: float, is_told: bool) -> _SetOut:
        # Under the task of a section there is less white than under the box.
        over = self._style.spacing.box - 2.5 if len(self.head.kinds) == 1 else 1.0
        setting = Setting(self._style, self._face, self._words, cell, max(over, 0), is_told)
        return _SetOut(setting, self.puzzles, self.head)


class _SetOut:
    """Puzzles set out with cells of one side."""

    def __init__(self, setting: Setting, puzzles: Sequence[Puzzle], head: Head) -> None:
        self.setting = setting
        self.head = head
        self.panels = _panels(setting, puzzles)
        self._furniture = {shapes: self._furnish(shapes, ()) for shapes in (False, True)}
        self.leaves = self._leaves()
        # The answers may want a higher box than the rules, and then everything stands lower on both.
        for shapes in (False, True):
            answers = [self._answers(leaf) for leaf in self.leaves if self._is_of_shapes(leaf) == shapes]
            self._furniture[shapes] = self._furnish(shapes, answers)
        if any(one.lack for one in self._furniture.values()):
            self.leaves = self._leaves()

    @property
    def title(self) -> str:
        """The title of the pages."""
        return self._furniture[False].title

    def _furnish(self, shapes: bool, answers: Sequence[Sequence[Answer]]) -> Furniture:
        """Make ready what pages have beside puzzles: those of the kind ``shapes``, or those of the others."""
        kinds = tuple(kind for kind in self.head.kinds if (kind == "shapes") == shapes)
        return Furniture(self.setting, self.head, kinds, answers)

    def _is_of_shapes(self, leaf: _Leaf) -> bool:
        return self._of_shapes(leaf.rows[0][1].section)

    def _of_shapes(self, section: int) -> bool:
        """Say whether a section is of the kind that has pages and rules of its own."""
        return self.head.kinds[section] == "shapes"

    def pages(self, *, is_key: bool) -> tuple[Page, ...]:
        """Draw all pages."""
        paper = self.setting.style.paper
        return tuple(
            Page(paper.width, paper.height, tuple(self._draw(number, leaf, is_key)))
            for number, leaf in enumerate(self.leaves, 1)
        )

    def _draw(self, number: int, leaf: _Leaf, is_key: bool) -> Iterator[Item]:
        answers = self._answers(leaf) if is_key else None
        furniture = self._furniture[self._is_of_shapes(leaf)]
        yield from furniture.draw(number, len(self.leaves), answers)
        margin = self.setting.style.margin
        for y, section in leaf.heads:
            yield from self._section(section, y, is_key)
        yield from self._again(leaf)
        for y, row in leaf.rows:
            for x, panel, piece in row.pieces:
                yield from panel.blocks()[piece].draw(margin + x, y, is_key)

    def _answers(self, leaf: _Leaf) -> list[Answer]:
        numbers = leaf.numbers()
        return [Answer(one.number, one.answer()) for one in self.panels if one.number in numbers]

    def _leaves(self) -> list[_Leaf]:
        """Fill page after page."""
        leaves = [_Leaf()]
        for row in self._rows():
            if leaves[-1].rows and self._turns(leaves[-1], row):
                leaves.append(_Leaf())
            self._put(row, leaves[-1])
        return leaves

    def _turns(self, leaf: _Leaf, row: _Row) -> bool:
        """Say whether a row is for the next page: as it does not fit, or so that a puzzle is not cut."""
        if self._of_shapes(row.section) != self._of_shapes(leaf.section):
            return True
        furniture = self._furniture[self._of_shapes(row.section)]
        head = self._section_height(row.section)
        y = leaf.y
        if row.starts:
            y += self._gap + (head if row.section != leaf.section else 0.0)
        if y + row.height > furniture.bottom:
            return True
        fits_alone = furniture.top + head + row.whole <= furniture.bottom
        return row.starts and fits_alone and y + row.whole > furniture.bottom

    def _put(self, row: _Row, leaf: _Leaf) -> None:
        """Put a row on a page, under the head of its section where that is new there."""
        if not leaf.rows:
            self._begin(row, leaf)
        elif row.starts:
            leaf.y += self._gap
            if row.section != leaf.section:
                self._head(row, leaf)
        leaf.rows.append((leaf.y, row))
        leaf.y += row.height

    def _begin(self, row: _Row, leaf: _Leaf) -> None:
        """Head a page. Raises FitError where its first row does not fit."""
        furniture = self._furniture[self._of_shapes(row.section)]
        leaf.y = furniture.top
        text = self.setting.style.type.text * 0.25
        room = furniture.bottom - leaf.y - row.height
        # With the smallest cells what was said on the page before is better left out than nothing printed.
        says = not row.starts and (room >= text + 1 or self.setting.cell > LEAST_CELL)
        needed = self._section_height(row.section) if row.starts else text + 1 if says else 0.0
        if room < needed - 0.01:
            raise self._misfit(row.section, leaf.y, needed + row.height, furniture.bottom)
        if row.starts:
            self._head(row, leaf)
        elif says:
            leaf.again = leaf.y
            leaf.y += min(text + 2.8 * self.setting.style.scale, room)

    def _head(self, row: _Row, leaf: _Leaf) -> None:
        if height := self._section_height(row.section):
            leaf.heads.append((leaf.y, row.section))
            leaf.y += height

    @property
    def _gap(self) -> float:
        """The white over a row in which puzzles begin."""
        return self.setting.style.spacing.rows * self.setting.style.scale

    def _again(self, leaf: _Leaf) -> Iterator[Item]:
        """Say with which puzzles a page goes on, and of several kinds which one they are of."""
        if leaf.again is None:
            return
        setting, size = self.setting, self.setting.style.type.text
        said = setting.words["worksheet.again"]
        for x, panel, _ in leaf.rows[0][1].pieces:
            kind = f" {setting.words[f'worksheet.{panel.puzzle.kind}']}" if len(self.head.kinds) > 1 else ""
            lines = setting.wrapped(f"*{panel.number}{kind}* – {said}", setting.style.width, size)
            yield from setting.set(lines, setting.style.margin + x, leaf.again + size * 0.25, size, "again")

    def _rows(self) -> Iterator[_Row]:
        """Give the rows in order; puzzles of half the width stand two in a row."""
        width = self.setting.style.width
        for section, kind in enumerate(self.head.kinds):
            panels = [one for one in self.panels if one.puzzle.kind == kind]
            step = 2 if panels and panels[0].half and self.setting.halves else 1
            for at in range(0, len(panels), step):
                some = panels[at : at + step]
                blocks = [one.blocks() for one in some]
                count = max(map(len, blocks))
                highs = [
                    max(one[piece].height for one in blocks if piece < len(one)) for piece in range(count)
                ]
                for piece, high in enumerate(highs):
                    places = (0.0, width - self.setting.board)
                    pieces = tuple((places[n], one, piece) for n, one in enumerate(some))
                    yield _Row(high, pieces, section, sum(highs[piece:]))

    # The heads of sections, where there are several kinds.

    def _section_lines(self, section: int) -> list[tuple[object, ...]]:
        kind, words, style = self.head.kinds[section], self.setting.words, self.setting.style
        markup = f"*{words[f'worksheet.{kind}']}* {words[f'worksheet.{kind}.task']}"
        room = style.width - self._furniture[False].samples_width(kind, _SAMPLE)
        return list(self.setting.wrapped(markup, room, self._section_size))

    @property
    def _section_size(self) -> int:
        style = self.setting.style
        return style.type.task if style.width > 120 else style.type.text

    def _section_height(self, section: int) -> float:
        if len(self.head.kinds) == 1:
            return 0
        size = self._section_size
        leading = self.setting.style.type.leading(size)
        return len(self._section_lines(section)) * leading + 3.5 * self.setting.style.scale

    def _section(self, section: int, y: float, is_key: bool) -> Iterator[Item]:
        kind, style, size = self.head.kinds[section], self.setting.style, self._section_size
        markup = f"*{self.setting.words[f'worksheet.{kind}']}* {self.setting.words[f'worksheet.{kind}.task']}"
        room = style.width - self._furniture[False].samples_width(kind, _SAMPLE)
        lines = self.setting.wrapped(markup, room, size)
        yield from self.setting.set(lines, style.margin, y + size * 0.25, size, "task")
        if not is_key:
            low = y + size * 0.25 + max(0.0, (len(lines) - 1) * style.type.leading(size)) + 0.2
            yield from self._furniture[False].samples(
                kind, style.margin + style.width, max(low, y + 6), _SAMPLE
            )

    def _misfit(self, section: int, y: float, height: float, bottom: float) -> FitError:
        paper, room = self.setting.style.paper, bottom - y
        return FitError(
            f"a puzzle of the kind {self.head.kinds[section]} does not fit {paper.words}: with cells of "
            f"{mm(self.setting.cell)} mm it is {mm(height)} mm high, and {mm(paper.height)} mm less "
            f"{mm(y)} mm above and {mm(paper.height - bottom)} mm below leaves {mm(room)} mm. "
            "Take a larger paper, or fewer pages on a side."
        )


def _panels(setting: Setting, puzzles: Sequence[Puzzle]) -> list[Panel]:
    """Give a panel for each puzzle, numbered through the sheet."""
    most = max((len(one.quartos) for one in puzzles if isinstance(one, SpotPuzzle)), default=0)
    return [_PANELS[one.kind](setting, at, one, most + 1) for at, one in enumerate(puzzles, 1)]


def _too_narrow(style: Style) -> FitError:
    return FitError(
        f"a worksheet does not fit {style.paper.words}: four cells of 12 mm and {mm(2 * style.margin)} mm of "
        f"margins are {mm(48 + 2 * style.margin)} mm wide, and it has {mm(style.paper.width)} mm. "
        "Take a larger paper, or fewer pages on a side."
    )
