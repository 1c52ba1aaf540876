"""The sheets with several boards, the booklet and the recorded sheet, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHEETS = ["travel", "pocket", "recorded", "rules"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["travel", "--boards", "3"], "--boards can be 2, 4, 6 or 8, not 3."),
        (["travel", "--boards", "0"], "--boards can be 2, 4, 6 or 8, not 0."),
        (["pocket", "--boards", "4"], "pocket does not take --boards: it holds 2 boards."),
        (["recorded", "--boards", "4"], "recorded does not take --boards: it holds one board."),
        (["rules", "--boards", "2"], "rules does not take --boards: it holds no board."),
        (["recorded", "--arrow", "shaft"], "recorded does not take --arrow; it takes --series"),
        (["travel", "--title", "x"], "travel does not take --title; it takes --boards"),
        (["travel", "--series", "x"], "travel does not take --series; it takes --boards"),
        (["markers"], "there is no template 'markers'."),
    ],
)
def test_what_a_sheet_does_not_take_is_refused(program: Any, arguments: list[str], sentence: str) -> None:
    """One line, status 2, and no file."""
    assert program.refused("sheet", "--paper", "A4", *arguments).startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["travel", "--paper", "A4", "--boards", "8"],
            "The board does not fit: 4 × 12 mm of cells with the tray",
        ),
        (["pocket", "--paper", "A5"], "The board on page 4 of the booklet would not fit: "),
        (
            ["recorded", "--paper", "A5"],
            "The turns do not fit: 4 × 38 mm of boxes and 48 mm of markers are 200 mm",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_sum(program: Any, arguments: list[str], sentence: str) -> None:
    """Never smaller than it can be written on."""
    assert program.refused("sheet", *arguments).startswith(sentence)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_is_printed_twice_alike_and_rebuilt(program: Any, name: str, paper: str) -> None:
    """Two runs give the same bytes, and so does a rebuild from nothing but the file."""
    for target in ("one.pdf", "two.pdf"):
        done = program("sheet", name, "--paper", paper, "--lang", "en", "-o", target)
        assert (done.status, done.err) == (0, "")
    done = program("rebuild", "one.pdf", "-o", "three.pdf")
    assert done.status == 0, done.err
    contents = {(program.folder / f"{target}.pdf").read_bytes() for target in ("one", "two", "three")}
    assert len(contents) == 1
    assert program("sheet", name, "--paper", paper, "-o", "page.svg").status == 0


@pytest.mark.parametrize("name", ["pocket", "recorded"])
def test_the_examples_in_the_repository_are_what_is_printed_today(program: Any, name: str) -> None:
    """The pictures that the README shows come from the code beside them."""
    example = Path(__file__).parents[2] / "examples" / f"quarto-{name}.svg"
    assert program("sheet", name, "--paper", "A4", "--lang", "en", "-o", "new.svg").status == 0
    assert example.read_bytes() == (program.folder / "new.svg").read_bytes()


def test_the_layout_of_the_recorded_sheet_is_told(program: Any) -> None:
    """All fields and the eight markers, as the reader of photos looks them up."""
    done = program("layout", "recorded", "--paper", "A4", "--json")
    layout = json.loads(done.out)
    assert (layout["template"], layout["paper"], layout["page_mm"]) == ("recorded", "A4", [210, 297])
    (page,) = layout["pages"]
    (board,) = page["boards"]
    assert len(board["fields"]) == 16 + 32 + 16 * 7 + 4
    assert board["fields"][48] == {
        "id": "turn.1.tl",
        "kind": "bubble",
        "centre_mm": [38.5, 203.25],
        "diameter_mm": 4.8,
    }
    assert [marker["id"] for marker in page["markers"]] == list(range(8))
    assert page["markers"][3] == {"id": 3, "dictionary": "36h11", "box_mm": [188, 142.5, 12, 12]}
    summary = program("layout", "recorded", "--paper", "A4").out.decode()
    assert "page 1: 112 turn fields" in summary


def test_boards_are_counted_in_the_layout(program: Any) -> None:
    """Six on a travel sheet, two in the booklet, which lies on its side."""
    travel = json.loads(program("layout", "travel", "--paper", "A4", "--boards", "6", "--json").out)
    assert [board["board"] for board in travel["pages"][0]["boards"]] == [1, 2, 3, 4, 5, 6]
    pocket = json.loads(program("layout", "pocket", "--paper", "Letter", "--json").out)
    assert pocket["page_mm"] == [279.4, 215.9]
    assert len(pocket["pages"][0]["boards"]) == 2
    assert pocket["pages"][0]["markers"] == []


def test_codes_go_on_through_a_handout(program: Any) -> None:
    """The same sheet twice in a bundle has six codes, not three twice; with names each row has its own."""
    import re

    import pypdfium2

    def codes(name: str) -> list[str]:
        with pypdfium2.PdfDocument(str(program.folder / name)) as pdf:
            pages = [page.get_textpage().get_text_range() for page in pdf]
        return re.findall(r"\b[2-9A-Z]{3}-[2-9A-Z]{3}\b", "\n".join(pages))

    base = ("--paper", "A4", "--lang", "en")
    assert program("handout", "--with", "recorded*2,rules,recorded", *base, "-o", "h.pdf").status == 0
    assert len(codes("h.pdf")) == len(set(codes("h.pdf"))) == 3
    (program.folder / "class.csv").write_text("name\nAna\nDan\n", "utf-8")
    assert program("sheet", "recorded", "--names", "class.csv", *base, "-o", "n.pdf").status == 0
    assert len(codes("n.pdf")) == len(set(codes("n.pdf"))) == 2
    assert program("sheet", "recorded", "--copies", "2", *base, "-o", "c.pdf").status == 0
    assert codes("c.pdf") == codes("n.pdf")
