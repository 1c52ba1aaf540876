"""Primitives as operators of PDF, one unit of the file a point. Knows no documents but their fonts.

Operators are written as plain text: reportlab's own path and text objects are several times slower.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from printquarto.render.fonts import pdf_font
from printquarto.sheet.scene import Circle, Group, Item, Path, RoundBox, Text
from printquarto.sheet.units import PT_PER_MM

_KAPPA = 0.5522847498
"""Where the handles of a quarter of a circle are, in parts of the radius."""


class TypeCase:
    """The fonts of one document: gives the operators that show a text, and sees to its glyphs."""

    def __init__(self, document: Any) -> None:
        from reportlab.lib.rl_accel import escapePDF

        self._document = document
        self._escape = escapePDF

    def show(self, text: str, size: float, weight: int) -> str:
        """Give the operators that choose the font and show the text, within ``BT`` and ``ET``."""
        font, document = pdf_font(weight), self._document
        return " ".join(
            f"{font.getSubsetInternalName(subset, document)} {size:g} Tf ({self._escape(codes)}) Tj"
            for subset, codes in font.splitString(text, document)
        )


class Operators:
    """Collects the operators of one page or form.

    It remembers the state of the pen, so that it is only set where it changes.
    """

    def __init__(self, height: float, case: TypeCase) -> None:
        self.height = height
        self.case = case
        self.lines: list[str] = []
        self.pen: tuple[object, ...] = ()

    def content(self) -> str:
        """Give all that was collected."""
        return "\n".join(self.lines)

    def draw(self, items: Iterable[Item]) -> None:
        """Add primitives in their order."""
        for item in _flat(items):
            if isinstance(item, Text):
                self.text(item)
            elif isinstance(item, Circle):
                self.circle(item)
            elif isinstance(item, RoundBox):
                self.round_box(item)
            else:
                self.path(item)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Turn mm from the top left into points from the bottom left."""
        return x * PT_PER_MM, (self.height - y) * PT_PER_MM

    def set_pen(self, line: float, join: str = "miter", dash: tuple[float, ...] = ()) -> None:
        """Set width, ends and dashes of the line."""
        pen = (line, join, dash)
        if pen != self.pen:
            ends = "0 J 0 j" if join == "miter" else "1 J 1 j"
            gaps = " ".join(f"{one * PT_PER_MM:.4f}" for one in dash)
            self.lines.append(f"{line * PT_PER_MM:.4f} w {ends} [{gaps}] 0 d")
            self.pen = pen

    def text(self, text: Text) -> None:
        """Show a text, upright or turned by half a turn."""
        x, y = self.point(text.x, text.y)
        shown = self.case.show(text.text, text.size, text.weight)
        turn = "-1 0 0 -1" if text.turned else "1 0 0 1"
        self.lines.append(f"BT {turn} {x:.3f} {y:.3f} Tm {shown} ET")

    def path(self, path: Path) -> None:
        """Draw runs of straight lines."""
        if path.line:
            self.set_pen(path.line, path.join, path.dash)
        for run in path.runs:
            points = [self.point(*one) for one in run]
            steps = [f"{x:.3f} {y:.3f}" for x, y in points]
            self.lines.append(" l ".join(steps).replace(" l ", " m ", 1) + " l")
            if path.closed:
                self.lines.append("h")
        self.lines.append("B" if path.fill and path.line else "f" if path.fill else "S")

    def circle(self, circle: Circle) -> None:
        """Move the origin to the middle and draw.

        Only two numbers differ from dot to dot, so a page of hundreds is written fast and packs well.
        """
        if circle.line:
            self.set_pen(circle.line)
        x, y = self.point(circle.x, circle.y)
        self.lines.append(
            f"q 1 0 0 1 {x:.3f} {y:.3f} cm {_ring(circle.radius)} {'S' if circle.line else 'f'} Q"
        )

    def round_box(self, box: RoundBox) -> None:
        """Draw a box with round corners."""
        self.set_pen(box.line)
        left, high = self.point(box.x, box.y)
        right, low = self.point(box.x + box.width, box.y + box.height)
        r = box.radius * PT_PER_MM
        k = r * (1 - _KAPPA)
        self.lines.append(
            f"{left + r:.3f} {high:.3f} m {right - r:.3f} {high:.3f} l "
            f"{right - k:.3f} {high:.3f} {right:.3f} {high - k:.3f} {right:.3f} {high - r:.3f} c "
            f"{right:.3f} {low + r:.3f} l "
            f"{right:.3f} {low + k:.3f} {right - k:.3f} {low:.3f} {right - r:.3f} {low:.3f} c "
            f"{left + r:.3f} {low:.3f} l "
            f"{left + k:.3f} {low:.3f} {left:.3f} {low + k:.3f} {left:.3f} {low + r:.3f} c "
            f"{left:.3f} {high - r:.3f} l "
            f"{left:.3f} {high - k:.3f} {left + k:.3f} {high:.3f} {left + r:.3f} {high:.3f} c h S"
        )


def _flat(items: Iterable[Item]) -> Iterator[Path | Circle | RoundBox | Text]:
    for item in items:
        if isinstance(item, Group):
            yield from _flat(item.items)
        else:
            yield item


@functools.cache
def _ring(radius: float) -> str:
    """Give the path of a circle around the origin, as four curves."""
    r = radius * PT_PER_MM
    k = r * _KAPPA
    quarters = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
    curves = []
    for (x, y), (u, v) in pairwise(quarters):
        points = ((r * x + k * u, r * y + k * v), (r * u + k * x, r * v + k * y), (r * u, r * v))
        curves.append(" ".join(f"{one:.4f} {two:.4f}" for one, two in points) + " c")
    return f"{r:.4f} 0 m {' '.join(curves)} h"
