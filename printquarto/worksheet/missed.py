"""``missed``: games in which one Quarto was made and not called while it lived, and played past.

Counted are the turns, and those that fill a line and make no Quarto. The answer is what the check finds in
the record.
"""

from __future__ import annotations

from printquarto.check.judge import judge
from printquarto.games.board import CELLS
from printquarto.games.quarto import PAPER, Rules, State
from printquarto.games.shape import SHAPES
from printquarto.notation.parser import read_games
from printquarto.notation.record import Record, Turn
from printquarto.notation.settings import rules_of_tags
from printquarto.notation.writer import write_game
from printquarto.worksheet import answers
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import DECOYS, TURNS, Level
from printquarto.worksheet.puzzle import Drawing, MissedPuzzle


def attempt(level: Level, chance: Chance) -> MissedPuzzle | None:
    """Try once to find a puzzle."""
    rules = level.rules
    span = level.spans[TURNS]
    count = chance.between(span.low, span.high if span.high is not None else len(CELLS))
    shapes, cells = chance.some(SHAPES, count), chance.some(CELLS, count)
    drawings = tuple(Drawing(shape, cell) for shape, cell in zip(shapes, cells, strict=True))
    if not _is_missed_once(drawings, rules) or _decoys(drawings, rules) not in level.spans[DECOYS]:
        return None
    record = _record(drawings, rules)
    (game,) = read_games(record)
    (missed,) = judge(game, rules_of_tags(game.tags)).findings
    assert missed.code == "missed-quarto"
    assert missed.turn is not None
    return MissedPuzzle(level.name, rules, drawings, record, missed.turn, missed.quartos)


def _is_missed_once(drawings: tuple[Drawing, ...], rules: Rules) -> bool:
    """Say whether one turn alone, and not the last, makes a Quarto."""
    state, made = State(), 0
    for shape, cell in drawings:
        state = state.draw(shape, cell, rules)
        made += bool(state.live)
        if made > 1:
            return False
    return made == 1 and not state.live


def _decoys(drawings: tuple[Drawing, ...], rules: Rules) -> int:
    """Count the turns that fill an alignment and make no Quarto."""
    state, full, count = State(), 0, 0
    for shape, cell in drawings:
        state = state.draw(shape, cell, rules)
        before, full = full, answers.full_lines(state.position, rules)
        count += full > before and not state.live
    return count


def _record(drawings: tuple[Drawing, ...], rules: Rules) -> str:
    """Write the game, with tags for rules that are not those of paper, and the result that follows."""
    tags = {}
    if rules.features != PAPER.features:
        tags["Features"] = ",".join(corner.name for corner in rules.features)
    if rules.squares:
        tags["Squares"] = "yes"
    turns = tuple(Turn(shape, cell) for shape, cell in drawings)
    return write_game(Record(tags, turns, result="1/2-1/2" if len(turns) == len(CELLS) else "*"))
