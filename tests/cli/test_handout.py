"""``printquarto handout`` and what lays pages on paper, from the command line and read back from the PDF."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from printquarto.games.shape import SHAPES

MM = 25.4 / 72


def titles(pdf: pikepdf.Pdf) -> list[tuple[str, int]]:
    """Give the outline: each title with the page that it leads to, counted from 1."""
    places = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    with pdf.open_outline() as outline:
        return [(item.title, places[_destination(pdf, item)[0].objgen]) for item in outline.root]


def _destination(pdf: pikepdf.Pdf, item: Any) -> Any:
    named = item.destination
    if isinstance(named, pikepdf.Array):
        return named
    return pdf.Root.Dests[str(named)]


def words_of(path: str) -> list[str]:
    """Give the words of each page."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def labels(path: str) -> list[str]:
    with pypdfium2.PdfDocument(path) as pdf:
        return [pdf.get_page_label(number) for number in range(len(pdf))]


def test_a_handout_has_its_sheets_in_order_with_outline_and_labels(program: Any) -> None:
    done = program("handout", "--with", "key,classic*2,score", "--paper", "A4")
    assert (done.status, done.err, done.files) == (0, "", ["quarto-handout.pdf"])
    with pikepdf.open("quarto-handout.pdf") as pdf:
        assert len(pdf.pages) == 5
        assert titles(pdf) == [("The sixteen shapes", 1), ("Quarto", 3), ("Quarto score", 5)]
        assert str(pdf.docinfo["/Title"]) == "The sixteen shapes · Quarto · Quarto score"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert "/Duplex" not in pdf.Root.ViewerPreferences
    assert labels("quarto-handout.pdf") == [
        "The sixteen shapes 1",
        "The sixteen shapes 2",
        "Quarto 1",
        "Quarto 2",
        "Quarto score 1",
    ]


def test_options_go_to_the_sheets_that_take_them_and_the_title_to_the_whole(program: Any) -> None:
    """Key takes no arrow; classic does."""
    Path("mine.toml").write_text('schema = 1\n[[part]]\nkind = "text"\ntext = "Hello"\n', encoding="utf-8")
    done = program("handout", "--with", " classic , mine.toml * 2", "--arrow", "dots", "--title", "Our trip")
    assert done.status == 0
    with pikepdf.open("quarto-handout.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Our trip"
        assert len(pdf.pages) == 3
    with pypdfium2.PdfDocument("quarto-handout.pdf") as pdf:
        assert pdf[0].get_textpage().get_text_bounded().startswith("Quarto")
        assert "Join the two dots" in pdf[0].get_textpage().get_text_bounded()
        assert pdf[2].get_textpage().get_text_bounded() == "Hello"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--with", "clasic"], "there is no template 'clasic'. Did you mean 'classic'?"),
        (["--with", "key,,classic"], "--with 'key,,classic' names no sheet between two commas"),
        (["--with", ","], "--with ',' names no sheet"),
        (["--with", "key*0"], "--with can hold 1 to 1000 of a sheet, not 0."),
        (["--with", "key*1001"], "--with can hold 1 to 1000 of a sheet, not 1001."),
        (["--with", "key", "--arrow", "dots"], "none of the sheets takes --arrow; leave it out."),
        (["--with", "key", "--title", " "], "--title is empty"),
        (["--with", "rules", "--backs"], "rules has one page, so there is nothing for its back;"),
        (["--with", "rules", "--backs", "--n-up", "2"], "rules has one page, so there is nothing for"),
        (["--with", "key", "-o", "x.svg"], "a handout is a PDF"),
        (["--with", "no.toml"], "no.toml cannot be read: no such file or directory."),
        (["--with", "classic", "--paper", "A6", "--booklet"], "The tray does not fit"),
        (
            ["--with", "key", "-o", "no/where.pdf"],
            "no/where.pdf cannot be written: its folder does not exist.",
        ),
    ],
)
def test_a_handout_is_refused_in_one_line(program: Any, arguments: list[str], sentence: str) -> None:
    assert program.refused("handout", *arguments).startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--n-up", "1"], "--n-up can be 2 to 16, not 1."),
        (["--n-up", "2", "--booklet"], "--n-up and --booklet contradict each other; leave one out."),
        (["--booklet", "--landscape"], "--booklet folds pages that stand upright; leave --landscape out."),
        (["--flip", "long"], "--flip is for printing on both sides; add --backs or --booklet."),
        (["--back-offset", "1,1"], "--back-offset is for printing on both sides; add --backs or --booklet."),
        (["--booklet", "--back-offset", "1"], "--back-offset '1' is no X,Y in mm, as 0.5,-1."),
        (["--booklet", "--back-offset", "nan,0"], "--back-offset 'nan,0' is no X,Y in mm, as 0.5,-1."),
        (
            ["--booklet", "--back-offset", "0,-5.1"],
            "--back-offset can be 5 mm each way at most, not -5.1 mm.",
        ),
        (["--backs"], "classic has one page, so there is nothing for its back;"),
        (
            ["--n-up", "8"],
            "The tray does not fit: 78 mm and two margins of 11 mm are 100 mm across; 74.25x105mm",
        ),
        (
            ["--n-up", "4", "-o", "x.svg"],
            "an SVG file holds one page as it is: leave --n-up out, or take PDF.",
        ),
        (["--booklet", "-o", "x.svg"], "an SVG file holds one page as it is: leave --booklet out"),
        (["--accessible", "-o", "x.svg"], "an SVG file holds one page as it is: leave --accessible out"),
    ],
)
def test_what_cannot_be_laid_on_paper_is_refused(program: Any, arguments: list[str], sentence: str) -> None:
    assert program.refused("sheet", *arguments).startswith(sentence)


