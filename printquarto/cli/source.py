"""Where games come from: files, folders, wildcards and standard input, as lines of text."""

from __future__ import annotations

import codecs
import glob
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import click

from printquarto.cli.output import is_folder
from printquarto.errors import InputError
from printquarto.notation.diagnostic import printable
from printquarto.notation.record import Record

ENDING = ".quarto"
STANDARD_INPUT = "-"
LONGEST_LINE = 1_000_000
"""Characters; a longer line is no game record, and reading it whole could fill the memory."""

_MAGIC = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"II*\x00": "a picture",
    b"MM\x00*": "a picture",
    b"RIFF": "a picture",
    b"PK\x03\x04": "a packed file, perhaps a word processor's",
    b"\xd0\xcf\x11\xe0": "a word processor's file",
    b"{\\rtf": "a word processor's file",
}
_READABLE = ("a PDF", "a picture")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_record(path: Path) -> bool:
    """Say whether a file of a folder is a game record, by its ending."""
    return path.suffix == ENDING


def expand(names: Iterable[str], is_meant: Callable[[Path], bool] = is_record) -> Iterator[str]:
    """Give the files that are meant: of folders those that ``is_meant`` takes, and those of wildcards.

    A folder without such files and a wildcard without any stand for themselves, to be told in their turn.
    """
    for name in names:
        path = Path(name)
        if name != STANDARD_INPUT and is_folder(path):
            yield from _files_in(path, is_meant)
        elif glob.has_magic(name) and not _is_there(path):
            found = sorted(glob.glob(name))  # noqa: PTH207 - a Path cannot glob an absolute pattern
            if not found:
                yield name
            yield from expand(found, is_meant)
        else:
            yield name


def _files_in(folder: Path, is_meant: Callable[[Path], bool]) -> list[str]:
    try:
        files = [path for path in folder.iterdir() if not path.name.startswith(".") and path.is_file()]
    except OSError:
        files = []
    return sorted(str(path) for path in files if is_meant(path)) or [str(folder)]


def is_file(name: str) -> bool:
    """Say whether there is an ordinary file of that name; a name that no file can have is none."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_picture_file(path: Path) -> bool:
    """Say whether a file holds a picture or a scan; the content decides, not the name."""
    from printquarto.photo.kinds import STARTS, is_picture

    try:
        with path.open("rb") as file:
            return is_picture(file.read(STARTS))
    except (OSError, ValueError):
        return False


def holds_picture(name: str) -> bool:
    """Say whether a file, ``-`` being standard input, holds a picture; nothing is taken from the input.

    What is no ordinary file, as a pipe with a name, could be read only once, and is taken for a text.
    """
    if name != STANDARD_INPUT:
        return is_file(name) and is_picture_file(Path(name))
    from printquarto.photo.kinds import is_picture

    return sys.stdin is not None and is_picture(sys.stdin.buffer.peek(16)[:1024])  # type: ignore[union-attr]


def read_lines(name: str) -> Iterator[str]:
    """Give the lines of a text file, ``-`` being standard input.

    UTF-8 with or without its mark, or UTF-16 with its mark; any line ends. Bytes that are no UTF-8 come
    as lone surrogates, so that only the game that holds them is broken. Raises InputError where the file
    cannot be read or is no text.
    """
    try:
        if name == STANDARD_INPUT and sys.stdin is None:
            raise InputError("standard input is closed; give a file instead.")
        if name == STANDARD_INPUT:
            yield from _lines(sys.stdin.buffer, "standard input")
            return
        with Path(name).open("rb") as file:
            yield from _lines(file, name)
    except OSError as error:
        raise InputError(_why(name, error)) from None


def _why(name: str, error: OSError) -> str:
    path = Path(name)
    if is_folder(path):
        return f"{name}: there is no file *{ENDING} in this folder."
    if isinstance(error, FileNotFoundError):
        if glob.has_magic(name):
            return f"{name}: no file has a name like this."
        return f"{name}: there is no such file. {_near_name(path)}"
    if isinstance(error, PermissionError):
        return f"{name}: the file cannot be read: no permission, or another program holds it open."
    return f"{name}: the file cannot be read: {error.strerror or error}."


def _near_name(path: Path) -> str:
    """Say which file may have been meant."""
    from difflib import get_close_matches

    try:
        there = [file.name for file in path.parent.iterdir() if file.is_file()]
    except OSError:
        there = []
    near = [path.name + ENDING] if path.name + ENDING in there else get_close_matches(path.name, there, n=1)
    return f"Did you mean {path.with_name(near[0])}?" if near else "Check the name, or the folder you are in."


def tell_remarks(game: Record, name: str) -> None:
    """Say on standard error where a remark holds turns: a ``;`` parts nothing, it hides what follows it."""
    shown = "standard input" if name == STANDARD_INPUT else name
    for span in game.remarks:
        remark = printable(game.source(span.line)[span.column - 1 :])
        click.echo(
            f"printquarto: {shown}, line {span.line}: {remark!r} is a remark and was not read; "
            "part turns by blanks if it was meant to be.",
            err=True,
        )


def _lines(file: BinaryIO, name: str) -> Iterator[str]:
    buffered = file if isinstance(file, io.BufferedReader) else io.BufferedReader(file)  # type: ignore[type-var]
    start = buffered.peek(4)[:512]
    encoding, errors = "utf-8-sig", "surrogateescape"
    if start.startswith(_UTF16):
        encoding, errors = "utf-16", "replace"
    else:
        _refuse_binary(start, name)
    text = io.TextIOWrapper(buffered, encoding=encoding, errors=errors, newline=None)
    number = 0
    try:
        while line := text.readline(LONGEST_LINE):
            number += 1
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                raise InputError(
                    f"{name}: line {number} has over a million characters: this is no game record."
                )
            yield line
    finally:
        text.detach()  # whoever opened the file closes it, and standard input stays open


def _refuse_binary(start: bytes, name: str) -> None:
    for magic, what in _MAGIC.items():
        if start.startswith(magic):
            hint = " A photo of a sheet is read by printquarto read." if what in _READABLE else ""
            raise InputError(f"{name}: this is {what}; expected a text file with a game typed in.{hint}")
    if start.count(0) * 10 > len(start):
        raise InputError(f"{name}: this is no text; expected a text file, in UTF-8, with a game typed in.")
