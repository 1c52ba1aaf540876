"""The bar of a long run: on a terminal alone, from one second on, and gone at the end."""

from __future__ import annotations

import io
import sys

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
