"""The ruler that shows whether a sheet was printed at its size. It stands in white space, moving nothing."""

from __future__ import annotations

from collections.abc import Iterator

from printquarto.errors import FitError
from printquarto.sheet.block import Placed
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.scene import Circle, Group, Item, Path, RoundBox, Text
from printquarto.sheet.symbols import HAIR, hang
from printquarto.sheet.text import Words
from printquarto.sheet.typeface import CAP_HEIGHT, DESCENT, REGULAR, Typeface
from printquarto.sheet.units import MM_PER_PT, Box, mm

LENGTH = 50.0
"""Its length in mm, from the middle of the first mark to the middle of the last."""

_TICK, _SHORT_TICK = 2.5, 1.5
_AIR = 3.0
"""Nothing else comes nearer to it."""

_BESIDE = 2.0
"""From its end to its words."""

_STEP = 0.5


def place_ruler(
    placed: tuple[Placed, ...], paper: Paper, face: Typeface, words: Words, points: float
) -> Placed:
    """Give the ruler in the lowest white place of a page, flush with what is on it where that is possible.

    Raises FitError where no place is large enough.
    """
    em, caption = points * MM_PER_PT, words["ruler.caption"]
    width = LENGTH + _BESIDE + face.width(caption, points, REGULAR)
    above = max(_TICK, CAP_HEIGHT * 1.1 * em)
    height = above + DESCENT * em
    placed = tuple(part for part in placed if part.items)
    items = [item for part in placed for item in flat(part.items)]
    free = paper.width - 2 * EDGE - width - HAIR
    # Outside of the parts it looks best; between the rows of one it is still of use.
    for boxes in ([_around(part) for part in placed], list(map(ink, items))):
        inks = _outermost(boxes)
        for step in range(int((paper.height - 2 * EDGE - height) / _STEP) + 1):
            y = paper.height - EDGE - height - step * _STEP
            x = _free_place(inks, _left_edges(items), Box(EDGE, y, width + HAIR, height), EDGE + free)
            if x is not None:
                return Placed("ruler", (_draw(x + HAIR / 2, y + above, caption, face, points),))
    raise FitError(
        f"The ruler does not fit: with its words it is {mm(width)} × {mm(height)} mm, and no white place on "
        f"{paper.words} is that large with {mm(_AIR)} mm round it. Leave --ruler out or take a larger paper."
    )


def _around(placed: Placed) -> Box:
    """Give the box around a whole part."""
    boxes = [ink(item) for item in flat(placed.items)]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _outermost(boxes: list[Box]) -> list[Box]:
    """Leave out the boxes that lie within others, such as the dots on a board."""
    kept: list[Box] = []
    for box in sorted(set(boxes), key=lambda box: -box.width * box.height):
        if not any(
            one.x <= box.x and one.y <= box.y and box.right <= one.right and box.bottom <= one.bottom
            for one in kept
        ):
            kept.append(box)
    return kept


def _left_edges(items: list[Path | Circle | RoundBox | Text]) -> list[float]:
    """Give the places where words begin, the title's first. Those that hang over an edge do not count."""
    hanging = ("title", "coordinate", "number")
    written = [item for item in items if isinstance(item, Text)]
    title = [item.x + hang(item.size) for item in written if item.role == "title"]
    return [*title, *sorted({item.x for item in written if item.role not in hanging})]


def _free_place(inks: list[Box], flush: list[float], band: Box, most: float) -> float | None:
    """Give the best left end in a band, whose box is as far left as it can be.

    That is flush with words where it can be, else as far left as there is room.
    """
    level = [box for box in inks if box.y < band.bottom + _AIR and band.y - _AIR < box.bottom]
    blocked = [(box.x - _AIR - band.width, box.right + _AIR) for box in level]
    for x in (*flush, band.x, *sorted(right for _, right in blocked)):
        if band.x <= x <= most and not any(low < x < high for low, high in blocked):
            return x
    return None


def _draw(x: float, base: float, caption: str, face: Typeface, points: float) -> Item:
    """Draw the ruler from its left end on: a line with a mark every 10 mm, and its words."""
    marks = tuple(
        ((x + at, base), (x + at, base - (_TICK if at in (0, LENGTH) else _SHORT_TICK)))
        for at in (LENGTH * index / 5 for index in range(6))
    )
    width = face.width(caption, points, REGULAR)
    return Group(
        "ruler",
        "ruler",
        (
            Path("ruler", (((x, base), (x + LENGTH, base)),), HAIR),
            Path("ruler-mark", marks, HAIR),
            Text("caption", x + LENGTH + _BESIDE, base, caption, points, REGULAR, width),
        ),
    )


def flat(items: tuple[Item, ...]) -> Iterator[Path | Circle | RoundBox | Text]:
    """Give all primitives of nested groups."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def ink(item: Path | Circle | RoundBox | Text) -> Box:
    """Give the box that a primitive covers, lines with half their width."""
    if isinstance(item, Text):
        em = item.size * MM_PER_PT
        return Box(item.x, item.y - CAP_HEIGHT * em * 1.1, item.width, (CAP_HEIGHT * 1.1 + DESCENT) * em)
    if isinstance(item, Circle):
        return Box(item.x, item.y, 0, 0).inset(-item.radius - item.line / 2)
    if isinstance(item, RoundBox):
        return Box(item.x, item.y, item.width, item.height).inset(-item.line / 2)
    xs, ys = [x for run in item.runs for x, _ in run], [y for run in item.runs for _, y in run]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inset(-item.line / 2)
