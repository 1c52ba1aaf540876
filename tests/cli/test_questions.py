"""What is asked about a photo at a terminal, and what is made of the answers."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from photographed import CALL, CHART, CORRECTED, FINE, UNSURE, sheet

from printquarto.cli import ask
from printquarto.photo.reading import Evidence


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


@pytest.mark.parametrize(
    ("typed", "understood"),
    [("2", "oioi, #5"), ("LSSH", "oioi, #5"), ("0110", "oiio, #6"), ("3", "nothing drawn")],
)
def test_what_was_understood_is_said(typed: str, understood: str, answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    assert f"  Understood: {understood}.\n" in answered(f"{typed}\n", "read", "a.jpg").err


@pytest.mark.parametrize("word", ["?", "h", "help", "HELP"])
def test_help_has_several_names(word: str, answered: Any, photo: Any) -> None:
    photo("a.jpg", UNSURE)
    done = answered(f"{word}\n2\n", "read", "a.jpg")
    assert (done.status, done.err.count("Type the number of an answer.")) == (0, 1)
    assert "is not a shape" not in done.err


def _unclear(*names: str) -> list[Evidence]:
    return [Evidence(1, name, {False: 0.6, True: 0.4}, "unclear") for name in names]


CORNERS = ("tl", "tr", "br", "bl")
UNPLAYED = [f"turn.{turn}.{corner}" for turn in (9, 12, 16) for corner in CORNERS]


def test_what_decides_most_is_asked_first(answered: Any, photo: Any) -> None:
    names = ["turn.9.tl", "tray.3.used", "turn.16.none", "result.first", "turn.5.call"]
    photo("a.jpg", sheet(*_unclear(*names), CORRECTED))
    done = answered("\n" * 9, "read", "a.jpg")
    asked = re.findall(r"^([A-Z].*): (?:it is not|there is ink)", done.err, re.M)
    assert asked == [
        "Cell c1",
        "Turn 5, the round for a Quarto that its drawer called",
        "The result, the round for First",
        "The tray, box of #3 (ooii)",
        "Turn 9, the round of the top left corner",
        "Turn 16, the round for no folded corner",
    ]


@pytest.mark.parametrize(("typed", "status"), [("1", 0), ("a", 0), ("all", 0), ("yes", 0), ("", 1)])
def test_boxes_that_were_not_played_are_asked_about_together(
    typed: str, status: int, answered: Any, photo: Any
) -> None:
    photo("a.jpg", sheet(*_unclear(*UNPLAYED), CORRECTED))
    done = answered(f"1\nwhat\n{typed}\n", "read", "a.jpg", "--save-answers", "kept.toml")
    assert done.status == status
    assert done.err.count("Which is it?") == 3
    assert "12 rounds of boxes 9 to 16, which seem not to be played, are not sure." in done.err
    assert re.search(r"The whole sheet: .*a-1-sheet\.png", done.err)
    kept = Path("kept.toml").read_text(encoding="utf-8")
    assert kept.count("false") == (0 if status else 12)


def test_a_line_through_all_boxes_that_were_not_played_is_one_question(answered: Any, photo: Any) -> None:
    """Not so the box behind the last shape, where a Quarto may have been called instead of drawing."""
    struck = [Evidence(1, name, {True: 0.9, False: 0.1}, "struck", True) for name in UNPLAYED]
    photo("a.jpg", sheet(*struck, Evidence(1, "turn.6.claim", {True: 0.6, False: 0.4}, "faint", True)))
    done = answered("no\nall\n", "read", "a.jpg")
    assert (done.status, done.err.count("Which is it?")) == (0, 2)
    assert done.err.index("Turn 6, the round for a Quarto called") < done.err.index("12 rounds of boxes 9")


def test_boxes_that_were_not_played_can_be_asked_one_by_one(answered: Any, photo: Any) -> None:
    photo("a.jpg", sheet(*_unclear(*UNPLAYED)))
    done = answered("2\n" + "no\n" * 12, "read", "a.jpg")
    assert (done.status, done.err.count("Its picture:")) == (0, 12)


ASKING = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.path.insert(0, sys.argv.pop(1))
from photographed import CALL, CORRECTED, UNSURE, sheet
from printquarto.photo import reader

held = {"a.jpg": sheet(CORRECTED, CALL), "b.jpg": UNSURE}
reader.read_picture = lambda picture, *_: [held[picture.source](picture.source, picture.page)]
from printquarto.cli.main import main
main()
"""


def test_a_terminal_that_is_closed_keeps_what_was_answered(photo: Any) -> None:
    """In a process with a terminal of its own, whose other end is closed behind the first answer."""
    for name in ("a.jpg", "b.jpg"):
        photo(name)
    arguments = ["read", "a.jpg", "b.jpg", "--save-answers", "kept.toml", "-o", "game.quarto"]
    terminal, ours = os.openpty()
    command = [sys.executable, "-c", ASKING, str(Path(__file__).parent), *arguments]
    process = subprocess.Popen(command, stdin=ours, stdout=ours, stderr=ours, start_new_session=True)
    os.close(ours)
    os.write(terminal, b"1\n")
    said = b""
    while said.count(b"Which is it?") < 2:
        said += os.read(terminal, 4096)
    os.close(terminal)
    assert process.wait(60) == 1
    assert Path("kept.toml").read_text(encoding="utf-8") == '["a.jpg#1"]\n"cell.c1" = "ooio"\n'
    assert Path("game.quarto").read_text(encoding="utf-8").count("ooio@c1") == 1


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
