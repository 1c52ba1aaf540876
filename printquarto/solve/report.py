"""A solution as text for a person, and as the JSON of the worksheet specification. Knows no terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from printquarto.games.shape import Shape
from printquarto.solve.search import Drawing, Gift, Solution, Value, shapes_left
from printquarto.solve.task import Task

SCHEMA = 1
_UNKNOWN = "?"
_INDENT = "  "


def solution_object(solution: Solution, task: Task) -> dict[str, Any]:
    """Give the JSON object: ``drawings`` with a shape in hand, ``gifts`` without one."""
    head = {
        "schema": SCHEMA,
        "value": _word(solution.value),
        "complete": solution.is_complete,
        "positions": solution.positions,
    }
    if task.given is None:
        gifts = [{"shape": gift.shape.corners, "value": _word(gift.value)} for gift in solution.gifts]
        return {**head, "gifts": gifts}
    drawings = [
        {
            "cell": drawing.cell.name,
            "value": _word(drawing.value),
            "hand_over": [shape.corners for shape in drawing.hand_over],
        }
        for drawing in solution.drawings
    ]
    return {**head, "drawings": drawings}


def _word(value: Value | None) -> str | None:
    return value.word if value is not None else None


def headline(task: Task) -> str:
    """Say what is about to happen, and before which turn."""
    if task.turn is None:
        return "A shape is to be handed over." if task.given is None else f"{named(task.given)} is in hand."
    done = f"draws {named(task.given)}" if task.given is not None else "hands over a shape"
    return f"Turn {task.turn}: {task.player} {done}."


def solution_text(solution: Solution, task: Task) -> str:
    """Give the value in a sentence, then every drawing or every shape to hand over, the best first."""
    rows = (
        _drawing_rows(solution.drawings, task) if task.given is not None else _gift_rows(solution.gifts, task)
    )
    lines = [_verdict(solution.value, task), "", *_table(rows), "", _searched(solution)]
    return "\n".join(lines) + "\n"


def _verdict(value: Value | None, task: Task) -> str:
    if value is None:
        return "It is not known who wins."
    if value == Value.DRAW:
        return "Draw: with best play nobody wins."
    winner = task.player if value == Value.WIN else task.opponent
    if task.turn is None:
        winner = winner[0].lower() + winner[1:]
    return f"{value.word.capitalize()}: with best play {winner} wins."


def named(shape: Shape) -> str:
    """Name a shape by its corners and its number.

    >>> from printquarto.games.shape import SHAPES
    >>> named(SHAPES[6])
    'oiio (#6)'
    """
    return f"{shape.corners} (#{shape.number})"


def _drawing_rows(drawings: Iterable[Drawing], task: Task) -> list[list[str]]:
    left = shapes_left(task.position, task.given)
    rows = [["cell", "value", "then hand over"]]
    for drawing in sorted(drawings, key=_best_first):
        rows.append([drawing.cell.name, _word(drawing.value) or _UNKNOWN, _hand_over(drawing, left, task)])
    return rows


def _hand_over(drawing: Drawing, left: tuple[Shape, ...], task: Task) -> str:
    assert task.given is not None
    if drawing.value is None:
        return _UNKNOWN
    if task.position.completed_by(task.given, drawing.cell, task.rules):
        return "– (a Quarto)"
    if not left:
        return "– (nothing is left)"
    if len(left) > 1 and drawing.hand_over == left:
        return "any shape"
    return ", ".join(named(shape) for shape in drawing.hand_over)


def _gift_rows(gifts: Iterable[Gift], task: Task) -> list[list[str]]:
    rows = [["shape", "value", ""]]
    for gift in sorted(gifts, key=_best_first):
        at_once = task.position.wins_with(gift.shape, task.rules)
        why = "a Quarto at once" if at_once else ""
        rows.append([named(gift.shape), _word(gift.value) or _UNKNOWN, why])
    return rows


def _best_first(one: Drawing | Gift) -> int:
    return -one.value if one.value is not None else 2


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return [
        f"{_INDENT}{first:<{widths[0]}}   {second:<{widths[1]}}   {third}".rstrip()
        for first, second, third in rows
    ]


def _searched(solution: Solution) -> str:
    count = solution.positions
    noun = "position" if count == 1 else "positions"
    end = "" if solution.is_complete else " This is not all; what is marked ? is not known."
    return f"{count:,} {noun} searched.{end}"
