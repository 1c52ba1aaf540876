"""Answers and counts of puzzles by brute force from their JSON alone; written apart, it knows no printquarto.

A board is a list of sixteen texts such as ``oiio`` or None, row by row. What may be shared is told from the
letters of a shape, one corner after the other; the order of play is tried out.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

Board = list[str | None]

NAMES = [column + row for row in "1234" for column in "abcd"]
CORNERS = ("tl", "tr", "br", "bl")
ALL = ["".join(letters) for letters in product("oi", repeat=4)]


def lines(rules: dict[str, Any]) -> list[tuple[int, ...]]:
    """The cells of each line that counts."""
    rows = [tuple(range(4 * row, 4 * row + 4)) for row in range(4)]
    columns = [tuple(range(column, 16, 4)) for column in range(4)]
    blocks = [(at, at + 1, at + 4, at + 5) for at in range(11) if at % 4 < 3]
    return [*rows, *columns, (0, 5, 10, 15), (3, 6, 9, 12), *(blocks if rules["squares"] else [])]


def shared(board: Board, line: tuple[int, ...], rules: dict[str, Any]) -> list[str]:
    """The corners that four cells share, named; none where a cell is empty."""
    there = [board[cell] for cell in line]
    if None in there:
        return []
    return [
        f"{name}-{'in' if there[0][at] == 'i' else 'out'}"
        for at, name in enumerate(CORNERS)
        if name in rules["features"] and len({shape[at] for shape in there}) == 1
    ]


def quartos(board: Board, rules: dict[str, Any], through: int | None = None) -> list[dict[str, Any]]:
    """Every Quarto on a board, or through one cell, as alignments of the JSON."""
    found = []
    for line in lines(rules):
        corners = shared(board, line, rules)
        if corners and (through is None or through in line):
            found.append({"cells": [NAMES[cell] for cell in line], "shared": corners})
    return sorted(found, key=lambda one: one["cells"])


def with_shape(board: Board, shape: str, cell: int) -> Board:
    return [shape if at == cell else there for at, there in enumerate(board)]


def free(board: Board) -> list[int]:
    return [cell for cell in range(16) if board[cell] is None]


def left(board: Board, given: str | None = None) -> list[str]:
    return [shape for shape in ALL if shape not in board and shape != given]


def winning_cells(board: Board, shape: str, rules: dict[str, Any]) -> list[int]:
    return [cell for cell in free(board) if quartos(with_shape(board, shape, cell), rules, cell)]


def win(puzzle: dict[str, Any]) -> dict[str, Any]:
    cells = winning_cells(puzzle["board"], puzzle["given"], puzzle["rules"])
    return {"cells": [NAMES[cell] for cell in cells]}


def safe(puzzle: dict[str, Any]) -> dict[str, Any]:
    board, rules = puzzle["board"], puzzle["rules"]
    return {"shapes": [shape for shape in left(board) if not winning_cells(board, shape, rules)]}


def spot(puzzle: dict[str, Any]) -> dict[str, Any]:
    return {"alignments": quartos(puzzle["board"], puzzle["rules"])}


def shapes(puzzle: dict[str, Any]) -> dict[str, Any]:
    """What is missing of the sixteen, and for each shape the one label that is true of it."""
    labels = puzzle["match"]["labels"]
    rows = [[label for label in labels if is_true_of(label, one)] for one in puzzle["match"]["shapes"]]
    assert all(len(row) == 1 for row in rows)
    return {"missing": left(puzzle["set"]), "labels": [row[0] for row in rows]}


WORDS = (("light", "dark"), ("tall", "short"), ("square", "round"), ("solid", "hollow"))


def is_true_of(label: str, shape: str) -> bool:
    bits = ["oi".index(letter) for letter in shape]
    words = "-".join(WORDS[at][bit] for at, bit in enumerate(bits))
    corners = " ".join(f"{CORNERS[at]}-{('out', 'in')[bit]}" for at, bit in enumerate(bits))
    return label in ("".join(map(str, bits)), words, corners)


def form_of(label: str) -> str:
    return "number" if label.isdigit() else "words" if " " in label else "attributes"


def turns_of(record: str) -> list[tuple[str, int]]:
    return [(shape, NAMES.index(cell)) for shape, cell in re.findall(r"\d+\. ([oi]{4})@([a-d][1-4])", record)]


def made_in(puzzle: dict[str, Any]) -> dict[int, list[dict[str, Any]]]:
    """For each turn of a game that made Quartos those that it made."""
    board: Board = [None] * 16
    found = {}
    for turn, (shape, cell) in enumerate(turns_of(puzzle["record"]), 1):
        board = with_shape(board, shape, cell)
        if made := quartos(board, puzzle["rules"], cell):
            found[turn] = made
    return found


def missed(puzzle: dict[str, Any]) -> dict[str, Any]:
    ((turn, alignments),) = made_in(puzzle).items()
    return {"turn": turn, "alignments": alignments}


def force(puzzle: dict[str, Any]) -> dict[str, Any]:
    """The cell from which, and the shapes with which, every reply loses; found by playing everything out."""
    board, given, rules = puzzle["board"], puzzle["given"], puzzle["rules"]
    game = _Game(rules)
    found = {}
    for cell in free(board):
        after = with_shape(board, given, cell)
        assert not quartos(after, rules, cell)
        shapes = [shape for shape in left(after) if game.value(tuple(after), shape) == -1]
        if shapes:
            found[cell] = shapes
    ((cell, shapes),) = found.items()
    return {"cell": NAMES[cell], "hand_over": shapes}


class _Game:
    """Plays out what follows from a board and a shape in hand: 1 the player with the shape wins, -1 loses."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.others = [
            [[other for other in line if other != cell] for line in lines(rules) if cell in line]
            for cell in range(16)
        ]
        places = [at for at, name in enumerate(CORNERS) if name in rules["features"]]
        self.has: dict[str | None, int] = {
            shape: sum(1 << 2 * at + (shape[at] == "i") for at in places) for shape in ALL
        }
        self.has[None] = 0
        self.known: dict[tuple[tuple[str | None, ...], str], int] = {}

    def value(self, board: tuple[str | None, ...], shape: str) -> int:
        known = self.known.get((board, shape))
        if known is None:
            known = self.known[board, shape] = self._value(board, shape)
        return known

    def _value(self, board: tuple[str | None, ...], shape: str) -> int:
        afters = []
        for cell in free(list(board)):
            after = (*board[:cell], shape, *board[cell + 1 :])
            if self.makes_quarto(board, shape, cell):
                return 1
            afters.append(after)
        best = -1
        for after in afters:
            others = left(list(after))
            best = max([best, *self._values_of_gifts(after, others)]) if others else max(best, 0)
            if best == 1:
                return 1
        return best

    def makes_quarto(self, board: tuple[str | None, ...], shape: str, cell: int) -> bool:
        """Say whether a corner of the shape is the same in three other cells of a line."""
        has, own = self.has, self.has[shape]
        return any(
            own & has[board[one]] & has[board[two]] & has[board[three]]
            for one, two, three in self.others[cell]
        )

    def _values_of_gifts(self, board: tuple[str | None, ...], shapes: list[str]) -> list[int]:
        values = []
        for shape in shapes:
            values.append(-self.value(board, shape))
            if values[-1] == 1:
                break
        return values


