"""The talk in which a game is typed in: what is asked, what is shown, and what is done with each line."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from typing import Any, cast

import click

from printquarto.check.finding import Finding, Verdict, player_of
from printquarto.check.judge import Choice, judge
from printquarto.check.sentence import QuartoSentences
from printquarto.check.text_report import Totals, board_text, plain
from printquarto.cli.options import paint, wants_colour
from printquarto.errors import NotationError
from printquarto.notation.diagnostic import excerpt
from printquarto.notation.parser import read_games
from printquarto.notation.record import UNREAD, Broken, Record, Turn, read_result
from printquarto.notation.writer import write_game

_HELP = """\
  A turn is a shape and a cell:   oiio b2   0110 b2   #6 b2   LSRS b2   b2 light short round solid
  Called by the one who drew it:  oiio b2 !    or, on a line of its own:   !
  Called instead of being drawn:  oiio !       or, with the number of the turn:   7. !
  The alignment that was shown:   ! a1-d4
  What cannot be read:            ? b2   oiio ?
  undo takes the last line back, done ends the game, quit leaves without saving."""


class QuitError(Exception):
    """The user leaves without saving."""


class Session:
    """What has been typed so far. ``history`` holds the record before each line, for undo."""

    def __init__(self, choice: Choice) -> None:
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
                raise QuitError
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
        totals = Totals()
        totals.add(self._verdict())
        click.echo(totals.line())
        return totals.status

    def _prompt(self) -> str:
        turns = cast("tuple[Turn, ...]", self.record.turns)
        turn = 1 + sum(entry.is_drawn for entry in turns)
        last = turns[-1] if turns else None
        if last is not None and not last.is_drawn and not last.call:
            return f"Turn {turn}: {last.shape} was handed over; where was it drawn, or was it called (!)? "
        name = self.record.tags.get(player_of(turn).title()) or player_of(turn).title()
        return f"Turn {turn}, {name} draws: "

    def _verdict(self) -> Verdict:
        return judge(self.record, self.choice.over(self.record.tags))

    def _take(self, line: str) -> bool:
        """Add a typed line to the game, or say what is wrong with it."""
        games = self._read(line)
        broken = next((game for game in games if not isinstance(game, Record)), None)
        if broken is not None:
            if broken.source == line:
                source, marks = excerpt(broken.source, broken.span)
                click.echo(f"  {source}\n  {self.paint(marks, 'error')}")
            click.echo(f"  {broken.message} Type help for the notations, done at the end of the game.")
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

    def _read(self, line: str) -> list[Record | Broken]:
        """Read a line behind what was typed; a shape handed over may come again together with its cell."""
        turns = cast("tuple[Turn, ...]", self.record.turns)
        if turns and not turns[-1].is_drawn and not turns[-1].call:
            before = replace(self.record, turns=turns[:-1])
            again = read_games(f"{write_game(before)}{line}\n")
            drawn = again[0].turns[len(turns) - 1 :] if isinstance(again[0], Record) else ()
            if (
                drawn
                and isinstance(drawn[0], Turn)
                and drawn[0].is_drawn
                and turns[-1].shape in (drawn[0].shape, UNREAD)
            ):
                return again
        return read_games(f"{write_game(self.record)}{line}\n")

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
            if finding.outcome == "open" and finding.turn is not None:
                self._ask_for_call(finding, finding.turn)
            else:
                self._tell(finding)
        if any(finding.severity == "error" and finding.outcome is None for finding in new):
            click.echo("  Is it a slip of typing? Then type undo.")

    def _tell(self, finding: Finding) -> None:
        click.echo(f"  {self.paint(finding.severity, finding.severity)}: {finding.message}")

    def _ask_for_call(self, finding: Finding, turn: int) -> None:
        """Say who could have called a Quarto that is live, and what to type for each."""
        say = QuartoSentences(self.record.tags)
        click.echo(f"  {finding.message.split(' and did not call it')[0]}.")
        click.echo(f"  Did {say.drawer(turn)} call it? Then type !")
        if turn < 16:
            other = say.giver(turn)
            click.echo(f"  Did {other} call it instead of drawing turn {turn + 1}? Then type {turn + 1}. !")

    def _draw_board(self, verdict: Verdict, marked: Any) -> None:
        click.echo()
        board = verdict.board(len(self.record.turns))
        click.echo(board_text(self.record.game, board, marked, self.paint))

    def _is_over(self) -> bool:
        verdict = self._verdict()
        is_open = any(finding.outcome == "open" for finding in verdict.findings)
        return self.record.result is not None or (verdict.derived not in ("*", None) and not is_open)

    def _finish(self) -> bool:
        """Ask for the result, unless it was typed; False where the last line was taken back instead."""
        while self.record.result is None:
            derived = self._verdict().derived or "*"
            line = _ask(
                f"Result as written on the sheet (Enter for {derived}; undo takes the last line back): "
            )
            if line.lower() in ("undo", "u"):
                self._undo()
                return False
            try:
                result = derived if line.lower() in ("", "done", "end") else self._read_result(line)
                self.record = replace(self.record, result=result)
            except NotationError as error:
                click.echo(f"  {error} First, Second and draw are understood too.")
        for finding in self._verdict().findings:
            if _key(finding) not in self.told and finding.outcome != "open":
                self._tell(finding)
        return True

    def _read_result(self, text: str) -> str:
        """Read a result as people write it: who won, ``draw``, or the result itself. Raises NotationError."""
        winners = {"first": "1-0", "second": "0-1"}
        for tag, result in (("First", "1-0"), ("Second", "0-1")):
            winners[self.record.tags.get(tag, tag).lower()] = result
        winners |= dict.fromkeys(("draw", "nobody", "1/2", "½"), "1/2-1/2")
        return winners.get(text.strip().lower()) or read_result(text.replace(":", "-"))

    def keep_result(self) -> None:
        """Give a game that is over its result, where the typing ended before it was asked for."""
        if self.record.turns and self.record.result is None and self._is_over():
            self.record = replace(self.record, result=self._verdict().derived)


def _key(finding: Finding) -> tuple[str, int | None, str]:
    return finding.code, finding.turn, finding.message


def ask_names(first: str | None, second: str | None) -> dict[str, str]:
    """Give the tags with the players' names; those not given are asked. Raises EOFError."""
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


def prepare_keyboard() -> None:
    """Let a person edit the line; read what is piped in as UTF-8."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - importing it is what switches line editing on
    elif hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
