"""Judge the games of a sheet that was read: what the check finds, and what only the sheet shows.

Knows no ink. What is unsure and could change the verdict is judged each way it may be, and only what holds
each way is said: nothing wrong is ever stated as sure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from printquarto.check.finding import Finding, Verdict
from printquarto.check.judge import judge
from printquarto.check.sentence import QuartoSentences
from printquarto.games.board import Cell, alignments_through
from printquarto.games.quarto import Rules
from printquarto.notation.parser import read_games
from printquarto.notation.record import UNREAD, Record, Turn
from printquarto.notation.writer import write_game
from printquarto.photo.open_marks import OpenMarks
from printquarto.photo.reading import FieldReading, SheetReading
from printquarto.photo.transcript import Transcript, transcripts

_QUARTOS = ("missed-quarto", "implied-call")
"""What is found where a Quarto was made that nobody called in time."""

_HANGS_ON_MARKS = (
    "missed-quarto",
    "implied-call",
    "false-call",
    "late-call",
    "move-after-end",
    "wrong-result",
)


class Judged(NamedTuple):
    """A game of a sheet: its record as its text is read again, the rules it was judged by, the verdict."""

    record: Record
    rules: Rules
    verdict: Verdict


def judge_sheet(
    reading: SheetReading, rules_for: Callable[[dict[str, str]], Rules], advice: bool = False
) -> list[Judged]:
    """Judge the games of a sheet, one for each board that was used; none where the sheet was refused.

    ``rules_for`` gives the rules from the tags of a record, as ``Choice.over`` does.
    """
    return [_each_way(reading.fields, one, rules_for, advice) for one in transcripts(reading.fields)]


def _each_way(
    fields: Iterable[FieldReading],
    transcript: Transcript,
    rules_for: Callable[[dict[str, str]], Rules],
    advice: bool,
) -> Judged:
    """Judge one board each way its open marks may be, as far as they can matter."""
    base = _judged(transcript, rules_for, advice)
    board = transcript.board
    own = [field for field in fields if field.board == board]
    marks = OpenMarks(own, transcript.turn_of, transcript.drawn)
    if not marks:
        return base
    if marks.uncertain_from is not None:
        base = _before(base, transcript.turn_of.get(marks.uncertain_from, marks.uncertain_from) - 1)
    results = marks.results()
    for choices in marks.starts():
        (start,) = transcripts(marks.settled(choices), [board])
        ways = [start]
        for name in marks.calls_at(_quarto_turns(start, rules_for), start.turn_of):
            ways += transcripts(marks.settled({**choices, name: True}), [board])
        for way in ways:
            for result in results:
                base = _common(base, _judged(way.with_result(result), rules_for, advice))
    return base


def _quarto_turns(transcript: Transcript, rules_for: Callable[[dict[str, str]], Rules]) -> set[int]:
    """Give the turns after which a Quarto may have been called, if all calls that are open were none."""
    found: set[int] = set()
    for record in (transcript.record, *transcript.ways):
        rules = rules_for(record.tags)
        findings = judge(record, rules).findings
        found |= {one.turn for one in findings if one.code in _QUARTOS and one.turn is not None}
        found |= unread_quartos(record, rules)
    return found


def _judged(transcript: Transcript, rules_for: Callable[[dict[str, str]], Rules], advice: bool) -> Judged:
    """Judge one record. It is read from its own text, so that a finding can show its place there."""
    (record,) = read_games(write_game(transcript.record))
    assert isinstance(record, Record)
    rules = rules_for(record.tags)
    verdict = judge(record, rules, advice)
    more = list(transcript.findings)
    if transcript.ways:
        known = [_key(finding) for finding in verdict.findings]
        common, derived = _common_of(
            [_as_far_as_read(judge(way, rules, advice), way, rules) for way in transcript.ways], record.tags
        )
        more += [finding for finding in common if _key(finding) not in known]
        verdict = Verdict(verdict.findings, derived, verdict.board)
    verdict = _as_far_as_read(verdict, record, rules)
    verdict = Verdict(verdict.findings, verdict.derived, _board_as_read(verdict, transcript))
    return Judged(record, rules, verdict.with_findings(_placed(more, record)))


def _board_as_read(verdict: Verdict, transcript: Transcript) -> Callable[[int], dict[str, str]]:
    """Give what stands on the board after a turn; from the first turn whose cell is not known, what was read.

    Then all is shown but what surely was drawn later. At the end it is what stands on the sheet, where that
    is more than the record tells of.
    """
    cells = [entry.cell for entry in _drawn(transcript.record)]
    first = next((turn for turn, cell in enumerate(cells, 1) if cell is UNREAD), None)

    is_more = bool(cells) and not {*transcript.standing} <= {str(cell) for cell in cells}

    def board(turn: int) -> dict[str, str]:
        if is_more and turn >= len(cells):
            return dict(transcript.standing)
        if first is None or turn < first:
            return verdict.board(turn)
        later = {str(cell) for cell in cells[turn:]}
        return {cell: shape for cell, shape in transcript.standing.items() if cell not in later}

    return board


def _drawn(record: Record) -> list[Turn]:
    """Give the turns in which something was drawn."""
    return [entry for entry in record.turns if isinstance(entry, Turn) and entry.is_drawn]


def unread_quartos(record: Record, rules: Rules) -> set[int]:
    """Give the turns that may have made a Quarto together with shapes that could not be read."""
    found: set[int] = set()
    standing: dict[Cell, object] = {}
    for turn, entry in enumerate(_drawn(record), 1):
        if not isinstance(entry.cell, Cell):
            continue
        standing[entry.cell] = entry.shape
        for alignment in alignments_through(entry.cell, rules.squares):
            shapes = [standing.get(one) for one in alignment.cells]
            if None not in shapes and UNREAD in shapes:
                found.add(turn)
    return found


def _as_far_as_read(verdict: Verdict, record: Record, rules: Rules) -> Verdict:
    """Leave out what may only seem so as a shape could not be read: that there was no Quarto to call.

    A Quarto among the shapes that were read is one, and whoever called it has won, unless the game may have
    ended before by a call of one with shapes that were not.
    """
    if all(getattr(entry, "shape", None) is not UNREAD for entry in record.turns):
        return verdict
    ended = _may_have_ended(record, unread_quartos(record, rules))
    findings = [
        one
        for one in verdict.findings
        if ended is None or one.code not in _HANGS_ON_MARKS or (one.turn is not None and one.turn < ended)
    ]
    if ended is None and verdict.derived in ("1-0", "0-1"):
        return verdict
    findings = [one for one in findings if one.code not in ("false-call", "late-call", "wrong-result")]
    return Verdict(findings, None, verdict.board)


def _may_have_ended(record: Record, turns: set[int]) -> int | None:
    """Give the first of the turns after which a Quarto was called, by either player."""
    turn = 0
    for entry in record.turns:
        turn += getattr(entry, "is_drawn", True)
        if getattr(entry, "call", False) and turn in turns:
            return turn
    return None


def _common_of(verdicts: list[Verdict], tags: dict[str, str]) -> tuple[list[Finding], str | None]:
    """Give what holds however it was: the findings, and the result that follows."""
    first, *others = verdicts
    found = first.findings
    for other in others:
        found = [one for finding in found if (one := _held(finding, other.findings, tags)) is not None]
    return found, first.derived if len({verdict.derived for verdict in verdicts}) == 1 else None


def _held(finding: Finding, others: Iterable[Finding], tags: dict[str, str]) -> Finding | None:
    """Give what of a finding holds among others too; of a missed Quarto, that it was made and not called.

    Which alignments it has beside may hang on the rules, and what became of it on the next call.
    """
    others = list(others)
    if _key(finding) in [_key(other) for other in others]:
        return finding
    for other in others:
        quartos = tuple(quarto for quarto in finding.quartos if quarto in other.quartos)
        if (
            (finding.code, finding.turn) == ("missed-quarto", other.turn)
            and other.code == finding.code
            and quartos
        ):
            assert finding.turn is not None
            outcome = finding.outcome if finding.outcome == other.outcome else "unclear"
            message = QuartoSentences(tags).missed_quarto(finding.turn, quartos, outcome or "")
            return finding._replace(
                quartos=quartos,
                message=message,
                outcome="open" if outcome == "unclear" else outcome,
                cells=tuple(cell for quarto in quartos for cell in quarto.alignment.cells),
            )
    return None


def _placed(findings: Iterable[Finding], record: Record) -> Iterator[Finding]:
    """Give findings with the place of their turn in the text."""
    spans = {}
    turn = 1
    for entry in record.turns:
        spans[turn] = entry.span
        turn += getattr(entry, "is_drawn", True)
    for finding in findings:
        yield finding._replace(span=spans.get(finding.turn or 0))


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.turn, finding.player, finding.outcome, finding.quartos


def _common(one: Judged, other: Judged) -> Judged:
    """Give what holds in both."""
    findings, derived = _common_of([one.verdict, other.verdict], one.record.tags)
    return one._replace(verdict=Verdict(findings, derived, one.verdict.board))


def _before(one: Judged, turn: int) -> Judged:
    """Leave out what hangs on marks from a turn on."""
    findings = [
        finding
        for finding in one.verdict.findings
        if finding.code not in _HANGS_ON_MARKS or (finding.turn is not None and finding.turn < turn)
    ]
    return one._replace(verdict=Verdict(findings, None, one.verdict.board))
