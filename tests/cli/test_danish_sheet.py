"""The sheets of Danish Quarto from the command line: names, handouts, tagged files and the example."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest


def test_the_example_in_the_repository_is_what_is_printed_today(program: Any) -> None:
    """The picture that the README names comes from the code beside it."""
    example = Path(__file__).parents[2] / "examples" / "quarto-danish.svg"
    assert program("sheet", "danish", "--paper", "A4", "--lang", "en", "-o", "new.svg").status == 0
    assert example.read_bytes() == (program.folder / "new.svg").read_bytes()


def test_first_is_white_and_second_is_black(program: Any, read_page: Any) -> None:
    """The names of a table stand on the lines of the two players."""
    Path("pairs.csv").write_text("first,second\nAna,Bogdan\n", encoding="utf-8")
    done = program("sheet", "danish", "--names", "pairs.csv", "--paper", "A4", "--lang", "en", "-o", "x.pdf")
    assert done.status == 0
    (page,) = read_page("x.pdf")
    at = {one[4]: one[1:3] for one in page if one[0] == "text"}
    assert {at[who][1] for who in ("White", "Ana", "Black", "Bogdan")} == {at["White"][1]}
    assert at["White"][0] < at["Ana"][0] < at["Black"][0] < at["Bogdan"][0]


@pytest.mark.parametrize("name", ["danish", "danish-rules"])
@pytest.mark.parametrize("option", [["--large"], ["--ink-saver"], ["--ruler"], ["--accessible"]])
def test_the_sheets_take_the_options_that_suit_them(program: Any, name: str, option: list[str]) -> None:
    """And rebuild the same bytes from the file alone."""
    done = program("sheet", name, "--paper", "A4", "--lang", "ro", "--title", "Seara", *option, "-o", "x.pdf")
    assert (done.status, done.err) == (0, "")
    assert program("rebuild", "x.pdf", "-o", "y.pdf").status == 0
    assert Path("x.pdf").read_bytes() == Path("y.pdf").read_bytes()


@pytest.mark.parametrize("option", [["--left-handed"], ["--features", "tl"], ["--arrow", "dots"]])
def test_what_is_for_the_other_game_is_refused(program: Any, option: list[str]) -> None:
    """An option that a template does not take is never ignored."""
    assert f"danish does not take {option[0]}" in program.refused("sheet", "danish", *option)


def test_a_paper_that_is_too_small_is_refused_with_the_sum(program: Any) -> None:
    said = program.refused("sheet", "danish", "--paper", "A6")
    assert "120 mm and two margins of 11 mm are 142 mm across; A6 is 105 mm wide" in said


def test_a_handout_holds_board_and_rules(program: Any) -> None:
    done = program("handout", "--with", "danish-rules,danish", "--paper", "Letter", "-o", "x.pdf")
    assert (done.status, done.err) == (0, "")
    with pypdfium2.PdfDocument("x.pdf") as pdf:
        assert len(pdf) == 2


def test_the_layout_tells_the_game(program: Any) -> None:
    layout = json.loads(program("layout", "danish", "--paper", "A4", "--json").out)
    assert layout["game"] == "danish-quarto"
    first = layout["pages"][0]["boards"][0]["fields"][0]
    assert first == {"id": "point.c1", "kind": "point", "centre_mm": [81, 54], "diameter_mm": 2.2}
    assert json.loads(program("layout", "classic", "--paper", "A4", "--json").out)["game"] == "quarto"


def test_a_sheet_of_ones_own_may_be_for_either_game(program: Any) -> None:
    """The key game chooses names and rules; what is no game is refused with the nearest."""
    Path("mine.toml").write_text('schema = 1\ngame = "danish-quarto"\n[[part]]\nkind = "names"\n', "utf-8")
    assert program("sheet", "mine.toml", "--paper", "A4", "--lang", "de", "-o", "x.pdf").status == 0
    with pypdfium2.PdfDocument("x.pdf") as pdf:
        assert pdf[0].get_textpage().get_text_range().split() == ["Weiß", "Schwarz"]
    Path("odd.toml").write_text('schema = 1\ngame = "danish"\n[[part]]\nkind = "names"\n', "utf-8")
    said = program.refused("sheet", "odd.toml")
    assert "odd.toml, line 2: game cannot be 'danish'" in said
