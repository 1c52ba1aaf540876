"""The password of a file: asked for, or taken from a file or the environment, never from an argument.

It is held in one object that shows nothing of it, and is written nowhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from printquarto.cli.input import read_at_most
from printquarto.cli.output import shown
from printquarto.cli.settings import typed
from printquarto.errors import InputError, OptionError

VARIABLE = "PRINTQUARTO_PASSWORD"
_VARIABLE = f"the variable {VARIABLE}"
_MOST_BYTES = 4096

_OPTIONS = (
    click.option("--password", is_flag=True, help="Ask for a password that opens the PDF (AES-256)."),
    click.option(
        "--password-file",
        metavar="FILE",
        help=f"Take the password from a file's only line. The variable {VARIABLE} can hold it too.",
    ),
    click.option("--no-copy", is_flag=True, help="Ask programs not to copy from it. Advisory: not all obey."),
    click.option("--no-print", is_flag=True, help="Ask programs not to print it. Advisory: not all obey."),
)


def secret_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a password to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class Secret:
    """A password and what it guards. ``source`` tells where it came from, and never what it is."""

    __slots__ = ("_copying", "_password", "_printing", "source")

    def __init__(self, password: str, source: str, copying: bool, printing: bool) -> None:
        self._password = password
        self._copying = copying
        self._printing = printing
        self.source = source

    def announce(self) -> None:
        """Say what may keep others from opening the file, and what its permissions are worth."""
        from printquarto.render.protect import cautions

        for caution in cautions(self._password):
            click.echo(f"printquarto: warning: {caution}", err=True)
        if not (self._copying and self._printing):
            click.echo("What is forbidden is forbidden as a request only: not all programs obey.", err=True)

    def protect(self, data: bytes) -> bytes:
        """Give a PDF that only the password opens."""
        from printquarto.render.protect import protect

        return protect(data, self._password, copying=self._copying, printing=self._printing)

    def as_strict_as(self, data: bytes) -> Secret:
        """Give the same password with all that a PDF that it opens forbids forbidden as well."""
        from printquarto.render.protect import permissions

        copying, printing = permissions(data, self._password)
        return Secret(self._password, self.source, self._copying and copying, self._printing and printing)

    def reveal(self, data: bytes) -> bytes | None:
        """Give a PDF as it is without its password, or nothing where this one does not open it."""
        from printquarto.render.protect import unlock

        return unlock(data, self._password)


class SecretWish(NamedTuple):
    """What was asked of a password, which is typed only when all else is known to be right."""

    ask: bool
    file: str | None
    no_copy: bool
    no_print: bool

    @property
    def source(self) -> str | None:
        """Where a password would come from, None where there is to be none."""
        if self.ask or self.file is not None:
            return "--password" if self.ask else "--password-file"
        return _VARIABLE if VARIABLE in os.environ else None

    def choose(self) -> Secret | None:
        """Give the password, or none. Raises OptionError for one that few programs could open."""
        return choose_secret(*self)


def choose_secret(ask: bool, file: str | None, no_copy: bool, no_print: bool) -> Secret | None:
    """Give the password that was asked for in one of the three ways, or none.

    Raises OptionError for a password that few programs could open.
    """
    found = find_password(ask, file, twice=True)
    if found is None:
        for option, given in (("no-copy", no_copy), ("no-print", no_print)):
            if given:
                raise OptionError(
                    f"--{option} needs a password: without one anybody could take it off again."
                )
        return None
    from printquarto.render.protect import check_password

    return Secret(check_password(found[0]), found[1], not no_copy, not no_print)


def find_password(ask: bool, file: str | None, *, twice: bool) -> tuple[str, str] | None:
    """Give the password as it was typed and where it came from."""
    if ask and file is not None:
        raise OptionError("--password and --password-file contradict each other; leave one out.")
    if ask:
        return _asked(twice), "--password"
    if file is not None:
        return _read(file), "--password-file"
    held = typed(os.environ.get(VARIABLE))
    if held == "":
        raise OptionError(f"the variable {VARIABLE} is set and empty; put the password in it, or unset it.")
    return None if held is None else (held, _VARIABLE)


def _asked(twice: bool) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        raise OptionError(
            "--password asks at a terminal, and there is none; take --password-file or the variable "
            f"{VARIABLE}."
        )
    password: str = click.prompt("Password", hide_input=True, confirmation_prompt=twice, err=True)
    return password


def _read(file: str) -> str:
    path = Path(file)
    raw = read_at_most(path, _MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{shown(path)} is not UTF-8; save the password as UTF-8 text.") from None
    line, _, rest = text.removesuffix("\n").removesuffix("\r").partition("\n")
    if rest or len(raw) > _MOST_BYTES:
        raise InputError(f"{shown(path)} holds more than one line; a password is the only line of its file.")
    if not line:
        raise InputError(f"{shown(path)} is empty; its only line is to be the password.")
    return line.removesuffix("\r")
