"""The tokens of one game put together: turns, calls and the alignments shown, or a final position.

Knows no legality and no tags. Each rule is the docstring of the method that reads it.
"""

from __future__ import annotations

from typing import NamedTuple

from printquarto.errors import NotationError
from printquarto.games.board import CELLS, Cell
from printquarto.games.shape import CORNERS, Shape
from printquarto.notation.diagnostic import Span
from printquarto.notation.lexer import Token
from printquarto.notation.record import UNREAD, Occupant, Turn, Unread, as_shown
from printquarto.notation.shapes import FORMS, shape_of_words

Item = Turn | Token
"""What a game is made of before it is put together: whole canonical turns, and tokens."""

CELL = "a cell (a1 to d4)"
_POSITION = (
    " Two shapes in a row, or an empty cell first, begin a final position; a turn is a shape and a cell."
)


class MisplacedError(NotationError):
    """A token stands where another was expected; ``span`` is its place."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


class _Piece(NamedTuple):
    """A shape as read: its value, and the index of the item behind it."""

    shape: Shape | Unread
    end: int


def assemble_turns(items: list[Item]) -> tuple[Turn, ...]:
    """Put turns together. Raises MisplacedError."""
    turns = tuple(item for item in items if isinstance(item, Turn))
    return turns if len(turns) == len(items) else _Turns(items).read()


def is_position(items: list[Item]) -> bool:
    """Say whether a game is a final position: its first token is empty, or two shapes stand in a row."""
    first = items[0] if items else None
    if not isinstance(first, Token):
        return False
    if first.kind in ("dots", "dash"):
        return True
    piece = _Items(items).shape_at(0)
    if piece is None or piece.end >= len(items):
        return False
    following = items[piece.end]
    if _kind(following) == "dots":
        return True
    if piece.shape is UNREAD or _kind(following) == "unread":
        # A ? may stand for a cell too; only a whole board shows that it does not.
        return _is_whole_board(items)
    if _kind(following) == "dash":
        behind = items[piece.end + 1] if piece.end + 1 < len(items) else None
        return _kind(behind) not in ("cell", "unread")
    return _kind(following) in ("shape", "word")


def _is_whole_board(items: list[Item]) -> bool:
    try:
        assemble_position(items)
    except MisplacedError:
        return False
    return True


def _kind(item: Item | None) -> str:
    if isinstance(item, Turn):
        return "turn"
    return item.kind if item is not None else "end"


def assemble_position(items: list[Item]) -> tuple[tuple[Occupant, ...], tuple[Span, ...]]:
    """Put a final position together: sixteen shapes or empty cells, in board order, each with its place.

    ``.`` and ``-`` are empty cells, several of them without blanks as many cells, ``?`` an unread shape.
    Raises MisplacedError.
    """
    reader = _Items(items)
    occupants: list[Occupant] = []
    spans: list[Span] = []
    at = 0
    while at < len(items):
        item = items[at]
        count, occupant = 1, None
        if isinstance(item, Token) and item.kind in ("dots", "dash"):
            count, end = int(str(item.value)), at + 1
        else:
            piece = reader.shape_at(at)
            if piece is None:
                raise reader.misplaced(at, "a shape or . for an empty cell", _POSITION)
            occupant, end = piece
        occupants += [occupant] * count
        spans += [_span(item)] * count
        if len(occupants) > len(CELLS):
            raise MisplacedError(
                f"A final position has 16 cells; this is one too many.{_POSITION}", _span(item)
            )
        at = end
    if len(occupants) < len(CELLS):
        found = "is 1" if len(occupants) == 1 else f"are {len(occupants)}"
        message = f"A final position has 16 cells, four lines of four; here {found}.{_POSITION}"
        raise MisplacedError(message, spans[-1])
    return tuple(occupants), tuple(spans)


def _span(item: Item) -> Span:
    return Span(item.line, item.column, item.width)


class _Items:
    """The items of a game, and what is common to reading turns and positions."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items

    def kind(self, at: int) -> str:
        return _kind(self.items[at]) if at < len(self.items) else "end"

    def misplaced(self, at: int, expected: str, more: str = "") -> MisplacedError:
        """Make the error for an item that is not what was expected."""
        if at < len(self.items):
            item = self.items[at]
            return MisplacedError(f"Expected {expected} here.{more}", _span(item))
        return MisplacedError(f"Expected {expected} behind this.{more}", _span(self.items[-1]))

    def shape_at(self, at: int) -> _Piece | None:
        """A shape: one word, four attribute words joined by ``-`` or parted by blanks, or ``?``."""
        kind = self.kind(at)
        if kind == "unread":
            return _Piece(UNREAD, at + 1)
        if kind == "word":
            return self._words_at(at)
        item = self.items[at] if kind == "shape" else None
        if isinstance(item, Token) and isinstance(item.value, Shape):
            return _Piece(item.value, at + 1)
        return None

    def _words_at(self, at: int) -> _Piece:
        words: list[str] = []
        end = at
        while len(words) < len(CORNERS) and self.kind(end) == "word":
            item = self.items[end]
            words.append(str(item.value) if isinstance(item, Token) else "")
            end += 1
            if len(words) < len(CORNERS) and self.kind(end) == "dash" and self.kind(end + 1) == "word":
                end += 1
        try:
            return _Piece(shape_of_words(words), end)
        except NotationError as error:
            raise MisplacedError(str(error), self.span(at, end)) from None

    def cell_at(self, at: int) -> Cell | None:
        item = self.items[at] if at < len(self.items) else None
        return item.value if isinstance(item, Token) and isinstance(item.value, Cell) else None

    def span(self, start: int, end: int) -> Span:
        """Give the place of some items; only what stands on the first line where they run over several."""
        first = self.items[start]
        line = [item for item in self.items[start:end] if item.line == first.line]
        return Span(first.line, first.column, line[-1].column + line[-1].width - first.column)


