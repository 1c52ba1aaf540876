"""``printquarto format`` from outside: it prints canonical games, and ``--check`` says what is canonical."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from printquarto.cli.main import group

CANONICAL = '[Event "x"]\n\n1. oiio@b2   2. iiii@a1!   *\n\n[Event "y"]\n\n1. oooo@d4\n'
LOOSE = '[Event "x"] B2 OIIO {comment} #15 a1 Quarto *\n[Event "y"]\n1) oooo d4'


def _format(*arguments: object, stdin: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(group, ["format", *map(str, arguments)], input=stdin, standalone_mode=False)
    assert result.exception is None
    return result.return_value, result.stdout, result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "canonical.quarto").write_text(CANONICAL, encoding="utf-8")
    (tmp_path / "loose.quarto").write_text(LOOSE, encoding="utf-8")
    (tmp_path / "broken.quarto").write_text(LOOSE + "\n[Event]\n", encoding="utf-8")
    return tmp_path


def test_prints_the_canonical_form(folder: Path) -> None:
    assert _format(folder / "loose.quarto") == (0, CANONICAL, "")
    assert _format(folder / "canonical.quarto") == (0, CANONICAL, "")
    assert _format("-", stdin=LOOSE) == (0, CANONICAL, "")


def test_prints_nothing_of_a_file_with_a_game_that_cannot_be_read(folder: Path) -> None:
    status, out, err = _format(folder / "broken.quarto", folder / "loose.quarto")
    assert (status, out) == (2, CANONICAL)
    assert "broken.quarto, line 4: A tag is written" in err


def test_a_photo_is_sent_to_the_command_that_reads_it(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0 JFIF")
    status, _, err = _format(tmp_path / "photo.jpg")
    assert status == 2
    assert err.endswith("A photo of a sheet is read by printquarto read.\n")


def test_check_tells_which_files_are_canonical(folder: Path) -> None:
    status, out, _ = _format("--check", folder / "canonical.quarto")
    assert (status, out) == (0, f"{folder / 'canonical.quarto'}: canonical.\n")
    status, out, _ = _format("--check", folder / "canonical.quarto", folder / "loose.quarto")
    assert status == 1
    assert out.endswith("loose.quarto: not canonical from line 1 on.\n")
    assert _format("--check", folder)[0] == 2


@pytest.mark.parametrize(("one", "other"), [("1. oooo@a1", "1. oiio@b2"), ('[Event "x"]', '[Event "y"] *')])
def test_files_whose_games_would_run_together_are_not_printed_as_one(
    tmp_path: Path, one: str, other: str
) -> None:
    (tmp_path / "a.quarto").write_text(one, encoding="utf-8")
    (tmp_path / "b.quarto").write_text(other, encoding="utf-8")
    status, out, err = _format(tmp_path / "a.quarto", tmp_path / "b.quarto")
    assert status == 2
    assert out == _format(tmp_path / "a.quarto")[1]
    assert "format the files one by one" in err


def test_a_missing_end_of_the_last_line_is_not_canonical(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text(CANONICAL.rstrip("\n"), encoding="utf-8")
    assert _format("--check", tmp_path / "g.quarto")[0] == 1


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text("", encoding="utf-8")
    status, out, err = _format(tmp_path / "g.quarto")
    assert (status, out) == (2, "")
    assert "there is no game in it" in err
