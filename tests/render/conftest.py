"""Readers of finished files: what a PDF and an SVG hold, as plain primitives in mm from the top left.

They follow the file formats and know nothing of our writers. Each primitive is a tuple whose first word
says what it is: ``line`` (runs of points, width, closed, fill, dashes), ``circle`` (x, y, radius, width),
``box`` (left, top, right, bottom, width) and ``text`` (x, y, size in pt, words). Beside each stands a
``Pen``, for what most tests do not ask.
"""

# ruff: noqa: ARG002, N802 - handlers are named after the operators of PDF and all called alike

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import pikepdf
import pytest

from printquarto.render.fonts import FiraSans
from printquarto.render.pdf import pdf_bytes
from printquarto.sheet.layout import Options, draw, lay_out
from printquarto.sheet.paper import read_paper
from printquarto.sheet.scene import Scene
from printquarto.sheet.template import find_template, parse_template, read_template

Primitive = tuple[Any, ...]
MM = 25.4 / 72
SVG = "{http://www.w3.org/2000/svg}"


class Pen(NamedTuple):
    """How a primitive is drawn: ends and joins of its line (0 butt and miter, 1 round) and the dashes in mm.

    Of a text it has the weight, 400 or 600, and whether it stands upside down; ends and joins are then -1.
    """

    ends: int = -1
    join: int = -1
    dash: tuple[float, ...] = ()
    weight: int = 0
    turned: bool = False


class Word(NamedTuple):
    """A text of a page: where its base line begins in mm, its size in pt, what it says, its weight."""

    x: float
    y: float
    size: float
    text: str
    weight: int


class Outline(NamedTuple):
    """A shape of a page, known by its corners alone: its number, its square, the width of its line."""

    number: int
    x: float
    y: float
    side: float
    line: float


class Printed:
    """One page that was read back: its primitives, the words among them and the outlines of shapes."""

    def __init__(self, primitives: list[Primitive], pens: list[Pen]) -> None:
        self.primitives = primitives
        self.pens = pens
        self.words = [
            Word(*one[1:5], pen.weight) for one, pen in zip(primitives, pens, strict=True) if one[0] == "text"
        ]
        closed = [one for one in primitives if one[0] == "line" and one[3] and one[2] and len(one[1]) == 1]
        self.outlines = [outline_of(one[1][0], one[2]) for one in closed]

    def lines(self, width: float) -> list[Primitive]:
        """Give the lines of a width, closed ones too."""
        return [one for one in self.primitives if one[0] == "line" and abs(one[2] - width) < 0.01]

    @property
    def dashed(self) -> list[Primitive]:
        """The lines that have dashes."""
        return [one for one in self.primitives if one[0] == "line" and one[5]]

    @property
    def dots(self) -> list[Primitive]:
        """The circles that are filled."""
        return [one for one in self.primitives if one[0] == "circle" and not one[4]]

    @property
    def boxes(self) -> list[tuple[float, ...]]:
        """The boxes with round corners: left, top, right, bottom."""
        return [one[1:5] for one in self.primitives if one[0] == "box"]

    def said(self, *, within: tuple[float, float, float, float] | None = None) -> list[str]:
        """Give what the words say, of those whose start is within a box (left, top, right, bottom)."""
        left, top, right, low = within or (-1e9, -1e9, 1e9, 1e9)
        return [word.text for word in self.words if left <= word.x <= right and top <= word.y <= low]


def outline_of(run: tuple[tuple[float, float], ...], line: float) -> Outline:
    """Tell which shape an outline is: a corner of its square that is no point of it is folded in."""
    left, top = min(x for x, _ in run), min(y for _, y in run)
    side = max(x for x, _ in run) - left
    number = 0
    for value, x, y in (
        (8, left, top),
        (4, left + side, top),
        (2, left + side, top + side),
        (1, left, top + side),
    ):
        if not any(abs(x - px) + abs(y - py) < side / 6 for px, py in run):
            number += value
    return Outline(number, left, top, side, line)


def make_scene(name: str, paper: str, *, landscape: bool = False, **options: Any) -> Scene:
    """Draw a template on a paper: a built-in one by its name, or the text of one."""
    chosen = read_paper(paper)
    layout = lay_out(
        parse_template(name, "own.toml", "own") if "=" in name else read_template(find_template(name)),
        chosen.turned() if landscape else chosen,
        FiraSans(),
        Options(**options),
    )
    return draw(layout)


@pytest.fixture(scope="session")
def scene_of() -> Callable[..., Scene]:
    """Give the function that draws a built-in template on a paper."""
    return make_scene


