"""Answers of a person to what a photo left open: a TOML file with a table for each sheet.

As in the sheet specification: a table is named by the file's name and the number of the sheet in it, as
``"IMG_1204.jpg#1"``; an answer may overrule any field, sure ones too. A field of a second board is written
``"2/cell.c3"``. Reading is strict: what is not understood is refused with file, line and what was expected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import Any, NamedTuple, NoReturn

from printquarto.errors import InputError, NotationError
from printquarto.notation.shapes import read_shape
from printquarto.photo.chart import Chart
from printquarto.photo.decode import FieldKey
from printquarto.photo.reading import Value
from printquarto.sheet.fields import ShapeField
from printquarto.sheet.handed import handed_bytes, handed_text, shown
from printquarto.sheet.places import line_of
from printquarto.sheet.units import shortened

EMPTY_WORDS = ("", ".", "blank")
"""What says that nothing is drawn in a cell."""

_MOST_BYTES = 1_000_000


class Answers(NamedTuple):
    """The answers as they were written: the fields of each table. ``source`` is what errors call the file."""

    tables: Mapping[str, Mapping[str, Any]]
    source: str = "the answers"
    text: str = ""

    def for_sheet(self, source: str, number: int, chart: Chart) -> dict[FieldKey, Value]:
        """Give the answers about a sheet, by its file and its number there, counted from 1.

        A table names the file as it was given, or by its last part alone. Raises InputError for a field that
        the chart does not have and for a value that its field cannot have.
        """
        found: dict[FieldKey, Value] = {}
        kinds = {(place.board, place.field.id): isinstance(place.field, ShapeField) for place in chart.fields}
        for name in dict.fromkeys((f"{PurePath(source).name}#{number}", f"{source}#{number}")):
            for written, value in self.tables.get(name, {}).items():
                key = self._key(name, written, kinds)
                found[key] = self._value(name, written, value, kinds[key])
        return found

    def strangers(self, sources: Iterable[str]) -> dict[str, str]:
        """Say of each table that is about none of some files, by its name."""
        known = {name for source in sources for name in (source, PurePath(source).name)}
        return {
            name: f"{self._place((name,))}: {shortened(file)} is not among the files that are read."
            f"{_near(file, known)}"
            for name in self.tables
            if (file := name.rpartition("#")[0]) not in known
        }

    def unmatched(self, sheets: Mapping[str, int]) -> dict[str, str]:
        """Say of each table that is about no sheet that was read, by its name.

        ``sheets`` has how many each file held.
        """
        known = {
            f"{name}#{number}"
            for source, count in sheets.items()
            for name in (source, PurePath(source).name)
            for number in range(1, count + 1)
        }
        return {
            name: f"{self._place((name,))}: no sheet {shortened(name)} was read.{_near(name, known)}"
            for name in self.tables
            if name not in known
        }

    def _key(self, table: str, written: str, known: Mapping[FieldKey, bool]) -> FieldKey:
        board, slash, name = written.rpartition("/")
        if not slash:
            boards = sorted({number for number, _ in known})
            key = (boards[0] if boards and (1, name) not in known else 1, name)
        else:
            key = (int(board) if board.isascii() and board.isdigit() and len(board) < 5 else 0, name)
        if key not in known:
            names = [_written(one, known) for one in known]
            self._refuse(
                (table, written), f"the sheet has no field {shortened(written)}.{_near(written, names)}"
            )
        return key

    def _value(self, table: str, written: str, value: Any, is_shape: bool) -> Value:
        if not is_shape:
            if not isinstance(value, bool):
                self._refuse(
                    (table, written), f"{written} is a mark: expected true or false, not {_shown(value)}."
                )
            return value
        if not isinstance(value, str):
            self._refuse(
                (table, written),
                f'{written} is a cell: expected a shape in quotes, as "oiio", or "" for an empty one, '
                f"not {_shown(value)}.",
            )
        if value.strip().lower() in EMPTY_WORDS:
            return ""
        try:
            return read_shape(value).corners
        except NotationError as error:
            self._refuse((table, written), str(error))

    def _place(self, path: tuple[str | int, ...]) -> str:
        return f"{self.source}, line {line_of(self.text, path)}" if self.text else self.source

    def _refuse(self, path: tuple[str | int, ...], sentence: str) -> NoReturn:
        raise InputError(f"{self._place(path)}: {sentence}")


def read_answers(path: Path) -> Answers:
    """Read a file of answers. Raises InputError, one sentence with file and line."""
    raw = handed_bytes(path, _MOST_BYTES, "a megabyte, so it holds no answers")
    name = shown(path)
    text = handed_text(raw, name, InputError)
    return parse_answers(text, name)


def parse_answers(text: str, source: str) -> Answers:
    """Check the text of a file of answers. ``source`` is what errors call it.

    >>> parse_answers('["a.jpg"]', "mine.toml")
    Traceback (most recent call last):
    printquarto.errors.InputError: mine.toml, line 1: 'a.jpg' names no sheet; expected a line as ["a.jpg#1"].
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}: this is not TOML: {_lower(str(error))}.") from error
    answers = Answers(document, source, text)
    for name, table in document.items():
        if not isinstance(table, dict):
            answers._refuse(
                (name,),
                f'{shortened(name)} stands in no table; expected a line as ["a.jpg#1"] before it.',
            )
        stem, mark, number = name.rpartition("#")
        if not (stem and mark and number.isascii() and number.isdigit() and int(number[:9] or 0) > 0):
            answers._refuse(
                (name,),
                f'{shortened(name)} names no sheet; expected a line as ["a.jpg#1"].',
            )
        for field, value in table.items():
            if isinstance(value, dict):
                answers._refuse(
                    (name, field),
                    f'{shortened(field)} needs quotes around its whole name, as in "cell.c3" = "oioi".',
                )
    return answers


def _written(key: FieldKey, known: Mapping[FieldKey, Any]) -> str:
    board, name = key
    return name if board == 1 or (1, name) not in known else f"{board}/{name}"


def _near(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word[:80], sorted(known), n=1, cutoff=0.5)
    return f" Did you mean {near[0]!r}?" if near else ""


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return shortened(value)
    return "a list" if isinstance(value, list) else "a number" if isinstance(value, int | float) else "that"
