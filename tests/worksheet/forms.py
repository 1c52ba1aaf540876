"""The smallest form of a puzzle under all symmetries, by brute force from its JSON; it knows no printquarto.

The symmetries of the board are found by search: every way to put the cells that keeps each line a line.
"""

from __future__ import annotations

import functools
from itertools import permutations
from typing import Any

from rederived import ALL, CORNERS, lines, turns_of

EMPTY = 255


@functools.cache
def board_symmetries(squares: bool) -> list[tuple[int, ...]]:
    """Find every way to permute the sixteen cells under which the lines stay the lines.

    Cells are put one by one, each where it has as many lines in common with those before it as it should.
    """
    wanted = {frozenset(line) for line in lines({"squares": squares})}
    common = [[sum({one, other} <= line for line in wanted) for other in range(16)] for one in range(16)]
    found: list[tuple[int, ...]] = []

    def put(images: list[int]) -> None:
        if len(images) == 16:
            found.append(tuple(images))
            return
        for image in range(16):
            cell = len(images)
            if image in images or any(common[image][images[at]] != common[cell][at] for at in range(cell)):
                continue
            images.append(image)
            whole = [line for line in wanted if max(line) == len(images) - 1]
            if all(frozenset(images[cell] for cell in line) in wanted for line in whole):
                put(images)
            images.pop()

    put([])
    return found


@functools.cache
def corner_symmetries() -> list[bytes]:
    """Give for each renaming and flipping of corners a table that maps the numbers of shapes."""
    tables = []
    for order in permutations(range(4)):
        for flips in range(16):
            images = [sum((number >> order[at] & 1) << at for at in range(4)) ^ flips for number in range(16)]
            tables.append(bytes(images) + bytes(range(16, 256)))
    return tables


def _number(shape: str) -> int:
    return ALL.index(shape)


def smallest(puzzle: dict[str, Any]) -> tuple[Any, ...]:
    """Give the smallest form of a puzzle; all that stands in the same form is the same puzzle."""
    kind, rules = puzzle["kind"], puzzle["rules"]
    ways = board_symmetries(rules["squares"])
    if kind == "shapes":
        return (kind, _smallest_match(puzzle))
    if kind == "missed":
        turns = turns_of(puzzle["record"])
        played = bytes(_number(shape) for shape, _ in turns)
        cells = min(bytes(way[cell] for _, cell in turns) for way in ways)
        return (kind, cells, min(played.translate(table) for table in corner_symmetries()))
    board = [EMPTY if shape is None else _number(shape) for shape in puzzle["board"]]
    hand = [_number(puzzle["given"])] if "given" in puzzle else []
    boards = [bytes([board[cell] for cell in way] + hand) for way in ways]
    return (kind, min(one.translate(table) for table in corner_symmetries() for one in boards))


def _smallest_match(puzzle: dict[str, Any]) -> tuple[Any, ...]:
    shown = [_number(shape) for shape in puzzle["set"]]
    match = zip(puzzle["match"]["shapes"], puzzle["answer"]["labels"], strict=True)
    pairs = [(_number(shape), label.count("-"), " " in label) for shape, label in match]
    return min(
        (sorted(table[one] for one in shown), sorted((table[one], *form) for one, *form in pairs))
        for table in corner_symmetries()
    )


def counted(puzzle: dict[str, Any]) -> tuple[Any, ...]:
    """Give the smallest form of a board whose shapes show the counted corners alone, flipped as may be.

    Corners are flipped by turning all of their letters over; renamed by putting the corners in order.
    """
    rules = puzzle["rules"]
    places = [at for at, name in enumerate(CORNERS) if name in rules["features"]]
    hand = [puzzle["given"]] if "given" in puzzle else []
    forms = []
    for way in board_symmetries(rules["squares"]):
        shapes = [puzzle["board"][cell] for cell in way] + hand
        texts = ["".join("." if shape is None else shape[at] for shape in shapes) for at in places]
        turned = str.maketrans("oi", "io")
        forms.append(sorted(min(text, text.translate(turned)) for text in texts))
    return (puzzle["kind"], *min(forms))
