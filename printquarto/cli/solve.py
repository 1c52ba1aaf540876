"""``printquarto solve``: who wins with best play, and how."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from printquarto.cli.options import Seconds, choice_of, rule_options
from printquarto.errors import NotationError, OptionError

if TYPE_CHECKING:
    from printquarto.games.shape import Shape
    from printquarto.solve.search import Solution
    from printquarto.solve.task import Task

_MOST_POSITIONS = 5_000_000
"""What is searched without being asked for more: about half a minute, and 250 MB of memory."""


@click.command("solve")
@click.argument("game", metavar="POSITION|RECORD")
@click.option("--turn", type=int, metavar="N", help="Of a game: before turn N, its shape being in hand.")
@click.option("--given", metavar="SHAPE", help="The shape in hand, as oiio. [as the record says]")
@click.option("--game", "number", type=int, metavar="N", help="Which game of a file that holds several.")
@rule_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
@click.option(
    "--max-positions",
    type=click.IntRange(min=1),
    metavar="N",
    default=_MOST_POSITIONS,
    show_default=True,
    help="Give up after so many positions.",
)
@click.option("--timeout", type=Seconds(), metavar="S", help="Give up after S seconds.")
def command(
    game: str,
    turn: int | None,
    given: str | None,
    number: int | None,
    rules: str | None,
    features: Any,
    squares: bool | None,
    as_json: bool,
    max_positions: int,
    timeout: float | None,
) -> int:
    """Say who wins with best play, and which drawings and shapes to hand over keep that.

    The argument is a text file with a game or a position, - for standard input, or a position in quotes: its
    sixteen cells row by row, each a shape or a dot. With a shape in hand, every drawing is judged for the
    player who holds it; with none, every shape left for the player who hands it over.

    \b
    Examples:
      printquarto solve night-train.quarto --turn 9
      printquarto solve "oiio . ooii .  iooi iioo . oooi  . iiii oooo .  ioii . iooo ." --given iiio
      printquarto solve night-train.quarto --turn 8 --json

    Seven shapes on the board or more take moments, five some seconds; with fewer it may give up unless
    it is allowed more.

    Exit status: 0 solved, 2 not solved or something could not be read. Ctrl-C prints what is known so far.
    """
    from printquarto.cli.game import one_of, read_argument
    from printquarto.solve.task import task_of

    record = one_of(read_argument(game), number)
    rules_ = choice_of(rules, features, squares).over(record.tags)
    task = task_of(record, rules_, turn, _shape(given))
    solution, why = _solve(task, max_positions, timeout)
    _print(solution, task, as_json)
    if why is not None:
        click.echo(f"printquarto: {why}", err=True)
    return 0 if solution.is_complete else 2


def _shape(text: str | None) -> Shape | None:
    from printquarto.notation.shapes import read_shape

    try:
        return read_shape(text) if text is not None else None
    except NotationError as error:
        raise OptionError(f"--given: {error}") from None


def _solve(task: Task, most: int, seconds: float | None) -> tuple[Solution, str | None]:
    """Give what was found, and where that is not everything why."""
    from printquarto.cli.progress import Progress
    from printquarto.solve.search import Budget, Question, Solver

    solver = Solver(task.rules)
    question = Question(solver, task.position, task.given)
    try:
        with Progress(most, unit="positions at most") as progress:
            solver.watch(progress.reach)
            question.work(Budget(most, seconds))
    except KeyboardInterrupt:
        return question.solution, "stopped; this is what is known so far."
    solution = question.solution
    if solution.is_complete:
        return solution, None
    if solution.positions >= most:
        positions = "1 position" if most == 1 else f"{most:,} positions"
        return solution, f"gave up after {positions}; --max-positions lets it search more."
    time = "1 second" if seconds == 1 else f"{seconds:g} seconds"
    return solution, f"gave up after {time}; --timeout lets it search longer."


def _print(solution: Solution, task: Task, as_json: bool) -> None:
    from printquarto.solve.report import headline, solution_object, solution_text

    if as_json:
        sys.stdout.write(json.dumps(solution_object(solution, task)) + "\n")
        return
    from printquarto.check.text_report import board_text
    from printquarto.games.board import CELLS
    from printquarto.games.shape import SHAPES

    codes = task.position.codes
    standing = {
        cell.name: SHAPES[codes[cell.index] & 15].corners for cell in CELLS if not task.position.is_free(cell)
    }
    board = board_text("quarto", standing)
    sys.stdout.write(f"{headline(task)}\n\n{board}\n\n{solution_text(solution, task)}")
