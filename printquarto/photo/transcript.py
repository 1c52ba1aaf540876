"""From the fields of a sheet to the record of its game: the text, what was noticed, and what is asked.

Decisions follow the sheet specification, "The recorded sheet" and ``read --json``: a strip without any ink
gives a final position; with some boxes filled, what the strip does not explain is asked; ``?`` stands in
place of what is unsure; no result bubble, no result in the record. Knows no ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from printquarto.check import sentence
from printquarto.check.finding import Finding, order, player_of
from printquarto.games.board import CELLS, Cell
from printquarto.games.shape import Shape
from printquarto.notation.record import UNREAD, Occupant, Record
from printquarto.notation.writer import write_games
from printquarto.photo.chart import RESULT_ROUNDS, SQUARES_ROUND
from printquarto.photo.play import Play, Played, play_of, turns_of
from printquarto.photo.reading import FieldReading, Problem
from printquarto.photo.sheet_fields import BoardFields, Square
from printquarto.photo.strip import SHAPE_ROUNDS, turned
from printquarto.photo.tray import in_hand, tray_findings


class Transcript(NamedTuple):
    """The record of one board. ``findings`` are those that only a sheet can show, in the order of turns.

    ``ways`` holds the records of the games that it may have been, where the record has ``?`` as they are
    several but few. ``turn_of`` has the turn of each box of the strip, and ``drawn`` the boxes whose shape
    surely stands on the board; ``standing`` what was read there, by the names of cells.
    """

    board: int
    record: Record
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()
    ways: tuple[Record, ...] = ()
    turn_of: Mapping[int, int] = MappingProxyType({})
    drawn: frozenset[int] = frozenset()
    standing: Mapping[str, str] = MappingProxyType({})

    def with_result(self, result: str | None) -> Transcript:
        """Give the transcript with another result written down."""
        ways = tuple(replace(way, result=result) for way in self.ways)
        return self._replace(record=replace(self.record, result=result), ways=ways)


def transcripts(fields: Iterable[FieldReading], boards: Sequence[int] | None = None) -> list[Transcript]:
    """Give the record of each board that was used; where none was, that of the first alone.

    Where several were used each has its number as a tag. ``boards`` says which to give, used or not.
    """
    by_board: dict[int, list[FieldReading]] = {}
    for field in fields:
        by_board.setdefault(field.board, []).append(field)
    found = [transcript(by_board[board]) for board in boards or _used(by_board)]
    return [_tagged(one) for one in found] if len(found) > 1 else found


def _used(by_board: dict[int, list[FieldReading]]) -> list[int]:
    """Give the boards on which something was written, else the first one that has cells, if any has."""
    with_cells = [
        board for board, some in by_board.items() if any(one.id.startswith("cell.") for one in some)
    ]
    used = [board for board in with_cells if any(one.value not in ("", False) for one in by_board[board])]
    return used or with_cells[:1]


def _tagged(one: Transcript) -> Transcript:
    tags = {"Board": str(one.board), **one.record.tags}
    return one._replace(
        record=replace(one.record, tags=tags), ways=tuple(replace(way, tags=tags) for way in one.ways)
    )


def record_text(found: Sequence[Transcript]) -> str | None:
    """Give the text of the records; None where no board was printed."""
    return "".join(write_games(one.record for one in found)) if found else None


def transcript(fields: Iterable[FieldReading]) -> Transcript:
    """Give the record of one board from all its fields."""
    fields = list(fields)
    board = BoardFields(fields)
    number = fields[0].board if fields else 1
    tags = {"Squares": "yes"} if board.mark(SQUARES_ROUND) else {}
    result, problems = _result(board)
    play = play_of(board)
    if all(box.is_empty for box in board.boxes) or not play.played:
        given = in_hand(board)
        if given is not None:
            tags["Given"] = given.corners
        record = Record(tags, (), _position(board.squares), result)
        return Transcript(number, record, tuple(tray_findings(board, None)), tuple(problems))
    turns = _numbered(play)
    findings = [*_differences(play, turns), *tray_findings(board, turns)]
    findings.sort(key=order)
    return Transcript(
        number,
        Record(tags, turns_of(play), None, result),
        tuple(findings),
        (*_questions(play, turns, board), *problems),
        tuple(Record(tags, turns_of(way), None, result) for way in play.ways),
        {one.box: turn for turn, one in turns if one.box is not None},
        frozenset(one.box for _, one in turns if one.box is not None and _is_drawn(one)),
        {str(one.cell): str(one.shape or UNREAD) for one in board.squares if one.is_filled},
    )


def _is_drawn(one: Played) -> bool:
    """Say whether it is known where the shape of a turn stands."""
    return isinstance(one.cell, Cell) and not one.may_be_empty


def _position(squares: Sequence[Square]) -> tuple[Occupant, ...]:
    """Give the sixteen cells of a final position; a cell that the layout lacks is empty."""
    by_cell = {square.cell: square for square in squares}
    return tuple(
        None if cell not in by_cell or by_cell[cell].is_empty else by_cell[cell].shape or UNREAD
        for cell in CELLS
    )


def _result(board: BoardFields) -> tuple[str | None, list[Problem]]:
    """Give the result of the one round that is filled; none where none is, or where they are unsure."""
    marks = {name: board.mark(name) for name in RESULT_ROUNDS if name in board.fields}
    filled = [name for name, mark in marks.items() if mark]
    if len(filled) > 1:
        words = sentence.joined(_RESULT_WORDS[name] for name in filled)
        message = (
            f"The rounds of the result for {words} are filled; only one of them can be right: answer "
            f"{sentence.joined(filled[1:])} with false, or {filled[0]}."
        )
        return None, [Problem("two-results", message)]
    if len(filled) == 1 and None not in marks.values():
        return RESULT_ROUNDS[filled[0]], []
    return None, []


_RESULT_WORDS = {"result.first": "First", "result.second": "Second", "result.draw": "a draw"}


def _numbered(play: Play) -> list[tuple[int, Played]]:
    """Give what was played with the number that its turn has in the record."""
    turn, found = 1, []
    for one in play.played:
        found.append((turn, one))
        turn += one.cell is not None
    return found


def _differences(play: Play, turns: Sequence[tuple[int, Played]]) -> Iterable[Finding]:
    """``drawn-turned`` and ``strip-differs``: where board and strip are sure, and do not agree."""
    for turn, one in turns:
        cell = one.cell if isinstance(one.cell, Cell) else None
        empty = play.gaps.get(one.box or 0)
        if empty and one.box is not None:
            yield _warning("strip-differs", turn, sentence.strip_gap(turn, one.box, empty), cell)
        if one.cell is None or not isinstance(one.shape, Shape):
            continue
        found = _difference(turn, one, one.shape, cell)
        if found is not None:
            yield found
    for shape, several in _said_twice(turns, play).items():
        yield _warning("strip-differs", several[-1], sentence.strip_twice(shape.corners, several), None)


def _said_twice(turns: Sequence[tuple[int, Played]], play: Play) -> dict[Shape, list[int]]:
    """Give the shapes that several boxes say, one of which must be wrong, though it is open which."""
    said: dict[Shape, list[int]] = {}
    for turn, one in turns:
        if one.box in play.open and one.said is not None and one.shape is UNREAD:
            said.setdefault(one.said, []).append(turn)
    return {shape: several for shape, several in said.items() if len(several) > 1}


def _difference(turn: int, one: Played, drawn: Shape, cell: Cell | None) -> Finding | None:
    """Give the finding about a shape that was drawn, where its box does not say it."""
    if one.is_empty_box and one.box is not None and cell is not None:
        message = sentence.strip_skipped(turn, one.box, drawn.corners, cell)
    elif one.is_odd and cell is not None:
        message = sentence.strip_odd(turn, drawn.corners, cell)
    elif one.said is None or one.said is drawn:
        return None
    elif drawn.number in turned(one.said.number):
        message = sentence.drawn_turned(turn, one.said.corners, drawn.corners, cell)
        return _warning("drawn-turned", turn, message, cell)
    else:
        message = sentence.strip_differs(turn, one.said.corners, drawn.corners, cell)
    return _warning("strip-differs", turn, message, cell)


def _warning(code: str, turn: int, message: str, cell: Cell | None) -> Finding:
    return Finding(code, turn, player_of(turn), message, cells=(cell,) if cell is not None else ())


def _questions(play: Play, turns: Sequence[tuple[int, Played]], board: BoardFields) -> Iterable[Problem]:
    """Say in words what the strip does not explain."""
    said = {one.box: one.said for _, one in turns}
    if play.untold:
        yield Problem("not-in-strip", _untold(play, board))
    for box in play.lost:
        shape = said.get(box)
        yield Problem(
            "not-on-board",
            f"Box {box} of the strip hands over {shape.corners if shape is not None else 'a shape'}, and the "
            "game went on, but it stands nowhere on the board; the record has ? for its cell. Answer what is "
            f"drawn in its cell, or what the rounds of box {box} should be: {_rounds(box)}.",
        )
    if play.open:
        numbers = sentence.joined(map(str, play.open))
        them = f"box {numbers}" if len(play.open) == 1 else f"boxes {numbers}"
        yield Problem(
            "which-cell",
            f"{_boxes('The shape of', 'The shapes of', play.open)} of the strip may stand in more than one "
            f"cell; the record has ? for what cannot be told. If a round of {them} or a cell is not as you "
            f"meant it, answer what it should be: {_rounds(play.open[0])}, and so on.",
        )
    both = [box.turn for box in board.boxes if box.call and box.claim]
    if both:
        yield Problem(
            "two-calls",
            f"{_boxes('In', 'In', both)} of the strip both calls are filled: by who drew, and by who should "
            f"have drawn. Only one of them can be right: answer turn.{both[0]}.call or turn.{both[0]}.claim "
            "with false.",
        )


def _rounds(box: int) -> str:
    """Name the fields that say the shape of a box, as answers name them."""
    return ", ".join(f"turn.{box}.{name}" for name in SHAPE_ROUNDS)


def _untold(play: Play, board: BoardFields) -> str:
    """Say of which shapes on the board no box tells."""
    count = len(play.untold)
    if play.is_untold_open:
        what = f"No box of the strip tells of {'one' if count == 1 else count} of the shapes on the board"
        what += ", and it cannot be seen of which"
    else:
        shapes = sentence.joined(
            f"{square.shape.corners if square.shape is not None else 'the shape'} on {square.cell}"
            for square in play.untold
        )
        what = f"No box of the strip tells when {shapes} {'was' if count == 1 else 'were'} drawn"
    told = count - play.left_out
    them = "it" if count == 1 else "them"
    if not play.left_out:
        what += f"; the record has ? for {them}"
    elif told:
        what += f"; the record has ? for {told} of them and leaves out the rest"
    else:
        what += f"; the record leaves {them} out, as the last box ends the game"
    free = next((box.turn for box in board.boxes if box.is_empty), None)
    if free is None:
        return f"{what}. Answer what the rounds of the box of that turn should be, or that the cell is empty."
    return (
        f"{what}. Answer what the rounds of the box of that turn should be, as those of box {free}, which is "
        f"empty: {_rounds(free)}; or that the cell is empty."
    )


def _boxes(one: str, many: str, boxes: Sequence[int]) -> str:
    if len(boxes) == 1:
        return f"{one} box {boxes[0]}"
    return f"{many} boxes {sentence.joined(map(str, boxes))}"
