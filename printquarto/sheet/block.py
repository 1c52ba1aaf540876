"""What a part of a sheet is to the layout: something with a least width and height that can be placed.

Each kind of part has its own module in ``parts`` with one block in it. Knows no paper.
"""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from typing import ClassVar, NamedTuple

from printquarto.errors import FitError
from printquarto.games.shape import Corner
from printquarto.sheet.fields import Field
from printquarto.sheet.measure import Gap, Measure
from printquarto.sheet.scene import Item, Text
from printquarto.sheet.slot import Slot
from printquarto.sheet.template import Part
from printquarto.sheet.text import Words
from printquarto.sheet.typeface import REGULAR, Typeface
from printquarto.sheet.units import mm


class MisfitError(FitError):
    """A FitError that knows how many mm are lacking, so that the closest miss can be told.

    ``kind`` is the kind of the part that does not fit, where it is one.
    """

    def __init__(self, sentence: str, lacking: float, kind: str = "") -> None:
        super().__init__(sentence)
        self.lacking = lacking
        self.kind = kind


class Setting(NamedTuple):
    """All that the parts of one page share.

    ``lone`` says that no board sets the width of the tray; ``left_handed`` that what is written into stands
    at the left of what it belongs to; ``counted`` are the corners that count, drawn heavy, where not all do;
    ``backs`` that the backs of cards are printed too. ``game`` is the game that the
    sheet is for.
    """

    measure: Measure
    slot: Slot
    columns: int
    face: Typeface
    words: Words
    title: str | None
    arrow: str | None
    lone: bool = False
    left_handed: bool = False
    counted: tuple[Corner, ...] = ()
    backs: bool = False
    game: str = "quarto"


class Need(NamedTuple):
    """The height of a block without the gaps inside it, and those gaps."""

    height: float
    gaps: tuple[Gap, ...] = ()


class Place(NamedTuple):
    """Where a block goes: its left end, its first base line or upper edge, its width; and the gaps inside."""

    x: float
    y: float
    width: float
    gaps: tuple[float, ...] = ()


class Placed(NamedTuple):
    """A part in its place: the fields that players fill in, and the primitives that are printed.

    ``back`` is printed behind it, as it is seen there; only where ``Setting.backs`` asks for it. ``turn`` is
    when it is read; parts with the same one are read in the order in which they stand.
    """

    kind: str
    items: tuple[Item, ...]
    fields: tuple[Field, ...] = ()
    back: tuple[Item, ...] = ()
    turn: int = 0


class Block:
    """A part that is to be placed. The defaults are those of a part of fixed size that takes any width.

    ``called`` is what a sentence calls it. A flexible part gives the ``sizes`` that it can have, from the
    largest down; everywhere else ``size`` is then one of them, and 0 for a part that has none. A page with a
    flexible part for which ``eager`` is set is better set in a smaller measure than with a small figure.
    """

    called: ClassVar[str] = ""
    eager: ClassVar[bool] = False

    def __init__(self, part: Part, setting: Setting) -> None:
        self.part = part
        self.setting = setting

    def sizes(self, content: float) -> list[float]:
        """Give the sizes that the part can have within a width, from the largest down."""
        return []

    def span(self, size: float) -> float:
        """Give the width of a flexible part at a size, 0 where it takes the column as it is."""
        return 0

    def least(self) -> float:
        """Give the least width of the part."""
        return 0

    def need(self, width: float, size: float) -> Need:
        """Give the height that it takes in a width."""
        raise NotImplementedError

    def place(self, place: Place, size: float) -> Placed:
        """Set it out at its place."""
        raise NotImplementedError

    def terms(self, size: float) -> str:
        """Tell the height of a flexible part as a term of the sum that an error shows.

        Where it depends on the width it is left out here, and told before the rest.
        """
        raise NotImplementedError

    def termed(self, width: float, size: float) -> float:
        """Give the height in mm that ``terms`` tells of; all of it unless a part says otherwise."""
        return self.need(width, size).height

    def label(
        self,
        role: str,
        x: float,
        y: float,
        text: str,
        size: int,
        room: float,
        weight: int = REGULAR,
        anchor: str = "start",
    ) -> Text:
        """Make a text that has only so much room, in the largest type that fits.

        ``size`` is one of the design's, 24, 12, 9 or 7. Raises MisfitError where not even 7 pt fits.
        """
        for points in self.setting.measure.steps(size):
            width = self.setting.face.width(text, points, weight)
            if width <= room + 1e-9:
                return self.text(role, x, y, text, points, weight, anchor)
        raise MisfitError(
            f"The words {text!r} do not fit: at {points} pt, the smallest measure, they are {mm(width)} mm "
            f"wide and have {mm(room)} mm. Take a larger paper.",
            width - room,
        )

    def text(
        self,
        role: str,
        x: float,
        y: float,
        text: str,
        size: float,
        weight: int = REGULAR,
        anchor: str = "start",
    ) -> Text:
        """Make a text whose start, middle or end is at ``x``."""
        width = self.setting.face.width(text, size, weight)
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        return Text(role, left, y, text, size, weight, width)
