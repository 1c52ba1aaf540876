"""From the names of photos and scans to the sheets on them, with what a person answered."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printquarto.cli.ask import Asker, can_ask
from printquarto.cli.output import check_free, check_no_input, identities, is_stream, shown, write_file
from printquarto.cli.source import ENDING
from printquarto.errors import InputError, OutputError
from printquarto.photo.reading import REFUSED, UNSURE, FieldReading, Problem, SheetReading, Value

if TYPE_CHECKING:
    from printquarto.cli.photo_options import PhotoOptions
    from printquarto.photo.answers import Answers
    from printquarto.photo.chart import Chart
    from printquarto.photo.decode import FieldKey
    from printquarto.photo.overlay import Missed
    from printquarto.photo.reader import ReadSheet
    from printquarto.photo.stills import Pixels

_MANY_PAGES = (".pdf", ".tif", ".tiff")


class SheetRead:
    """A sheet as it was read; ``number`` is its place among those of its file, ``place`` on its page, from 1.

    ``reading`` changes with each answer.
    """

    def __init__(self, read: ReadSheet, number: int, place: int = 1, *, whole: bool = False) -> None:
        self.reading: SheetReading = read.reading
        self.chart: Chart | None = read.chart
        self.page: Pixels | None = read.page
        self.number = number
        self.shown = _shown(read.reading, place, whole=whole)
        self._read = read
        self.given: dict[FieldKey, Value] = {}

    @property
    def is_refused(self) -> bool:
        """Say whether the sheet could not be read."""
        return self.reading.status == REFUSED

    @property
    def unsure(self) -> list[FieldReading]:
        """The fields that are not sure."""
        return [field for field in self.reading.fields if field.status == UNSURE]

    def answer(self, given: Mapping[FieldKey, Value]) -> None:
        """Take what a person says of fields; the rules then decide anew what they can."""
        from printquarto.photo.assemble import assemble

        assert self.chart is not None
        self.given |= given
        first = self._read.reading
        self.reading = assemble(
            first.source,
            first.page,
            self.chart,
            self._read.evidence,
            first.code,
            first.ms,
            _of_the_picture(first),
            self.given,
        )

    @property
    def boards(self) -> list[int]:
        """The numbers of the boards whose games the record holds, in its order."""
        from printquarto.photo.transcript import transcripts

        return [one.board for one in transcripts(self.reading.fields)]

    def save_crop(self, folder: Path, field: FieldReading) -> Path:
        """Write the picture of a field into a folder, and give its path."""
        from printquarto.photo.crops import crop

        assert self.chart is not None
        assert self.page is not None
        place = next(
            one.field for one in self.chart.fields if (one.board, one.field.id) == (field.board, field.id)
        )
        part = field.id if field.board == 1 else f"board{field.board}.{field.id}"
        return self._save(folder, part, crop(self.page, place))

    def save_page(self, folder: Path) -> Path:
        """Write the picture of the sheet laid flat into a folder, and give its path."""
        assert self.page is not None
        return self._save(folder, "sheet", self.page)

    def _save(self, folder: Path, part: str, pixels: Pixels) -> Path:
        from printquarto.photo.crops import crop_name, encoded

        path = folder / crop_name(self.reading.source, self.number, part)
        return write_file(path, encoded(".png", pixels), force=True)


def about(reading: SheetReading) -> dict[str, Any]:
    """Tell of a sheet what the JSON of the check has: which it is, what is not sure of it, its problems."""
    told = reading.as_json()
    unsure = [field.id for field in reading.fields if field.status == UNSURE]
    known = {key: told[key] for key in ("page", "status", "template", "paper", "code")}
    return {**known, "unsure": unsure, "problems": told["problems"]}


def _shown(reading: SheetReading, place: int, *, whole: bool) -> str:
    """Name a sheet for a person: its file, its page where the file may have many, its place on the page.

    Of what is wrong with a ``whole`` file no first page is named.
    """
    parts = ["standard input" if reading.source == "-" else reading.source]
    if reading.page > 1 or (not whole and reading.source.lower().endswith(_MANY_PAGES)):
        parts.append(f"page {reading.page}")
    if place > 1:
        parts.append(f"sheet {place}")
    return ", ".join(parts)


class Desk:
    """Where photos are read, one at a time, as the options ask for; the end of ``with`` writes the files.

    ``names`` are all files of the run, none of which is ever written to.
    """

    def __init__(self, asked: PhotoOptions, names: Sequence[str]) -> None:
        from printquarto.cli.drawn import Crops, Overlays, check_folder

        self._own, self._answers = _own_layout(asked.layout), _answers(asked.answers)
        self._output, self._force = _named(asked.output), asked.force
        self._save_answers = asked.save_answers
        more = (str(path) for path in (asked.layout, asked.answers) if path is not None)
        inputs = identities([*names, *more])
        for path, option in ((self._output, "-o"), (asked.save_answers, "--save-answers")):
            if path is not None:
                check_free(path, force=asked.force, option=option)
                check_no_input(path, inputs, option)
                check_folder(path)
        overlay, crops = asked.overlay, asked.save_crops
        self._overlays = Overlays(overlay, inputs, force=asked.force) if overlay is not None else None
        self._crops = Crops(crops, names) if crops is not None else None
        self._warned = self._told_strangers(names)
        self._asker = Asker(asked.save_crops) if not asked.no_input and can_ask() else None
        self._given: dict[str, Mapping[FieldKey, Value]] = {}
        self._records: list[SheetReading] = []
        self._counts: dict[str, int] = {}
        self._first_with: dict[str | None, str] = {}

    def _told_strangers(self, names: Collection[str]) -> set[str]:
        """Tell which tables of the answers are about files that are not read, before anybody is asked.

        Raises InputError where all are: then it is the wrong file.
        """
        strangers = self._answers.strangers(names) if self._answers is not None else {}
        self._tell_tables(strangers)
        return set(strangers)

    def _tell_tables(self, unused: Mapping[str, str]) -> None:
        """Tell which tables of the answers are of no use. Raises InputError where all are."""
        if self._answers is not None and unused and len(unused) == len(self._answers.tables):
            rest = " Nothing else in it fits either." if len(unused) > 1 else ""
            raise InputError(next(iter(unused.values())) + rest)
        for words in unused.values():
            click.echo(f"printquarto: {words}", err=True)

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._asker is not None:
            self._asker.close()
        if kind is None:
            self._finish()

    @property
    def may_ask(self) -> bool:
        """Say whether questions may come."""
        return self._asker is not None

    def read(self, name: str) -> Iterator[SheetRead]:
        """Give the sheets of a file, answered; one that is refused is told on standard error."""
        for sheet in self._read(name):
            if sheet.is_refused:
                sys.stdout.flush()
                for problem in sheet.reading.problems:
                    click.echo(f"printquarto: {sheet.shown}: {problem.message}", err=True)
            else:
                if self._crops is not None:
                    self._crops.add(sheet)
                if self._asker is not None:
                    self._asker.settle(sheet)
            yield sheet

    def _read(self, name: str) -> Iterator[SheetRead]:
        from printquarto.photo.load import Unreadable, pictures
        from printquarto.photo.reader import read_picture

        number = 0
        for picture in pictures(name):
            if isinstance(picture, Unreadable):
                number += 1
                refused = _refused(picture.source, picture.page, picture.problem)
                yield SheetRead(refused, number, whole=True)
                continue
            for place, read in enumerate(read_picture(picture, self._own), 1):
                number += 1
                sheet = SheetRead(self._noted(read), number, place)
                self._first_with.setdefault(sheet.reading.code, sheet.shown)
                yield self._answered(sheet)
        self._counts[name] = number

    def _noted(self, read: ReadSheet) -> ReadSheet:
        """Note where a sheet of the same code was read before: two photos of one game, or two copies."""
        code = read.reading.code
        if code is None or code not in self._first_with:
            return read
        message = (
            f"Sheet {code} was read from {self._first_with[code]} too: another photo of it, or another print "
            "of the same file. Each is kept."
        )
        problems = (Problem("same-sheet", message), *read.reading.problems)
        return read._replace(reading=read.reading._replace(problems=problems))

    def _answered(self, sheet: SheetRead) -> SheetRead:
        """Give a sheet with the answers of the file; a wrong answer refuses it, and the batch goes on."""
        reading = sheet.reading
        if self._answers is None or sheet.chart is None or sheet.is_refused:
            return sheet
        try:
            given = self._answers.for_sheet(reading.source, sheet.number, sheet.chart)
        except InputError as error:
            problem = Problem("wrong-answer", str(error))
            return SheetRead(_refused(reading.source, reading.page, problem), sheet.number)
        if given:
            sheet.answer(given)
        return sheet

    def keep(self, sheet: SheetRead, missed: Sequence[Missed] = ()) -> None:
        """Keep a sheet's record, and draw its overlay with the Quartos that were missed."""
        if sheet.is_refused:
            return
        self._given[f"{sheet.reading.source}#{sheet.number}"] = sheet.given
        if self._output is not None:
            self._records.append(sheet.reading)
        if self._overlays is not None:
            self._overlays.add(sheet, missed)

    def _finish(self) -> None:
        if self._save_answers is not None:
            from printquarto.photo.answers_text import answers_text

            text = answers_text(self._given)
            write_file(self._save_answers, text.encode("utf-8"), force=self._force)
        if self._overlays is not None:
            self._overlays.finish()
        if self._output is not None:
            text = records_text(self._records)
            if not text:
                raise OutputError(f"{shown(self._output)} was not written: no game was read.")
            write_file(self._output, text.encode("utf-8"), force=self._force)
        self._tell_unmatched()

    def _tell_unmatched(self) -> None:
        """Tell which answers were about sheets that are not in their files. Raises InputError if all were."""
        if self._answers is None:
            return
        unmatched = self._answers.unmatched(self._counts)
        told = {name: words for name, words in unmatched.items() if name not in self._warned}
        self._tell_tables(unmatched if len(unmatched) == len(self._answers.tables) else told)


