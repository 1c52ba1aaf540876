"""``printquarto enter``: type a game in from a sheet, turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from printquarto.cli.options import choice_of, paint, rule_options, wants_colour
from printquarto.errors import NotationError, OptionError, OutputError

if TYPE_CHECKING:
    from printquarto.check.finding import Finding, Verdict
    from printquarto.check.judge import Choice
    from printquarto.notation.record import Record, Turn

_HELP = """\
  A turn is a shape and a cell:   oiio b2   0110 b2   #6 b2   LSRS b2   b2 light short round solid
  Called by the one who drew it:  oiio b2 !    or, on a line of its own:   !
  Called instead of being drawn:  oiio !       or, with the number of the turn:   7. !
  The alignment that was shown:   ! a1-d4
  What cannot be read:            ? b2   oiio ?
  undo takes the last line back, done ends the game, quit leaves without saving."""


@click.command("enter")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--first", metavar="NAME", help="Who draws turns 1, 3, 5 …; asked when not given.")
@click.option("--second", metavar="NAME", help="Who gives the first shape; asked when not given.")
@rule_options
@click.option("--append", is_flag=True, help="Add the game behind those that FILE holds already.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def command(
    file: Path,
    first: str | None,
    second: str | None,
    rules: str | None,
    features: Any,
    squares: bool | None,
    append: bool,
    force: bool,
) -> int:
    """Type a game in from a sheet, turn by turn, and write it to FILE in canonical form.

    The board is drawn after each turn, and what the check would find is told at once. Type help for the
    notations, undo to take the last line back, done at the end. Ctrl-C saves what has been typed.

    \b
    Example:
      printquarto enter train.quarto --first Ana --second Dan

    Exit status: 0 nothing wrong in the game, 1 something found in it, 2 it could not be written.
    """
    from printquarto.notation.record import Record

    destination = _Destination(file, append=append, force=force)
    destination.prepare()
    _prepare_keyboard()
    session = _Session(choice_of(rules, features, squares))
    try:
        session.record = Record(_ask_names(first, second))
        session.run()
    except (EOFError, KeyboardInterrupt):
        click.echo()
    except _QuitError:
        click.echo("Nothing was saved.")
        return 0
    if not session.record.turns:
        click.echo("Nothing was typed, so nothing was saved.")
        return 0
    destination.write(session.record)
    return session.sum_up()


class _QuitError(Exception):
    """The user leaves without saving."""


class _Destination:
    """The file that the game goes to, looked at before anything is typed so that no typing is lost."""

    def __init__(self, path: Path, *, append: bool, force: bool) -> None:
        self.path = path
        self.force = force
        self.append = append and path.exists()

    def prepare(self) -> None:
        """Raise an error where the game could not be written in the end."""
        from printquarto.cli.output import check_free

        if self.append:
            self._old_text()
        elif self.path.is_file() and not self.force:
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


class _Session:
    """What has been typed so far. ``history`` holds the record before each line, for undo."""

    def __init__(self, choice: Choice) -> None:
        from printquarto.check.text_report import plain
        from printquarto.notation.record import Record

        self.choice = choice
        self.paint = paint if wants_colour() else plain
        self.record = Record({})
        self.history: list[Record] = []
        self.told: set[tuple[str, int | None, str]] = set()

    def run(self) -> None:
        """Ask for turns until the game is over or the user says that it is done."""
        click.echo("\nType each turn as it was played; help shows how.")
        while True:
            line = _ask(self._prompt())
            word = line.lower().strip(".! ")
            if word == "quit":
                raise _QuitError
            if word == "help":
                click.echo(_HELP)
            elif word in ("undo", "u"):
                self._undo()
            elif word in ("done", "end"):
                if self._finish():
                    return
            elif line and self._take(line) and self._is_over():
                click.echo("  That ends the game.")
                if self._finish():
                    return

    def sum_up(self) -> int:
        """Print the totals of the finished game and give the exit status."""
        from printquarto.check.text_report import Totals

        totals = Totals()
        totals.add(self._verdict())
        click.echo(totals.line())
        return totals.status

    def _prompt(self) -> str:
        from printquarto.check.finding import player_of

        turns = cast("tuple[Turn, ...]", self.record.turns)
        turn = 1 + sum(entry.is_drawn for entry in turns)
        last = turns[-1] if turns else None
        if last is not None and not last.is_drawn and not last.call:
            return f"Turn {turn}: {last.shape} was handed over; where was it drawn, or was it called (!)? "
        name = self.record.tags.get(player_of(turn).title()) or player_of(turn).title()
        return f"Turn {turn}, {name} draws: "

    def _verdict(self) -> Verdict:
        from printquarto.check.judge import judge

        return judge(self.record, self.choice.over(self.record.tags))

    def _take(self, line: str) -> bool:
        """Add a typed line to the game, or say what is wrong with it."""
        from printquarto.notation.diagnostic import excerpt
        from printquarto.notation.parser import read_games
        from printquarto.notation.record import Record
        from printquarto.notation.writer import write_game

        before = write_game(self.record)
        games = read_games(f"{before}{line}\n")
        broken = next((game for game in games if not isinstance(game, Record)), None)
        if broken is not None:
            if broken.source == line:
                source, marks = excerpt(broken.source, broken.span)
                click.echo(f"  {source}\n  {self.paint(marks, 'error')}")
            click.echo(f"  {broken.message} Type help for the notations.")
            return False
        record = games[-1] if len(games) == 1 else None
        if not isinstance(record, Record) or record.position is not None or record.tags != self.record.tags:
            click.echo("  Expected turns, calls or a result here, of one game. Type help for the notations.")
            return False
        if record.same_game(self.record):
            return False
        self.history.append(self.record)
        self.record = record
        self._show()
        return True

    def _undo(self) -> None:
        if not self.history:
            click.echo("  There is nothing to take back.")
            return
        self.record = self.history.pop()
        self.told = {_key(finding) for finding in self._verdict().findings}
        self._draw_board(self._verdict(), ())

    def _show(self) -> None:
        """Draw the board, and tell what the check finds that it did not find before."""
        verdict = self._verdict()
        new = [finding for finding in verdict.findings if _key(finding) not in self.told]
        self.told = {_key(finding) for finding in verdict.findings}
        self._draw_board(verdict, [cell for finding in new for cell in finding.cells])
        for finding in new:
            if finding.outcome == "open":
                made = finding.message.split(" and did not call it")[0]
                click.echo(f"  {made}. Was it called? Then type !")
            else:
                click.echo(f"  {self.paint(finding.severity, finding.severity)}: {finding.message}")

    def _draw_board(self, verdict: Verdict, marked: Any) -> None:
        from printquarto.check.text_report import board_text

        click.echo()
        board = verdict.board(len(self.record.turns))
        click.echo(board_text(self.record.game, board, marked, self.paint))

    def _is_over(self) -> bool:
        verdict = self._verdict()
        is_open = any(finding.outcome == "open" for finding in verdict.findings)
        return self.record.result is not None or (verdict.derived not in ("*", None) and not is_open)

    def _finish(self) -> bool:
        """Ask for the result, unless it was typed; False where the last line was taken back instead."""
        from dataclasses import replace

        while self.record.result is None:
            derived = self._verdict().derived or "*"
            line = _ask(
                f"Result as written on the sheet (Enter for {derived}; undo takes the last line back): "
            )
            if line.lower() in ("undo", "u"):
                self._undo()
                return False
            try:
                self.record = replace(self.record, result=_result(line) if line else derived)
            except NotationError as error:
                click.echo(f"  {error}")
        for finding in self._verdict().findings:
            if _key(finding) not in self.told and finding.outcome != "open":
                click.echo(f"  {self.paint(finding.severity, finding.severity)}: {finding.message}")
        return True


def _result(text: str) -> str:
    from printquarto.notation.record import read_result

    return read_result(text)


def _key(finding: Finding) -> tuple[str, int | None, str]:
    return finding.code, finding.turn, finding.message


def _ask_names(first: str | None, second: str | None) -> dict[str, str]:
    asked = (
        ("First", first, "First player, who draws turns 1, 3, 5 … (Enter to leave out): "),
        ("Second", second, "Second player, who gives the first shape (Enter to leave out): "),
    )
    tags = {}
    for tag, given, question in asked:
        name = given.strip() if given is not None else _ask(question)
        while not name.isprintable():
            click.echo("  The name holds a character that cannot be shown; type it without.")
            name = _ask(question)
        if name:
            tags[tag] = name
    return tags


def _ask(question: str) -> str:
    """Ask for a line. Raises EOFError at the end of the input."""
    sys.stdout.flush()
    return input(question).strip()


def _prepare_keyboard() -> None:
    """Let a person edit the line; read what is piped in as UTF-8."""
    if sys.stdin.isatty():
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - importing it is what switches line editing on
    elif hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
