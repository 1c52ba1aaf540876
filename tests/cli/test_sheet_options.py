"""The options of ``sheet``: each does what it says on the finished file, or is refused by its name."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import click
import pikepdf
import pypdfium2
import pytest

from printquarto.sheet.kinds import OPTIONS
from printquarto.sheet.template import builtin_names, find_template, read_template

SVG = "{http://www.w3.org/2000/svg}"
VALUES = {
    "boards": ["2"],
    "series": ["autumn"],
    "arrow": ["dots"],
    "landscape": [],
    "title": ["Night train"],
    "large": [],
    "ink-saver": [],
    "left-handed": [],
    "ruler": [],
    "features": ["tl"],
}
"""Each option with a value that changes what is printed."""

CHANGES_NOTHING = {("tray", "ink-saver"), ("score", "ink-saver")}
"""Options that a template takes although it has no heavy line to save ink on."""


def takes(name: str, option: str) -> bool:
    return option in read_template(find_template(name)).takes


def drawn(data: bytes) -> list[Any]:
    """Give the size and the operators of each page of a PDF."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [([float(one) for one in page.mediabox], page.Contents.read_bytes()) for page in pdf.pages]


def test_every_option_has_a_value_here() -> None:
    assert set(VALUES) == set(OPTIONS)


@pytest.mark.parametrize("name", builtin_names())
@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_changes_the_sheet_or_is_refused(program: Any, name: str, option: str) -> None:
    """It is never ignored."""
    plain = ("sheet", name, "--paper", "A4", "--lang", "en", "-o", "-")
    asked = (*plain, f"--{option}", *VALUES[option])
    if not takes(name, option):
        assert program.refused(*asked).startswith(f"{name} does not take --{option}")
        return
    usual, other = program(*plain), program(*asked)
    assert (usual.status, other.status) == (0, 0)
    assert (drawn(usual.out) == drawn(other.out)) == ((name, option) in CHANGES_NOTHING)


@pytest.mark.parametrize("option", OPTIONS)
def test_a_template_that_takes_nothing_takes_nothing(program: Any, option: str) -> None:
    """Not even a title, though it has a heading; and without the option it is printed."""
    Path("own.toml").write_text(
        'schema = 1\n[[part]]\nkind = "heading"\n[[part]]\nkind = "board"\n[[part]]\nkind = "tray"\n',
        encoding="utf-8",
    )
    sentence = program.refused("sheet", "own.toml", f"--{option}", *VALUES[option])
    assert sentence.startswith(f"own does not take --{option}")
    assert program("sheet", "own.toml").status == 0


