"""Runs the command line in this process, in a folder of its own, with a locale that is used to A4."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pikepdf
import pytest

from printquarto.cli import main as command_line


class Ended(NamedTuple):
    """What a run left: its status, its two outputs, and the names of the files that are there now."""

    status: int
    out: bytes
    err: str
    files: list[str]


class Program:
    """The program in a folder; ``folder`` is where it runs."""

    def __init__(
        self, folder: Path, capture: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self.capture = capture
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str) -> Ended:
        self.monkeypatch.setattr(sys, "argv", ["printquarto", *arguments])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        out, err = self.capture.readouterr()
        files = sorted(path.name for path in self.folder.iterdir())
        return Ended(int(ended.value.code or 0), out, err.decode(), files)

    def refused(self, *arguments: str) -> str:
        """Run what is to be refused: status 2, one line on standard error, no file more; give the line."""
        before = sorted(path.name for path in self.folder.iterdir())
        done = self(*arguments)
        assert (done.status, done.out, done.files) == (2, b"", before)
        assert done.err.count("\n") == 1
        return done.err.removeprefix("printquarto: ").rstrip("\n")


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Program:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("PRINTQUARTO_PASSWORD", raising=False)
    return Program(tmp_path, capsysbinary, monkeypatch)


@pytest.fixture
def read_page() -> Callable[[str], list[list[tuple[Any, ...]]]]:
    """Give the function that reads the primitives of each page of a PDF, in mm from the top left."""
    path = Path(__file__).parents[1] / "render" / "conftest.py"
    spec = importlib.util.spec_from_file_location("printed", path)
    assert spec is not None
    assert spec.loader is not None
    reader = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reader)

    def read(name: str) -> list[list[tuple[Any, ...]]]:
        with pikepdf.open(name) as pdf:
            return [reader._PdfPage(page).primitives for page in pdf.pages]

    return read


_GREY_JPEG = cv2.imencode(".jpg", np.full((120, 120, 3), 200, np.uint8))[1].tobytes()


@pytest.fixture
def photo(program: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the function that puts a picture into the folder, with the sheets that are seen on it."""
    held: dict[str, tuple[Any, ...]] = {}

    def read_picture(picture: Any, *_: Any) -> Iterator[Any]:
        for one in held[Path(picture.source).name]:
            yield one(picture.source, picture.page)

    monkeypatch.setattr("printquarto.photo.reader.read_picture", read_picture)

    def put(name: str, *sheets: Any, data: bytes | None = None) -> None:
        path = program.folder / name
        path.parent.mkdir(exist_ok=True)
        if name != "-":
            path.write_bytes(data if data is not None else _GREY_JPEG)
        held[path.name] = sheets

    return put
