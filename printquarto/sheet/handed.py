"""Small files that a user hands over: read whole, but never more than they can sensibly hold."""

from collections.abc import Callable
from pathlib import Path

from printquarto.errors import InputError, PrintquartoError


def shown(path: Path) -> str:
    """Give a file's name as it can be printed, whatever its bytes are."""
    return str(path).encode("utf-8", "backslashreplace").decode("utf-8")


def handed_bytes(path: Path, most: int, too_large: str, hint: Callable[[], str] = str) -> bytes:
    """Read a file of at most ``most`` bytes; ``too_large`` ends the sentence on one that is larger.

    Raises InputError where it cannot be read, with the hint behind the sentence, asked for only then.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can have that name"
        raise InputError(f"{shown(path)} cannot be read: {reason.lower()}.{hint()}") from error
    if len(raw) > most:
        raise InputError(f"{shown(path)} is larger than {too_large}.")
    return raw


def handed_text(raw: bytes, name: str, error_class: type[PrintquartoError]) -> str:
    """Give the bytes of a file as text with plain line ends. Raises ``error_class``, with the line."""
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise error_class(f"{name}, line {line}: this is not UTF-8; save the file as UTF-8.") from error
