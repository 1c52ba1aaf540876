"""How Danish Quarto is drawn: the board's lines and points, quadrates and men. Knows no parts and no pages.

Which points there are, which are joined and what a quadrate is comes from the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import NamedTuple

from printquarto.games.danish import COLUMNS, LINES, POINTS, QUADRATES, Point, Quadrate
from printquarto.sheet.scene import Circle, Item, Path
from printquarto.sheet.symbols import HAIR

ROW_LINE = 0.5
"""Width of the lines along rows and columns; the diagonals are hairlines."""

POINT = 1.1
"""Radius of a point of the board."""

STEPS = len(COLUMNS) - 1
"""How many times the pitch the board is wide and high."""

MAN = 4.75
"""Radius of a man to cut out, to the middle of its ring, ..."""

CARD = 40 / 3
"""... and the side of the square that is cut."""

_DOT = 0.22
_CORNER = 0.8
_SQUARE = 0.5
_RING = 0.5


class Lattice(NamedTuple):
    """Where the board's square is, by its top left, and how far its points are apart."""

    x: float
    y: float
    pitch: float

    def at(self, point: Point) -> tuple[float, float]:
        """Give the place of a point."""
        return self.x + point.column * self.pitch, self.y + point.row * self.pitch


def board_lines(lattice: Lattice, taken: Mapping[Point, float] | None = None) -> list[Item]:
    """Draw all lines between neighbouring points; those of ``taken`` have a man of that radius on them."""
    straight = [line for line in LINES if line[0].column == line[1].column or line[0].row == line[1].row]
    slanting = [line for line in LINES if line not in straight]
    return [lines(lattice, slanting, HAIR, taken or {}), lines(lattice, straight, ROW_LINE, taken or {})]


def lines(
    lattice: Lattice, pairs: Iterable[tuple[Point, Point]], line: float, taken: Mapping[Point, float]
) -> Path:
    """Draw lines between pairs of points, each ending where a man on its point begins."""
    runs = []
    for one, other in pairs:
        (x1, y1), (x2, y2) = lattice.at(one), lattice.at(other)
        length = hypot(x2 - x1, y2 - y1)
        first, last = taken.get(one, 0.0) / length, 1 - taken.get(other, 0.0) / length
        start = (x1 + (x2 - x1) * first, y1 + (y2 - y1) * first)
        runs.append((start, (x1 + (x2 - x1) * last, y1 + (y2 - y1) * last)))
    return Path("board-line", tuple(runs), line)


def board_points(lattice: Lattice, radius: float = POINT) -> list[Item]:
    """Draw all points."""
    return [Circle("point", *lattice.at(point), radius) for point in POINTS]


def man(x: float, y: float, *, black: bool, radius: float = MAN) -> list[Item]:
    """Draw a man: a ring, and for a black one what fills it."""
    ring = Circle("ring", x, y, radius, _RING)
    return [Circle("man", x, y, radius), ring] if black else [ring]


def sizes() -> list[tuple[Quadrate, int]]:
    """Give a quadrate of each size, the one nearest to the middle, and how many there are of it.

    >>> [(quadrate.triangles, count) for quadrate, count in sizes()]
    [(2, 24), (4, 12), (8, 13), (16, 5), (18, 4), (32, 1)]
    """
    found = []
    for triangles in sorted({quadrate.triangles for quadrate in QUADRATES}):
        some = [quadrate for quadrate in QUADRATES if quadrate.triangles == triangles]
        found.append((min(some, key=_aside), len(some)))
    return found


def _aside(quadrate: Quadrate) -> tuple[float, float]:
    """Give how far the middle of a quadrate is from that of the board, those at the left before others."""
    across, down = (
        sum(getattr(corner, way) for corner in quadrate.corners) / 4 - STEPS / 2 for way in ("column", "row")
    )
    return round(hypot(across, down), 6), across


def around(quadrate: Quadrate) -> tuple[Point, Point, Point, Point]:
    """Give the corners in the order in which the outline meets them."""
    one, two, three, four = quadrate.corners
    return one, two, four, three


def quadrate_in_dots(lattice: Lattice, quadrate: Quadrate) -> list[Item]:
    """Draw a quadrate with its corners among all points, these as faint dots."""
    corners = [lattice.at(corner) for corner in around(quadrate)]
    dots: list[Item] = [Circle("guide", *lattice.at(point), _DOT) for point in POINTS]
    square = Path("quadrate", (tuple(corners),), _SQUARE, closed=True)
    return [*dots, square, *(Circle("corner", x, y, _CORNER) for x, y in corners)]
