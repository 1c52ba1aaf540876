"""Lengths: millimetres for places, points for type. Knows nothing else."""

from typing import NamedTuple

PT_PER_MM = 72 / 25.4
MM_PER_PT = 25.4 / 72


class Box(NamedTuple):
    """A rectangle in millimetres from the page's top left; y grows downwards.

    >>> Box(10, 20, 30, 40).inset(5)
    Box(x=15, y=25, width=20, height=30)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower side."""
        return self.y + self.height

    def inset(self, by: float) -> "Box":
        """Give the box that is smaller by a distance on each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def shortened(text: str) -> str:
    """Give a text that was typed as an error shows it: in quotes, and never longer than a line.

    >>> shortened("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(text if len(text) <= 40 else text[:39] + "…")


def mm(length: float) -> str:
    """Write a length for a reader: no more decimals than it has, at most two.

    >>> mm(160.0), mm(2.125)
    ('160', '2.12')
    """
    text = f"{length:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
