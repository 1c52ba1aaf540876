"""``printquarto rebuild``: what a file says of itself makes the same bytes again; no password is in it."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from printquarto.render.origin import read_origin
from printquarto.sheet.template import builtin_names

OWN = """\
schema = 1
takes = ["title"]
[[part]]
kind = "heading"
# A remark & <more>
[[part]]
kind = "board"
cell = 20
"""
RUNS = [
    ["sheet"],
    ["sheet", "--paper", "letter", "--title", 'Țară & <co> "½"', "--lang", "ro"],
    ["sheet", "--landscape", "--arrow", "dots", "--copies", "3"],
    ["sheet", "--features", "tl,br", "--ruler"],
    ["sheet", "mine.toml", "--title", "Mine", "--paper", "200x220.5mm"],
    ["sheet", "--names", "class.csv", "--paper", "A5"],
    ["sheet", "--n-up", "4", "--accessible"],
    ["sheet", "key", "--backs", "--flip", "short", "--back-offset", "-0.5,1"],
    ["handout", "--with", "key,classic*2,mine.toml", "--no-accessible"],
    ["handout", "--with", "key,classic*2", "--booklet", "--title", "Trip"],
    *(["sheet", name] for name in builtin_names()),
]


@pytest.fixture
def furnished(program: Any) -> Any:
    """Give the program with a template and a table of names beside it."""
    Path("mine.toml").write_text(OWN, encoding="utf-8")
    Path("class.csv").write_text("first;second\nAna;Ștefan\nDan;Ioana\n", encoding="utf-8")
    return program


@pytest.mark.parametrize("arguments", RUNS, ids=" ".join)
def test_a_pdf_is_made_again_byte_for_byte(
    furnished: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """In another folder and another locale, with neither the template nor the table at hand."""
    assert furnished(*arguments, "-o", "x.pdf").status == 0
    made = Path("x.pdf").read_bytes()
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    Path("x.pdf").write_bytes(made)
    done = furnished("rebuild", "x.pdf")
    assert (done.status, done.err) == (0, "")
    assert Path("x-rebuilt.pdf").read_bytes() == made


def test_an_svg_is_made_again_page_by_page(furnished: Any) -> None:
    assert furnished("sheet", "key", "--svg-text", "live", "-o", "k.svg").status == 0
    for name in ("k-1", "k-2"):
        assert furnished("rebuild", f"{name}.svg").status == 0
        assert Path(f"{name}-rebuilt.svg").read_bytes() == Path(f"{name}.svg").read_bytes()
    assert Path("k-1.svg").read_bytes() != Path("k-2.svg").read_bytes()


def test_what_travels_is_template_text_options_and_names(furnished: Any) -> None:
    """The whole text of a template of one's own, the names, and not where they were on the disk."""
    furnished("sheet", str(Path("mine.toml").resolve()), "--title", "Mine", "-o", "x.pdf")
    origin = read_origin(Path("x.pdf").read_bytes(), "x.pdf")
    assert "A remark & <more>" in origin
    assert '"title":"Mine"' in origin
    furnished("sheet", "--names", str(Path("class.csv").resolve()), "-o", "y.pdf")
    origin += read_origin(Path("y.pdf").read_bytes(), "y.pdf")
    assert "Ștefan" in origin
    assert str(Path.cwd()) not in origin
    assert "y.pdf" not in origin


def test_a_file_with_a_password_is_rebuilt_with_it_and_does_not_hold_it(
    furnished: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "Zebra 4711")
    furnished("sheet", "--paper", "A4", "-o", "x.pdf")
    assert furnished("rebuild", "x.pdf").status == 0
    with (
        pikepdf.open("x-rebuilt.pdf", password="Zebra 4711") as one,
        pikepdf.open("x.pdf", password="Zebra 4711") as two,
    ):
        assert one.pages[0].Contents.read_bytes() == two.pages[0].Contents.read_bytes()
        assert "assword" not in one.Root.Metadata.read_bytes().decode()
        assert "Zebra" not in one.Root.Metadata.read_bytes().decode()
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "other")
    assert furnished.refused("rebuild", "x.pdf", "--force") == "x.pdf does not open with this password."
    monkeypatch.delenv("PRINTQUARTO_PASSWORD")
    assert furnished.refused("rebuild", "x.pdf", "--force").startswith("x.pdf has a password; give it with")


def _with_origin(change: Any) -> bytes:
    """Give the file x.pdf with another origin."""
    stream = io.BytesIO()
    with pikepdf.open("x.pdf") as pdf:
        packet = pdf.Root.Metadata.read_bytes().decode()
        pdf.Root.Metadata = pdf.make_stream(
            change(packet).encode(), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML
        )
        pdf.save(stream, fix_metadata_version=False)
    return stream.getvalue()


