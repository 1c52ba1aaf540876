"""Names from a table, as spreadsheets write it. Knows no sheets.

Commas, semicolons or tabs between the columns; UTF-8 with or without its mark, or UTF-16 with its mark.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from printquarto.cli.input import read_at_most
from printquarto.cli.output import shown
from printquarto.errors import InputError

_MOST_BYTES = 5_000_000
_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BETWEEN = (";", "\t", ",")


class Row(NamedTuple):
    """One row: its number as the spreadsheet shows it, and the names by who bears them.

    ``version`` is what stands in a column of that name, None where there is no such column.
    """

    number: int
    names: Mapping[str, str]
    version: str | None = None


def read_roster(path: Path) -> list[Row]:
    """Read the rows of a table with a column ``name``, or with the columns ``first`` and ``second``.

    A name alone goes on the first player's line. Empty rows at the end are left out. Raises InputError,
    with the row, for whatever is missing or cannot be read.
    """
    source = shown(path)
    raw = read_at_most(path, _MOST_BYTES)
    rows = _records(_text(raw, source), source)
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise InputError(f"{source} is empty; expected a row with the name of each column, then the names.")
    columns = _columns(rows[0], source)
    version = next((at for at, cell in enumerate(rows[0]) if cell.casefold() == "version"), None)
    if len(rows) == 1:
        raise InputError(f"{source} holds no names: there is no row under that with the names of columns.")
    found = [_row(number, row, columns, len(rows[0]), source) for number, row in enumerate(rows[1:], 2)]
    if version is None:
        return found
    told = (row[version] if version < len(row) else "" for row in rows[1:])
    return [row._replace(version=one) for row, one in zip(found, told, strict=True)]


def _text(raw: bytes, source: str) -> str:
    if len(raw) > _MOST_BYTES:
        raise InputError(f"{source} is larger than 5 megabytes, so it is no list of names.")
    if raw.startswith(_PACKED):
        raise InputError(f"{source} is a spreadsheet; save it as CSV (UTF-8) and give that file.")
    try:
        text = raw.decode("utf-16" if raw.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        row = raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"{source}, row {row}: this is not UTF-8; save the table as CSV UTF-8.") from None
    if "\x00" in text:
        raise InputError(f"{source} is no text; expected a table of names, saved as CSV (UTF-8).")
    return text


def _records(text: str, source: str) -> list[list[str]]:
    """Split a text into rows of cells without blanks around them."""
    import csv

    between = None
    if text[:4].lower() == "sep=":  # what Excel writes and reads to name the sign between columns
        first, _, text = text.partition("\n")
        between = first[4:5]
    reader: Any = csv.reader(io.StringIO(text, newline=""), delimiter=between or _between(text), strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend([cell.strip() for cell in row] for row in reader)
    except csv.Error:
        raise InputError(
            f'{source}, row {len(rows) + 1}: a quotation mark " is not closed, or stands inside a cell.'
        ) from None
    return rows


def _between(text: str) -> str:
    """Give the sign between columns: the one that the first row has most of.

    Where it has none there is one column, and a comma in a name is a part of it.
    """
    head = text.lstrip("\r\n").splitlines()[0] if text.strip("\r\n") else ""
    best = max(_BETWEEN, key=head.count)
    return best if best in head else "\t"


def _columns(head: list[str], source: str) -> dict[str, int]:
    """Give the column of each player's name."""
    found = {cell.casefold(): at for at, cell in reversed(list(enumerate(head)))}
    if "name" in found:
        return {"first": found["name"]}
    if "first" in found and "second" in found:
        return {who: found[who] for who in ("first", "second")}
    held = ", ".join(repr(cell) for cell in head if cell)
    raise InputError(
        f"{source}, row 1: there is no column name, nor first and second; "
        + (f"the columns are {held}." if held else "the row is empty.")
    )


def _row(number: int, row: list[str], columns: Mapping[str, int], width: int, source: str) -> Row:
    if any(row[width:]):
        raise InputError(
            f"{source}, row {number}: it has more cells than the first row; "
            'a name that holds the sign between cells stands in quotes, "…".'
        )
    names = {who: row[at] if at < len(row) else "" for who, at in columns.items()}
    for who, name in names.items():
        if not name:
            what = "the name" if len(columns) == 1 else f"the name of {who}"
            raise InputError(f"{source}, row {number}: {what} is empty; fill it in or take the row out.")
    return Row(number, names)
