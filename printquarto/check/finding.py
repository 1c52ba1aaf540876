"""What the check finds and gives back for a game. Codes as in the record specification."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from printquarto.games.board import Cell
from printquarto.games.danish import Point
from printquarto.games.quarto import Quarto
from printquarto.notation.diagnostic import Span

SEVERITY: dict[str, str] = {
    "syntax": "error",
    "shape-reused": "error",
    "cell-occupied": "error",
    "move-after-end": "error",
    "missed-quarto": "error",
    "false-call": "error",
    "late-call": "error",
    "wrong-alignment": "warning",
    "wrong-result": "error",
    "implied-call": "note",
    "turn-number": "warning",
    "gift-differs": "warning",
    "unread": "warning",
    "missed-win": "note",
    "losing-gift": "note",
    "losing-move": "note",
    "quarto-on-board": "note",
    "point-occupied": "error",
    "wrong-phase": "error",
    "not-your-man": "error",
    "not-adjacent": "error",
    "no-quadrate": "error",
    "protected-man": "error",
    "not-an-enemy": "error",
    "pass-not-allowed": "error",
    "declined-capture": "note",
    "strip-differs": "warning",
    "drawn-turned": "warning",
    "tray-differs": "note",
}
"""The findings of Quarto, then those that Danish Quarto and photos of sheets add to them."""

FROM_PHOTOS = ("strip-differs", "drawn-turned", "tray-differs")
"""What only a photo shows: on a sheet a game is told three times over, in a record once."""

PLAYERS = ("first", "second")


def player_of(turn: int) -> str:
    """Say who draws a turn: First the odd ones, Second the even ones."""
    return PLAYERS[(turn + 1) % 2]


def giver_of(turn: int) -> str:
    """Say who hands over the shape of a turn: the one who does not draw it."""
    return PLAYERS[turn % 2]


class Finding(NamedTuple):
    """One fault or note.

    ``turn`` and ``player`` are None where there is none. ``quartos`` holds the alignments of the finding,
    ``outcome`` what became of a missed Quarto. ``span`` is the place in the text, and ``cells`` are marked on
    the board that is drawn with the finding.
    """

    code: str
    turn: int | None
    player: str | None
    message: str
    quartos: tuple[Quarto, ...] = ()
    outcome: str | None = None
    span: Span | None = None
    cells: tuple[Cell | Point, ...] = ()
    is_before: bool = False

    @property
    def board_turn(self) -> int | None:
        """The turn after which the board is as the finding sees it; None for the end of the game.

        A call instead of a drawing sees the board before its turn; what the tray says is seen at the end.
        """
        if self.code == "tray-differs":
            return None
        return self.turn - 1 if self.is_before and self.turn is not None else self.turn

    @property
    def severity(self) -> str:
        """Say whether it is an ``error``, a ``warning`` or a ``note``."""
        return SEVERITY[self.code]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check says of a game: its findings in the order of their turns, and the result that follows.

    ``derived`` is None where nothing follows, as from a final position. ``board`` gives what stands on the
    board after a turn, by the names of the cells; it is asked only where a board is drawn.
    """

    findings: list[Finding]
    derived: str | None
    board: Callable[[int], dict[str, str]]

    def with_findings(self, more: Iterable[Finding]) -> Verdict:
        """Give the verdict with more findings, all in the order of their turns."""
        return Verdict(sorted([*self.findings, *more], key=order), self.derived, self.board)


def order(finding: Finding) -> int:
    """Give what findings are sorted by: the turn, or the end of the game."""
    return finding.turn if finding.turn is not None else 1 << 30
