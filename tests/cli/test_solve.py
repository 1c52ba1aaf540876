"""``printquarto solve`` from outside: positions and games in, text, JSON and exit status out."""

import _thread
import json
import threading
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NIGHT = EXAMPLES / "night-train.quarto"
LATE = "oiio . ooii .  iooi iioo . oooi  . iiii oooo .  ioii . iooo ."
EARLY = "oiio . . .  . . . .  . . . .  . . . ."


def test_a_game_before_a_turn_is_told_to_a_person(program) -> None:
    done = program("solve", str(NIGHT), "--turn", "9")
    assert (done.status, done.err) == (0, "")
    assert done.out.decode() == (
        "Turn 9: Ana draws iooo (#8).\n"
        "\n"
        "         a      b      c      d\n"
        "  1    ooii    .     oooo   ooio\n"
        "  2     .      .     iioo    .\n"
        "  3     .     oioi   ioio    .\n"
        "  4    iooi    .     oioo    .\n"
        "\n"
        "Win: with best play Ana wins.\n"
        "\n"
        "  cell   value   then hand over\n"
        "  b1     win     – (a Quarto)\n"
        "  d2     win     iiio (#14)\n"
        "  a3     win     iioi (#13)\n"
        "  a2     draw    iioi (#13)\n"
        "  b2     draw    iioi (#13), iiio (#14), iiii (#15)\n"
        "  d3     draw    iioi (#13), iiio (#14), iiii (#15)\n"
        "  b4     draw    iiio (#14), iiii (#15)\n"
        "  d4     draw    iiio (#14), iiii (#15)\n"
        "\n"
        "809 positions searched.\n"
    )


def test_a_position_without_a_shape_in_hand_gives_the_value_of_each_gift(program) -> None:
    done = program("solve", LATE)
    assert done.status == 0
    out = done.out.decode()
    assert out.startswith("A shape is to be handed over.\n")
    assert "Draw: with best play nobody wins.\n" in out
    assert "  oiii (#7)    draw\n  ooio (#2)    loss    a Quarto at once\n" in out


def test_the_json_is_that_of_the_specification(program) -> None:
    told = json.loads(program("solve", LATE, "--given", "#7", "--json").out)
    assert list(told) == ["schema", "value", "complete", "positions", "drawings"]
    assert (told["schema"], told["value"], told["complete"]) == (1, "draw", True)
    assert [drawing["cell"] for drawing in told["drawings"]] == ["b1", "d1", "c2", "a3", "d3", "b4", "d4"]
    assert all(set(drawing) == {"cell", "value", "hand_over"} for drawing in told["drawings"])
    told = json.loads(program("solve", LATE, "--json").out)
    assert list(told) == ["schema", "value", "complete", "positions", "gifts"]
    assert {"shape": "oiii", "value": "draw"} in told["gifts"]


def test_what_makes_a_quarto_has_nothing_to_hand_over(program) -> None:
    told = json.loads(program("solve", str(NIGHT), "--turn", "9", "--json").out)
    assert {"cell": "b1", "value": "win", "hand_over": []} in told["drawings"]


def test_a_position_may_come_from_a_file_with_its_shape_in_hand(program) -> None:
    (program.folder / "p.quarto").write_text(f'[Given "oiii"]\n[Squares "yes"]\n\n{LATE}\n', encoding="utf-8")
    told = program("solve", "p.quarto")
    assert told.out.decode().startswith("oiii (#7) is in hand.\n")
    by_option = program("solve", LATE, "--given", "oiii", "--squares")
    assert told.out == by_option.out
    assert program("solve", "p.quarto", "--no-squares").out != told.out


@pytest.mark.parametrize("budget", [("--max-positions", "2000"), ("--timeout", "0.05")])
def test_past_its_budget_it_says_that_it_does_not_know(program, budget: tuple[str, str]) -> None:
    done = program("solve", EARLY, "--given", "iooi", "--json", *budget)
    told = json.loads(done.out)
    assert done.status == 2
    assert (told["value"], told["complete"]) == (None, False)
    assert told["drawings"][0] == {"cell": "b1", "value": None, "hand_over": []}
    assert done.err.count("\n") == 1
    assert "gave up after" in done.err
    assert budget[0] in done.err
    text = program("solve", EARLY, "--given", "iooi", *budget)
    assert text.status == 2
    assert "It is not known who wins.\n" in text.out.decode()


def test_what_is_known_before_the_budget_ends_is_told(program) -> None:
    done = program("solve", str(NIGHT), "--turn", "8", "--json", "--max-positions", "1000")
    told = json.loads(done.out)
    values = {drawing["cell"]: drawing["value"] for drawing in told["drawings"]}
    assert done.status == 2
    assert (told["value"], told["complete"], told["positions"]) == ("win", False, 1000)
    assert (values["b1"], values["a2"], values["b2"], values["d4"]) == ("win", "win", "draw", None)


def test_ctrl_c_prints_what_is_known_so_far(program) -> None:
    stop = threading.Timer(0.5, _thread.interrupt_main)
    stop.start()
    done = program("solve", EARLY, "--given", "iooi")
    assert done.status == 2
    assert done.err == "printquarto: stopped; this is what is known so far.\n"
    assert "It is not known who wins.\n" in done.out.decode()


GAME = "1. oooo@a1 2. oooi@b1 3. ooio@c1 4. ooii@d1! 0-1"
REFUSED = {
    "a Quarto on the board": (
        ["oooo oooi ooio ooii .... .... ...."],
        "There is a Quarto on the board already, in row 1: the game is over.",
    ),
    "a shape twice": (
        ["oooo . . oooo .... .... ...."],
        "The shape oooo stands on both a1 and d1, but there is only one.",
    ),
    "a shape in hand that is on the board": (
        [LATE, "--given", "oiio"],
        "The shape in hand, oiio, already stands on a1.",
    ),
    "no shape": ([LATE, "--given", "oixo"], "--given: 'oixo' is not a shape"),
    "an unread shape": (["oooo ? . . .... .... ...."], "The shape on b1 could not be read"),
    "a game that was won": ([GAME], "Turn 4 made a Quarto in row 1: who calls it wins"),
    "a turn of a position": ([LATE, "--turn", "3"], "--turn is for a game with turns"),
    "no such turn": ([GAME, "--turn", "5"], "--turn can be 1 to 4 in this game, not 5."),
    "a shape drawn twice": (
        ["1. oooo@a1 2. oooo@b1 3. ooii@c1"],
        "The shape of turn 2, oooo, had been drawn",
    ),
    "a cell filled twice": (
        ["1. oooo@a1 2. oooi@a1 3. ooii@c1"],
        "The cell of turn 2, a1, was filled already",
    ),
    "an unread turn": (["1. oooo@a1 2. ?@b1 3. ooii@c1"], "The shape of turn 2 could not be read"),
    "several games": (["1. oooo@a1 * 1. oooo@b1 *"], "there are 2 games in it; say which with --game."),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_solved_is_refused_in_a_sentence(program, case: str) -> None:
    arguments, sentence = REFUSED[case]
    assert program.refused("solve", *arguments).startswith(sentence)


def test_a_full_board_is_over(program) -> None:
    board = "iioo iooo ooio oiii oioi oooo ioio oioo ioii iiio iooi ooii oooi iioi oiio iiii"
    assert program.refused("solve", board).startswith("All sixteen cells are filled")
