"""Every ``*.txt`` in ``filled`` is a sheet, and reads as the record and the findings in it say.

A new case needs no Python; ``paperwork`` says what such a file holds.
"""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import paperwork
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printquarto.check.finding import FROM_PHOTOS, SEVERITY
from printquarto.check.judge import Choice, judge
from printquarto.games.board import CELLS
from printquarto.games.quarto import Rules
from printquarto.games.shape import SHAPES
from printquarto.notation.parser import read_games
from printquarto.notation.record import Record
from printquarto.notation.writer import write_game
from printquarto.photo.assemble import assemble
from printquarto.photo.judged import judge_sheet
from printquarto.photo.reading import SURE, UNSURE, Evidence, FieldReading, SheetReading, Value
from printquarto.photo.report import open_questions, sheet_report
from printquarto.photo.transcript import transcripts

CASES = sorted((Path(__file__).parent / "filled").glob("*.txt"))


def read(values: dict[str, Value], unsure: list[Evidence] | None = None, doubt: float = 0.0) -> SheetReading:
    """Read a sheet from clear ink and what is unsure on it."""
    return assemble("sheet.jpg", 1, paperwork.CHART, paperwork.seen(values, unsure or [], doubt))


def findings(reading: SheetReading) -> list[tuple[str, str, str]]:
    """Give code, turn and player of what is found on a sheet with one board."""
    (judged,) = judge_sheet(reading, Choice().over)
    return [(one.code, str(one.turn or "-"), one.player or "-") for one in judged.verdict.findings]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("doubt", [0.0, 0.004], ids=["clear", "calibrated"])
def test_case(path: Path, doubt: float) -> None:
    parts = paperwork.sections(path.read_text(encoding="utf-8"))
    reading = read(paperwork.filled(parts), paperwork.unsure_fields(parts.get("unsure", "")), doubt)
    assert (reading.record or "").rstrip("\n") == parts["record"]
    expected = [tuple(line.split()) for line in parts.get("findings", "").splitlines()]
    assert findings(reading) == expected
    assert [problem.code for problem in reading.problems] == parts.get("problems", "").split()
    ruled = [field.id for field in reading.fields if field.decided_by == "rule"]
    left = [field.id for field in reading.fields if field.status == UNSURE]
    assert sorted(ruled) == sorted(parts.get("ruled", "").split())
    assert sorted(left) == sorted(parts.get("left", "").split())
    assert reading.status == (UNSURE if left else SURE)


def test_each_finding_of_photos_has_a_case() -> None:
    named = {line.split()[0] for path in CASES for line in _findings_of(path)}
    assert set(FROM_PHOTOS) <= named <= set(SEVERITY)


def _findings_of(path: Path) -> list[str]:
    return paperwork.sections(path.read_text(encoding="utf-8")).get("findings", "").splitlines()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_a_sheet_is_told_of_is_a_sentence(path: Path) -> None:
    parts = paperwork.sections(path.read_text(encoding="utf-8"))
    reading = read(paperwork.filled(parts), paperwork.unsure_fields(parts.get("unsure", "")))
    (judged,) = judge_sheet(reading, Choice().over)
    for one in (*judged.verdict.findings, *reading.problems):
        assert one.message.endswith(".")
        assert "  " not in one.message
        assert one.message[0].isupper() or one.message[:4] in {shape.corners for shape in SHAPES}


games = st.builds(
    lambda seed, turns: _game(random.Random(seed), turns), st.integers(0, 10**9), st.integers(1, 16)
)


def _game(rng: random.Random, turns: int) -> list[tuple[str, str]]:
    """Give a legal game: each shape and each cell once; the last shape may not be drawn."""
    shapes, cells = rng.sample(SHAPES, turns), rng.sample(CELLS, turns)
    moves = [(shape.corners, cell.name) for shape, cell in zip(shapes, cells, strict=True)]
    if turns > 1 and rng.random() < 0.3:
        moves[-1] = (moves[-1][0], "")
    return moves


@given(games)
@settings(max_examples=40, deadline=None)
def test_a_game_reads_back_as_it_was_played(moves: list[tuple[str, str]]) -> None:
    """Its record is the game, and what is found is what the check finds in the typed record, and no more."""
    reading = read(paperwork.recorded(moves), doubt=0.003)
    text = " ".join(f"{shape}@{cell}" if cell else shape for shape, cell in moves)
    (game,) = read_games(text)
    assert isinstance(game, Record)
    assert reading.record == write_game(game)
    assert reading.status == SURE
    assert reading.problems == ()
    (judged,) = judge_sheet(reading, Choice().over)
    codes = [(one.code, one.turn, one.message) for one in judged.verdict.findings]
    assert codes == [(one.code, one.turn, one.message) for one in judge(game, Rules()).findings]