class _Turns(_Items):
    """Reads turns from left to right; ``at`` is the index of the next item."""

    def __init__(self, items: list[Item]) -> None:
        super().__init__(items)
        self.at = 0
        self.turns: list[Turn] = []

    def read(self) -> tuple[Turn, ...]:
        """A game is turns and calls, and perhaps a last shape that was only handed over."""
        items, turns = self.items, self.turns
        while self.at < len(items):
            item = items[self.at]
            if isinstance(item, Turn):
                turns.append(item)
                self.at += 1
            elif item.kind == "call":
                self._bare_call()
                continue
            elif item.kind == "dots" and item.width == 1 and turns:
                self.at += 1  # a full stop behind a turn
                continue
            else:
                self._turn()
            if self.at < len(items) and not isinstance(items[self.at], Turn):
                self._call_behind()
        return tuple(turns)

    def _bare_call(self) -> None:
        """A call with neither number nor shape before it belongs to the turn before it."""
        if not self.turns:
            message = "A call stands here, but there is no turn before it."
            raise MisplacedError(message, _span(self.items[self.at]))
        self._call_behind()

    def _call_behind(self) -> None:
        """Take the calls, and the alignment shown, that stand behind the last turn."""
        last = self.turns[-1]
        while self.kind(self.at) == "call":
            self.at += 1
            last = last._replace(call=True)
        if last.call and not last.shown and self.kind(self.at) == "cell":
            shown, self.at = self._shown()
            last = last._replace(shown=shown)
            while self.kind(self.at) == "call":
                self.at += 1
        self.turns[-1] = last

    def _shown(self) -> tuple[tuple[Cell, ...], int]:
        """An alignment shown is its two end cells or all four, joined by ``-`` or parted by blanks.

        A cell that a shape follows may begin the next turn: alone it does, a third one too.
        """
        cells, at = self._joined_cells()
        if not cells:
            at = self.at
            while (cell := self.cell_at(at)) is not None and len(cells) < 4:
                cells.append(cell)
                at += 1
            begins_turn = self.kind(at + (self.kind(at) in ("at", "dash"))) in ("shape", "word", "unread")
            if begins_turn and len(cells) in (1, 3):
                cells.pop()
                at -= 1
        if len(cells) == 1:
            raise self.misplaced(self.at + 1, f"the other end of the alignment that starts at {cells[0]}")
        return as_shown(tuple(cells)), at

    def _joined_cells(self) -> tuple[list[Cell], int]:
        cells: list[Cell] = []
        at = self.at
        while (cell := self.cell_at(at)) is not None and len(cells) < 4:
            cells.append(cell)
            at += 1 + (self.kind(at + 1) == "dash" and self.cell_at(at + 2) is not None)
            if self.kind(at - 1) != "dash":
                break
        return (cells if len(cells) > 1 else []), at

    def _turn(self) -> None:
        """A turn is an optional number, a shape and a cell in either order, joined by ``@`` or ``-``.

        Without a cell it is a call by the receiver, or a last shape handed over.
        """
        start = self.at
        number = self._number()
        if self.kind(self.at) == "turn" and number is not None:
            turn = self.items[self.at]
            if isinstance(turn, Turn) and turn.number is None:
                self.at += 1
                self.turns.append(turn._replace(number=number))
                return
        if number is not None and self.kind(self.at) == "call":
            self._append(start, None, None, number, call=True)
            return
        shape, cell = self._drawn()
        if cell is None and self._is_called_by_number(number):
            self.at += 1
        if cell is None and self.kind(self.at) not in ("call", "end"):
            raise self.misplaced(self.at, CELL)
        self._append(start, shape, cell, number, call=False)

    def _number(self) -> int | None:
        """A number may stand before a turn, with ``.``, ``)`` or ``...`` behind it."""
        if self.kind(self.at) != "number":
            return None
        item = self.items[self.at]
        self.at += 1
        if self.kind(self.at) == "dots":
            self.at += 1
        return item.value if isinstance(item, Token) and isinstance(item.value, int) else None

    def _is_called_by_number(self, number: int | None) -> bool:
        """A shape handed over, and then a call with the same number again, is one call by the receiver."""
        item = self.items[self.at] if self.kind(self.at) == "number" else None
        return isinstance(item, Token) and item.value == number and self.kind(self.at + 1) == "call"

    def _drawn(self) -> tuple[Shape | Unread, Cell | Unread | None]:
        cell = self.cell_at(self.at)
        if cell is not None:
            self.at += 1
            self._join()
            return self._shape("a shape for this cell"), cell
        if self.kind(self.at) == "unread" and self._is_unread_cell():
            self.at += 1
            self._join()
            return self._shape(FORMS), UNREAD
        shape = self._shape(f"{FORMS} or {CELL}")
        is_joined = self._join()
        cell = self.cell_at(self.at)
        if cell is None and self.kind(self.at) != "unread":
            if is_joined:
                raise self.misplaced(self.at, CELL)
            return shape, None
        self.at += 1
        return shape, cell if cell is not None else UNREAD

    def _is_unread_cell(self) -> bool:
        """A ``?`` is a cell where a shape follows it, else a shape."""
        behind = self.at + 1 + (self.kind(self.at + 1) in ("at", "dash"))
        return self.kind(behind) in ("shape", "word")

    def _shape(self, expected: str) -> Shape | Unread:
        piece = self.shape_at(self.at)
        if piece is None:
            raise self.misplaced(self.at, expected)
        self.at = piece.end
        return piece.shape

    def _join(self) -> bool:
        if self.kind(self.at) not in ("at", "dash"):
            return False
        self.at += 1
        return True

    def _append(
        self,
        start: int,
        shape: Shape | Unread | None,
        cell: Cell | Unread | None,
        number: int | None,
        *,
        call: bool,
    ) -> None:
        span = self.span(start, self.at)
        self.turns.append(Turn(shape, cell, call, (), number, *span))
