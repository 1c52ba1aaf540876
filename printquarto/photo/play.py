"""The turns that a sheet tells of, in their order, and what could not be told. Knows no text of a record.

As in the sheet specification: a box without ink was not played, unless tray and board show ``oooo`` just
there; what the strip does not explain is asked. The shape of a turn is the one that is drawn, as the ink on
the board decides Quartos.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from printquarto.games.board import Cell
from printquarto.games.shape import SHAPES, Shape
from printquarto.notation.record import UNREAD, Turn, Unread
from printquarto.photo.pairing import Pair, Pairing, pair
from printquarto.photo.sheet_fields import BoardFields, Square, TurnBox

PLAIN = SHAPES[0]
"""``oooo``, the only shape that can be handed over without a corner to fill."""


class Played(NamedTuple):
    """What one box tells of. ``cell`` is None where nothing was drawn, ``shape`` None where none is named.

    ``box`` is its number on the sheet, None for a shape that no box tells of; ``said`` what it says where
    that is sure. ``is_empty_box`` is set where there is no ink in the box, ``is_odd`` as for the box, and
    ``may_be_empty`` where it is open whether there is any.
    """

    box: int | None
    said: Shape | None
    shape: Shape | Unread | None
    cell: Cell | Unread | None
    call: bool = False
    claim: bool = False
    is_empty_box: bool = False
    is_odd: bool = False
    may_be_empty: bool = False


@dataclass(frozen=True)
class Play:
    """The turns in their order; ``gaps`` has, for a box behind empty ones, how many of them were not played.

    ``untold`` are squares whose turn is not known (``is_untold_open`` where even which ones is not), of which
    ``left_out`` have no place in the record as the game had ended in the last box; ``lost`` are
    boxes whose shape stands nowhere, ``open`` boxes that may belong to several squares; ``ways`` has each way
    in which they may, where those are few.
    """

    played: tuple[Played, ...]
    gaps: dict[int, int]
    untold: tuple[Square, ...] = ()
    lost: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    ways: tuple[Play, ...] = ()
    is_untold_open: bool = False
    left_out: int = 0


def play_of(fields: BoardFields) -> Play:
    """Give the turns of a board whose strip was used."""
    boxes = list(fields.boxes)
    pairing = pair(boxes, fields.squares)
    with_plain = _with_plain(fields, boxes, pairing)
    if with_plain is not None:
        boxes = with_plain
        pairing = pair(boxes, fields.squares)
    empty = {box.turn for box in fields.boxes if box.is_empty}
    ways = tuple(_play(boxes, way, empty) for way in pairing.ways)
    return replace(_play(boxes, pairing, empty), ways=ways)


def _play(boxes: list[TurnBox], pairing: Pairing, empty: set[int]) -> Play:
    """Give the turns of a pairing; ``empty`` are the boxes without ink."""
    filled_in = _fill_gap(boxes, pairing)
    played = [_played(one, one.box.turn in empty) for one in pairing.pairs]
    if filled_in is not None:
        turn, square = filled_in
        played.append(Played(turn, None, square.shape or UNREAD, square.cell, is_empty_box=True))
        played.sort(key=lambda one: one.box or 0)
        pairing = pairing._replace(untold=())
    told = {one.box for one in played}
    gaps = _gaps([turn for turn in sorted(empty) if turn not in told], [one.box or 0 for one in played])
    return _finished(played, gaps, pairing)


def _with_plain(fields: BoardFields, boxes: list[TurnBox], pairing: Pairing) -> list[TurnBox] | None:
    """Give the boxes with an empty one that must mean ``oooo``; None where there is none.

    That is so where tray and board show it just there: in the one gap of the strip, or behind its last box
    where nothing else is left to be told.
    """
    marked = any(fields.mark(f"tray.0.{kind}") for kind in ("arrow", "used"))
    stands = [square for square in fields.squares if square.shape is PLAIN]
    if not marked or len(stands) != 1 or any(PLAIN in box.shapes for box in boxes):
        return None
    gaps = _inner_gaps(boxes)
    last = _last(boxes)
    if len(gaps) > 1 or (not gaps and (stands[0] not in pairing.untold or len(pairing.untold) > 1)):
        return None
    turn = gaps[0] if gaps else last + 1
    if not any(box.turn == turn and box.is_empty for box in boxes):
        return None
    plain = frozenset([PLAIN])
    return [box._replace(shapes=plain, may_be_empty=False) if box.turn == turn else box for box in boxes]


def _last(boxes: list[TurnBox]) -> int:
    return max((box.turn for box in boxes if box.is_filled), default=0)


def _inner_gaps(boxes: list[TurnBox]) -> list[int]:
    """Give the empty boxes before the last one with ink."""
    last = _last(boxes)
    return [box.turn for box in boxes if box.is_empty and box.turn < last]


def _fill_gap(boxes: list[TurnBox], pairing: Pairing) -> tuple[int, Square] | None:
    """Give the one gap of the strip and the one square untold, where their numbers show that they are one.

    They do where just as many shapes stand as the number of the last box that was drawn says.
    """
    gaps = _inner_gaps(boxes)
    drawn = [
        one.box.turn
        for one in pairing.pairs
        if one.square is not None or (one.is_open and None not in one.shapes)
    ]
    last = max(drawn, default=0)
    told = [box.turn for box in boxes if not box.is_empty and box.turn <= last]
    is_clear = not pairing.is_untold_open and all(
        box.is_empty or box.is_filled or box.turn < last for box in boxes
    )
    if len(gaps) != 1 or gaps[0] > last or len(pairing.untold) != 1 or not is_clear:
        return None
    if drawn != told or sorted([*told, gaps[0]]) != list(range(1, last + 1)):
        return None
    return gaps[0], pairing.untold[0]


def _gaps(empty: list[int], told: list[int]) -> dict[int, int]:
    """Give for each box with ink how many empty ones stand right before it."""
    found: dict[int, int] = {}
    for turn in sorted(told):
        before = 0
        while turn - before - 1 in empty:
            before += 1
        if before:
            found[turn] = before
    return found


def _played(one: Pair, was_empty: bool) -> Played:
    """Give what a box tells of, once it is known where its shape stands, or that this is not known."""
    box = one.box
    call, claim = bool(box.call), bool(box.claim)
    if one.is_open:
        shapes = set(one.shapes) - {None}
        known = next(iter(shapes)) if one.shapes == shapes and len(shapes) == 1 else None
        return Played(
            box.turn, box.shape, known or UNREAD, UNREAD, call, claim, was_empty, box.is_odd, box.may_be_empty
        )
    if one.square is None:
        silent = box.is_odd and len(box.shapes) == len(SHAPES)
        shape: Shape | Unread | None = box.shape or (None if silent and claim else UNREAD)
        return Played(box.turn, box.shape, shape, None, call, claim, was_empty, box.is_odd, box.may_be_empty)
    shape = one.square.shape or UNREAD
    return Played(
        box.turn, box.shape, shape, one.square.cell, call, claim, was_empty, box.is_odd, box.may_be_empty
    )


def _finished(played: list[Played], gaps: dict[int, int], pairing: Pairing) -> Play:
    """Put in turns that nobody can tell, and find the boxes whose shape stands nowhere."""
    lost = []
    played = _ended(played)
    last_drawn = max((place for place, one in enumerate(played) if one.cell is not None), default=-1)
    for place, one in enumerate(played):
        is_last = place == len(played) - 1
        if one.cell is None and not (is_last and not one.call) and not (one.claim and place > last_drawn):
            # Something was drawn here, or was to be: the game went on, or the drawer called.
            played[place] = one._replace(shape=one.shape or UNREAD, cell=UNREAD)
            lost.append(one.box or 0)
    count, before = len(pairing.untold), len(played)
    if count:
        played = _with_untold(played, gaps, count)
    opened = tuple(one.box.turn for one in pairing.pairs if one.is_open)
    return Play(
        tuple(played),
        gaps,
        pairing.untold,
        tuple(lost),
        opened,
        is_untold_open=pairing.is_untold_open,
        left_out=count - (len(played) - before),
    )


def _ended(played: list[Played]) -> list[Played]:
    """Leave out boxes behind a call of which it is open whether they have any ink at all."""
    end = len(played)
    while end and played[end - 1].may_be_empty and played[end - 1].cell is UNREAD:
        end -= 1
    return played[:end] if end and (played[end - 1].call or played[end - 1].claim) else played


def _with_untold(played: list[Played], gaps: dict[int, int], count: int) -> list[Played]:
    """Put unread turns where shapes that nobody tells of may have been drawn: in gaps, else at the end.

    Behind a call or a shape that was not drawn nothing can follow, and before it a box that has its number
    would be given another: there they are left out.
    """
    unknown = Played(None, None, UNREAD, UNREAD)
    found: list[Played] = []
    for one in played:
        here = min(count, gaps.get(one.box or 0, 0))
        if one.box is not None and here:
            gaps[one.box] -= here
        count -= here
        found += [unknown] * here
        found.append(one)
    ends = bool(found) and (found[-1].call or found[-1].claim or found[-1].cell is None)
    return found if ends else [*found, *[unknown] * count]


def turns_of(play: Play) -> tuple[Turn, ...]:
    """Give the entries of the record. A claim stands before what was drawn all the same."""
    entries: list[Turn] = []
    for one in play.played:
        if one.claim:
            named = one.said if one.said is one.shape else None
            entries.append(Turn(one.shape if one.cell is None else named, None, True))
        if one.cell is not None or not one.claim:
            entries.append(Turn(one.shape, one.cell, one.call and one.cell is not None))
    return tuple(entries)
