"""What was read from a sheet, as text for a person. Knows no pixels and no terminal."""

from __future__ import annotations

from typing import NamedTuple

from printquarto.check.text_report import Paint, plain
from printquarto.notation.diagnostic import printable
from printquarto.photo.reading import REFUSED, SURE, UNSURE, FieldReading, SheetReading
from printquarto.photo.wording import field_words, reason_words, value_words

_MOST_TOLD = 16
"""Unsure fields that are told one by one; of a spoiled photo there may be hundreds."""

_MOST_VALUES = 4
"""Values that are told of a field that may be nearly anything."""


def sheet_report(sheet: SheetReading, shown: str, paint: Paint = plain) -> str:
    """Give the text for a sheet that was read: which it is, its record, what is unsure, its problems."""
    about = ", ".join(filter(None, (sheet.template, sheet.paper, sheet.code)))
    is_open = bool(open_questions(sheet))
    lines = [
        f"{paint(printable(shown), 'place')} – {printable(about)}: "
        f"{paint(_state(sheet), 'warning' if is_open else 'mark')}",
        "",
    ]
    is_blank = all(field.value in ("", False) for field in sheet.fields)
    record = [] if is_blank else (sheet.record or "").splitlines()
    lines += [f"  {printable(line)}".rstrip() for line in record] or ["  Nothing is written on it."]
    return "\n".join([*lines, "", *remarks(sheet, paint)]) + "\n"


def remarks(sheet: SheetReading, paint: Paint = plain) -> list[str]:
    """Give the lines on what is unsure, and on the problems of the picture; with a blank line behind them."""
    unsure = [field for field in sheet.fields if field.status == UNSURE]
    lines = [f"  {paint('?', 'warning')} {_unsure_line(field)}" for field in unsure[:_MOST_TOLD]]
    if len(unsure) > _MOST_TOLD:
        lines.append(f"    and {len(unsure) - _MOST_TOLD} more; --json lists them all.")
    lines += [f"  {paint('note', 'note')}: {printable(problem.message)}" for problem in sheet.problems]
    return [*lines, ""] if lines else []


OPEN_PROBLEMS = ("not-in-strip", "not-on-board", "which-cell", "two-results", "two-calls")
"""Problems that an answer settles: each field may be sure, but the game cannot be told from them."""


def open_questions(sheet: SheetReading) -> int:
    """Count what only a person can settle: unsure fields, and what cannot be told though all are sure."""
    return sum(field.status == UNSURE for field in sheet.fields) + sum(
        problem.code in OPEN_PROBLEMS for problem in sheet.problems
    )


def _state(sheet: SheetReading) -> str:
    if sheet.status != SURE:
        return f"{_unsure_count(sheet)} not sure"
    return "each mark is clear, but something is open" if open_questions(sheet) else "everything is sure"


def _unsure_count(sheet: SheetReading) -> str:
    count = sum(field.status == UNSURE for field in sheet.fields)
    return "1 field is" if count == 1 else f"{count} fields are"


def _unsure_line(field: FieldReading) -> str:
    board = f"board {field.board}, " if field.board > 1 else ""
    line = f"{board}{field_words(field.id)}: {reason_words(field.reason)}"
    values = [value_words(one.value) for one in field.alternatives[:_MOST_VALUES]]
    more = " or another" if len(field.alternatives) > _MOST_VALUES else ""
    return f"{line}; {' or '.join(values)}{more}?" if values else f"{line}."


class Counts(NamedTuple):
    """How many sheets were sure, unsure and refused."""

    sure: int = 0
    unsure: int = 0
    refused: int = 0

    def plus(self, sheet: SheetReading) -> Counts:
        """Count one sheet more."""
        return Counts(
            self.sure + (sheet.status == SURE),
            self.unsure + (sheet.status == UNSURE),
            self.refused + (sheet.status == REFUSED),
        )

    @property
    def status(self) -> int:
        """The exit status: 2 where a sheet was refused, 1 where something is unsure, else 0."""
        return 2 if self.refused else 1 if self.unsure else 0

    def line(self) -> str:
        """Sum everything up in one line.

        >>> Counts(2, 1).line()
        '3 sheets read: 2 sure, 1 with something unsure.'
        >>> Counts(refused=1).line()
        'No sheet read; 1 refused.'
        """
        read = self.sure + self.unsure
        parts = [f"{self.sure} sure"] if self.sure else []
        parts += [f"{self.unsure} with something unsure"] if self.unsure else []
        head = f"{read} {'sheet' if read == 1 else 'sheets'} read: {', '.join(parts)}"
        if not read:
            head = "No sheet read"
        return head + (f"; {self.refused} refused." if self.refused else ".")