UNKNOWN = "y.pdf does not say how it was made; only a PDF or SVG of this program can be rebuilt."
DAMAGED = "y.pdf does not say how it was made, or what it says was damaged."


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("made:origin", "made:source", UNKNOWN),
        ('"schema":1', '"schema":2', "y.pdf was made by printquarto"),
        ('"schema":1', '"schema":', DAMAGED),
        ('"command":"sheet"', '"command":"check"', DAMAGED),
        ('"command":"sheet"', '"command":"nothing"', DAMAGED),
        ('"template":"classic"', '"template":"../../etc/passwd"', DAMAGED),
        ('"template":"classic"', '"template":"mine.toml"', DAMAGED),
        ('"template":"classic"', '"template":5', DAMAGED),
        ('"template":"classic"', '"template":"gone"', "there is no template 'gone'."),
        ('"copies":1', '"copies":0', DAMAGED),
        ('"copies":1', '"copies":true', DAMAGED),
        ('"copies":1', '"copies":10001', DAMAGED),
        ('"paper":"A4"', '"paper":"A9"', "'A9' is no paper;"),
        ('"paper":"A4"', '"paper":"A4","n_up":"x"', "y.pdf was made with n_up 'x', which cannot be."),
        ('"paper":"A4"', '"paper":"A4","later":1', "y.pdf was made with the option 'later'"),
        ('"paper":"A4"', '"paper":"A4","output":"/tmp/gone.pdf"', "y.pdf was made with the option 'output'"),
        ('"paper":"A4"', '"title":"Mine"', DAMAGED),
        ("<x:xmpmeta", '<!DOCTYPE a [<!ENTITY b "c">]><x:xmpmeta', UNKNOWN),
    ],
)
def test_what_was_changed_by_hand_is_refused(furnished: Any, old: str, new: str, sentence: str) -> None:
    furnished("sheet", "--paper", "A4", "-o", "x.pdf")

    def change(packet: str) -> str:
        assert old in packet
        return packet.replace(old, new)

    Path("y.pdf").write_bytes(_with_origin(change))
    assert furnished.refused("rebuild", "y.pdf").startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", UNKNOWN),
        (b"no file of ours", UNKNOWN),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", UNKNOWN),
        (b"%PDF-1.7\nbroken", "y.pdf is damaged and cannot be read."),
    ],
)
def test_files_of_others_are_refused(furnished: Any, content: bytes, sentence: str) -> None:
    Path("y.pdf").write_bytes(content)
    assert furnished.refused("rebuild", "y.pdf") == sentence


def test_a_file_that_is_not_there(furnished: Any) -> None:
    assert furnished.refused("rebuild", "no.pdf") == "no.pdf cannot be read: no such file or directory."


def test_another_version_is_told(furnished: Any) -> None:
    furnished("sheet", "--paper", "A4", "-o", "x.pdf")
    found = re.compile(r'"printquarto":"[^"]*"')
    Path("y.pdf").write_bytes(_with_origin(lambda packet: found.sub('"printquarto":"0.0.1"', packet)))
    done = furnished("rebuild", "y.pdf")
    assert done.status == 0
    assert "was made by version 0.0.1" in done.err


def test_an_svg_holds_its_origin_as_metadata(furnished: Any) -> None:
    furnished("sheet", "-o", "x.svg")
    root = ET.fromstring(Path("x.svg").read_bytes())
    (metadata,) = root.iter("{http://www.w3.org/2000/svg}metadata")
    assert '"command":"sheet"' in "".join(metadata.itertext())


def test_a_file_is_rebuilt_as_what_it_is(program: Any) -> None:
    """Its ending says PDF or SVG, and the new one's must say the same."""
    program("sheet", "--paper", "A4", "-o", "a.pdf")
    program("sheet", "--paper", "A4", "-o", "a.svg")
    for made, other in (("a.pdf", "b.svg"), ("a.svg", "b.pdf")):
        done = program("rebuild", made, "-o", other)
        assert done.status == 2
        assert f"give -o a name that ends in .{made[2:]}" in done.err
        assert other not in done.files


def test_an_svg_is_not_rebuilt_with_a_password(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    program("sheet", "--paper", "A4", "-o", "a.svg")
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "Zebra 4711")
    done = program("rebuild", "a.svg", "-o", "b.svg")
    assert done.status == 2
    assert "an SVG, which cannot have a password" in done.err
    assert "b.svg" not in done.files


def test_what_was_forbidden_stays_forbidden(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "Zebra 4711")
    program("sheet", "--paper", "A4", "--no-copy", "-o", "a.pdf")
    program("rebuild", "a.pdf", "-o", "b.pdf")
    with pikepdf.open("b.pdf", password="Zebra 4711") as pdf:
        assert (pdf.allow.extract, pdf.allow.print_highres) == (False, True)


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0" encoding="foo-bar"?><x/>',
        '<x xmlns:made="urn:x-printquarto:origin"><made:origin>' + "[" * 100_000 + "</made:origin></x>",
        '<x xmlns:made="urn:x-printquarto:origin"><made:origin>{"schema": 1, "printquarto": "0", '
        '"command": "handout", "sheets": [{"template": "classic", "copies": 1}], "options": {}}'
        "</made:origin></x>",
    ],
)
def test_what_does_not_say_how_it_was_made_is_told_in_one_line(program: Any, text: str) -> None:
    Path("odd.svg").write_text(text, encoding="utf-8")
    done = program("rebuild", "odd.svg", "-o", "b.svg")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert (
        "odd.svg does not say how it was made" in done.err or "odd.svg says that it is a handout" in done.err
    )


@pytest.mark.parametrize("options", [(), ("--accessible",)])
@pytest.mark.parametrize("code", ["en", "ro", "fr"])
def test_a_worksheet_is_told_from_a_stranger(program: Any, code: str, options: tuple[str, ...]) -> None:
    """It holds nothing that its key could be made from, and the user is told what to do instead."""
    program("worksheet", "win", "--lang", code, "--answers", "separate", *options, "-o", "w.pdf")
    for name in ("w.pdf", "w-key.pdf"):
        said = program.refused("rebuild", name)
        assert said.startswith(f"{name} is a worksheet, and does not say how it was made")
        assert "run printquarto worksheet again" in said


@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_a_diagram_is_told_from_a_stranger(program: Any, ending: str) -> None:
    program("draw", "1. ioio@c3 2. oooo@c1", "--lang", "de", "-o", f"d.{ending}")
    said = program.refused("rebuild", f"d.{ending}")
    assert said == f"d.{ending} is a diagram, and does not hold its game; run printquarto draw again."
