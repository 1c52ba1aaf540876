"""In which order a person is asked about what is not sure of a sheet. Knows no terminal and no pixels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from printquarto.photo.decode import FieldKey
from printquarto.photo.reading import UNSURE, FieldReading

_CELL, _PLAYED, _END, _TRAY, _UNPLAYED = range(5)
"""What matters to a game first: its cells, the boxes of turns that were played, then how it ended. The tray
tells again what the strip says, and the boxes behind the last turn are most likely blank."""


def questions(fields: Sequence[FieldReading], left_open: Collection[FieldKey] = ()) -> list[FieldReading]:
    """Give the unsure fields in the order in which to ask, board after board, without those left open."""
    last = _last_turns(fields)
    asked = [one for one in fields if one.status == UNSURE and (one.board, one.id) not in left_open]
    return sorted(asked, key=lambda one: (one.board, _rank(one, last)))


def blank_boxes(fields: Sequence[FieldReading], asked: Sequence[FieldReading]) -> list[FieldReading]:
    """Give those of the first board among ``asked`` that are rounds of turns which were never played.

    Empty where anything else comes before them.
    """
    last = _last_turns(fields)
    if not asked or _rank(asked[0], last) != _UNPLAYED:
        return []
    return [one for one in asked if one.board == asked[0].board]


def turn_of(name: str) -> int | None:
    """Give the turn that a field of the strip belongs to.

    >>> turn_of("turn.4.tl"), turn_of("cell.c3")
    (4, None)
    """
    part, _, rest = name.partition(".")
    number = rest.partition(".")[0]
    return int(number) if part == "turn" and number.isdigit() else None


def _last_turns(fields: Iterable[FieldReading]) -> dict[int, int]:
    """Give the last turn of each board: that of the last box with a mark, or as many as shapes were drawn.

    A mark that is unsure counts up to the box behind those shapes, in which a Quarto may have been called
    instead of drawing. Whoever strikes the other boxes out makes many such marks.
    """
    drawn: dict[int, int] = {}
    marks: list[tuple[int, int, bool]] = []
    for one in fields:
        likeliest = one.alternatives[0].value if one.status == UNSURE and one.alternatives else one.value
        if one.id.startswith("cell."):
            drawn[one.board] = drawn.get(one.board, 0) + (likeliest != "")
        elif likeliest and (turn := turn_of(one.id)) is not None:
            marks.append((one.board, turn, one.status != UNSURE))
    last = dict(drawn)
    for board, turn, is_sure in marks:
        if is_sure or turn <= drawn.get(board, 0) + 1:
            last[board] = max(last.get(board, 0), turn)
    return last


def _rank(field: FieldReading, last: dict[int, int]) -> int:
    if field.id.startswith("cell."):
        return _CELL
    if field.id.startswith("tray."):
        return _TRAY
    turn = turn_of(field.id)
    if turn is None:
        return _END
    return _PLAYED if turn <= last.get(field.board, 0) else _UNPLAYED
