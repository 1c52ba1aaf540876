"""The edition: all sides of paper that a run prints, in order, and what a reader is told about them.

Most of what is printed is the same from side to side: a side only places pages that others place too, and
adds what is its own. Knows no templates and no file formats.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printquarto.sheet.scene import Group, Item, Page, Scene


class Own(NamedTuple):
    """What one copy of a page alone has, as a name. It is read before something of the page, else last."""

    item: Item
    before: Item | None = None


class Placement(NamedTuple):
    """A page on a side, never scaled: its top left at a point in mm, or turned by half a turn there."""

    page: Page
    x: float = 0
    y: float = 0
    turned: bool = False
    own: tuple[Own, ...] = ()


class Side(NamedTuple):
    """One side of a paper: the pages on it, and marks that belong to the paper and to no page."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Item, ...] = ()


class Entry(NamedTuple):
    """A line of the outline: its words and the side that it leads to, counted from 0."""

    title: str
    side: int


class Label(NamedTuple):
    """From a side on, pages are called by a prefix and a number that starts at 1."""

    prefix: str
    side: int


class Edition(NamedTuple):
    """A whole run. ``sides`` may be a generator; ``total`` says how many come.

    ``shared`` says that pages come more than once. ``duplex`` is the edge that the paper is flipped over,
    ``long`` or ``short``, where it is printed on both sides. ``origin`` says how it was made. ``tagged``
    asks for a file that can be read aloud.
    """

    title: str
    description: str
    language: str
    sides: Iterable[Side]
    total: int
    shared: bool = False
    outline: tuple[Entry, ...] = ()
    labels: tuple[Label, ...] = ()
    duplex: str = ""
    origin: str = ""
    tagged: bool = False


def plain_side(page: Page, own: tuple[Own, ...] = ()) -> Side:
    """Give the side that holds one page and nothing else."""
    return Side(page.width, page.height, (Placement(page, own=own),))


def edition_of(scene: Scene, copies: int = 1) -> Edition:
    """Give the plain edition of a scene: all its pages, as many times as there are copies."""
    sides = (plain_side(page) for _ in range(copies) for page in scene.pages)
    total = copies * len(scene.pages)
    return Edition(scene.title, scene.description, scene.language, sides, total, shared=copies > 1)


def filled(page: Page, own: tuple[Own, ...]) -> Page:
    """Give a page with the texts of one copy in their places in the order of reading."""
    if not own:
        return page
    last = tuple(one.item for one in own if one.before is None)
    return page._replace(items=(*_filled(page.items, own), *last))


def _filled(items: tuple[Item, ...], own: tuple[Own, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield item._replace(items=tuple(_filled(item.items, own)))
            continue
        yield from (one.item for one in own if one.before == item)
        yield item
