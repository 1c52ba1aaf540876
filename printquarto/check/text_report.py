"""What was judged as text for a person: the place, a sentence, a small board. Knows no terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from printquarto.check.finding import Finding, Verdict
from printquarto.games import board, danish
from printquarto.notation.diagnostic import excerpt, printable
from printquarto.notation.record import DANISH, QUARTO, Broken, Record

Paint = Callable[[str, str], str]
"""Colours a text for its role: ``error``, ``warning``, ``note``, ``place`` or ``mark``."""

_INDENT = "  "


def plain(text: str, _role: str) -> str:
    """Colour nothing."""
    return text


def game_report(
    game: Record | Broken,
    verdict: Verdict,
    source: str,
    index: int,
    paint: Paint = plain,
    *,
    lines: bool = True,
) -> str:
    """Give the text for one game: each finding with its place, its sentence and the board.

    Without ``lines`` the place names no line, as where the source is no text.
    """
    place = [printable(source)]
    if index > 1:
        place.append(f"game {index}")
    found = []
    for finding in verdict.findings:
        line = finding.span.line if finding.span is not None else game.line
        where = [*place, f"line {line}"] if lines else place
        found.append(_finding(game, verdict, finding, where, paint))
    return "".join(found)


def _finding(
    game: Record | Broken, verdict: Verdict, finding: Finding, where: Sequence[str], paint: Paint
) -> str:
    span = finding.span
    place = list(where)
    if finding.turn is not None:
        place.append(f"turn {finding.turn}")
    severity = finding.severity
    lines = [f"{paint(', '.join(place), 'place')} – {paint(severity, severity)}: {finding.code}"]
    if span is not None:
        text = game.source if isinstance(game, Broken) else game.source(span.line)
        shown, marks = excerpt(text, span)
        lines += [_INDENT + shown, _INDENT + paint(marks, severity)]
    lines.append(_INDENT + finding.message)
    if not isinstance(game, Broken):
        turn = finding.board_turn if finding.board_turn is not None else len(game.turns)
        lines += ["", board_text(game.game, verdict.board(turn), finding.cells, paint)]
    return "\n".join(lines) + "\n\n"


class _Grid(NamedTuple):
    """How a board is drawn: its heading, its rows of names (None where nothing is), the width of a cell."""

    heading: str
    rows: tuple[tuple[str | None, ...], ...]
    width: int


def _grid(columns: str, rows: str, names: Collection[str], width: int) -> _Grid:
    heading = _INDENT + "    " + "".join(f"{column:^{width + 3}}" for column in columns).rstrip()
    places = [[column + row for column in columns] for row in rows]
    return _Grid(
        heading, tuple(tuple(name if name in names else None for name in row) for row in places), width
    )


_GRIDS: dict[str, _Grid] = {
    QUARTO: _grid(board.COLUMNS, board.ROWS, board.CELL_BY_NAME, 4),
    DANISH: _grid(danish.COLUMNS, danish.ROWS, danish.POINT_BY_NAME, 1),
}


def board_text(
    game: str,
    standing: Mapping[str, str],
    marked: Iterable[board.Cell | danish.Point] = (),
    paint: Paint = plain,
) -> str:
    """Draw a board in text, from what stands in its cells; marked cells stand in brackets.

    >>> print(board_text("quarto", {"b2": "oiio"}, board.CELLS[4:6]))
             a      b      c      d
      1     .      .      .      .
      2   [ .  ] [oiio]   .      .
      3     .      .      .      .
      4     .      .      .      .
    """
    grid = _GRIDS[game]
    brackets = {cell.name for cell in marked}
    lines = [grid.heading]
    for number, row in enumerate(grid.rows, 1):
        cells = []
        for name in row:
            text = " " if name is None else standing.get(name, ".")
            word = f"{text:^{grid.width}}"
            cells.append(paint(f" [{word}]", "mark") if name in brackets else f"  {word} ")
        lines.append(f"  {number}  {''.join(cells)}".rstrip())
    return "\n".join(lines)


class Totals:
    """Counts what was judged, for the line at the end and the exit status; ``failed`` counts whole files.

    ``questions`` counts what was left open on photos: until it is answered, not all can be judged.
    """

    def __init__(self) -> None:
        self.games = 0
        self.broken = 0
        self.failed = 0
        self.with_findings = 0
        self.questions = 0
        self.severities: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """Count one game."""
        self.games += 1
        if not verdict.findings:
            return
        if verdict.findings[0].code == "syntax":
            self.broken += 1
            return
        self.with_findings += 1
        self.severities.update(finding.severity for finding in verdict.findings)

    @property
    def status(self) -> int:
        """The exit status: 2 where something could not be read, 1 for a warning or an error, else 0."""
        if self.broken or self.failed:
            return 2
        return 1 if self.severities["error"] or self.severities["warning"] else 0

    def line(self) -> str:
        """Sum everything up in one line.

        >>> Totals().line()
        'No game found.'
        >>> totals = Totals()
        >>> totals.games, totals.questions = 1, 2
        >>> totals.line()
        '1 game checked; nothing found so far, but not all can be judged until 2 questions are answered.'
        """
        if not self.games:
            return "No game found."
        judged = self.games - self.broken
        parts = [f"{_count(judged, 'game')} checked"] if judged or not self.broken else []
        if self.with_findings:
            found = ", ".join(_count(self.severities[name], name) for name in ("error", "warning", "note"))
            parts.append(f"{found} in {_count(self.with_findings, 'game')}")
        elif judged and self.questions and not self.broken:
            parts.append("nothing found so far, but not all can be judged until " + _answered(self.questions))
        elif judged:
            parts.append(
                f"nothing wrong in {'it' if judged == 1 else 'them'}" if self.broken else "nothing wrong"
            )
        if self.questions and (self.with_findings or self.broken):
            parts.append("not all can be judged until " + _answered(self.questions))
        if self.broken:
            parts.append(f"{_count(self.broken, 'game')} could not be read")
        return "; ".join(parts) + "."


def _answered(questions: int) -> str:
    return f"{_count(questions, 'question')} {'is' if questions == 1 else 'are'} answered"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
