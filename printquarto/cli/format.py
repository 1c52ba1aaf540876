"""``printquarto format``: print games in canonical form, or say whether they are."""

from __future__ import annotations

import sys

import click

from printquarto.cli.source import STANDARD_INPUT, expand, read_lines, tell_remarks
from printquarto.errors import InputError
from printquarto.notation.diagnostic import excerpt, printable
from printquarto.notation.parser import parse
from printquarto.notation.record import Broken, Record
from printquarto.notation.writer import can_follow, write_games


@click.command("format")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--check", "only_check", is_flag=True, help="Print nothing; say whether each file is canonical already."
)
def command(files: tuple[str, ...], only_check: bool) -> int:
    """Print a game in its canonical form: tags, numbered turns with corner letters, the result.

    FILE is a text file with one game or many; a folder stands for its *.quarto files, - for standard input.
    Comments are no part of a game and are not printed. Nothing is printed where a game cannot be read.

    \b
    Examples:
      printquarto format train.quarto
      printquarto format train.quarto > clean.quarto
      printquarto format --check games/

    Exit status: 0 done, or canonical already; 1 with --check: not canonical; 2 something could not be read.
    """
    status = 0
    before: Record | None = None
    for name in expand(files):
        shown = "standard input" if name == STANDARD_INPUT else name
        try:
            written, records = _read(name, shown)
            if not only_check:
                _check_joint(before, records[0], shown)
        except InputError as error:
            click.echo(f"printquarto: {error}", err=True)
            status = 2
            continue
        canonical = "".join(write_games(records))
        if not only_check:
            _print(canonical if before is None else f"\n{canonical}")
            before = records[-1]
        elif written == canonical:
            click.echo(f"{shown}: canonical.")
        else:
            click.echo(f"{shown}: not canonical from line {_first_difference(written, canonical)} on.")
            status = max(status, 1)
    return status


def _print(text: str) -> None:
    """Print games; on a terminal without what would steer it."""
    if sys.stdout.isatty():
        text = "\n".join(printable(line) for line in text.split("\n"))
    sys.stdout.write(text)


def _check_joint(before: Record | None, record: Record, shown: str) -> None:
    """Raise InputError where two files one after the other would read as one game."""
    if before is not None and not can_follow(before, record):
        raise InputError(
            f"{shown}: printed behind the file before it, its first game would run into the last one there, "
            "as nothing parts them; format the files one by one."
        )


def _read(name: str, shown: str) -> tuple[str, list[Record]]:
    """Give the text of a file and its games. Raises InputError where one cannot be read."""
    lines = list(read_lines(name))
    records: list[Record] = []
    for game in parse(lines):
        if isinstance(game, Broken):
            source, marks = excerpt(game.source, game.span)
            raise InputError(f"{shown}, line {game.span.line}: {game.message}\n  {source}\n  {marks}")
        tell_remarks(game, name)
        records.append(game)
    if not records:
        raise InputError(f"{shown}: there is no game in it.")
    return "".join(lines), records


def _first_difference(written: str, canonical: str) -> int:
    """Give the number of the first line in which a file differs from its canonical form."""
    pairs = zip(written.splitlines(), canonical.splitlines(), strict=False)
    same = next((number for number, (one, other) in enumerate(pairs) if one != other), None)
    return (same if same is not None else min(written.count("\n"), canonical.count("\n"))) + 1