def test_a_title_is_printed_and_told(program: Any) -> None:
    """On the page, and in the metadata of both files."""
    assert program("sheet", "--title", "Night train", "-o", "x.pdf").status == 0
    with pikepdf.open("x.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Night train"
    with pypdfium2.PdfDocument("x.pdf") as pdf:
        assert pdf[0].get_textpage().get_text_bounded().startswith("Night train")
    assert program("sheet", "--title", "Night train", "-o", "x.svg").status == 0
    root = ET.fromstring(Path("x.svg").read_bytes())
    assert root.findtext(f"{SVG}title") == "Night train"
    assert "Night train" in [one.text for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("paper", "options", "size"),
    [
        ("A4", [], (210, 297)),
        ("a5", [], (148, 210)),
        ("Letter", ["--landscape"], (279.4, 215.9)),
        ("200x180mm", [], (200, 180)),
        ("330x480mm", ["--landscape"], (480, 330)),
    ],
)
def test_the_page_has_the_size_that_is_asked_for(
    program: Any, paper: str, options: list[str], size: tuple[float, float]
) -> None:
    assert program("sheet", "--paper", paper, *options, "-o", "x.pdf").status == 0
    with pikepdf.open("x.pdf") as pdf:
        assert [float(one) * 25.4 / 72 for one in pdf.pages[0].mediabox] == pytest.approx(
            [0, 0, *size], abs=0.01
        )


@pytest.mark.parametrize(
    ("arguments", "said"), [([], "A4."), (["--copies", "1"], "A4."), (["--copies", "3"], "A4, 3 copies.")]
)
def test_copies_are_made_and_told(program: Any, arguments: list[str], said: str) -> None:
    """One is not worth a word."""
    done = program("sheet", "--paper", "A4", *arguments, "-o", "x.pdf")
    assert f"{said} Print at actual size (100 %)." in done.out.decode()
    with pikepdf.open("x.pdf") as pdf:
        assert len(pdf.pages) == int(arguments[-1] if arguments else 1)


def test_the_most_copies_are_ten_thousand(program: Any) -> None:
    assert program("sheet", "--copies", "10000", "-o", "x.pdf").status == 0
    with pikepdf.open("x.pdf") as pdf:
        assert len(pdf.pages) == 10_000
    assert program.refused("sheet", "--copies", "10001") == "--copies can be 1 to 10000, not 10001."


def test_copies_of_one_are_no_hindrance_to_an_svg(program: Any) -> None:
    assert program("sheet", "--copies", "1", "-o", "x.svg").files == ["x.svg"]


@pytest.mark.parametrize(
    ("option", "live"), [([], False), (["--svg-text", "outline"], False), (["--svg-text", "live"], True)]
)
def test_the_type_of_an_svg_is_outlined_unless_it_is_to_be_live(
    program: Any, option: list[str], live: bool
) -> None:
    """Live text has no outlines, is seen, and makes a file of a fraction of the size."""
    assert program("sheet", "-o", "x.svg", *option).status == 0
    root = ET.fromstring(Path("x.svg").read_bytes())
    words = list(root.iter(f"{SVG}text"))
    outlines = [one for one in root.iter(f"{SVG}path") if one.get("aria-hidden")]
    assert (len(outlines) == 0, len(outlines) == len(words)) == (live, not live)
    assert {one.get("fill-opacity") for one in words} == ({None} if live else {"0"})


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the list of what was opened in the system's viewer, which succeeds."""
    paths: list[str] = []
    monkeypatch.setattr(click, "launch", lambda path, *_, **__: paths.append(path) or 0)
    return paths


@pytest.mark.parametrize(
    ("arguments", "opened"),
    [([], []), (["--open"], ["quarto-classic.pdf"]), (["key", "--open", "-o", "k.svg"], ["k-1.svg"])],
)
def test_open_shows_what_was_written(
    program: Any, launched: list[str], arguments: list[str], opened: list[str]
) -> None:
    """The first file of several, by its whole path, once it is there; and only when asked to."""
    assert program("sheet", *arguments).status == 0
    assert launched == [str(Path(name).resolve()) for name in opened]
    assert all(Path(name).is_file() for name in launched)


def test_open_says_where_the_sheet_is_if_no_viewer_starts(
    program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheet is written all the same, so the run has succeeded."""
    monkeypatch.setattr(click, "launch", lambda *_, **__: 1)
    done = program("sheet", "--open")
    assert (done.status, done.files) == (0, ["quarto-classic.pdf"])
    assert done.err == (
        f"printquarto: no viewer could be started; open {Path('quarto-classic.pdf').resolve()} yourself.\n"
    )


def test_a_refused_sheet_opens_nothing(program: Any, launched: list[str]) -> None:
    program.refused("sheet", "--paper", "A6", "--landscape", "--open")
    assert launched == []


def test_a_read_only_sheet_is_not_replaced(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by force, though its folder could be written to; and no other file is left behind."""
    Path("mine.pdf").write_bytes(b"mine")
    usual = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode, **more: mode != os.W_OK and usual(path, mode, **more)
    )
    sentence = program.refused("sheet", "-o", "mine.pdf", "--force")
    assert sentence == "mine.pdf cannot be written: permission is denied."
    assert Path("mine.pdf").read_bytes() == b"mine"


def test_what_is_written_is_told_by_its_whole_path(program: Any) -> None:
    """Each of several files on a line of its own; with -o - nothing is."""
    done = program("sheet", "key", "--paper", "A5", "-o", "k.svg")
    told = done.out.decode().splitlines()
    assert told == [
        f"Wrote {Path('k-1.svg').resolve()}",
        f"Wrote {Path('k-2.svg').resolve()}",
        "A5. Print at actual size (100 %).",
    ]
    assert program("sheet", "-o", "-").err == "Print at actual size (100 %).\n"


def test_the_words_that_take_a_lying_paper_say_so(program: Any) -> None:
    assert "A4 landscape. Print" in program("sheet", "--paper", "A4", "--landscape").out.decode()


@pytest.mark.parametrize("name", builtin_names())
def test_a_layout_has_the_page_of_the_sheet(program: Any, name: str) -> None:
    """Paper, number of pages and size are those of the PDF."""
    layout = json.loads(program("layout", name, "--paper", "A4", "--json").out)
    assert program("sheet", name, "--paper", "A4", "-o", "x.pdf").status == 0
    with pikepdf.open("x.pdf") as pdf:
        sizes = [[round(float(one) * 25.4 / 72, 2) for one in page.mediabox[2:]] for page in pdf.pages]
    assert sizes == [layout["page_mm"]] * len(layout["pages"])
    assert (layout["template"], layout["paper"]) == (name, "A4")


def test_the_series_sets_the_codes_apart(program: Any) -> None:
    """Each copy has a code of its own, the same run the same ones, another series others."""

    def codes(*options: str) -> list[str]:
        assert program("sheet", "recorded", "--paper", "A4", *options, "-o", "x.pdf", "--force").status == 0
        with pypdfium2.PdfDocument("x.pdf") as pdf:
            pages = [page.get_textpage().get_text_bounded() for page in pdf]
        return [re.findall(r"\b[A-Z2-9]{3}-[A-Z2-9]{3}\b", page)[0] for page in pages]

    plain, series = codes("--copies", "3"), codes("--copies", "3", "--series", "autumn")
    assert codes("--copies", "3") == plain
    assert len({*plain, *series}) == 6
    assert not set("01OI") & set("".join((*plain, *series)))
    for other in (["--paper", "Letter"], ["--lang", "ro"], ["--title", "Night train"]):
        assert codes(*other)[0] != plain[0], other


def test_names_are_told(program: Any) -> None:
    """How many, in place of the number of copies."""
    Path("class.csv").write_text("name\nAna\nBogdan\nCarla\n", encoding="utf-8")
    told = program("sheet", "--paper", "A4", "--names", "class.csv").out.decode()
    assert "A4, 3 names. Print at actual size (100 %)." in told


def test_a_terminal_gets_no_pdf(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would fill it with signs that nobody can read; an SVG is text and is shown."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert program.refused("sheet", "-o", "-").startswith("a terminal cannot show a PDF; give a file with -o")
    assert program("sheet", "-o", "-", "--format", "svg").out.startswith(b"<?xml")


def test_a_side_that_is_cut_has_scissors_at_each_cut(program: Any, read_page: Any) -> None:
    """Two rings of 0.75 at the left end of a cut across, and at the foot of a cut down."""
    assert program("sheet", "--n-up", "4", "--paper", "A4", "-o", "x.pdf").status == 0
    (page,) = read_page("x.pdf")
    rings = [one[1:3] for one in page if one[0] == "circle" and one[3] == pytest.approx(0.75, abs=0.01)]
    across = [(x, y) for x, y in rings if x < 20 and abs(y - 148.5) < 2]
    down = [(x, y) for x, y in rings if y > 275 and abs(x - 105) < 2]
    assert (len(across), len(down), len(rings)) == (2, 2, 4)


def test_a_booklet_shows_its_fold_on_the_outer_sides(program: Any, read_page: Any) -> None:
    """Dots on the middle line, at the upper and the lower end; nothing on the inner sides."""
    arguments = ("--with", "key*2", "--booklet", "--paper", "A4", "-o", "x.pdf")
    assert program("handout", *arguments).status == 0
    for number, page in enumerate(read_page("x.pdf")):
        dots = [one[2] for one in page if one[0] == "circle" and one[1] == pytest.approx(148.5, abs=0.02)]
        assert bool(dots) == (number % 2 == 0)
        if dots:
            assert min(dots) < 10
            assert max(dots) > 200
            assert not [y for y in dots if 30 < y < 180]
