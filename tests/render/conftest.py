"""Readers of finished files: what a PDF and an SVG hold, as plain primitives in mm from the top left.

They follow the file formats and know nothing of our writers. Each primitive is a tuple whose first word
says what it is: ``line`` (runs of points, width, closed, fill, dashes), ``circle`` (x, y, radius, width),
``box`` (left, top, right, bottom, width) and ``text`` (x, y, size in pt, words).
"""

# ruff: noqa: ARG002, N802 - handlers are named after the operators of PDF and all called alike

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pikepdf
import pytest

from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Options, draw, lay_out
from printquarto.sheet.paper import read_paper
from printquarto.sheet.scene import Scene
from printquarto.sheet.template import find_template, read_template

Primitive = tuple[Any, ...]
MM = 25.4 / 72
SVG = "{http://www.w3.org/2000/svg}"


def make_scene(name: str, paper: str, *, landscape: bool = False, **options: str) -> Scene:
    """Draw a built-in template on a paper."""
    chosen = read_paper(paper)
    layout = lay_out(
        read_template(find_template(name)),
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


def _multiply(one: tuple[float, ...], two: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


class _PdfPage:
    """Interprets one page's content, forms included."""

    def __init__(self, page: pikepdf.Page) -> None:
        self.height = float(page.mediabox[3])
        self.primitives: list[Primitive] = []
        self.matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
        self.stack: list[tuple[tuple[float, ...], float]] = []
        self.width = 1.0
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
        self.stack.append((self.matrix, self.width))

    def op_Q(self, operands: Any, resources: Any) -> None:
        self.matrix, self.width = self.stack.pop()

    def op_cm(self, operands: Any, resources: Any) -> None:
        self.matrix = _multiply(tuple(map(float, operands)), self.matrix)

    def op_w(self, operands: Any, resources: Any) -> None:
        self.width = float(operands[0]) * MM

    def op_d(self, operands: Any, resources: Any) -> None:
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
        self.text["at"] = self.at(*operands[4:])

    def op_Tf(self, operands: Any, resources: Any) -> None:
        self.text["codes"] = _to_unicode(resources.Font[str(operands[0])])
        self.text["size"] = float(operands[1])

    def op_Tj(self, operands: Any, resources: Any) -> None:
        self.text["words"] += "".join(self.text["codes"][code] for code in bytes(operands[0]))

    def op_ET(self, operands: Any, resources: Any) -> None:
        if self.text["words"]:
            self.primitives.append(("text", *self.text["at"], self.text["size"], self.text["words"]))

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


def _points(run: str) -> tuple[tuple[float, float], ...]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", run)]
    return tuple(pair for index, pair in enumerate(pairwise(numbers)) if index % 2 == 0)
