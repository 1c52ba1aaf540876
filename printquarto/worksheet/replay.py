"""Diagrams of a record: of its final position, or of a game turn by turn with the Quartos that were made.

Knows what the check finds, and no paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printquarto.check.finding import Verdict, player_of
from printquarto.check.judge import judge
from printquarto.errors import OptionError
from printquarto.games.board import CELLS
from printquarto.games.quarto import Position, Quarto, Rules
from printquarto.games.shape import SHAPE_BY_CORNERS, Shape
from printquarto.notation.record import UNREAD, Occupant, Record, Turn
from printquarto.notation.shapes import read_shape
from printquarto.sheet.diagram import Marks, quarto_words
from printquarto.sheet.gallery import Figure
from printquarto.sheet.text import Words

_FAULTS = ("shape-reused", "cell-occupied", "move-after-end")
"""Findings that say that a board is not as the record has it, or as no board can be."""

_UNFINISHED = {"open": "diagram.open", "lapsed": "diagram.missed", "claimed": "diagram.claimed"}


class Replay(NamedTuple):
    """A game with its verdict, and the words that are said of it."""

    record: Record
    rules: Rules
    verdict: Verdict
    words: Words

    @classmethod
    def of(cls, record: Record, rules: Rules, words: Words) -> Replay:
        """Judge a game and make ready to show it."""
        return cls(record, rules, judge(record, rules), words)

    @property
    def drawings(self) -> list[Turn]:
        """The turns in which something was drawn, or should have been."""
        return [one for one in self.record.turns if isinstance(one, Turn) and one.is_drawn]

    @property
    def turns(self) -> int:
        """How many turns there are to show: those up to the end of the game."""
        ends = [one.turn for one in self.verdict.findings if one.code == "move-after-end" and one.turn]
        return min([len(self.drawings), *(turn - 1 for turn in ends)])

    def figures(self) -> list[Figure]:
        """Give a figure for each turn."""
        return [self.turn(number) for number in range(1, self.turns + 1)]

    def turn(self, number: int) -> Figure:
        """Give the figure of a turn: what it drew is strong, what it made is marked."""
        entry = self.drawings[number - 1]
        board, before = self.board(number), self.board(number - 1)
        played = [cell for cell, one, old in zip(CELLS, board, before, strict=True) if one is not old]
        made = _made(board, played, self.rules)
        below = [quarto_words(quarto, self.words) for quarto in made]
        if made:
            below.insert(0, f"*{self.words[self._became(number)]}*")
        elif not played and entry.cell is not UNREAD:
            below.append(f"*{self.words['diagram.void']}*")
        return Figure(board, str(number), self.player(number), Marks(made, tuple(played)), None, tuple(below))

    def position(self, number: int | None = None) -> Figure:
        """Give the figure of a position with all its Quartos: the final one, or that after a turn.

        The shape in hand is the one that was handed over next, as far as the record says.
        """
        if number is not None and not 0 <= number <= self.turns:
            raise OptionError(f"--turn can be 0 to {self.turns} in this game, not {number}.")
        board = self.board(self.turns if number is None else number)
        quartos = _position(board).quartos(self.rules)
        below = tuple(quarto_words(quarto, self.words) for quarto in quartos)
        return Figure(board, "", "", Marks(quartos), self._given(number), below)

    def faults(self, until: int | None = None) -> list[str]:
        """Say what stands on the boards, or does not, against the rules, of turns up to one of them."""
        return [
            one.message
            for one in self.verdict.findings
            if one.code in _FAULTS and (until is None or one.turn is None or one.turn <= until)
        ]

    def board(self, number: int) -> tuple[Occupant, ...]:
        """Give what stands in the sixteen cells after a turn."""
        if self.record.position is not None:
            return self.record.position
        held = self.verdict.board(number)
        return tuple(_occupant(held.get(cell.name)) for cell in CELLS)

    def player(self, number: int) -> str:
        """Give the name of who draws a turn."""
        who = player_of(number)
        return self.record.tags.get(who.capitalize(), "").strip() or self.words[f"names.{who}"]

    def title(self) -> str:
        """Call the game by its players or its event, or nothing."""
        tags = self.record.tags
        players = [tags.get(who, "").strip() for who in ("First", "Second")]
        if all(players):
            return " – ".join(players)
        return tags.get("Event", "").strip()

    def _became(self, number: int) -> str:
        """Give the key of what became of the Quarto of a turn."""
        for finding in self.verdict.findings:
            if finding.code == "missed-quarto" and finding.turn == number:
                return _UNFINISHED[finding.outcome or "open"]
        return "diagram.called"

    def _given(self, number: int | None) -> Shape | None:
        if self.record.position is not None:
            tag = self.record.tags.get("Given")
            return read_shape(tag) if tag is not None else None
        entries: Sequence[object] = self.record.turns
        after = self.turns if number is None else number
        drawn = 0
        for one in entries:
            if not isinstance(one, Turn):
                continue
            if drawn == after:
                return one.shape if isinstance(one.shape, Shape) else None
            drawn += one.is_drawn
        return None


def _occupant(text: str | None) -> Occupant:
    if text is None:
        return None
    return SHAPE_BY_CORNERS.get(text, UNREAD)


def _position(board: Sequence[Occupant]) -> Position:
    codes = tuple(one.code if isinstance(one, Shape) else 0 for one in board)
    return Position(codes, sum(1 << at for at, one in enumerate(board) if one is not None))


def _made(board: Sequence[Occupant], played: Sequence[object], rules: Rules) -> tuple[Quarto, ...]:
    """Give the Quartos on a board that run through a cell that was just filled."""
    return tuple(
        quarto
        for quarto in _position(board).quartos(rules)
        if any(cell in quarto.alignment.cells for cell in played)
    )
