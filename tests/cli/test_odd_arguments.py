"""What nobody means to type: nothing at all, names that no file can have, numbers that are none."""

from __future__ import annotations

import re
from typing import Any

import click
import pytest

from printquarto.cli.main import COMMANDS, group

LATE = "oiio . ooii .  iooi iioo . oooi  . iiii oooo .  ioii . iooo ."
GAME = "1. ioio@c3 2. oooo@c1 3. ooii@a1 4. oioo@c4 5. iooi@a4"


def _commands() -> list[tuple[tuple[str, ...], click.Command]]:
    """Give every command with the words that call it."""
    context = click.Context(group)
    found: list[tuple[tuple[str, ...], click.Command]] = []
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        found.append(((name,), command))
        found += [((name, more), one) for more, one in getattr(command, "commands", {}).items()]
    return found


def _params(kind: type[click.Parameter]) -> list[tuple[tuple[str, ...], click.Parameter]]:
    return [(words, one) for words, command in _commands() for one in command.params if isinstance(one, kind)]


def _takes_a_value(param: click.Parameter) -> bool:
    return not (isinstance(param, click.Option) and (param.is_flag or param.count))


OPTIONS = [
    pytest.param(words, param.opts[-1], id=f"{' '.join(words)} {param.opts[-1]}")
    for words, param in _params(click.Option)
    if _takes_a_value(param) and param.opts[-1] not in ("--first", "--second")
]
"""All but the names for ``enter``, as a player may have none."""
ARGUMENTS = [pytest.param(words, id=" ".join(words)) for words, _ in _params(click.Argument)]


@pytest.mark.parametrize("value", ["", "  "])
@pytest.mark.parametrize(("words", "option"), OPTIONS)
def test_an_option_without_a_text_is_refused_by_its_name(
    program: Any, words: tuple[str, ...], option: str, value: str
) -> None:
    """As from a variable of a script that is not set; never taken for the folder, never a traceback."""
    done = program(*words, "win" if words == ("worksheet",) else LATE, f"{option}={value}")
    assert (done.status, done.out, done.files) == (2, b"", [])
    assert option in done.err
    assert re.search(r"is empty|Invalid value", done.err)


@pytest.mark.parametrize("value", ["", "  "])
@pytest.mark.parametrize("words", ARGUMENTS)
def test_an_argument_without_a_text_is_refused(program: Any, words: tuple[str, ...], value: str) -> None:
    said = program.refused(*words, value)
    assert said.endswith("is empty; perhaps a variable is not set.")


@pytest.mark.parametrize("command", ["check", "solve", "draw", "format", "enter", "rebuild"])
def test_a_name_that_is_too_long_is_told_as_one_that_cannot_be(program: Any, command: str) -> None:
    """What is read is not said to be the output."""
    said = program(command, "a" * 300 + ".quarto").err
    assert "a" * 300 in said
    assert "cannot write the output" not in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", [".", "..", "/"])
def test_a_game_is_not_typed_into_a_folder(program: Any, name: str) -> None:
    assert program.refused("enter", name) == f"{name} is a folder; give the name of a file in it."


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400", "-1", "0", "1e-9", "soon", "1,5"])
def test_a_time_that_is_none_is_refused(program: Any, value: str) -> None:
    done = program("solve", LATE, f"--timeout={value}")
    assert (done.status, done.out) == (2, b"")
    assert f"{value!r} is no time; write seconds, 0.001 or more, as 30 or 0.5." in done.err


@pytest.mark.parametrize("value", ["nan", "inf", "1e400", "-1", "0", "23.9"])
def test_a_width_that_is_none_is_refused(program: Any, value: str) -> None:
    assert "--width can be 24 to 400 mm, not " in program.refused("draw", LATE, f"--width={value}")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--max-positions", "1"], "gave up after 1 position; --max-positions lets it search more."),
        (["--max-positions", "1000"], "gave up after 1,000 positions; --max-positions"),
        (["--timeout", "0.002"], "gave up after 0.002 seconds; --timeout lets it search longer."),
    ],
)
def test_one_is_not_called_many(program: Any, options: list[str], sentence: str) -> None:
    assert sentence in program("solve", "oiio . . .  . . . .  . . . .  . . . .", *options).err


def test_a_file_with_one_game_does_not_hold_one_to_one(program: Any) -> None:
    for command in ("solve", "draw"):
        said = program.refused(command, GAME, "--game", "3")
        assert said == "there is one game in it, and --game asks for game 3; leave it out."


def test_kinds_that_are_none_are_told_in_whole_sentences(program: Any) -> None:
    listed = "The kinds are shapes, spot, win, safe, missed, force."
    assert program.refused("worksheet", "sudoku") == f"'sudoku' is no kind of puzzle. {listed}"
    said = program.refused("worksheet", "winn")
    assert said == f"'winn' is no kind of puzzle; did you mean 'win'? {listed}"
    assert program.refused("worksheet", ",") == f"no kind of puzzle is named. {listed}"