def _named(path: Path | None) -> Path | None:
    """Give the name of the file for the games; one without an ending gets it."""
    return path if path is None or path.suffix or is_stream(path) else path.with_name(path.name + ENDING)


def _own_layout(path: Path | None) -> Chart | None:
    if path is None:
        return None
    from printquarto.photo.chart import read_layout

    return read_layout(path)


def _answers(path: Path | None) -> Answers | None:
    if path is None:
        return None
    from printquarto.photo.answers import read_answers

    return read_answers(path)


def _refused(source: str, page: int, problem: Problem) -> ReadSheet:
    from printquarto.photo.reader import ReadSheet

    return ReadSheet(SheetReading(source, page, REFUSED, problems=(problem,)))


def _of_the_picture(reading: SheetReading) -> tuple[Problem, ...]:
    """Give the problems of the picture, without those of the record that stand behind them."""
    from printquarto.photo.transcript import transcripts

    of_record = sum(len(one.problems) for one in transcripts(reading.fields))
    return reading.problems[: len(reading.problems) - of_record]


def records_text(sheets: Sequence[SheetReading]) -> str:
    """Put the records of sheets one behind the other, so that each is read again as a game of its own.

    A sheet that nothing is written on gives none.
    """
    from dataclasses import replace

    from printquarto.notation.parser import read_games
    from printquarto.notation.record import Record
    from printquarto.notation.writer import can_follow, write_games

    games: list[Record] = []
    for sheet in sheets:
        for game in read_games(sheet.record or ""):
            assert isinstance(game, Record)
            is_blank = all(one is None for one in game.position or ())
            if not game.turns and is_blank and game.result is None:
                continue
            if games and not can_follow(games[-1], game):
                # A game without tags would run into one without a result.
                game = replace(game, tags={"Event": "?"} | game.tags)
            games.append(game)
    return "".join(write_games(games))
