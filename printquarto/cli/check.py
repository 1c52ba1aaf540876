"""``printquarto check``: judge games that were written down, typed or photographed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from printquarto.cli.options import choice_of, no_pauses, paint, rule_options, wants_colour
from printquarto.cli.photo_options import PhotoOptions, photo_options
from printquarto.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from printquarto.check.deep import Depth
    from printquarto.check.finding import Verdict
    from printquarto.check.judge import Choice
    from printquarto.check.text_report import Totals
    from printquarto.cli.sheets import Desk, SheetRead
    from printquarto.games.quarto import Rules
    from printquarto.notation.record import Broken, Record
    from printquarto.photo.reading import SheetReading


class _Source(NamedTuple):
    """Where a game comes from: its file, how that is shown, its place there, and its sheet, if a photo.

    ``depth`` says how far back best play is known, where that was asked.
    """

    name: str
    shown: str
    place: int
    sheet: SheetRead | None = None
    depth: Depth | None = None


NOTES, DEEP = "notes", "deep"
"""What ``--advice`` can say: what can be seen on the board, or what best play would have done too."""

_Judged = tuple["_Source", "Record | Broken", "Rules", "Verdict"]


class _Command(click.Command):
    """Lets ``--advice`` stand alone or have a value behind ``=``, as ``--advice=deep``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--advice`` the value that it stands for, so that it takes no file for its value."""
        until = args.index("--") if "--" in args else len(args)
        options = [f"--advice={NOTES}" if word == "--advice" else word for word in args[:until]]
        return super().parse_args(ctx, options + args[until:])


@click.command("check", cls=_Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@rule_options
@click.option(
    "--advice",
    type=click.Choice([NOTES, DEEP]),
    metavar="[=deep]",
    help="Also note wins that were not seen and shapes that lost at once; with =deep, every turn that best "
    "play would not have made, as far back as can be searched.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
@photo_options
def command(
    files: tuple[str, ...],
    rules: str | None,
    features: Any,
    squares: bool | None,
    advice: str | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Say who missed a Quarto in a game that was written down, and what else is wrong with it.

    FILE is a text file with one game or many, or a photo or a scan of a recorded sheet, which is read as
    printquarto read does; a folder stands for its *.quarto files and its pictures, - for standard input.

    \b
    Examples:
      printquarto check train.quarto
      printquarto check games/ --advice
      printquarto check train.quarto --advice=deep
      printquarto check train.quarto --rules advanced --json
      printquarto check photo.jpg --overlay missed.png

    Exit status: 0 nothing wrong, 1 something found or not sure, 2 something could not be read.
    """
    from printquarto.check.text_report import Totals
    from printquarto.cli.sheets import Desk
    from printquarto.cli.source import expand, is_picture_file, is_record

    totals = Totals()
    names = list(expand(files, lambda path: is_record(path) or is_picture_file(path)))
    with Desk(PhotoOptions(**asked), names) as desk, no_pauses():
        judge = _Judge(choice_of(rules, features, squares), advice, totals, desk)
        if as_json:
            _check_json(judge.judged(names), judge.refused)
        else:
            _check_text(judge.judged(names), totals)
    return max(totals.status, int(judge.is_unsure))


