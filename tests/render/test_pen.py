"""How both writers hold the pen: ends, joins, dashes, weight of the type; and what the files say of it."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pytest
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from printquarto.render.fonts import font_file
from printquarto.render.pdf import pdf_bytes
from printquarto.render.svg import svg_bytes
from printquarto.sheet.scene import Circle, Group, Item, Page, Path, RoundBox, Scene, Text

SHEETS = [
    ("classic", "A4", {}),
    ("classic", "A4", {"landscape": True, "left_handed": True}),
    ("classic", "A4", {"large": True}),
    ("tray", "A5", {"arrow": "dots"}),
    ("score", "Letter", {}),
    ("key", "A4", {}),
    ("travel", "A4", {}),
    ("pocket", "A4", {}),
    ("rules", "A5", {}),
    ("recorded", "A4", {}),
]
SVG = "{http://www.w3.org/2000/svg}"
MM = 25.4 / 72
Maker = Callable[..., Scene]


def flat(items: tuple[Item, ...]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def wanted(item: Any) -> tuple[Any, ...]:
    """Give the pen that a primitive asks for, as the readers tell it."""
    if isinstance(item, Text):
        return (-1, -1, (), item.weight, item.turned)
    if not item.line:
        return (-1, -1, (), 0, False)
    if isinstance(item, Path):
        kind = {"miter": 0, "round": 1}[item.join]
        return (kind, kind, item.dash, 0, False)
    return (0, 0, (), 0, False)


def near(pen: tuple[Any, ...]) -> tuple[Any, ...]:
    """Let dashes differ by a thousandth."""
    return tuple(
        [pytest.approx(one, abs=0.001) for one in part] if isinstance(part, tuple) else part for part in pen
    )


@pytest.mark.parametrize(("name", "paper", "options"), SHEETS)
@pytest.mark.parametrize("live", [False, True])
def test_each_primitive_is_drawn_with_the_pen_that_it_asks_for(
    scene_of: Maker, read_pages: Any, read_drawing: Any, name: str, paper: str, options: Any, live: bool
) -> None:
    """Ends and joins, dashes, weight and direction are those of the scene, in the PDF and in the SVG."""
    scene = scene_of(name, paper, **options)
    pages = read_pages(pdf_bytes(scene))
    for number, (page, printed) in enumerate(zip(scene.pages, pages, strict=True)):
        drawn = read_drawing(svg_bytes(scene, number, live=live))
        items = [item for item in flat(page.items) if not isinstance(item, Text) or item.text]
        for pens in (printed.pens, drawn.pens):
            assert len(pens) == len(items)
            for item, pen in zip(items, pens, strict=True):
                assert (*pen[:2], list(pen.dash), *pen[3:]) == near(wanted(item)), item


def test_pens_do_not_run_on(read_pages: Any, read_drawing: Any) -> None:
    """After a dashed or a round line the next one, a ring or a box has neither."""
    run = (((10, 20), (30, 20), (30, 30)),)
    items = (
        Path("fold", run, 0.32, dash=(0.01, 1.6), join="round"),
        Circle("ring", 50, 50, 2, 0.32),
        Path("barbs", run, 0.25, join="round"),
        RoundBox("box", 60, 60, 6, 6, 1, 0.25),
        Path("slit", run, 0.25, dash=(3, 1.5)),
        Path("line", run, 0.25),
        Path("cut", run, 0.25, dash=(2, 1.5)),
        Path("frame", run, 0.25, closed=True),
    )
    scene = Scene((Page(100, 100, items),), "A title", "About", "en")
    for page in (read_pages(pdf_bytes(scene))[0], read_drawing(svg_bytes(scene))):
        assert [(pen.ends, pen.join, [round(one, 2) for one in pen.dash]) for pen in page.pens] == [
            (1, 1, [0.01, 1.6]),
            (0, 0, []),
            (1, 1, []),
            (0, 0, []),
            (0, 0, [3, 1.5]),
            (0, 0, []),
            (0, 0, [2, 1.5]),
            (0, 0, []),
        ]


def test_an_svg_rounds_no_line_unasked(scene_of: Maker) -> None:
    """A closed shape says miter itself, whatever an editor puts around it."""
    root = ET.fromstring(svg_bytes(scene_of("classic", "A4")))
    shapes = [one for one in root.iter(f"{SVG}path") if one.get("class") == "shape"]
    assert len(shapes) == 16
    assert {one.get("stroke-linejoin") for one in shapes} == {"miter"}
    assert {one.get("stroke-linecap") for one in shapes} == {None}


def bounds(text: str, weight: int, x: float, y: float, size: float, turned: bool) -> tuple[float, ...]:
    """Give the box around the glyphs of a text, straight from the font file, in mm."""
    font = TTFont(font_file(weight))
    glyphs, characters = font.getGlyphSet(), font.getBestCmap()
    scale = size * MM / font["head"].unitsPerEm * (-1 if turned else 1)
    pen = ControlBoundsPen(glyphs)
    for character in text:
        glyph = glyphs[characters[ord(character)]]
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        x += glyph.width * scale
    return tuple(pen.bounds)


def drawn_bounds(outline: str) -> tuple[float, ...]:
    """Give the box around all points of an SVG path of absolute commands."""
    xs: list[float] = []
    ys: list[float] = []
    for command, numbers in re.findall(r"([MLHVQCZ])([^MLHVQCZ]*)", outline):
        values = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        xs += values if command == "H" else [] if command == "V" else values[::2]
        ys += values if command == "V" else [] if command == "H" else values[1::2]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(("name", "options"), [("classic", {"language": "ro"}), ("key", {}), ("pocket", {})])
def test_outlined_type_is_the_glyphs_of_its_weight(scene_of: Maker, name: str, options: Any) -> None:
    """Each text is drawn once, by the glyphs of regular or semibold at its size and place, for the eye alone.

    The words over it are not seen but are as wide, so that a marked word is the one that is seen.
    """
    scene = scene_of(name, "A4", **options)
    root = ET.fromstring(svg_bytes(scene))
    items = [item for item in flat(scene.pages[0].items) if isinstance(item, Text)]
    outlines = [one for one in root.iter(f"{SVG}path") if one.get("aria-hidden")]
    words = list(root.iter(f"{SVG}text"))
    for item, outline, word in zip(items, outlines, words, strict=True):
        expected = bounds(item.text, item.weight, item.x, item.y, item.size, item.turned)
        assert drawn_bounds(outline.attrib["d"]) == tuple(pytest.approx(one, abs=0.01) for one in expected)
        assert (outline.get("aria-hidden"), outline.get("fill"), outline.get("fill-opacity")) == (
            "true",
            "#000",
            None,
        )
        assert float(word.attrib["textLength"]) == pytest.approx(item.width, abs=0.001)
        assert (word.get("aria-hidden"), word.get("fill-opacity")) == (None, "0")
        assert word.text == item.text


def test_live_type_is_seen_and_not_stretched(scene_of: Maker) -> None:
    """Where the typeface may be the reader's, nothing forces its width and nothing hides it."""
    root = ET.fromstring(svg_bytes(scene_of("classic", "A4"), live=True))
    for word in root.iter(f"{SVG}text"):
        assert word.get("textLength") is None
        assert word.get("fill-opacity") is None
        assert word.attrib["fill"] == "#000"
        assert word.attrib["font-family"].startswith("'Fira Sans'")
    assert not [one for one in root.iter() if one.get("aria-hidden")]


