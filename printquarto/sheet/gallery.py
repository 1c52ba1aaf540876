"""Diagrams on pages: several to a page with what is said of each, or one in a picture of its own size.

Knows no games: whoever asks says what stands on each board and what is marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printquarto.errors import FitError, OptionError
from printquarto.games.board import SIZE
from printquarto.games.shape import Shape
from printquarto.notation.record import Occupant
from printquarto.sheet.diagram import LARGE, NO_MARKS, USUAL, Marks, Pen, diagram, label_room
from printquarto.sheet.paper import Paper
from printquarto.sheet.parts.board import SQUARE
from printquarto.sheet.scene import Group, Item, Page, Text
from printquarto.sheet.symbols import hang, set_line, shape_path
from printquarto.sheet.text import Line, Words, clean, tokens, wrap
from printquarto.sheet.typeface import REGULAR, SEMIBOLD, Typeface
from printquarto.sheet.units import mm

LEAST_WIDTH, MOST_WIDTH = 24.0, 400.0
"""Of the board of a diagram, in mm; in a smaller one its shapes would be under 3.6 mm."""

_MARGIN = 4.0
"""White round a picture of its own size."""

_TITLES = (24, 20, 16, 12)


class Style(NamedTuple):
    """Type in points, all else in mm: ``head`` is for the number, ``text`` for who drew, ``small`` below."""

    pen: Pen
    width: float
    title: tuple[int, ...]
    head: int
    text: int
    small: int
    leading: float
    gap: float
    below: float


_USUAL = Style(USUAL, 36, _TITLES, 12, 9, 7, 3.2, 5.3, 8)
_LARGE = Style(LARGE, 72, (32, 24, 20), 20, 16, 14, 6, 12, 12)


def style_of(large: bool) -> Style:
    """Give the usual style, or that of large print."""
    return _LARGE if large else _USUAL


class Figure(NamedTuple):
    """One diagram: its number and who drew, the board with its marks, the shape in hand, lines below it.

    In the lines below, ``*…*`` is semibold.
    """

    board: Sequence[Occupant]
    number: str = ""
    head: str = ""
    marks: Marks = NO_MARKS
    given: Shape | None = None
    below: tuple[str, ...] = ()


class Gallery(NamedTuple):
    """Figures under one title."""

    title: str
    figures: tuple[Figure, ...]


class Hanging(NamedTuple):
    """How diagrams are set: in which style and words, and the width of a board in mm."""

    style: Style
    face: Typeface
    words: Words
    width: float

    @property
    def cell(self) -> float:
        """The side of a cell."""
        return self.width / SIZE

    @property
    def side(self) -> float:
        """The side of a shape on the board, which is that of the one in hand as well."""
        return self.cell * SQUARE

    def lines(self, figure: Figure) -> list[Line]:
        """Give the lines below a diagram."""
        style = self.style
        return [
            line for text in figure.below for line in wrap(tokens(text), self.width, style.small, self.face)
        ]

    def above(self, figure: Figure) -> float:
        """Give the height over the frame: the names of the columns, the head or the shape in hand."""
        room = label_room(self.style.pen)
        if figure.given is not None:
            return room + self.side + 0.1 * self.style.head
        if figure.number or figure.head:
            return room + self.style.head * (0.15 + 0.3)
        return room

    def under(self, figure: Figure) -> float:
        """Give the height from the frame to the foot of the last line."""
        lines = len(self.lines(figure))
        return lines * self.style.leading + 1.4 if lines else 0

    def base(self, y: float) -> float:
        """Give the base line of the number over a frame whose top is at ``y``."""
        return y - label_room(self.style.pen) - 0.15 * self.style.head

    def draw(self, figure: Figure, x: float, y: float) -> Group:
        """Draw a figure, its frame's top left at a point."""
        style = self.style
        room = self.base(y)
        items: list[Item] = [*self._head(figure, x, room)]
        if figure.given is not None:
            side = self.side
            left = x + self.cell + (self.cell - side) / 2
            items.append(shape_path(figure.given, left, room - side, side, style.pen.strong, "given"))
            hand = self.words["diagram.hand"]
            items.append(self._text("caption", left + side + 1.6, room, hand, style.small))
        items.append(
            diagram(figure.board, (x, y), self.cell, self.face, self.words, marks=figure.marks, pen=style.pen)
        )
        for index, line in enumerate(self.lines(figure), 1):
            items += set_line(line, x, y + self.width + index * style.leading + 0.6, style.small, "caption")
        return Group("", "figure", tuple(items))

    def _head(self, figure: Figure, x: float, y: float) -> Iterator[Item]:
        """Set the number of the turn and who drew, on one base line; a long name gives way."""
        style = self.style
        left = x
        if figure.number:
            number = self._text("number", x, y, figure.number, style.head, SEMIBOLD)
            left = x + number.width + 1.8
            yield number
        if figure.head:
            room = x + self.width - left
            name = clean(figure.head, self.face, f"the name {figure.head!r}")
            yield self._text("player", left, y, self._shortened(name, style.text, room), style.text)

    def _shortened(self, text: str, size: int, room: float) -> str:
        """Cut a text so that it fits, with dots in place of its end."""
        if self.face.width(text, size, REGULAR) <= room:
            return text
        while text and self.face.width(f"{text}…", size, REGULAR) > room:
            text = text[:-1].rstrip()
        return f"{text}…"

    def _text(self, role: str, x: float, y: float, text: str, size: int, weight: int = REGULAR) -> Text:
        return Text(role, x, y, text, size, weight, self.face.width(text, size, weight))


