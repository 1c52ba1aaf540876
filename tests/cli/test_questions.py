"""What is asked about a photo at a terminal, and what is made of the answers."""

from __future__ import annotations

import io
import json
import re
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
