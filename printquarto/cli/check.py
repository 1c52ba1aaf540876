"""``printquarto check``: judge games that were written down."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from printquarto.cli.options import choice_of, no_pauses, paint, rule_options, wants_colour
from printquarto.errors import InputError

if TYPE_CHECKING:
    from printquarto.check.finding import Verdict
    from printquarto.check.judge import Choice
    from printquarto.check.text_report import Totals
    from printquarto.games.quarto import Rules
    from printquarto.notation.record import Broken, Record

    _Judged = tuple[str, int, Record | Broken, Rules, Verdict]


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@rule_options
@click.option(
    "--advice", is_flag=True, help="Also note wins that were not seen and shapes that lost at once."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
def command(
    files: tuple[str, ...],
    rules: str | None,
    features: Any,
    squares: bool | None,
    advice: bool,
    as_json: bool,
) -> int:
    """Say who missed a Quarto in a game that was written down, and what else is wrong with it.

    FILE is a text file with one game or many; a folder stands for its *.quarto files, - for standard input.

    \b
    Examples:
      printquarto check train.quarto
      printquarto check games/ --advice
      printquarto check train.quarto --rules advanced --json

    Exit status: 0 nothing wrong, 1 something found, 2 something could not be read.
    """
    from printquarto.check.text_report import Totals

    choice = choice_of(rules, features, squares)
    totals = Totals()
    games = _judged(files, choice, advice, totals)
    with no_pauses():
        if as_json:
            _check_json(games)
        else:
            _check_text(games, totals)
    return totals.status


def _judged(files: tuple[str, ...], choice: Choice, advice: bool, totals: Totals) -> Iterator[_Judged]:
    """Give every game with its verdict, file after file; what cannot be read is told, and counted."""
    from printquarto.check.judge import judge
    from printquarto.cli.source import STANDARD_INPUT, expand, read_lines, tell_remarks
    from printquarto.notation.parser import parse
    from printquarto.notation.record import Record

    for name in expand(files):
        index = 0
        try:
            for index, game in enumerate(parse(read_lines(name)), 1):
                rules = choice.over(game.tags)
                verdict = judge(game, rules, advice)
                totals.add(verdict)
                if isinstance(game, Record) and game.remarks:
                    tell_remarks(game, name)
                yield name, index, game, rules, verdict
            if not index:
                shown = "standard input" if name == STANDARD_INPUT else name
                raise InputError(f"{shown}: there is no game in it.")
        except InputError as error:
            sys.stdout.flush()
            click.echo(f"printquarto: {error}", err=True)
            totals.failed += 1


def _check_text(games: Iterator[_Judged], totals: Totals) -> None:
    from printquarto.check.text_report import game_report, plain
    from printquarto.cli.source import STANDARD_INPUT

    painted = paint if wants_colour() else plain
    write = sys.stdout.write
    for name, index, game, _, verdict in games:
        if verdict.findings:
            shown = "standard input" if name == STANDARD_INPUT else name
            write(game_report(game, verdict, shown, index, painted))
    if totals.games:
        write(totals.line() + "\n")


def _check_json(games: Iterator[_Judged]) -> None:
    """Write one document, a game at a time, so that a file of any length needs no memory."""
    from printquarto.check.json_report import SCHEMA, game_object

    write = sys.stdout.write
    write(f'{{"schema": {SCHEMA}, "games": [')
    between = "\n  "
    for name, index, game, rules, verdict in games:
        write(between + json.dumps(game_object(game, verdict, rules, name, index), ensure_ascii=False))
        between = ",\n  "
    write("]}\n")
