"""A scene as SVG: one file a page, a unit of the file a millimetre. Knows no layout.

Text is set as outlines, so that it looks the same everywhere; the words lie over them unseen, to be found,
copied and read aloud. Or it stays text that can be edited, where the typeface is then the reader's.
"""

from __future__ import annotations

import functools
from typing import Any

from printquarto.render.fonts import FAMILY, font_file
from printquarto.render.origin import element
from printquarto.sheet.scene import Circle, Group, Item, Page, Path, RoundBox, Scene, Text
from printquarto.sheet.units import MM_PER_PT

_FALLBACK = f"'{FAMILY}', 'Fira Sans Book', Carlito, Arial, sans-serif"


def svg_bytes(scene: Scene, number: int = 0, *, live: bool = False, origin: str = "") -> bytes:
    """Write one page of a scene, counted from 0. The same scene gives the same bytes.

    ``origin`` says how it was made, and is written into its metadata.
    """
    import svgwrite

    page = scene.pages[number]
    width, height = _number(page.width), _number(page.height)
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, role="img"
    )
    drawing.attribs["xml:lang"] = scene.language
    drawing.attribs["lang"] = scene.language
    of = f" ({number + 1}/{len(scene.pages)})" if len(scene.pages) > 1 else ""  # no words, for all languages
    drawing.set_desc(title=scene.title + of, desc=scene.description)
    # Browsers set a page of their own size otherwise, and print an A4 sheet on two Letter pages.
    drawing.defs.add(drawing.style(f"@page{{size:{width}mm {height}mm;margin:0}}"))
    _Writer(drawing, live).add_all(drawing, page)
    text: str = drawing.tostring()
    if origin:
        text = text.replace("<defs>", f"<metadata>{element(origin)}</metadata><defs>", 1)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


class _Writer:
    """Adds the primitives of a page to a drawing."""

    def __init__(self, drawing: Any, live: bool) -> None:
        self.drawing = drawing
        self.live = live

    def add_all(self, parent: Any, page: Page) -> None:
        """Add a white ground, for viewers that show a dark one, and all items."""
        size = (_number(page.width), _number(page.height))
        parent.add(self.drawing.rect((0, 0), size, fill="#fff", class_="paper"))
        for item in page.items:
            self.add(parent, item)

    def add(self, parent: Any, item: Item) -> None:
        """Add one primitive to a group or to the drawing."""
        if isinstance(item, Group):
            names = {"id": item.name} if item.name else {}
            group = self.drawing.g(class_=item.role, **names)
            for one in item.items:
                self.add(group, one)
            parent.add(group)
        elif isinstance(item, Text):
            self.text(parent, item)
        elif isinstance(item, Circle):
            at = (_number(item.x), _number(item.y))
            parent.add(
                self.drawing.circle(
                    at, _number(item.radius), class_=item.role, **_paint(item.line, not item.line)
                )
            )
        elif isinstance(item, RoundBox):
            parent.add(self.round_box(item))
        else:
            parent.add(self.path(item))

    def path(self, path: Path) -> Any:
        """Make a path of straight lines."""
        end = "Z" if path.closed else ""
        runs = ("M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in run) + end for run in path.runs)
        paint = _paint(path.line, path.fill)
        if path.line and path.join == "round":
            paint |= {"stroke_linejoin": "round", "stroke_linecap": "round"}
        elif path.line and path.closed:
            paint |= {"stroke_linejoin": "miter"}
        if path.dash:
            paint["stroke_dasharray"] = " ".join(map(_number, path.dash))
        return self.drawing.path("".join(runs), class_=path.role, **paint)

    def round_box(self, box: RoundBox) -> Any:
        """Make a box with round corners."""
        at, size = (_number(box.x), _number(box.y)), (_number(box.width), _number(box.height))
        radius = _number(box.radius)
        return self.drawing.rect(at, size, rx=radius, ry=radius, class_=box.role, **_paint(box.line, False))

    def text(self, parent: Any, text: Text) -> None:
        """Add a text, as outlines under unseen words or as it is."""
        if not self.live:
            size = text.size * MM_PER_PT
            outline = _outline(text.text, text.weight, text.x, text.y, -size if text.turned else size)
            parent.add(self.drawing.path(outline, class_=text.role, fill="#000", **{"aria-hidden": "true"}))
        words = self.drawing.text(
            text.text,
            insert=(_number(text.x), _number(text.y)),
            class_=text.role,
            font_family=_FALLBACK,
            font_size=_number(text.size * MM_PER_PT),
            font_weight=text.weight,
        )
        words.attribs["xml:space"] = "preserve"
        words.attribs["fill"] = "#000"
        if text.turned:
            words.attribs["transform"] = f"rotate(180 {_number(text.x)} {_number(text.y)})"
        if not self.live:
            words.attribs["fill-opacity"] = "0"
            words.attribs["textLength"] = _number(text.width)
        parent.add(words)


def _paint(line: float, fill: bool) -> dict[str, Any]:
    """Give the attributes of a line, of a filled figure, or of both."""
    paint: dict[str, Any] = {"fill": "#000" if fill else "none"}
    if line:
        paint |= {"stroke": "#000", "stroke_width": _number(line)}
    return paint


def _number(value: float) -> str:
    """Write a length with at most four decimals and no trailing zeros.

    >>> _number(25.0), _number(0.16), _number(-0.00001)
    ('25', '0.16', '0')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _micrometres(value: float) -> str:
    """Write a place in an outline, which needs no more than three decimals."""
    return _number(round(value, 3))


@functools.cache
def _font(weight: int) -> tuple[Any, Any, int]:
    """Give a weight's glyphs, its character map and its units per em."""
    from fontTools.ttLib import TTFont

    font = TTFont(font_file(weight), lazy=True)
    return font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm


def _outline(text: str, weight: int, x: float, y: float, size: float) -> str:
    """Give the path of a text from a point on, its glyphs side by side without kerning.

    A negative size sets it upside down and to the left.
    """
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    glyphs, characters, units = _font(weight)
    scale = size / units
    pen = SVGPathPen(glyphs, ntos=_micrometres)
    for character in text:
        glyph = glyphs[characters[ord(character)]]
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        x += glyph.width * scale
    return str(pen.getCommands())
