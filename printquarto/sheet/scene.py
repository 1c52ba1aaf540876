"""The scene: pages of placed primitives in millimetres, each with its role. All that a writer needs.

Knows no boards or trays, and no file formats. Everything is black; what is not filled is a line.
"""

from typing import NamedTuple

Point = tuple[float, float]


class Path(NamedTuple):
    """One or several runs of straight lines. ``line`` is the line's width, 0 for none.

    ``join`` is ``miter`` or ``round`` and sets the ends as well: butt ends go with miter joins.
    """

    role: str
    runs: tuple[tuple[Point, ...], ...]
    line: float
    closed: bool = False
    fill: bool = False
    dash: tuple[float, ...] = ()
    join: str = "miter"


class Circle(NamedTuple):
    """A circle: a filled dot where ``line`` is 0, else a ring."""

    role: str
    x: float
    y: float
    radius: float
    line: float = 0


class RoundBox(NamedTuple):
    """A box with round corners, drawn as a line."""

    role: str
    x: float
    y: float
    width: float
    height: float
    radius: float
    line: float


class Text(NamedTuple):
    """One run of text from ``x`` on, its base line at ``y``; ``size`` in points, ``width`` in mm.

    Where ``turned`` is set it stands upside down and runs to the left.
    """

    role: str
    x: float
    y: float
    text: str
    size: float
    weight: int
    width: float
    turned: bool = False


class Group(NamedTuple):
    """Primitives that belong together. ``name`` is unique on the page, or empty.

    ``alt`` tells who cannot see it what it shows; a group with it is read aloud as one figure.
    """

    name: str
    role: str
    items: "tuple[Item, ...]"
    alt: str = ""


Item = Path | Circle | RoundBox | Text | Group


class Page(NamedTuple):
    """One side of a paper, in mm. ``back``, as it is seen, is for behind it where both sides are printed."""

    width: float
    height: float
    items: tuple[Item, ...]
    back: tuple[Item, ...] = ()


class Scene(NamedTuple):
    """All pages, with what a reader of the file is told: its title, a description and the language."""

    pages: tuple[Page, ...]
    title: str
    description: str
    language: str
