"""Imposition: how pages lie on the sides of paper that a printer prints. Pages are moved, never scaled.

Knows nothing of what is drawn on a page but its size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from printquarto.errors import OptionError
from printquarto.sheet.edition import Placement, Side
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.scene import Circle, Item, Page, Path
from printquarto.sheet.symbols import HAIR, scissors
from printquarto.sheet.units import mm

MOST_UP = 16
MOST_OFFSET = 5.0
"""How far the backs can be moved at all, in mm; what is printed near to an edge allows less."""

_CUT_DASH = (2, 1.5)
_SCISSORS = 6.0
_FOLD_DOT, _FOLD_STEP, _FOLD_LENGTH = 0.16, 1.6, 12.0

Leaf = Placement
"""A page that is to be printed, with what it alone has; its place is not known yet."""


class Imposition(NamedTuple):
    """How pages lie on a paper: in columns and rows, or as a booklet, two to a side.

    ``paper`` is as it lies when read; one page to a side brings its own. ``backs`` prints each second page
    on the back of the one before; ``flip`` is the edge that the printer turns the paper over, ``long`` or
    ``short``; ``offset`` moves all backs, in mm to the right and down as the back is seen.
    """

    paper: Paper
    columns: int = 1
    rows: int = 1
    booklet: bool = False
    backs: bool = False
    flip: str = "long"
    offset: tuple[float, float] = (0, 0)

    @property
    def up(self) -> int:
        """How many pages a side holds."""
        return self.columns * self.rows

    @property
    def page(self) -> Paper:
        """The paper that one page is set out on."""
        if self.up == 1:
            return self.paper
        width, height = self.paper.width / self.columns, self.paper.height / self.rows
        return Paper(f"{mm(width)}x{mm(height)}mm", width, height)

    @property
    def both_sides(self) -> bool:
        """Whether the paper is printed on both sides."""
        return self.backs or self.booklet


def many_up(paper: Paper, up: int) -> tuple[Paper, int, int]:
    """Give the paper as it must lie for so many pages on a side, and its columns and rows.

    Of all grids it is the one whose pages have most nearly the proportions of the paper.

    >>> many_up(Paper("A4", 210, 297), 2)
    (Paper(name='A4', width=297, height=210), 2, 1)
    """
    if not 2 <= up <= MOST_UP:
        raise OptionError(f"--n-up can be 2 to {MOST_UP}, not {up}.")
    wanted = paper.width / paper.height
    grids = [
        (lying, columns, up // columns)
        for lying in (paper, Paper(paper.name, paper.height, paper.width))
        for columns in range(1, up + 1)
        if up % columns == 0
    ]

    def strange(grid: tuple[Paper, int, int]) -> float:
        lying, columns, rows = grid
        return round(abs(math.log(lying.width / columns / (lying.height / rows) / wanted)), 6)

    return min(grids, key=strange)


def sides_needed(pages: int, imposition: Imposition) -> int:
    """Say how many sides so many pages take."""
    if imposition.booklet:
        return 2 * math.ceil(pages / 4)
    if imposition.backs:
        return 2 * math.ceil(pages / (2 * imposition.up))
    return math.ceil(pages / imposition.up)


def blanks(pages: int) -> int:
    """Say how many blank pages a booklet of so many pages gets at its end.

    >>> [blanks(pages) for pages in (4, 5, 6, 7, 8)]
    [0, 3, 2, 1, 0]
    """
    return -pages % 4


def side_of(page: int, pages: int, imposition: Imposition) -> int:
    """Give the side that a page lies on, both counted from 0."""
    if imposition.booklet:
        return min(page, pages + blanks(pages) - 1 - page)
    if imposition.backs:
        return 2 * (page // (2 * imposition.up)) + page % 2
    return page // imposition.up


def impose(leaves: Iterable[Leaf], imposition: Imposition) -> Iterator[Side]:
    """Lay pages out on sides, in their order."""
    if imposition.booklet:
        yield from _booklet(list(leaves), imposition)
    elif imposition.backs:
        pages = iter(leaves)
        while some := list(islice(pages, 2 * imposition.up)):
            lying = _lying(some[0].page, imposition)
            yield _side(some[0::2], lying)
            yield _back(some[1::2], lying)
    else:
        pages = iter(leaves)
        while some := list(islice(pages, imposition.up)):
            yield _side(some, _lying(some[0].page, imposition))


def _lying(page: Page, imposition: Imposition) -> Imposition:
    """Give the imposition on the paper that a page brings along where a side holds no other."""
    if imposition.up > 1:
        return imposition
    return imposition._replace(paper=Paper("", page.width, page.height))


def _booklet(leaves: Sequence[Leaf], imposition: Imposition) -> Iterator[Side]:
    """Lay out a booklet, the outermost paper first: its front has the last page and the first."""
    total = len(leaves) + blanks(len(leaves))
    padded: list[Leaf | None] = [*leaves, *[None] * (total - len(leaves))]
    fold = _fold_marks(imposition.paper)
    for inner in range(0, total // 2, 2):
        front = _side([padded[total - 1 - inner], padded[inner]], imposition)
        yield front._replace(marks=fold)
        # The back is given as the front sees it, so its left page stands at the right.
        yield _back([padded[total - 2 - inner], padded[inner + 1]], imposition)


def _side(leaves: Sequence[Leaf | None], imposition: Imposition) -> Side:
    """Fill a side from the top left on, row by row."""
    paper, page = imposition.paper, imposition.page
    placements = tuple(
        leaf._replace(x=at % imposition.columns * page.width, y=at // imposition.columns * page.height)
        for at, leaf in enumerate(leaves)
        if leaf is not None
    )
    return Side(paper.width, paper.height, placements, _cuts(imposition))


def _back(leaves: Sequence[Leaf | None], imposition: Imposition) -> Side:
    """Fill the back of a side, each page behind the one in the same place of the front.

    Turned over like a page of a book, the back shows the front's columns from right to left. A printer
    that turns the paper over its other edge shows all that by half a turn.
    """
    paper, page = imposition.paper, imposition.page
    upside_down = (imposition.flip == "long") == (paper.width > paper.height)
    dx, dy = imposition.offset
    placements = []
    for at, leaf in enumerate(leaves):
        if leaf is None:
            continue
        column, row = imposition.columns - 1 - at % imposition.columns, at // imposition.columns
        if upside_down:
            column, row = imposition.columns - 1 - column, imposition.rows - 1 - row
        placements.append(
            leaf._replace(x=column * page.width + dx, y=row * page.height + dy, turned=upside_down)
        )
    return Side(paper.width, paper.height, tuple(placements))


def _cuts(imposition: Imposition) -> tuple[Item, ...]:
    """Draw the cuts between pages, dashed from edge to edge, each with its scissors.

    Whichever is cut first, each strip still shows the others at full length. Nothing of a page is nearer
    to them than to the edge of a paper.
    """
    if imposition.booklet or imposition.up == 1:
        return ()
    paper, page = imposition.paper, imposition.page
    items: list[Item] = []
    for row in range(1, imposition.rows):
        y = row * page.height
        items.append(Path("cut", (((EDGE, y), (paper.width - EDGE, y)),), HAIR, dash=_CUT_DASH))
        items += scissors(EDGE + _SCISSORS, y)
    for column in range(1, imposition.columns):
        x = column * page.width
        items.append(Path("cut", (((x, EDGE), (x, paper.height - EDGE)),), HAIR, dash=_CUT_DASH))
        items += scissors(x, paper.height - EDGE - _SCISSORS, up=True)
    return tuple(items)


def _fold_marks(paper: Paper) -> tuple[Item, ...]:
    """Draw dots at both ends of the fold, on the outer side of the paper."""
    steps = int(_FOLD_LENGTH / _FOLD_STEP) + 1
    ends = [EDGE + 0.5 + step * _FOLD_STEP for step in range(steps)]
    return tuple(
        Circle("fold", paper.width / 2, y, _FOLD_DOT)
        for y in (*ends, *(paper.height - end for end in reversed(ends)))
    )
