"""The command itself: what importing it loads, what it says of itself, and that its help can be trusted."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import printquarto
from printquarto.cli.main import COMMANDS, group

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAVY = {
    "reportlab", "numpy", "cv2", "PIL", "pypdfium2", "svgwrite", "fontTools", "pikepdf", "fontpkg_fira_sans",
}  # fmt: skip
LOADED = "import sys; print(sorted({name.partition('.')[0] for name in sys.modules}))"


def _loaded(code: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(re.findall(r"'(\w+)'", done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_nothing() -> None:
    assert not _loaded(f"import printquarto; {LOADED}") & (HEAVY | {"click"})


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS), ["--version"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        f"from printquarto.cli.main import group; group.main({arguments!r}, standalone_mode=False); {LOADED}"
    )
    assert not _loaded(code) & HEAVY


def test_the_check_loads_nothing_that_draws(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text("oooo@a1 oooo@b1", encoding="utf-8")
    arguments = ["check", str(tmp_path / "g.quarto")]
    code = (
        f"from printquarto.cli.main import group; group.main({arguments!r}, standalone_mode=False); {LOADED}"
    )
    assert not _loaded(code) & HEAVY


def test_the_list_of_commands_says_what_each_command_says_of_itself() -> None:
    listed = CliRunner().invoke(group, ["--help"]).stdout
    context = click.Context(group)
    for name, entry in COMMANDS.items():
        command = group.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert entry.summary.split()[0] in listed


def _examples() -> list[tuple[str, str]]:
    found = []
    for name in COMMANDS:
        text = CliRunner().invoke(group, [name, "--help"]).stdout
        found += [
            (name, line.strip())
            for line in text.splitlines()
            if line.strip().startswith("printquarto ") and "Usage" not in line
        ]
    return found


def test_every_help_has_an_example() -> None:
    assert {name for name, _ in _examples()} == set(COMMANDS)


@pytest.mark.parametrize(("name", "example"), _examples())
def test_examples_of_the_help_work(
    name: str, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example is run as it stands, in a folder that holds the files that it names."""
    monkeypatch.chdir(tmp_path)
    game = "1. oiio@b2   *\n"
    if name != "enter":
        (tmp_path / "train.quarto").write_text(game, encoding="utf-8")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.quarto").write_text(game, encoding="utf-8")
    template = CliRunner().invoke(group, ["templates", "show", "classic"]).stdout
    (tmp_path / "mine.toml").write_text(template, encoding="utf-8")
    (tmp_path / "class.csv").write_text("name\nAna\nDan\n", encoding="utf-8")
    CliRunner().invoke(group, ["sheet", "-o", "night.pdf"])
    shutil.copy(EXAMPLES / "night-train.quarto", tmp_path)
    (tmp_path / "photos").mkdir()
    for photo in ("photo.jpg", "photos/one.jpg"):
        shutil.copy(EXAMPLES / "night-train.jpg", tmp_path / photo)
    words = shlex.split(example.partition(" > ")[0])[1:]
    words = [word for word in words if word != "--open"]
    result = CliRunner().invoke(group, words, input="oiio b2\ndone\n\n", standalone_mode=False)
    assert result.exception is None, result.output
    # In the photographed game a Quarto was missed.
    assert (result.return_value or 0) == (example.startswith("printquarto check photo.jpg"))


def test_version() -> None:
    assert printquarto.__version__ in CliRunner().invoke(group, ["--version"]).stdout


@pytest.mark.parametrize(("word", "near"), [("chek", "check"), ("Sheet", "sheet"), ("template", "templates")])
def test_an_unknown_command_is_told_with_the_nearest_one(word: str, near: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "printquarto", word], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"Did you mean '{near}'?" in done.stderr
