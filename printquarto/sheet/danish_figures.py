"""The figures on the rules page of Danish Quarto, each within 36 mm of width. Knows no text.

Each says how high it is and what is drawn in it; its words are set by who asks for it.
"""

from __future__ import annotations

from itertools import pairwise

from printquarto.games.danish import POINT_BY_NAME, Point, Quadrate
from printquarto.sheet.lattice import (
    ROW_LINE,
    STEPS,
    Lattice,
    around,
    board_lines,
    board_points,
    lines,
    man,
    quadrate_in_dots,
    sizes,
)
from printquarto.sheet.scene import Circle, Item, Path
from printquarto.sheet.symbols import DOT, HAIR, rule

_MAN = 1.5
_DOT = 0.45
_BOARD_PITCH = 5.0
_SIZES_PITCH = 1.75
_SIZES_STEP = 12.75
_SIDE = 6.0
_BETWEEN = 8.5

BOARD_HIGH = 2 * _MAN + STEPS * _BOARD_PITCH + 1
SIZES_HIGH = STEPS * _SIZES_PITCH + _SIZES_STEP
VOID_HIGH = 2 * _MAN + 2 * _SIDE + 5
TAKE_HIGH = 2 * _MAN + _SIDE
VOID_WORDS = tuple((_MAN + index * (2 * _SIDE + _BETWEEN) + _SIDE, VOID_HIGH - 0.6) for index in range(2))
"""Around which points of the figure its two words stand."""

VOID_ROOM = 2 * _SIDE + _BETWEEN - 1.5
"""How wide such a word can be."""


def board() -> list[Item]:
    """The whole board, with a man that moves along a line."""
    lattice = Lattice(_DOT, _MAN, _BOARD_PITCH)
    origin, target = POINT_BY_NAME["d4"], POINT_BY_NAME["e3"]
    (x1, y1), (x2, y2) = lattice.at(origin), lattice.at(target)
    drawn = [item for item in board_points(lattice, _DOT) if item != Circle("point", x1, y1, _DOT)]
    part = (_MAN + 0.4) / (2**0.5 * _BOARD_PITCH)
    start = (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
    tip = (x2 - (x2 - x1) * 0.16, y2 - (y2 - y1) * 0.16)
    head = ((tip[0] - 1.9, tip[1]), tip, (tip[0], tip[1] + 1.9))
    return [
        *_thin(board_lines(lattice, {origin: _MAN})),
        *drawn,
        *man(x1, y1, black=True, radius=_MAN),
        rule("sign", *start, *tip, 0.9),
        Path("sign", (head,), 0.5, join="round"),
    ]


def _thin(drawn: list[Item]) -> list[Item]:
    """Take the lines of so small a board back to hairlines."""
    return [item._replace(line=HAIR) for item in drawn if isinstance(item, Path)]


def all_sizes() -> list[Item]:
    """One quadrate of each size, three beside each other."""
    items: list[Item] = []
    for index, (quadrate, _) in enumerate(sizes()):
        row, column = divmod(index, 3)
        lattice = Lattice(column * _SIZES_STEP, row * _SIZES_STEP, _SIZES_PITCH)
        items += [
            item._replace(radius=0.55 if item.role == "corner" else DOT) if isinstance(item, Circle) else item
            for item in quadrate_in_dots(lattice, quadrate)
        ]
    return items


def sized(triangles: int) -> Quadrate:
    """Give the quadrate of a size that the figures show."""
    return next(quadrate for quadrate, _ in sizes() if quadrate.triangles == triangles)


def void_and_not() -> list[Item]:
    """Two black quadrates: a man of their own stands on a side of the first, an enemy on the second."""
    items: list[Item] = []
    quadrate = sized(8)
    for index in range(2):
        first = quadrate.corners[0]
        left = _MAN + index * (2 * _SIDE + _BETWEEN)
        lattice = Lattice(left - first.column * _SIDE, _MAN - first.row * _SIDE, _SIDE)
        men = dict.fromkeys(quadrate.corners, True) | {quadrate.sides[0]: index == 0}
        items += _outline(lattice, quadrate, men)
    return items


def taking() -> list[Item]:
    """A black quadrate and a white man that it takes, struck out."""
    quadrate = sized(2)
    first = quadrate.corners[0]
    lattice = Lattice(_MAN - first.column * _SIDE, _MAN - first.row * _SIDE, _SIDE)
    x, y, reach = _MAN + 3 * _SIDE, _MAN + _SIDE / 2, 2.4
    cross = Path(
        "sign",
        (
            ((x - reach, y - reach), (x + reach, y + reach)),
            ((x - reach, y + reach), (x + reach, y - reach)),
        ),
        ROW_LINE,
    )
    return [
        *_outline(lattice, quadrate, dict.fromkeys(quadrate.corners, True)),
        *man(x, y, black=False, radius=_MAN),
        cross,
    ]


def _outline(lattice: Lattice, quadrate: Quadrate, men: dict[Point, bool]) -> list[Item]:
    """Draw a quadrate from point to point of its sides, and the men on it, black or not."""
    on = {(point.column, point.row): point for point in (*quadrate.corners, *quadrate.sides)}
    pairs = []
    corners = around(quadrate)
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        count = max(abs(end.column - start.column), abs(end.row - start.row))
        step = ((end.column - start.column) // count, (end.row - start.row) // count)
        walk = [on[start.column + step[0] * at, start.row + step[1] * at] for at in range(count + 1)]
        pairs += list(pairwise(walk))
    items: list[Item] = [lines(lattice, pairs, ROW_LINE, dict.fromkeys(men, _MAN))]
    items += [Circle("corner", *lattice.at(point), 0.55) for point in quadrate.sides if point not in men]
    for point, black in men.items():
        items += man(*lattice.at(point), black=black, radius=_MAN)
    return items
