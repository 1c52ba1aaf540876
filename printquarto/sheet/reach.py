"""How near to the edges of its paper a back comes once it has been moved. Knows no file formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from printquarto.errors import OptionError
from printquarto.sheet.edition import Placement, Side
from printquarto.sheet.markers import MARKER_EDGE
from printquarto.sheet.paper import EDGE
from printquarto.sheet.scene import Circle, Group, Item, RoundBox, Text
from printquarto.sheet.typeface import CAP_HEIGHT, DESCENT
from printquarto.sheet.units import MM_PER_PT, mm

_EDGES = ("left", "upper", "right", "lower")

_SLACK = 0.1
"""What an accent or the foot of a letter may reach beyond the space that is kept clear."""

Reach = tuple[float, float, float, float]
"""Left, upper, right and lower end of what is printed."""


class _Near(NamedTuple):
    """An edge that a back is moved towards: how far, what is left of the distance to it, what must be."""

    edge: str
    moved: float
    left: float
    least: float

    @property
    def lacking(self) -> float:
        return self.least - self.left


def check_backs(sides: Iterable[Side], offset: tuple[float, float]) -> None:
    """Raise OptionError where the offset brings the ink of a back too near to an edge of its paper."""
    seen: set[tuple[int, float, float, bool]] = set()
    for number, side in islice(enumerate(sides, 1), 1, None, 2):
        edges: list[_Near] = []
        for placement in side.placements:
            key = (id(placement.page.items), placement.x, placement.y, placement.turned)
            if key not in seen:
                seen.add(key)
                edges += _nearing(placement, side, offset)
        worst = max(edges, key=lambda one: one.lacking, default=None)
        if worst and worst.lacking > _SLACK:
            raise OptionError(
                f"--back-offset moves page {number} too near to its {worst.edge} edge: "
                f"{mm(worst.left + worst.moved)} mm less {mm(worst.moved)} mm are {mm(worst.left)} mm, "
                f"and {mm(worst.least)} mm must stay white."
            )


def _nearing(placement: Placement, side: Side, offset: tuple[float, float]) -> Iterator[_Near]:
    """Give the edges that the ink of a page is moved towards."""
    for item in _printed(placement):
        left, upper, right, lower = _placed(_reach(item), placement)
        free = (left, upper, side.width - right, side.height - lower)
        moved = (-offset[0], -offset[1], *offset)
        for edge, towards, distance in zip(_EDGES, moved, free, strict=True):
            if towards > 0:
                yield _Near(edge, towards, distance, _least(item))


def _printed(placement: Placement) -> Iterator[Item]:
    yield from _flat(placement.page.items)
    yield from _flat(own.item for own in placement.own)


def _flat(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from _flat(item.items)
        else:
            yield item


def _least(item: Item) -> float:
    return MARKER_EDGE if getattr(item, "role", "") == "marker" else EDGE


def _reach(item: Item) -> Reach:
    """Give the ends of a primitive on its page, a line with half its width."""
    if isinstance(item, Text):
        em = item.size * MM_PER_PT
        up, down = (-DESCENT, CAP_HEIGHT) if item.turned else (-CAP_HEIGHT, DESCENT)
        left = item.x - item.width if item.turned else item.x
        return left, item.y + up * em, left + item.width, item.y + down * em
    half = item.line / 2 if not isinstance(item, Group) else 0.0
    if isinstance(item, Circle):
        half += item.radius
        return item.x - half, item.y - half, item.x + half, item.y + half
    if isinstance(item, RoundBox):
        return item.x - half, item.y - half, item.x + item.width + half, item.y + item.height + half
    assert not isinstance(item, Group)
    xs, ys = ([point[way] for run in item.runs for point in run] for way in (0, 1))
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _placed(reach: Reach, placement: Placement) -> Reach:
    """Give the ends on the side of paper."""
    left, upper, right, lower = reach
    if placement.turned:
        page = placement.page
        left, right = page.width - right, page.width - left
        upper, lower = page.height - lower, page.height - upper
    return left + placement.x, upper + placement.y, right + placement.x, lower + placement.y
