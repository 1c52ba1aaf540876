"""A scene as PDF: gray black, embedded subset type, one unit of the file a point. Knows no layout.

Paths go into the page as plain operators: reportlab's own path objects are several times slower.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from printquarto.render.fonts import pdf_font
from printquarto.sheet.scene import Circle, Group, Item, Page, Path, RoundBox, Scene, Text
from printquarto.sheet.units import PT_PER_MM

_KAPPA = 0.5522847498
"""Where the handles of a quarter of a circle are, in parts of the radius."""


def pdf_bytes(scene: Scene, copies: int = 1) -> bytes:
    """Write a scene, all its pages as many times as there are copies. The same scene gives the same bytes."""
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(
        stream,
        initialFontName=pdf_font(400).fontName,
        invariant=1,
        pageCompression=1,
        lang=scene.language,
    )
    canvas.setTitle(scene.title)
    canvas.setSubject(scene.description)
    canvas.setAuthor("printquarto")
    canvas.setCreator("printquarto")
    canvas.setViewerPreference("PrintScaling", "None")
    if copies > 1:
        _draw_forms(canvas, scene)
    for _ in range(copies):
        for number, page in enumerate(scene.pages):
            canvas.setPageSize((page.width * PT_PER_MM, page.height * PT_PER_MM))
            if copies > 1:
                canvas.doForm(f"page{number}")
            else:
                _draw(canvas, page)
            canvas.showPage()
    _save(canvas)
    return stream.getvalue()


def _save(canvas: Any) -> None:
    """Write the file without reportlab's text armour, which costs time and a quarter of the size."""
    from reportlab import rl_config

    armour, rl_config.useA85 = rl_config.useA85, 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = armour


def _draw_forms(canvas: Any, scene: Scene) -> None:
    """Draw each page once as a form; the copies only name it."""
    for number, page in enumerate(scene.pages):
        canvas.beginForm(f"page{number}", 0, 0, page.width * PT_PER_MM, page.height * PT_PER_MM)
        _draw(canvas, page)
        canvas.endForm()


def _draw(canvas: Any, page: Page) -> None:
    canvas.setFillGray(0)
    canvas.setStrokeGray(0)
    writer = _Operators(page.height)
    for item in _flat(page.items):
        if isinstance(item, Text):
            x, y = writer.point(item.x, item.y)
            canvas.addLiteral("\n".join(writer.take()))
            text = canvas.beginText(x, y)
            text.setFont(pdf_font(item.weight).fontName, item.size)
            text.textOut(item.text)
            canvas.drawText(text)
        elif isinstance(item, Circle):
            writer.circle(item)
        elif isinstance(item, RoundBox):
            writer.round_box(item)
        else:
            writer.path(item)
    canvas.addLiteral("\n".join(writer.take()))


def _flat(items: tuple[Item, ...]) -> Iterator[Path | Circle | RoundBox | Text]:
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


class _Operators:
    """Collects PDF operators; remembers the state of the pen so that it is only set where it changes."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.lines: list[str] = []
        self.pen: tuple[object, ...] = ()

    def take(self) -> list[str]:
        """Give what was collected and start anew."""
        lines, self.lines = self.lines, []
        return lines

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Turn mm from the top left into points from the bottom left."""
        return x * PT_PER_MM, (self.height - y) * PT_PER_MM

    def set_pen(self, line: float, join: str = "miter", dash: tuple[float, ...] = ()) -> None:
        pen = (line, join, dash)
        if pen != self.pen:
            ends = "0 J 0 j" if join == "miter" else "1 J 1 j"
            gaps = " ".join(f"{one * PT_PER_MM:.4f}" for one in dash)
            self.lines.append(f"{line * PT_PER_MM:.4f} w {ends} [{gaps}] 0 d")
            self.pen = pen

    def path(self, path: Path) -> None:
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