@given(games, st.sets(st.integers(1, 16), max_size=6), st.sampled_from(["", "oiio", "iiii"]))
@settings(max_examples=60, deadline=None)
def test_a_clear_box_keeps_its_number(moves: list[tuple[str, str]], hidden: set[int], stray: str) -> None:
    """Whatever is unsure of other boxes, and though something stands on the board of which none tells."""
    values = paperwork.recorded(moves)
    free = [cell.name for cell in CELLS if not values[f"cell.{cell}"]]
    if free and stray not in [shape for shape, _ in moves]:
        values[f"cell.{free[0]}"] = stray
    rounds = [name for name in paperwork.ROUNDS if int(name.split(".")[1]) in hidden]
    reading = read(values, [Evidence(1, name, {True: 0.4, False: 0.6}, "covered") for name in rounds])
    (game,) = read_games(reading.record or "")
    assert isinstance(game, Record)
    told = [(str(turn.shape), str(turn.cell or "")) for turn in game.turns]
    for number, move in enumerate(moves, 1):
        if number not in hidden and move[1]:
            assert told[number - 1] == move


marks = st.dictionaries(
    st.sampled_from([one.field.id for one in paperwork.CHART.fields if not one.field.id.startswith("cell.")]),
    st.booleans(),
    max_size=120,
)
drawings = st.dictionaries(
    st.sampled_from([f"cell.{cell}" for cell in CELLS]),
    st.sampled_from(["", *(shape.corners for shape in SHAPES)]),
    max_size=16,
)


@given(games, marks, drawings, st.sets(st.sampled_from(list(paperwork.blank())), max_size=12))
@settings(max_examples=80, deadline=None)
def test_anything_on_a_sheet_is_read_and_judged(
    moves: list[tuple[str, str]], marks: dict[str, Value], drawings: dict[str, Value], doubtful: set[str]
) -> None:
    """Whatever was filled in, its record reads back as written, and no clear value is changed."""
    values = paperwork.recorded(moves) | marks | drawings
    unsure = [_unsure(name, values[name]) for name in doubtful]
    reading = read(values, unsure)
    (record,) = read_games(reading.record or "")
    assert isinstance(record, Record)
    assert write_game(record) == reading.record
    assert all(one.value == values[one.id] for one in reading.fields if one.id not in doubtful)
    assert all(one.value is not None for one in reading.fields if one.status == SURE)
    for judged in judge_sheet(reading, Choice().over, advice=True):
        turns = [one.turn or 99 for one in judged.verdict.findings]
        assert turns == sorted(turns)


def _unsure(name: str, value: Value) -> Evidence:
    other: Value = not value if isinstance(value, bool) else ("" if value else "oiio")
    return Evidence(1, name, {value: 0.6, other: 0.4}, None, True)


def test_what_is_open_is_not_said() -> None:
    """Each way it may be is judged; what holds in one of them alone is left out."""
    row = ["oooo", "ooio", "oioo", "oooi"]
    moves = [(shape, f"{column}1") for shape, column in zip(row, "abcd", strict=True)]
    sure = read(paperwork.recorded(moves))
    assert findings(sure) == [("missed-quarto", "4", "second")]
    for name, expected in (("turn.4.call", []), ("turn.5.claim", [("missed-quarto", "4", "second")])):
        values = paperwork.recorded([*moves, ("iiii", "")] if name == "turn.5.claim" else moves)
        reading = read(values, [Evidence(1, name, {True: 0.5, False: 0.5}, None, True)])
        (judged,) = judge_sheet(reading, Choice().over)
        assert judged.verdict.derived is None
        assert findings(reading) == expected
        assert [one.message[-35:] for one in judged.verdict.findings] == [
            "what became of it is not clear yet." for _ in expected
        ]


def test_a_speck_far_behind_the_last_turn_is_no_call() -> None:
    """It is asked about, but what is found in the game does not wait for that."""
    row = ["oooo", "ooio", "oioo", "oooi"]
    moves = [(shape, f"{column}1") for shape, column in zip(row, "abcd", strict=True)]
    speck = Evidence(1, "turn.13.call", {True: 0.3, False: 0.7}, "covered", True)
    reading = read(paperwork.recorded(moves), [speck])
    assert reading.status == UNSURE
    assert findings(reading) == [("missed-quarto", "4", "second")]


