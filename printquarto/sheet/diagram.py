"""Diagrams: a position as it stands on the board, with marks for what is to be seen in it. Knows no pages.

Shapes are those of the play sheets. An alignment is marked by lines between its shapes and by a dot in the
corner that they share, never by a line across a shape and never by colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printquarto.games.board import CELLS, COLUMNS, ROWS, SIZE, Alignment, Cell
from printquarto.games.quarto import Quarto
from printquarto.games.shape import CORNER_BY_NAME, Shape
from printquarto.notation.record import Occupant
from printquarto.sheet.parts.board import LEAST_CELL, SQUARE
from printquarto.sheet.scene import Circle, Group, Item, Path, Text
from printquarto.sheet.symbols import HAIR, rule, shape_path
from printquarto.sheet.text import Words
from printquarto.sheet.typeface import CAP_HEIGHT, DESCENT, REGULAR, Typeface
from printquarto.sheet.units import MM_PER_PT, Box

_DOT = 0.065
"""Radius of the dot in a corner, in parts of the shape's side; the corner is a third of the side."""

_CLEAR = 0.07
"""What stays white between a shape and the lines of an alignment, in parts of a cell."""

_ARM = 0.178
"""Half the width of a cross that is put into a cell, in parts of the cell: 3.2 mm in one of 18 mm."""

_RING = 0.465
"""Radius of a ring round a shape, in parts of the cell; its corners are 0.424 from the middle."""

_SMALL_SHAPE = 8.0
"""A shape under this side has thinner lines, in mm."""


class Pen(NamedTuple):
    """Widths of lines, in mm, and the type of the names of cells, in points.

    ``fine`` is for shapes under 8 mm, ``strong`` for the shape that matters and for marks.
    """

    cell: float = HAIR
    frame: float = 0.5
    fine: float = 0.35
    shape: float = 0.5
    strong: float = 0.9
    label: int = 7

    def line(self, side: float) -> float:
        """Give the width of the lines of a shape of a side."""
        return self.fine if side < _SMALL_SHAPE else self.shape


USUAL = Pen()
LARGE = Pen(0.35, 0.9, 0.5, 0.9, 1.4, 14)
"""The pen of large print."""


class Marks(NamedTuple):
    """What is marked in a diagram: alignments with what they share, and cells.

    ``strong`` are the cells whose shapes have heavy lines; ``crosses`` are put into empty cells.
    """

    quartos: tuple[Quarto, ...] = ()
    strong: tuple[Cell, ...] = ()
    crosses: tuple[Cell, ...] = ()
    rings: tuple[Cell, ...] = ()


NO_MARKS = Marks()


def label_room(pen: Pen) -> float:
    """Give what the names of the cells take above the board and at its left, in mm."""
    return 1.6 + pen.label * MM_PER_PT


def diagram(
    board: Sequence[Occupant],
    at: tuple[float, float],
    cell: float,
    face: Typeface,
    words: Words,
    *,
    marks: Marks = NO_MARKS,
    pen: Pen = USUAL,
    names: bool = True,
) -> Group:
    """Draw a board of sixteen cells in board order, the top left of its frame at a point.

    ``cell`` is the side of a cell in mm. With ``names`` the names of columns and rows stand around it.
    Whoever cannot see it is told which shape is where.
    """
    frame = Box(*at, SIZE * cell, SIZE * cell)
    items: list[Item] = [_grid(frame, cell, pen), *_shapes(board, frame, cell, face, marks, pen)]
    if names:
        items += _names(frame, cell, face, pen)
    items += _marked(frame, cell, marks, pen)
    return Group("", "diagram", tuple(items), alt=told(board, words))


def told(board: Sequence[Occupant], words: Words) -> str:
    """Say in words what stands on a board."""
    listed = [f"{cell} {one}" for cell, one in zip(CELLS, board, strict=True) if one is not None]
    if not listed:
        return words["alt.diagram.empty"]
    return words["alt.diagram"].format(cells=", ".join(listed))


def shape_square(frame: Box, cell: float, place: Cell) -> Box:
    """Give the square in which the shape of a cell is drawn."""
    box = Box(frame.x + place.column * cell, frame.y + place.row * cell, cell, cell)
    return box.inset((1 - SQUARE) / 2 * cell)


def cross(x: float, y: float, arm: float, line: float) -> Path:
    """Draw a cross about a point."""
    runs = (((x - arm, y - arm), (x + arm, y + arm)), ((x + arm, y - arm), (x - arm, y + arm)))
    return Path("cross", runs, line, join="round")


def _grid(frame: Box, cell: float, pen: Pen) -> Group:
    inner = [cell * index for index in range(1, SIZE)]
    down = [((frame.x + at, frame.y), (frame.x + at, frame.bottom)) for at in inner]
    across = [((frame.x, frame.y + at), (frame.right, frame.y + at)) for at in inner]
    corners = (
        (frame.x, frame.y),
        (frame.right, frame.y),
        (frame.right, frame.bottom),
        (frame.x, frame.bottom),
    )
    lines = Path("cell-line", (*down, *across), pen.cell)
    return Group("", "grid", (lines, Path("frame", (corners,), pen.frame, closed=True)))


