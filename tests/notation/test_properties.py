"""Laws of reading and writing: parse∘write is the identity, write∘parse is idempotent, nothing crashes."""

from hypothesis import example, given
from hypothesis import strategies as st

from printquarto.games.board import CELLS
from printquarto.games.shape import SHAPES
from printquarto.notation.parser import read_games
from printquarto.notation.record import RESULTS, UNREAD, Record, Turn, as_shown
from printquarto.notation.writer import write_game, write_games

shapes = st.sampled_from([*SHAPES, UNREAD])
cells = st.sampled_from([*CELLS, UNREAD])
shown = st.one_of(
    st.just(()),
    st.lists(st.sampled_from(CELLS), min_size=2, max_size=4, unique=True).map(tuple).map(as_shown),
)


def _turn(shape: object, cell: object) -> Turn:
    return Turn(shape, cell)  # type: ignore[arg-type]


def _call(shape: object, cell: object, shown: tuple) -> Turn:
    return Turn(shape, cell, True, shown)  # type: ignore[arg-type]


turns = st.one_of(
    st.builds(_turn, shapes, cells),
    st.builds(_call, shapes, cells, shown),
    st.builds(_call, st.one_of(shapes, st.none()), st.none(), shown),
)
values = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r")).filter(
    lambda text: "\0" not in text
)
tags = st.dictionaries(st.from_regex(r"\A[A-Z][a-z]{8,12}\Z"), values, max_size=3)
results = st.sampled_from([None, *RESULTS])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Give any record that a text can hold."""
    found = draw(tags)
    result = draw(results)
    if draw(st.booleans()):
        occupants = draw(st.lists(st.sampled_from([None, *SHAPES, UNREAD]), min_size=16, max_size=16))
        return Record(found, position=tuple(occupants), result=result)
    played = draw(st.lists(turns, max_size=20))
    if draw(st.booleans()):
        played.append(Turn(draw(shapes), None))
    if not (found or played or result):
        result = "*"
    return Record(found, tuple(played), result=result)


@given(records())
def test_reading_what_was_written_gives_the_same_game(record: Record) -> None:
    (again,) = read_games(write_game(record))
    assert isinstance(again, Record)
    assert again.same_game(record)


@given(st.lists(records(), max_size=5))
def test_a_file_of_games_comes_back_whole(games: list[Record]) -> None:
    kept = [game for game in games if game.tags and (game.turns or game.position or game.result)]
    again = read_games("".join(write_games(kept)))
    assert len(again) == len(kept)
    assert all(
        isinstance(one, Record) and one.same_game(other) for one, other in zip(again, kept, strict=True)
    )


pieces = st.sampled_from(
    [
        "1.",
        "7)",
        "3...",
        "oiio",
        "OIIO",
        "0110",
        "#6",
        "#16",
        "LSRS",
        "light",
        "dark",
        "tall",
        "short",
        "square",
        "round",
        "solid",
        "hollow",
        "b2",
        "r2c3",
        "e9",
        "@",
        "-",
        "–",
        "!",
        "Quarto",
        "quarto.",
        "?",
        ".",
        "....",
        "1-0",
        "0-1",
        "1/2-1/2",
        "½-½",
        "*",
        "{",
        "}",
        ";",
        "[",
        "]",
        "[Event",
        '"[First',
        '"Ana"]',
        "[Rules",
        '"junior"]',
        "[Squares",
        '"x"]',
        ",",
        '"',
        "\\",
        "\n",
        "\r",
        "\t",
        "\u2028",
        "�",
        "\x00",
        "🎲",
        "a1-d4",
    ]
)
texts = st.one_of(st.text(), st.lists(st.one_of(pieces, st.text(max_size=3)), max_size=40).map(" ".join))


@given(texts)
@example("{" * 50)
@example('[Event "' * 50)
@example("? ? ? ?")
@example("light tall - - - -")
def test_any_text_is_read_and_what_is_read_can_be_written(text: str) -> None:
    for game in read_games(text):
        if isinstance(game, Record):
            written = write_game(game)
            (again,) = read_games(written)
            assert isinstance(again, Record)
            assert again.same_game(game)
            assert write_game(again) == written
        else:
            assert game.message
            assert game.span.line >= 1
            assert game.span.column >= 1
            assert 1 <= game.span.column <= len(game.source) + 1
