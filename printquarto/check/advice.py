"""The notes of ``--advice``: wins that were not seen and shapes that should not have been handed over.

Knows what could have been played, not what was wrong: turns with an error are left out by who asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printquarto.check.finding import Finding, giver_of, player_of
from printquarto.check.sentence import QuartoSentences
from printquarto.games.board import Cell
from printquarto.games.quarto import Quarto, Rules, State
from printquarto.games.shape import Shape
from printquarto.notation.record import Turn


def notes(steps: Iterable[tuple[State, Turn]], rules: Rules, say: QuartoSentences) -> Iterator[Finding]:
    """Give ``losing-gift`` and ``missed-win`` for each turn, from the state before it and its entry."""
    for state, entry in steps:
        shape = entry.shape
        if not isinstance(shape, Shape) or (entry.call and not entry.is_drawn):
            continue
        if not state.position.wins_with(shape, rules):
            continue
        safe = _surely_safe(state, shape, rules)
        turn = state.turns + 1
        if safe:
            message = say.losing_gift(turn, shape.corners, [one.corners for one in safe])
            yield Finding("losing-gift", turn, giver_of(turn), message, span=entry.span)
        if isinstance(entry.cell, Cell) and not state.position.completed_by(shape, entry.cell, rules):
            yield _missed_win(state, entry, shape, rules, say)


def _surely_safe(state: State, given: Shape, rules: Rules) -> list[Shape]:
    """Give the shapes left that make no Quarto at once; none where each may be one that was unread."""
    safe = [
        shape for shape in state.gifts() if shape is not given and not state.position.wins_with(shape, rules)
    ]
    unread = state.position.filled.bit_count() - state.used.bit_count()
    return safe if len(safe) > unread else []


def _missed_win(state: State, entry: Turn, shape: Shape, rules: Rules, say: QuartoSentences) -> Finding:
    turn = state.turns + 1
    quartos: list[Quarto] = []
    cells = [cell for cell in state.free_cells() if state.position.completed_by(shape, cell, rules)]
    for cell in cells:
        quartos += state.position.place(shape, cell).quartos_through(cell, rules)
    message = say.missed_win(turn, shape.corners, cells, tuple(quartos))
    marked = tuple(cell for quarto in quartos for cell in quarto.alignment.cells)
    return Finding(
        "missed-win", turn, player_of(turn), message, tuple(quartos), span=entry.span, cells=marked
    )
