"""``printquarto enter`` from outside: what is typed, what is shown, and the record that is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TYPED = "Ana\nDan\nioio c3\n1111 a1\nB4 lsrs\ndone\n\n"
WRITTEN = '[First "Ana"]\n[Second "Dan"]\n\n1. ioio@c3   2. iiii@a1   3. oiio@b4   *\n'


def _enter(typed: str, *arguments: object, cwd: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "printquarto", "enter", *map(str, arguments)],
        input=typed.encode(),
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def test_a_game_is_written_in_canonical_form(tmp_path: Path) -> None:
    status, out, err = _enter(TYPED, "g.quarto", cwd=tmp_path)
    assert (status, err) == (0, "")
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == WRITTEN
    assert str(tmp_path / "g.quarto") in out
    assert out.count("  1    iiii    .      .      .") == 2


def test_names_can_be_options_and_hold_any_letters(tmp_path: Path) -> None:
    _enter("oiio b2\ndone\n\n", "g.quarto", "--first", "Ștefan", "--second", "", cwd=tmp_path)
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == '[First "Ștefan"]\n\n1. oiio@b2   *\n'


def test_undo_takes_the_last_line_back(tmp_path: Path) -> None:
    _enter(
        "\n\noiio b2\niiii c3\nundo\noooo c3\nundo\nundo\nundo\nooii a1\ndone\n\n", "g.quarto", cwd=tmp_path
    )
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == "1. ooii@a1   *\n"


def test_what_cannot_be_read_is_told_and_asked_again(tmp_path: Path) -> None:
    _, out, _ = _enter('\n\noixo b2\n[First "X"]\noiio b2\ndone\n\n', "g.quarto", cwd=tmp_path)
    assert "  oixo b2\n  ~~~~\n" in out
    assert "Expected turns, calls or a result here" in out
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == "1. oiio@b2   *\n"


def test_faults_are_told_at_once(tmp_path: Path) -> None:
    _, out, _ = _enter("\n\noiio b2\noiio c3\niiii b2\ndone\n\n", "g.quarto", cwd=tmp_path)
    told = [line.strip() for line in out.splitlines() if "error:" in line]
    assert told == [
        "error: First handed over oiio for turn 2, but it was already drawn at turn 1, on b2.",
        "error: First drew on b2 at turn 3, but oiio has stood there since turn 1.",
    ]


QUARTO = "\n\noooo a1\noooi b1\nooio c1\nooii d1\n"


def test_a_quarto_is_asked_for_and_ends_the_game_when_called(tmp_path: Path) -> None:
    status, out, _ = _enter(QUARTO + "!\n\n", "g.quarto", cwd=tmp_path)
    assert status == 0
    assert "Did Second call it? Then type !" in out
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8").endswith("4. ooii@d1!   0-1\n")


def test_a_quarto_that_was_not_called_is_told_with_the_next_turn(tmp_path: Path) -> None:
    status, out, _ = _enter(QUARTO + "iiii d4\ndone\n\n", "g.quarto", cwd=tmp_path)
    assert status == 1
    assert "did not call it; it lapsed with turn 5." in out


def test_a_call_by_the_receiver(tmp_path: Path) -> None:
    _enter(QUARTO + "iiii!\n\n", "g.quarto", cwd=tmp_path)
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8").endswith("4. ooii@d1   5. iiii!   1-0\n")


def test_a_shape_and_its_cell_may_come_on_two_lines(tmp_path: Path) -> None:
    _, out, _ = _enter("\n\noooo\na1\ndone\n\n", "g.quarto", cwd=tmp_path)
    assert "Turn 1: oooo was handed over; where was it drawn" in out
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == "1. oooo@a1   *\n"


def test_the_end_of_the_input_saves_what_was_typed(tmp_path: Path) -> None:
    status, _, _ = _enter("Ana\nDan\noiio b2\n", "g.quarto", cwd=tmp_path)
    assert status == 0
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8").endswith("1. oiio@b2\n")


@pytest.mark.parametrize("typed", ["", "Ana\n", "Ana\nDan\n", "Ana\nDan\noiio b2\nquit\n"])
def test_nothing_is_written_where_nothing_was_played_or_the_user_quits(tmp_path: Path, typed: str) -> None:
    status, _, _ = _enter(typed, "g.quarto", cwd=tmp_path)
    assert status == 0
    assert not list(tmp_path.iterdir())


def test_an_existing_file_is_refused_before_anything_is_typed(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text("1. iiii@a1\n", encoding="utf-8")
    status, out, err = _enter(TYPED, "g.quarto", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert "--append" in err
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == "1. iiii@a1\n"


def test_force_overwrites_and_append_adds(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text("1. iiii@a1", encoding="utf-8")
    assert _enter("\n\noiio b2\ndone\n\n", "g.quarto", "--append", cwd=tmp_path)[0] == 0
    assert (tmp_path / "g.quarto").read_text(
        encoding="utf-8"
    ) == '1. iiii@a1\n\n[Event "?"]\n\n1. oiio@b2   *\n'
    assert _enter(TYPED, "g.quarto", "--force", cwd=tmp_path)[0] == 0
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == WRITTEN


def test_a_missing_folder_is_refused_before_anything_is_typed(tmp_path: Path) -> None:
    status, out, err = _enter(TYPED, "no/where/g.quarto", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert "no folder" in err


def test_a_game_that_cannot_be_written_in_the_end_is_printed(tmp_path: Path) -> None:
    """Nothing typed is lost: here the folder vanishes while the game is typed."""
    folder = tmp_path / "usb"
    folder.mkdir()
    command = [
        sys.executable,
        "-m",
        "printquarto",
        "enter",
        "usb/g.quarto",
        "--first",
        "Ana",
        "--second",
        "Dan",
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while b"draws:" not in process.stdout.read1():
            pass
        folder.rmdir()
        out, err = process.communicate(b"oiio b2\ndone\n\n")
    assert process.returncode == 2
    assert b'[First "Ana"]\n[Second "Dan"]\n\n1. oiio@b2   *\n' in out
    assert b"cannot be written" in err


def test_who_could_have_called_is_asked_by_name(tmp_path: Path) -> None:
    _, out, _ = _enter("Ana\nDan\n" + QUARTO.lstrip() + "done\n\n", "g.quarto", cwd=tmp_path)
    assert "Did Dan call it? Then type !\n" in out
    assert "Did Ana call it instead of drawing turn 5? Then type 5. !\n" in out


@pytest.mark.parametrize("again", ["oooi c3", "c3", "c3 oooi"])
def test_a_shape_handed_over_may_be_typed_again_with_its_cell(tmp_path: Path, again: str) -> None:
    _enter(f"\n\noooo a1\noooi\n{again}\ndone\n\n", "g.quarto", cwd=tmp_path)
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8") == "1. oooo@a1   2. oooi@c3   *\n"


@pytest.mark.parametrize(
    ("said", "result"),
    [("Ana", "1-0"), ("second", "0-1"), ("draw", "1/2-1/2"), ("1:0", "1-0"), ("½", "1/2-1/2"), ("done", "*")],
)
def test_results_as_people_say_them(tmp_path: Path, said: str, result: str) -> None:
    _, out, _ = _enter(f"Ana\nDan\noooo a1\ndone\nwho knows\n{said}\n", "g.quarto", cwd=tmp_path)
    assert "First, Second and draw are understood too." in out
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8").endswith(f"1. oooo@a1   {result}\n")


def test_a_file_without_an_ending_gets_one(tmp_path: Path) -> None:
    _enter("\n\noooo a1\ndone\n\n", "game", cwd=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["game.quarto"]


def test_the_end_of_the_input_gives_a_game_that_is_over_its_result(tmp_path: Path) -> None:
    _enter(QUARTO + "!\n", "g.quarto", cwd=tmp_path)
    assert (tmp_path / "g.quarto").read_text(encoding="utf-8").endswith("4. ooii@d1!   0-1\n")
