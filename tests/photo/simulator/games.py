"""Games that were played and how they got on the sheet, the players' mistakes included. Knows no ink.

A field's wish is what somebody meant to put there and how; where nothing is wished the field stays blank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from printquarto.games.quarto import PAPER, State
from printquarto.games.shape import SHAPES, Shape

Rng = np.random.Generator
CORNER_NAMES = ("tl", "tr", "br", "bl")


class Wish(NamedTuple):
    """What goes into a field: its value, who writes (0 or 1), how, and what stood there before.

    Manners: ``plain``; for a shape ``corrected`` (``before`` drawn over) and ``scribbled`` (crossed out); for
    a bubble ``cancelled`` (filled, then crossed out), ``ringed`` (a ring round it and filled) and ``ring`` (a
    ring alone).
    """

    value: str | bool
    player: int = 0
    manner: str = "plain"
    before: str = ""
    number: int = 0
    called: bool = False


class Turn(NamedTuple):
    """A turn as it was played: the shape, and the cell as ``b2``; ``called`` after drawing."""

    shape: str
    cell: str
    called: bool = False


class Play(NamedTuple):
    """A game: its turns, a shape handed over at the end but not drawn, whether that was claimed, who won."""

    turns: list[Turn]
    offered: str | None
    claimed: bool
    result: str | None


class Filling(NamedTuple):
    """All wishes by field id, the cells that a line strikes through, and the mistakes that were made."""

    wishes: dict[str, Wish]
    struck: list[str]
    mistakes: list[str]


def _letters(shape: Shape) -> str:
    return str(shape)


def _gift(state: State, rng: Rng) -> Shape:
    """Choose a shape to hand over: most often one that does not lose at once."""
    gifts = list(state.gifts())
    if rng.random() < 0.85:
        gifts = [one for one in gifts if not state.position.wins_with(one, PAPER)] or gifts
    return gifts[int(rng.integers(len(gifts)))]


def play(rng: Rng, length: int = 16) -> Play:
    """Play a game until somebody calls or claims, the board is full, or ``length`` turns are over."""
    state, turns = State(), []
    for number in range(1, length + 1):
        shape = _gift(state, rng)
        cells = list(state.free_cells())
        wins = [cell for cell in cells if state.position.completed_by(shape, cell, PAPER)]
        if wins and rng.random() < 0.9:
            cells = wins
        cell = cells[int(rng.integers(len(cells)))]
        state = state.draw(shape, cell, PAPER)
        called = bool(state.live) and rng.random() < 0.85
        turns.append(Turn(_letters(shape), str(cell), called))
        if called:
            return Play(turns, None, False, "first" if number % 2 else "second")
        if state.live and not state.is_full and rng.random() < 0.6:
            offered = _letters(_gift(state, rng))
            return Play(turns, offered, True, "second" if number % 2 else "first")
    if len(turns) == 16:
        return Play(turns, None, False, "draw")
    offered = _letters(_gift(state, rng)) if rng.random() < 0.5 else None
    return Play(turns, offered, False, None)


def _strip(number: int, shape: str, player: int) -> dict[str, Wish]:
    """Give the bubbles of the shape handed over for a turn; the giver fills them."""
    if shape == "oooo":
        return {f"turn.{number}.none": Wish(True, player)}
    corners = [name for name, fold in zip(CORNER_NAMES, shape, strict=True) if fold == "i"]
    return {f"turn.{number}.{corner}": Wish(True, player) for corner in corners}


def _number_of(shape: str) -> int:
    return int(shape.replace("o", "0").replace("i", "1"), 2)


def _written(played: Play, rng: Rng) -> dict[str, Wish]:
    """Write a game down without a mistake."""
    wishes: dict[str, Wish] = {}
    for number, turn in enumerate(played.turns, 1):
        drawer, giver = (number + 1) % 2, number % 2
        wishes |= _strip(number, turn.shape, giver)
        tray = f"tray.{_number_of(turn.shape)}"
        wishes[f"{tray}.arrow"] = Wish(True, giver)
        wishes[f"{tray}.used"] = Wish(True, drawer, number=number, called=turn.called)
        wishes[f"cell.{turn.cell}"] = Wish(turn.shape, drawer)
        if turn.called:
            wishes[f"turn.{number}.call"] = Wish(True, drawer)
    if played.offered is not None:
        number = len(played.turns) + 1
        wishes |= _strip(number, played.offered, number % 2)
        wishes[f"tray.{_number_of(played.offered)}.arrow"] = Wish(True, number % 2)
        if played.claimed:
            wishes[f"turn.{number}.claim"] = Wish(True, (number + 1) % 2)
    if played.result is not None and rng.random() < 0.9:
        wishes[f"result.{played.result}"] = Wish(True, int(rng.integers(2)))
    if rng.random() < 0.1:
        wishes["rule.squares"] = Wish(True, 0)
    return wishes


def _turned(shape: str, quarters: int) -> str:
    """Turn a shape clockwise by quarters."""
    return shape[-quarters % 4 :] + shape[: -quarters % 4] if quarters else shape


Mistake = Callable[[dict[str, Wish], Play, Rng], list[str]]


def _drop(wishes: dict[str, Wish], chosen: Iterable[str]) -> list[str]:
    for name in list(chosen):
        wishes.pop(name, None)
    return []


def _any_turn(played: Play, rng: Rng) -> int:
    return int(rng.integers(1, len(played.turns) + 1))


def _skipped_box(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Leave the bubbles of a turn out."""
    number = _any_turn(played, rng)
    return _drop(wishes, (name for name in wishes if name.startswith(f"turn.{number}.")))


