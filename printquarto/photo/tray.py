"""What the tray says and the board does not, or the other way round: arrows, boxes, the shape in hand.

``tray-differs`` of the record specification: a note, as a tray that nobody marks does the game no harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printquarto.check import sentence
from printquarto.check.finding import Finding, player_of
from printquarto.games.board import Cell
from printquarto.games.shape import SHAPES, Shape
from printquarto.photo.play import Played
from printquarto.photo.sheet_fields import BoardFields

_KINDS = ("arrow", "used")
_UNUSED = {
    ("arrow",): "No arrow of the tray was completed",
    ("used",): "No box of the tray was marked",
    _KINDS: "The tray was not used",
}
_WORDS = {"arrow": "arrow", "used": "box"}

Turns = Sequence[tuple[int, Played]]


def in_hand(board: BoardFields) -> Shape | None:
    """Give the shape whose arrow alone was completed, where no strip tells: it was handed over, not drawn."""
    standing = _standing(board)
    if standing is None:
        return None
    given = [shape for shape in SHAPES if shape not in standing and board.mark(f"tray.{shape.number}.arrow")]
    if len(given) == 1 and standing and board.mark(f"tray.{given[0].number}.used") is not True:
        return given[0]
    return None


def tray_findings(board: BoardFields, turns: Turns | None) -> Iterator[Finding]:
    """Give the notes about the tray; ``turns`` is None for a final position. Only what is sure is told.

    Where strip and board differ about a turn, which is told already, a mark for either shape is right.
    """
    standing = _standing(board)
    unused = _unused(board) if standing else ()
    if unused:
        yield Finding("tray-differs", None, None, sentence.tray_unused(_UNUSED[unused]))
    asked = [kind for kind in _KINDS if kind not in unused]
    cells: dict[Shape, list[Cell]] = {}
    for square in board.squares:
        if square.shape is not None:
            cells.setdefault(square.shape, []).append(square.cell)
    differing = _differing(turns)
    hand = in_hand(board) if turns is None else None
    for shape in SHAPES:
        marks = {kind: board.mark(f"tray.{shape.number}.{kind}") for kind in asked}
        if shape in cells:
            said = [shape, *differing.get(shape, ())]
            missing = [_WORDS[kind] for kind in asked if _is_nowhere_marked(board, said, kind)]
            if missing:
                message = sentence.tray_drawn(shape.corners, cells[shape], missing)
                yield _note(message, _turn_of(shape, turns), cells[shape])
        elif (
            standing is not None and shape is not hand and not any(shape in one for one in differing.values())
        ):
            yield from _not_standing(shape, marks, turns)


def _differing(turns: Turns | None) -> dict[Shape, list[Shape]]:
    """Give for shapes that were drawn those that the strip says instead: a mark for either will do."""
    found: dict[Shape, list[Shape]] = {}
    for _, one in turns or ():
        if isinstance(one.shape, Shape) and one.said is not None and one.said is not one.shape:
            found.setdefault(one.shape, []).append(one.said)
    return found


def _is_nowhere_marked(board: BoardFields, shapes: Sequence[Shape], kind: str) -> bool:
    """Say whether none of the shapes has such a mark, for sure."""
    names = [f"tray.{shape.number}.{kind}" for shape in shapes]
    marks = [board.mark(name) for name in names if name in board.fields]
    return bool(marks) and all(mark is False for mark in marks)


def _not_standing(shape: Shape, marks: dict[str, bool | None], turns: Turns | None) -> Iterator[Finding]:
    """Give the note about a shape that surely stands nowhere."""
    turn = _turn_of(shape, turns)
    made = [_WORDS[kind] for kind, mark in marks.items() if mark and not (kind == "arrow" and turn)]
    if made:
        yield _note(sentence.tray_not_drawn(shape.corners, made), turn)
    elif turn is not None and marks.get("arrow") is False:
        yield _note(sentence.tray_given(turn, shape.corners), turn)


def _note(message: str, turn: int | None, cells: Sequence[Cell] = ()) -> Finding:
    player = player_of(turn) if turn is not None else None
    return Finding("tray-differs", turn, player, message, cells=tuple(cells))


def _standing(board: BoardFields) -> set[Shape] | None:
    """Give the shapes on the board; None where a cell is unsure, so that any may stand there."""
    if any(not square.is_empty and square.shape is None for square in board.squares):
        return None
    return {square.shape for square in board.squares if square.shape is not None}


def _unused(board: BoardFields) -> tuple[str, ...]:
    """Give the kinds of mark that the tray has and of which surely none was made."""
    found = []
    for kind in _KINDS:
        names = [f"tray.{shape.number}.{kind}" for shape in SHAPES]
        marks = [board.mark(name) for name in names if name in board.fields]
        if marks and all(mark is False for mark in marks):
            found.append(kind)
    return tuple(found)


def _turn_of(shape: Shape, turns: Turns | None) -> int | None:
    """Give the turn in which a shape was drawn, or for which it was handed over."""
    for turn, one in turns or ():
        if one.shape is shape:
            return turn
    return next((turn for turn, one in turns or () if one.said is shape), None)
