"""Fields and values in words for a person: ``turn 4, top left corner`` for ``turn.4.tl``. Knows no pixels."""

from __future__ import annotations

from printquarto.errors import NotationError
from printquarto.games.shape import CORNER_BY_NAME, SHAPES
from printquarto.notation.shapes import read_shape
from printquarto.photo.reading import Value

_TURN = {
    "none": "the round for no folded corner",
    "call": "the round for a Quarto that its drawer called",
    "claim": "the round for a Quarto called instead of drawing",
}
_CORNERS = {"tl": "top left", "tr": "top right", "br": "bottom right", "bl": "bottom left"}
_OTHERS = {
    "result.first": "the result, the round for First",
    "result.second": "the result, the round for Second",
    "result.draw": "the result, the round for a draw",
    "rule.squares": "the round that says that 2×2 blocks count",
}
_REASONS = {
    "faint": "there is too little ink",
    "two-marks": "there is ink for more than one answer",
    "covered": "something covers it",
    "outside": "it is not in the picture",
    "struck": "a line runs across it",
    "unclear": "it is not clear",
}
_YES = frozenset({"yes", "y", "true", "marked", "filled", "x"})
_NO = frozenset({"no", "n", "false", "blank", "-", "empty"})
_NOTHING = frozenset({"nothing", "empty", "none", "blank", "-", ".", '""'})


def field_words(name: str) -> str:
    """Name a field for a person.

    >>> field_words("cell.c3"), field_words("tray.6.arrow"), field_words("turn.4.tl")
    ('cell c3', 'the tray, arrow of #6 (oiio)', 'turn 4, the round of the top left corner')
    """
    part, _, rest = name.partition(".")
    number, _, kind = rest.partition(".")
    if part == "cell":
        return f"cell {rest}"
    if part == "tray" and number.isdigit() and int(number) < len(SHAPES):
        what = {"arrow": "arrow", "used": "box"}.get(kind, kind)
        return f"the tray, {what} of #{number} ({SHAPES[int(number)].corners})"
    if part == "turn" and kind in CORNER_BY_NAME:
        return f"turn {number}, the round of the {_CORNERS[kind]} corner"
    if part == "turn" and kind in _TURN:
        return f"turn {number}, {_TURN[kind]}"
    return _OTHERS.get(name, name)


def reason_words(reason: str | None) -> str:
    """Say why a field is unsure."""
    return _REASONS.get(reason or "unclear", _REASONS["unclear"])


def value_words(value: Value | None) -> str:
    """Say a value.

    >>> value_words("oiio"), value_words(""), value_words(True)
    ('oiio', 'nothing drawn', 'marked')
    """
    if isinstance(value, str):
        return value or "nothing drawn"
    return "open" if value is None else "marked" if value else "not marked"


def read_value(text: str, *, is_shape: bool) -> Value:
    """Read a value as people type it: a shape in any of its forms, or yes and no. Raises NotationError."""
    word = text.strip().lower()
    if is_shape:
        return "" if word in _NOTHING else read_shape(text).corners
    if word in _YES or word in _NO:
        return word in _YES
    raise NotationError(f"{text.strip()!r} is neither yes nor no.")