class _Judge:
    """Judges file after file; what cannot be read is told on standard error, and counted."""

    def __init__(self, choice: Choice, advice: str | None, totals: Totals, desk: Desk) -> None:
        self.refused: list[SheetReading] = []
        self.choice = choice
        self.advice = advice
        self.totals = totals
        self.desk = desk
        self.is_unsure = False

    def judged(self, names: list[str]) -> Iterator[_Judged]:
        """Give every game with its verdict, file after file."""
        from printquarto.cli.source import holds_picture

        for name in names:
            try:
                yield from self._of_photo(name) if holds_picture(name) else self._of_text(name)
            except (InputError, MissingExtraError) as error:
                sys.stdout.flush()
                click.echo(f"printquarto: {error}", err=True)
                self.totals.failed += 1

    def _of_text(self, name: str) -> Iterator[_Judged]:
        from printquarto.check.judge import judge
        from printquarto.cli.output import is_folder
        from printquarto.cli.source import ENDING, STANDARD_INPUT, read_lines, tell_remarks
        from printquarto.notation.parser import parse
        from printquarto.notation.record import Record

        shown = "standard input" if name == STANDARD_INPUT else name
        if is_folder(Path(name)):
            raise InputError(f"{shown}: there is no file *{ENDING} and no picture in this folder.")
        index = 0
        for index, game in enumerate(parse(read_lines(name)), 1):
            rules = self.choice.over(game.tags)
            verdict = judge(game, rules, self.advice is not None)
            verdict, depth = self._deepened(game, rules, verdict)
            self.totals.add(verdict)
            if isinstance(game, Record) and game.remarks:
                tell_remarks(game, name)
            yield _Source(name, shown, index, depth=depth), game, rules, verdict
        if not index:
            raise InputError(f"{shown}: there is no game in it.")

    def _of_photo(self, name: str) -> Iterator[_Judged]:
        """Give the games of the sheets of a photo, with what only a sheet can show."""
        from printquarto.photo.judged import judge_sheet
        from printquarto.photo.overlay import missed_of
        from printquarto.photo.report import open_questions

        place = 0
        for sheet in self.desk.read(name):
            if sheet.is_refused:
                self.refused.append(sheet.reading)
                self.totals.failed += 1
                continue
            self.is_unsure = self.is_unsure or open_questions(sheet.reading) > 0
            self.totals.questions += open_questions(sheet.reading)
            missed = []
            judged = judge_sheet(sheet.reading, self.choice.over, self.advice is not None)
            for board, (game, rules, verdict) in zip(sheet.boards, judged, strict=True):
                place += 1
                deepened, depth = self._deepened(game, rules, verdict)
                self.totals.add(deepened)
                missed += missed_of(board, verdict.findings)
                yield _Source(name, sheet.shown, place, sheet, depth), game, rules, deepened
            self.desk.keep(sheet, missed)

    def _deepened(
        self, game: Record | Broken, rules: Rules, verdict: Verdict
    ) -> tuple[Verdict, Depth | None]:
        """Add what best play would have done, where that is asked, and how far back it is known."""
        from printquarto.notation.record import Broken

        if self.advice != DEEP or isinstance(game, Broken):
            return verdict, None
        from printquarto.check.deep import POSITIONS, losing_moves
        from printquarto.cli.progress import Progress

        with Progress(POSITIONS, unit="positions at most") as progress:
            depth = losing_moves(game, rules, verdict, POSITIONS, progress.reach)
        return verdict.with_findings(depth.findings), depth


def _check_text(games: Iterator[_Judged], totals: Totals) -> None:
    from printquarto.check.text_report import game_report, plain

    painted = paint if wants_colour() else plain
    write = sys.stdout.write
    last: SheetRead | None = None
    for source, game, _, verdict in games:
        if source.sheet is not None and source.sheet is not last:
            from printquarto.photo.report import sheet_report

            last = source.sheet
            write(sheet_report(last.reading, last.shown, painted))
        if verdict.findings:
            place = source.place if source.sheet is None else 1
            write(game_report(game, verdict, source.shown, place, painted, lines=source.sheet is None))
        if source.depth is not None:
            write(f"{_where(source)}: {source.depth.words}\n\n")
    if totals.games:
        write(totals.line() + "\n")


def _where(source: _Source) -> str:
    from printquarto.notation.diagnostic import printable

    shown = printable(source.shown)
    return f"{shown}, game {source.place}" if source.sheet is None and source.place > 1 else shown


def _check_json(games: Iterator[_Judged], refused: list[SheetReading]) -> None:
    """Write one document, a game at a time, so that a file of any length needs no memory.

    Sheets that were refused are listed behind the games, where there are any.
    """
    from printquarto.check.json_report import SCHEMA, game_object
    from printquarto.cli.sheets import about

    write = sys.stdout.write
    write(f'{{"schema": {SCHEMA}, "games": [')
    between = "\n  "
    for source, game, rules, verdict in games:
        told = game_object(game, verdict, rules, source.name, source.place)
        if source.sheet is not None:
            told["photo"] = about(source.sheet.reading)
        if source.depth is not None:
            told["solved_from"] = source.depth.from_turn
        write(between + json.dumps(told, ensure_ascii=False))
        between = ",\n  "
    more = [{"source": sheet.source, **about(sheet)} for sheet in refused]
    write(f'], "refused": {json.dumps(more, ensure_ascii=False)}}}\n' if more else "]}\n")
