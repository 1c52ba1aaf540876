"""``printquarto read`` and ``check PHOTO`` from outside: what is printed, asked and written, and the status.

How ink is read is pinned elsewhere; here sheets stand for photos whose ink is known, save where the example's
photo is read.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
import pytest
from jsonschema import Draft202012Validator
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1] / "photo"))
from paperwork import CHART, recorded, seen

from printquarto.cli import ask
from printquarto.notation.parser import read_games
from printquarto.photo import reader
from printquarto.photo.assemble import assemble
from printquarto.photo.ink import SCALE
from printquarto.photo.reader import ReadSheet
from printquarto.photo.reading import REFUSED, Evidence, Problem, SheetReading

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "tests" / "check" / "record.schema.json").read_text(encoding="utf-8"))
)
EXAMPLE = ROOT / "examples" / "night-train.jpg"

GAME = [("oooo", "a1"), ("oooi", "b1"), ("ooio", "c1"), ("ooii", "d1"), ("iiii", "d4")]
RECORD = "1. oooo@a1   2. oooi@b1   3. ooio@c1   4. ooii@d1   5. iiii@d4"
CORRECTED = Evidence(1, "cell.c1", {"ooio": 0.55, "oioi": 0.41, "": 0.04}, "two-marks", True)
CALL = Evidence(1, "turn.4.call", {True: 0.5, False: 0.5}, "faint", True)
CORNER_MISSING = Problem("marker-missing", "The top right marker is outside the picture.")
NO_SHEET = Problem("no-markers", "No sheet can be seen. Take the photo again.")

Sheet = Callable[[str, int], ReadSheet]


def sheet(
    *unsure: Evidence, moves: Any = GAME, calls: Any = None, problems: tuple[Problem, ...] = ()
) -> Sheet:
    """Give a sheet that a game was written on, with what is not sure of it."""

    def read(source: str, page: int) -> ReadSheet:
        evidence = tuple(seen(recorded(moves, calls), unsure))
        reading = assemble(source, page, CHART, evidence, "Q7F-3K9", 12, problems)
        size = (round(CHART.height * SCALE), round(CHART.width * SCALE), 3)
        return ReadSheet(reading, evidence, CHART, np.full(size, 255, np.uint8))

    return read


def refused(source: str, page: int) -> ReadSheet:
    return ReadSheet(SheetReading(source, page, REFUSED, problems=(NO_SHEET,)))


FINE = sheet(calls={4: "call"}, moves=GAME[:4])
UNSURE = sheet(CORRECTED, problems=(CORNER_MISSING,))


def jpeg() -> bytes:
    return cv2.imencode(".jpg", np.full((120, 120, 3), 200, np.uint8))[1].tobytes()


@pytest.fixture
def photo(program: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the function that puts a picture into the folder, with the sheets that are seen on it."""
    held: dict[str, tuple[Sheet, ...]] = {}

    def read_picture(picture: Any, *_: Any) -> Iterator[ReadSheet]:
        for one in held[Path(picture.source).name]:
            yield one(picture.source, picture.page)

    monkeypatch.setattr(reader, "read_picture", read_picture)

    def put(name: str, *sheets: Sheet, data: bytes | None = None) -> None:
        path = program.folder / name
        path.parent.mkdir(exist_ok=True)
        if name != "-":
            path.write_bytes(data if data is not None else jpeg())
        held[path.name] = sheets

    return put


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
    assert "answers.toml, line 3: no sheet 'c.jpg#1' was read." in done.err
    answers.write_text("nonsense", encoding="utf-8")
    assert "this is not TOML" in program.refused("read", "a.jpg", "--answers", "answers.toml")


# What is written to files


def test_the_games_of_a_run_go_into_one_file(program: Any, photo: Any) -> None:
    for name in ("a.jpg", "b.jpg"):
        photo(name, FINE, UNSURE)
    photo("c.jpg", refused)
    done = program("read", "a.jpg", "b.jpg", "c.jpg", "-o", "games")
    assert done.status == 2
    games = read_games((program.folder / "games.quarto").read_text(encoding="utf-8"))
    assert [len(game.turns) for game in games] == [4, 5, 4, 5]
    assert program.refused("read", "a.jpg", "-o", "games").startswith("games.quarto exists already")
    assert program("read", "a.jpg", "-o", "games", "--force").status == 1


