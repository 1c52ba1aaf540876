"""What large print, the ink saver and the corners that count do to a drawing. Knows no parts.

The figures are those of the design: large print draws each line in the next heavier weight, the ink saver
takes the heavy lines back to that of a shape. No line is left out and none is under 0.25 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from printquarto.games.shape import Corner
from printquarto.sheet.fields import NOTCH
from printquarto.sheet.scene import Circle, Group, Item, Path, RoundBox, Text
from printquarto.sheet.symbols import HAIR

_HEAVIER = ((0.25, 0.35), (0.35, 0.5), (0.5, 0.9), (0.9, 1.4))
"""Each width of a line, and that of the same line in large print."""

_LARGER_DOT = 0.25 / 0.16
"""How much the radius of a guide dot grows in large print."""

_SAVED = 0.5
"""No line is wider with the ink saver."""

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
        changes.append(lambda item: [_with_line(item, min(_line(item), _SAVED))])
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


def _counted(item: Item, features: tuple[Corner, ...]) -> list[Item]:
    """Draw a shape as thin as can be, and the corners of it that count in a strong line."""
    if not (isinstance(item, Path) and item.role == "shape" and item.closed):
        return [item]
    corners = tuple(_corner(item, corner) for corner in features)
    strong = _STRONGER if item.line > _SAVED else _STRONG
    return [item._replace(line=HAIR), Path("counted", corners, strong)]


def _corner(shape: Path, corner: Corner) -> tuple[tuple[float, float], ...]:
    """Give the three points of a corner of a shape, as it is or folded over.

    The middle third of each side is always on the square, so the square is what the shape spans.
    """
    (run,) = shape.runs
    xs, ys = [x for x, _ in run], [y for _, y in run]
    left, top, side = min(xs), min(ys), max(xs) - min(xs)
    x, y = left + corner.x * side, top + corner.y * side
    third = side * NOTCH
    inner_x, inner_y = x + (-third if corner.x else third), y + (-third if corner.y else third)
    out = any(abs(px - x) + abs(py - y) < third / 2 for px, py in run)
    return ((inner_x, y), (x, y) if out else (inner_x, inner_y), (x, inner_y))
