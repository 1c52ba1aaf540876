"""Reading a file of limited size whole. Knows no formats and no commands."""

from __future__ import annotations

from pathlib import Path

from printquarto.cli.output import shown
from printquarto.errors import InputError


def read_at_most(path: Path, most: int) -> bytes:
    """Give the bytes of a file, of a larger one than ``most`` one byte more than that and no further.

    Raises InputError where it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can have that name"
        raise InputError(f"{shown(path)} cannot be read: {reason.lower()}.") from None
