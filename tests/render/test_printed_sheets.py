"""What rules, booklet and recorded sheet show: figures that agree with their words, and all of the words.

Read back from the finished PDF; a shape is known by its outline alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from printquarto.games.shape import CORNERS, Corner
from printquarto.sheet.language import languages
from printquarto.sheet.text import words

Printer = Callable[..., list[Any]]


def joined(page: Any) -> str:
    """Give all words of a page as one text without blanks."""
    return "".join(word.text for word in page.words).replace(" ", "")


def plain(text: str) -> str:
    """Give words of the catalogue as they are found in ``joined``: no markup, no signs, no blanks."""
    return re.sub(r"\{\w+\}|[*\s]", "", text)


KEPT = {
    "rules": ["rules."],
    "pocket": ["cover.", "play.", "folding."],
    "recorded": ["recording.", "advice.", "turns."],
    "classic": ["reminder.", "mark."],
    "key": ["key.rule", "key.sum", "key.cut"],
    "score": ["score."],
    "tray": ["tray.use"],
}
ELSEWHERE = re.compile(r".*\.(dots|counted|short)$|rules\.(live|lapsed)")
"""Words for other arrows, other rules or narrower columns; and words within a figure."""


@pytest.mark.parametrize("language", ["en", "ro", "de"])
@pytest.mark.parametrize("name", KEPT)
def test_all_that_is_to_be_said_is_said(printed: Printer, name: str, language: str) -> None:
    """Each paragraph of the catalogue is on the sheet, whole and with its words in order."""
    said = "".join(joined(page) for page in printed(name, language=language))
    for key, text in words(language).items():
        if key.startswith(tuple(KEPT[name])) and not ELSEWHERE.fullmatch(key):
            for paragraph in text.split("|"):
                assert plain(paragraph) in said, key


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("rules", ["shapes", "give", "quarto", "call", "write", "more"]),
        ("pocket", ["give", "draw", "quarto", "missed"]),
    ],
)
def test_paragraphs_follow_the_game(printed: Printer, name: str, keys: list[str]) -> None:
    """Their heads stand one below the other in the order of play, each over its paragraph."""
    (page,) = printed(name)
    known = words("en")
    family = {"rules": "rules", "pocket": "play"}[name]
    heads = [
        next(word for word in page.words if word.text == known[f"{family}.{key}.head"] and word.weight == 600)
        for key in keys
    ]
    assert [head.y for head in heads] == sorted({head.y for head in heads})
    assert len({round(head.x, 1) for head in heads}) == 1
    said = joined(page)
    for key in keys:
        head, text = plain(known[f"{family}.{key}.head"]), plain(known[f"{family}.{key}"].split("|")[0])
        assert head + text in said


# The rules.


def test_the_folded_corner_of_the_rules_is_called_in(printed: Printer) -> None:
    """The other three are called out, and the fold is dashed where the corner was."""
    (page,) = printed("rules")
    (square,) = (shape for shape in page.outlines if shape.side == pytest.approx(33, abs=0.02))
    third = square.side / 3
    found = {}
    for word in page.words:
        across, down = (word.x - square.x) // third, (word.y - square.y) // third
        if 0 <= across <= 2 and 0 <= down <= 2:
            found[across, down] = word.text
    corners = {8: (0, 0), 4: (2, 0), 2: (2, 2), 1: (0, 2)}
    assert found == {place: "in" if square.number & value else "out" for value, place in corners.items()}
    assert square.number in corners
    across, down = corners[square.number]
    dashed = [line[1][0] for line in page.dashed if len(line[1][0]) == 3]
    assert dashed[0][1] == pytest.approx(
        (square.x + across * third * 1.5, square.y + down * third * 1.5), abs=0.02
    )


def test_the_shape_that_is_given_is_the_one_that_is_drawn(printed: Printer) -> None:
    """In the rules the shape with the finished arrow is that on the guide dots."""
    (page,) = printed("rules")
    given, *boxed = (
        shape for shape in page.outlines if shape.side == pytest.approx(9, abs=0.02) and shape.line > 0.4
    )
    (drawn,) = (shape for shape in page.outlines if shape.side == pytest.approx(9.6, abs=0.02))
    assert given.number == drawn.number == 6
    dots = [dot for dot in page.dots if dot[3] == pytest.approx(0.16, abs=0.01)]
    assert len(dots) == 16
    assert min(dot[1] for dot in dots) == pytest.approx(drawn.x, abs=0.02)
    assert max(dot[2] for dot in dots) == pytest.approx(drawn.y + drawn.side, abs=0.02)
    assert len({shape.number for shape in boxed}) == 2
    (ring,) = (
        one for one in page.primitives if one[0] == "circle" and one[3] == pytest.approx(2.3, abs=0.01)
    )
    inside = [word.text for word in page.words if abs(word.x - ring[1]) < 2 and abs(word.y - ring[2]) < 2]
    assert inside == ["7"]


def test_the_quarto_of_the_rules_has_the_top_left_corner_in_and_no_other_alike(printed: Printer) -> None:
    """As the words beside it say; a dot shows that corner in each of the four."""
    (page,) = printed("rules")
    four = [shape for shape in page.outlines if shape.side == pytest.approx(6, abs=0.02)]
    assert len(four) == 4
    assert len({round(shape.y, 2) for shape in four}) == 1
    numbers = [shape.number for shape in four]
    assert len(set(numbers)) == 4
    alike = [value for value in (8, 4, 2, 1) if len({bool(number & value) for number in numbers}) == 1]
    assert alike == [8]
    assert all(number & 8 for number in numbers)
    for shape in four:
        place = (shape.x + 1, shape.y + 1)
        assert [dot for dot in page.dots if dot[1:3] == pytest.approx(place, abs=0.02)]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("counted", [(corner,) for corner in CORNERS] + [CORNERS[2:], CORNERS[1::2]])
def test_the_quarto_of_the_rules_is_one_of_a_corner_that_counts(
    printed: Printer, language: str, counted: tuple[Corner, ...]
) -> None:
    """The first of them is in, under the dot, and no other alike; the words name it, and no hint gainsays."""
    (page,) = printed("rules", features=counted, language=language)
    corner = counted[0]
    four = [shape for shape in page.outlines if shape.side == pytest.approx(6, abs=0.02)]
    numbers = [shape.number for shape in four]
    assert len(set(numbers)) == 4
    assert [one for one in CORNERS if len({bool(number & one.value) for number in numbers}) == 1] == [corner]
    assert all(number & corner.value for number in numbers)
    for shape in four:
        place = (shape.x + 1 + 4 * corner.x, shape.y + 1 + 4 * corner.y)
        assert [dot for dot in page.dots if dot[1:3] == pytest.approx(place, abs=0.02)]
    said, catalogue = joined(page), words(language)
    sentence = catalogue["rules.quarto.counted"].replace("{corner}", catalogue[f"corner.{corner.name}"])
    assert plain(sentence) in said
    assert said.endswith(plain(catalogue["rules.more.head.counted"] + catalogue["rules.more.counted"]))
    for other in CORNERS:
        if other not in counted:
            assert plain(catalogue[f"corner.{other.name}"]) not in said


def test_a_quarto_is_live_for_one_turn(printed: Printer) -> None:
    """From turn 7 to turn 8 the line is strong and called live, then dashed and called lapsed."""
    (page,) = printed("rules")
    heavy = [line for line in page.lines(0.9) if len(line[1][0]) == 2]
    (live,) = heavy
    ((start, end),) = live[1]
    above = {
        word.text: word.x
        for word in page.words
        if word.text in ("7", "8") and start[1] - 6 < word.y < start[1]
    }
    assert above["7"] == pytest.approx(start[0], abs=1.5)
    assert above["8"] == pytest.approx(end[0], abs=1.5)
    below = {word.text: word.x for word in page.words if 0 < word.y - start[1] < 8 and word.x < end[0] + 20}
    assert start[0] < below["live"] < end[0] - 3
    assert end[0] - 1 < below["lapsed"]
    (dashed,) = (line[1][0] for line in page.dashed if line[1][0][0] == pytest.approx(end, abs=0.02))
    assert dashed[1][0] > end[0] + 10


# The booklet.


def test_the_cover_shows_four_different_shapes(printed: Printer) -> None:
    """All out, all in, and two with the opposite corners folded, so each next pair differs in two."""
    (page,) = printed("pocket")
    cover = [shape for shape in page.outlines if shape.line > 0.8 and 20 < shape.side < 40]
    assert [shape.number for shape in cover] == [0, 6, 9, 15]
    assert [shape.x < 110 for shape in cover] == [True, False, True, False]
    assert [shape.y < 130 for shape in cover] == [True, True, False, False]
    titles = [word for word in page.words if word.text == "Quarto" and word.size == 24]
    assert len(titles) == 1
    assert 74 < titles[0].x < 148.5


def test_the_booklet_says_where_each_corner_is_and_what_it_stands_for(printed: Printer) -> None:
    """The four stand as the corners do, each with its value out and its value in."""
    (page,) = printed("pocket")
    small = [shape for shape in page.outlines if shape.side == pytest.approx(8.4, abs=0.02)]
    foot = max(shape.y + shape.side for shape in small)
    left = min(shape.x for shape in small)
    legend = [word for word in page.words if word.x > left - 1 and foot + 1 < word.y < foot + 45]
    heads = {
        name: next(word for word in legend if word.text == name)
        for name in ("top left", "top right", "bottom left", "bottom right")
    }
    assert heads["top left"].x == heads["bottom left"].x < heads["top right"].x == heads["bottom right"].x
    assert heads["top left"].y == heads["top right"].y < heads["bottom left"].y == heads["bottom right"].y
    for name, values in (
        ("top left", ["light", "dark"]),
        ("top right", ["tall", "short"]),
        ("bottom right", ["square", "round"]),
        ("bottom left", ["solid", "hollow"]),
    ):
        head = heads[name]
        own = [word for word in legend if 0 < word.y - head.y < 10 and -0.1 < word.x - head.x < 25]
        rows = sorted({round(word.y, 2) for word in own})
        said = [[word.text for word in own if round(word.y, 2) == row] for row in rows]
        assert said == [["out", values[0]], ["in", values[1]]]


def test_only_the_inner_pages_of_the_booklet_are_numbered(printed: Printer) -> None:
    """2 and 3 below, 4 to 7 upside down in the upper row; cover and back have none."""
    (page,) = printed("pocket")
    texts = [pen for pen in page.pens if pen.weight]
    numbers = {}
    for word, pen in zip(page.words, texts, strict=True):
        outer = word.y < 9 if pen.turned else word.y > 200
        if outer and re.fullmatch("[1-8]", word.text):
            numbers[word.text] = (round(word.x // 74.25), pen.turned)
    assert numbers == {
        "2": (2, False),
        "3": (3, False),
        "4": (3, True),
        "5": (2, True),
        "6": (1, True),
        "7": (0, True),
    }


def test_the_booklet_is_folded_as_its_pictures_show(printed: Printer) -> None:
    """Step by step downwards: the open sheet, the cut, the pushing, the booklet with a shape on it."""
    (page,) = printed("pocket")
    steps = [
        word
        for word in page.words
        if word.text in "1234" and word.weight == 600 and word.x < 74 and word.y > 105
    ]
    assert [step.text for step in steps] == ["1", "2", "3", "4"]
    assert [step.y for step in steps] == sorted(step.y for step in steps)
    shown = []
    for step, low in zip(steps, [*(step.y for step in steps[1:]), 200], strict=True):
        beside = [
            line
            for line in page.primitives
            if line[0] == "line" and line[1][0][0][0] < step.x - 1 and step.y - 5 < line[1][0][0][1] < low - 5
        ]
        wide = max(x for line in beside for run in line[1] for x, _ in run) - 8.25
        heavy = any(abs(line[2] - 0.9) < 0.01 for line in beside)
        first = next(
            word.text for word in page.words if step.x + 1 < word.x < 74 and abs(word.y - step.y) < 0.1
        )
        shown.append((wide > 20, heavy, first.split()[0], any(len(line[1][0]) == 8 for line in beside)))
    assert [one[1] for one in shown] == [False, True, False, False]
    assert [one[3] for one in shown] == [False, False, False, True]
    firsts = [words("en")[f"folding.{step}"].split()[0] for step in (1, 2, 3, 4)]
    assert [one[2] for one in shown] == firsts


def test_the_slit_of_the_booklet_has_its_scissors(printed: Printer) -> None:
    """It lies on the middle line over the second and third quarter, and is drawn apart from the folds."""
    (page,) = printed("pocket")
    (slit,) = (line for line in page.dashed if line[5] == pytest.approx((3, 1.5), abs=0.01))
    assert slit[2] == pytest.approx(0.5, abs=0.01)
    assert [at for point in slit[1][0] for at in point] == pytest.approx([74.25, 105, 222.75, 105], abs=0.02)
    rings = [
        ring for ring in page.primitives if ring[0] == "circle" and ring[3] == pytest.approx(0.75, abs=0.01)
    ]
    assert len(rings) == 2
    assert all(74 < ring[1] < 90 and abs(ring[2] - 105) < 2 for ring in rings)


# The recorded sheet.


def strip(page: Any) -> list[Any]:
    """Give the rounds of the turns in rows of boxes: seven a turn."""
    return [
        one
        for one in page.primitives
        if one[0] == "circle" and one[4] and one[3] == pytest.approx(2.275, abs=0.05)
    ]


def test_each_turn_has_its_number_and_who_draws_it(printed: Printer) -> None:
    """First draws the turns of the first and third column, Second the others."""
    (page,) = printed("recorded")
    numbers = [word for word in page.words if word.size == 12 and word.weight == 600 and word.text.isdigit()]
    assert [word.text for word in numbers] == [str(turn) for turn in range(1, 17)]
    captions = sorted(
        (word for word in page.words if word.text in ("First draws", "Second draws")), key=lambda w: w.x
    )
    assert [word.text for word in captions] == ["First draws", "Second draws"] * 2
    for turn, number in enumerate(numbers):
        assert number.x == pytest.approx(captions[turn % 4].x, abs=0.02)
    rounds = strip(page)
    assert len(rounds) == 16 * 7 + 4
    for turn, number in enumerate(numbers):
        own = rounds[7 * turn : 7 * turn + 7]
        assert all(number.x < ring[1] < number.x + 32 for ring in own)
        assert all(-5 < ring[2] - number.y < 7 for ring in own)


def test_the_pencil_stands_beside_the_round_for_a_call(printed: Printer) -> None:
    """It is the upper one of the last column of a turn; the mark alone stands beside the lower one."""
    (page,) = printed("recorded")
    rounds = strip(page)
    pencils = [line[1][0] for line in page.lines(0.25) if line[3] and len(line[1][0]) == 5]
    for turn in range(16):
        own = rounds[7 * turn : 7 * turn + 7]
        last = sorted((ring for ring in own if ring[1] > max(one[1] for one in own) - 1), key=lambda r: r[2])
        assert len(last) == 2
        near = [
            [run for run in pencils if 0 < run[0][0] - ring[1] < 8 and abs(run[0][1] - ring[2]) < 3]
            for ring in last
        ]
        assert [len(found) for found in near] == [1, 0]


def test_each_result_stands_beside_its_round(printed: Printer) -> None:
    """First, Second, draw, and whether blocks counted."""
    (page,) = printed("recorded")
    rounds = strip(page)[-4:]
    said = []
    for ring in rounds:
        (word,) = (
            word for word in page.words if 2 < word.x - ring[1] < 5 and abs(word.y - 1.1 - ring[2]) < 0.3
        )
        said.append(word.text)
    assert said == ["First", "Second", "draw", "2×2 blocks count"]


def test_the_example_blackens_the_corners_that_are_folded(printed: Printer) -> None:
    """The shape of the example and its four rounds agree."""
    (page,) = printed("recorded")
    (shape,) = (shape for shape in page.outlines if shape.side == pytest.approx(7.5, abs=0.02))
    black = [
        dot for dot in page.dots if dot[3] == pytest.approx(1.6, abs=0.02) and abs(dot[2] - shape.y) < 10
    ]
    rings = [
        ring
        for ring in page.primitives
        if ring[0] == "circle" and ring[4] and ring[3] == pytest.approx(1.475, abs=0.02)
    ]
    every = [*black, *rings]
    assert len(every) == 4
    left, top = min(ring[1] for ring in every), min(ring[2] for ring in every)
    values = {(False, False): 8, (True, False): 4, (True, True): 2, (False, True): 1}
    number = sum(values[ring[1] > left + 1, ring[2] > top + 1] for ring in black)
    assert number == shape.number == 6


def test_the_recorded_sheet_says_which_side_is_up(printed: Printer) -> None:
    """In one line under the title, before the names."""
    (page,) = printed("recorded")
    title, up, first = (
        next(word for word in page.words if word.text == text) for text in ("Quarto", "This side up", "First")
    )
    assert title.y + 3 < up.y < first.y - 3
    assert title.x - up.x < 3
