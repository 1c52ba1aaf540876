"""What a layout asks of a typeface. Knows no font files: who calls the layout brings a typeface along."""

from __future__ import annotations

from typing import Protocol

REGULAR, SEMIBOLD = 400, 600
"""The two weights that are printed."""

CAP_HEIGHT = 0.689
"""Height of capitals and figures of the printed type, in parts of its size."""

DESCENT = 0.22
"""How far its letters reach below the base line, in parts of its size."""


class Typeface(Protocol):
    """A type family in the two weights, set without kerning so that every writer sets it alike."""

    def width(self, text: str, size: float, weight: int) -> float:
        """Give the width in mm of a text at a size in points."""
        ...

    def missing(self, text: str) -> str:
        """Give the first character that one of the weights has no glyph for, or nothing."""
        ...