@pytest.fixture(scope="session")
def read_pdf() -> Callable[[bytes], list[list[Primitive]]]:
    """Give the function that reads the primitives of each page of a PDF."""

    def read(data: bytes) -> list[list[Primitive]]:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            return [_PdfPage(page).primitives for page in pdf.pages]

    return read


@pytest.fixture(scope="session")
def read_svg() -> Callable[[bytes], list[Primitive]]:
    """Give the function that reads the primitives of an SVG."""
    return _svg_primitives


@pytest.fixture(scope="session")
def printed() -> Callable[..., list[Printed]]:
    """Give the function that prints a template as PDF and reads its pages back.

    It takes what ``scene_of`` takes.
    """

    def read(name: str, paper: str = "A4", **options: Any) -> list[Printed]:
        return _read_pages(pdf_bytes(make_scene(name, paper, **options)))

    return read


@pytest.fixture(scope="session")
def read_pages() -> Callable[[bytes], list[Printed]]:
    """Give the function that reads the pages of a PDF with all their pens."""
    return _read_pages


@pytest.fixture(scope="session")
def read_drawing() -> Callable[[bytes], Printed]:
    """Give the function that reads an SVG with all its pens."""
    return lambda data: Printed(_svg_primitives(data), _svg_pens(data))


def _read_pages(data: bytes) -> list[Printed]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pages = [_PdfPage(page) for page in pdf.pages]
        return [Printed(page.primitives, page.pens) for page in pages]


def _multiply(one: tuple[float, ...], two: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


class _PdfPage:
    """Interprets one page's content, forms included."""

    def __init__(self, page: pikepdf.Page) -> None:
        self.height = float(page.mediabox[3])
        self.primitives: list[Primitive] = []
        self.pens: list[Pen] = []
        self.matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
        self.stack: list[tuple[Any, ...]] = []
        self.width = 1.0
        self.ends = self.join = 0
        self.runs: list[list[tuple[float, float]]] = []
        self.curved = 0
        self.closed = False
        self.dash: tuple[float, ...] = ()
        self.text: dict[str, Any] = {}
        self.run(page, page.resources)

    def run(self, stream: Any, resources: Any) -> None:
        for operands, operator in pikepdf.parse_content_stream(stream):
            handler = getattr(self, f"op_{_NAMES.get(str(operator), str(operator))}", None)
            if handler:
                handler(operands, resources)

    def at(self, x: Any, y: Any) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        x, y = float(x), float(y)
        return ((a * x + c * y + e) * MM, (self.height - (b * x + d * y + f)) * MM)

    def op_q(self, operands: Any, resources: Any) -> None:
        self.stack.append((self.matrix, self.width, self.ends, self.join, self.dash))

    def op_Q(self, operands: Any, resources: Any) -> None:
        self.matrix, self.width, self.ends, self.join, self.dash = self.stack.pop()

    def op_cm(self, operands: Any, resources: Any) -> None:
        self.matrix = _multiply(tuple(map(float, operands)), self.matrix)

    def op_w(self, operands: Any, resources: Any) -> None:
        self.width = float(operands[0]) * MM

    def op_J(self, operands: Any, resources: Any) -> None:
        self.ends = int(operands[0])

    def op_j(self, operands: Any, resources: Any) -> None:
        self.join = int(operands[0])

    def op_d(self, operands: Any, resources: Any) -> None:
        assert int(operands[1]) == 0, "dashes begin with a whole one"
        self.dash = tuple(float(length) * MM for length in operands[0])

    def op_m(self, operands: Any, resources: Any) -> None:
        self.runs.append([self.at(*operands)])

    def op_l(self, operands: Any, resources: Any) -> None:
        self.runs[-1].append(self.at(*operands))

    def op_c(self, operands: Any, resources: Any) -> None:
        self.curved += 1
        self.runs[-1].append(self.at(*operands[4:]))

    def op_h(self, operands: Any, resources: Any) -> None:
        self.closed = True

    def op_S(self, operands: Any, resources: Any) -> None:
        self.paint(self.width, fill=False)

    def op_f(self, operands: Any, resources: Any) -> None:
        self.paint(0, fill=True)

    def paint(self, width: float, *, fill: bool) -> None:
        runs, curved, closed = self.runs, self.curved, self.closed
        self.runs, self.curved, self.closed = [], 0, False
        xs, ys = [x for run in runs for x, _ in run], [y for run in runs for _, y in run]
        box = (min(xs), min(ys), max(xs), max(ys))
        self.pens.append(Pen(self.ends, self.join, self.dash) if width else Pen())
        if curved and len(runs[0]) == 5:
            middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            self.primitives.append(("circle", *middle, (box[2] - box[0]) / 2, width))
        elif curved:
            self.primitives.append(("box", *box, width))
        else:
            self.primitives.append(
                ("line", tuple(map(tuple, runs)), width, closed, fill, self.dash if width else ())
            )

    def op_BT(self, operands: Any, resources: Any) -> None:
        self.text = {"words": ""}

    def op_Tm(self, operands: Any, resources: Any) -> None:
        self.text["turned"] = float(operands[0]) < 0
        self.text["at"] = self.at(*operands[4:])

    def op_Tf(self, operands: Any, resources: Any) -> None:
        self.text["codes"] = _to_unicode(resources.Font[str(operands[0])])
        self.text["size"] = float(operands[1])
        name = str(resources.Font[str(operands[0])].BaseFont)
        self.text["weight"] = 600 if "SemiBold" in name else 400

    def op_Tj(self, operands: Any, resources: Any) -> None:
        self.text["words"] += "".join(self.text["codes"][code] for code in bytes(operands[0]))

    def op_ET(self, operands: Any, resources: Any) -> None:
        if self.text["words"]:
            self.primitives.append(("text", *self.text["at"], self.text["size"], self.text["words"]))
            self.pens.append(Pen(weight=self.text["weight"], turned=self.text["turned"]))

    def op_Do(self, operands: Any, resources: Any) -> None:
        form = resources.XObject[str(operands[0])]
        before = self.matrix
        self.matrix = _multiply(tuple(map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0]))), self.matrix)
        self.run(form, form.get("/Resources", resources))
        self.matrix = before


