"""``printquarto check`` from outside: bytes in, text, JSON and exit status out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME = '[First "Ștefan"]\n[Second "Zoë"]\n\n1. oooo@a1   2. oooi@b1   3. ooio@c1   4. ooii@d1   *\n'
FINE = "1. oooo@a1   2. oooi@b1   *\n"


def _run(
    *arguments: object, stdin: bytes = b"", cwd: Path | None = None, **environment: str
) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "printquarto", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def _codes(stdout: str) -> list[list[str]]:
    return [[finding["code"] for finding in game["findings"]] for game in json.loads(stdout)["games"]]


def test_a_finding_is_told_with_its_place_a_sentence_a_board_and_totals(tmp_path: Path) -> None:
    (tmp_path / "night.quarto").write_text(GAME, encoding="utf-8")
    status, out, err = _run("check", "night.quarto", cwd=tmp_path)
    assert (status, err) == (1, "")
    assert out == (
        "night.quarto, line 4, turn 4 – error: missed-quarto\n"
        "  1. oooo@a1   2. oooi@b1   3. ooio@c1   4. ooii@d1   *\n"
        "                                         ~~~~~~~~~~\n"
        "  Zoë made a Quarto with turn 4 (row 1, all top left corners out and all top right corners out) "
        "and did not call it; the record ends there.\n"
        "\n"
        "         a      b      c      d\n"
        "  1   [oooo] [oooi] [ooio] [ooii]\n"
        "  2     .      .      .      .\n"
        "  3     .      .      .      .\n"
        "  4     .      .      .      .\n"
        "\n"
        "1 game checked; 1 error, 0 warnings, 0 notes in 1 game.\n"
    )


def test_nothing_wrong(tmp_path: Path) -> None:
    (tmp_path / "fine.quarto").write_text(FINE, encoding="utf-8")
    assert _run("check", tmp_path / "fine.quarto") == (0, "1 game checked; nothing wrong.\n", "")


def test_notes_alone_are_no_fault(tmp_path: Path) -> None:
    (tmp_path / "p.quarto").write_text("oooo oooi ooio ooii .... .... ....", encoding="utf-8")
    status, out, _ = _run("check", tmp_path / "p.quarto")
    assert status == 0
    assert "note: quarto-on-board" in out


def test_the_json_says_the_source_and_the_place_of_each_game(tmp_path: Path) -> None:
    (tmp_path / "two.quarto").write_text(FINE + "\n" + GAME, encoding="utf-8")
    status, out, err = _run("check", "two.quarto", "--json", cwd=tmp_path)
    first, second = json.loads(out)["games"]
    assert (status, err) == (1, "")
    assert (first["source"], first["index"], first["line"]) == ("two.quarto", 1, 1)
    assert (second["source"], second["index"], second["line"]) == ("two.quarto", 2, 3)
    assert second["tags"]["First"] == "Ștefan"
    assert second["turns"][1] == {
        "turn": 2,
        "shape": "oooi",
        "cell": "b1",
        "player": "second",
        "call": False,
        "alignment": None,
    }


def test_calls_and_shapes_handed_over_are_entries_without_a_cell() -> None:
    _, out, _ = _run("check", "-", "--json", stdin=b"1. oooo@a1 2. iiii! a1-b3 2. ! 2. iiii@b1 3. ?")
    turns = json.loads(out)["games"][0]["turns"]
    assert [(t["turn"], t["shape"], t["cell"], t["player"], t["call"], t["alignment"]) for t in turns] == [
        (1, "oooo", "a1", "first", False, None),
        (2, "iiii", None, "second", True, "a1-b3"),
        (2, None, None, "second", True, None),
        (2, "iiii", "b1", "second", False, None),
        (3, "?", None, "first", False, None),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-mark", "utf-16-be-mark"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    data = {
        "utf-16-le-mark": b"\xff\xfe" + GAME.encode("utf-16-le"),
        "utf-16-be-mark": b"\xfe\xff" + GAME.encode("utf-16-be"),
    }.get(encoding) or GAME.encode(encoding)
    (tmp_path / "g.quarto").write_bytes(data)
    _, out, _ = _run("check", tmp_path / "g.quarto", "--json", LC_ALL="C", PYTHONIOENCODING="latin-1")
    assert json.loads(out)["games"][0]["tags"] == {"First": "Ștefan", "Second": "Zoë"}


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_line_ends(tmp_path: Path, newline: bytes) -> None:
    (tmp_path / "g.quarto").write_bytes(GAME.encode().replace(b"\n", newline))
    _, out, _ = _run("check", tmp_path / "g.quarto", "--json")
    assert json.loads(out)["games"][0]["line"] == 1
    assert _codes(out) == [["missed-quarto"]]


def test_bytes_that_are_no_utf8_break_their_game_alone(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_bytes(b'[First "St\xe9phane"]\n1. oooo@a1 *\n\n' + GAME.encode())
    status, out, _ = _run("check", tmp_path / "g.quarto", "--json")
    assert status == 2
    assert _codes(out) == [["syntax"], ["missed-quarto"]]
    assert "UTF-8" in json.loads(out)["games"][0]["findings"][0]["message"]


def test_a_stray_zero_byte_breaks_its_game_alone(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_bytes(
        b'1. oooo@a1 *\n[Event "x"] 1. oo\0oo@a1 *\n[Event "y\0"] *\n' + GAME.encode()
    )
    _, out, _ = _run("check", tmp_path / "g.quarto", "--json")
    assert _codes(out) == [[], ["syntax"], ["syntax"], ["missed-quarto"]]


@pytest.mark.parametrize("command", ["check", "format"])
def test_closed_streams_are_told_in_one_line(tmp_path: Path, command: str) -> None:
    (tmp_path / "g.quarto").write_text(GAME, encoding="utf-8")
    program = f'"{sys.executable}" -m printquarto {command}'
    for line in (f"{program} g.quarto >&-", f"{program} - <&-"):
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("printquarto: standard ")
        assert done.stderr.count("\n") == 1


def test_bytes_that_are_no_utf8_do_no_harm_in_a_comment(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_bytes(b"{ St\xe9phane } 1. oooo@a1 *")
    assert _run("check", tmp_path / "g.quarto")[0] == 0


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("empty.quarto", b"", "there is no game in it"),
        ("comment.quarto", b"; nothing\n{ at all }\n", "there is no game in it"),
        ("sheet.pdf", b"%PDF-1.7\n", "The PDF is damaged or cut short"),
        ("photo.jpg", b"\xff\xd8\xff\xe0 JFIF", "The file is cut short"),
        ("photo.png", b"\x89PNG\r\n", "this is a picture"),
        ("game.docx", b"PK\x03\x04xx", "word processor"),
        ("zeros.quarto", bytes(2000), "this is no text"),
        ("long.quarto", b"1. oooo@a1 " * 100_000, "over a million characters"),
    ],
)
def test_files_that_hold_no_game(tmp_path: Path, name: str, data: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(data)
    status, out, err = _run("check", name, cwd=tmp_path)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith(f"printquarto: {name}: ")
    assert told in err


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_judged(tmp_path: Path) -> None:
    (tmp_path / "other.quarto").write_text(GAME, encoding="utf-8")
    status, out, err = _run("check", "missing.quarto", "other.quarto", "--json", cwd=tmp_path)
    assert status == 2
    assert _codes(out) == [["missed-quarto"]]
    assert (
        err
        == "printquarto: missing.quarto: there is no such file. Check the name, or the folder you are in.\n"
    )


def test_a_file_name_that_is_nearly_right_is_told(tmp_path: Path) -> None:
    (tmp_path / "train.quarto").write_text(GAME, encoding="utf-8")
    for name in ("train", "tain.quarto"):
        assert _run("check", name, cwd=tmp_path)[2].endswith("Did you mean train.quarto?\n")


def test_turns_hidden_behind_a_semicolon_are_told() -> None:
    _, _, err = _run("check", "-", stdin=b"1. b2 #6 ; a slip: 3. b2 oooo\n2. c3 #1 ; 4. d4 oops\n")
    assert err == ""
    _, out, err = _run("format", "-", stdin=b"1. b2 #6; 2. a1 #0\n; 3. a2 oooi\n{4. a3 ooio}")
    assert out == "1. oiio@b2\n"
    assert err.count("is a remark and was not read") == 2
    assert "standard input, line 1: '; 2. a1 #0'" in err


def test_a_false_call_is_shown_on_the_board_before_its_turn() -> None:
    _, out, _ = _run("check", "-", stdin=b"1. oooo@a1 2. oooi! 2. oooi@b1")
    assert "  1    oooo    .      .      .\n" in out


def test_a_folder_stands_for_its_records(tmp_path: Path) -> None:
    for name in ("b.quarto", "a.quarto", "notes.txt"):
        (tmp_path / name).write_text(FINE, encoding="utf-8")
    (tmp_path / "c.quarto").mkdir()
    _, out, _ = _run("check", tmp_path, "--json")
    assert [Path(game["source"]).name for game in json.loads(out)["games"]] == ["a.quarto", "b.quarto"]


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    status, _, err = _run("check", tmp_path)
    assert status == 2
    assert "there is no file *.quarto and no picture in this folder" in err


def test_wildcards_are_expanded_where_the_shell_did_not(tmp_path: Path) -> None:
    for name in ("b.quarto", "a.quarto", "[odd].quarto"):
        (tmp_path / name).write_text(FINE, encoding="utf-8")
    _, out, _ = _run("check", "?.quarto", "[odd].quarto", "--json", cwd=tmp_path)
    assert [game["source"] for game in json.loads(out)["games"]] == ["a.quarto", "b.quarto", "[odd].quarto"]
    status, _, err = _run("check", "z*.quarto", cwd=tmp_path)
    assert (status, err) == (2, "printquarto: z*.quarto: no file has a name like this.\n")


def test_standard_input() -> None:
    status, out, _ = _run("check", "-", stdin=GAME.encode())
    assert status == 1
    assert out.startswith("standard input, line 4, turn 4")


def test_options_judge_by_other_rules() -> None:
    game = b"1. oooo@a1 2. oooi@b1 3. ooio@a2 4. ooii@b2"
    assert _run("check", "-", stdin=game)[0] == 0
    assert _run("check", "-", "--rules", "advanced", stdin=game)[0] == 1
    assert _run("check", "-", "--squares", "--features", "tl,TR", stdin=game)[0] == 1
    assert _run("check", "-", "--squares", "--features", "bl", stdin=game)[0] == 0
    assert _run("check", "-", "--rules", "advanced", "--no-squares", stdin=game)[0] == 0


@pytest.mark.parametrize(
    "options", [["--rules", "chess"], ["--features", "xx"], ["--features", ""], ["--nonsense"], []]
)
def test_a_wrong_command_is_told_without_a_traceback(options: list[str]) -> None:
    status, out, err = _run("check", *options, *(["-"] if options else []))
    assert (status, out) == (2, "")
    assert "Traceback" not in err
    assert err.count("\n") <= 5


def test_no_colour_in_a_pipe_and_no_control_characters_from_a_record() -> None:
    record = b'[First "\x1b[31mAna"]\n1. oooo@a1 2. oooo@b1 \n[Event "x"]\n1. \x1b[31moixo'
    _, out, err = _run("check", "-", stdin=record, FORCE_COLOR="1")
    assert "\x1b" not in out + err


@pytest.mark.debian
def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text(GAME, encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "printquarto", "check", str(tmp_path / "g.quarto")]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "printquarto: cannot write the output: No space left on device.\n"


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    (tmp_path / "g.quarto").write_text(GAME * 5000, encoding="utf-8")
    command = [sys.executable, "-m", "printquarto", "check", str(tmp_path / "g.quarto")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
