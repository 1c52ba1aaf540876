"""Filled-in sheets as text: what is drawn on the board, in the strip and the tray, and what is read from it.

A file has sections, each a word and a colon: ``board`` (four rows as in a record), ``turns`` (for each box
``oiio``, with ``!`` for the call by the drawer and ``?`` for that by the receiver, ``-`` for an empty box, or
its rounds as ``tl+none``), ``tray`` (``unused``, or ``without`` and ``with`` and the marks that differ from
what turns and board say), ``result`` (rounds), ``squares``, ``unsure`` (a field, its values with chances, a
reason). Then what is expected: ``record``, ``findings`` (code, turn, player), ``problems``, ``ruled`` (fields
that the rules decide), ``left`` (fields that stay unsure).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from printquarto.games.board import CELLS
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS, SHAPES
from printquarto.photo.chart import Chart, chart_for
from printquarto.photo.reading import Evidence, Value
from printquarto.photo.strip import ROUND_BITS

CHART = chart_for(0)
assert CHART is not None

SECTIONS = (
    "board turns tray result squares unsure record findings problems ruled left about".split()  # noqa: SIM905
)


def sections(text: str) -> dict[str, str]:
    """Part a file into its sections."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        head, colon, rest = line.partition(":")
        if colon and head in SECTIONS:
            name = head
            found[name] = rest.strip()
        elif name:
            found[name] += ("\n" if found[name] else "") + line
    return {name: body.strip("\n") for name, body in found.items()}


def blank(chart: Chart = CHART) -> dict[str, Value]:
    """Give the values of a sheet that nobody wrote on."""
    return {one.field.id: "" if one.field.id.startswith("cell.") else False for one in chart.fields}


def hand_over(values: dict[str, Value], turn: int, shape: str) -> None:
    """Fill the rounds of a turn's box."""
    if shape == "oooo":
        values[f"turn.{turn}.none"] = True
    for corner, letter in zip(CORNERS, shape, strict=True):
        values[f"turn.{turn}.{corner.name}"] = letter == "i"


def filled(found: Mapping[str, str]) -> dict[str, Value]:
    """Give the values of a sheet from its sections."""
    values = blank()
    for cell, token in zip(CELLS, found.get("board", ". " * 16).split(), strict=True):
        values[f"cell.{cell}"] = "" if token == "." else token
    handed = set()
    for turn, token in enumerate(found.get("turns", "").split(), 1):
        shape = token.rstrip("!?")
        values[f"turn.{turn}.call"] = "!" in token
        values[f"turn.{turn}.claim"] = "?" in token
        if shape in SHAPE_BY_CORNERS:
            hand_over(values, turn, shape)
            handed.add(shape)
        elif shape not in ("", "-"):
            values |= {f"turn.{turn}.{name}": True for name in shape.split("+")}
    _fill_tray(values, found.get("tray", ""), handed)
    values |= {f"result.{name}": True for name in found.get("result", "").split()}
    values["rule.squares"] = found.get("squares", "no") == "yes"
    return values


def _fill_tray(values: dict[str, Value], said: str, handed: Iterable[str]) -> None:
    standing = {value for name, value in values.items() if name.startswith("cell.") and value}
    for shape in SHAPES:
        drawn = shape.corners in standing
        values[f"tray.{shape.number}.used"] = drawn and said != "unused"
        values[f"tray.{shape.number}.arrow"] = said != "unused" and (drawn or shape.corners in handed)
    for word, marks in re.findall(r"(without|with)((?: (?!with)[\w.]+)+)", said):
        for mark in marks.split():
            shape, kind = mark.split(".")
            values[f"tray.{SHAPE_BY_CORNERS[shape].number}.{kind}"] = word == "with"


def seen(
    values: Mapping[str, Value], unsure: Iterable[Evidence] = (), doubt: float = 0.0, board: int = 1
) -> list[Evidence]:
    """Give the evidence of clear ink, with a doubt shared by all other values, but for what is unsure."""
    evidence = {}
    for name, value in values.items():
        every: list[Value] = ["", *SHAPE_BY_CORNERS] if isinstance(value, str) else [False, True]
        chances = {other: doubt / (len(every) - 1) for other in every} if doubt else {}
        evidence[name] = Evidence(board, name, {**chances, value: 1 - doubt}, None, bool(value))
    return list({**evidence, **{one.id: one for one in unsure}}.values())


def unsure_fields(said: str) -> list[Evidence]:
    """Read the section ``unsure``, a line for each field."""
    found = []
    for line in said.splitlines():
        name, *words = line.split()
        chances: dict[Value, float] = {}
        for word in (one for one in words if "=" in one):
            value, chance = word.split("=")
            chances[{"yes": True, "no": False, "blank": ""}.get(value, value)] = float(chance)
        reason = next((one for one in words if "=" not in one), None)
        found.append(Evidence(1, name, chances, reason, True))
    return found


def recorded(moves: Iterable[tuple[str, str]], calls: Mapping[int, str] | None = None) -> dict[str, Value]:
    """Give the values of a sheet on which a game was written down without a mistake.

    A move is a shape and its cell, ``""`` for one that was not drawn; ``calls`` has ``call`` or ``claim``.
    """
    values = blank()
    for turn, (shape, cell) in enumerate(moves, 1):
        number = SHAPE_BY_CORNERS[shape].number
        hand_over(values, turn, shape)
        values[f"tray.{number}.arrow"] = True
        if cell:
            values[f"cell.{cell}"] = shape
            values[f"tray.{number}.used"] = True
    return values | {f"turn.{turn}.{name}": True for turn, name in (calls or {}).items()}


ROUNDS = [f"turn.{turn}.{name}" for turn in range(1, 17) for name in ROUND_BITS]
