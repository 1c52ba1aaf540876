"""Puzzles of every kind: right answers and all of them, no two alike, the same for the same seed."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from forms import board_symmetries, counted, smallest
from rederived import ALL, NAMES, answer, counts, free, left, made_in, quartos, turns_of

from printquarto.check.judge import NO_CHOICE, judge
from printquarto.errors import OptionError
from printquarto.games.quarto import NAMED_RULES, PAPER, Rules
from printquarto.games.shape import CORNERS
from printquarto.notation.parser import read_games
from printquarto.notation.writer import write_game
from printquarto.worksheet import make as making
from printquarto.worksheet import sameness
from printquarto.worksheet.levels import TABLE, level_of, table
from printquarto.worksheet.make import make
from printquarto.worksheet.puzzle import KINDS, LEVELS, MissedPuzzle, WinPuzzle

PINNED = Path(__file__).parent / "pinned.json"

RULES = {
    "paper": PAPER,
    "blocks": NAMED_RULES["advanced"],
    "one corner": NAMED_RULES["junior"],
    "one corner, blocks": Rules(CORNERS[1:2], squares=True),
    "two corners": Rules((CORNERS[0], CORNERS[2])),
    "three corners, blocks": Rules(CORNERS[1:], squares=True),
}

BOARDS = ("spot", "win", "safe", "force")


def _as_told(puzzles: list[Any]) -> list[dict[str, Any]]:
    """Give puzzles as who reads the JSON gets them."""
    return json.loads(json.dumps([puzzle.as_json() for puzzle in puzzles]))


@functools.cache
def _some(kind: str, level: str, rules: str, count: int = 3) -> list[dict[str, Any]]:
    return _as_told(make(kind, level, RULES[rules], "some", count, set()))


@functools.cache
def _run() -> list[dict[str, Any]]:
    """A run of 504 puzzles under the rules of paper: of each kind and level as many."""
    seen: set[sameness.Key] = set()
    return _as_told(
        [one for kind in KINDS for level in LEVELS for one in make(kind, level, PAPER, "run", 28, seen)]
    )


every_puzzle = pytest.mark.parametrize(
    ("kind", "level", "rules"),
    [(kind, level, rules) for rules in RULES for kind in KINDS for level in LEVELS],
)


@every_puzzle
def test_the_answer_is_right_and_whole_under_all_rules(kind: str, level: str, rules: str) -> None:
    for puzzle in _some(kind, level, rules):
        assert puzzle["answer"] == answer(puzzle)


def test_every_answer_of_a_run_is_right_and_whole() -> None:
    assert [puzzle["answer"] for puzzle in _run()] == [answer(puzzle) for puzzle in _run()]


@every_puzzle
def test_a_puzzle_says_its_kind_level_and_rules(kind: str, level: str, rules: str) -> None:
    judged_by = RULES[rules]
    told = {"features": [corner.name for corner in judged_by.features], "squares": judged_by.squares}
    for puzzle in _some(kind, level, rules):
        assert (puzzle["kind"], puzzle["level"], puzzle["rules"]) == (kind, level, told)


FIELDS = {
    "shapes": (["set", "match"], ["missing", "labels"]),
    "spot": (["board"], ["alignments"]),
    "win": (["board", "given"], ["cells"]),
    "safe": (["board"], ["shapes"]),
    "missed": (["record"], ["turn", "alignments"]),
    "force": (["board", "given"], ["cell", "hand_over"]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_json_has_the_fields_of_the_specification(kind: str) -> None:
    task, answered = FIELDS[kind]
    for puzzle in _some(kind, "medium", "paper"):
        assert list(puzzle) == ["kind", "level", "rules", *task, "answer"]
        assert list(puzzle["answer"]) == answered


def _right_and_wrong(puzzle: dict[str, Any]) -> tuple[int, int]:
    """Count what is to be marked, and what could be marked and is wrong."""
    kind, answered, board = puzzle["kind"], puzzle["answer"], puzzle.get("board", [])
    if kind == "shapes":
        return len(answered["missing"]), len(puzzle["set"])
    if kind == "spot":
        return len(answered["alignments"]), counts(puzzle)["full lines"] - len(answered["alignments"])
    if kind == "win":
        filling = counts(puzzle)["cells that fill a line"]
        return len(answered["cells"]), filling - len(answered["cells"])
    if kind == "safe":
        return len(answered["shapes"]), len(left(board)) - len(answered["shapes"])
    if kind == "missed":
        return 1, counts(puzzle)["turns that fill a line and make no Quarto"]
    gifts, others = len(answered["hand_over"]), len(left(board, puzzle["given"]))
    return gifts, min(others - gifts, len(free(board)) - 1)


@every_puzzle
def test_there_is_a_right_and_a_wrong_answer(kind: str, level: str, rules: str) -> None:
    """Wrong ones are such as must be looked at: lines that are full, cells that fill one, shapes left."""
    assert all(min(_right_and_wrong(puzzle)) > 0 for puzzle in _some(kind, level, rules))


def test_every_puzzle_of_a_run_has_a_right_and_a_wrong_answer() -> None:
    assert all(min(_right_and_wrong(puzzle)) > 0 for puzzle in _run())


@every_puzzle
def test_levels_differ_by_what_is_counted(kind: str, level: str, rules: str) -> None:
    spans = level_of(kind, level, RULES[rules]).spans
    for puzzle in _some(kind, level, rules):
        found = counts(puzzle)
        assert set(found) == set(spans)
        assert all(count in spans[words] for words, count in found.items()), found


@pytest.mark.parametrize("kind", KINDS)
def test_a_level_is_no_easier_than_the_one_before(kind: str) -> None:
    """One measure at least tells any two levels apart: its spans have no count in common."""
    for lower, higher in pairwise(LEVELS):
        spans = [(getattr(one, lower), getattr(one, higher)) for one in TABLE[kind]]
        assert any(low.high is not None and low.high < high.low for low, high in spans) or any(
            high.high is not None and high.high < low.low for low, high in spans
        )


def test_no_two_puzzles_of_a_run_are_the_same_but_for_symmetry() -> None:
    forms = [json.dumps(smallest(puzzle), default=list) for puzzle in _run()]
    assert len(forms) == 504
    assert len(set(forms)) == len(forms)


def test_no_two_puzzles_of_one_kind_and_level_are_the_same_in_a_run_of_500() -> None:
    puzzles = _as_told(make("win", "easy", PAPER, "500", 500, set()))
    assert len({smallest(puzzle) for puzzle in puzzles}) == 500


@pytest.mark.parametrize("kind", BOARDS)
def test_boards_differ_in_the_corners_that_count(kind: str) -> None:
    """With one corner that counts two boards must not be the same but for corners that do not."""
    puzzles = _as_told(make(kind, "easy", RULES["one corner"], "counted", 40, set()))
    assert len({json.dumps(counted(puzzle)) for puzzle in puzzles}) == 40


@pytest.mark.parametrize(("squares", "count"), [(False, 32), (True, 8)])
def test_the_symmetries_of_the_board_are_all_that_keep_the_lines(squares: bool, count: int) -> None:
    found = sameness.board_symmetries(squares)
    assert len(found) == count
    assert set(found) == set(board_symmetries(squares))


def test_a_puzzle_changed_by_a_symmetry_keeps_its_key() -> None:
    """Every board symmetry with a renaming of corners gives the same key, another shape in hand does not."""
    (puzzle,) = make("win", "medium", PAPER, "key", 1, set())
    assert isinstance(puzzle, WinPuzzle)
    own = sameness.key(puzzle)
    renamings = sameness.corner_symmetries()
    for place, way in enumerate(sameness.board_symmetries(squares=False)):
        renamed = _renamed(puzzle, renamings[place * 12])
        board = tuple(renamed.board[source] for source in way)
        changed = WinPuzzle(puzzle.level, puzzle.rules, board, renamed.given, ())
        assert sameness.key(changed) == own
    others = [WinPuzzle(puzzle.level, PAPER, puzzle.board, other, ()) for other in puzzle.left]
    assert sum(sameness.key(other) == own for other in others) == 1


def _renamed(puzzle: WinPuzzle, renaming: tuple[int, ...]) -> WinPuzzle:
    from printquarto.games.shape import SHAPES

    board = tuple(SHAPES[renaming[shape.number]] if shape is not None else None for shape in puzzle.board)
    return WinPuzzle(puzzle.level, puzzle.rules, board, SHAPES[renaming[puzzle.given.number]], ())


def test_sets_of_shapes_differ_as_long_as_there_are_others() -> None:
    """A class gets sets that differ by more than corner names, then the same set with another match."""
    made = make("shapes", "medium", PAPER, "sets", 30, set())
    assert len({sameness.loose_key(puzzle) for puzzle in made}) == 30
    more = make("shapes", "easy", PAPER, "sets", 80, set())
    assert len({sameness.key(puzzle) for puzzle in more}) == 80


def test_boards_are_such_as_a_game_comes_to() -> None:
    """Each shape once; no Quarto on the board, or for ``spot`` only such as one shape made together."""
    for puzzle in _run():
        if puzzle["kind"] not in BOARDS:
            continue
        drawn = [shape for shape in puzzle["board"] if shape is not None]
        assert len(set(drawn)) == len(drawn)
        assert set(drawn) <= set(ALL)
        assert puzzle.get("given") not in drawn
        found = quartos(puzzle["board"], puzzle["rules"])
        if puzzle["kind"] == "spot":
            assert set.intersection(*(set(one["cells"]) for one in found))
        else:
            assert found == []


def test_forcing_needs_more_than_a_quarto_at_once() -> None:
    for puzzle in _run():
        if puzzle["kind"] == "force":
            for cell in free(puzzle["board"]):
                board = list(puzzle["board"])
                board[cell] = puzzle["given"]
                assert quartos(board, puzzle["rules"]) == []
            assert puzzle["answer"]["cell"] in NAMES


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_missed_quarto_is_what_the_check_finds(level: str, rules: str) -> None:
    for puzzle in _some("missed", level, rules):
        (game,) = read_games(puzzle["record"])
        assert write_game(game) == puzzle["record"]
        assert NO_CHOICE.over(game.tags) == RULES[rules]
        (finding,) = judge(game, NO_CHOICE.over(game.tags)).findings
        assert (finding.code, finding.outcome) == ("missed-quarto", "lapsed")
        assert finding.turn == puzzle["answer"]["turn"]
        shown = [[cell.name for cell in quarto.alignment.cells] for quarto in finding.quartos]
        assert shown == [one["cells"] for one in puzzle["answer"]["alignments"]]


def test_a_missed_quarto_stands_alone_and_the_game_goes_on() -> None:
    for puzzle in _run():
        if puzzle["kind"] == "missed":
            turns = turns_of(puzzle["record"])
            assert len({shape for shape, _ in turns}) == len({cell for _, cell in turns}) == len(turns)
            assert list(made_in(puzzle)) == [puzzle["answer"]["turn"]]
            assert puzzle["answer"]["turn"] < len(turns)


def test_the_diagrams_of_a_missed_quarto_follow_its_record() -> None:
    (puzzle,) = make("missed", "hard", PAPER, "diagrams", 1, set())
    assert isinstance(puzzle, MissedPuzzle)
    assert puzzle.board_after(0) == (None,) * 16
    for turn, (shape, cell) in enumerate(turns_of(puzzle.record), 1):
        before, after = puzzle.board_after(turn - 1), puzzle.board_after(turn)
        assert (before[cell], str(after[cell])) == (None, shape)
        assert sum(one is not other for one, other in zip(before, after, strict=True)) == 1


def test_wins_name_the_quartos_that_are_made() -> None:
    for puzzle in make("win", "hard", RULES["blocks"], "named", 5, set()):
        assert isinstance(puzzle, WinPuzzle)
        told = json.loads(json.dumps(puzzle.as_json()))
        for win in puzzle.wins:
            board = list(told["board"])
            board[win.cell.index] = told["given"]
            named = [[cell.name for cell in one.alignment.cells] for one in win.quartos]
            assert named == [one["cells"] for one in quartos(board, told["rules"], win.cell.index)]


@pytest.mark.parametrize("kind", KINDS)
def test_versions_differ_and_seeds_repeat(kind: str) -> None:
    first = make(kind, "easy", PAPER, "7 A", 3, set())
    assert make(kind, "easy", PAPER, "7 A", 3, set()) == first
    seen: set[sameness.Key] = set()
    assert make(kind, "easy", PAPER, "7 A", 3, seen) == first
    again = make(kind, "easy", PAPER, "7 A", 3, seen)
    other = make(kind, "easy", PAPER, "7 B", 3, seen)
    assert not {repr(one) for one in first} & {repr(one) for one in [*again, *other]}


def test_the_same_seed_gives_the_same_puzzles_on_every_machine() -> None:
    """The file was written once; another seed of Python's own hashes must change nothing either."""
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    assert {(one["kind"], one["level"], one["rules"]["squares"]) for one in pinned} == {
        (kind, level, squares) for kind in KINDS for level in LEVELS for squares in (False, True)
    }
    code = (
        "import json\n"
        "from printquarto.games.quarto import Rules\n"
        "from printquarto.worksheet.make import make\n"
        "from printquarto.worksheet.puzzle import KINDS, LEVELS\n"
        "puzzles = [make(kind, level, Rules(squares=squares), 'pinned', 1, set())[0].as_json()\n"
        "           for kind in KINDS for level in LEVELS for squares in (False, True)]\n"
        "print(json.dumps(puzzles))\n"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(run.stdout) == pinned


def test_only_forcing_loads_the_solver() -> None:
    code = (
        "import sys\n"
        "from printquarto.games.quarto import PAPER\n"
        "from printquarto.worksheet.make import make\n"
        "make('win', 'easy', PAPER, '', 1, set())\n"
        "print([name for name in sys.modules if name.startswith('printquarto.solve')])\n"
        "make('force', 'easy', PAPER, '', 1, set())\n"
        "print('printquarto.solve.search' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split("\n")[:2] == ["[]", "True"]


def test_what_cannot_be_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "TRIES", 3)
    with pytest.raises(
        OptionError, match="no further hard puzzle of the kind force that differs from the others"
    ):
        make("force", "hard", PAPER, "none", 2, set())


def test_the_table_of_levels_has_a_row_for_each_measure() -> None:
    rows = table().splitlines()
    assert rows[0] == "| kind | what is counted | easy | medium | hard |"
    assert len(rows) == 2 + sum(len(measures) for measures in TABLE.values())
    assert "| `win` | cells to mark | 1 | 2 | 3 or more |" in rows


def test_the_docs_show_the_table_of_levels() -> None:
    assert table() in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
