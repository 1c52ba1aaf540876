"""``printquarto worksheet``: files, keys, names, versions, passwords, JSON, and what is refused."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from jsonschema import Draft202012Validator

from printquarto.cli import progress
from printquarto.cli.classroom import Pupil, scene_of, set_out, settled
from printquarto.cli.roster import read_roster
from printquarto.games.quarto import PAPER
from printquarto.render.svg import svg_bytes
from printquarto.sheet.code import is_code
from printquarto.sheet.language import languages
from printquarto.sheet.text import words
from printquarto.worksheet.levels import table
from printquarto.worksheet.puzzle import KINDS, LEVELS
from printquarto.worksheet.run import Request, make_run

SCHEMA = json.loads(Path(__file__).with_name("worksheet.schema.json").read_text(encoding="utf-8"))
EXAMPLES = Path(__file__).parents[2] / "examples"
CLASS = "name,version\nAna Țurcan,A\nȘtefan,B\nIoana,A\n"


def texts(data: bytes) -> list[str]:
    """Give the text of each page."""
    document = pypdfium2.PdfDocument(data)
    found = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    document.close()
    return found


def read(name: str) -> list[str]:
    return texts(Path(name).read_bytes())


def told(program: Any, *arguments: str) -> dict[str, Any]:
    done = program("worksheet", *arguments, "--json")
    assert done.status == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_a_worksheet_has_its_key_behind_it(program: Any) -> None:
    done = program("worksheet", "win", "-o", "x.pdf")
    assert (done.status, done.files) == (0, ["x.pdf"])
    assert "A4, code " in done.out.decode()
    sheet, key = read("x.pdf")
    assert "Make a Quarto Mark every cell where this shape makes a Quarto." in sheet
    assert "Name" in sheet
    assert "Make a Quarto – answers" in key
    assert "Name" not in key
    with pikepdf.open("x.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert [round(float(one)) for one in pdf.pages[0].MediaBox] == [0, 0, 595, 842]


@pytest.mark.parametrize(
    ("answers", "files", "pages"), [("none", ["x.pdf"], [1]), ("separate", ["x-key.pdf", "x.pdf"], [1, 1])]
)
def test_the_key_is_where_it_is_asked_for(
    program: Any, answers: str, files: list[str], pages: list[int]
) -> None:
    done = program("worksheet", "safe", "--answers", answers, "-o", "x.pdf")
    assert done.files == files
    assert [len(read(name)) for name in files] == pages
    assert "answers" not in read("x.pdf")[0]
    if answers == "separate":
        assert "answers" in read("x-key.pdf")[0]


def test_sheet_key_and_json_carry_the_same_code(program: Any) -> None:
    done = program("worksheet", *KINDS, "--answers", "separate", "-o", "x.pdf", "--json", "--seed", "11")
    code = json.loads(done.out)["code"]
    assert is_code(code)
    assert all(code in page for name in ("x.pdf", "x-key.pdf") for page in read(name))


def test_the_code_is_that_of_the_puzzles_alone(program: Any) -> None:
    """Paper, language, print and names change nothing; whatever changes the puzzles changes it."""
    (program.folder / "class.csv").write_text("name\nAna\n", encoding="utf-8")
    same = [
        [],
        ["--paper", "Letter", "--lang", "ro"],
        ["--large"],
        ["--names", "class.csv"],
        ["--rules", "paper"],
    ]
    assert len({told(program, "win", *options)["code"] for options in same}) == 1
    other = [
        [],
        ["--seed", "2"],
        ["--level", "hard"],
        ["--count", "3"],
        ["--squares"],
        ["--features", "tl,br"],
        ["--versions", "A,B"],
    ]
    assert len({told(program, "win", *options)["code"] for options in other}) == len(other)


def test_the_same_seed_gives_the_same_bytes(program: Any) -> None:
    for target in ("one", "two"):
        program(
            "worksheet", "win", "force", "--versions", "A,B", "--seed", "5", "--answers", "separate",
            "-o", f"{target}.pdf",
        )  # fmt: skip
    for part in ("", "-key"):
        assert Path(f"one{part}.pdf").read_bytes() == Path(f"two{part}.pdf").read_bytes()
    assert told(program, "win", "--seed", "5") == told(program, "win", "--seed", "5")
    assert told(program, "win", "--seed", "5")["sheets"] != told(program, "win", "--seed", "6")["sheets"]


@pytest.mark.parametrize("level", LEVELS)
def test_json_is_as_it_is_specified(program: Any, level: str) -> None:
    found = told(program, *KINDS, "--level", level, "--versions", "A,B")
    assert list(Draft202012Validator(SCHEMA).iter_errors(found)) == []
    assert [one["version"] for one in found["sheets"]] == ["A", "B"]
    assert [one["name"] for one in found["sheets"]] == [None, None]
    for sheet in found["sheets"]:
        assert [one["kind"] for one in sheet["puzzles"]] == [
            "shapes",
            "spot",
            "win",
            "win",
            "safe",
            "missed",
            "force",
        ]
        assert {one["level"] for one in sheet["puzzles"]} == {level}


def test_json_alone_writes_no_file_and_beside_one_says_where_it_is(program: Any) -> None:
    alone = program("worksheet", "win", "--json")
    assert (alone.files, alone.err) == ([], "")
    beside = program("worksheet", "win", "--json", "-o", "x.pdf")
    assert beside.files == ["x.pdf"]
    assert json.loads(beside.out) == json.loads(alone.out)
    assert "Wrote" in beside.err


def test_rules_are_those_of_the_check(program: Any) -> None:
    found = told(program, "win", "--rules", "advanced", "--features", "tl,br")
    rules = found["sheets"][0]["puzzles"][0]["rules"]
    assert rules == {"features": ["tl", "br"], "squares": True}
    program("worksheet", "win", "--rules", "junior", "-o", "x.pdf")
    assert "Only this corner counts: top left." in read("x.pdf")[0]


def test_count_is_of_each_kind(program: Any) -> None:
    found = told(program, "win", "safe", "--count", "3")
    assert [one["kind"] for one in found["sheets"][0]["puzzles"]] == ["win"] * 3 + ["safe"] * 3


def test_each_pupil_gets_a_sheet_with_the_name_and_the_version(program: Any) -> None:
    """In the order of the table; a key for each version, not for each pupil."""
    (program.folder / "class.csv").write_text(CLASS, encoding="utf-8")
    program("worksheet", "win", "--names", "class.csv", "-o", "x.pdf")
    pages = read("x.pdf")
    assert len(pages) == 5
    for page, (name, version) in zip(
        pages, [("Ana Țurcan", "A"), ("Ștefan", "B"), ("Ioana", "A")], strict=False
    ):
        assert name in page
        assert f"Version {version}" in page
    assert ["answers" in page for page in pages] == [False] * 3 + [True] * 2
    found = told(program, "win", "--names", "class.csv")
    assert [(one["version"], one["name"]) for one in found["sheets"]] == [
        ("A", "Ana Țurcan"),
        ("B", "Ștefan"),
        ("A", "Ioana"),
    ]
    assert found["sheets"][0]["puzzles"] == found["sheets"][2]["puzzles"]
    assert found["sheets"][0]["puzzles"] != found["sheets"][1]["puzzles"]


def test_versions_are_dealt_in_turn_where_the_table_names_none(program: Any) -> None:
    (program.folder / "class.csv").write_text("name\nAna\nDan\nIoana\n", encoding="utf-8")
    found = told(program, "win", "--names", "class.csv", "--versions", "A,B")
    assert [one["version"] for one in found["sheets"]] == ["A", "B", "A"]
    only = told(program, "win", "--names", "class.csv")
    assert [one["version"] for one in only["sheets"]] == ["A", "A", "A"]
    program("worksheet", "win", "--names", "class.csv", "-o", "x.pdf")
    assert not any("Version" in page for page in read("x.pdf"))


def test_a_class_shares_its_pages_in_the_file(program: Any) -> None:
    """Thirty sheets of one version take little more room than one."""
    names = "".join(f"Pupil {number}\n" for number in range(30))
    (program.folder / "class.csv").write_text(f"name\n{names}", encoding="utf-8")
    program("worksheet", "win", "--names", "class.csv", "-o", "many.pdf")
    program("worksheet", "win", "-o", "one.pdf")
    assert len(read("many.pdf")) == 31
    assert Path("many.pdf").stat().st_size < Path("one.pdf").stat().st_size + 30 * 800
    with pikepdf.open("many.pdf") as pdf:
        assert len(pdf.open_outline().root) == 31


def test_a_password_opens_the_key_alone(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "Zebra4711")
    done = program("worksheet", "win", "--answers", "separate", "-o", "x.pdf")
    assert done.files == ["x-key.pdf", "x.pdf"]
    assert len(read("x.pdf")) == 1
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open("x-key.pdf")
    with pikepdf.open("x-key.pdf", password="Zebra4711") as pdf:
        assert pdf.encryption.bits == 256
        plain = io.BytesIO()
        pdf.save(plain)
    assert "answers" in texts(plain.getvalue())[0]
    assert b"Zebra" not in Path("x-key.pdf").read_bytes()


def test_a_password_without_a_key_of_its_own_is_refused(
    program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "Zebra4711")
    for options in ([], ["--answers", "none"], ["--answers", "separate", "--json"]):
        sentence = program.refused("worksheet", "win", *options)
        assert "guards a key in a file of its own; add --answers separate" in sentence
        assert "Zebra" not in sentence


@pytest.mark.parametrize("code", languages())
def test_words_are_those_of_the_language(program: Any, code: str) -> None:
    program("worksheet", *KINDS, "--lang", code, "-o", "x.pdf")
    said = " ".join(read("x.pdf"))
    catalogue = words(code)
    for key in ("name", "date", "title", "this", "left", "set", "join"):
        assert " ".join(catalogue[f"worksheet.{key}"].split()) in said
    for kind in KINDS:
        assert " ".join(catalogue[f"worksheet.{kind}"].split()) in said
    with pikepdf.open("x.pdf") as pdf:
        assert str(pdf.Root.Lang) == code


def test_pages_are_laid_on_paper_without_scaling(program: Any) -> None:
    """Four copies fill a side that is cut in four; a booklet has halves of pages and says how to print it."""
    program("worksheet", "win", "--count", "1", "--n-up", "4", "-o", "x.pdf")
    first, second = read("x.pdf")
    assert first.count("Make a Quarto Mark") == 4
    assert second.count("answers") == 1
    done = program("worksheet", "win", "--booklet", "-o", "y.pdf")
    assert "2 booklets of 4 pages, 2 of them blank in each." in done.out.decode()
    assert "turned over the short edge" in done.out.decode()
    with pikepdf.open("y.pdf") as pdf:
        assert [round(float(one)) for one in pdf.pages[0].MediaBox] == [0, 0, 842, 595]


def test_four_on_a_side_and_two_have_room_for_what_the_readme_says(program: Any) -> None:
    for kind in KINDS:
        assert program("worksheet", kind, "--n-up", "2", "-o", f"{kind}-2.pdf").status == 0
        if kind in ("win", "safe", "missed", "force"):
            assert program("worksheet", kind, "--n-up", "4", "-o", f"{kind}-4.pdf").status == 0
        else:
            said = program.refused("worksheet", kind, "--n-up", "4")
            assert f"a puzzle of the kind {kind} does not fit 105x148.5mm" in said
            assert said.endswith("Take a larger paper, or fewer pages on a side.")


@pytest.mark.parametrize("options", [[], ["--versions", "A,B"], ["--names", "class.csv"]])
@pytest.mark.parametrize("kinds", [["win"], ["win", "missed", "force"]])
def test_each_booklet_is_of_one_sheet_and_the_key_of_its_own(
    program: Any, kinds: list[str], options: list[str]
) -> None:
    """Every paper has two sides; none holds two versions, two names, or a sheet and a key."""
    (program.folder / "class.csv").write_text(CLASS, encoding="utf-8")
    done = program("worksheet", *kinds, *options, "--booklet", "-o", "x.pdf")
    papers = list(zip(*[iter(read("x.pdf"))] * 2, strict=True))
    belongs = ["Ana Țurcan", "Ștefan", "Ioana"] if "--names" in options else ["Name"]
    keys = 0
    for front, back in papers:
        text = f"{front} {back}"
        told = {one for one in ("Version A", "Version B") if one in text}
        assert len(told) <= 1
        if "answers" in text:
            keys += 1
            assert not any(one in text for one in belongs)
        else:
            assert sum(one in text for one in belongs) == 1
    versions = 2 if options else 1
    assert keys >= versions
    assert ["answers" in "".join(paper) for paper in papers] == [False] * (len(papers) - keys) + [True] * keys
    said = done.out.decode()
    assert ("The last one is the key." if versions == 1 else "The last 2 are the keys.") in said
    with pikepdf.open("x.pdf") as pdf, pdf.open_outline() as outline:
        sheets = 3 if "--names" in options else versions
        assert len(outline.root) == sheets + versions


def test_booklets_without_blanks_say_so(program: Any) -> None:
    done = program("worksheet", "win", "--paper", "A5", "--booklet", "-o", "x.pdf")
    assert "2 booklets of 4 pages, none of them blank.\n" in done.out.decode()


def test_a_booklet_with_a_key_of_its_own_or_none_says_nothing_of_it(program: Any) -> None:
    for answers in ("none", "separate"):
        done = program("worksheet", "win", "--answers", answers, "--booklet", "-o", f"{answers}.pdf")
        assert "A booklet of 4 pages, 2 of them blank." in done.out.decode()
        assert "key." not in done.out.decode().partition("blank")[2]
        assert "answers" not in " ".join(read(f"{answers}.pdf"))


def test_a_worksheet_can_be_read_aloud(program: Any) -> None:
    program("worksheet", "win", "--accessible", "-o", "x.pdf")
    with pikepdf.open("x.pdf") as pdf:
        assert pdf.Root.MarkInfo.Marked
        told_of = [
            str(one.Alt) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one
        ]
    assert sum(one.startswith("Board: ") for one in told_of) == 8


def test_a_long_run_says_how_far_it_is(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, as if a second were over at once: the puzzles first, then the pages."""
    monkeypatch.setattr(progress, "_AFTER", -1.0)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    done = program("worksheet", "win", "--versions", "A,B,C", "-o", "x.pdf")
    assert "1 of 12" in done.err
    assert "12 of 12" in done.err
    assert "6 of 6" in done.err
    assert done.err.endswith("\r\x1b[K")