_NAMES = {"f*": "f"}


def _to_unicode(font: Any) -> dict[int, str]:
    """Read which character each code of a subset font stands for."""
    table: dict[int, str] = {}
    mapping = font.ToUnicode.read_bytes().decode("ascii")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", mapping, re.DOTALL):
        for low, _, values in re.findall(r"<(\w+)>\s*<(\w+)>\s*\[(.*?)\]", block, re.DOTALL):
            for offset, value in enumerate(re.findall(r"<(\w+)>", values)):
                table[int(low, 16) + offset] = bytes.fromhex(value).decode("utf-16-be")
    for block in re.findall(r"beginbfchar(.*?)endbfchar", mapping, re.DOTALL):
        for code, value in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            table[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
    return table


def _svg_primitives(data: bytes) -> list[Primitive]:
    found: list[Primitive] = []
    for element in ET.fromstring(data).iter():
        kind = element.tag.removeprefix(SVG)
        get = element.attrib.get
        upside_down = f"rotate(180 {get('x')} {get('y')})"
        assert get("transform", upside_down) == upside_down, "this reader follows no other transforms"
        if kind == "path" and not get("aria-hidden"):
            runs = tuple(_points(run) for run in re.findall(r"M([^MZ]+)", get("d", "")))
            width = float(get("stroke-width", "0"))
            dash = tuple(map(float, get("stroke-dasharray", "").split()))
            found.append(("line", runs, width, "Z" in get("d", ""), get("fill") == "#000", dash))
        elif kind == "circle":
            x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
            found.append(("circle", x, y, radius, float(get("stroke-width", "0"))))
        elif kind == "rect" and get("rx"):
            x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
            found.append(("box", x, y, x + width, y + height, float(get("stroke-width", "0"))))
        elif kind == "text":
            size = float(element.attrib["font-size"]) / MM
            found.append(("text", float(element.attrib["x"]), float(element.attrib["y"]), size, element.text))
    return found


def _svg_pens(data: bytes) -> list[Pen]:
    """Read the pens in the order of the primitives."""
    pens: list[Pen] = []
    for element in ET.fromstring(data).iter():
        kind = element.tag.removeprefix(SVG)
        get = element.attrib.get
        if kind == "text":
            pens.append(Pen(weight=int(get("font-weight", "0")), turned="transform" in element.attrib))
        elif kind in ("path", "circle") or (kind == "rect" and get("rx")):
            if get("aria-hidden"):
                continue
            ends = {"butt": 0, "round": 1}[get("stroke-linecap", "butt")]
            join = {"miter": 0, "round": 1}[get("stroke-linejoin", "miter")]
            dash = tuple(map(float, get("stroke-dasharray", "").split()))
            pens.append(Pen(ends, join, dash) if get("stroke-width") else Pen())
    return pens


def _points(run: str) -> tuple[tuple[float, float], ...]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", run)]
    return tuple(pair for index, pair in enumerate(pairwise(numbers)) if index % 2 == 0)
