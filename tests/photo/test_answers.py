"""Answers are read strictly from TOML, laid over what the ink says, and written so that they can be kept."""

from __future__ import annotations

from pathlib import Path

import paperwork
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printquarto.errors import InputError
from printquarto.games.shape import SHAPES
from printquarto.notation.shapes import all_spellings
from printquarto.photo.answers import Answers, parse_answers, read_answers
from printquarto.photo.answers_text import answers_text
from printquarto.photo.assemble import assemble
from printquarto.photo.chart import Chart
from printquarto.photo.reading import SURE, Evidence

CHART: Chart = paperwork.CHART
TWO_BOARDS = CHART._replace(
    fields=(*CHART.fields, *(one._replace(board=2) for one in CHART.fields if "cell" in one.field.id))
)


def given_in(text: str, source: str = "IMG_1204.jpg", number: int = 1, chart: Chart = CHART) -> dict:
    return parse_answers(text, "a.toml").for_sheet(source, number, chart)


@pytest.mark.parametrize("spelling", [*all_spellings(SHAPES[6]), "OIIO", " #6 "])
def test_a_shape_may_be_written_in_any_form(spelling: str) -> None:
    assert given_in(f'["IMG_1204.jpg#1"]\n"cell.c3" = "{spelling}"') == {(1, "cell.c3"): "oiio"}


@pytest.mark.parametrize("word", ["", ".", "blank", "Blank"])
def test_a_cell_may_be_empty(word: str) -> None:
    assert given_in(f'["IMG_1204.jpg#1"]\n"cell.c3" = "{word}"') == {(1, "cell.c3"): ""}


def test_marks_are_true_or_false() -> None:
    text = '["IMG_1204.jpg#1"]\n"turn.4.call" = false\n"tray.6.arrow" = true\n"result.first" = true'
    assert given_in(text) == {(1, "turn.4.call"): False, (1, "tray.6.arrow"): True, (1, "result.first"): True}


def test_a_table_is_about_one_sheet_of_one_file() -> None:
    """The file may be named as it was given or by its last part, which the first of them overrules."""
    text = (
        '["a.jpg#1"]\n"cell.c3" = "oooo"\n"cell.c4" = "oooo"\n["in/a.jpg#1"]\n"cell.c3" = "iiii"\n'
        '["a.jpg#2"]\n"cell.c3" = "oiio"\n'
    )
    assert given_in(text, "a.jpg") == {(1, "cell.c3"): "oooo", (1, "cell.c4"): "oooo"}
    assert given_in(text, "in/a.jpg") == {(1, "cell.c3"): "iiii", (1, "cell.c4"): "oooo"}
    assert given_in(text, "a.jpg", 2) == {(1, "cell.c3"): "oiio"}
    assert given_in(text, "b.jpg") == {}


