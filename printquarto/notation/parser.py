"""Lines of text to games, one by one, so that a file of any length can be read.

Knows tags, comments and where a game begins and ends. After a syntax error reading goes on at the next tag
behind movetext, so a broken game never keeps the others from being read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from printquarto.errors import NotationError
from printquarto.notation.diagnostic import Span
from printquarto.notation.grammar import MisplacedError
from printquarto.notation.lexer import BLANK, stray
from printquarto.notation.movetext import MOVETEXTS
from printquarto.notation.record import QUARTO, Broken, Record
from printquarto.notation.settings import READERS

_STRAIGHT_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_CURLY_TAG = re.compile(r"""\[\s*(\w+)\s*["“”„‟]((?:[^"“”„‟\\]|\\.)*)["“”„‟]\s*\]""")
_ESCAPE = re.compile(r'\\(["\\])')
_SPECIAL = re.compile(r"[;{\[]")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_KNOWN = {name.lower(): name for name in (*READERS, "Termination", "First", "Second")}
"""The tags with a meaning, which are known however they are capitalised."""


def read_games(text: str) -> list[Record | Broken]:
    """Read all games of a text.

    >>> [game.written_result for game in read_games("1. oiio@b2 *  1. iiii@c3 1-0")]
    ['*', '1-0']
    """
    return list(parse(io.StringIO(text, newline=None)))


def parse(lines: Iterable[str]) -> Iterator[Record | Broken]:
    """Read games from lines; line ends are not wanted, but do no harm. Gives each game when it is whole."""
    reader = _Reader()
    for line in lines:
        reader.read_line(line.rstrip("\r\n"))
        if reader.games:
            yield from reader.games
            reader.games.clear()
    reader.finish()
    yield from reader.games


class _Comment:
    """A ``{`` comment that is still open: where it began, and the lines since then.

    ``holds_tag`` says whether one of them starts with a tag, as where the next game begins.
    """

    def __init__(self, span: Span, source: str) -> None:
        self.span = span
        self.source = source
        self.lines: list[str] = []
        self.holds_tag = False

    def is_swallowing(self, text: str) -> bool:
        """Add a line, and say whether it shows that the comment was never meant to go on so far.

        So it is where a game was swallowed and another ``{`` opens before any ``}``: comments do not nest.
        """
        self.lines.append(text)
        self.holds_tag = self.holds_tag or _STRAIGHT_TAG.match(text.lstrip()) is not None
        opening, closing = text.find("{"), text.find("}")
        return self.holds_tag and opening >= 0 and not 0 <= closing < opening