def test_a_booklet_says_how_many_pages_are_blank(program: Any) -> None:
    """Six pages become eight; they are set out on half the paper, and the printer is told how to turn it."""
    done = program("handout", "--with", "key,classic*4", "--booklet", "--paper", "A4")
    assert "A booklet of 8 pages, 2 of them blank at the end." in done.out.decode()
    assert "Print on both sides, turned over the short edge." in done.out.decode()
    with pikepdf.open("quarto-handout.pdf") as pdf:
        assert len(pdf.pages) == 4
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"
        assert [round(float(one) * MM) for one in pdf.pages[0].mediabox] == [0, 0, 297, 210]
        assert titles(pdf) == [("The sixteen shapes", 1), ("Quarto", 3)]
    with pypdfium2.PdfDocument("quarto-handout.pdf") as pdf:
        outer = pdf[0].get_textpage()
        half = 148.5 / MM
        assert outer.get_text_bounded(0, 0, half, 600) == ""
        assert outer.get_text_bounded(half, 0, 2 * half, 600).startswith("The sixteen shapes")


def test_standard_output_holds_the_file_and_the_notes_go_beside_it(program: Any) -> None:
    done = program("handout", "--with", "key", "--booklet", "-o", "-")
    assert done.out.startswith(b"%PDF-")
    assert done.out.rstrip().endswith(b"%%EOF")
    assert "A booklet of 4 pages, 2 of them blank at the end.\n" in done.err
    assert done.files == []


def test_a_booklet_without_blanks_says_so(program: Any) -> None:
    done = program("handout", "--with", "key*2", "--booklet", "--paper", "A4")
    assert "A booklet of 4 pages, none of them blank." in done.out.decode()


def test_many_up_fills_the_side_and_is_set_out_anew(program: Any, read_page: Any) -> None:
    """Four classic sheets of A6 on A4, with lines as heavy and dots as large as on any sheet."""
    assert program("sheet", "--n-up", "4", "--paper", "A4", "-o", "x.pdf").status == 0
    (page,) = read_page("x.pdf")
    frames = [one for one in page if one[0] == "line" and one[2] == pytest.approx(0.9, abs=0.01)]
    assert len(frames) == 4
    assert {round(one[3], 2) for one in page if one[0] == "circle" and not one[4]} == {0.16}
    lefts = sorted(min(x for x, _ in frame[1][0]) for frame in frames)
    assert lefts[2] - lefts[0] == pytest.approx(105, abs=0.01)
    cuts = [one for one in page if one[0] == "line" and one[5]]
    assert sorted(one[1][0] for one in cuts) == [
        (pytest.approx((8, 148.5), abs=0.01), pytest.approx((202, 148.5), abs=0.01)),
        (pytest.approx((105, 8), abs=0.01), pytest.approx((105, 289), abs=0.01)),
    ]


def test_backs_are_behind_their_fronts_and_moved(program: Any, read_page: Any) -> None:
    """The title of page 2 is moved by the offset, and the printer is told which edge to turn over."""
    assert program("handout", "--with", "classic,score", "--paper", "A4", "-o", "a.pdf").status == 0
    done = program(
        "handout",
        "--with",
        "classic,score",
        "--paper",
        "A4",
        "--backs",
        "--back-offset",
        "1.5,-2",
        "-o",
        "b.pdf",
    )
    assert "turned over the long edge" in done.out.decode()
    plain, moved = read_page("a.pdf"), read_page("b.pdf")
    texts = [[one for one in page if one[0] == "text"] for page in (plain[0], moved[0], plain[1], moved[1])]
    assert texts[0] == texts[1]
    for one, two in zip(texts[2], texts[3], strict=True):
        assert (two[1] - one[1], two[2] - one[2]) == pytest.approx((1.5, -2), abs=0.01)
    with pikepdf.open("b.pdf") as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("how", ["--backs", "--booklet"])
