"""Which puzzles are the same but for turning, mirroring and renaming corners: those with the same key.

The board may be changed by whatever keeps its alignments: 32 ways without the 2×2 blocks (turns, mirrors,
and what swaps inner with outer rows and columns), 8 with them. Corners may be renamed and flipped: 4! × 2⁴
ways. A key is the smallest form of a puzzle under all of these. Loose keys say what is rather alike: the same
counted corners where not all count, or the same set of shapes.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Sequence
from itertools import permutations, product

from printquarto.games.board import CELLS, COUNTED, SIZE
from printquarto.games.shape import CORNERS, SHAPES, Shape
from printquarto.worksheet.puzzle import (
    BoardPuzzle,
    ForcePuzzle,
    MissedPuzzle,
    Puzzle,
    ShapesPuzzle,
    WinPuzzle,
)

Key = tuple[Hashable, ...]

_VALUES = tuple(corner.value for corner in CORNERS)


@functools.cache
def board_symmetries(squares: bool) -> tuple[tuple[int, ...], ...]:
    """Give the ways to change the board that keep its alignments: for each cell the cell that it goes to.

    >>> len(board_symmetries(False)), len(board_symmetries(True))
    (32, 8)
    """
    lines = {frozenset(cell.index for cell in one.cells) for one in COUNTED[squares]}
    orders = [order for order in permutations(range(SIZE)) if order[0] + order[3] == order[1] + order[2] == 3]
    found = []
    for rows, columns, is_turned in product(orders, orders, (False, True)):
        places = [(rows[cell.row], columns[cell.column]) for cell in CELLS]
        ways = tuple(x * SIZE + y if is_turned else y * SIZE + x for y, x in places)
        if all(frozenset(ways[index] for index in line) in lines for line in lines):
            found.append(ways)
    return tuple(found)


def key(puzzle: Puzzle) -> Key:
    """Give the key of a puzzle; it is the same as another where the keys are."""
    if isinstance(puzzle, ShapesPuzzle):
        return (puzzle.kind, _shapes_key(puzzle))
    return (puzzle.kind, puzzle.rules.squares, _form(puzzle, _VALUES))


def loose_key(puzzle: Puzzle) -> Key | None:
    """Give the key that puzzles should not share as long as there are others, but may; None for no such key.

    Boards that differ only in corners that do not count ask the same; with one corner that counts there may
    be only some hundred of a kind and level. Of the sets of shapes with so many missing even fewer differ by
    more than the names of the corners: 19 with 4 missing, 74 with 8.
    """
    if isinstance(puzzle, ShapesPuzzle):
        numbers = [shape.number for shape in puzzle.missing]
        return ("set", min(tuple(sorted([way[number] for number in numbers])) for way in corner_symmetries()))
    if len(puzzle.rules.features) == len(CORNERS):
        return None
    counted = tuple(corner.value for corner in puzzle.rules.features)
    return (puzzle.kind, puzzle.rules.squares, puzzle.rules.counted, _form(puzzle, counted))


def _form(puzzle: Puzzle, values: tuple[int, ...]) -> Key:
    """Give the smallest form of a puzzle, looking at some corners alone."""
    ways = board_symmetries(puzzle.rules.squares)
    if isinstance(puzzle, MissedPuzzle):
        shapes = _columns([drawing.shape for drawing in puzzle.drawings], values)
        cells = [drawing.cell.index for drawing in puzzle.drawings]
        return (min(tuple(way[cell] for cell in cells) for way in ways), shapes)
    assert isinstance(puzzle, BoardPuzzle)
    hand = [puzzle.given] if isinstance(puzzle, WinPuzzle | ForcePuzzle) else []
    return min(_board_key(puzzle.board, hand, way, values) for way in ways)


def _board_key(
    board: Sequence[Shape | None], hand: list[Shape], way: tuple[int, ...], values: tuple[int, ...]
) -> Key:
    taken = 0
    shapes = []
    for index, source in enumerate(way):
        shape = board[source]
        if shape is not None:
            taken |= 1 << index
            shapes.append(shape)
    return (taken, _columns(shapes + hand, values))


def _columns(shapes: Iterable[Shape], values: tuple[int, ...]) -> Key:
    """Give shapes in an order so that corners renamed or flipped make no difference.

    Each corner is one number, a bit for each shape; flipped so that the first shape's is 0, and sorted.
    """
    columns = [0] * len(values)
    first: int | None = None
    for shape in shapes:
        number = shape.number
        if first is None:
            first = number
        for place, value in enumerate(values):
            columns[place] = columns[place] << 1 | ((number ^ first) & value != 0)
    return tuple(sorted(columns))


@functools.cache
def corner_symmetries() -> tuple[tuple[int, ...], ...]:
    """Give the ways to rename and flip corners: for each shape the number of the one that it becomes."""
    return tuple(
        tuple(_renamed(shape.number, order) ^ flips for shape in SHAPES)
        for order in permutations(range(len(CORNERS)))
        for flips in range(len(SHAPES))
    )


def _renamed(number: int, order: tuple[int, ...]) -> int:
    return sum(_VALUES[place] for value, place in zip(_VALUES, order, strict=True) if number & value)


def _shapes_key(puzzle: ShapesPuzzle) -> Key:
    """Give the smallest form of a set with its match; the order in which things are printed is no matter."""
    missing = [shape.number for shape in puzzle.missing]
    labels = [(label.shape.number, label.form) for label in puzzle.labels]
    return min(
        (
            *sorted([way[number] for number in missing]),
            tuple(sorted([(way[number], form) for number, form in labels])),
        )
        for way in corner_symmetries()
    )