class _Reader:
    """Reads line after line; finished games wait in ``games``."""

    def __init__(self) -> None:
        self.games: list[Record | Broken] = []
        self.number = 0
        self.comment: _Comment | None = None
        self.is_skipping = False
        self.has_skipped_text = False
        self.nothing_closes = False
        self._start_game()

    def _start_game(self) -> None:
        self.tags: dict[str, str] = {}
        self.items: list[Any] = []
        self.movetext = MOVETEXTS[QUARTO]
        self.lines: list[str] = []
        self.start = 0
        self.result_tag: Span | None = None
        self.remarks: list[Span] = []

    def read_line(self, text: str) -> None:
        """Read one line."""
        self.number += 1
        if self.comment is not None and self.comment.is_swallowing(text):
            self._abandon(self.comment)
            return
        if self.start:
            self.lines.append(text)
        self._read_from(text, 0)

    def finish(self) -> None:
        """End the last game."""
        if self.comment is not None:
            self.nothing_closes = True
            self._abandon(self.comment)
        self._end_game(None, None)

    def _abandon(self, comment: _Comment) -> None:
        """Break the game of a comment that is never closed, and read again what it swallowed."""
        self.comment = None
        self.number = comment.span.line
        self._break_comment(comment.span, comment.source)
        for line in comment.lines:
            self.read_line(line)

    def _break_comment(self, span: Span, source: str) -> None:
        if not self.is_skipping:
            self._begin(source)
            self._break("This comment is never closed: expected a }.", span, source)
        self.has_skipped_text = True

    def _read_from(self, text: str, at: int) -> None:
        """Read a line from an index on: comments, tags, movetext."""
        length = len(text)
        while at < length:
            if self.comment is not None:
                closing = text.find("}", at)
                if closing < 0:
                    return
                self.comment = None
                at = closing + 1
            blank = BLANK.match(text, at)
            at = blank.end() if blank else at
            if at >= length:
                return
            character = text[at]
            if character == ";":
                self._note_remark(text, at)
                return
            if character == "{" and self.nothing_closes:
                self._break_comment(Span(self.number, at + 1, 1), text)
                return
            if character == "{":
                self.comment = _Comment(Span(self.number, at + 1, 1), text)
                at += 1
            elif character == "[":
                at = self._read_tag(text, at)
            elif self.is_skipping:
                self.has_skipped_text = True
                special = _SPECIAL.search(text, at)
                at = special.start() if special else len(text)
            else:
                at = self._read_movetext(text, at)

    def _note_remark(self, text: str, at: int) -> None:
        """Remember a remark that holds a turn: whoever wrote it may have meant to part two turns."""
        if self.is_skipping or not self.items:
            return
        items: list[Any] = []
        end, length = at + 1, len(text)
        try:
            while end < length and (blank := BLANK.match(text, end)) and (end := blank.end()) < length:
                end, _ = self.movetext.scan(text, end, self.number, items)
            if self.movetext.assemble(items).turns:
                self.remarks.append(Span(self.number, at + 1, length - at))
        except NotationError:
            return

    def _read_movetext(self, text: str, at: int) -> int:
        """Take what stands at an index, as the game is read that the tags name; give the index behind it."""
        self._begin(text)
        try:
            end, result = self.movetext.scan(text, at, self.number, self.items)
        except NotationError as error:
            self._break(str(error), Span(self.number, at + 1, len(stray(text, at))), text)
            return at
        if result is not None:
            self._end_game(result, Span(self.number, at + 1, end - at))
        return end

    def _read_tag(self, text: str, at: int) -> int:
        match = _STRAIGHT_TAG.match(text, at) or _CURLY_TAG.match(text, at)
        if self.is_skipping:
            if match is None:
                return at + 1 if self.has_skipped_text else len(text)
            if not self.has_skipped_text:
                return match.end()
            self.is_skipping = False
        if self.items and (match is not None or not text[:at].strip()):
            self._end_game(None, None)
            self.is_skipping = False
        self._begin(text)
        if match is None:
            self._break('A tag is written [Name "value"], on one line.', Span(self.number, at + 1, 1), text)
            return at + 1 if self.has_skipped_text else len(text)
        self._take_tag(match, text)
        return match.end()

    def _take_tag(self, match: re.Match[str], text: str) -> None:
        name, value = match.groups()
        name = _KNOWN.get(name.lower(), name)
        if "\\" in value:
            value = _ESCAPE.sub(r"\1", value)
        place = Span(self.number, match.start(2), match.end(2) - match.start(2) + 2)
        try:
            meaning = _meaning(name, value)
        except NotationError as error:
            self._break(f"Tag {name}: {error}", place, text)
            return
        self.tags[name] = value
        if name == "Result":
            self.result_tag = place
        elif name == "Game":
            self.movetext = MOVETEXTS[str(meaning)]

    def _begin(self, text: str) -> None:
        if not self.start:
            self.start = self.number
            self.lines = [text]

    def _break(self, message: str, span: Span, source: str) -> None:
        self.games.append(Broken(message, span, source, self.start, self.tags))
        self.is_skipping = True
        self.has_skipped_text = bool(self.items)
        self._start_game()

    def _end_game(self, result: str | None, span: Span | None) -> None:
        """Put the game together, where there is one."""
        if not self.start:
            return
        try:
            turns, position, spans = self.movetext.assemble(self.items)
        except MisplacedError as error:
            source = self.lines[error.span.line - self.start]
            self._break(str(error), error.span, source)
            self.has_skipped_text = True
            return
        place = span or self.result_tag
        remarks = tuple(self.remarks)
        record = Record(self.tags, turns, position, result, self.start, self.lines, place, spans, remarks)
        self.games.append(record)
        self._start_game()


def _meaning(name: str, value: str) -> object:
    """Read the value of a tag. Raises NotationError for one that it cannot have, or that is no text."""
    if _NO_TEXT.search(value):
        raise NotationError("This is not written in UTF-8: save the file as UTF-8 text.")
    reader = READERS.get(name)
    return reader(value) if reader is not None else value