ANSWERS = {"shapes": shapes, "spot": spot, "win": win, "safe": safe, "missed": missed, "force": force}


def answer(puzzle: dict[str, Any]) -> dict[str, Any]:
    """The whole answer of a puzzle of any kind."""
    return ANSWERS[puzzle["kind"]](puzzle)


def full_lines(board: Board, rules: dict[str, Any]) -> list[tuple[int, ...]]:
    return [line for line in lines(rules) if all(board[cell] is not None for cell in line)]


def open_lines(board: Board, rules: dict[str, Any]) -> list[tuple[int, ...]]:
    return [line for line in lines(rules) if sum(board[cell] is None for cell in line) == 1]


def losing_corners(board: Board, rules: dict[str, Any]) -> int:
    """Count the corners, out or in, that all three shapes of an open line share."""
    found = set()
    for line in open_lines(board, rules):
        there = [board[cell] for cell in line if board[cell] is not None]
        for at, name in enumerate(CORNERS):
            if name in rules["features"] and len({shape[at] for shape in there}) == 1:
                found.add((name, there[0][at]))
    return len(found)


def decoys(puzzle: dict[str, Any]) -> int:
    """Count the turns that fill a line and make no Quarto."""
    board: Board = [None] * 16
    made, count = made_in(puzzle), 0
    for turn, (shape, cell) in enumerate(turns_of(puzzle["record"]), 1):
        before = len(full_lines(board, puzzle["rules"]))
        board = with_shape(board, shape, cell)
        count += len(full_lines(board, puzzle["rules"])) > before and turn not in made
    return count


def replies(puzzle: dict[str, Any]) -> int:
    """Count the opponent's cells after which a safe shape is left, with the best shape handed over."""
    rules, answered = puzzle["rules"], puzzle["answer"]
    board = with_shape(puzzle["board"], puzzle["given"], NAMES.index(answered["cell"]))
    counts = []
    for shape in answered["hand_over"]:
        afters = [with_shape(board, shape, cell) for cell in free(board)]
        counts.append(sum(any(not winning_cells(one, gift, rules) for gift in left(one)) for one in afters))
    return min(counts)


def counts(puzzle: dict[str, Any]) -> dict[str, int]:
    """Count what the levels of a kind differ by, under the names of the table of levels."""
    kind, rules, board = puzzle["kind"], puzzle["rules"], puzzle.get("board", [])
    on_board = {"shapes on the board": sum(shape is not None for shape in board)}
    if kind == "shapes":
        labels = puzzle["match"]["labels"]
        forms = len({form_of(label) for label in labels})
        return {
            "shapes missing": 16 - len(puzzle["set"]),
            "shapes to match": len(labels),
            "forms of labels": forms,
        }
    if kind == "spot":
        return {
            **on_board,
            "full lines": len(full_lines(board, rules)),
            "Quartos": len(quartos(board, rules)),
        }
    if kind == "win":
        cells = {cell for line in open_lines(board, rules) for cell in line if board[cell] is None}
        return {
            **on_board,
            "cells that fill a line": len(cells),
            "cells to mark": len(win(puzzle)["cells"]),
        }
    if kind == "safe":
        return {**on_board, "corners, in or out, that lose at once": losing_corners(board, rules)}
    if kind == "missed":
        return {
            "turns": len(turns_of(puzzle["record"])),
            "turns that fill a line and make no Quarto": decoys(puzzle),
        }
    return {**on_board, "replies that leave a safe shape": replies(puzzle)}
