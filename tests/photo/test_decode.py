"""Board, strip and tray are decoded together: rules settle what is unsure, and never touch clear ink."""

from __future__ import annotations

import random
from collections.abc import Iterator

import paperwork
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printquarto.games.board import CELLS
from printquarto.games.shape import SHAPE_BY_CORNERS, SHAPES
from printquarto.photo.decode import LEAST_ALTERNATIVE, NEVER_RULED, RULED_FROM, decode
from printquarto.photo.reading import SURE, SURE_FROM, UNSURE, Evidence, FieldReading, Value

CHART = paperwork.CHART


def read(
    values: dict[str, Value], *unsure: Evidence, doubt: float = 0.003, answers: dict | None = None
) -> dict[str, FieldReading]:
    evidence = paperwork.seen(values, unsure, doubt)
    return {one.id: one for one in decode(evidence, CHART, answers)}


def unsure(name: str, reason: str | None = "unclear", **chances: float) -> Evidence:
    """Give evidence of a field with several values: shapes by their corners, ``yes``, ``no``, ``blank``."""
    words: dict[str, Value] = {"yes": True, "no": False, "blank": ""}
    return Evidence(1, name, {words.get(value, value): p for value, p in chances.items()}, reason, True)


GAME = [("iooo", "a1"), ("ooii", "b2"), ("oooi", "c3"), ("oiii", "d4"), ("oioi", "a4")]


def test_every_field_of_the_chart_is_there_in_its_order() -> None:
    """What no evidence tells of is unsure, as outside the picture; nothing else is added."""
    evidence = [one for one in paperwork.seen(paperwork.recorded(GAME)) if one.id != "cell.c2"]
    found = decode([*reversed(evidence), Evidence(7, "cell.a1", {"": 1.0})], CHART)
    assert [(one.board, one.id) for one in found] == [(1, one.field.id) for one in CHART.fields]
    missing = next(one for one in found if one.id == "cell.c2")
    assert (missing.status, missing.value, missing.reason) == (UNSURE, None, "outside")


def test_clear_ink_is_sure_by_itself() -> None:
    found = read(paperwork.recorded(GAME))
    assert {(one.status, one.decided_by, one.alternatives, one.reason) for one in found.values()} == {
        (SURE, "ink", (), None)
    }
    assert all(one.confidence == pytest.approx(0.997) for one in found.values())


def test_a_reason_makes_a_field_unsure_whatever_its_chances() -> None:
    (field,) = _of(
        read(paperwork.recorded(GAME), unsure("cell.b2", "struck", ooii=0.999, ooio=0.001)), UNSURE
    )
    assert (field.id, field.value, field.confidence, field.reason) == ("cell.b2", None, 0.99, "struck")
    assert [tuple(one) for one in field.alternatives] == [("ooii", 0.99), ("", 0.01)]


@pytest.mark.parametrize(
    ("name", "chances", "values"),
    [
        ("cell.b2", {"ooii": 1.0}, ["ooii", ""]),
        ("cell.b2", {"ooii": 1.0, "oooi": 0.0}, ["ooii", ""]),
        ("cell.b2", {"": 1.0}, []),
        ("turn.2.br", {True: 1.0}, [True, False]),
        ("tray.3.used", {False: 1.0, True: 0.0}, [False, True]),
    ],
)
def test_what_is_unsure_has_two_values_or_none(
    name: str, chances: dict[Value, float], values: list[Value]
) -> None:
    """A reason makes a field unsure though its ink leaves one value: then that one is not the only one."""
    field = read(paperwork.recorded(GAME), Evidence(1, name, chances, "covered", True))[name]
    assert [one.value for one in field.alternatives] == values
    assert all(one.confidence <= 0.99 for one in (field, *field.alternatives))


def _of(found: dict[str, FieldReading], status: str) -> list[FieldReading]:
    return [one for one in found.values() if one.status == status]


def test_alternatives_stand_best_first_and_none_is_unlikely() -> None:
    (field,) = _of(
        read(paperwork.recorded(GAME), unsure("cell.b2", "two-marks", iiii=0.2, ooii=0.795, oooo=0.005)),
        UNSURE,
    )
    assert [one.value for one in field.alternatives] == ["ooii", "iiii"]
    assert all(one.confidence >= LEAST_ALTERNATIVE for one in field.alternatives)


