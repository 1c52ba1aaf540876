"""A value of a JSON file with the place where it stands, so that whatever is wrong is told with its key path.

Knows JSON and sentences, and nothing of what the file is about.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from printquarto.errors import InputError
from printquarto.sheet.units import shortened

_TALLEST = 1e6
"""No length or number of a layout is larger; it also keeps whole numbers from becoming endless ones."""


class JsonValue(NamedTuple):
    """A value, the name of its file, and its path there, as ``pages[0].boards``.

    Each method gives the value as what it should be, or raises InputError with file, path and what was
    expected there.
    """

    value: Any
    source: str
    path: str = ""

    def refuse(self, sentence: str) -> NoReturn:
        """Raise InputError for this place."""
        where = f", {self.path}" if self.path else ""
        raise InputError(f"{self.source}{where}: {sentence}.")

    def get(self, key: str) -> JsonValue | None:
        """Give the value of a key, None where it is not there."""
        table = self.table()
        if key not in table:
            return None
        return JsonValue(table[key], self.source, f"{self.path}.{key}" if self.path else key)

    def key(self, key: str) -> JsonValue:
        """Give the value of a key that must be there."""
        found = self.get(key)
        if found is None:
            near = get_close_matches(key, [name[:40] for name in self.table()], n=1)
            hint = f"; there is a key {shortened(near[0])}" if near else ""
            self.refuse(f"the key {key!r} is missing{hint}")
        return found

    def table(self) -> Mapping[str, Any]:
        """Give an object."""
        if not isinstance(self.value, Mapping):
            self.refuse(f"expected an object in braces, not {_shown(self.value)}")
        return self.value

    def items(self) -> Iterator[JsonValue]:
        """Give the elements of a list."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            self.refuse(f"expected a list, not {_shown(self.value)}")
        for index, one in enumerate(self.value):
            yield JsonValue(one, self.source, f"{self.path}[{index}]")

    def text(self) -> str:
        """Give a text that is not empty."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.refuse(f"expected a text, not {_shown(self.value)}")
        return self.value

    def choice(self, *known: str) -> str:
        """Give one of the words that are known."""
        if self.value not in known or not isinstance(self.value, str):
            self.refuse(f"expected {' or '.join(repr(one) for one in known)}, not {_shown(self.value)}")
        return self.value

    def whole(self, least: int, most: int) -> int:
        """Give a whole number between bounds."""
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.refuse(f"expected a whole number from {least} to {most}, not {_shown(value)}")
        return value

    def length(self) -> float:
        """Give a length in mm, finite."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.refuse(f"expected a length in mm, not {_shown(value)}")
        if not (math.isfinite(value) if isinstance(value, float) else True) or abs(value) > _TALLEST:
            self.refuse(f"expected a length in mm, not {_shown(value)}")
        return float(value)

    def lengths(self, count: int) -> list[float]:
        """Give a list of just so many lengths in mm."""
        found = [one.length() for one in self.items()]
        if len(found) != count:
            self.refuse(f"expected {count} lengths in mm, not {len(found)}")
        return found


def _shown(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, (int, float)):
        return f"{value:g}" if abs(value) <= _TALLEST else "a number as large as that"
    return "a list" if isinstance(value, Sequence) else "that"
