"""The way through a recorded game that all games share: turn after turn, then the result. Knows no rules.

A game brings its own course, which says who draws a turn, when the game is over and what follows from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from printquarto.check.finding import Finding, Verdict, order
from printquarto.check.sentence import Sentences
from printquarto.games.board import Cell
from printquarto.games.danish import Point
from printquarto.notation.record import DanishTurn, Record, Turn


class Course(ABC):
    """Goes through a game and collects what it finds. ``sentences`` makes the sentences about it."""

    sentences: ClassVar[type[Sentences]]

    def __init__(self, record: Record) -> None:
        self.record = record
        self.findings: list[Finding] = []
        self._say: Any = None

    @property
    def say(self) -> Any:
        """The sentences about this game, made when the first one is wanted."""
        if self._say is None:
            self._say = type(self).sentences(self.record.tags)
        return self._say

    def verdict(self) -> Verdict:
        """Judge the whole game."""
        self._play()
        self.close()
        if len(self.findings) > 1:
            self.findings.sort(key=order)
        return Verdict(self.findings, self.derived(), self.board)

    def _play(self) -> None:
        """Judge turn after turn, until the game is over or the record ends."""
        for entry in self.record.turns:
            turn = self.next_turn()
            if self.is_over():
                self.find("move-after-end", turn, self.say.drawer_role(turn), self.why_over(turn), entry)
                return
            self.judge_entry(entry, turn)

    @abstractmethod
    def next_turn(self) -> int:
        """Give the number of the turn that comes next."""

    @abstractmethod
    def is_over(self) -> bool:
        """Say whether nothing may follow any more."""

    @abstractmethod
    def why_over(self, turn: int) -> str:
        """Say in a sentence why the game was over before a turn."""

    @abstractmethod
    def judge_entry(self, entry: Any, turn: int) -> None:
        """Judge one entry of the record, and carry it out."""

    @abstractmethod
    def close(self) -> None:
        """Judge what can be said only at the end."""

    @abstractmethod
    def derived(self) -> str | None:
        """Give the result that follows from the turns, None where none can."""

    @abstractmethod
    def board(self, turn: int) -> dict[str, str]:
        """Give what stands on the board after a turn: for each cell or point that is taken a short text."""

    def find(
        self, code: str, turn: int, player: str, message: str, entry: Turn | DanishTurn, *cells: Cell | Point
    ) -> None:
        """Add a finding at the place of an entry."""
        is_before = isinstance(entry, Turn) and not entry.is_drawn
        found = Finding(code, turn, player, message, span=entry.span, cells=cells, is_before=is_before)
        self.findings.append(found)

    def compare_result(self, is_won: bool) -> None:
        """``wrong-result``; a ``Termination`` lets any result stand that no win by the rules contradicts."""
        written, derived = self.record.written_result, self.derived()
        if written is None or derived is None or written == derived:
            return
        if not is_won and self.record.tags.get("Termination", "").strip():
            return
        message = self.say.wrong_result(written, derived)
        self.findings.append(Finding("wrong-result", None, None, message, span=self.record.result_span))
