"""What a person is asked about a sheet whose ink leaves something open, field by field, at a terminal.

Questions go to standard error, so that what a command prints can go to a file.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from printquarto.errors import NotationError
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS
from printquarto.photo.questions import blank_boxes, questions, turn_of
from printquarto.photo.reading import FieldReading, Value
from printquarto.photo.wording import field_words, read_value, reason_words, value_words

if TYPE_CHECKING:
    import tempfile

    from printquarto.cli.sheets import SheetRead
    from printquarto.photo.decode import FieldKey

_MOST_OFFERED = 6
"""Values that are offered by a number; any other may be typed all the same."""

_MANY = 20
"""Unsure fields from which a better photo is quicker than answers."""

_TOGETHER = 3
"""Rounds of turns that were never played from which one question is asked about all."""

_HELP_WORDS = ("?", "h", "help")
_ALL_BLANK = frozenset({"1", "a", "all", "blank", "y", "yes"})
_ONE_BY_ONE = frozenset({"2", "o", "one", "n", "no"})

_HELP = """\
  Look at the field on your sheet, or at the picture that is named above.
  Type the number of an answer. A shape may also be typed as oiio, 0110, #6, LSRS or in words; its
  corners go clockwise from the top left, o for out and i for in. For a mark, yes or no do as well.
  Enter leaves it open (a ? may be in the record then). Ctrl-C ends the questions and keeps the answers."""


class _HungUpError(Exception):
    """The terminal was closed."""


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
        if self._ended or not sheet.unsure:
            return
        terminals = [stream for stream in (sys.stdout, sys.stderr) if stream.isatty()]
        try:
            with _told_of_hangups():
                click.echo(_opening(sheet), err=True)
                self._settle(sheet)
        except (EOFError, KeyboardInterrupt):
            with contextlib.suppress(OSError):
                click.echo("\n  No more questions; what was answered is kept.", err=True)
            self._ended = True
        except (_HungUpError, OSError):
            # Nobody is there any more, but the files that were asked for are still to be written.
            _silence(terminals)
            self._ended = True

    def _settle(self, sheet: SheetRead) -> None:
        left_open: set[FieldKey] = set()
        singly: set[int] = set()
        while asked := questions(sheet.reading.fields, left_open):
            together = blank_boxes(sheet.reading.fields, asked)
            if len(together) >= _TOGETHER and together[0].board not in singly:
                keys = [(field.board, field.id) for field in together]
                match self._ask_whether_blank(sheet, together):
                    case True:
                        sheet.answer(dict.fromkeys(keys, False))
                    case False:
                        singly.add(together[0].board)
                    case None:
                        left_open.update(keys)
                continue
            field = asked[0]
            answer = self._ask(sheet, field)
            if answer is None:
                left_open.add((field.board, field.id))
            else:
                click.echo(f"  Understood: {_understood(answer)}.", err=True)
                sheet.answer({(field.board, field.id): answer})

    def _ask_whether_blank(self, sheet: SheetRead, fields: Sequence[FieldReading]) -> bool | None:
        """Ask about rounds of turns that were not played: all blank, each by itself, or None, left open."""
        click.echo(f"\n{_unplayed(fields)}", err=True)
        click.echo(f"  The whole sheet: {sheet.save_page(self._crops_folder())}", err=True)
        click.echo("  1: all of them are blank   2: ask one by one", err=True)
        while True:
            line = _line("  Which is it? (Enter leaves them open, ? helps) ").lower()
            if not line:
                return None
            if line in _HELP_WORDS:
                click.echo(_HELP, err=True)
            elif line in _ALL_BLANK:
                click.echo("  Understood: all blank.", err=True)
                return True
            elif line in _ONE_BY_ONE:
                return False
            else:
                click.echo("  Expected 1 or 2, or Enter.", err=True)

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
            if line.lower() in _HELP_WORDS:
                click.echo(_HELP, err=True)
                continue
            if line.isdigit() and 1 <= int(line) <= len(values):
                return values[int(line) - 1]
            try:
                return read_value(line, is_shape=is_shape)
            except NotationError as error:
                click.echo(f"  {error}", err=True)

    def _saved_crop(self, sheet: SheetRead, field: FieldReading) -> Path:
        return sheet.save_crop(self._crops_folder(), field)

    def _crops_folder(self) -> Path:
        if self._folder is None:
            import tempfile

            self._crops = tempfile.TemporaryDirectory(prefix="printquarto-")
            self._folder = Path(self._crops.name)
        return self._folder


@contextlib.contextmanager
def _told_of_hangups() -> Iterator[None]:
    """Raise _HungUpError where the terminal is closed meanwhile, instead of ending the process.

    A shell may tell it twice, so that after the first time it is ignored to the end of the run.
    """
    number = getattr(signal, "SIGHUP", None)  # not on Windows
    is_main = threading.current_thread() is threading.main_thread()
    if number is None or not is_main or signal.getsignal(number) == signal.SIG_IGN:
        yield
        return

    def hung_up(*_: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise _HungUpError

    before = signal.signal(number, hung_up)
    try:
        yield
    finally:
        if signal.getsignal(number) is hung_up:
            signal.signal(number, before)


def _silence(terminals: Sequence[TextIO]) -> None:
    """Let what is still written to a terminal that is gone go nowhere, as writing there would fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in terminals:
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _unplayed(fields: Sequence[FieldReading]) -> str:
    turns = sorted({turn for field in fields if (turn := turn_of(field.id)) is not None})
    board = f"Board {fields[0].board}: " if fields[0].board > 1 else ""
    where = f"the box of turn {turns[0]}" if len(turns) == 1 else f"boxes {turns[0]} to {turns[-1]}"
    return f"{board}{len(fields)} rounds of {where}, which seem not to be played, are not sure."


def _understood(value: Value) -> str:
    shape = SHAPE_BY_CORNERS.get(value) if isinstance(value, str) else None
    return value_words(value) if shape is None else f"{shape.corners}, #{shape.number}"


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