@pytest.mark.parametrize("offset", ["-5,0", "5,0", "0,-5", "0,5", "-0.5,0.5"])
def test_a_back_is_not_moved_into_the_edge(
    program: Any, read_page: Any, how: str, flip: str, offset: str
) -> None:
    """What is printed at all keeps 8 mm clear at that edge, and markers 10; else the sum is told."""
    asked = ("handout", "--with", "key,classic", how, "--flip", flip, "--back-offset")
    for name, paper in (("a.pdf", "A4"), ("b.pdf", "A3")):
        done = program(*asked, offset, "--paper", paper, "-o", name)
        if done.status:
            assert re.search(
                r"--back-offset moves page [24] too near to its (left|upper|right|lower) edge: "
                r"[0-9.]+ mm less [0-9.]+ mm are -?[0-9.]+ mm, and (8|10) mm must stay white\.\n$",
                done.err,
            )
            assert name not in done.files
            continue
        with pikepdf.open(name) as pdf:
            width, height = (float(one) * MM for one in pdf.pages[1].mediabox[2:])
        for kind, *rest in read_page(name)[1]:
            points = [point for run in rest[0] for point in run] if kind == "line" else [tuple(rest[:2])]
            for x, y in points:
                assert min(x, y, width - x, height - y) >= 7.9


def test_the_sum_of_a_moved_back_is_told(program: Any, read_page: Any) -> None:
    """It begins with the distance in the file without the offset, and what it leaves room for is taken."""
    asked = ("handout", "--with", "rules,travel", "--backs", "--paper", "A4", "-o")
    assert program(*asked, "a.pdf").status == 0
    _, page = read_page("a.pdf")
    line = program.refused(*asked, "b.pdf", "--back-offset=-5,-5")
    found = re.search(r"page 2 .* (left|upper) edge: ([0-9.]+) mm less 5 mm are ([0-9.]+) mm, and", line)
    assert found, line
    free, left = float(found[2]), float(found[3])
    assert free - 5 == pytest.approx(left, abs=0.011)
    points = [point for kind, *rest in page if kind == "line" for run in rest[0] for point in run]
    nearest = min(point[found[1] == "upper"] for point in points)
    assert nearest - 0.5 < free <= nearest + 0.01
    way = f"{8.1 - free:.2f}"
    offset = f"{way},0" if found[1] == "left" else f"0,{way}"
    assert program(*asked, "c.pdf", f"--back-offset={offset}").status == 0


@pytest.mark.parametrize(
    ("arguments", "papers"),
    [
        (["--with", "rules,pocket"], ["rules", "", "pocket", ""]),
        (["--with", "pocket,rules"], ["pocket", "", "rules", ""]),
        (["--with", "classic,key", "--landscape"], ["classic", "", "key", "", "cards", "backs"]),
        (["--with", "pocket,rules,classic"], ["pocket", "", "rules", "classic"]),
    ],
)
def test_a_back_that_lies_the_other_way_gets_a_paper_of_its_own(
    program: Any, read_page: Any, arguments: list[str], papers: list[str]
) -> None:
    """Both sides of each paper are alike, nothing is beyond their edges, and a page lies as it does alone."""
    assert program("handout", *arguments, "--paper", "A4", "-o", "plain.pdf").status == 0
    assert program("handout", *arguments, "--paper", "A4", "--backs", "-o", "x.pdf").status == 0
    with pikepdf.open("x.pdf") as pdf:
        sizes = [tuple(round(float(one) * MM) for one in page.mediabox[2:]) for page in pdf.pages]
    assert sizes[0::2] == sizes[1::2]
    printed = read_page("x.pdf")
    assert [bool(page) for page in printed] == [bool(name) for name in papers]
    inked = [page for page, name in zip(printed, papers, strict=True) if name not in ("", "backs")]
    assert inked == read_page("plain.pdf")
    for page, (width, height) in zip(printed, sizes, strict=True):
        for kind, *rest in page:
            points = [point for run in rest[0] for point in run] if kind == "line" else [tuple(rest[:2])]
            assert all(0 < x < width and 0 < y < height for x, y in points)


def test_a_sheet_of_two_pages_is_printed_on_both_sides_copy_by_copy(program: Any) -> None:
    parts = "".join(
        f'[[part]]\nkind = "text"\ntext = "{word}"\n' + '[[part]]\nkind = "new-page"\n' * (word != "Three")
        for word in ("One", "Two", "Three")
    )
    Path("mine.toml").write_text(f"schema = 1\n{parts}", encoding="utf-8")
    assert program("sheet", "mine.toml", "--backs", "--copies", "2", "-o", "x.pdf").status == 0
    assert words_of("x.pdf") == ["One", "Two", "Three", ""] * 2