def _shapes(
    board: Sequence[Occupant], frame: Box, cell: float, face: Typeface, marks: Marks, pen: Pen
) -> Iterator[Item]:
    for place, one in zip(CELLS, board, strict=True):
        square = shape_square(frame, cell, place)
        if isinstance(one, Shape):
            line = pen.strong if place in marks.strong else pen.line(square.width)
            yield shape_path(one, square.x, square.y, square.width, line)
        elif one is not None:
            size = cell / 2 / MM_PER_PT
            width = face.width("?", size, REGULAR)
            x, y = square.x + (square.width - width) / 2, square.y + square.width / 2
            yield Text("unread", x, y + CAP_HEIGHT / 2 * size * MM_PER_PT, "?", size, REGULAR, width)


def _names(frame: Box, cell: float, face: Typeface, pen: Pen) -> Iterator[Item]:
    size = pen.label
    middle = CAP_HEIGHT / 2 * size * MM_PER_PT
    gap = max(1.6 if cell >= LEAST_CELL else 1.2, DESCENT * size * MM_PER_PT + pen.frame / 2 + 0.2)
    for index, name in enumerate(COLUMNS):
        width = face.width(name, size, REGULAR)
        x = frame.x + (index + 0.5) * cell - width / 2
        yield Text("coordinate", x, frame.y - gap, name, size, REGULAR, width)
    for index, name in enumerate(ROWS):
        width = face.width(name, size, REGULAR)
        y = frame.y + (index + 0.5) * cell + middle
        yield Text("coordinate", frame.x - gap - 0.3 - width, y, name, size, REGULAR, width)


def _marked(frame: Box, cell: float, marks: Marks, pen: Pen) -> Iterator[Item]:
    for place in marks.crosses:
        square = shape_square(frame, cell, place)
        yield cross(square.x + square.width / 2, square.y + square.width / 2, _ARM * cell, pen.strong)
    for place in marks.rings:
        square = shape_square(frame, cell, place)
        half = square.width / 2
        yield Circle("ring", square.x + half, square.y + half, _RING * cell, pen.line(square.width))
    for quarto in marks.quartos:
        yield Group("", "alignment", tuple(_alignment(quarto, frame, cell, pen)))


def _alignment(quarto: Quarto, frame: Box, cell: float, pen: Pen) -> Iterator[Item]:
    """Draw the lines from shape to shape, and the dots in the corners that are shared."""
    half = SQUARE / 2 + _CLEAR
    line = pen.strong if cell >= LEAST_CELL else pen.shape
    for one, other in _neighbours(quarto.alignment):
        dx, dy = other.column - one.column, other.row - one.row
        x, y = frame.x + (one.column + 0.5) * cell, frame.y + (one.row + 0.5) * cell
        start, end = half * cell, (1 - half) * cell
        yield rule("alignment", x + dx * start, y + dy * start, x + dx * end, y + dy * end, line)
    for place in quarto.alignment.cells:
        square = shape_square(frame, cell, place)
        for name in quarto.shared:
            yield corner_dot(name, square)


def _neighbours(alignment: Alignment) -> list[tuple[Cell, Cell]]:
    """Give the pairs of cells that lines join: along the alignment, or round a block."""
    first, second, third, fourth = alignment.cells
    if alignment.block:
        return [(first, second), (second, fourth), (third, fourth), (first, third)]
    return list(pairwise(alignment.cells))


def corner_dot(shared: str, square: Box) -> Circle:
    """Draw the dot in the corner of a shape that a property names, as ``tl-in``: in the notch if it is in."""
    corner = CORNER_BY_NAME[shared.partition("-")[0]]
    side = square.width
    x, y = square.x + (1 + 4 * corner.x) * side / 6, square.y + (1 + 4 * corner.y) * side / 6
    return Circle("dot", x, y, max(_DOT * side, 0.45))


def alignment_words(alignment: Alignment, words: Words) -> str:
    """Call an alignment by its name, as ``column c``."""
    first, last = alignment.cells[0], alignment.cells[-1]
    if alignment.block:
        return words["alignment.block"].format(name=f"{first}–{last}")
    if first.row == last.row:
        return words["alignment.row"].format(name=ROWS[first.row])
    if first.column == last.column:
        return words["alignment.column"].format(name=COLUMNS[first.column])
    return words["alignment.diagonal"].format(name=f"{first}–{last}")


def shared_words(shared: Sequence[str], words: Words) -> str:
    """Say which corners four shapes share, as ``top left in``."""
    named = []
    for one in shared:
        corner, _, side = one.partition("-")
        named.append(words[f"shared.{side}"].format(corner=words[f"corner.{corner}"]))
    return ", ".join(named)


def quarto_words(quarto: Quarto, words: Words) -> str:
    """Name a Quarto by its alignment and what is shared, as ``row 3: top right in``."""
    name, corners = alignment_words(quarto.alignment, words), shared_words(quarto.shared, words)
    return words["alignment.shares"].format(name=name, corners=corners)
