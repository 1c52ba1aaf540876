"""The tags that mean something: what they may say, and the rules that follow from them.

Option texts such as ``tl,tr`` are read here too, so that a tag and an option cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from printquarto.errors import NotationError
from printquarto.games.quarto import NAMED_RULES, PAPER, Rules
from printquarto.games.shape import CORNER_BY_NAME, CORNERS, Corner
from printquarto.notation.record import DANISH, QUARTO, read_result
from printquarto.notation.shapes import read_shape

GAMES = (QUARTO, DANISH)
_YES_NO = {"yes": True, "no": False}


def read_features(text: str) -> tuple[Corner, ...]:
    """Read the corners that count, parted by blanks or commas. Raises NotationError.

    >>> [corner.name for corner in read_features("bl, TL")]
    ['tl', 'bl']
    """
    names = text.replace(",", " ").lower().split()
    for name in names:
        if name not in CORNER_BY_NAME:
            raise NotationError(f"{name!r} is no corner: expected any of tl tr br bl.")
    if not names:
        raise NotationError("No corner is named: expected any of tl tr br bl.")
    return tuple(corner for corner in CORNERS if corner.name in names)


def read_rules(text: str) -> Rules:
    """Read the name of a set of rules. Raises NotationError."""
    name = text.strip().lower()
    if name not in NAMED_RULES:
        raise NotationError(f"{text!r} is no set of rules: expected {_one_of(tuple(NAMED_RULES), name)}.")
    return NAMED_RULES[name]


def _read_squares(text: str) -> bool:
    answer = text.strip().lower()
    if answer not in _YES_NO:
        raise NotationError(f"{text!r} is neither yes nor no.")
    return _YES_NO[answer]


def _read_game(text: str) -> str:
    name = text.strip().lower()
    if name not in GAMES:
        raise NotationError(f"{text!r} is no game: expected {_one_of(GAMES, name)}.")
    return name


def _one_of(names: tuple[str, ...], given: str) -> str:
    near = get_close_matches(given, names, n=1)
    listed = " or ".join([", ".join(names[:-1]), names[-1]])
    return f"{listed} (did you mean {near[0]}?)" if near else listed


READERS: dict[str, Callable[[str], object]] = {
    "Game": _read_game,
    "Rules": read_rules,
    "Features": read_features,
    "Squares": _read_squares,
    "Given": read_shape,
    "Result": read_result,
}
"""For each tag with a meaning what reads its value; each raises NotationError for an unknown one."""


def rules_of_tags(tags: dict[str, str]) -> Rules:
    """Give the rules that the tags of a record ask for: ``Features`` and ``Squares`` win over ``Rules``."""
    if not ("Rules" in tags or "Features" in tags or "Squares" in tags):
        return PAPER
    rules = read_rules(tags["Rules"]) if "Rules" in tags else PAPER
    features = read_features(tags["Features"]) if "Features" in tags else rules.features
    squares = _read_squares(tags["Squares"]) if "Squares" in tags else rules.squares
    return Rules(features, squares)