def test_cut_outs_have_their_meaning_behind_them(program: Any, read_page: Any) -> None:
    """The card stands on a paper of its own; behind each shape are its four words, in the same square."""
    assert program("sheet", "key", "--backs", "--paper", "A4", "-o", "x.pdf").status == 0
    assert [words[:3] for words in words_of("x.pdf")] == ["The", "", "Cut", "lig"]
    _, _, fronts, backs = read_page("x.pdf")
    for shape in SHAPES:
        number = f"#{shape.number}"
        (front,) = (one for one in fronts if one[0] == "text" and one[4] == number)
        (back,) = (one for one in backs if one[0] == "text" and one[4] == number)
        # Turned over the long, upright edge: what is 4 mm from the left of a card of 40 lies 4 from its left.
        assert back[1] == pytest.approx(210 - (front[1] - 4) - 40 + 4, abs=0.01)
        assert back[2] == pytest.approx(front[2], abs=0.01)
        above = sorted(
            (one for one in backs if one[0] == "text" and one[1] == back[1] and 0 < back[2] - one[2] < 35),
            key=lambda one: one[2],
        )
        assert tuple(one[4] for one in above) == shape.words


def test_a_set_with_its_backs_fills_one_paper_once(program: Any) -> None:
    """The table and the cards side by side, and behind the cards what they mean: two pages of A3."""
    assert program("sheet", "key", "--n-up", "2", "--backs", "--paper", "A3", "-o", "x.pdf").status == 0
    front, back = words_of("x.pdf")
    assert front.count("The sixteen shapes") == 1
    assert back.count("light") == 8


def test_a_handout_keeps_cut_outs_on_a_paper_of_their_own(program: Any) -> None:
    """In a handout pages follow each other on both sides, but nothing is on the backs of cards."""
    assert program("handout", "--with", "classic,key,classic", "--backs", "-o", "x.pdf").status == 0
    assert [words[:3] for words in words_of("x.pdf")] == ["Qua", "The", "Cut", "lig", "Qua", ""]
    assert labels("x.pdf")[:5] == [
        "Quarto 1",
        "The sixteen shapes 1",
        "The sixteen shapes 2",
        "The sixteen shapes 3",
        "Quarto 1",
    ]
    with pikepdf.open("x.pdf") as pdf:
        assert titles(pdf) == [("Quarto", 1), ("The sixteen shapes", 2), ("Quarto", 5)]


def test_backs_that_do_not_fit_their_cards_are_refused(program: Any) -> None:
    Path("mine.toml").write_text('schema = 1\n[[part]]\nkind = "cards"\ncard = 16\n', encoding="utf-8")
    assert program("sheet", "mine.toml", "-o", "x.pdf").status == 0
    line = program.refused("sheet", "mine.toml", "--backs", "-o", "y.pdf")
    assert line.startswith("mine.toml: The backs of the cut-outs do not fit: ")


def test_no_bar_is_drawn_where_no_terminal_is(program: Any) -> None:
    assert program("sheet", "--copies", "10000", "-o", "x.pdf").err == ""


@pytest.mark.skipif(os.name == "nt", reason="devices and modes of POSIX")
@pytest.mark.parametrize("arguments", [["handout", "--with", "key"], ["sheet", "--names", "class.csv"]])
def test_a_full_disk_leaves_the_old_file(
    program: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """And nothing else beside it."""
    Path("class.csv").write_text("name\nAna\n", encoding="utf-8")
    Path("x.pdf").write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    line = program.refused(*arguments, "-o", "x.pdf", "--force")
    assert line.endswith("x.pdf cannot be written: the disk is full.")
    assert Path("x.pdf").read_bytes() == b"old"
    assert program.refused(*arguments, "-o", "/dev/full") == "/dev/full cannot be written: the disk is full."


def test_a_folder_that_cannot_be_written(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may write everywhere, so the system's answer is put in its place."""
    Path("shut").mkdir()
    real = os.open

    def refuse(path: Any, *rest: Any) -> int:
        if "shut" in str(path):
            raise PermissionError(13, "Permission denied")
        return real(path, *rest)

    monkeypatch.setattr(os, "open", refuse)
    line = program.refused("handout", "--with", "key", "-o", "shut/x.pdf")
    assert line == "shut/x.pdf cannot be written: permission is denied."
    assert list(Path("shut").iterdir()) == []


def test_a_file_that_exists_is_kept(program: Any) -> None:
    Path("x.pdf").write_bytes(b"old")
    assert "x.pdf exists already" in program.refused("handout", "--with", "key", "-o", "x.pdf")
    assert Path("x.pdf").read_bytes() == b"old"
