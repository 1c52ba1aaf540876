"""``printquarto check PHOTO`` from outside: photos are read and judged, among texts too."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

sys.path.insert(0, str(Path(__file__).parent))
from photographed import CORNER_MISSING, CORRECTED, FINE, GAME, RECORD, refused, sheet

from printquarto.photo.reading import Evidence

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "tests" / "check" / "record.schema.json").read_text(encoding="utf-8"))
)


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


def test_a_folder_with_nothing_to_check_is_told(program: Any) -> None:
    (program.folder / "empty").mkdir()
    assert program("check", "empty").err == (
        "printquarto: empty: there is no file *.quarto and no picture in this folder.\n"
    )


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
    assert b"nothing wrong" not in done.out
    assert b"nothing found so far, but not all can be judged until 1 question is answered." in done.out
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