def test_words_keep_their_blanks_and_colour(scene_of: Maker) -> None:
    """Two blanks in a title are two in the SVG; all ink is black on a white ground."""
    scene = scene_of("classic", "A4", title="Two  blanks")
    root = ET.fromstring(svg_bytes(scene))
    (title,) = (one for one in root.iter(f"{SVG}text") if one.text and "blanks" in one.text)
    assert title.attrib["{http://www.w3.org/XML/1998/namespace}space"] == "preserve"
    (ground,) = (one for one in root.iter(f"{SVG}rect") if one.get("class") == "paper")
    assert (ground.get("width"), ground.get("height"), ground.get("fill")) == ("210", "297", "#fff")
    assert {one.get("stroke") for one in root.iter()} == {None, "#000"}
    assert {one.get("fill") for one in root.iter()} == {None, "none", "#000", "#fff"}


@pytest.mark.parametrize(("name", "language"), [("classic", "en"), ("key", "ro")])
def test_a_pdf_says_what_it_is(scene_of: Maker, name: str, language: str) -> None:
    """Title, subject, creator, author and language are in the file, and its ink is black from the start."""
    scene = scene_of(name, "A4", language=language)
    with pikepdf.open(io.BytesIO(pdf_bytes(scene))) as pdf:
        assert str(pdf.docinfo["/Subject"]) == scene.description
        assert len(scene.description) > 20
        assert str(pdf.docinfo["/Title"]) == scene.title
        assert str(pdf.docinfo["/Author"]) == str(pdf.docinfo["/Creator"]) == "printquarto"
        assert str(pdf.Root.Lang) == language
        for page in pdf.pages:
            operators = list(pikepdf.parse_content_stream(page))
            assert [(str(one), [float(at) for at in operands]) for operands, one in operators[:2]] == [
                ("g", [0]),
                ("G", [0]),
            ]
            assert not {str(one) for _, one in operators} & {
                "rg",
                "RG",
                "k",
                "K",
                "cs",
                "CS",
                "sc",
                "scn",
                "gs",
            }


@pytest.mark.parametrize(("name", "language"), [("classic", "en"), ("key", "ro")])
def test_an_svg_says_what_it_is(scene_of: Maker, name: str, language: str) -> None:
    """Role, language, title and description; of several pages each says which it is."""
    scene = scene_of(name, "A4", language=language)
    count = len(scene.pages)
    for number in range(count):
        root = ET.fromstring(svg_bytes(scene, number))
        of = f" ({number + 1}/{count})" if count > 1 else ""
        assert root.findtext(f"{SVG}title") == scene.title + of
        assert root.findtext(f"{SVG}desc") == scene.description
        assert root.get("role") == "img"
        assert root.get("lang") == root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
