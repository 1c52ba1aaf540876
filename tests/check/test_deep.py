"""``--advice=deep``: which turns gave something away, against minimax, and how far back that is known."""

import json
import random
from pathlib import Path

import jsonschema
import pytest
from brute import SHAPES as WORDS
from brute import Brute
from click.testing import CliRunner

from printquarto.check.deep import losing_moves
from printquarto.check.judge import judge
from printquarto.cli.main import group
from printquarto.games.board import CELLS
from printquarto.games.quarto import Rules
from printquarto.games.shape import CORNERS
from printquarto.notation.parser import read_games

NIGHT = Path(__file__).parents[2] / "examples" / "night-train.quarto"
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parent / "record.schema.json").read_text(encoding="utf-8"))
)
FEW = 3000
"""Positions, enough for the last turns of a game."""


def random_game(rng, brute):
    """Play at random without ever making a Quarto; give the shapes and cells drawn."""
    board, moves = [None] * 16, []
    while len(moves) < 16:
        ways = [
            (word, cell)
            for word in WORDS
            if word not in board
            for cell in range(16)
            if board[cell] is None and not brute.makes_quarto([*board[:cell], word, *board[cell + 1 :]], cell)
        ]
        if not ways:
            break
        word, cell = rng.choice(ways)
        board[cell] = word
        moves.append((word, cell))
    return moves


def expected(moves, brute, first):
    """Give the turns from ``first`` on that gave something away."""
    found, board = [], [None] * 16
    for turn, (word, cell) in enumerate(moves, 1):
        after = [*board[:cell], word, *board[cell + 1 :]]
        if turn >= first:
            was = brute.holding(board, word)
            now = -brute.holding(after, moves[turn][0]) if turn < len(moves) else brute.handing_over(after)
            if now < was:
                found.append(turn)
        board = after
    return found


@pytest.mark.parametrize("rules", [Rules(), Rules(squares=True), Rules(CORNERS[:2])], ids=str)
def test_the_turns_are_those_that_minimax_finds(rules):
    rng = random.Random(8)
    brute = Brute([corner.name for corner in rules.features], rules.squares)
    told = 0
    for _ in range(25):
        moves = random_game(rng, brute)
        text = " ".join(f"{turn}. {word}@{CELLS[cell]}" for turn, (word, cell) in enumerate(moves, 1))
        (game,) = read_games(text)
        depth = losing_moves(game, rules, judge(game, rules), FEW)
        assert depth.from_turn is not None
        first = max(depth.from_turn, 11)
        found = [finding.turn for finding in depth.findings if finding.turn >= first]
        assert found == expected(moves, brute, first)
        told += len(found)
    assert told > 10


def test_a_turn_at_fault_and_what_cannot_be_known_are_left_out():
    (game,) = read_games(NIGHT.read_text(encoding="utf-8"))
    turns = [finding.turn for finding in losing_moves(game, Rules(), judge(game, Rules())).findings]
    assert turns == [5, 8]
    (game,) = read_games("1. oiio@b2 2. ?@c3 3. oooo@d1 4. iiii@a1 *")
    assert losing_moves(game, Rules(), judge(game, Rules()), FEW) == ([], None)


def test_the_report_says_how_far_back_best_play_is_known():
    done = CliRunner().invoke(group, ["check", str(NIGHT), "--advice=deep"])
    assert "Best play is known back to turn 5; the turns before it were not searched.\n" in done.stdout
    assert (
        "Dan had a win at turn 8: oioi on b1 makes a Quarto. With oioi on b3, Ana wins with best play.\n"
        in done.stdout
    )
    told = json.loads(CliRunner().invoke(group, ["check", str(NIGHT), "--advice=deep", "--json"]).stdout)
    SCHEMA.validate(told)
    assert told["games"][0]["solved_from"] == 5
    assert [f["turn"] for f in told["games"][0]["findings"] if f["code"] == "losing-move"] == [5, 8]


@pytest.mark.parametrize(
    "text", ["oiio . . .  . . . .  . . . .  . . . .", '[Game "danish-quarto"]\n\n1. d4 c3']
)
def test_what_has_no_turns_of_quarto_has_none_to_judge(tmp_path, text):
    (tmp_path / "p.quarto").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(group, ["check", str(tmp_path / "p.quarto"), "--advice=deep"])
    assert "Best play is not known for any turn.\n" in done.stdout


def test_advice_still_stands_alone_before_a_file(tmp_path):
    (tmp_path / "g.quarto").write_text("1. oooo@a1 2. oooi@b1 3. ooio@c1 4. ooii@d2 *", encoding="utf-8")
    path = str(tmp_path / "g.quarto")
    for arguments in (
        ["--advice", path],
        [path, "--advice"],
        ["--advice=notes", path],
        ["--advice", "--", path],
    ):
        told = json.loads(CliRunner().invoke(group, ["check", "--json", *arguments]).stdout)
        assert [f["code"] for f in told["games"][0]["findings"]] == ["losing-gift", "missed-win"]
        assert "solved_from" not in told["games"][0]