def test_standard_output_holds_the_file(program: Any) -> None:
    done = program("worksheet", "win", "-o", "-")
    assert (done.status, done.files) == (0, [])
    assert len(texts(done.out)) == 2
    assert "code" in done.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["winn"], "'winn' is no kind of puzzle; did you mean 'win'? The kinds are shapes, spot"),
        (["win", "win"], "win is asked for twice"),
        (["win", "--count", "0"], "--count can be 1 to 24, not 0."),
        (["win", "--seed", "-1"], "--seed can be 0 to 1000000000, not -1."),
        (["win", "--versions", "A,,B"], "write them as A,B,C"),
        (["win", "--versions", "A,A"], "names one twice"),
        (["win", "--names", "no.csv"], "no.csv cannot be read"),
        (["win", "--names", "pairs.csv"], "a worksheet is for one; the table needs a column name"),
        (
            ["win", "--names", "class.csv", "--versions", "A,C"],
            "there is no version 'B'; --versions names A, C.",
        ),
        (["win", "--names", "gap.csv"], "gap.csv, row 3: the version is empty"),
        (["win", "-o", "x.svg"], "a worksheet is a PDF"),
        (["win", "-o", "-", "--json"], "-o - and --json contradict each other"),
        (["win", "-o", "-", "--answers", "separate"], "-o - and --answers separate contradict each other"),
        (["win", "--paper", "A6", "--large"], "does not fit A6"),
        (["spot", "--n-up", "16"], "a worksheet does not fit 52.5x74.25mm: four cells of 12 mm and 24 mm"),
        (["win", "--n-up", "4", "--booklet"], "--n-up and --booklet contradict each other"),
        (["win", "--backs"], "every worksheet has one page, so there is nothing for its back"),
        (["win", "--lang", "pt"], "there are no words in 'pt'"),
        (["win", "--paper", "B5"], "is no paper"),
    ],
)
def test_what_cannot_be_made_is_refused(program: Any, arguments: list[str], sentence: str) -> None:
    (program.folder / "class.csv").write_text(CLASS, encoding="utf-8")
    (program.folder / "pairs.csv").write_text("first,second\nAna,Dan\n", encoding="utf-8")
    (program.folder / "gap.csv").write_text("name,version\nAna,A\nDan,\n", encoding="utf-8")
    before = sorted(one.name for one in program.folder.iterdir())
    done = program("worksheet", *arguments)
    assert (done.status, done.out, done.files) == (2, b"", before)
    assert sentence in done.err


