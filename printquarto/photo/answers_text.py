"""Answers as the text of a file that ``answers`` reads. Knows no sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printquarto.photo.decode import FieldKey
from printquarto.photo.reading import Value


def answers_text(given: Mapping[str, Mapping[FieldKey, Value]]) -> str:
    """Write answers, by the names of their sheets; reading the text gives the same ones.

    >>> print(answers_text({"a.jpg#1": {(1, "cell.c3"): "oioi", (2, "turn.4.call"): False}}), end="")
    ["a.jpg#1"]
    "cell.c3" = "oioi"
    "2/turn.4.call" = false
    """
    return "\n".join("".join(_table(name, fields)) for name, fields in given.items() if fields)


def _table(name: str, fields: Mapping[FieldKey, Value]) -> Iterator[str]:
    yield f"[{_quoted(name)}]\n"
    for (board, field), value in fields.items():
        written = f"{board}/{field}" if board != 1 else field
        shown = _quoted(value) if isinstance(value, str) else "true" if value else "false"
        yield f"{_quoted(written)} = {shown}\n"


def _quoted(text: str) -> str:
    """Write a text as a string of TOML, with what cannot be printed by its number."""
    escaped = "".join(
        f"\\{one}" if one in '"\\' else one if one.isprintable() else f"\\U{ord(one):08X}" for one in text
    )
    return f'"{escaped}"'
