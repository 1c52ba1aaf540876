"""``--names``: a table as spreadsheets write it gives a named sheet a row; faults are told with the row."""

from __future__ import annotations

import codecs
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printquarto.cli.roster import read_roster
from printquarto.errors import InputError

ANA = [["Ștefan", ""], ["Ana Țurcan", ""]]
PAIRS = [["Ana", "Dan"], ["Ioana", "Ștefan"]]

TABLES: list[tuple[str, bytes, list[list[str]]]] = [
    ("plain", "name\nȘtefan\nAna Țurcan\n".encode(), ANA),
    ("bom", codecs.BOM_UTF8 + "name\r\nȘtefan\r\nAna Țurcan\r\n".encode(), ANA),
    ("no last line end", "name\nȘtefan\nAna Țurcan".encode(), ANA),
    ("other columns, any case", "Class, NAME ,Age\n5b, Ștefan ,11\n5b,Ana Țurcan,12\n".encode(), ANA),
    ("semicolons", "id;Name\r\n1;Ștefan\r\n2;Ana Țurcan\r\n;\r\n".encode(), ANA),
    ("tabs in UTF-16", "\ufeffId\tName\r\n1\tȘtefan\r\n2\tAna Țurcan\r\n".encode("utf-16-le"), ANA),
    ("UTF-16 the other way", "\ufeffName\r\nȘtefan\r\nAna Țurcan\r\n".encode("utf-16-be"), ANA),
    ("quotes", 'name,note\n"Ștefan","a, ""b""\nc"\n"Ana Țurcan",x\n'.encode(), ANA),
    ("sep line", "sep=;\r\nname;x\r\nȘtefan;1\r\nAna Țurcan;2\r\n".encode(), ANA),
    ("a comma in a lone column", "name\nȚurcan, Ana\nDan\n".encode(), [["Țurcan, Ana", ""], ["Dan", ""]]),
    ("decomposed letters", "name\nS\u0326tefan\nAna T\u0326urcan\n".encode(), ANA),
    ("first and second", "first,second\nAna,Dan\nIoana,Ștefan\n".encode(), PAIRS),
    ("second and first", "SECOND;x;First\nDan;1;Ana\nȘtefan;2;Ioana\n;;\n;;\n".encode(), PAIRS),
]


def names_on(page: Any) -> list[str]:
    """Give what stands on the lines of a classic sheet of A4: level with the labels, behind them."""
    text = page.get_textpage()
    found = []
    for left, right in ((31.5, 101), (121, 185)):
        found.append(text.get_text_bounded(left * 72 / 25.4, 737.5, right * 72 / 25.4, 751).strip())
    return [re.sub(r"\s+", " ", one) for one in found]


@pytest.mark.parametrize(
    ("table", "expected"), [(table, names) for _, table, names in TABLES], ids=[one[0] for one in TABLES]
)
def test_each_row_gives_a_sheet_with_its_name(program: Any, table: bytes, expected: list[list[str]]) -> None:
    Path("class.csv").write_bytes(table)
    done = program("sheet", "--names", "class.csv", "-o", "x.pdf")
    assert (done.status, done.err) == (0, "")
    assert "2 names" in done.out.decode()
    with pypdfium2.PdfDocument("x.pdf") as pdf:
        assert [names_on(page) for page in pdf] == expected


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (b"", "class.csv is empty"),
        (b"\r\n \r\n", "class.csv is empty"),
        (b"name\n", "class.csv holds no names"),
        (
            b"pupil,age\nAna,11\n",
            "class.csv, row 1: there is no column name, nor first and second; the columns are 'pupil', 'age'",
        ),
        (
            b"first\nAna\n",
            "class.csv, row 1: there is no column name, nor first and second; the columns are 'first'.",
        ),
        (b"name\nAna\n\nDan\n", "class.csv, row 3: the name is empty; fill it in or take the row out."),
        (b"x;name\n1;Ana\n2; \n3;Dan\n", "class.csv, row 3: the name is empty"),
        (b"first,second\nAna,Dan\nIoana,\n", "class.csv, row 3: the name of second is empty"),
        (b"first,second\nAna,Dan\nIoana\n", "class.csv, row 3: the name of second is empty"),
        (
            "name\nAna\n\U0001f600\n".encode(),
            "class.csv, row 3: the name '\U0001f600' holds U+1F600 GRINNING FACE, which",
        ),
        (b'name\nAna\n"D\nan"\n', "class.csv, row 3: the name 'D\\nan' holds U+000A"),
        (b'name\nAna\n"Dan\n', 'class.csv, row 3: a quotation mark " is not closed'),
        (
            "name\nAna\nȘtefan\n".encode("cp1250", "replace") + b"\xaa",
            "class.csv, row 4: this is not UTF-8; save the table as CSV UTF-8.",
        ),
        (b"PK\x03\x04rest", "class.csv is a spreadsheet; save it as CSV (UTF-8)"),
        (b"name\nA\x00na\n", "class.csv is no text"),
        (
            b"name\n" + b"Ana " * 40 + b"\n",
            "class.csv, row 2: the name '" + "Ana " * 39 + "Ana' does not fit its line: at 7 pt",
        ),
    ],
)
def test_a_fault_of_the_table_is_one_line_with_its_row(program: Any, table: bytes, sentence: str) -> None:
    Path("class.csv").write_bytes(table)
    assert program.refused("sheet", "--names", "class.csv").startswith(sentence)


