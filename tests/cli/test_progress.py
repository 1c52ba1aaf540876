"""The bar of a long run: on a terminal alone, from one second on, and gone at the end."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from printquarto.cli import progress
from printquarto.cli.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give a clock that a test sets."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def _run(stream: io.StringIO, clock: list[float], monkeypatch: pytest.MonkeyPatch, seconds: float) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(1000) as bar:
        for _ in range(1000):
            clock[0] += seconds / 1000
            bar.step()
    return stream.getvalue()


def test_a_short_run_shows_nothing(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(Terminal(), clock, monkeypatch, 0.99) == ""


def test_a_long_run_shows_a_bar_and_takes_it_away(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times a second at most; the first one second after the start."""
    shown = _run(Terminal(), clock, monkeypatch, 4).split("\r")[1:]
    assert shown[0] == "[#######-----------------------] 250 of 1000"
    assert 25 <= len(shown) <= 32
    assert shown[-1] == "\x1b[K"


def test_where_no_terminal_is_nothing_is_shown(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(io.StringIO(), clock, monkeypatch, 60) == ""


def test_a_hidden_bar_is_never_shown(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command writes to the terminal meanwhile would run into it."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(2, hidden=True) as bar:
        clock[0] += 60
        bar.step()
    assert stream.getvalue() == ""


def test_a_bar_is_taken_away_when_it_fails(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    def fail() -> None:
        with Progress(10) as bar:
            clock[0] += 2
            bar.step()
            raise ValueError("full")

    with pytest.raises(ValueError, match="full"):
        fail()
    assert stream.getvalue().endswith("\r\x1b[K")


LATE = "oiio . ooii .  iooi iioo . oooi  . iiii . .  ioii . iooo ."
GAME = (
    "1. ioio@c3 2. oooo@c1 3. ooii@a1 4. oioo@c4 5. iooi@a4 6. iiii@d4 7. ooio@b1 8. oioi@b3 9. iooo@a2"
    " 10. iioo@d1"
)


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (["solve", LATE, "--given", "oiii", "--max-positions", "40000"], "40,000"),
        (["check", "game.quarto", "--advice=deep"], "20,000"),
    ],
)
def test_a_long_search_gives_a_sign_of_life(
    program: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str], most: str
) -> None:
    """On a terminal alone, as if a second were over at once; what is printed is the same without one."""
    (program.folder / "game.quarto").write_text(GAME, encoding="utf-8")
    monkeypatch.setattr("printquarto.check.deep.POSITIONS", 20_000)
    monkeypatch.setattr(progress, "_AFTER", -1.0)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    silent = program(*arguments)
    assert silent.err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    done = program(*arguments)
    assert (done.status, done.out) == (silent.status, silent.out)
    assert f" of {most} positions at most\r" in done.err
    assert done.err.endswith("\r\x1b[K")
