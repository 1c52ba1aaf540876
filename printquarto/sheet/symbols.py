"""How signs are drawn: shapes, arrows, the mark which side is up, scissors. Knows no parts and no pages."""

from __future__ import annotations

from printquarto.games.shape import Shape, outline
from printquarto.sheet.fields import NOTCH
from printquarto.sheet.scene import Circle, Item, Path, Text
from printquarto.sheet.text import SIGN_EMS, Line
from printquarto.sheet.units import MM_PER_PT

DOT = 0.16
"""Radius of the dots that say: the pen goes here."""

HAIR = 0.25
"""Width of the lines of cells, boxes, writing lines and cuts."""


def shape_path(shape: Shape, x: float, y: float, side: float, line: float, role: str = "shape") -> Path:
    """Draw a shape whose square has its top left at a point."""
    run = tuple((x + dx, y + dy) for dx, dy in outline(shape, side, side * NOTCH))
    return Path(role, (run,), line, closed=True)


def rule(role: str, x1: float, y1: float, x2: float, y2: float, line: float = HAIR) -> Path:
    """Draw a straight line."""
    return Path(role, (((x1, y1), (x2, y2)),), line)


def up_mark(x: float, y: float, size: float) -> Path:
    """Draw the triangle that points up, its left lower corner at a point, beside text of a size in points."""
    em = size * MM_PER_PT
    width, height = 0.9 * em, 0.82 * em
    return Path("mark", (((x, y), (x + width, y), (x + width / 2, y - height)),), 0, closed=True, fill=True)


def up_mark_width(size: float) -> float:
    """Give the width of the mark together with its distance from the text."""
    return 1.3 * size * MM_PER_PT


def sign(name: str, x: float, y: float, size: float) -> list[Item]:
    """Draw a sign that stands between words: ``arrow``, a finished one, or ``line``, two joined dots."""
    em = size * MM_PER_PT
    axis, foot, tip = x + SIGN_EMS * em / 2, y + 0.14 * em, y - 0.9 * em
    shaft = rule("sign", axis, foot, axis, tip)
    if name == "line":
        return [shaft, Circle("sign", axis, foot, 0.4), Circle("sign", axis, tip, 0.4)]
    side, down = 0.3 * em, 0.43 * em
    barbs = ((axis - side, tip + down), (axis, tip), (axis + side, tip + down))
    return [shaft, Path("sign", (barbs,), HAIR, join="round")]


def set_line(line: Line, x: float, y: float, size: float, role: str) -> list[Item]:
    """Draw one line of a paragraph from a point on."""
    items: list[Item] = []
    for run in line:
        if run.token.sign:
            items += sign(run.token.text, x + run.x, y, size)
        else:
            items.append(Text(role, x + run.x, y, run.token.text, size, run.token.weight, run.width))
    return items


def scissors(x: float, y: float) -> list[Item]:
    """Draw scissors of 5 mm that cut to the right, their point at a place on the line."""
    items: list[Item] = []
    for up in (-1.0, 1.0):
        ring = (x - 4.2, y + up * 1.0)
        items.append(Circle("scissors", *ring, 0.75, HAIR))
        items.append(rule("scissors", ring[0] + 0.68, ring[1] - up * 0.32, x, y - up * 0.75))
    return items
