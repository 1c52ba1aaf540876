"""Judge a game of Quarto that is recorded turn by turn: how its record and the rules differ.

Each method cites the finding of the record specification that it gives.
"""

from __future__ import annotations

from printquarto.check import advice
from printquarto.check.finding import Finding, Placed, Verdict, giver_of, player_of
from printquarto.check.sentence import Sentences
from printquarto.games.board import Cell, alignment_between
from printquarto.games.quarto import FULL_BOARD, Rules, State
from printquarto.games.shape import Shape
from printquarto.notation.record import UNREAD, Record, Turn, Unread

_WINNER = {"1-0": "first", "0-1": "second"}
_RESULT = {"first": "1-0", "second": "0-1"}
_START = State()


def judge_turns(record: Record, rules: Rules, with_advice: bool = False) -> Verdict:
    """Find every fault in a game, and the result that follows from its turns."""
    judge = _Judge(record, rules, with_advice)
    judge.play()
    judge.close()
    findings = judge.findings
    if len(findings) > 1:
        findings.sort(key=_order)
    return Verdict(findings, judge.derived(), judge.placed)


def _order(finding: Finding) -> int:
    return finding.turn if finding.turn is not None else 1 << 30


class _Judge:
    """Goes through a game. ``state`` is the board before the next turn, ``made`` the last drawn."""

    def __init__(self, record: Record, rules: Rules, with_advice: bool) -> None:
        self.record = record
        self.rules = rules
        self.findings: list[Finding] = []
        self.drawn: list[tuple[int, Turn]] = []
        self.state = _START
        self.made: Turn | None = None
        self.caller: str | None = None
        self.is_blind = False
        self.gift: Shape | None = None
        self.with_advice = with_advice
        self.steps: list[tuple[State, Turn]] = []
        self._sentences: Sentences | None = None

    @property
    def say(self) -> Sentences:
        """The sentences about this game, made when the first one is wanted."""
        if self._sentences is None:
            self._sentences = Sentences(self.record.tags)
        return self._sentences

    def play(self) -> None:
        """Judge turn after turn, until the game is over or the record ends."""
        for entry in self.record.turns:
            state = self.state
            turn = state.turns + 1
            if self.caller is not None or (state.position.filled == FULL_BOARD and not self.is_blind):
                message = self.say.move_after_end(turn, self.caller)
                self._find("move-after-end", turn, player_of(turn), message, entry)
                return
            if entry.number is not None and entry.number != turn:
                self._find(
                    "turn-number", turn, player_of(turn), self.say.turn_number(turn, entry.number), entry
                )
            if self.with_advice and not self.is_blind:
                self.steps.append((state, entry))
            if entry.cell is None:
                self._undrawn(entry, turn)
            else:
                self._drawn(entry, turn, entry.cell)

    def close(self) -> None:
        """Judge what can be said only at the end: what is still live, the result, and the advice."""
        if not self.is_blind:
            if self.state.live and self.caller is None:
                self._end_with_live()
            self._compare_result()
        if self.with_advice:
            self._advise()

    def derived(self) -> str | None:
        """The winner by a valid call, else a draw when sixteen shapes are on the board, else not finished."""
        if self.caller is not None:
            return _RESULT[self.caller]
        if self.is_blind:
            return None
        return "1/2-1/2" if self.state.is_full else "*"

    def _find(
        self, code: str, turn: int | None, player: str | None, message: str, entry: Turn, *cells: Cell
    ) -> None:
        self.findings.append(Finding(code, turn, player, message, span=entry.span, cells=cells))

    def placed(self) -> list[Placed]:
        """Give what came to stand on the board; called only where a board is to be drawn."""
        return [
            Placed(turn, str(entry.shape), entry.cell)
            for turn, entry in self.drawn
            if isinstance(entry.cell, Cell)
        ]

    def _drawn(self, entry: Turn, turn: int, cell: Cell | Unread) -> None:
        """Judge a turn in which a shape was drawn, or should have been."""
        shape, state = entry.shape, self.state
        if shape is UNREAD or cell is UNREAD:
            self._find("unread", turn, player_of(turn), self.say.unread(turn, entry), entry)
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
        self._find("cell-occupied", turn, player_of(turn), message, entry, cell)

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
            self._find("unread", turn, player_of(turn), self.say.unread(turn, entry), entry)
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
        self._find("shape-reused", turn, giver_of(turn), message, entry, *cells)

    def _judge_call(self, entry: Turn, turn: int) -> None:
        """A valid call ends the game; else it is a ``false-call`` or a ``late-call``."""
        player = player_of(turn)
        live = self.state.live
        if live:
            self.caller = player
            alignment = alignment_between(entry.shown)
            if entry.shown and all(quarto.alignment is not alignment for quarto in live):
                message = self.say.wrong_alignment(turn, entry.shown_text or "", live)
                self._find("wrong-alignment", turn, player, message, entry, *entry.shown)
        elif self.state.lapsed:
            standing = self.state.position.quartos(self.rules)
            cells = [cell for quarto in standing for cell in quarto.alignment.cells]
            self._find("late-call", turn, player, self.say.late_call(turn, standing), entry, *cells)
        else:
            self._find("false-call", turn, player, self.say.false_call(turn), entry)

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
            self._find("gift-differs", turn, player_of(turn), message, entry)
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

    def _compare_result(self) -> None:
        """``wrong-result``; a ``Termination`` lets a result without a Quarto stand."""
        written, derived = self.record.written_result, self.derived()
        if written is None or derived is None:
            return
        is_ended_otherwise = self.caller is None and bool(self.record.tags.get("Termination", "").strip())
        if written != derived and not is_ended_otherwise:
            message = self.say.wrong_result(written, derived)
            self.findings.append(Finding("wrong-result", None, None, message, span=self.record.result_span))

    def _advise(self) -> None:
        """Add the notes of ``--advice``, save at turns with an error."""
        faulty = {finding.turn for finding in self.findings if finding.severity == "error"}
        for note in advice.notes(self.steps, self.rules, self.say):
            if note.turn not in faulty:
                self.findings.append(note)
