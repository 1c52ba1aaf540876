"""Markers: the squares by which a photo of a sheet finds its way. Knows no parts.

Which word each carries, and which sheet each group of eight stands for, is in ``templates/markers.toml``.
"""

from __future__ import annotations

import functools
import tomllib
from math import dist
from typing import Any

from printquarto.sheet.fields import Marker
from printquarto.sheet.paper import NAMED, Paper
from printquarto.sheet.scene import Path, Point
from printquarto.sheet.template import Template, builtin_folder
from printquarto.sheet.units import Box

MARKER = 12.0
"""Side of the black square."""

RIM = 2.0
"""What stays white around it."""

MARKER_EDGE = 10.0
"""From the black square to the paper's edge."""

PLACES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""The places of a group of eight, clockwise from the top left, in halves of the page across and down."""

OWN = 72
"""The group of every layout that is not built in."""

_SAME = 0.01
"""Papers whose sizes differ by no more are one."""

_BITS = 6


@functools.cache
def _table() -> dict[str, Any]:
    return tomllib.loads((builtin_folder() / "markers.toml").read_text(encoding="utf-8"))


def marker_code(template: Template, paper: Paper) -> int:
    """Give the number of the group for a template on a paper, whatever the paper is called."""
    if template.builtin:
        size = (paper.width, paper.height)
        for sheet in _table()["sheet"]:
            known = NAMED[sheet["paper"]]
            if sheet["template"] == template.name and dist(size, (known.width, known.height)) < _SAME:
                return int(sheet["k"])
    return OWN


def built_in_sheets() -> list[tuple[int, str, str]]:
    """Give all sheets that have a group of their own: its number, the name of the template, of the paper.

    >>> built_in_sheets()[0]
    (0, 'recorded', 'A4')
    """
    return [(int(sheet["k"]), sheet["template"], sheet["paper"]) for sheet in _table()["sheet"]]


def place_markers(paper: Paper, code: int) -> tuple[Marker, ...]:
    """Give the eight markers of a page.

    >>> [marker.number for marker in place_markers(NAMED["A4"], 72)][:3]
    [576, 577, 578]
    """
    free = (paper.width - MARKER - 2 * MARKER_EDGE) / 2, (paper.height - MARKER - 2 * MARKER_EDGE) / 2
    return tuple(
        Marker(8 * code + at, Box(MARKER_EDGE + x * free[0], MARKER_EDGE + y * free[1], MARKER, MARKER))
        for at, (x, y) in enumerate(PLACES)
    )


def marker_bits(number: int) -> list[list[bool]]:
    """Give the inner cells of a marker, row by row from the top left; true is white.

    The published word begins at the bottom right and runs to the left, then up.
    """
    word = int(_table()["words"].split()[number], 16)
    return [[bool(word >> (row * _BITS + column) & 1) for column in range(_BITS)] for row in range(_BITS)]


def marker_path(marker: Marker) -> Path:
    """Draw a marker: its black cells, side by side ones as one piece, in one path without seams."""
    white = marker_bits(marker.number)
    black = [[True] * (_BITS + 2)]
    black += [[True, *(not one for one in row), True] for row in white]
    black += [[True] * (_BITS + 2)]
    return Path("marker", cells_path(black, marker.box), 0, closed=True, fill=True)


def cells_path(black: list[list[bool]], box: Box) -> tuple[tuple[Point, ...], ...]:
    """Give the outlines of the black cells of a square grid in a box, each run of a row as one rectangle."""
    cell = box.width / len(black)
    runs: list[tuple[Point, ...]] = []
    for row, cells in enumerate(black):
        top, foot = box.y + row * cell, box.y + (row + 1) * cell
        start: int | None = None
        for column, filled in enumerate([*cells, False]):
            if filled and start is None:
                start = column
            elif not filled and start is not None:
                left, right = box.x + start * cell, box.x + column * cell
                runs.append(((left, top), (right, top), (right, foot), (left, foot)))
                start = None
    return tuple(runs)