def test_a_long_name_is_set_smaller_before_it_is_refused(program: Any) -> None:
    """At 9 pt, then at 7, never in between."""
    Path("class.csv").write_text("name\nAna\n" + "Ana-Maria " * 5 + "\n", encoding="utf-8")
    program("sheet", "--names", "class.csv", "-o", "x.pdf")
    with pypdfium2.PdfDocument("x.pdf") as pdf:
        for page, size in zip(pdf, (9, 7), strict=True):
            sizes = {round(item.get_font_size(), 2) for item in page.get_objects(filter=[1], max_depth=1)}
            assert sizes == {size}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["key"], "key has no line for the name of first; leave --names out."),
        (["--copies", "2"], "--names prints one sheet for each row; leave --copies out."),
        (["--format", "svg"], "an SVG file holds one page as it is: leave --names out, or take PDF."),
    ],
)
def test_what_names_do_not_go_with(program: Any, arguments: list[str], sentence: str) -> None:
    Path("class.csv").write_bytes(b"name\nAna\n")
    assert program.refused("sheet", "--names", "class.csv", *arguments) == sentence


SIGNS = st.sampled_from(
    ["name", "first", "second", "Ana", '"', ",", ";", "\t", "\r\n", "\n", " ", "Ș", "\x00", "sep="]
)


@given(
    st.one_of(st.binary(max_size=80), st.lists(SIGNS, max_size=25).map(lambda found: "".join(found).encode()))
)
def test_any_file_is_read_or_refused(table: bytes) -> None:
    """Whatever is in it: rows of names of which none is empty, numbered from 2 on, or one sentence."""
    path = Path(tempfile.gettempdir()) / f"any-{os.getpid()}.csv"
    path.write_bytes(table)
    try:
        rows, sentence = read_roster(path), str(path)
    except InputError as error:
        rows, sentence = [], str(error)
    path.unlink()
    assert sentence.startswith(str(path))
    assert "\n" not in sentence
    assert [row.number for row in rows] == list(range(2, len(rows) + 2))
    assert all(name.strip() for row in rows for name in row.names.values())


def test_a_table_that_is_not_there(program: Any) -> None:
    assert (
        program.refused("sheet", "--names", "no.csv") == "no.csv cannot be read: no such file or directory."
    )
    Path("folder").mkdir()
    assert program.refused("sheet", "--names", "folder") == "folder cannot be read: is a directory."


def test_a_thousand_names_take_little_room(program: Any) -> None:
    """At most 700 bytes a page, the font and the one drawing of the sheet included."""
    Path("class.csv").write_text(
        "name\n" + "".join(f"Ștefan Popescu {number}\n" for number in range(1000)), encoding="utf-8"
    )
    assert program("sheet", "--names", "class.csv", "-o", "x.pdf").status == 0
    assert Path("x.pdf").stat().st_size <= 700 * 1000
    with pypdfium2.PdfDocument("x.pdf") as pdf:
        assert len(pdf) == 1000
        assert names_on(pdf[999])[0] == "Ștefan Popescu 999"


def test_a_name_cut_in_two_by_its_comma_is_told(program: Any) -> None:
    Path("class.csv").write_text("name,class\nPopescu, Ana,7b\n", encoding="utf-8")
    done = program("sheet", "--names", "class.csv", "-o", "x.pdf")
    assert done.status == 2
    assert "class.csv, row 2: it has more cells than the first row" in done.err
    assert "x.pdf" not in done.files


@pytest.mark.parametrize("series", ["a\tb", "\udcff", "x" * 41])
def test_a_series_is_a_short_name_that_can_be_read(program: Any, series: str) -> None:
    done = program("sheet", "recorded", "--series", series, "-o", "x.pdf")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "--series is a short name" in done.err


def test_blanks_around_a_series_make_no_other_run(program: Any) -> None:
    for name, series in (("a.pdf", "7b"), ("b.pdf", " 7b ")):
        program("sheet", "recorded", "--paper", "A4", "--series", series, "-o", name)
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()