def test_a_file_that_exists_is_kept_before_anything_is_made(program: Any) -> None:
    (program.folder / "x-key.pdf").write_bytes(b"mine")
    said = program.refused("worksheet", "win", "--answers", "separate", "-o", "x.pdf")
    assert "x-key.pdf exists already" in said
    assert Path("x-key.pdf").read_bytes() == b"mine"
    assert program("worksheet", "win", "--answers", "separate", "-o", "x.pdf", "--force").status == 0


def test_a_name_that_cannot_be_printed_is_told_with_its_row(program: Any) -> None:
    (program.folder / "class.csv").write_text("name\nAna\nDan \U0001f600\n", encoding="utf-8")
    said = program.refused("worksheet", "win", "--names", "class.csv", "-o", "x.pdf")
    assert said.startswith("class.csv, row 3: the name 'Dan \U0001f600' holds U+1F600")


def test_a_table_without_versions_names_none(program: Any) -> None:
    """A sheet to play on takes no notice of the column."""
    (program.folder / "class.csv").write_text(CLASS, encoding="utf-8")
    assert [row.version for row in read_roster(Path("class.csv"))] == ["A", "B", "A"]
    (program.folder / "plain.csv").write_text("name\nAna\n", encoding="utf-8")
    assert [row.version for row in read_roster(Path("plain.csv"))] == [None]
    assert program("sheet", "--names", "class.csv", "-o", "x.pdf").status == 0


def test_the_levels_in_the_readme_are_those_of_the_puzzles() -> None:
    readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
    assert table() in readme


@pytest.mark.parametrize("is_key", [False, True])
def test_the_examples_are_what_is_printed_today(is_key: bool) -> None:
    """The pictures that the README shows: the win sheet of its first command, and the key."""
    request = Request(("win",), {"win": 4}, "medium", PAPER, 7, ("A",))
    asked = dict.fromkeys(("n_up", "flip", "back_offset", "accessible"))
    options = settled(
        {**asked, "paper": "A4", "lang": "en", "large": False, "booklet": False, "backs": False}
    )
    sheet = set_out(make_run(request, lambda: None), [Pupil("A")], options)["A"]
    name = f"worksheet-win{'-key' if is_key else ''}.svg"
    assert (EXAMPLES / name).read_bytes() == svg_bytes(scene_of(sheet, "A", "en", is_key=is_key))
