"""A record to its canonical text. Reading what was written gives the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from printquarto.notation.danish import write_turns
from printquarto.notation.record import DANISH, DanishTurn, Occupant, Record, Turn

TURNS_A_LINE = 5


def write_games(records: Iterable[Record]) -> Iterator[str]:
    """Give the canonical text of each game of a file, with a blank line between two.

    Raises ValueError for two games that no text can tell apart: behind one without a result the next must
    have tags, and one without movetext must be the last.
    """
    before: Record | None = None
    for record in records:
        if before is not None and not can_follow(before, record):
            raise ValueError("no text can tell these two games apart")
        yield ("\n" if before is not None else "") + write_game(record)
        before = record


def can_follow(before: Record, record: Record) -> bool:
    """Say whether a game can be written behind another so that both are read again."""
    has_movetext = bool(before.turns) or before.position is not None
    return before.result is not None or (has_movetext and bool(record.tags))


def write_game(record: Record) -> str:
    r"""Write one game: tags, a blank line, numbered turns or a position, the result.

    >>> from printquarto.notation.parser import read_games
    >>> write_game(read_games("B2 OIIO  Quarto! 1-0")[0])
    '1. oiio@b2!   1-0\n'
    """
    tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in record.tags.items())
    movetext = _position(record) if record.position is not None else _turns(record)
    return tags + ("\n" if tags and movetext else "") + movetext


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _turns(record: Record) -> str:
    if record.game == DANISH:
        words = write_turns(cast("tuple[DanishTurn, ...]", record.turns))
    else:
        words = _quarto_turns(cast("tuple[Turn, ...]", record.turns))
    lines = ["   ".join(words[start : start + TURNS_A_LINE]) for start in range(0, len(words), TURNS_A_LINE)]
    if record.result is not None:
        lines[-1:] = [f"{lines[-1]}   {record.result}" if lines else record.result]
    return "".join(f"{line}\n" for line in lines)


def _quarto_turns(turns: tuple[Turn, ...]) -> list[str]:
    number = 1
    words = []
    for turn in turns:
        words.append(f"{number}. {_turn(turn)}")
        number += turn.is_drawn
    return words


def _turn(turn: Turn) -> str:
    shape = str(turn.shape) if turn.shape is not None else ""
    drawn = f"{shape}@{turn.cell}" if turn.cell is not None else shape
    return drawn + ("!" + (turn.shown_text or "") if turn.call else "")


def _position(record: Record) -> str:
    words = [_occupant(occupant) for occupant in record.position or ()]
    rows = [words[start : start + 4] for start in range(0, 16, 4)]
    lines = [" ".join(f"{word:4}" for word in row).rstrip() for row in rows]
    return "".join(f"{line}\n" for line in lines) + (
        f"{record.result}\n" if record.result is not None else ""
    )


def _occupant(occupant: Occupant) -> str:
    return str(occupant) if occupant is not None else "."