def _wrong_bubble(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Fill one bubble too many, or one too few."""
    number = _any_turn(played, rng)
    name = f"turn.{number}.{CORNER_NAMES[rng.integers(4)]}"
    if wishes.pop(name, None) is None:
        wishes[name] = Wish(True, number % 2)
    return []


def _mended_bubble(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Fill a wrong bubble, cross it out and ring the right one, as the sheet asks to."""
    for turn in rng.permutation(len(played.turns)):
        names = [f"turn.{turn + 1}.{corner}" for corner in CORNER_NAMES]
        filled = [name for name in names if name in wishes]
        blank = [name for name in names if name not in wishes]
        if filled and blank:
            right, wrong = filled[rng.integers(len(filled))], blank[rng.integers(len(blank))]
            wishes[wrong] = Wish(False, int(turn + 1) % 2, "cancelled")
            wishes[right] = Wish(True, int(turn + 1) % 2, "ringed" if rng.random() < 0.7 else "ring")
            break
    return []


def _turned_shape(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Draw a shape as it looks from another side of the table."""
    turn = played.turns[_any_turn(played, rng) - 1]
    name = f"cell.{turn.cell}"
    wishes[name] = wishes[name]._replace(value=_turned(turn.shape, int(rng.choice([1, 2, 2, 2, 3]))))
    return []


def _repeated_shape(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Draw a shape that stands on the board already."""
    if len(played.turns) >= 2:
        one, other = rng.choice(len(played.turns), 2, replace=False)
        name = f"cell.{played.turns[one].cell}"
        wishes[name] = wishes[name]._replace(value=played.turns[other].shape)
    return []


def _forgotten_arrow(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    turn = played.turns[_any_turn(played, rng) - 1]
    return _drop(wishes, [f"tray.{_number_of(turn.shape)}.arrow"])


def _forgotten_box(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    turn = played.turns[_any_turn(played, rng) - 1]
    return _drop(wishes, [f"tray.{_number_of(turn.shape)}.used"])


def _corrected_shape(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Draw a shape wrongly and mend one or two corners by drawing over it."""
    turn = played.turns[_any_turn(played, rng) - 1]
    before = list(turn.shape)
    for at in rng.choice(4, int(rng.integers(1, 3)), replace=False):
        before[at] = "i" if before[at] == "o" else "o"
    name = f"cell.{turn.cell}"
    wishes[name] = wishes[name]._replace(manner="corrected", before="".join(before))
    return []


def _crossed_out_shape(wishes: dict[str, Wish], played: Play, rng: Rng) -> list[str]:
    """Draw a shape in a wrong cell, cross it out and draw it again in the right one."""
    taken = {turn.cell for turn in played.turns}
    free = [f"{column}{row}" for row in range(1, 5) for column in "abcd" if f"{column}{row}" not in taken]
    if free:
        turn = played.turns[-1]
        wishes[f"cell.{free[rng.integers(len(free))]}"] = Wish(turn.shape, 0, "scribbled")
    return []


def _struck_line(_: dict[str, Wish], played: Play, __: Rng) -> list[str]:
    """Strike a line through the four shapes that won; give their cells."""
    state = State()
    for turn in played.turns:
        shape, cell = (
            SHAPES[_number_of(turn.shape)],
            next(c for c in state.free_cells() if str(c) == turn.cell),
        )
        state = state.draw(shape, cell, PAPER)
    for quarto in state.position.quartos(PAPER):
        return [str(cell) for cell in quarto.alignment.cells]
    return []


MISTAKES: dict[str, Mistake] = {
    "skipped-box": _skipped_box,
    "wrong-bubble": _wrong_bubble,
    "mended-bubble": _mended_bubble,
    "turned-shape": _turned_shape,
    "repeated-shape": _repeated_shape,
    "forgotten-arrow": _forgotten_arrow,
    "forgotten-box": _forgotten_box,
    "corrected-shape": _corrected_shape,
    "crossed-out-shape": _crossed_out_shape,
    "struck-line": _struck_line,
}


def _everything(ids: Iterable[str], rng: Rng) -> dict[str, Wish]:
    """Fill every field of the sheet."""
    shapes = [_letters(shape) for shape in SHAPES]
    return {
        name: Wish(
            shapes[int(rng.integers(16))] if name.startswith("cell.") else True,
            int(rng.integers(2)),
            number=9,
        )
        for name in ids
    }


def _anything(fields: list[dict[str, Any]], rng: Rng) -> dict[str, Wish]:
    """Fill a sheet of whatever fields by chance, half of them."""
    wishes = {}
    for field in fields:
        if rng.random() < 0.5:
            value = _letters(SHAPES[int(rng.integers(16))]) if field["kind"] == "shape" else True
            wishes[field["id"]] = Wish(value, int(rng.integers(2)), number=int(rng.integers(1, 17)))
    return wishes


def _some_mistakes(rng: Rng) -> list[str]:
    """Choose one or two mistakes."""
    return [str(name) for name in rng.choice(list(MISTAKES), int(rng.choice([1, 1, 2])), replace=False)]


KINDS = {"blank": 0.03, "all": 0.02, "final": 0.06, "unfinished": 0.2, "game": 0.69}
"""What a sheet may hold, and how often: ``all`` has something in every field, ``final`` no turns."""


def fill(
    fields: list[dict[str, Any]], rng: Rng, kind: str | None = None, mistake: str | None = None
) -> Filling:
    """Choose what goes into the fields of one board, as ``layout --json`` lists them.

    ``kind`` is one of ``KINDS``, by chance where it is not given. A fifth of the games hold mistakes;
    with ``mistake``, one of ``MISTAKES``, this one does.
    """
    ids = [field["id"] for field in fields]
    if "cell.a1" not in ids or "turn.1.tl" not in ids:
        return Filling(_anything(fields, rng), [], [])
    chosen = rng.choice(list(KINDS), p=list(KINDS.values()))
    kind = kind or str(chosen)
    if kind == "blank":
        return Filling({}, [], [])
    if kind == "all":
        return Filling(_everything(ids, rng), [], ["everything"])
    played = play(rng, int(rng.integers(3, 14)) if kind == "unfinished" else 16)
    wishes = _written(played, rng)
    if kind == "final":
        wishes = {name: wish for name, wish in wishes.items() if not name.startswith("turn.")}
    asked = [mistake] if mistake else _some_mistakes(rng) if rng.random() < 0.22 else []
    struck = [cell for name in asked for cell in MISTAKES[name](wishes, played, rng)]
    known = set(ids)
    return Filling({name: wish for name, wish in wishes.items() if name in known}, struck, asked)
