"""The board: sixteen cells with guide dots, its heavy frame and its coordinates."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

import math

from printquarto.games.board import CELLS, COLUMNS, ROWS, SIZE
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.fields import ShapeField
from printquarto.sheet.scene import Circle, Group, Item, Path
from printquarto.sheet.symbols import DOT, HAIR
from printquarto.sheet.typeface import CAP_HEIGHT
from printquarto.sheet.units import MM_PER_PT, Box, mm

LEAST_CELL = 12
"""A shape cannot be drawn clearly in a smaller cell."""

_AROUND = 2.0
"""How much larger a cell is at least than a square that a template asks for."""

SQUARE = 0.6
"""Side of the shape in a cell, in parts of the cell."""


class Board(Block):
    """The flexible part of a sheet: its size is the side of a cell, in whole mm and as large as fits."""

    called = "board"
    eager = True

    def sizes(self, content: float) -> list[float]:
        """Give the sides that a cell can have."""
        fixed = self.part.number("cell")
        if fixed is not None:
            return [fixed]
        # A cell is never narrower than the shape in it, with some room around.
        square = self.part.number("square") or 0
        step = self.setting.measure.step
        least = math.ceil(max(LEAST_CELL, square + _AROUND) / step)
        return [cell * step for cell in range(max(int(content / SIZE / step), least), least - 1, -1)]

    def span(self, size: float) -> float:
        """Give the side of the board."""
        return SIZE * size

    def need(self, width: float, size: float) -> Need:
        """Give the side of the board; the coordinates stand in the gap above."""
        return Need(SIZE * size)

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"{SIZE} × {mm(size)} mm of cells"

    def place(self, place: Place, size: float) -> Placed:
        """Set the board out in the middle of its column."""
        frame = Box(place.x + (place.width - SIZE * size) / 2, place.y, SIZE * size, SIZE * size)
        square = self.part.number("square") or size * SQUARE
        fields = tuple(cell_field(frame, size, square, cell.name, cell.column, cell.row) for cell in CELLS)
        items: list[Item] = [_grid(frame, size)]
        if self.part.flag("coordinates"):
            items += self._coordinates(frame, size)
        dots = self.part.flag("dots")
        items += [Group(field.id, "cell", _dots(field.square) if dots else ()) for field in fields]
        items.append(Path("frame", (_corners(frame),), self.setting.measure.frame, closed=True))
        return Placed("board", (Group("board", "board", tuple(items)),), fields)

    def _coordinates(self, frame: Box, cell: float) -> list[Item]:
        above, beside = self.setting.measure.label
        size = self.setting.measure.small
        middle = CAP_HEIGHT / 2 * size * MM_PER_PT
        items: list[Item] = []
        for index, name in enumerate(COLUMNS):
            x = frame.x + (index + 0.5) * cell
            items.append(self.text("coordinate", x, frame.y - above, name, size, anchor="middle"))
        for index, name in enumerate(ROWS):
            y = frame.y + (index + 0.5) * cell + middle
            if self.setting.left_handed:
                items.append(self.text("coordinate", frame.right + beside, y, name, size))
            else:
                items.append(self.text("coordinate", frame.x - beside, y, name, size, anchor="end"))
        return items


def cell_field(frame: Box, side: float, square: float, name: str, column: int, row: int) -> ShapeField:
    """Give the field of one cell of a board, with a square for its shape in the middle."""
    box = Box(frame.x + column * side, frame.y + row * side, side, side)
    return ShapeField(f"cell.{name}", box, box.inset((side - square) / 2))


def _dots(square: Box) -> tuple[Item, ...]:
    step = square.width / 3
    return tuple(
        Circle("guide", square.x + column * step, square.y + row * step, DOT)
        for row in range(4)
        for column in range(4)
    )


def _grid(frame: Box, cell: float) -> Path:
    inner = [cell * index for index in range(1, SIZE)]
    down = [((frame.x + at, frame.y), (frame.x + at, frame.bottom)) for at in inner]
    across = [((frame.x, frame.y + at), (frame.right, frame.y + at)) for at in inner]
    return Path("cell-line", (*down, *across), HAIR)


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


block = Board
