"""The pictures of a file, a scan or standard input, one at a time. Knows no sheets.

A file that cannot be read, or a page of it, gives the problem in the picture's place, so that the rest of a
batch goes on.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from printquarto.photo import kinds, scans, stills
from printquarto.photo.reading import Problem
from printquarto.photo.stills import UnreadableError

if TYPE_CHECKING:
    from printquarto.photo.stills import Pixels

STANDARD_INPUT = "-"

LARGEST_FILE = 300_000_000
"""Bytes; a picture of more is none that a camera or a scanner made. A PDF is read piece by piece."""

_FEWEST_PIXELS = 100
"""Pixels that each side of a picture must have for anything to be seen on it."""


class Picture(NamedTuple):
    """A picture as it was taken: ``pixels`` are rows × columns × blue, green, red. Pages count from 1."""

    source: str
    page: int
    pixels: Pixels


class Unreadable(NamedTuple):
    """A file, or a page of it, of which there is no picture."""

    source: str
    page: int
    problem: Problem


def pictures(name: str) -> Iterator[Picture | Unreadable]:
    """Give the pictures of a file, ``-`` being standard input: of a PDF or a TIFF each page.

    What cannot be read comes as ``Unreadable``. Raises MissingExtraError where the libraries are missing.
    """
    page = 0
    try:
        for pixels in _pixels(name):
            page += 1
            if isinstance(pixels, UnreadableError):
                yield Unreadable(name, page, pixels.problem)
            else:
                yield Picture(name, page, stills.without_dots(pixels))
    except UnreadableError as error:
        yield Unreadable(name, page + 1, error.problem)
    except MemoryError:
        yield Unreadable(name, page + 1, Problem("too-large", "The picture needs more memory than there is."))


def _pixels(name: str) -> Iterator[Pixels | UnreadableError]:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise UnreadableError("no-file", "Standard input is closed; give a file instead.")
        yield from _of_bytes(_read(sys.stdin.buffer))
        return
    with _opened(name) as file:
        if file.seekable() and kinds.kind_of(_start(file)) == kinds.PDF:
            yield from scans.pages(file)
        else:
            yield from _of_bytes(_read(file))


def _opened(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise _no_file(name, error) from None


def _start(file: BinaryIO) -> bytes:
    try:
        start = file.read(kinds.STARTS)
        file.seek(0)
    except OSError as error:
        raise _no_file("", error) from None
    return start


def _read(file: BinaryIO) -> bytes:
    try:
        data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise _no_file("", error) from None
    if len(data) > LARGEST_FILE:
        raise UnreadableError(
            "too-large", f"The file has over {LARGEST_FILE // 10**6} MB, more than any photo; it is not read."
        )
    return data


def _of_bytes(data: bytes) -> Iterator[Pixels | UnreadableError]:
    kind = kinds.kind_of(data[: kinds.STARTS])
    if kind in _NO_PICTURES:
        raise UnreadableError("no-picture", _NO_PICTURES[kind])
    if kind == kinds.PDF:
        yield from scans.pages(io.BytesIO(data))
        return
    for pixels in stills.decode(kind, data):
        if not isinstance(pixels, UnreadableError) and min(pixels.shape[:2]) < _FEWEST_PIXELS:
            height, width = pixels.shape[:2]
            yield UnreadableError(
                "too-small", f"The picture has {width} × {height} pixels, too few to see a sheet on it."
            )
        else:
            yield pixels


_NO_PICTURES = {
    kinds.NOTHING: "The file is empty; copy or send it again.",
    kinds.TEXT: "This is text and no picture; a game that was typed in is judged by printquarto check.",
    kinds.VIDEO: "This is a video; take a photo, or save a still picture of it.",
    kinds.UNKNOWN: "This is no picture; expected JPEG, PNG, WebP, TIFF, HEIC or PDF.",
}


def _no_file(name: str, error: OSError | ValueError) -> UnreadableError:
    if isinstance(error, ValueError):
        return UnreadableError("no-file", "No file can have this name.")
    if isinstance(error, FileNotFoundError):
        return UnreadableError("no-file", "There is no such file; check its name, or the folder you are in.")
    if isinstance(error, IsADirectoryError) or os.path.isdir(name):  # noqa: PTH112 (a name may be too long to ask)
        return UnreadableError("no-file", "This is a folder with no picture in it.")
    if isinstance(error, PermissionError):
        return UnreadableError("no-file", "The file may not be read, or another program holds it open.")
    return UnreadableError("no-file", f"The file cannot be read: {error.strerror or error}.")
