"""What a person is asked about a sheet whose ink leaves something open, field by field, at a terminal.

Questions go to standard error, so that what a command prints can go to a file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printquarto.errors import NotationError
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS
from printquarto.photo.reading import FieldReading, Value
from printquarto.photo.wording import field_words, read_value, reason_words, value_words

if TYPE_CHECKING:
    import tempfile

    from printquarto.cli.sheets import SheetRead

_MOST_OFFERED = 6
"""Values that are offered by a number; any other may be typed all the same."""

_MANY = 20
"""Unsure fields from which a better photo is quicker than answers."""

_HELP = """\
  Look at the field on your sheet, or at the picture that is named above.
  Type the number of an answer. A shape may also be typed as oiio, 0110, #6, LSRS or in words; its
  corners go clockwise from the top left, o for out and i for in. For a mark, yes or no do as well.
  Enter leaves it open (there is a ? in the record then). Ctrl-C ends the questions and keeps the answers."""


def can_ask() -> bool:
    """Say whether somebody sits there who can answer."""
    streams = (sys.stdin, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


class Asker:
    """Asks about one sheet after the other, until Ctrl-C or the end of the input; ``close`` cleans up.

    Pictures of the fields go to ``folder``, or to one that is there as long as the questions.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._crops: tempfile.TemporaryDirectory[str] | None = None
        self._ended = False

    def close(self) -> None:
        """Remove the pictures of fields that were asked about."""
        if self._crops is not None:
            self._crops.cleanup()

    def settle(self, sheet: SheetRead) -> None:
        """Ask about what is unsure; after each answer the rules decide anew what they can."""
        if self._ended:
            return
        left_open: set[tuple[int, str]] = set()
        first = True
        try:
            while (field := _next(sheet, left_open)) is not None:
                if first:
                    click.echo(_opening(sheet), err=True)
                    first = False
                answer = self._ask(sheet, field)
                if answer is None:
                    left_open.add((field.board, field.id))
                else:
                    sheet.answer({(field.board, field.id): answer})
        except (EOFError, KeyboardInterrupt):
            click.echo("\n  No more questions; what was answered is kept.", err=True)
            self._ended = True

    def _ask(self, sheet: SheetRead, field: FieldReading) -> Value | None:
        """Ask about one field until the answer is understood; None leaves it open."""
        values = [one.value for one in field.alternatives[:_MOST_OFFERED]]
        is_shape = field.id.startswith("cell.")
        if not is_shape:
            values += [value for value in (True, False) if value not in values]
        click.echo(f"\n{_first_large(field_words(field.id))}: {reason_words(field.reason)}.", err=True)
        click.echo(f"  Its picture: {self._saved_crop(sheet, field)}", err=True)
        for line in _offered(values):
            click.echo(f"  {line}", err=True)
        while True:
            line = _line("  Which is it? (Enter leaves it open, ? helps) ")
            if not line:
                return None
            if line == "?":
                click.echo(_HELP, err=True)
                continue
            if line.isdigit() and 1 <= int(line) <= len(values):
                return values[int(line) - 1]
            try:
                return read_value(line, is_shape=is_shape)
            except NotationError as error:
                click.echo(f"  {error}", err=True)

    def _saved_crop(self, sheet: SheetRead, field: FieldReading) -> Path:
        if self._folder is None:
            import tempfile

            self._crops = tempfile.TemporaryDirectory(prefix="printquarto-")
            self._folder = Path(self._crops.name)
        return sheet.save_crop(self._folder, field)


def _next(sheet: SheetRead, left_open: set[tuple[int, str]]) -> FieldReading | None:
    """Give the field to ask about: those of the tray, which decide least about a game, come last."""
    asked = [field for field in sheet.unsure if (field.board, field.id) not in left_open]
    return min(asked, key=lambda field: field.id.startswith("tray."), default=None)


def _opening(sheet: SheetRead) -> str:
    count = len(sheet.unsure)
    what = "one field is" if count == 1 else f"{count} fields are"
    hint = " Another photo, sharp and in even light, may be quicker." if count > _MANY else ""
    return f"\n{sheet.shown}: {what} not sure. Ctrl-C ends the questions.{hint}"


def _offered(values: list[Value]) -> list[str]:
    """Give the lines that offer values: numbered, shapes drawn above their names."""
    words = [f"{number}: {value_words(value)}" for number, value in enumerate(values, 1)]
    if not any(value in SHAPE_BY_CORNERS for value in values if isinstance(value, str)):
        return ["   ".join(words)] if words else []
    widths = [len(word) + 3 for word in words]
    rows = [*zip(*map(_drawn, values), strict=True), words]
    return ["".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _drawn(value: Value) -> list[str]:
    """Draw a shape in three rows, a folded corner being a third that is missing.

    >>> print(*_drawn("oiio"), sep="\\n")
    ████
    ██████
    ████
    """
    shape = SHAPE_BY_CORNERS.get(value) if isinstance(value, str) else None
    if shape is None:
        return [""] * 3
    folded = {(corner.x, corner.y) for corner in CORNERS if shape.is_in(corner)}

    def row(y: int) -> str:
        ends = ["  " if (x, y) in folded else "██" for x in (0, 1)]
        return f"{ends[0]}██{ends[1]}".rstrip()

    return [row(0), "██████", row(1)]


def _first_large(words: str) -> str:
    return words[:1].upper() + words[1:]


def _line(question: str) -> str:
    """Ask for a line. Raises EOFError at the end of the input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()
