"""The ways to write a shape, as in the shape specification. Knows no records.

>>> {read_shape(text).number for text in ("oiio", "0110", "LSRS", "light-short-round-solid", "#6")}
{6}
"""

from __future__ import annotations

from printquarto.errors import NotationError
from printquarto.games.shape import CORNERS, SHAPE_BY_CORNERS, SHAPES, Shape

BITS: dict[str, Shape] = {shape.bits: shape for shape in SHAPES}
LETTERS: dict[str, Shape] = {shape.letters.lower(): shape for shape in SHAPES}
WORDS: dict[str, tuple[int, bool]] = {
    word: (place, is_in)
    for place, corner in enumerate(CORNERS)
    for word, is_in in ((corner.out_word, False), (corner.in_word, True))
}
"""For each attribute word the place of its corner, and whether it says that the corner is in."""

SPELLINGS: dict[str, Shape] = {**SHAPE_BY_CORNERS, **BITS, **LETTERS}
"""Every form that is one word of four characters, in lower case."""

FORMS = "a shape (as oiio, 0110, LSRS, light-short-round-solid or #6)"


def shape_of_words(words: list[str]) -> Shape:
    """Give the shape of four attribute words in any order.

    Raises NotationError where an attribute is given twice or is missing.

    >>> shape_of_words(["solid", "round", "short", "light"]).number
    6
    """
    corners: list[bool | None] = [None] * len(CORNERS)
    for word in words:
        place, is_in = WORDS[word]
        if corners[place] is not None:
            raise NotationError(f"The {CORNERS[place].attribute} is given twice.")
        corners[place] = is_in
    for corner, is_given in zip(CORNERS, corners, strict=True):
        if is_given is None:
            raise NotationError(f"The {corner.attribute} is missing: {corner.out_word} or {corner.in_word}.")
    return SHAPES[sum(corner.value for corner, is_in in zip(CORNERS, corners, strict=True) if is_in)]


def numbered_shape(digits: str) -> Shape:
    """Give the shape of a number, without its ``#``. Raises NotationError outside 0 to 15."""
    number = int(digits) if len(digits) <= 3 else len(SHAPES)
    if number >= len(SHAPES):
        raise NotationError(f"There is no shape #{digits}: they run from #0 to #15.")
    return SHAPES[number]


def read_shape(text: str) -> Shape:
    """Read a shape in any of its forms, upper and lower case being the same.

    Raises NotationError where the text is no shape.
    """
    word = text.strip().lower()
    if word in SPELLINGS:
        return SPELLINGS[word]
    if word.startswith("#") and word[1:].isascii() and word[1:].isdigit():
        return numbered_shape(word[1:])
    words = word.replace("-", " ").split()
    if words and all(one in WORDS for one in words):
        return shape_of_words(words)
    raise NotationError(f"{text.strip()!r} is not {FORMS}.")


def all_spellings(shape: Shape) -> tuple[str, ...]:
    """Give one spelling of a shape in each form, the canonical one first."""
    return (shape.corners, shape.bits, shape.letters, "-".join(shape.words), f"#{shape.number}")
