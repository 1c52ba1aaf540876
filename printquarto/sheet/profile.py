"""What large print, the ink saver and the corners that count do to a drawing. Knows no parts.

The figures are those of the design: large print draws each line in the next heavier weight, the ink saver
takes the heavy lines back to that of a shape. No line is left out and none is under 0.25 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from printquarto.games.shape import CORNERS, Corner
from printquarto.sheet.fields import NOTCH
from printquarto.sheet.scene import Circle, Group, Item, Path, Point, RoundBox, Text
from printquarto.sheet.symbols import HAIR

_HEAVIER = ((0.25, 0.35), (0.35, 0.5), (0.5, 0.9), (0.9, 1.4))
"""Each width of a line, and that of the same line in large print."""

_LARGER_DOT = 0.25 / 0.16
"""How much the radius of a guide dot grows in large print."""

_SAVED = 0.5
"""No line is wider with the ink saver."""

_HATCH = 1.0
"""Distance of the lines at 45° that fill a black man with the ink saver."""

_HATCHED = 3.0
"""Smaller ones, in figures, stay black: they take little ink and would not be told apart."""

_STRONG, _STRONGER = 0.9, 1.4
"""Width of a corner that counts, on a small shape and on one whose own line is heavy."""

Change = Callable[[Item], Iterable[Item]]


def restyle(
    items: tuple[Item, ...], *, large: bool, ink_saver: bool, features: tuple[Corner, ...]
) -> tuple[Item, ...]:
    """Give a drawing as the profiles want it; they can be combined."""
    changes: list[Change] = []
    if features:
        changes.append(lambda item: _counted(item, features))
    if ink_saver:
        changes.append(_saved)
    if large:
        changes.append(lambda item: [_heavier(item)])
    for change in changes:
        items = tuple(_changed(items, change))
    return items


def _changed(items: tuple[Item, ...], change: Change) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield item._replace(items=tuple(_changed(item.items, change)))
        else:
            yield from change(item)


def _line(item: Item) -> float:
    return 0 if isinstance(item, (Text, Group)) else item.line


def _with_line(item: Item, line: float) -> Item:
    if isinstance(item, (Path, Circle, RoundBox)) and item.line != line:
        return item._replace(line=line)
    return item


def _heavier(item: Item) -> Item:
    if isinstance(item, Circle) and not item.line and item.role in ("guide", "barb"):
        return item._replace(radius=item.radius * _LARGER_DOT)
    return _with_line(item, dict(_HEAVIER).get(_line(item), _line(item)))


def _saved(item: Item) -> list[Item]:
    """Take a heavy line back, and hatch what fills a black man; the ring around it stays."""
    if not (isinstance(item, Circle) and item.role == "man" and item.radius >= _HATCHED):
        return [_with_line(item, min(_line(item), _SAVED))]
    runs = []
    reach = int(item.radius / _HATCH)
    for at in range(-reach, reach + 1):
        # Each line is so far from the middle, and ends at the ring.
        aside, along = at * _HATCH / 2**0.5, ((item.radius**2 - (at * _HATCH) ** 2) / 2) ** 0.5
        x, y = item.x + aside, item.y + aside
        if along:
            runs.append(((x - along, y + along), (x + along, y - along)))
    return [Path("man", tuple(runs), HAIR)]


def _counted(item: Item, features: tuple[Corner, ...]) -> list[Item]:
    """Draw a shape as thin as can be, and within it the corners that count in a strong line."""
    if not (isinstance(item, Path) and item.role == "shape" and item.closed):
        return [item]
    pieces = dict(zip(CORNERS, _corners(item.runs[0]), strict=True))
    strong = _STRONGER if item.line > _SAVED else _STRONG
    within = tuple(_inwards(pieces[one], (strong - HAIR) / 2) for one in features)
    return [item._replace(line=HAIR), Path("counted", within, strong)]


def _corners(run: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """Give the three points of each corner of an outline, as it is or folded over.

    An outline runs from corner to corner, wherever on the page they are: a corner that is out has one point
    in it, at an end of the square that the outline spans, and one that is in has three.
    """
    xs, ys = [x for x, _ in run], [y for _, y in run]
    third = (max(xs) - min(xs)) * NOTCH
    at = 0
    for _ in CORNERS:
        x, y = run[at]
        aside = min(x - min(xs), max(xs) - x) + min(y - min(ys), max(ys) - y)
        if aside < third / 2:
            yield (
                _towards(run[at - 1], run[at], third),
                run[at],
                _towards(run[(at + 1) % len(run)], run[at], third),
            )
            at += 1
        else:
            yield run[at : at + 3]
            at += 3


def _inwards(piece: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Move a corner into its shape, which is at the right hand of whoever follows the outline."""
    (x1, y1), (x2, y2), (x3, y3) = piece
    first, second = abs(x2 - x1) + abs(y2 - y1), abs(x3 - x2) + abs(y3 - y2)
    a, b = (y1 - y2) / first * by, (x2 - x1) / first * by
    c, d = (y2 - y3) / second * by, (x3 - x2) / second * by
    return ((x1 + a, y1 + b), (x2 + a + c, y2 + b + d), (x3 + c, y3 + d))


def _towards(end: Point, start: Point, length: float) -> Point:
    """Give the point on the way to an end that is so far from its start."""
    whole = abs(end[0] - start[0]) + abs(end[1] - start[1])
    return (
        start[0] + (end[0] - start[0]) * length / whole,
        start[1] + (end[1] - start[1]) * length / whole,
    )
