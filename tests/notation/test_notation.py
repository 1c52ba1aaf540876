"""Every way to write a record gives the same game; what cannot be read is told with its place."""

from pathlib import Path

import pytest

from printquarto.errors import NotationError
from printquarto.games.shape import SHAPES, Shape
from printquarto.notation.diagnostic import Span, columns, excerpt
from printquarto.notation.parser import read_games
from printquarto.notation.record import Broken, Record
from printquarto.notation.shapes import all_spellings, read_shape
from printquarto.notation.writer import write_game, write_games

HERE = Path(__file__).parent


def _rows(name: str) -> list[tuple[str, str]]:
    rows = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("# "):
            left, right = line.split(" -> ")
            rows.append((left.replace("\\n", "\n"), right.replace("\\n", "\n")))
    return rows


def _only(text: str) -> Record:
    (game,) = read_games(text)
    assert isinstance(game, Record), game
    return game


@pytest.mark.parametrize(("text", "canonical"), _rows("spellings.txt"))
def test_spelling(text: str, canonical: str) -> None:
    assert write_game(_only(text)) == canonical + "\n"


@pytest.mark.parametrize(("text", "told"), _rows("refusals.txt"))
def test_refusal(text: str, told: str) -> None:
    line, column, message = told.split(" ", 2)
    broken = read_games(text)[0]
    assert isinstance(broken, Broken)
    assert message in broken.message
    assert broken.span[:2] == (int(line), int(column))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_forms_of_every_shape(shape: Shape) -> None:
    spellings = all_spellings(shape)
    assert len(set(spellings)) == 5
    for spelling in spellings:
        for text in (spelling, spelling.upper(), f"  {spelling} "):
            assert read_shape(text) is shape


@pytest.mark.parametrize("text", ["", "oii", "oiix", "0112", "#16", "#", "#-1", "LSXX", "light", "#٣"])
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_shape(text)


def test_the_example_of_the_specification_is_canonical() -> None:
    text = (
        '[Event "Night train"]\n[Date "2026.11.29"]\n[First "Ana"]\n[Second "Dan"]\n\n'
        "1. ioio@c3   2. oooo@c1   3. ooii@a1   4. oioo@c4   5. iooi@a4\n"
        "6. iioo@c2   7. ooio@d1   8. oioi@b3   9. iooo@b1!a1-d1   1-0\n"
    )
    assert write_game(_only(text)) == text


@pytest.mark.parametrize(
    "tag",
    [
        '[First "Ana"]',
        "[First “Ana”]",
        "[First „Ana”]",
        '[First "Ana”]',
        '  [ First  "Ana" ]  ',
        '[First "Ana"][Second "Dan"]',
    ],
)
def test_tags_with_straight_or_curly_quotes(tag: str) -> None:
    assert _only(f"{tag} oiio@b2").tags["First"] == "Ana"


@pytest.mark.parametrize(
    "value", ['a "b" c', "back\\slash", '\\"', "“curly”", "; {no comment} [x]", "Ștefan ½ 🎲", ""]
)
def test_any_value_of_a_tag_survives(value: str) -> None:
    record = Record({"Event": value}, _only("oiio@b2").turns)
    assert _only(write_game(record)).tags == {"Event": value}


def test_games_are_parted_by_results_and_by_tags() -> None:
    text = 'oiio@b2 1-0 iiii@a1 * [Event "x"]\noooo@a1\n[Event "y"]\n*'
    assert [write_game(game).split("\n")[0] for game in read_games(text) if isinstance(game, Record)] == [
        "1. oiio@b2   1-0",
        "1. iiii@a1   *",
        '[Event "x"]',
        '[Event "y"]',
    ]


@pytest.mark.parametrize(
    ("broken", "resumes"),
    [
        ("oixo@b2 1-0\noooo@a1 1-0", True),
        ('[Event "x\n[First "Ana"]\noooo@a1', True),
        ('[Rules "x"]\n[First "Ana"]\noooo@a1', True),
        ('oooo@a1 { [Event "in a comment"] } oixo', True),
        ("oooo@a1 oixo { never closed", True),
        ("{ never closed\noooo@a1", True),
        ("oixo ; [Event", True),
    ],
)
def test_reading_goes_on_at_the_next_tag_behind_movetext(broken: str, resumes: bool) -> None:
    games = read_games(f'{broken}\n[Event "next"]\niiii@d4 *')
    assert [isinstance(game, Record) for game in games] == [False, resumes]
    assert games[-1].tags == {"Event": "next"}
    assert games[-1].line == broken.count("\n") + 2


def test_known_tags_are_known_however_they_are_capitalised() -> None:
    assert _only('[RULES "junior"] [first "Ana"] [event "x"] *').tags == {
        "Rules": "junior",
        "First": "Ana",
        "event": "x",
    }


def test_a_comment_that_swallows_a_game_is_told_where_another_one_opens_in_it() -> None:
    games = read_games('[Event "1"]\noooo@a1 { forgot\n\n[Event "2"]\noooo@a1 {fine}\n\n[Event "3"]\n*')
    assert [type(game) for game in games] == [Broken, Record, Record]
    assert [game.tags["Event"] for game in games] == ["1", "2", "3"]


def test_a_game_may_be_commented_out() -> None:
    (game,) = read_games('{ [Event "1"]\n[Date "x"]\noooo@a1 }\n[Event "2"]\n*')
    assert game.tags == {"Event": "2"}


@pytest.mark.parametrize(
    "text", ["{\n" * 30_000, '[Event "x"]\noooo@a1 { foo\n\n' * 10_000, '[A "b"] ' * 30_000, "[" * 50_000]
)
def test_long_texts_with_one_fault_over_and_over_are_read_in_one_go(text: str) -> None:
    """Each of these took minutes when every fault was looked for in all that follows."""
    assert read_games(text)


def test_a_broken_tag_does_not_break_the_game_before_it() -> None:
    games = read_games('oooo@a1\n[Event "x\niiii@d4\n[Event "y"]\n*')
    assert [type(game) for game in games] == [Record, Broken, Record]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_line_ends(newline: str) -> None:
    record = _only(newline.join(['[Event "x"]', "", "1. oiio", "@b2 {a", "b} *"]))
    assert write_game(record) == '[Event "x"]\n\n1. oiio@b2   *\n'


def test_two_games_that_no_text_could_part_are_not_written() -> None:
    record = _only("oiio@b2")
    with pytest.raises(ValueError, match="apart"):
        list(write_games([record, record]))


def test_excerpt_marks_wide_characters_and_tabs_where_a_terminal_shows_them() -> None:
    source = "{四\t}oiio@x9"
    shown, marks = excerpt(source, Span(1, source.index("x9") + 1, 2))
    before = shown[: shown.index("x9")]
    assert marks == " " * columns(before) + "~~"


def test_excerpt_of_a_long_line_stays_short_and_holds_the_place() -> None:
    source = "1. oiio@b2 " * 1000 + "HERE" + " 1. oiio@b2" * 1000
    shown, marks = excerpt(source, Span(1, source.index("HERE") + 1, 4))
    assert len(shown) < 110
    assert shown[len(marks) - 4 : len(marks)] == "HERE"


def test_excerpt_shows_nothing_that_steers_a_terminal() -> None:
    shown, _ = excerpt("\x1b[31m oiio\u202e", Span(1, 1, 1))
    assert shown.isprintable()