@pytest.mark.parametrize("chance", [0.9, 0.8, 0.7])
def test_the_strip_settles_an_unsure_cell(chance: float) -> None:
    field = read(paperwork.recorded(GAME), unsure("cell.b2", ooii=chance, iooi=1 - chance))["cell.b2"]
    assert (field.value, field.status, field.decided_by) == ("ooii", SURE, "rule")
    assert field.confidence >= RULED_FROM
    assert field.alternatives == ()
    assert field.reason is None


def test_rules_do_not_speak_against_the_ink() -> None:
    """What the ink finds less likely than another value, or hardly likelier, is not taken though it fits."""
    for chance in (0.1, 0.4, 0.55):
        unclear = unsure("cell.b2", ooii=chance, oiio=1 - chance)
        field = read(paperwork.recorded(GAME), unclear)["cell.b2"]
        assert (field.value, field.status) == (None, UNSURE)


def test_rules_choose_among_alternatives_alone() -> None:
    field = read(paperwork.recorded(GAME), unsure("cell.b2", iooo=0.7, oiio=0.3))["cell.b2"]
    assert field.status == UNSURE


@pytest.mark.parametrize("reason", NEVER_RULED)
def test_some_reasons_are_for_a_person(reason: str) -> None:
    found = read(
        paperwork.recorded(GAME),
        unsure("cell.b2", reason, ooii=0.97, oiio=0.03),
        unsure("turn.3.bl", reason, yes=0.97, no=0.03),
        unsure("tray.8.arrow", reason, yes=0.97, no=0.03),
    )
    assert {one.id for one in _of(found, UNSURE)} == {"cell.b2", "turn.3.bl", "tray.8.arrow"}


def test_a_value_is_what_the_ink_says_and_not_what_the_rules_imply() -> None:
    """A forgotten arrow is false, a skipped box empty, a turned shape turned, and sure."""
    values = paperwork.recorded(GAME)
    wrong: dict[str, Value] = {
        "tray.8.arrow": False,
        "tray.3.used": False,
        "turn.4.tr": False,
        "turn.4.br": False,
        "turn.4.bl": False,
        "cell.c3": "ooio",
    }
    found = read(values | wrong, doubt=0.009)
    assert {name: found[name].value for name in wrong} == wrong
    assert {found[name].decided_by for name in wrong} == {"ink"}


def test_two_that_could_be_swapped_are_left_open() -> None:
    """Either of two cells may be either shape: the strip cannot tell which."""
    found = read(
        paperwork.recorded(GAME),
        unsure("cell.b2", ooii=0.7, oooi=0.3),
        unsure("cell.c3", oooi=0.7, ooii=0.3),
    )
    assert {one.id for one in _of(found, UNSURE)} == {"cell.b2", "cell.c3"}


def test_a_turned_shape_is_not_easily_ruled_out() -> None:
    """Players draw shapes turned round more often than they draw others; here no tray speaks for either."""
    values = {name: "tray" not in name and value for name, value in paperwork.recorded(GAME).items()}
    turned, other = (
        read(values, unsure("cell.b2", ooii=0.66, **{shape: 0.34}))["cell.b2"] for shape in ("oiio", "iiio")
    )
    assert other.status == SURE
    assert turned.status == UNSURE


def test_a_faint_speck_on_an_empty_cell_is_settled_by_the_strip() -> None:
    field = read(paperwork.recorded(GAME), unsure("cell.d1", "faint", blank=0.8, iiio=0.2))["cell.d1"]
    assert (field.value, field.decided_by) == ("", "rule")


def test_without_a_strip_a_cell_is_asked() -> None:
    """Nothing else tells of it than a tray, which may have been left unmarked."""
    values = paperwork.blank() | {f"cell.{cell}": shape for shape, cell in GAME}
    assert read(values, unsure("cell.b2", ooii=0.9, iooi=0.1))["cell.b2"].status == UNSURE


def test_calls_and_results_are_never_ruled() -> None:
    names = ["turn.2.call", "turn.3.claim", "result.first", "rule.squares"]
    found = read(paperwork.recorded(GAME), *(unsure(name, "faint", no=0.98, yes=0.02) for name in names))
    assert {one.id for one in _of(found, UNSURE)} == set(names)


