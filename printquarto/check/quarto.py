"""Judge a game of Quarto that is recorded turn by turn: how its record and the rules differ.

Each method cites the finding of the record specification that it gives.
"""

from __future__ import annotations

from printquarto.check import advice
from printquarto.check.course import Course
from printquarto.check.finding import Finding, giver_of, player_of
from printquarto.check.sentence import QuartoSentences
from printquarto.games.board import Cell, alignment_between
from printquarto.games.quarto import FULL_BOARD, Rules, State
from printquarto.games.shape import Shape
from printquarto.notation.record import UNREAD, Record, Turn, Unread

_WINNER = {"1-0": "first", "0-1": "second"}
_RESULT = {"first": "1-0", "second": "0-1"}
_START = State()


class QuartoCourse(Course):
    """A game of Quarto. ``state`` is the board before the next turn, ``made`` the last entry drawn on it."""

    sentences = QuartoSentences

    def __init__(self, record: Record, rules: Rules, with_advice: bool = False) -> None:
        super().__init__(record)
        self.rules = rules
        self.drawn: list[tuple[int, Turn]] = []
        self.state = _START
        self.made: Turn | None = None
        self.caller: str | None = None
        self.is_blind = False
        self.gift: Shape | None = None
        self.with_advice = with_advice
        self.steps: list[tuple[State, Turn]] = []

    def next_turn(self) -> int:
        """Give the number of the next turn; a call by the receiver uses none up."""
        return self.state.turns + 1

    def is_over(self) -> bool:
        """Say whether there was a valid call, or sixteen shapes are on the board."""
        return self.caller is not None or (self.state.position.filled == FULL_BOARD and not self.is_blind)

    def why_over(self, turn: int) -> str:
        """Say whether it was a call or the full board."""
        return str(self.say.move_after_end(turn, self.caller))

    def judge_entry(self, entry: Turn, turn: int) -> None:
        """Judge a turn, a call by the receiver, or a last shape that was handed over."""
        if entry.number is not None and entry.number != turn:
            message = self.say.turn_number(turn, entry.number)
            self.find("turn-number", turn, player_of(turn), message, entry)
        if self.with_advice and not self.is_blind:
            self.steps.append((self.state, entry))
        if entry.cell is None:
            self._undrawn(entry, turn)
        else:
            self._drawn(entry, turn, entry.cell)

    def close(self) -> None:
        """Judge what is still live, the result, and add the advice."""
        if not self.is_blind:
            if self.state.live and self.caller is None:
                self._end_with_live()
            self.compare_result(is_won=self.caller is not None)
        if self.with_advice:
            self._advise()

    def derived(self) -> str | None:
        """The winner by a valid call, else a draw when sixteen shapes are on the board, else not finished."""
        if self.caller is not None:
            return _RESULT[self.caller]
        if self.is_blind:
            return None
        return "1/2-1/2" if self.state.is_full else "*"

    def board(self, turn: int) -> dict[str, str]:
        """Give the corners of each shape on the board, ``?`` for one that could not be read."""
        return {str(entry.cell): str(entry.shape) for drawn, entry in self.drawn if drawn <= turn}

    def _drawn(self, entry: Turn, turn: int, cell: Cell | Unread) -> None:
        """Judge a turn in which a shape was drawn, or should have been."""
        shape, state = entry.shape, self.state
        if shape is UNREAD or cell is UNREAD:
            self.find("unread", turn, player_of(turn), self.say.unread(turn, entry), entry)
        if state.live and not self.is_blind:
            self._missed("lapsed")
        if self.gift is not None:
            self._compare_gift(entry, turn)
        is_reused = isinstance(shape, Shape) and state.used >> shape.number & 1 == 1
        if is_reused:
            self._shape_reused(entry, turn)
        if self.is_blind or isinstance(cell, Unread):
            self._draw_blind(entry, turn, is_reused)
            return
        is_occupied = state.position.filled >> cell.index & 1 == 1
        if is_occupied:
            self._cell_occupied(entry, turn, cell)
        if is_reused or is_occupied:
            self.state = state.waste()
        else:
            self.drawn.append((turn, entry))
            self.state = state.draw(shape if isinstance(shape, Shape) else None, cell, self.rules)
            self.made = entry
        if entry.call:
            self._judge_call(entry, turn)

    def _cell_occupied(self, entry: Turn, turn: int, cell: Cell) -> None:
        """``cell-occupied``: the cell was already filled at an earlier turn."""
        earlier, there = next(pair for pair in self.drawn if pair[1].cell is cell)
        message = self.say.cell_occupied(turn, cell, str(there.shape), earlier)
        self.find("cell-occupied", turn, player_of(turn), message, entry, cell)

    def _draw_blind(self, entry: Turn, turn: int, is_reused: bool) -> None:
        """After an unread cell only ``shape-reused``, ``turn-number`` and ``unread`` are judged."""
        self.is_blind = True
        state = self.state.waste()
        if isinstance(entry.shape, Shape) and not is_reused:
            self.drawn.append((turn, entry._replace(cell=UNREAD)))
            state = state._replace(used=state.used | 1 << entry.shape.number)
        self.state = state

    def _undrawn(self, entry: Turn, turn: int) -> None:
        """Judge a call by the receiver, or a last shape that was handed over."""
        shape = entry.shape
        if shape is UNREAD:
            self.find("unread", turn, player_of(turn), self.say.unread(turn, entry), entry)
        if isinstance(shape, Shape) and self.state.used >> shape.number & 1:
            self._shape_reused(entry, turn)
        if entry.call and not self.is_blind:
            if self.state.live:
                self._missed("claimed")
            self._judge_call(entry, turn)
            if isinstance(shape, Shape):
                self.gift = shape

    def _shape_reused(self, entry: Turn, turn: int) -> None:
        """``shape-reused``: the shape was already drawn at an earlier turn."""
        earlier, there = next(pair for pair in self.drawn if pair[1].shape is entry.shape)
        cell = there.cell if isinstance(there.cell, Cell) else None
        message = self.say.shape_reused(turn, str(entry.shape), earlier, cell)
        cells = (cell,) if cell is not None else ()
        self.find("shape-reused", turn, giver_of(turn), message, entry, *cells)

    def _judge_call(self, entry: Turn, turn: int) -> None:
        """A valid call ends the game; else it is a ``false-call`` or a ``late-call``."""
        player = player_of(turn)
        live = self.state.live
        if live:
            self.caller = player
            alignment = alignment_between(entry.shown)
            if entry.shown and all(quarto.alignment is not alignment for quarto in live):
                message = self.say.wrong_alignment(turn, entry.shown_text or "", live)
                self.find("wrong-alignment", turn, player, message, entry, *entry.shown)
        elif self.state.lapsed:
            standing = self.state.position.quartos(self.rules)
            cells = [cell for quarto in standing for cell in quarto.alignment.cells]
            self.find("late-call", turn, player, self.say.late_call(turn, standing), entry, *cells)
        else:
            self.find("false-call", turn, player, self.say.false_call(turn), entry)

    def _missed(self, outcome: str) -> None:
        """``missed-quarto``: the drawer of the last turn did not call what it made."""
        turn, live = self.state.turns, self.state.live
        message = self.say.missed_quarto(turn, live, outcome)
        self._find_live("missed-quarto", player_of(turn), message, outcome)

    def _find_live(self, code: str, player: str, message: str, outcome: str | None = None) -> None:
        turn, live = self.state.turns, self.state.live
        span = self.made.span if self.made is not None else None
        cells = tuple(cell for quarto in live for cell in quarto.alignment.cells)
        self.findings.append(Finding(code, turn, player, message, live, outcome, span, cells))

    def _compare_gift(self, entry: Turn, turn: int) -> None:
        """``gift-differs``: the shape drawn is not the one that a call before it named."""
        if (
            self.gift is not None
            and isinstance(entry.shape, Shape)
            and entry.shape is not self.gift
            and not self.is_blind
        ):
            message = self.say.gift_differs(turn, entry.shape.corners, self.gift.corners)
            self.find("gift-differs", turn, player_of(turn), message, entry)
        self.gift = None

    def _end_with_live(self) -> None:
        """``implied-call`` where the result names one who could call, else ``missed-quarto``, open."""
        turn = self.state.turns
        winner = _WINNER.get(self.record.written_result or "")
        if winner is None or (winner != player_of(turn) and self.state.is_full):
            self._missed("open")
            return
        if winner != player_of(turn):
            self._missed("claimed")
        self.caller = winner
        self._find_live("implied-call", winner, self.say.implied_call(turn, winner, self.state.live))

    def _advise(self) -> None:
        """Add the notes of ``--advice``, save at turns with an error."""
        faulty = {finding.turn for finding in self.findings if finding.severity == "error"}
        for note in advice.notes(self.steps, self.rules, self.say):
            if note.turn not in faulty:
                self.findings.append(note)