def test_a_second_board_is_named_before_a_slash() -> None:
    text = '["a.jpg#1"]\n"2/cell.c3" = "oooo"\n"cell.c3" = "iiii"'
    assert given_in(text, "a.jpg", chart=TWO_BOARDS) == {(2, "cell.c3"): "oooo", (1, "cell.c3"): "iiii"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('["a.jpg#1"]\n"cell.c5" = "oiio"', "line 2: the sheet has no field 'cell.c5'. Did you mean 'cell.c"),
        ('["a.jpg#1"]\n\n"turn.4.cal" = true', "line 3: the sheet has no field 'turn.4.cal'. Did you mean"),
        ('["a.jpg#1"]\n"3/cell.c3" = ""', "line 2: the sheet has no field '3/cell.c3'."),
        ('["a.jpg#1"]\n"cell.c3" = "oxoo"', "line 2: 'oxoo' is not a shape"),
        ('["a.jpg#1"]\n"cell.c3" = true', "line 2: cell.c3 is a cell: expected a shape in quotes"),
        ('["a.jpg#1"]\n"cell.c3" = 6', "line 2: cell.c3 is a cell: expected a shape in quotes"),
        (
            '["a.jpg#1"]\n"turn.4.call" = "yes"',
            "line 2: turn.4.call is a mark: expected true or false, not 'y",
        ),
        (
            '["a.jpg#1"]\n"turn.4.call" = 1',
            "line 2: turn.4.call is a mark: expected true or false, not a numb",
        ),
        ('["a.jpg#1"]\ncell.c3 = "oiio"', "line 2: 'cell' needs quotes around its whole name"),
        ('"cell.c3" = "oiio"', "line 1: 'cell.c3' stands in no table"),
        ('["a.jpg"]\n"cell.c3" = "oiio"', "line 1: 'a.jpg' names no sheet"),
        ('["a.jpg#0"]\n', "line 1: 'a.jpg#0' names no sheet"),
        ('["a.jpg#x"]\n', "line 1: 'a.jpg#x' names no sheet"),
        ('["a.jpg#1"\n', "this is not TOML: "),
        ('["a.jpg#1"]\n"cell.c3" = oiio', "this is not TOML: "),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        given_in(text, "a.jpg")
    message = str(caught.value)
    assert message.startswith("a.toml")
    assert expected in message
    assert "\n" not in message


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: no such file"):
        read_answers(tmp_path / "none.toml")
    path = tmp_path / "a.toml"
    path.write_bytes(b'["a.jpg#1"]\n"cell.c3" = "\xff"')
    with pytest.raises(InputError, match="line 2: this is not UTF-8"):
        read_answers(path)
    path.write_bytes(b'\xef\xbb\xbf["a.jpg#1"]\r\n"cell.c3" = "oiio"\r\n')
    assert read_answers(path).for_sheet("a.jpg", 1, CHART) == {(1, "cell.c3"): "oiio"}


def test_tables_about_sheets_that_were_not_read_are_told() -> None:
    answers = parse_answers('["a.jpg#1"]\n["a.jpg#2"]\n["b.jpg#1"]\n', "a.toml")
    assert answers.unmatched({"in/a.jpg": 2, "b.jpg": 1}) == {}
    assert answers.unmatched({"in/a.jpg": 1}) == {
        "a.jpg#2": "a.toml, line 2: no sheet 'a.jpg#2' was read. Did you mean 'a.jpg#1'?",
        "b.jpg#1": "a.toml, line 3: no sheet 'b.jpg#1' was read. Did you mean 'a.jpg#1'?",
    }
    assert answers.strangers(["in/a.jpg"]) == {
        "b.jpg#1": "a.toml, line 3: 'b.jpg' is not among the files that are read. Did you mean 'a.jpg'?"
    }


values = st.one_of(st.booleans(), st.sampled_from(["", *(shape.corners for shape in SHAPES)]))
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(lambda name: f"{name}#1")
fields = st.tuples(st.integers(1, 9), st.from_regex(r"[a-z]+\.[a-z0-9]+", fullmatch=True))


@given(st.dictionaries(names, st.dictionaries(fields, values, min_size=1), max_size=3))
def test_what_was_written_is_read_again(given_values: dict) -> None:
    answers = parse_answers(answers_text(given_values), "a.toml")
    assert {name: dict(table) for name, table in answers.tables.items()} == {
        name: {f"{board}/{field}" if board != 1 else field: value for (board, field), value in some.items()}
        for name, some in given_values.items()
    }


def test_an_answer_overrules_clear_ink_and_says_so() -> None:
    paper = paperwork.recorded([("oiio", "a1"), ("oioi", "b2")])
    reading = assemble(
        "a.jpg", 1, CHART, paperwork.seen(paper), answers={(1, "cell.b2"): "ioio", (1, "turn.2.call"): True}
    )
    found = {one.id: one for one in reading.fields}
    assert (found["cell.b2"].value, found["cell.b2"].confidence) == ("ioio", 1.0)
    assert {name for name, one in found.items() if one.decided_by == "answer"} == {"cell.b2", "turn.2.call"}
    assert reading.record == "1. oiio@a1   2. ioio@b2!\n"


def test_one_answer_lets_the_rules_decide_more() -> None:
    """Two cells may each be either shape; once one of them is told the other follows."""
    paper = paperwork.recorded([("oiio", "a1"), ("oiii", "b2")])
    unsure = [
        Evidence(1, "cell.a1", {"oiio": 0.7, "oiii": 0.3}, None, True),
        Evidence(1, "cell.b2", {"oiii": 0.7, "oiio": 0.3}, None, True),
    ]
    evidence = paperwork.seen(paper, unsure)
    assert assemble("a.jpg", 1, CHART, evidence).status != SURE
    reading = assemble("a.jpg", 1, CHART, evidence, answers={(1, "cell.a1"): "oiio"})
    assert reading.status == SURE
    assert reading.record == "1. oiio@a1   2. oiii@b2\n"
    assert {one.decided_by for one in reading.fields if one.id.startswith("cell.b2")} == {"rule"}


def test_no_answers_are_no_answers() -> None:
    assert Answers({}).for_sheet("a.jpg", 1, CHART) == {}
    assert answers_text({}) == ""
