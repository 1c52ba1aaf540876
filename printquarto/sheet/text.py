"""The printed words: their catalogue, what may be printed, and how a line is broken. Knows no page."""

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from printquarto.errors import GlyphError
from printquarto.sheet.typeface import REGULAR, SEMIBOLD, Typeface

Words = Mapping[str, str]


@functools.cache
def words(language: str = "en") -> Words:
    """Give every printed word of a language by its key."""
    source = Path(__file__).with_name("words") / f"{language}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def clean(text: str, face: Typeface, what: str) -> str:
    """Give a text as it can be printed, composed (NFC). ``what`` names it in the error.

    Raises GlyphError for whatever would not come out as it is meant: control and format characters, lone
    surrogates, marks that compose with nothing, and characters that the typeface has no glyph for.
    """
    if text.isascii() and text.isprintable():
        return text
    import unicodedata

    composed = unicodedata.normalize("NFC", text)
    for character in composed:
        if unicodedata.category(character)[0] in "CM" or unicodedata.category(character) in ("Zl", "Zp"):
            raise GlyphError(
                f"{what} holds {character_name(character)}, which cannot be printed; leave it out."
            )
    missing = face.missing(composed)
    if missing:
        raise GlyphError(
            f"{what} holds {character_name(missing)}, which the printed typeface does not have; "
            "write it otherwise."
        )
    return composed


def character_name(character: str) -> str:
    r"""Name a character by its code and its Unicode name.

    >>> character_name("\U0001f600")
    'U+1F600 GRINNING FACE'
    >>> character_name("\n")
    'U+000A (a control character)'
    """
    import unicodedata

    kinds = {"Cc": "a control character", "Cs": "half a character", "Co": "private use", "Cn": "not assigned"}
    kind = kinds.get(unicodedata.category(character), "no name")
    return f"U+{ord(character):04X} {unicodedata.name(character, f'({kind})')}"


class Token(NamedTuple):
    """A word of a paragraph, or a sign in braces (``sign`` set, ``text`` its name).

    ``glued`` says that no space is before it, as before punctuation behind a sign or a semibold word.
    """

    text: str
    weight: int
    sign: bool = False
    glued: bool = False


class Run(NamedTuple):
    """A piece of a line: text of one weight or a sign, ``x`` from the line's start, both in mm."""

    x: float
    width: float
    token: Token


Line = tuple[Run, ...]

SIGN_EMS = 0.62
"""Width of a sign between words, in parts of the type size; others have their own."""

_WIDE_SIGNS = {"call": 1.35, "claim": 0.3, "none": 2.05, "pair": 1.35}


def sign_ems(name: str) -> float:
    """Give the width of a sign in parts of the type size."""
    return _WIDE_SIGNS.get(name, SIGN_EMS)


def tokens(markup: str) -> list[Token]:
    """Split markup into words. ``*…*`` is semibold, ``{…}`` is a sign.

    >>> [token.text for token in tokens("*Give*, the {arrow}.")]
    ['Give', ',', 'the', 'arrow', '.']
    """
    found: list[Token] = []
    before = " "
    for index, part in enumerate(markup.split("*")):
        weight = SEMIBOLD if index % 2 else REGULAR
        glued = not (before.endswith(" ") or part.startswith(" "))
        before = part or before
        for word in filter(None, part.split(" ")):
            sign = re.fullmatch(r"\{(\w+)\}(\W*)", word)
            found.append(Token(sign[1] if sign else word, weight, bool(sign), glued))
            glued = False
            if sign and sign[2]:
                found.append(Token(sign[2], weight, glued=True))
    return found


def plain_tokens(text: str, weight: int = REGULAR) -> list[Token]:
    """Split a text into words; nothing in it is markup."""
    return [Token(word, weight) for word in text.split(" ") if word]


def wrap(paragraph: list[Token], width: float, size: float, face: Typeface) -> list[Line]:
    """Break a paragraph into lines within a width in mm. A word that is wider has a line of its own.

    The last line does not hold a single word where the line before has one to spare.
    """
    space = face.width(" ", size, REGULAR)
    lines: list[list[tuple[Token, float]]] = [[]]
    filled = 0.0
    for token in paragraph:
        advance = _advance(token, size, face)
        if lines[-1] and filled + (0 if token.glued else space) + advance > width:
            # What is glued to a sign takes it along.
            lines.append([lines[-1].pop()] if token.glued and len(lines[-1]) > 1 else [])
            filled = sum(one for _, one in lines[-1])
        filled += (space if lines[-1] and not token.glued else 0) + advance
        lines[-1].append((token, advance))
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 3:
        moved = lines[-2][-1]
        if not moved[0].glued and moved[1] + space + lines[-1][0][1] <= width:
            lines[-1].insert(0, lines[-2].pop())
    return [_join(line, space, size, face) for line in lines]


def line_width(line: Line) -> float:
    """Give the width of a line in mm."""
    return line[-1].x + line[-1].width if line else 0.0


def _advance(token: Token, size: float, face: Typeface) -> float:
    if token.sign:
        return sign_ems(token.text) * size * 25.4 / 72
    return face.width(token.text, size, token.weight)


def _join(line: list[tuple[Token, float]], space: float, size: float, face: Typeface) -> Line:
    """Join the words of one weight that stand side by side into one run, so that they read as one text."""
    runs: list[Run] = []
    x = 0.0
    for token, advance in line:
        last = runs[-1] if runs else None
        x -= space if token.glued and last else 0
        if last and not token.sign and not last.token.sign and last.token.weight == token.weight:
            text = f"{last.token.text} {token.text}"
            width = face.width(text, size, token.weight)
            runs[-1] = Run(last.x, width, Token(text, token.weight))
            x = last.x + width + space
        else:
            runs.append(Run(x, advance, token))
            x += advance + space
    return tuple(runs)
