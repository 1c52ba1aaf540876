"""On which line of a TOML text a key stands. Knows TOML's brackets and quotes, and no templates.

The standard parser gives values without places, so this walks the same text once more. It is only asked
about texts that the parser has accepted, and only once something has to be refused.
"""

from __future__ import annotations

import re

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}\n#]*")


def line_of(text: str, path: Path) -> int:
    """Give the line, from 1, of a key, of an element of a list, or of what holds it where it is not there.

    >>> line_of('schema = 1\\n[[part]]\\nkind = "board"\\n', ("part", 0, "kind"))
    3
    """
    scanner = _Scanner(text)
    scanner.scan()
    while path and path not in scanner.starts:
        path = path[:-1]
    return text.count("\n", 0, scanner.starts.get(path, 0)) + 1


class _Scanner:
    """Walks a TOML text and notes where each key starts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def scan(self) -> None:
        table: Path = ()
        while self.skip(_BLANK) < len(self.text):
            start = self.at
            if self.text[self.at] == "[":
                table = self.header(start)
            else:
                self.pair(table)

    def header(self, start: int) -> Path:
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path = self.resolve(self.dotted())
        self.at = self.text.index("]", self.at) + (2 if many else 1)
        if many:
            self.starts.setdefault(path, start)
            self.counts[path] = self.counts.get(path, -1) + 1
            path = (*path, self.counts[path])
        self.starts.setdefault(path, start)
        return path

    def resolve(self, names: list[str]) -> Path:
        """Follow the names of a header; inside an array of tables its latest one is meant."""
        path: Path = ()
        for index, name in enumerate(names):
            path = (*path, name)
            if index < len(names) - 1 and path in self.counts:
                path = (*path, self.counts[path])
        return path

    def pair(self, table: Path) -> None:
        start = self.at
        path = table
        for name in self.dotted():
            path = (*path, name)
            self.starts.setdefault(path, start)
        self.at = self.text.index("=", self.at) + 1
        self.value(path)

    def dotted(self) -> list[str]:
        names: list[str] = []
        while True:
            self.skip(_SPACE)
            found = _STRING.match(self.text, self.at) or _BARE_KEY.match(self.text, self.at)
            if not found:
                return names
            names.append(_unquoted(found[0]))
            self.at = found.end()
            self.skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1

    def value(self, path: Path) -> None:
        self.skip(_BLANK)
        opener = self.text[self.at : self.at + 1]
        if opener == "{":
            self.enclosed("}", path)
        elif opener == "[":
            self.enclosed("]", path)
        else:
            found = _STRING.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            self.at = found.end() if found else len(self.text)

    def enclosed(self, closer: str, path: Path) -> None:
        """Walk a list or an inline table."""
        self.at += 1
        index = 0
        while self.skip(_BLANK) < len(self.text) and self.text[self.at] != closer:
            if closer == "}":
                self.pair(path)
            else:
                self.starts.setdefault((*path, index), self.at)
                self.value((*path, index))
                index += 1
            if self.skip(_BLANK) < len(self.text) and self.text[self.at] == ",":
                self.at += 1
        self.at += 1

    def skip(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at


def _unquoted(key: str) -> str:
    if key[0] not in "\"'":
        return key
    import tomllib

    return next(iter(tomllib.loads(f"{key} = 0")))
