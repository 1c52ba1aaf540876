"""``printquarto enter``: type a game in from a sheet, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printquarto.cli.options import choice_of, may_be_empty, rule_options
from printquarto.cli.output import is_folder
from printquarto.cli.source import ENDING, is_file
from printquarto.errors import OptionError, OutputError

if TYPE_CHECKING:
    from printquarto.notation.record import Record


@click.command("enter")
@click.argument("file", metavar="FILE")
@click.option(
    "--first", metavar="NAME", callback=may_be_empty, help="Who draws turns 1, 3, 5 …; asked when not given."
)
@click.option(
    "--second", metavar="NAME", callback=may_be_empty, help="Who gives the first shape; asked when not given."
)
@rule_options
@click.option("--append", is_flag=True, help="Add the game behind those that FILE holds already.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def command(
    file: str,
    first: str | None,
    second: str | None,
    rules: str | None,
    features: Any,
    squares: bool | None,
    append: bool,
    force: bool,
) -> int:
    """Type a game in from a sheet, turn by turn, and write it to FILE in canonical form.

    FILE gets the ending .quarto where it has none.

    The board is drawn after each turn, and what the check would find is told at once. Type help for the
    notations, undo to take the last line back, done at the end. Ctrl-C saves what has been typed.

    \b
    Example:
      printquarto enter train.quarto --first Ana --second Dan

    Exit status: 0 nothing wrong in the game, 1 something found in it, 2 it could not be written.
    """
    from printquarto.cli.session import QuitError, Session, ask_names, prepare_keyboard
    from printquarto.notation.record import Record

    path = Path(file)
    named = path if path.suffix or is_folder(path) else path.with_name(path.name + ENDING)
    destination = _Destination(named, append=append, force=force)
    destination.prepare()
    prepare_keyboard()
    session = Session(choice_of(rules, features, squares))
    try:
        session.record = Record(ask_names(first, second))
        session.run()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        session.keep_result()
    except QuitError:
        click.echo("Nothing was saved.")
        return 0
    if not session.record.turns:
        click.echo("Nothing was typed, so nothing was saved.")
        return 0
    destination.write(session.record)
    return session.sum_up()


class _Destination:
    """The file that the game goes to, looked at before anything is typed so that no typing is lost."""

    def __init__(self, path: Path, *, append: bool, force: bool) -> None:
        self.path = path
        self.force = force
        self.append = append and is_file(str(path))

    def prepare(self) -> None:
        """Raise an error where the game could not be written in the end."""
        from printquarto.cli.output import check_free

        if self.append:
            self._old_text()
        elif is_file(str(self.path)) and not self.force:
            raise OptionError(
                f"{self.path} exists already; give another name, add the game to it with --append, "
                "or overwrite it with --force."
            )
        else:
            check_free(self.path, force=True)
        folder = self.path.absolute().parent
        if not folder.is_dir():
            raise OutputError(f"{self.path} cannot be written: there is no folder {folder}.")

    def _old_text(self) -> str:
        try:
            text = self.path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise OutputError(f"{self.path}: nothing can be added to this file: {error}.") from None
        return text if not text or text.endswith("\n") else text + "\n"

    def write(self, record: Record) -> None:
        """Write the game; where that fails, print it, so that nothing typed is lost."""
        from dataclasses import replace

        from printquarto.cli.output import write_file
        from printquarto.notation.writer import write_game

        text = write_game(record)
        try:
            if self.append:
                # A game without tags would run into the one before it.
                tagged = record if record.tags else replace(record, tags={"Event": "?"})
                text = f"{self._old_text()}\n{write_game(tagged)}"
            written = write_file(self.path, text.encode("utf-8"), force=self.force or self.append)
        except OutputError:
            click.echo("The game could not be saved. This is it, to be copied:\n")
            click.echo(write_game(record))
            raise
        click.echo(f"Saved in {written}")
