"""What the primitives of a scene cover, and which of them touch. All in mm."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from printquarto.sheet.scene import Circle, Group, Item, Page, Path, RoundBox, Text
from printquarto.sheet.typeface import CAP_HEIGHT, DESCENT

MM = 25.4 / 72


def flat(items: tuple[Item, ...]) -> Iterator[Any]:
    """Give all primitives of nested groups."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def ink(item: Any) -> tuple[float, float, float, float]:
    """Give the box that a primitive covers, lines with half their width."""
    if isinstance(item, Text):
        em = item.size * MM
        if item.turned:
            return item.x - item.width, item.y - DESCENT * em, item.x, item.y + CAP_HEIGHT * em * 1.1
        return item.x, item.y - CAP_HEIGHT * em * 1.1, item.x + item.width, item.y + DESCENT * em
    if isinstance(item, Circle):
        reach = item.radius + item.line / 2
        return item.x - reach, item.y - reach, item.x + reach, item.y + reach
    if isinstance(item, RoundBox):
        half = item.line / 2
        return item.x - half, item.y - half, item.x + item.width + half, item.y + item.height + half
    half = item.line / 2
    xs, ys = [x for run in item.runs for x, _ in run], [y for run in item.runs for _, y in run]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def segments(item: Any) -> Iterator[tuple[float, float, float, float]]:
    """Give the box of each line of a path or box."""
    if isinstance(item, RoundBox):
        left, top, right, bottom = ink(item)
        yield from ((left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom))
        yield (right, top, right, bottom)
    elif isinstance(item, Path):
        for run in item.runs:
            ends = list(zip(run, [*run[1:], run[0]] if item.closed else run[1:], strict=False))
            for index, (start, end) in enumerate(ends):
                butt = item.join == "miter" and not item.closed
                slanting = start[0] != end[0] and start[1] != end[1]
                # The box of a slanting line is mostly white, so it is told piece by piece.
                pieces = int(hypot(start[0] - end[0], start[1] - end[1])) + 1 if slanting else 1
                for at in range(pieces):
                    yield _segment(
                        _between(start, end, at / pieces),
                        _between(start, end, (at + 1) / pieces),
                        item.line / 2,
                        butt and index == 0,
                        butt and index == len(ends) - 1,
                    )
    else:
        yield ink(item)


def _between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    """Give a point on the way."""
    if part in (0, 1):
        return end if part else start
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _segment(
    start: tuple[float, float], end: tuple[float, float], half: float, butt_start: bool, butt_end: bool
) -> tuple[float, float, float, float]:
    """Give the box of one line; an end that is butt does not reach over its point."""
    (x1, y1), (x2, y2) = start, end
    box = [min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half]
    for axis in (0, 1):
        if start[1 - axis] == end[1 - axis] and start[axis] != end[axis]:
            for point, butt in ((start, butt_start), (end, butt_end)):
                if butt:
                    side = axis if point[axis] == min(start[axis], end[axis]) else axis + 2
                    box[side] = point[axis]
    return box[0], box[1], box[2], box[3]


def meet(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    """Say whether two boxes share some area; what rounding makes of an edge in common is none."""
    near = 1e-6
    return (
        one[0] < two[2] - near
        and two[0] < one[2] - near
        and one[1] < two[3] - near
        and two[1] < one[3] - near
    )


def encloses(item: Any, box: tuple[float, ...]) -> bool:
    """Say whether a ring is drawn round a box, all of its corners within."""
    if not isinstance(item, Circle) or not item.line:
        return False
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return all(hypot(x - item.x, y - item.y) <= item.radius - item.line / 2 for x, y in corners)


def touching(page: Page) -> list[tuple[Text, Any]]:
    """Give each text that overlaps another one, or that a line, dot or box runs through."""
    items = list(flat(page.items))
    written = [item for item in items if isinstance(item, Text)]
    drawn = [(box, item) for item in items if not isinstance(item, Text) for box in segments(item)]
    found: list[tuple[Text, Any]] = []
    for index, text in enumerate(written):
        box = ink(text)
        found += [(text, other) for other in written[index + 1 :] if meet(box, ink(other))]
        found += [(text, item) for other, item in drawn if meet(box, other) and not encloses(item, box)]
    return found