def test_without_a_game_no_file_is_written(program: Any, photo: Any) -> None:
    photo("a.jpg", refused)
    done = program("read", "a.jpg", "-o", "game.quarto", "--overlay", "o.png")
    assert done.status == 2
    assert done.files == ["a.jpg"]
    assert "was not written" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--overlay", "o.bmp"], "must end in .png, .jpg or .pdf"),
        (["--overlay", "nowhere/o.png"], "there is no folder"),
        (["-o", "nowhere/g.quarto"], "there is no folder"),
        (["--overlay", "a.jpg"], "a.jpg exists already"),
        (["--overlay", "b.jpg"], "b-12.jpg exists already"),
        (["--save-crops", "a.jpg"], "--save-crops a.jpg"),
        (["--layout", "a.jpg"], "a.jpg: this is not JSON"),
        (["--answers", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_what_cannot_be_written_or_used_is_refused_before_reading(
    arguments: list[str], words: str, program: Any, photo: Any
) -> None:
    photo("a.jpg", FINE)
    (program.folder / "b-12.jpg").write_bytes(b"")
    for command in ("read", "check"):
        assert words in program.refused(command, "a.jpg", *arguments)


def _share(name: str, is_meant: Callable[[Any], Any]) -> float:
    pixels = cv2.imread(name).astype(int)
    return float(is_meant(pixels).mean())


def _green(pixels: Any) -> Any:
    return (pixels[..., 1] - pixels[..., 2] > 60) & (pixels[..., 1] - pixels[..., 0] > 30)


def _amber(pixels: Any) -> Any:
    return (pixels[..., 2] - pixels[..., 0] > 100) & (pixels[..., 1] > 90)


def _red(pixels: Any) -> Any:
    return (pixels[..., 2] > 150) & (pixels[..., 1] < 70) & (pixels[..., 0] < 90)


def test_an_overlay_shows_what_is_sure_and_what_is_asked(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE)
    photo("b.jpg", UNSURE)
    done = program("read", "a.jpg", "b.jpg", "--overlay", "o.png")
    assert done.files == ["a.jpg", "b.jpg", "o-2.png", "o.png"]
    assert _share("o.png", _green) > 0.005
    assert _share("o.png", _amber) == 0
    assert _share("o-2.png", _amber) > 0.0005
    assert _share("o-2.png", _red) == 0


def test_the_overlay_of_the_check_strikes_the_missed_quartos_through(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet())
    for name in ("o.jpg", "o.png"):
        assert program("check", "a.jpg", "--overlay", name).status == 1
        assert _share(name, _red) > 0.001
    row = cv2.imread("o.png")[round(53 * SCALE)]
    cells = [row[round((28 + 30 * (column + 0.27)) * SCALE)] for column in range(4)]
    assert all(_red(cell.astype(int)) for cell in cells)


def test_an_overlay_as_pdf_holds_a_page_for_each_sheet_in_its_true_size(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE, UNSURE)
    program("read", "a.jpg", "--overlay", "o.pdf")
    program("read", "a.jpg", "--overlay", "again.pdf")
    assert Path("o.pdf").read_bytes() == Path("again.pdf").read_bytes()
    with pikepdf.open("o.pdf") as pdf:
        widths = [float(page.mediabox[2]) / 72 * 25.4 for page in pdf.pages]
    assert widths == pytest.approx([210, 210], abs=0.1)


def test_crops_are_saved_of_what_is_unsure_and_of_the_sheet(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet(CORRECTED, CALL))
    for _ in range(2):
        assert program("read", "a.jpg", "--save-crops", "crops/of/a").status == 1
    crops = program.folder / "crops" / "of" / "a"
    assert sorted(path.name for path in crops.iterdir()) == [
        "a-1-cell.c1.png",
        "a-1-sheet.png",
        "a-1-turn.4.call.png",
    ]
    assert cv2.imread(str(crops / "a-1-sheet.png")).shape[:2] == (2376, 1680)
    assert min(cv2.imread(str(crops / "a-1-cell.c1.png")).shape[:2]) >= 480


# What is asked at a terminal


@pytest.fixture
def answered(program: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Give the function that runs a command while somebody types lines."""

    def run(typed: str, *arguments: str) -> Any:
        monkeypatch.setattr(ask, "can_ask", lambda: True)
        monkeypatch.setattr("printquarto.cli.sheets.can_ask", lambda: True)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return program(*arguments)

    return run


def test_a_field_is_asked_with_its_picture_and_what_it_may_be(answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    done = answered("2\n", "read", "a.jpg")
    assert done.status == 0
    assert "3. oioi@c1" in done.out.decode()
    said = done.err
    assert "a.jpg: one field is not sure." in said
    assert "Cell c1: there is ink for more than one answer." in said
    assert "  ██████    ████\n  ██████    ██████\n  ████        ████\n" in said
    assert "  1: ooio   2: oioi   3: nothing drawn\n" in said
    picture = re.findall(r"Its picture: (.*a-1-cell\.c1\.png)", said)
    assert len(picture) == 1
    assert not Path(picture[0]).exists()


@pytest.mark.parametrize("typed", ["oioi", "0101", "#5", "LSSH", "light short square hollow", "OIOI", "2"])
def test_an_answer_may_be_any_notation(typed: str, answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    assert "3. oioi@c1" in answered(f"{typed}\n", "read", "a.jpg").out.decode()


def test_of_a_spoiled_photo_another_one_is_proposed(answered: Any, photo: Any) -> None:
    unclear = [
        Evidence(1, place.field.id, {True: 0.5, False: 0.5}, "covered")
        for place in CHART.fields
        if place.field.id.startswith("turn.")
    ]
    photo("a.jpg", sheet(*unclear))
    photo("b.jpg", UNSURE)
    assert "Another photo" in answered("", "read", "a.jpg").err
    assert "Another photo" not in answered("", "read", "b.jpg").err


@pytest.mark.parametrize(("typed", "called"), [("yes", True), ("n", False), ("1", True)])
def test_a_mark_is_answered_by_yes_and_no(typed: str, called: bool, answered: Any, photo: Any) -> None:
    photo("a.jpg", sheet(CALL))
    out = answered(f"{typed}\n", "read", "a.jpg").out.decode()
    assert ("4. ooii@d1!" in out) == called


def test_enter_leaves_a_field_open_and_what_is_not_understood_is_asked_again(
    answered: Any, photo: Any
) -> None:
    photo("a.jpg", sheet(CORRECTED, CALL))
    done = answered("maybe\n9\n?\n\nno\n", "read", "a.jpg")
    assert done.status == 1
    assert done.err.count("is not a shape") == 2
    assert "Type the number of an answer." in done.err
    assert "3. ?@c1" in done.out.decode()
    assert "1 field is not sure" in done.out.decode()


@pytest.mark.parametrize("command", ["read", "check"])
def test_the_end_of_the_input_keeps_what_was_answered(command: str, answered: Any, photo: Any) -> None:
    photo("a.jpg", sheet(CORRECTED, CALL))
    photo("b.jpg", UNSURE)
    done = answered("1\n", command, "a.jpg", "b.jpg")
    assert done.status == 1
    assert "3. ooio@c1" in done.out.decode()
    assert "No more questions; what was answered is kept." in done.err
    assert "b.jpg" not in done.err


def test_the_interrupt_key_ends_the_questions_alone(
    answered: Any, photo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo("a.jpg", sheet(CORRECTED, CALL))
    typed = iter(["1"])

    def line(_: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(ask, "_line", line)
    done = answered("", "read", "a.jpg")
    assert done.status == 1
    assert "3. ooio@c1" in done.out.decode()


def test_after_an_answer_the_rules_decide_what_they_can(answered: Any, photo: Any) -> None:
    """Two shapes may each be one of two: once the first is named, the other is known."""
    either = [
        Evidence(1, "cell.c1", {"ooio": 0.5, "ooii": 0.5}, "unclear", True),
        Evidence(1, "cell.d1", {"ooii": 0.8, "ooio": 0.2}, "unclear", True),
    ]
    photo("a.jpg", sheet(*either))
    done = answered("ooio\n", "read", "a.jpg", "--json")
    assert done.status == 0, done.err
    fields = {one["id"]: one for one in json.loads(done.out)["sheets"][0]["fields"]}
    assert (fields["cell.d1"]["value"], fields["cell.d1"]["decided_by"]) == ("ooii", "rule")
    assert done.err.count("Which is it?") == 1


def test_answers_that_were_typed_can_be_kept_and_given_again(answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE, sheet(CORRECTED, CALL))
    photo("b.jpg", FINE)
    typed = "2\n1\nno\n"
    first = answered(typed, "read", "a.jpg", "b.jpg", "--save-answers", "kept.toml")
    assert first.status == 0
    assert Path("kept.toml").read_text(encoding="utf-8") == (
        '["a.jpg#1"]\n"cell.c1" = "oioi"\n\n["a.jpg#2"]\n"cell.c1" = "ooio"\n"turn.4.call" = false\n'
    )
    again = answered("", "read", "a.jpg", "b.jpg", "--answers", "kept.toml")
    assert (again.status, again.out, again.err) == (0, first.out, "")
    assert "kept.toml exists already" in answered("", "read", "a.jpg", "--save-answers", "kept.toml").err


def test_pictures_of_what_is_asked_lie_with_the_other_crops(answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    done = answered("2\n", "read", "a.jpg", "--save-crops", "crops")
    assert f"Its picture: {Path('crops', 'a-1-cell.c1.png').absolute()}" in done.err
    assert Path("crops/a-1-cell.c1.png").is_file()


def test_nothing_is_asked_with_no_input(answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    for command in ("read", "check"):
        done = answered("1\n", command, "a.jpg", "--no-input")
        assert (done.status, done.err) == (1, "")


def test_questions_want_a_terminal_at_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for keyboard, screen, may in (
        (Terminal(), Terminal(), True),
        (io.StringIO(), Terminal(), False),
        (Terminal(), io.StringIO(), False),
        (None, Terminal(), False),
    ):
        monkeypatch.setattr(sys, "stdin", keyboard)
        monkeypatch.setattr(sys, "stderr", screen)
        assert ask.can_ask() is may


# The check of a photo


def test_the_check_reads_a_photo_and_judges_its_game(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet())
    done = program("check", "a.jpg")
    assert (done.status, done.err) == (1, "")
    assert done.out.decode() == (
        "a.jpg – recorded, A4, Q7F-3K9: everything is sure\n\n"
        f"  {RECORD}\n\n"
        "a.jpg, turn 4 – error: missed-quarto\n"
        f"  {RECORD}\n"
        "                                         ~~~~~~~~~~\n"
        "  Second made a Quarto with turn 4 (row 1, all top left corners out and all top right corners out) "
        "and did not call it; it lapsed with turn 5.\n\n"
        "         a      b      c      d\n"
        "  1   [oooo] [oooi] [ooio] [ooii]\n"
        "  2     .      .      .      .\n"
        "  3     .      .      .      .\n"
        "  4     .      .      .      .\n\n"
        "1 game checked; 1 error, 0 warnings, 0 notes in 1 game.\n"
    )


def test_photos_and_texts_are_checked_in_one_run(program: Any, photo: Any) -> None:
    photo("games/a.jpg", FINE, sheet())
    photo("games/bad.jpg", refused)
    (program.folder / "games" / "b.quarto").write_text("1. oooo@a1 *\n", encoding="utf-8")
    (program.folder / "games" / "c.txt").write_text("1. oooo@a1 *\n", encoding="utf-8")
    done = program("check", "games", "--json")
    assert done.status == 2
    assert done.err.startswith("printquarto: games/bad.jpg: No sheet")
    document = json.loads(done.out)
    SCHEMA.validate(document)
    assert [(Path(one["source"]).name, one["status"]) for one in document["refused"]] == [
        ("bad.jpg", "refused")
    ]
    games = document["games"]
    assert [(Path(game["source"]).name, game["index"]) for game in games] == [
        ("a.jpg", 1),
        ("a.jpg", 2),
        ("b.quarto", 1),
    ]
    assert [finding["code"] for finding in games[1]["findings"]] == ["missed-quarto"]
    assert "photo" not in games[2]


def test_the_json_of_the_check_tells_what_is_not_sure(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet(CORRECTED, problems=(CORNER_MISSING,)))
    done = program("check", "a.jpg", "--json")
    assert done.status == 1
    document = json.loads(done.out)
    SCHEMA.validate(document)
    assert "refused" not in document
    (game,) = document["games"]
    assert game["turns"][2]["shape"] == "?"
    assert game["photo"] == {
        "page": 1,
        "status": "unsure",
        "template": "recorded",
        "paper": "A4",
        "code": "Q7F-3K9",
        "unsure": ["cell.c1"],
        "problems": [CORNER_MISSING.as_json()],
    }


def test_a_photo_with_something_unsure_is_never_well(program: Any, photo: Any) -> None:
    """The game is the same either way, but the exit status says that somebody should look."""
    arrow = Evidence(1, "tray.12.arrow", {True: 0.5, False: 0.5}, "two-marks", True)
    photo("a.jpg", sheet(arrow, moves=GAME[:2]))
    done = program("check", "a.jpg")
    assert done.status == 1
    assert b"nothing wrong" in done.out
    assert b"the tray, arrow of #12 (iioo)" in done.out


def test_rules_are_those_of_the_sheet_or_of_the_options(program: Any, photo: Any) -> None:
    block = [("oooo", "a1"), ("oooi", "b1"), ("ooio", "a2"), ("ooii", "b2")]
    squares = Evidence(1, "rule.squares", {True: 1.0}, None, True)
    photo("a.jpg", sheet(squares, moves=block))
    photo("b.jpg", sheet(moves=block))
    assert program("check", "a.jpg").status == 1
    assert program("check", "a.jpg", "--no-squares").status == 0
    assert program("check", "b.jpg").status == 0
    assert program("check", "b.jpg", "--rules", "advanced").status == 1


def test_what_only_a_sheet_shows_is_found(program: Any, photo: Any) -> None:
    turned = Evidence(1, "cell.b1", {"iooo": 1.0}, None, True)
    photo("a.jpg", sheet(turned, moves=GAME[:3]))
    found = json.loads(program("check", "a.jpg", "--json").out)["games"][0]["findings"]
    assert "drawn-turned" in [finding["code"] for finding in found]


# The program as it is installed


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
    told = "printquarto: photos and scans are read with more libraries: pip install 'printquarto[photo]'\n"
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