def check_width(width: float | None) -> None:
    """Raise OptionError for a board that is too small to be seen, or larger than any paper."""
    if width is not None and not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise OptionError(
            f"--width can be {mm(LEAST_WIDTH)} to {mm(MOST_WIDTH)} mm, not {mm(width)} mm: "
            "it is that of one board."
        )


def picture(figure: Figure, hanging: Hanging) -> Page:
    """Give a page of the size of one diagram, with 4 mm of white around."""
    left = _MARGIN + label_room(hanging.style.pen)
    top = _MARGIN + hanging.above(figure)
    height = top + hanging.width + hanging.under(figure) + _MARGIN
    return Page(left + hanging.width + _MARGIN, height, (hanging.draw(figure, left, top),))


def pages(galleries: Sequence[Gallery], paper: Paper, hanging: Hanging) -> Iterator[Page]:
    """Set galleries on pages, each on a new one: rows of diagrams from the top left, none of them cut.

    Raises FitError, with the sum, where a single diagram does not fit the paper.
    """
    for gallery in galleries:
        yield from _hang(gallery, paper, hanging)


def _hang(gallery: Gallery, paper: Paper, hanging: Hanging) -> Iterator[Page]:
    style = hanging.style
    margin = min(25.0, max(12.0, paper.width * 0.119))
    columns, step = _columns(paper, margin, hanging)
    figures = gallery.figures
    rows = [figures[at : at + columns] for at in range(0, len(figures), columns)]
    title = _title(gallery.title, paper.width - 2 * margin, margin, hanging)
    first = margin + title.size * 0.36 if title is not None else margin
    items: list[Item] = [title] if title is not None else []
    y = first
    empty = True
    for row in rows:
        above = max(hanging.above(one) for one in row)
        high = above + hanging.width + max(hanging.under(one) for one in row)
        if y + high > paper.height - margin and not empty:
            yield Page(paper.width, paper.height, tuple(items))
            items, y, empty = [], margin - 4, True
        if y + high > paper.height - margin + 4:
            raise _misfit(paper, margin, y, high, hanging)
        for index, figure in enumerate(row):
            items.append(hanging.draw(figure, margin + index * step, y + above))
        y += high + style.below
        empty = False
    yield Page(paper.width, paper.height, tuple(items))


def _columns(paper: Paper, margin: float, hanging: Hanging) -> tuple[int, float]:
    """Give how many diagrams stand side by side, and from one to the next in mm."""
    room, width = paper.width - 2 * margin, hanging.width
    if width > room:
        raise FitError(
            f"a diagram does not fit the width of {paper.words}: {mm(paper.width)} mm less "
            f"{mm(2 * margin)} mm of margins leaves {mm(room)} mm, and the board is {mm(width)} mm wide. "
            "Give a smaller --width or a larger paper."
        )
    columns = int((room + hanging.style.gap + 0.05) / (width + hanging.style.gap))
    if columns == 1:
        return 1, 0
    return columns, width + (room - columns * width) / (columns - 1)


def _title(text: str, room: float, margin: float, hanging: Hanging) -> Text | None:
    """Set a title on the first base line, in the largest size that fits."""
    if not text:
        return None
    title = clean(text, hanging.face, "the title")
    for size in hanging.style.title:
        width = hanging.face.width(title, size, SEMIBOLD)
        if width <= room:
            return Text("title", margin - hang(size), margin + 4, title, size, SEMIBOLD, width)
    raise FitError(
        f"the title does not fit: at {size} pt it is {mm(width)} mm wide and has {mm(room)} mm. "
        "Take shorter names or a larger paper."
    )


def _misfit(paper: Paper, margin: float, y: float, high: float, hanging: Hanging) -> FitError:
    room = paper.height - margin + 4 - y
    return FitError(
        f"a diagram does not fit the height of {paper.words}: it takes {mm(high)} mm, its board "
        f"{mm(hanging.width)} mm of that, and has {mm(room)} mm. Give a smaller --width or a larger paper."
    )
