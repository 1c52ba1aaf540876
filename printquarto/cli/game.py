"""A game or a position that a command is asked about: from a file, from standard input, or as it is typed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from printquarto.cli.output import is_folder
from printquarto.cli.source import ENDING, STANDARD_INPUT, expand, is_file, read_lines, tell_remarks
from printquarto.errors import InputError, OptionError
from printquarto.notation.diagnostic import excerpt
from printquarto.notation.parser import parse
from printquarto.notation.record import DANISH, Broken

if TYPE_CHECKING:
    from printquarto.notation.record import Record

TYPED = "what was typed"
"""What errors call a game that stands on the command line itself."""


def read_argument(argument: str) -> list[Record]:
    """Give the games that are meant: those of a file or folder, of standard input, or the text itself.

    What is no file and holds a blank or an @ is taken for a game or a position. Raises InputError where it
    cannot be read or holds no game of Quarto.
    """
    if argument != STANDARD_INPUT and not is_file(argument) and _is_typed(argument):
        return games_of(argument.splitlines(), TYPED, TYPED)
    games: list[Record] = []
    for name in expand([argument]):
        shown = "standard input" if name == STANDARD_INPUT else name
        games += games_of(read_lines(name), shown, name)
    return games


def _is_typed(argument: str) -> bool:
    """Say whether a text is a game: names of files rarely have blanks, games and positions always."""
    if Path(argument).suffix == ENDING or is_folder(Path(argument)):
        return False
    return len(argument.split()) > 1 or "@" in argument


def games_of(lines: Iterable[str], shown: str, name: str) -> list[Record]:
    """Give the games of a text, which errors call ``shown``. Raises InputError for what cannot be read."""
    games: list[Record] = []
    for game in parse(lines):
        if isinstance(game, Broken):
            source, marks = excerpt(game.source, game.span)
            place = shown if shown == TYPED else f"{shown}, line {game.span.line}"
            raise InputError(f"{place}: {game.message}\n  {source}\n  {marks}")
        if game.game == DANISH:
            raise InputError(f"{shown}: this is a game of Danish Quarto; expected one of Quarto.")
        tell_remarks(game, name)
        games.append(game)
    if not games:
        raise InputError(f"{shown}: there is no game in it.")
    return games


def one_of(games: list[Record], number: int | None) -> Record:
    """Give the game of a number, counted from 1; without one there must be but a single game."""
    if number is None and len(games) > 1:
        raise OptionError(f"there are {len(games)} games in it; say which with --game.")
    if number is not None and not 1 <= number <= len(games):
        if len(games) == 1:
            raise OptionError(f"there is one game in it, and --game asks for game {number}; leave it out.")
        raise OptionError(f"--game can be 1 to {len(games)} here, not {number}.")
    return games[(number or 1) - 1]
