"""``printquarto read`` from outside: what is printed of photos, and the exit status.

How ink is read is pinned elsewhere; here sheets stand for photos whose ink is known, save where the example's
photo is read.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))
from photographed import CHART, CORNER_MISSING, FINE, UNSURE, jpeg, refused, sheet

from printquarto.notation.parser import read_games

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "night-train.jpg"


def test_a_sheet_is_told_with_its_record(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE)
    done = program("read", "a.jpg")
    assert (done.status, done.err) == (0, "")
    assert done.out.decode() == (
        "a.jpg – recorded, A4, Q7F-3K9: everything is sure\n\n"
        "  1. oooo@a1   2. oooi@b1   3. ooio@c1   4. ooii@d1!\n\n"
        "1 sheet read: 1 sure.\n"
    )


def test_what_is_unsure_is_told_with_its_reason_and_what_it_may_be(program: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    done = program("read", "a.jpg")
    assert (done.status, done.err) == (1, "")
    assert done.out.decode() == (
        "a.jpg – recorded, A4, Q7F-3K9: 1 field is not sure\n\n"
        "  1. oooo@a1   2. oooi@b1   3. ?@c1   4. ooii@d1   5. iiii@d4\n\n"
        "  ? cell c1: there is ink for more than one answer; ooio or oioi or nothing drawn?\n"
        "  note: The top right marker is outside the picture.\n\n"
        "1 sheet read: 1 with something unsure.\n"
    )


def test_of_a_blank_sheet_it_is_said_that_it_is_blank(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet(moves=[]))
    photo("b.jpg", FINE)
    for command in ("read", "check"):
        done = program(command, "a.jpg")
        assert done.status == 0
        assert done.out.decode().startswith(
            "a.jpg – recorded, A4, Q7F-3K9: everything is sure\n\n  Nothing is written on it.\n\n"
        )
    done = program("read", "a.jpg", "-o", "game.quarto")
    assert (done.status, done.files) == (2, ["a.jpg", "b.jpg"])
    assert "game.quarto was not written: no game was read" in done.err
    program("read", "a.jpg", "b.jpg", "-o", "game.quarto")
    assert len(read_games(Path("game.quarto").read_text(encoding="utf-8"))) == 1


def test_a_sheet_that_is_refused_is_told_and_the_batch_goes_on(program: Any, photo: Any) -> None:
    photo("a.jpg", refused)
    photo("b.jpg", FINE)
    done = program("read", "a.jpg", "b.jpg")
    assert done.status == 2
    assert done.err == "printquarto: a.jpg: No sheet can be seen. Take the photo again.\n"
    assert b"b.jpg" in done.out
    assert done.out.endswith(b"1 sheet read: 1 sure; 1 refused.\n")


FAULTS = {
    "missing.jpg": (None, "There is no such file"),
    "empty.jpg": (b"", "empty"),
    "text.jpg": (b"1. oiio@b2\n", "This is text"),
    "film.jpg": (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "video"),
    "cut.jpg": (jpeg()[:200], "cut short"),
    "bad.pdf": (b"%PDF-1.7\n", "damaged or cut short"),
}


def test_no_file_keeps_the_others_from_being_read(program: Any, photo: Any) -> None:
    for name, (data, _) in FAULTS.items():
        if data is not None:
            photo(name, data=data)
    photo("good.jpg", FINE)
    done = program("read", *FAULTS, "good.jpg", "--json")
    assert done.status == 2
    told = done.err.splitlines()
    sheets = json.loads(done.out)["sheets"]
    assert len(told) == len(FAULTS) == len(sheets) - 1
    for line, read, (name, (_, words)) in zip(told, sheets, FAULTS.items(), strict=False):
        assert line.startswith(f"printquarto: {name}: ")
        assert words in line
        assert (read["source"], read["status"], read["fields"], read["record"]) == (name, "refused", [], None)
        assert words in read["problems"][0]["message"]
    assert sheets[-1]["status"] == "sure"


def test_the_json_has_every_field(program: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    done = program("read", "a.jpg", "--json")
    assert (done.status, done.err) == (1, "")
    document = json.loads(done.out)
    (read,) = document["sheets"]
    assert document["schema"] == 1
    assert list(read) == [
        "source", "page", "status", "template", "paper", "code", "ms", "fields", "record", "problems",
    ]  # fmt: skip
    assert [field["id"] for field in read["fields"]] == [place.field.id for place in CHART.fields]
    (field,) = [field for field in read["fields"] if field["status"] == "unsure"]
    assert field == {
        "board": 1,
        "id": "cell.c1",
        "value": None,
        "confidence": 0.55,
        "status": "unsure",
        "decided_by": "ink",
        "reason": "two-marks",
        "alternatives": [
            {"value": "ooio", "confidence": 0.55},
            {"value": "oioi", "confidence": 0.41},
            {"value": "", "confidence": 0.04},
        ],
    }
    assert read["problems"] == [CORNER_MISSING.as_json()]


def test_a_folder_stands_for_its_pictures_and_a_wildcard_for_its_files(program: Any, photo: Any) -> None:
    for name in ("photos/b.jpg", "photos/a.heic", "photos/.hidden.jpg"):
        photo(name, FINE)
    photo("photos/notes.jpg", data=b"bring pencils")
    found = [
        [Path(one["source"]).name for one in json.loads(program("read", name, "--json").out)["sheets"]]
        for name in ("photos", "photos/?.*")
    ]
    assert found == [["a.heic", "b.jpg"]] * 2
    (program.folder / "empty").mkdir()
    assert "folder with no picture in it" in program("read", "empty").err


def test_pages_and_several_sheets_on_one_are_told_apart(program: Any, photo: Any) -> None:
    stream = io.BytesIO()
    Image.new("L", (120, 120), 200).save(
        stream, "PDF", save_all=True, append_images=[Image.new("L", (120, 120), 90)]
    )
    photo("scan.pdf", FINE, UNSURE, data=stream.getvalue())
    done = program("read", "scan.pdf")
    assert re.findall(r"^(scan.*) –", done.out.decode(), re.M) == [
        "scan.pdf, page 1",
        "scan.pdf, page 1, sheet 2",
        "scan.pdf, page 2",
        "scan.pdf, page 2, sheet 2",
    ]
    pages = [one["page"] for one in json.loads(program("read", "scan.pdf", "--json").out)["sheets"]]
    assert pages == [1, 1, 2, 2]


def test_a_photo_may_come_from_standard_input(
    program: Any, photo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo("-", FINE)
    for command in ("read", "check"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(jpeg()))))
        done = program(command, "-")
        assert done.out.decode().startswith("standard input – recorded"), done.err


def test_two_photos_of_one_sheet_are_noticed(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE)
    photo("b.jpg", UNSURE)
    sheets = json.loads(program("read", "a.jpg", "b.jpg", "--json").out)["sheets"]
    assert [[one["code"] for one in read["problems"]] for read in sheets] == [
        [],
        ["same-sheet", "marker-missing"],
    ]
    assert "Q7F-3K9 was read from a.jpg too" in sheets[1]["problems"][0]["message"]


def test_answers_from_a_file_settle_and_overrule(program: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    answers = '["a.jpg#1"]\n"cell.c1" = "#5"\n"cell.d1" = "LTRS"\n"turn.4.call" = true\n'
    (program.folder / "answers.toml").write_text(answers, encoding="utf-8")
    done = program("read", "a.jpg", "--answers", "answers.toml", "--json")
    assert (done.status, done.err) == (0, "")
    (read,) = json.loads(done.out)["sheets"]
    answered = {field["id"]: field["value"] for field in read["fields"] if field["decided_by"] == "answer"}
    assert answered == {"cell.c1": "oioi", "cell.d1": "ooio", "turn.4.call": True}
    assert read["problems"] == [CORNER_MISSING.as_json()]


def test_answers_name_the_sheet_by_its_number_in_the_file(program: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE, UNSURE)
    (program.folder / "answers.toml").write_text('["a.jpg#2"]\n"cell.c1" = "ooio"\n', encoding="utf-8")
    done = program("read", "a.jpg", "--answers", "answers.toml", "--json")
    assert [one["status"] for one in json.loads(done.out)["sheets"]] == ["unsure", "sure"]


def test_answers_that_fit_nothing_are_told(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE)
    photo("b.jpg", FINE)
    answers = program.folder / "answers.toml"
    answers.write_text('["a.jpg#1"]\n"cell.e9" = "ooio"\n["c.jpg#1"]\n"cell.a1" = ""\n', encoding="utf-8")
    done = program("read", "a.jpg", "b.jpg", "--answers", "answers.toml", "--json")
    assert done.status == 2
    assert [one["status"] for one in json.loads(done.out)["sheets"]] == ["refused", "sure"]
    assert "answers.toml, line 2: the sheet has no field 'cell.e9'" in done.err
    told = "answers.toml, line 3: 'c.jpg' is not among the files that are read. Did you mean 'b.jpg'?\n"
    assert done.err.startswith(f"printquarto: {told}")
    assert done.err.count("c.jpg") == 1
    answers.write_text('["a.jpg#1"]\n"cell.d1" = ""\n["b.jpg#2"]\n"cell.a1" = ""\n', encoding="utf-8")
    done = program("read", "a.jpg", "b.jpg", "--answers", "answers.toml")
    assert done.status == 0
    assert "answers.toml, line 3: no sheet 'b.jpg#2' was read." in done.err
    answers.write_text("nonsense", encoding="utf-8")
    assert "this is not TOML" in program.refused("read", "a.jpg", "--answers", "answers.toml")


def test_answers_of_which_nothing_fits_are_an_error(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE)
    answers = program.folder / "answers.toml"
    answers.write_text('["b.jpg#1"]\n"cell.a1" = ""\n["c.jpg#1"]\n"cell.a1" = ""\n', encoding="utf-8")
    for command in ("read", "check"):
        assert program.refused(command, "a.jpg", "--answers", "answers.toml") == (
            "answers.toml, line 1: 'b.jpg' is not among the files that are read. Did you mean 'a.jpg'? "
            "Nothing else in it fits either."
        )
    answers.write_text('["a.jpg#3"]\n"cell.a1" = ""\n', encoding="utf-8")
    done = program("read", "a.jpg", "--answers", "answers.toml")
    assert done.status == 2
    assert b"1. oooo@a1" in done.out
    assert "no sheet 'a.jpg#3' was read. Did you mean 'a.jpg#1'?" in done.err
    answers.write_text("", encoding="utf-8")
    assert program("read", "a.jpg", "--answers", "answers.toml").status == 0


BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "cv2", "PIL", "pypdfium2", "pillow_heif"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
from printquarto.cli.main import main
sys.argv = ["printquarto", *sys.argv[1:]]
main()
"""


def _without_the_extra(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    return done.returncode, done.stdout, done.stderr


def test_without_the_extra_one_line_says_how_to_install_it() -> None:
    command = f'{sys.executable} -m pip install "printquarto[photo]"'
    told = f"printquarto: photos and scans are read with more libraries: {command}\n"
    assert _without_the_extra("read", str(EXAMPLE)) == (2, "", told)
    status, out, err = _without_the_extra("check", str(EXAMPLE), "examples/night-train.quarto")
    assert (status, err) == (2, told)
    assert "missed-quarto" in out


def test_the_example_is_read_as_what_was_played() -> None:
    """From the real photo, by the real reader: every field sure, and the game that is written beside it."""
    command = [sys.executable, "-W", "error", "-m", "printquarto", "read", str(EXAMPLE), "--json"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    (read,) = json.loads(done.stdout)["sheets"]
    assert {field["status"] for field in read["fields"]} == {"sure"}
    (found,) = read_games(read["record"])
    (played,) = read_games(EXAMPLE.with_suffix(".quarto").read_text(encoding="utf-8"))
    assert [turn[:3] for turn in found.turns] == [turn[:3] for turn in played.turns]
    assert found.result == played.result
