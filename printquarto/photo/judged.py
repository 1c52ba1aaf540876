"""Judge the games of a sheet that was read: what the check finds, and what only the sheet shows.

Knows no ink. What is unsure and could change the verdict is judged each way it may be, and only what holds
each way is said: nothing wrong is ever stated as sure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from printquarto.check.finding import Finding, Verdict
from printquarto.check.judge import judge
from printquarto.games.quarto import Rules
from printquarto.notation.parser import read_games
from printquarto.notation.record import UNREAD, Record
from printquarto.notation.writer import write_game
from printquarto.photo.chart import RESULT_ROUNDS, SQUARES_ROUND
from printquarto.photo.reading import FieldReading, SheetReading
from printquarto.photo.sheet_fields import BoardFields
from printquarto.photo.transcript import Transcript, transcripts

_MOST_OPEN = 4
"""Open marks that are judged each way; where there are more, nothing that hangs on any such mark is said."""

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
    fields = reading.fields
    found = transcripts(fields)
    boards = [one.board for one in found]
    base = [_judged(one, rules_for, advice) for one in found]
    open_marks = [mark for board in boards for mark in _open_marks(fields, board)]
    if not open_marks:
        return base
    if len(open_marks) > _MOST_OPEN:
        return [_without(one, _HANGS_ON_MARKS) for one in base]
    for settled in _ways(fields, open_marks):
        other = [_judged(one, rules_for, advice) for one in transcripts(settled, boards)]
        base = [_common(one, two) for one, two in zip(base, other, strict=True)]
    return base


def _open_marks(fields: Iterable[FieldReading], board: int) -> list[FieldReading]:
    """Give the unsure marks of a kind for which a record has no ``?``: a call, a result, a rule.

    A speck in the box of a turn that nobody came to is no call.
    """
    own = [field for field in fields if field.board == board]
    last = max((box.turn for box in BoardFields(own).boxes if box.is_filled), default=0)
    found = []
    for field in own:
        part, _, rest = field.id.partition(".")
        is_call = (
            part == "turn" and rest.endswith((".call", ".claim")) and int(rest.split(".")[0]) <= last + 1
        )
        if field.value is None and (is_call or field.id in RESULT_ROUNDS or field.id == SQUARES_ROUND):
            found.append(field)
    return found


def _ways(fields: Iterable[FieldReading], marks: list[FieldReading]) -> Iterator[list[FieldReading]]:
    fields = list(fields)
    for values in product((False, True), repeat=len(marks)):
        settled = {
            (mark.board, mark.id): mark._replace(value=value)
            for mark, value in zip(marks, values, strict=True)
        }
        yield [settled.get((field.board, field.id), field) for field in fields]


def _judged(transcript: Transcript, rules_for: Callable[[dict[str, str]], Rules], advice: bool) -> Judged:
    """Judge one record. It is read from its own text, so that a finding can show its place there."""
    (record,) = read_games(write_game(transcript.record))
    assert isinstance(record, Record)
    rules = rules_for(record.tags)
    verdict = judge(record, rules, advice)
    more = list(transcript.findings)
    if transcript.ways:
        known = [_key(finding) for finding in verdict.findings]
        common, derived = _common_of([judge(way, rules, advice) for way in transcript.ways])
        more += [finding for finding in common if _key(finding) not in known]
        verdict = Verdict(verdict.findings, derived, verdict.board)
    verdict = _as_far_as_read(verdict, record)
    return Judged(record, rules, verdict.with_findings(_placed(more, record)))


def _as_far_as_read(verdict: Verdict, record: Record) -> Verdict:
    """Leave out what may only seem so as a shape could not be read: that there was no Quarto to call.

    A Quarto among the shapes that were read is one, and whoever called it has won.
    """
    is_whole = all(getattr(entry, "shape", None) is not UNREAD for entry in record.turns)
    if is_whole or verdict.derived in ("1-0", "0-1"):
        return verdict
    findings = [
        one for one in verdict.findings if one.code not in ("false-call", "late-call", "wrong-result")
    ]
    return Verdict(findings, None, verdict.board)


def _common_of(verdicts: list[Verdict]) -> tuple[list[Finding], str | None]:
    """Give what holds however it was: the findings, and the result that follows."""
    first, *others = verdicts
    found = first.findings
    for other in others:
        known = [_key(finding) for finding in other.findings]
        found = [finding for finding in found if _key(finding) in known]
    return found, first.derived if len({verdict.derived for verdict in verdicts}) == 1 else None


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
    findings, derived = _common_of([one.verdict, other.verdict])
    return one._replace(verdict=Verdict(findings, derived, one.verdict.board))


def _without(one: Judged, codes: Iterable[str]) -> Judged:
    findings = [finding for finding in one.verdict.findings if finding.code not in codes]
    return one._replace(verdict=Verdict(findings, None, one.verdict.board))
