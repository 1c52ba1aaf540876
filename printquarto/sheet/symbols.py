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


def hang(size: float) -> float:
    """Give how far to the left a title is moved, in mm, so that it looks flush: 0.5 for one of 24 pt.

    The left edge of large letters has room of its own that grows with the size.
    """
    return 0.5 * size / 24


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
    """Draw a sign that stands between words.

    ``arrow``, a finished one; ``line``, two joined dots; and the signs of the recorded sheet: ``call``, a
    pencil and an exclamation mark, ``claim``, the mark alone, ``none``, a square and a round, and ``pair``,
    two dots side by side that are joined.
    """
    em = size * MM_PER_PT
    if name == "call":
        return call_sign(x, y, em)
    if name == "claim":
        return claim_sign(x + 0.15 * em, y, em)
    if name == "pair":
        dots = [Circle("sign", x + at * em, y - 0.3 * em, 0.4) for at in (0.17, 1.18)]
        return [rule("sign", dots[0].x, dots[0].y, dots[1].x, dots[1].y), *dots]
    if name == "none":
        side = 0.72 * em
        square = plain_square(x + 0.1 * em, y - side + 0.05 * em, side)
        return [square, Circle("sign", x + 1.5 * em, y - 0.31 * em, 0.45 * em, HAIR)]
    axis, foot, tip = x + SIGN_EMS * em / 2, y + 0.14 * em, y - 0.9 * em
    shaft = rule("sign", axis, foot, axis, tip)
    if name == "line":
        return [shaft, Circle("sign", axis, foot, 0.4), Circle("sign", axis, tip, 0.4)]
    side, down = 0.3 * em, 0.43 * em
    barbs = ((axis - side, tip + down), (axis, tip), (axis + side, tip + down))
    return [shaft, Path("sign", (barbs,), HAIR, join="round")]


def claim_sign(x: float, y: float, em: float) -> list[Item]:
    """Draw an exclamation mark as high as capitals, its axis at ``x``, on a base line."""
    return [
        rule("sign", x, y - 0.69 * em, x, y - 0.24 * em, 0.12 * em),
        Circle("sign", x, y - 0.07 * em, 0.08 * em),
    ]


def call_sign(x: float, y: float, em: float) -> list[Item]:
    """Draw a pencil, its point at the lower left, and behind it an exclamation mark."""
    along, aside = 0.707, 0.11 * em

    def at(down: float, side: float) -> tuple[float, float]:
        return x + 0.08 * em + along * (down + side), y - along * (down - side)

    point, shoulder, end = at(0, 0), 0.24 * em, 0.92 * em
    body = (point, at(shoulder, -aside), at(end, -aside), at(end, aside), at(shoulder, aside))
    pencil = Path("sign", (body,), HAIR, closed=True, join="round")
    lead = Path("sign", ((point, at(0.12 * em, -aside / 2), at(0.12 * em, aside / 2)),), 0, True, fill=True)
    return [pencil, lead, *claim_sign(x + 1.15 * em, y, em)]


def plain_square(x: float, y: float, side: float) -> Path:
    """Draw the shape that has no folded corner, small."""
    return Path("sign", (((x, y), (x + side, y), (x + side, y + side), (x, y + side)),), 0.35, closed=True)


def set_line(line: Line, x: float, y: float, size: float, role: str) -> list[Item]:
    """Draw one line of a paragraph from a point on."""
    items: list[Item] = []
    for run in line:
        if run.token.sign:
            items += sign(run.token.text, x + run.x, y, size)
        else:
            items.append(Text(role, x + run.x, y, run.token.text, size, run.token.weight, run.width))
    return items


def scissors(x: float, y: float, *, up: bool = False) -> list[Item]:
    """Draw scissors of 5 mm that cut to the right, or upwards, their point at a place on the line."""

    def at(along: float, aside: float) -> tuple[float, float]:
        return (x + aside, y - along) if up else (x + along, y + aside)

    items: list[Item] = []
    for side in (-1.0, 1.0):
        items.append(Circle("scissors", *at(-4.2, side * 1.0), 0.75, HAIR))
        items.append(rule("scissors", *at(-3.52, side * 0.68), *at(0, -side * 0.75)))
    return items
