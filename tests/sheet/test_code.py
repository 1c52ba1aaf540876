"""Codes of sheets: each copy its own, the same run the same ones, and a slip of the pen is found."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from printquarto.sheet.code import LETTERS, is_code, sheet_code
from printquarto.sheet.template import Template, find_template, read_template

RECORDED = read_template(find_template("recorded"))


def codes(count: int, series: str = "", template: Template = RECORDED, **options: str) -> list[str]:
    """Give the codes of a run."""
    return [sheet_code(template, options, series, copy) for copy in range(1, count + 1)]


def test_a_code_has_six_characters_that_cannot_be_mistaken() -> None:
    """Three, a hyphen and three, without 0 and O, 1 and I."""
    assert len(set(LETTERS)) == 32
    assert not set("01OI") & set(LETTERS)
    for code in codes(500):
        assert re.fullmatch(f"[{LETTERS}]{{3}}-[{LETTERS}]{{3}}", code)
        assert is_code(code)
        assert is_code(code.lower().replace("-", ""))


def test_every_copy_of_a_run_has_its_own() -> None:
    """Ten thousand copies, the most that can be asked for, have ten thousand codes."""
    assert len(set(codes(10_000))) == 10_000


def test_the_same_run_gives_the_same_codes_and_another_one_others() -> None:
    """They hang on template, options, series and copy, and on nothing else."""
    run = codes(20, paper="A4")
    assert codes(20, paper="A4") == run
    key = read_template(find_template("key"))
    others = [
        codes(20, paper="Letter"),
        codes(20, "7b", paper="A4"),
        codes(20, paper="A4", title="x"),
        codes(20, template=key, paper="A4"),
    ]
    for one, two in itertools.combinations([run, *others], 2):
        assert not set(one) & set(two)


def test_they_stay_as_they_are() -> None:
    """Sheets that are printed keep their codes when the program changes: these are from a first run."""
    template = Template("fixed", "", (), ())
    assert codes(3, "spring", template, paper="A4", lang="en") == CODES


CODES = ["AKK-4AN", "79Z-P9X", "3YG-A87"]


def test_where_a_file_lies_does_not_count(tmp_path: Path) -> None:
    """A template of the same name and content has the same codes in any folder."""
    text = find_template("recorded").read_text("utf-8")
    found = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.toml").write_text(text, "utf-8")
        found.append(codes(3, template=read_template(tmp_path / name / "mine.toml")))
    assert found[0] == found[1]


@given(st.text(LETTERS, min_size=5, max_size=5), st.data())
def test_a_wrong_character_and_two_that_changed_places_are_found(five: str, data: st.DataObject) -> None:
    """There is one check character for any five; no single slip gives another code that is right."""
    right = [five + last for last in LETTERS if is_code(five + last)]
    assert len(right) == 1
    code = right[0]
    at = data.draw(st.integers(0, 5))
    for letter in LETTERS:
        assert is_code(code[:at] + letter + code[at + 1 :]) == (letter == code[at])
    for one, two in itertools.combinations(range(6), 2):
        swapped = list(code)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        assert is_code("".join(swapped)) == (code[one] == code[two])


def test_what_is_no_code_is_told() -> None:
    """Wrong lengths and characters that no code has."""
    for text in ("", "222", "2222222", "O22-222", "22?-222", "２22-222"):
        assert not is_code(text)
