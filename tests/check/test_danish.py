"""Danish Quarto: the handed cases, and games played by the rules engine, in which the check finds nothing."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from printquarto.check.json_report import game_object
from printquarto.check.judge import judge
from printquarto.games.danish import Move, State
from printquarto.games.quarto import PAPER
from printquarto.notation.parser import read_games
from printquarto.notation.record import DanishTurn, Record
from printquarto.notation.writer import write_game

HANDED = Path(__file__).parent / "danish-handed"
EXPECTED = json.loads((HANDED / "expected.json").read_text(encoding="utf-8"))


def _only(text: str) -> Record:
    (game,) = read_games(text)
    assert isinstance(game, Record)
    return game


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_handed_case(name: str) -> None:
    game = _only((HANDED / name).read_text(encoding="utf-8"))
    verdict = judge(game, PAPER)
    found = [[finding.code, finding.turn] for finding in verdict.findings]
    assert Counter(map(json.dumps, found)) == Counter(map(json.dumps, EXPECTED[name]["findings"]))
    assert verdict.derived == EXPECTED[name]["derived"]


def test_all_forty_handed_cases_are_here() -> None:
    assert len(EXPECTED) == len(list(HANDED.glob("*.quarto"))) == 40


class Play(RuleBasedStateMachine):
    """Plays any turns that the rules engine allows, captures often, and has the check judge the game."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.turns: list[DanishTurn] = []

    @rule(choice=st.randoms(use_true_random=False), count=st.integers(5, 30))
    def play(self, choice: object, count: int) -> None:
        for _ in range(count):
            moves = list(self.state.turns())
            captures = [move for move in moves if move.captured is not None]
            if not moves:
                return
            wants = captures if captures and choice.random() < 0.6 else moves  # type: ignore[attr-defined]
            move: Move = choice.choice(wants)  # type: ignore[attr-defined]
            self.turns.append(DanishTurn(*move))
            self.state = self.state.after(move)

    def teardown(self) -> None:
        record = Record({"Game": "danish-quarto"}, tuple(self.turns), result=self.state.result or "*")
        again = _only(write_game(record))
        assert again.same_game(record)
        verdict = judge(again, PAPER)
        assert {finding.code for finding in verdict.findings} <= {"declined-capture"}
        assert verdict.derived == (self.state.result or "*")
        standing = Counter(verdict.board(len(self.turns)).values())
        assert [standing["W"], standing["B"]] == [men.bit_count() for men in self.state.men]


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=30, stateful_step_count=12, deadline=None)


def test_declining_a_capture_is_a_note_for_the_player() -> None:
    game = _only('[Game "danish-quarto"] [White "Ana"] 1. c1 a3 2. d1 a4 3. c2 a5 4. d2')
    (finding,) = judge(game, PAPER).findings
    assert (finding.code, finding.severity, finding.player) == ("declined-capture", "note", "white")
    assert finding.message == "Ana made a quadrate with turn 7 and could have taken a3, a4 or a5."


def test_json_has_moves_and_captures() -> None:
    game = _only('[Game "danish-quarto"] 1. c1 a3 2. d1 a4 3. c2 a5 4. d2xa3 -- *')
    turns = game_object(game, judge(game, PAPER), PAPER, "x.quarto", 1)["turns"]
    assert turns[-2:] == [
        {"turn": 7, "move": "d2", "captured": "a3", "player": "white"},
        {"turn": 8, "move": "--", "captured": None, "player": "black"},
    ]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1. D4 c3", "1. d4 c3"),
        ("d4 c3", "1. d4 c3"),
        ("1.d4 1... c3 2) e5", "1. d4 c3   2. e5"),
        ("d4 - d5 x e3 d4:e3", "1. d4-d5xe3 d4xe3"),
        ("d4–d5 X e3", "1. d4-d5xe3"),
        ("-- Pass — {c} ; x\n d4", "1. -- --   2. -- d4"),
        ("d4 -- 1-0", "1. d4 --   1-0"),
        ("½-½", "1/2-1/2"),
    ],
)
def test_spellings(text: str, canonical: str) -> None:
    record = _only(f'[Game "danish-quarto"]\n{text}')
    assert write_game(record) == f'[Game "danish-quarto"]\n\n{canonical}\n'


@pytest.mark.parametrize(
    "text", ["a1", "b1", "d4x", "d4-", "d4 x c1x", "oiio@b2", "h4", "d8", "!", "d4d5", "?"]
)
def test_what_cannot_be_read(text: str) -> None:
    (broken,) = read_games(f'[Game "danish-quarto"]\n{text}')
    assert not isinstance(broken, Record)
    assert broken.span[:1] == (2,)
