"""Whatever is read can be judged: the check never crashes, and its JSON always fits the schema."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printquarto.check.json_report import SCHEMA, game_object
from printquarto.check.judge import Choice, judge
from printquarto.check.text_report import game_report
from printquarto.games.board import CELLS
from printquarto.games.quarto import NAMED_RULES, Rules
from printquarto.games.shape import CORNERS, SHAPES
from printquarto.notation.parser import read_games
from printquarto.notation.record import RESULTS
from printquarto.notation.writer import write_game

VALIDATOR = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parent / "record.schema.json").read_text(encoding="utf-8"))
)

rules = st.one_of(
    st.sampled_from(list(NAMED_RULES.values())),
    st.builds(
        lambda corners, squares: Rules(tuple(corners), squares),
        st.lists(st.sampled_from(CORNERS), min_size=1, unique=True),
        st.booleans(),
    ),
)
shapes = st.sampled_from([shape.corners for shape in SHAPES])
cells = st.sampled_from([cell.name for cell in CELLS])
words = st.one_of(
    st.builds("{}@{}".format, shapes, cells),
    st.builds("{}@{}!".format, shapes, cells),
    st.builds("{}@{}!{}-{}".format, shapes, cells, cells, cells),
    st.builds("{}!".format, shapes),
    st.builds("{}. !".format, st.integers(1, 17)),
    st.builds("{}. {}@{}".format, st.integers(1, 17), shapes, cells),
    st.sampled_from(
        [
            "?@a1",
            "oiio@?",
            "? ?",
            "!",
            *RESULTS,
            ".",
            "....",
            '[Rules "junior"]',
            '[Termination "agreed"]',
            '[Given "oiio"]',
            "oixo",
        ]
    ),
)
texts = st.one_of(st.lists(words, max_size=30).map(" ".join), st.text())


@st.composite
def games(draw: st.DrawFn) -> str:
    """Give a game that goes far: every shape and cell once, with calls sprinkled in."""
    order, places = draw(st.permutations(SHAPES)), draw(st.permutations(CELLS))
    calls = draw(st.lists(st.sampled_from(["", "", "", "", "!"]), min_size=16, max_size=16))
    turns = [f"{shape}@{cell}{call}" for shape, cell, call in zip(order, places, calls, strict=True)]
    return " ".join(turns[: draw(st.integers(0, 16))]) + " " + draw(st.sampled_from(["", *RESULTS]))


def _objects(text: str, rules: Rules, advice: bool) -> list[dict]:
    found = []
    for index, game in enumerate(read_games(text), 1):
        verdict = judge(game, rules, advice)
        assert isinstance(game_report(game, verdict, "x.quarto", index), str)
        found.append(game_object(game, verdict, rules, "x.quarto", index))
    return found


@given(st.one_of(texts, games()), rules, st.booleans())
def test_any_text_is_judged_and_the_json_is_valid(text: str, rules: Rules, advice: bool) -> None:
    document = json.loads(json.dumps({"schema": SCHEMA, "games": _objects(text, rules, advice)}))
    VALIDATOR.validate(document)
    for game in document["games"]:
        turns = [finding["turn"] for finding in game["findings"] if finding["turn"] is not None]
        assert all(one <= other for one, other in pairwise(turns))


@given(st.one_of(texts, games()), rules)
def test_the_canonical_form_is_judged_the_same(text: str, rules: Rules) -> None:
    """Only a wrong number is put right by writing a game anew."""
    for game in read_games(text):
        if not hasattr(game, "turns"):
            continue
        (again,) = read_games(write_game(game))
        kept = [
            _without_place(finding)
            for finding in judge(game, rules, True).findings
            if finding.code != "turn-number"
        ]
        assert Counter(kept) == Counter(
            _without_place(finding) for finding in judge(again, rules, True).findings
        )


def _without_place(finding: object) -> object:
    return finding._replace(span=None)  # type: ignore[attr-defined]


@given(games())
def test_advice_adds_notes_and_changes_nothing_else(text: str) -> None:
    for game in read_games(text):
        plain, advised = judge(game, Rules()), judge(game, Rules(), True)
        notes = ("missed-win", "losing-gift")
        assert [finding for finding in advised.findings if finding.code not in notes] == plain.findings
        assert advised.derived == plain.derived


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice(), Rules(CORNERS[:1], True)),
        (Choice(rules=NAMED_RULES["paper"]), Rules()),
        (Choice(features=CORNERS[1:2]), Rules(CORNERS[1:2], True)),
        (Choice(squares=False), Rules(CORNERS[:1], False)),
        (Choice(rules=NAMED_RULES["paper"], features=CORNERS[2:]), Rules(CORNERS[2:], False)),
    ],
)
def test_an_option_wins_over_a_tag(choice: Choice, expected: Rules) -> None:
    assert choice.over({"Rules": "advanced", "Features": "tl", "Squares": "yes"}) == expected
