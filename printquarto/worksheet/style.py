"""How a worksheet is set: sizes of type, distances and pens, by print and by the height of the paper.

The figures are those of the design for A4 and Letter; smaller papers take what is nearer together. Nothing
is scaled: a worksheet is set out anew for each paper.
"""

from __future__ import annotations

from typing import NamedTuple

from printquarto.sheet.diagram import LARGE, USUAL, Pen
from printquarto.sheet.paper import Paper
from printquarto.sheet.scene import Item, Text
from printquarto.sheet.symbols import set_line
from printquarto.sheet.text import Line, Words, plain_tokens, tokens, wrap
from printquarto.sheet.typeface import REGULAR, SEMIBOLD, Typeface
from printquarto.sheet.units import MM_PER_PT

LEAST_CELL = 12
"""Side of the smallest cell that is marked with a pencil, in mm."""

LOW = 5
"""How much smaller than the best a cell gets so that a sheet has a page less, in mm."""


class Type(NamedTuple):
    """Sizes of type in points: titles from the largest on, tasks, texts and small captions; and leading."""

    titles: tuple[int, ...]
    number: int
    task: int
    text: int
    small: int

    def leading(self, size: int) -> float:
        """Give the distance of base lines of a size, in mm."""
        return size * MM_PER_PT * 1.26


USUAL_TYPE = Type((24, 20, 16, 12), 24, 12, 9, 7)
SMALL_TYPE = Type((16, 12), 16, 9, 9, 7)
"""For papers under the size of a half of A4, where a title of 24 pt would stand among the lines."""

LARGE_TYPE = Type((32, 24, 20), 32, 20, 16, 14)


class Spacing(NamedTuple):
    """Where things stand on a page of some height, in mm: base lines of name, title and task from the top.

    ``box`` is the gap over a box, ``rows`` that between rows of puzzles, ``foot`` the distance of the code's
    base line from the lower edge and ``bottom`` of what stands over it.
    """

    name: float
    title: float
    task: float
    box: float
    rows: float
    foot: float
    bottom: float


_SMALL = 190
"""The height under which a paper is a small one, in mm."""

_SPACINGS = (
    (285, Spacing(22, 38, 46, 8, 12, 13, 20)),
    (250, Spacing(18, 33, 41, 6, 9, 13, 19)),
    (_SMALL, Spacing(14, 26, 33, 5, 7, 10.5, 16)),
    (0, Spacing(12.5, 20, 25, 3, 5, 9.5, 13)),
)


class Style(NamedTuple):
    """All that decides how a worksheet looks on a paper; ``cells`` are the sides that a cell can have."""

    paper: Paper
    margin: float
    type: Type
    pen: Pen
    spacing: Spacing
    cells: tuple[float, ...]
    given: float
    large: bool

    @property
    def width(self) -> float:
        """The width of all that is printed."""
        return self.paper.width - 2 * self.margin

    @property
    def scale(self) -> float:
        """How much further apart things are than in the usual print."""
        return 1.35 if self.large else 1


def style_for(paper: Paper, *, large: bool) -> Style:
    """Give the style for a paper."""
    margin = 25.0 if paper.width >= 200 else 14.0 if large else 12.0
    spacing = next(one for least, one in _SPACINGS if paper.height >= least)
    if large:
        spacing = spacing._replace(
            title=spacing.title + 4,
            task=spacing.task + 7,
            foot=spacing.foot - 1,
            box=spacing.box + 1,
            bottom=spacing.bottom + 3,
        )
    best = 24 if large or paper.width >= 290 else 18
    widest = int((paper.width - 2 * margin) / 4)
    cells = tuple(float(side) for side in range(min(best, widest), LEAST_CELL - 1, -1))
    if large:
        return Style(paper, margin, LARGE_TYPE, LARGE, spacing, cells, 15, large)
    if paper.height < _SMALL:
        return Style(paper, margin, SMALL_TYPE, USUAL, spacing, cells, 9, large)
    return Style(paper, margin, USUAL_TYPE, USUAL, spacing, cells, 12, large)


class Setting(NamedTuple):
    """A style together with what sets it: the typeface, the words of the language, the side of a cell.

    ``over`` is the white over a row of puzzles, which what is told of an answer may reach into; ``is_told``
    says whether there is to be room for all of that.
    """

    style: Style
    face: Typeface
    words: Words
    cell: float
    over: float
    is_told: bool = True

    @property
    def board(self) -> float:
        """The side of a board."""
        return 4 * self.cell

    @property
    def halves(self) -> bool:
        """Whether two boards stand side by side, with room for the names of the rows between them."""
        return 2 * self.board + 8 * self.style.scale <= self.style.width

    def text(
        self,
        role: str,
        x: float,
        y: float,
        text: str,
        size: int,
        weight: int = REGULAR,
        *,
        right: bool = False,
    ) -> Text:
        """Set a text at a point, or with its end there."""
        width = self.face.width(text, size, weight)
        return Text(role, x - width if right else x, y, text, size, weight, width)

    def wrapped(self, markup: str, width: float, size: int) -> list[Line]:
        """Break a text in which ``*…*`` is semibold."""
        return wrap(tokens(markup), width, size, self.face)

    def wrapped_plain(self, text: str, width: float, size: int, weight: int = REGULAR) -> list[Line]:
        """Break a text in which nothing is markup."""
        return wrap(plain_tokens(text, weight), width, size, self.face)

    def set(self, lines: list[Line], x: float, y: float, size: int, role: str) -> list[Item]:
        """Set lines from a first base line on."""
        items: list[Item] = []
        for index, line in enumerate(lines):
            items += set_line(line, x, y + index * self.style.type.leading(size), size, role)
        return items

    def number(self, x: float, y: float, number: int) -> Text:
        """Set the number of a puzzle."""
        size = self.style.type.number
        return self.text("puzzle", x - 0.4 * size / 24, y, str(number), size, SEMIBOLD)
