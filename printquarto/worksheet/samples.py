"""The samples of the marks that puzzles are answered with."""

from __future__ import annotations

from printquarto.games.shape import Shape
from printquarto.sheet.diagram import cross
from printquarto.sheet.scene import Circle, Item, Path
from printquarto.sheet.symbols import HAIR, shape_path
from printquarto.worksheet.panel import RING
from printquarto.worksheet.style import Setting


def cell_sample(setting: Setting, x: float, y: float, side: float) -> list[Item]:
    """Draw an empty cell with a cross, the sample of a mark, its top left at a point."""
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    frame = Path("cell-line", (corners,), HAIR, closed=True)
    arm = 0.27 * side
    return [frame, cross(x + side / 2, y + side / 2, arm, setting.style.pen.strong)]


def ring_sample(setting: Setting, shape: Shape, x: float, y: float, side: float) -> list[Item]:
    """Draw a shape with a ring round it, the sample of another mark, within a square."""
    inner = side / (2 * RING + 0.1)
    at = (side - inner) / 2
    return [
        shape_path(shape, x + at, y + at, inner, setting.style.pen.line(inner)),
        Circle("ring", x + side / 2, y + side / 2, RING * inner, setting.style.pen.shape),
    ]