def test_many_open_marks_leave_out_what_hangs_on_them() -> None:
    row = ["oooo", "ooio", "oioo", "oooi"]
    moves = [(shape, f"{column}1") for shape, column in zip(row, "abcd", strict=True)]
    names = [f"turn.{turn}.{name}" for turn in (2, 3, 4) for name in ("call", "claim")]
    values = paperwork.recorded(moves) | {"tray.0.used": False}
    reading = read(values, [Evidence(1, name, {True: 0.3, False: 0.7}, "covered") for name in names])
    assert findings(reading) == [("tray-differs", "1", "first")]


MISSED = [
    *[("ioio", "c3"), ("oooo", "c1"), ("ooii", "a1"), ("oioo", "c4"), ("iooi", "a4"), ("iioo", "c2")],
    *[("ooio", "d1"), ("oioi", "b3"), ("iooo", "b1")],
]
"""A game with a Quarto that nobody saw at turn 6, in column c, and one that was called at turn 9."""


@pytest.mark.parametrize(
    "names",
    [
        ["turn.1.claim"],
        ["rule.squares"],
        [f"turn.{turn}.claim" for turn in (1, 2, 3, 4, 5, 6, 8)],
        [f"turn.{turn}.call" for turn in (1, 2, 3, 4, 5, 7, 8, 9)],
        [f"turn.{turn}.{call}" for turn in (1, 2, 3) for call in ("call", "claim")],
        ["result.first", "result.second", "result.draw", "turn.9.call", "turn.2.claim"],
        [f"turn.{turn}.{call}" for turn in (11, 15) for call in ("tl", "call", "claim")],
    ],
)
def test_what_holds_in_every_reading_is_said(names: list[str]) -> None:
    """Open marks where no Quarto lives take nothing away from one that was missed elsewhere."""
    values = paperwork.recorded(MISSED, {9: "call"}) | {"result.first": True}
    reading = read(values, [Evidence(1, name, {True: 0.4, False: 0.6}, "covered") for name in names])
    assert ("missed-quarto", "6", "second") in findings(reading)


def test_an_open_call_of_the_quarto_itself_silences_it() -> None:
    values = paperwork.recorded(MISSED, {9: "call"})
    reading = read(values, [Evidence(1, "turn.6.call", {True: 0.4, False: 0.6}, "covered")])
    assert findings(reading) == []


def test_a_quarto_that_its_drawer_missed_is_said_whatever_the_other_did() -> None:
    """Whether the receiver called it is open, and so are the rules: one alignment counts in any case."""
    values = paperwork.recorded(MISSED, {9: "call"})
    names = ["turn.7.claim", "rule.squares"]
    reading = read(values, [Evidence(1, name, {True: 0.4, False: 0.6}, "covered") for name in names])
    (judged,) = judge_sheet(reading, Choice().over)
    (missed,) = judged.verdict.findings
    assert (missed.turn, missed.player, missed.outcome) == (6, "second", "open")
    assert [one.alignment.words for one in missed.quartos] == ["column c"]
    assert missed.message.endswith("and did not call it; what became of it is not clear yet.")


def test_a_call_with_shapes_that_were_not_read_may_have_ended_the_game() -> None:
    """What is found behind it would only be so if it did not count."""
    moves = [("oooo", "a1"), ("ooio", "b1"), ("oioo", "c1"), ("ioii", "d1"), ("iiii", "a2"), ("iiio", "b2")]
    moves += [("iioi", "c2"), ("iooi", "d2")]
    unsure = Evidence(1, "cell.d1", {"ioii": 0.5, "ooii": 0.5}, "struck", True)
    assert ("missed-quarto", "8", "second") in findings(read(paperwork.recorded(moves), [unsure]))
    found = findings(read(paperwork.recorded(moves, {4: "call"}), [unsure]))
    assert found == [("unread", "4", "second")]


def test_a_cell_that_looks_like_what_its_box_says_stays_its_own() -> None:
    """Answered otherwise, it shows what another box says too; the ink still tells which cell is whose."""
    evidence = paperwork.seen(paperwork.recorded(MISSED, {9: "call"}))
    answers: dict[tuple[int, str], Value] = {(1, "cell.c3"): "oioi"}
    reading = assemble("sheet.jpg", 1, paperwork.CHART, evidence, answers=answers)
    assert (reading.record or "").startswith("1. oioi@c3   2. oooo@c1")
    assert findings(reading)[0] == ("drawn-turned", "1", "first")
    assert reading.problems == ()


