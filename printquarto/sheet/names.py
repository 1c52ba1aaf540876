"""Names on their lines: where a page has lines for names, and names set on them. Knows no files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from printquarto.errors import FitError
from printquarto.sheet.edition import Own
from printquarto.sheet.scene import Group, Item, Page, Path, Text
from printquarto.sheet.text import clean
from printquarto.sheet.typeface import REGULAR, Typeface
from printquarto.sheet.units import mm

_ROLE = "name-"
_INDENT = 0.8
"""From the start of a line to the name on it."""

_SIZES = (16, 14, 12, 9, 7)
_LARGE = 14
"""Whatever is set as large as this is not set smaller."""


class NameLine(NamedTuple):
    """A line for a name: whose it is, ``first`` or ``second``, its label and the line itself."""

    who: str
    label: Text
    line: Path

    @property
    def room(self) -> float:
        """The width in mm that a name has."""
        (run,) = self.line.runs
        return abs(run[1][0] - run[0][0]) - _INDENT

    def sizes(self) -> list[int]:
        """Give the sizes in points that a name can have, that of the label first."""
        least = _LARGE if self.label.size >= _LARGE else _SIZES[-1]
        return [size for size in _SIZES if least <= size <= self.label.size]


def name_lines(page: Page) -> list[NameLine]:
    """Give the lines for names of a page, in the order of reading."""
    return list(_lines(page.items))


def _lines(items: Iterable[Item]) -> Iterator[NameLine]:
    for item in items:
        if not isinstance(item, Group):
            continue
        if not item.role.startswith(_ROLE):
            yield from _lines(item.items)
            continue
        label = next(one for one in item.items if isinstance(one, Text))
        line = next(one for one in item.items if isinstance(one, Path))
        yield NameLine(item.role.removeprefix(_ROLE), label, line)


def set_names(
    lines: Iterable[NameLine], names: Mapping[str, str], face: Typeface, where: str
) -> tuple[Own, ...]:
    """Set the names of the players on their lines; ``where`` is what errors call the place they come from.

    A name that is too long is set in the next smaller size. Raises FitError, with the sum, where it does
    not fit in the smallest, and GlyphError for a name that cannot be printed.
    """
    printable = {who: clean(name, face, f"{where}: the name {name!r}") for who, name in names.items()}
    return tuple(_own(line, printable[line.who], face, where) for line in lines if line.who in printable)


def _own(line: NameLine, name: str, face: Typeface, where: str) -> Own:
    for size in line.sizes():
        width = face.width(name, size, REGULAR)
        if width <= line.room:
            indent = -_INDENT if line.label.turned else _INDENT
            start = line.line.runs[0][0][0]
            text = Text(
                "name", start + indent, line.label.y, name, size, REGULAR, width, turned=line.label.turned
            )
            return Own(text, before=line.line)
    raise FitError(
        f"{where}: the name {name!r} does not fit its line: at {size} pt, the smallest size, it is "
        f"{mm(width)} mm wide and has {mm(line.room)} mm. Write it shorter or take a larger paper."
    )
