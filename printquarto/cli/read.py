"""``printquarto read``: say what was played on a sheet that was photographed or scanned."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from printquarto.check.text_report import plain
from printquarto.cli.options import paint, wants_colour
from printquarto.cli.photo_options import PhotoOptions, photo_options

if TYPE_CHECKING:
    from printquarto.cli.sheets import Desk, SheetRead

SCHEMA = 1


@click.command("read")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document with every field.")
@photo_options
def command(photos: tuple[str, ...], as_json: bool, **asked: Any) -> int:
    """Read the game from a photo or a scan of a sheet that printquarto sheet recorded printed.

    PHOTO is JPEG, PNG, WebP, TIFF, HEIC or PDF; a folder stands for the pictures in it, - for standard
    input. At a terminal you are asked about what is not sure, one field after the other.

    \b
    Examples:
      printquarto read photo.jpg
      printquarto read photo.jpg --no-input --overlay read.png -o game.quarto
      printquarto read photos/ --json

    Exit status: 0 everything is sure, 1 something is not, 2 a sheet could not be read.
    """
    from printquarto.cli.options import no_pauses
    from printquarto.cli.sheets import Desk
    from printquarto.cli.source import expand, is_picture_file
    from printquarto.photo.report import Counts

    counts = Counts()
    names = list(expand(photos, is_picture_file))
    with Desk(PhotoOptions(**asked), names) as desk:
        show = _JsonOutput() if as_json else _TextOutput()
        with no_pauses():
            for sheet in _sheets(names, desk):
                counts = counts.plus(sheet.reading)
                show.add(sheet)
                desk.keep(sheet)
            show.finish(counts.line())
    return counts.status


def _sheets(names: list[str], desk: Desk) -> Iterator[SheetRead]:
    from printquarto.cli.progress import Progress

    with Progress(len(names), hidden=desk.may_ask or sys.stdout.isatty()) as bar:
        for name in names:
            yield from desk.read(name)
            bar.step()


class _TextOutput:
    def __init__(self) -> None:
        self._paint = paint if wants_colour() else plain

    def add(self, sheet: SheetRead) -> None:
        from printquarto.photo.report import sheet_report

        if not sheet.is_refused:
            sys.stdout.write(sheet_report(sheet.reading, sheet.shown, self._paint))

    def finish(self, line: str) -> None:
        click.echo(line)


class _JsonOutput:
    """Writes one document, a sheet at a time, so that a run of any length needs no memory."""

    def __init__(self) -> None:
        sys.stdout.write(f'{{"schema": {SCHEMA}, "sheets": [')
        self._between = "\n  "

    def add(self, sheet: SheetRead) -> None:
        sys.stdout.write(self._between + json.dumps(sheet.reading.as_json(), ensure_ascii=False))
        self._between = ",\n  "

    def finish(self, _line: str) -> None:
        sys.stdout.write("]}\n")