def test_what_a_finding_of_the_tray_shows_is_the_last_board() -> None:
    """The shape that it speaks of stands there."""
    reading = read(paperwork.recorded(MISSED) | {"tray.9.used": False})
    (judged,) = judge_sheet(reading, Choice().over)
    (note,) = [one for one in judged.verdict.findings if one.code == "tray-differs"]
    assert (note.turn, note.board_turn) == (5, None)


def test_the_board_under_a_finding_shows_what_was_read() -> None:
    """From the first turn on whose cell is not known, all is shown but what was drawn later."""
    values = paperwork.recorded([("iooo", "a1"), ("ooii", "b2"), ("ooii", "c3"), ("iiio", "d4")])
    (judged,) = judge_sheet(read(values), Choice().over)
    assert judged.verdict.board(1) == {"a1": "iooo"}
    assert judged.verdict.board(2) == {"a1": "iooo", "b2": "ooii", "c3": "ooii"}
    assert judged.verdict.board(4)["d4"] == "iiio"


def test_the_last_board_shows_what_no_turn_tells_of() -> None:
    values = paperwork.recorded(MISSED, {9: "call"}) | {"cell.a2": "iioi"}
    (judged,) = judge_sheet(read(values), Choice().over)
    assert "a2" not in judged.verdict.board(8)
    assert judged.verdict.board(9)["a2"] == "iioi"


def test_a_sheet_whose_game_cannot_be_told_is_not_said_to_be_sure() -> None:
    """Every mark is clear, and the text says what is open and which answer settles it."""
    moves = [("iooo", "a1"), ("ooii", "b2"), ("oooi", "c3")]
    values = paperwork.recorded(moves) | {"turn.3.bl": False}
    reading = read(values)
    assert (reading.status, open_questions(reading)) == (SURE, 1)
    text = sheet_report(reading, "sheet.jpg")
    assert "everything is sure" not in text
    assert "each mark is clear, but something is open" in text
    assert "turn.3.tl" in text
    assert "everything is sure" in sheet_report(read(paperwork.recorded(moves)), "sheet.jpg")


@pytest.mark.parametrize("left", ["", "cell.", "turn.", "tray."])
def test_a_sheet_of_which_nothing_is_sure_is_read(left: str) -> None:
    """However much is open, there is a record that can be read, and nothing is found that is not so."""
    values = paperwork.recorded(MISSED, {9: "call"})
    unsure = [_unsure(name, value) for name, value in values.items() if not left or not name.startswith(left)]
    reading = read(values, unsure)
    (record,) = read_games(reading.record or "")
    assert isinstance(record, Record)
    assert {code for code, _, _ in findings(reading)} <= {"unread"}


def test_several_boards_have_a_record_each() -> None:
    """Boards that nobody used are left out; each game has the number of its board as a tag."""
    first, second = paperwork.recorded([("oiio", "a1")]), paperwork.recorded([("oioi", "b2"), ("iiii", "")])
    readings = [_sure(1, first), _sure(2, second), _sure(3, paperwork.blank())]
    found = transcripts([field for fields in readings for field in fields])
    assert [(one.board, write_game(one.record)) for one in found] == [
        (1, '[Board "1"]\n\n1. oiio@a1\n'),
        (2, '[Board "2"]\n\n1. oioi@b2   2. iiii\n'),
    ]
    (alone,) = transcripts([*readings[2], *readings[1]])
    assert write_game(alone.record) == "1. oioi@b2   2. iiii\n"


def _sure(board: int, values: dict[str, Value]) -> list[FieldReading]:
    return [FieldReading(board, name, value, 1.0, SURE) for name, value in values.items()]


def test_a_board_without_strip_and_tray_gives_a_position() -> None:
    """A layout of the user's own need not have them, nor all cells."""
    fields = [FieldReading(4, "cell.b2", "oiio", 1.0, SURE), FieldReading(4, "mark.of.mine", True, 1.0, SURE)]
    (found,) = transcripts(fields)
    assert found.record.position is not None
    assert [str(one) for one in found.record.position if one is not None] == ["oiio"]
    assert found.findings == found.problems == ()
    assert transcripts(fields[1:]) == []


@pytest.mark.parametrize("order", list(permutations(range(3)))[:4])
def test_the_order_of_play_is_that_of_the_strip(order: tuple[int, ...]) -> None:
    shapes = ["ooii", "iioo", "oiio"]
    moves = [(shapes[place], f"{'abc'[place]}{place + 1}") for place in order]
    record = read(paperwork.recorded(moves)).record
    assert (
        record == "   ".join(f"{turn}. {shape}@{cell}" for turn, (shape, cell) in enumerate(moves, 1)) + "\n"
    )
