"""The README cannot rot: each of its commands is run, and each output that it shows is what comes out."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from printquarto.cli.main import COMMANDS, group
from printquarto.sheet.template import builtin_names

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


SHOWN = [tuple(block.removeprefix("$ ").split("\n", 1)) for block in _blocks("console")]
COMMAND_LINES = [
    line for block in _blocks("sh") for line in block.splitlines() if line.startswith("printquarto ")
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_what_is_shown_is_what_comes_out(command: str, output: str) -> None:
    result = CliRunner().invoke(group, shlex.split(command)[1:], standalone_mode=False)
    assert result.stdout == output


def test_commands_work_in_the_order_in_which_they_stand(folder: Path) -> None:
    assert len(COMMAND_LINES) >= 5
    for line in COMMAND_LINES:
        words, _, target = line.partition(" > ")
        result = CliRunner().invoke(group, shlex.split(words)[1:], standalone_mode=False)
        assert result.exception is None, (line, result.output)
        assert not result.return_value, line
        if target:
            (folder / target).write_text(result.stdout, encoding="utf-8")


def test_every_command_and_every_template_is_named() -> None:
    for name in COMMANDS:
        assert f"printquarto {name}" in README
    for name in builtin_names():
        assert f"| `{name}` |" in README


def test_two_commands_for_a_fresh_machine_are_one_line_each() -> None:
    fresh = [
        line for block in _blocks("sh") for line in block.splitlines() if line.startswith("python3 -m venv ")
    ]
    assert len(fresh) == 2
    assert len([line for block in _blocks("powershell") for line in block.splitlines()]) == 2


def test_pictures_and_files_that_are_named_are_there() -> None:
    for path in re.findall(r'(?:src|href)="([^":]+)"', README) + re.findall(r"examples/[\w.-]+", README):
        assert (ROOT / path).is_file(), path
