"""Options that several commands have."""

from __future__ import annotations

import contextlib
import gc
import math
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from printquarto.errors import NotationError

_Command = TypeVar("_Command", bound=Callable[..., Any])


if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic for the type checker alone in older releases


class Features(_ParamType):
    """Corners that count, as ``tl,tr``."""

    name = "corners"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the corners that a text names; anything else is a usage error."""
        from printquarto.notation.settings import read_features

        try:
            return read_features(value) if isinstance(value, str) else value
        except NotationError as error:
            self.fail(str(error), param, ctx)


class FileName(_ParamType):
    """The name of a file or folder, as a path; an empty text stays one, and is refused as any other."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Give the path."""
        return Path(value) if isinstance(value, str) and value.strip() else value


def may_be_empty(context: click.Context, param: click.Parameter, value: Any) -> Any:  # noqa: ARG001
    """Give a value as it is, for an option for which an empty text is an answer."""
    return value


class Seconds(_ParamType):
    """A time in seconds, a thousandth at least."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the number; anything else is a usage error, and so is one that is no time."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0.001 <= seconds < math.inf:
            self.fail(f"{value!r} is no time; write seconds, 0.001 or more, as 30 or 0.5.", param, ctx)
        return seconds


def rule_options(command: _Command) -> _Command:
    """Add ``--rules``, ``--features`` and ``--squares`` to a command."""
    rules = click.Choice(["paper", "advanced", "junior"], case_sensitive=False)
    for decorate in (
        click.option(
            "--squares/--no-squares",
            default=None,
            help="Count the nine 2×2 blocks beside the ten lines, or do not.",
        ),
        click.option(
            "--features",
            type=Features(),
            metavar="CORNERS",
            help="The corners that count, as tl,tr: any of tl tr br bl.",
        ),
        click.option(
            "--rules",
            type=rules,
            help="paper: all corners, lines only. advanced: 2×2 blocks too. junior: top left corner alone.",
        ),
    ):
        command = decorate(command)
    return command


def choice_of(rules: str | None, features: Any, squares: bool | None) -> Any:
    """Give the check's ``Choice`` for what ``rule_options`` took."""
    from printquarto.check.judge import Choice
    from printquarto.games.quarto import NAMED_RULES

    return Choice(NAMED_RULES[rules.lower()] if rules is not None else None, features, squares)


def wants_colour() -> bool:
    """Say whether to colour: only on a terminal, and never where ``NO_COLOR`` is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


_STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan"},
    "place": {"bold": True},
    "mark": {"fg": "green", "bold": True},
}


def paint(text: str, role: str) -> str:
    """Colour a text for its role in a report."""
    return click.style(text, **_STYLES[role])


@contextlib.contextmanager
def no_pauses() -> Iterator[None]:
    """Keep the collector of reference cycles from running: writers and judges make many objects and no waste.

    Looking for cycles would cost a judge a fifth of its time.

    What was loaded is then left out of the collections at the exit, which take a tenth of a short run.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