def test_what_nobody_knows_is_read_by_ink_alone() -> None:
    """A field of the user's own has no part in the game."""
    place = CHART.fields[-1]
    own = CHART._replace(fields=(place._replace(field=place.field._replace(id="vote")),))
    (sure,) = decode([Evidence(1, "vote", {True: 0.995, False: 0.005}, None, True)], own)
    (open_,) = decode([Evidence(1, "vote", {True: 0.9, False: 0.1}, None, True)], own)
    assert (sure.value, sure.status) == (True, SURE)
    assert (open_.value, open_.status) == (None, UNSURE)


def _game(rng: random.Random, turns: int) -> list[tuple[str, str]]:
    shapes, cells = rng.sample(SHAPES, turns), rng.sample(CELLS, turns)
    return [(shape.corners, cell.name) for shape, cell in zip(shapes, cells, strict=True)]


fields = st.sampled_from([one.field.id for one in CHART.fields])


@given(st.integers(0, 10**6), st.integers(1, 16), fields, st.floats(0.3, 0.98))
@settings(max_examples=100, deadline=None)
def test_one_unsure_field_of_a_game_is_right_or_asked(
    seed: int, turns: int, name: str, chance: float
) -> None:
    """The true value is among the alternatives; where it is said it is the true one, and all else stays."""
    rng = random.Random(seed)
    values = paperwork.recorded(_game(rng, turns))
    other = _another(values[name], rng)
    found = read(values, Evidence(1, name, {values[name]: chance, other: 1 - chance}, None, True))
    field = found[name]
    assert field.value in (None, values[name])
    if field.value is None:
        assert values[name] in [one.value for one in field.alternatives]
        assert field.confidence < SURE_FROM
    assert all(one.value == values[one.id] for one in found.values() if one.id != name)


def _another(value: Value, rng: random.Random) -> Value:
    if isinstance(value, bool):
        return not value
    return rng.choice([one for one in ["", *SHAPE_BY_CORNERS] if one != value])


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_clear_ink_is_never_changed(seed: int) -> None:
    """However little a sheet makes sense, and however much of it is unsure."""
    rng = random.Random(seed)
    values = paperwork.blank()
    for name, value in values.items():
        if rng.random() < 0.5:
            values[name] = _another(value, rng)
    doubtful = [_doubtful(name, values[name], rng) for name in rng.sample(list(values), rng.randint(1, 25))]
    found = read(values, *doubtful, doubt=rng.choice([0.0, 0.002, 0.0099]))
    names = {one.id for one in doubtful}
    assert all(one.value == values[name] for name, one in found.items() if name not in names)
    for one in doubtful:
        field = found[one.id]
        if field.status == SURE:
            assert field.decided_by == "rule"
            assert one.reason not in NEVER_RULED
            assert field.value == one.best


def _doubtful(name: str, value: Value, rng: random.Random) -> Evidence:
    chance = rng.uniform(0.4, 0.98)
    reason = rng.choice([None, "faint", "unclear", "covered", "two-marks"])
    return Evidence(1, name, {value: chance, _another(value, rng): 1 - chance}, reason, True)


def _noisy(values: dict[str, Value], rng: random.Random) -> Iterator[Evidence]:
    """Give evidence whose chances are true ones: what is said with 0.7 is so in seven of ten."""
    for name, value in values.items():
        doubt = rng.choice([0.0005] * 24 + [0.008, 0.05, 0.2, 0.4])
        likeliest = value if rng.random() >= doubt else _another(value, rng)
        other = value if likeliest != value else _another(value, rng)
        yield Evidence(1, name, {likeliest: 1 - doubt, other: doubt}, None, bool(value))


def test_what_the_rules_decide_is_right_far_more_often_than_the_ink() -> None:
    """Over 100 games, a fifth of them with a mistake of players, and ink that errs as often as it says."""
    rng = random.Random(4)
    ruled: list[bool] = []
    unclear: list[bool] = []
    for _ in range(100):
        values = paperwork.recorded(_game(rng, rng.randint(4, 16)))
        if rng.random() < 0.2:
            name = rng.choice([name for name, value in values.items() if value])
            values[name] = _another(values[name], rng)
        evidence = list(_noisy(values, rng))
        for one, field in zip(evidence, decode(evidence, CHART), strict=True):
            if one.chances[one.best] < SURE_FROM:
                unclear.append(one.best == values[one.id])
            if field.decided_by == "rule":
                ruled.append(field.value == values[one.id])
    assert unclear.count(False) > len(unclear) / 10
    assert len(ruled) > 400
    assert all(ruled)
