"""The code of a sheet: what it is made from, and how it is printed. Knows no QR codes but their cells.

Six characters, ``Q7F-3K9``: five that are hashed from what was asked for and the number of the copy, and one
to check them by.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from printquarto.sheet.arrangements import CodePlace
from printquarto.sheet.markers import cells_path
from printquarto.sheet.scene import Group, Path, Text
from printquarto.sheet.template import Template
from printquarto.sheet.typeface import SEMIBOLD, Typeface

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The characters of a code: 32, without 0 and O, 1 and I."""

_HASHED = 5
_RANGE = 32**_HASHED
_STRIDE = 0x1CB3A5F
"""Odd, so that all copies of a run have different codes; large, so that neighbours look different."""

Matrix = Callable[[str], list[list[bool]]]
"""Gives the cells of the QR code of a text, row by row; true is black."""


def sheet_code(template: Template, options: Mapping[str, Any], series: str, copy: int) -> str:
    """Give the code of one copy, counted from 1. The same run gives the same codes, each copy its own.

    ``options`` are those that decide what is printed, as JSON can write them.
    """
    return code_of(
        [template.name, template.arrangement, template.boards, template.parts, dict(options), series], copy
    )


def code_of(made_of: list[Any], copy: int = 1) -> str:
    """Give the code of anything that is made from values as JSON can write them."""
    text = json.dumps(made_of, ensure_ascii=True, sort_keys=True, default=dict)
    first = int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")
    number = (first + copy * _STRIDE) % _RANGE
    values = [number >> 5 * place & 31 for place in reversed(range(_HASHED))]
    letters = "".join(LETTERS[value] for value in (*values, _check(values)))
    return f"{letters[:3]}-{letters[3:]}"


def is_code(text: str) -> bool:
    """Say whether a text is a code: right characters, and the right one at the end.

    Small letters are the same, and the hyphen may be left out. One wrong character is always found, and two
    that have changed places.

    >>> is_code("222-222"), is_code("222-223"), is_code("O22-222")
    (True, False, False)
    """
    letters = text.upper().replace("-", "")
    if len(letters) != _HASHED + 1 or any(letter not in LETTERS for letter in letters):
        return False
    *values, check = (LETTERS.index(letter) for letter in letters)
    return _check(values) == check


def _check(values: list[int]) -> int:
    """Give the remainder in the field of 32 elements, x⁵ + x² + 1: each place has a weight of its own."""
    check = 0
    for value in values:
        check = (check ^ value) << 1
        if check & 32:
            check ^= 0b100101
    return check


def draw_code(place: CodePlace, code: str, matrix: Matrix, face: Typeface) -> Group:
    """Draw a code in its place: the letters, and beside them the QR code that says the same."""
    width = face.width(code, place.size, SEMIBOLD)
    text = Text("code", place.x - width, place.y, code, place.size, SEMIBOLD, width)
    cells = cells_path(matrix(code), place.square)
    return Group("code", "code", (text, Path("qr", cells, 0, closed=True, fill=True)))
