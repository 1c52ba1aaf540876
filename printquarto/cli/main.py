"""The ``printquarto`` command: a group that loads a command only when it is asked for.

The one place that turns errors into sentences on standard error and decides the exit status: 0 fine,
1 findings, 2 could not.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, NamedTuple

import click

from printquarto import __version__
from printquarto.errors import OptionError, PrintquartoError


class _Entry(NamedTuple):
    """Where a command lives and its line in the list of commands, kept here so that ``--help`` loads none."""

    module: str
    summary: str


COMMANDS: dict[str, _Entry] = {
    "sheet": _Entry("printquarto.cli.sheet", "Print a sheet to play on, as PDF or SVG."),
    "handout": _Entry("printquarto.cli.handout", "Bundle sheets in one PDF, for a class or a trip."),
    "worksheet": _Entry("printquarto.cli.worksheet", "Make puzzles for a class, with keys."),
    "read": _Entry("printquarto.cli.read", "Read the game from a photo of a sheet."),
    "check": _Entry("printquarto.cli.check", "Say what went wrong in a game that was written down."),
    "solve": _Entry("printquarto.cli.solve", "Say who wins with best play, and how."),
    "enter": _Entry("printquarto.cli.enter", "Type a game in from a sheet, turn by turn."),
    "format": _Entry("printquarto.cli.format", "Print a game in its canonical form."),
    "draw": _Entry("printquarto.cli.draw", "Draw diagrams of a position, or of a game turn by turn."),
    "templates": _Entry("printquarto.cli.templates", "List the sheets that can be printed."),
    "rebuild": _Entry("printquarto.cli.rebuild", "Make a sheet again, from the printed file alone."),
    "layout": _Entry("printquarto.cli.layout", "Say where everything on a sheet is, in millimetres."),
}


class LazyGroup(click.Group):
    """A click group whose commands are imported when they are called, never for a list of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the commands in the order in which people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = importlib.import_module(entry.module).command
        _refuse_blanks(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, naming the nearest one where a word is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0].lower(), COMMANDS, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"The commands are {', '.join(COMMANDS)}."
            raise click.UsageError(f"There is no command {args[0]!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from their summaries."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


def _refuse_blanks(command: click.Command) -> None:
    """Let a command take no empty text: a variable of a script that is not set must not name the folder."""
    for param in command.params:
        if param.callback is None and not isinstance(param.type, click.Choice):
            param.callback = _given
    for more in getattr(command, "commands", {}).values():
        _refuse_blanks(more)


def _given(context: click.Context, param: click.Parameter, value: Any) -> Any:
    """Give a value as it is. Raises OptionError for a text with nothing in it."""
    texts = value if isinstance(value, tuple) else (value,)
    if any(isinstance(text, str) and not text.strip() for text in texts) and not context.resilient_parsing:
        if isinstance(param, click.Option):
            raise OptionError(f"{param.opts[-1]} is empty; leave it out, or say what it is to be.")
        name = (param.metavar or param.name or "").upper().rstrip("…")
        raise OptionError(f"{name} is empty; perhaps a variable is not set.")
    return value


@click.command(cls=LazyGroup, name="printquarto", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="printquarto")
def group() -> None:
    """Pen-and-paper Quarto: print sheets to play on, and check the games that were played.

    \b
    Print a sheet:      printquarto sheet
    Check a game:       printquarto check game.quarto
    Type a game in:     printquarto enter game.quarto
    """


def main() -> None:
    """Run the command line and end the process with its exit status."""
    _speak_utf8()
    if sys.stdout is None:
        click.echo("printquarto: standard output is closed; nothing could be shown.", err=True)
        sys.exit(2)
    status = _run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        status = _output_failed(error)
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        status = group.main(arguments, prog_name="printquarto", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except click.Abort:
        click.echo("printquarto: stopped.", err=True)
        return 2
    except PrintquartoError as error:
        click.echo(f"printquarto: {error}", err=True)
        return 2
    except OSError as error:
        return _output_failed(error)
    except MemoryError:
        click.echo("printquarto: this needs more memory than the machine has.", err=True)
        return 2
    return status if isinstance(status, int) else 0


def _output_failed(error: OSError) -> int:
    """Tell why standard output cannot be written, and keep Python from trying again as it exits."""
    if not isinstance(error, BrokenPipeError):
        click.echo(f"printquarto: cannot write the output: {error.strerror or error}.", err=True)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - lives until the exit
    return 2


def _speak_utf8() -> None:
    """Make the standard streams UTF-8 whatever the code page, so that ș and ½ come out everywhere.

    What cannot be encoded, as a file name in another encoding, is written with backslashes. Line ends
    stay as they are written, so that the same input gives the same bytes on every system.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            newline = None if stream.isatty() else "\n"
            reconfigure(encoding="utf-8", errors="backslashreplace", newline=newline)
