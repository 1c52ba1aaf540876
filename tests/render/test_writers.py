"""Both writers, read back by readers that know neither: they give the same geometry, and files hold up."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from printquarto.render.pdf import pdf_bytes
from printquarto.render.svg import svg_bytes
from printquarto.sheet.scene import Circle, Page, Path, RoundBox, Scene, Text

SHEETS = [
    ("classic", "A4", False),
    ("classic", "Letter", False),
    ("classic", "A4", True),
    ("classic", "A3", False),
    ("classic", "A6", False),
    ("tray", "A4", False),
    ("tray", "A5", True),
    ("score", "A4", False),
    ("score", "A5", False),
    ("key", "A4", False),
    ("key", "Letter", False),
    ("travel", "A4", False),
    ("pocket", "A4", False),
    ("recorded", "A4", False),
    ("rules", "A5", False),
]
SVG = "{http://www.w3.org/2000/svg}"
MM = 25.4 / 72
Maker = Callable[..., Scene]


def flat(value: Any) -> Iterator[Any]:
    """Give the numbers and words of nested tuples in order."""
    if isinstance(value, tuple):
        for one in value:
            yield from flat(one)
    else:
        yield value


@pytest.mark.parametrize(("name", "paper", "landscape"), SHEETS)
@pytest.mark.parametrize("live", [False, True])
def test_the_two_writers_draw_the_same(
    scene_of: Maker, read_pdf: Any, read_svg: Any, name: str, paper: str, landscape: bool, live: bool
) -> None:
    """Each line, circle, box and text is in both files, in the same order, within 0.01 mm."""
    scene = scene_of(name, paper, landscape=landscape)
    pages = read_pdf(pdf_bytes(scene))
    assert len(pages) == len(scene.pages)
    for number, printed in enumerate(pages):
        drawn = read_svg(svg_bytes(scene, number, live=live))
        assert [one[0] for one in printed] == [one[0] for one in drawn]
        for one, two in zip(printed, drawn, strict=True):
            for left, right in zip(flat(one), flat(two), strict=True):
                assert left == (pytest.approx(right, abs=0.01) if isinstance(right, float) else right), (
                    one,
                    two,
                )


def test_the_readers_see_what_a_scene_holds(read_pdf: Any, read_svg: Any) -> None:
    """A hand-made scene comes back from both files as it was put in, so agreement is no common silence."""
    items = (
        Path("line", (((10, 20), (30, 20)), ((10, 25), (30, 25))), 0.25, dash=(2, 1.5)),
        Path("shape", (((40, 40), (50, 40), (50, 52)),), 0.5, closed=True),
        Path("mark", (((60, 60), (62, 60), (61, 58)),), 0, closed=True, fill=True),
        Circle("dot", 70, 71, 0.16),
        Circle("ring", 80, 81, 2.5, 0.35),
        RoundBox("box", 90, 91, 6, 7, 1, 0.25),
        Text("text", 12, 100, "Ștefan & <Țară>", 9, 600, 30),
    )
    scene = Scene((Page(120, 150, items),), "A title", "About", "ro")
    expected = [
        ("line", (((10, 20), (30, 20)), ((10, 25), (30, 25))), 0.25, False, False, (2, 1.5)),
        ("line", (((40, 40), (50, 40), (50, 52)),), 0.5, True, False, ()),
        ("line", (((60, 60), (62, 60), (61, 58)),), 0, True, True, ()),
        ("circle", 70, 71, 0.16, 0),
        ("circle", 80, 81, 2.5, 0.35),
        ("box", 90, 91, 96, 98, 0.25),
        ("text", 12, 100, 9, "Ștefan & <Țară>"),
    ]
    for found in (read_pdf(pdf_bytes(scene))[0], read_svg(svg_bytes(scene))):
        assert list(flat(tuple(found))) == [
            pytest.approx(one, abs=0.002) if isinstance(one, (int, float)) else one
            for one in flat(tuple(expected))
        ]


@pytest.mark.parametrize(("name", "paper", "landscape"), SHEETS)
def test_a_pdf_is_sound_and_asks_for_actual_size(
    scene_of: Maker, name: str, paper: str, landscape: bool
) -> None:
    """The check of pikepdf finds nothing; size, title, language and print scaling are as they should be."""
    scene = scene_of(name, paper, landscape=landscape)
    with pikepdf.open(io.BytesIO(pdf_bytes(scene))) as pdf:
        problems = pdf.check_pdf_syntax() if hasattr(pdf, "check_pdf_syntax") else pdf.check()
        assert problems == []
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo["/Title"]) == scene.title
        assert str(pdf.docinfo["/Creator"]) == "printquarto"
        for page, drawn in zip(pdf.pages, scene.pages, strict=True):
            size = [float(length) * MM for length in page.mediabox[2:]]
            assert size == [pytest.approx(drawn.width, abs=0.01), pytest.approx(drawn.height, abs=0.01)]
            for font in page.resources.Font.values():
                assert "+FiraSans" in str(font.BaseFont)
                assert "/FontFile2" in font.FontDescriptor


@pytest.mark.parametrize(("name", "paper", "landscape"), SHEETS)
def test_both_files_look_alike(scene_of: Maker, name: str, paper: str, landscape: bool) -> None:
    """Pdfium shows the PDF and resvg the SVG: the pictures differ by little more than smoothed edges."""
    scene = scene_of(name, paper, landscape=landscape)
    with pypdfium2.PdfDocument(pdf_bytes(scene)) as pdf:
        one = pdf[0].render(scale=100 / 72).to_pil().convert("L")
    text = svg_bytes(scene).decode()
    two = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=100)))).convert("L")
    assert abs(one.width - two.width) <= 1
    assert abs(one.height - two.height) <= 1
    # A tenth of the resolution takes out what a fraction of a pixel does to thin lines.
    small = (one.width // 10, one.height // 10)
    one, two = (picture.resize(small, Image.Resampling.BOX) for picture in (one, two))
    assert one.getextrema()[0] < 200
    assert ImageChops.difference(one, two).getextrema()[1] < 40


@pytest.mark.parametrize(
    ("paper", "texts", "frame", "tips"),
    [
        (
            "A4",
            {"Quarto": 24, "First": 36, "draws turns 1, 3, 5 …": 40, "Give": 276, "Draw": 280},
            (25, 52, 160),
            (220, 244),
        ),
        ("Letter", {"Quarto": 22, "First": 34, "Give": 258, "Draw": 262}, (31.95, 47, 152), (206, 229.5)),
    ],
)
def test_the_finished_pdf_has_the_measures_of_the_design(
    scene_of: Maker, read_pdf: Any, paper: str, texts: dict[str, float], frame: Any, tips: tuple[float, float]
) -> None:
    """Base lines, frame and tips are read from the file and are those that the design names."""
    (page,) = read_pdf(pdf_bytes(scene_of("classic", paper)))
    lines = {one[4]: one[2] for one in reversed(page) if one[0] == "text"}
    for text, base in texts.items():
        assert lines[text] == pytest.approx(base, abs=0.01), text
    (heavy,) = (one for one in page if one[0] == "line" and one[2] == pytest.approx(0.9, abs=0.01))
    x, y, side = frame
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    assert list(flat(heavy[1][0])) == [pytest.approx(length, abs=0.01) for length in flat(corners)]
    shafts = [
        one[1][0]
        for one in page
        if one[0] == "line" and not one[3] and one[2] == pytest.approx(0.5, abs=0.01)
    ]
    assert len(shafts) == 16
    tops = [min(y for _, y in shaft) for shaft in shafts]
    assert tops == [pytest.approx(tip, abs=0.01) for tip in tips for _ in range(8)]
    dots = [one for one in page if one[0] == "circle"]
    assert len(dots) == 16 * 16 + 2 * 16
    assert {round(one[3], 2) for one in dots} == {0.16}


def test_ink_is_where_the_layout_says(scene_of: Maker) -> None:
    """On classic A4 the frame, an arrow and a box are black at their places, and the cells are white."""
    with pypdfium2.PdfDocument(pdf_bytes(scene_of("classic", "A4"))) as pdf:
        picture = pdf[0].render(scale=10 * MM).to_pil().convert("L")

    def darkest(x: float, y: float, reach: float = 0.3) -> int:
        box = [round(10 * at) for at in (x - reach, y - reach, x + reach, y + reach)]
        return int(picture.crop(tuple(box)).getextrema()[0])

    for x, y in ((25, 130), (185, 100), (100, 52), (65, 60), (29.5, 224), (35.5, 235.5), (33, 60)):
        assert darkest(x, y) < 128, (x, y)
    for x, y in ((45, 56), (100, 205), (38.5, 235.5), (29.5, 234), (10, 10), (200, 290)):
        assert darkest(x, y, 1.5) == 255, (x, y)


@pytest.mark.parametrize("live", [False, True])
def test_an_svg_keeps_words_and_names(scene_of: Maker, live: bool) -> None:
    """It has mm sizes, title, description, unique ids for board, cells and tray, and its words as text."""
    root = ET.fromstring(svg_bytes(scene_of("classic", "A4"), live=live))
    assert (root.attrib["width"], root.attrib["height"]) == ("210mm", "297mm")
    assert root.attrib["viewBox"] == "0 0 210 297"
    assert root.findtext(f"{SVG}title") == "Quarto"
    assert root.findtext(f"{SVG}desc")
    assert "@page{size:210mm 297mm;margin:0}" in ET.tostring(root, encoding="unicode")
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    assert {"board", "tray", "cell.a1", "cell.d4", "tray.0", "tray.15"} <= set(ids)
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert {"Quarto", "First", "#15", "a", "4"} <= set(words)
    outlines = [element for element in root.iter(f"{SVG}path") if element.get("aria-hidden")]
    assert len(outlines) == (0 if live else len(words))
    unseen = {element.get("fill-opacity") for element in root.iter(f"{SVG}text")}
    assert unseen == ({None} if live else {"0"})


def test_markup_in_a_title_stays_text(scene_of: Maker, read_pdf: Any, read_svg: Any) -> None:
    """Signs that XML and PDF use for themselves come out of both files as they went in."""
    title = "<&>\"'(\\) ]]>"
    scene = scene_of("classic", "A4", title=title)
    assert scene.title == title
    assert ("text", title) in {(one[0], one[-1]) for one in read_svg(svg_bytes(scene))}
    assert ("text", title) in {(one[0], one[-1]) for one in read_pdf(pdf_bytes(scene))[0]}
    assert ET.fromstring(svg_bytes(scene)).findtext(f"{SVG}title") == title


def test_copies_are_the_same_page_again(scene_of: Maker, read_pdf: Any) -> None:
    """Three copies of a sheet of two pages give six pages in order, and hardly more bytes."""
    scene = scene_of("key", "A4")
    one, three = pdf_bytes(scene), pdf_bytes(scene, copies=3)
    pages = read_pdf(three)
    assert pages == read_pdf(one) * 3
    assert len(three) < 1.2 * len(one)


def test_a_large_print_run_is_quick_and_small(scene_of: Maker) -> None:
    """A thousand copies are a thousand pages that share one drawing."""
    data = pdf_bytes(scene_of("classic", "A4"), copies=1000)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 1000
    assert len(data) < 600_000


_RUN = """
import sys
from printquarto.cli.main import group
same = ["--paper", "A4", "--lang", "en", "-o", "-"]
handout = ["handout", "--with", "rules,key*2,recorded*3", "--backs"]
for arguments in (["sheet"], ["sheet", "--format", "svg"], ["sheet", "--n-up", "4"], handout):
    arguments = [*arguments, *same]
    try:
        group.main(arguments, standalone_mode=False)
    except SystemExit:
        pass
"""


def test_the_same_sheet_gives_the_same_bytes_anywhere() -> None:
    """Neither the clock, the time zone, the locale nor the hash seed gets into a file."""
    outputs = set()
    for zone, language, seed in (("UTC", "C.UTF-8", "1"), ("Asia/Tokyo", "ro_RO.UTF-8", "4242")):
        environment = {**os.environ, "TZ": zone, "LANG": language, "LC_ALL": language, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", _RUN], env=environment, capture_output=True, check=True)
        assert done.stdout.startswith(b"%PDF-")
        assert b"<svg" in done.stdout
        assert done.stdout.count(b"%%EOF") == 3
        outputs.add(done.stdout)
    assert len(outputs) == 1
