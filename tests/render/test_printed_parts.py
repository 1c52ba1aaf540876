"""What the parts of a sheet print, read back from the finished PDF: words in their places, outlines, boxes.

A shape is known by its outline alone, so that a number or a letter beside the wrong shape is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import pytest

from printquarto.games.shape import CORNERS
from printquarto.sheet.text import words as catalogue

Printer = Callable[..., list[Any]]
LETTERS = (("L", "D"), ("T", "S"), ("S", "R"), ("S", "H"))
"""The letters of the corners out and in, clockwise from the top left."""

WORDS = (("light", "dark"), ("tall", "short"), ("square", "round"), ("solid", "hollow"))
VALUES = (8, 4, 2, 1)
PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))
DOTS = 16 * 16
"""Guide dots of a board."""


def bits(number: int) -> list[int]:
    """Give for each corner, clockwise from the top left, whether it is in."""
    return [int(bool(number & value)) for value in VALUES]


def corners(number: int) -> str:
    return "".join("oi"[bit] for bit in bits(number))


def letters(number: int) -> str:
    return "".join(pair[bit] for pair, bit in zip(LETTERS, bits(number), strict=True))


def own(*parts: str) -> str:
    """Write a template of the given parts."""
    return "schema = 1\n" + "".join(f"[[part]]\n{part}\n" for part in parts)


def near(*lengths: float) -> Any:
    return pytest.approx(lengths, abs=0.02)


def text_of(words: Iterable[Any]) -> str:
    """Give all that is said, as one text."""
    return " ".join(word.text for word in words)


@pytest.fixture
def one(printed: Printer) -> Callable[..., Any]:
    """Give the function that prints a template of given parts on one page."""

    def page(*parts: str, paper: str = "A4", **options: Any) -> Any:
        (only,) = printed(own(*parts), paper, **options)
        return only

    return page


# The key's figure.


def rows_of(page: Any, place: tuple[int, int], square: Any) -> tuple[Any, list[list[Any]]]:
    """Give the words that explain a corner: its head, and the two lines of mark, value and number."""
    right, low = place
    level = square.y + square.side * (5 if low else 1) / 6
    beside = [
        word
        for word in page.words
        if (word.x > square.x + square.side if right else word.x < square.x) and -1 < word.y - level < 18
    ]
    (head,) = (word for word in beside if word.size > 9)
    lines = sorted({round(word.y, 2) for word in beside if word.size <= 9 and word.y > head.y + 6})
    rows = [
        sorted((word for word in beside if abs(word.y - line) < 0.02), key=lambda w: w.x) for line in lines
    ]
    return head, rows


@pytest.mark.parametrize("number", range(16))
def test_the_figure_explains_the_shape_that_is_asked_for(one: Any, number: int) -> None:
    """It is drawn, named, added up; what holds for it is semibold, and its folded corners are dashed."""
    page = one(f'kind = "figure"\nshape = {number}')
    (square,) = page.outlines
    assert (square.number, square.side) == (number, pytest.approx(54, abs=0.02))
    (name,) = (word for word in page.words if word.text == f"#{number}")
    (form,) = (word for word in page.words if word.text == corners(number))
    assert square.x < name.x < square.x + square.side
    assert square.y < name.y < form.y < square.y + square.side
    assert (name.weight, form.weight) == (600, 400)
    terms = [value * bit for value, bit in zip(VALUES, bits(number), strict=True)]
    (total,) = (word for word in page.words if "=" in word.text)
    assert total.text == f"{' + '.join(map(str, terms))} = {number}"
    for place, head, words, value, bit in zip(
        PLACES, ("Colour", "Height", "Shape", "Top"), WORDS, VALUES, bits(number), strict=True
    ):
        found, rows = rows_of(page, place, square)
        assert (found.text, found.weight) == (head, 600)
        assert [[word.text for word in row] for row in rows] == [
            ["o", words[0], "0"],
            ["i", words[1], str(value)],
        ]
        assert [{word.weight for word in row} for row in rows] == [
            {400 if bit else 600},
            {600 if bit else 400},
        ]


@pytest.mark.parametrize("number", [0, 6, 9, 13, 15])
def test_the_figures_folded_corners_are_dashed_where_they_were(one: Any, number: int) -> None:
    """Two dashed sides of a third each, at the corners that are in and at no others."""
    page = one(f'kind = "figure"\nshape = {number}')
    (square,) = page.outlines
    expected = []
    for (right, low), bit in zip(PLACES, bits(number), strict=True):
        if bit:
            x, y, third = square.x + right * square.side, square.y + low * square.side, square.side / 3
            expected.append(((x + third * (1 - 2 * right), y), (x, y), (x, y + third * (1 - 2 * low))))
    found = [line[1][0] for line in page.dashed]
    assert len(found) == len(expected)
    for run, points in zip(found, expected, strict=True):
        assert [at for point in run for at in point] == near(*(at for point in points for at in point))


def test_the_figures_leaders_lead_from_word_to_corner(one: Any) -> None:
    """Each ends in a knob in the middle of its corner's third."""
    page = one('kind = "figure"')
    (square,) = page.outlines
    middles = [
        (square.x + square.side * (1 + 4 * right) / 6, square.y + square.side * (1 + 4 * low) / 6)
        for right, low in PLACES
    ]
    assert [dot[1:3] for dot in page.dots] == [near(*middle) for middle in middles]
    leaders = [line[1][0] for line in page.lines(0.25) if not line[5] and len(line[1][0]) == 2]
    assert len(leaders) == 4
    for (start, end), middle, (right, _) in zip(leaders, middles, PLACES, strict=True):
        assert end == near(*middle)
        assert start[1] == pytest.approx(middle[1], abs=0.02)
        assert (start[0] > square.x + square.side) if right else (start[0] < square.x)


# The sixteen shapes: grid, cards, score, pocket.


def beside(page: Any, shape: Any, reach: float = 14) -> list[str]:
    """Give the words right of a shape, from its upper edge down to its lower one."""
    right = shape.x + shape.side
    return [
        word.text
        for word in sorted(page.words, key=lambda word: word.y)
        if right < word.x < right + reach and shape.y < word.y < shape.y + shape.side + 3
    ]


def by_place(outlines: list[Any]) -> list[list[Any]]:
    """Give outlines row by row, each row from the left."""
    rows = sorted({round(shape.y, 1) for shape in outlines})
    return [
        sorted((shape for shape in outlines if round(shape.y, 1) == row), key=lambda shape: shape.x)
        for row in rows
    ]


@pytest.mark.parametrize(
    ("paper", "options"), [("A4", {}), ("Letter", {}), ("A5", {}), ("A4", {"large": True})]
)
def test_the_grid_has_every_shape_under_its_heads(one: Any, paper: str, options: Any) -> None:
    """Columns share the lower corners that their head names, rows the upper ones; each has its own names."""
    page = one('kind = "grid"', paper=paper, **options)
    rows = by_place(page.outlines)
    assert [[shape.number for shape in row] for row in rows] == [
        [4 * row + at for at in range(4)] for row in range(4)
    ]
    for shape in page.outlines:
        reach = 24 if options else 14
        assert beside(page, shape, reach) == [
            f"#{shape.number}",
            corners(shape.number),
            letters(shape.number),
        ]
    top = rows[0][0].y
    heads = [word for word in page.words if word.weight == 600 and not word.text.startswith("#")]
    for column in range(4):
        shared = {tuple(bits(row[column].number)[2:]) for row in rows}
        ((br, bl),) = shared
        x, room = rows[0][column].x, rows[0][1].x - rows[0][0].x
        above = [word for word in heads if abs(word.x - x) < 0.02 and word.y < top - 5]
        row_heads = {f"{tl}, {tr}" for tl in WORDS[0] for tr in WORDS[1]}
        said = " ".join(word.text for word in sorted(above, key=lambda w: w.y) if word.text not in row_heads)
        assert said == f"{WORDS[2][br]}, {WORDS[3][bl]}"
        assert room > 20
    for row, before in zip(rows, [0.0, *(one[0].y + one[0].side for one in rows[:3])], strict=True):
        ((tl, tr),) = {tuple(bits(shape.number)[:2]) for shape in row}
        between = [
            word.text for word in heads if before < word.y < row[0].y and abs(word.x - row[0].x) < 0.02
        ]
        assert between[-1] == f"{WORDS[0][tl]}, {WORDS[1][tr]}"
        rules = [
            line[1][0]
            for line in page.lines(0.35 if options else 0.25)
            if before < line[1][0][0][1] < row[0].y
        ]
        assert len(rules) == 1
        ((start, end),) = rules
        assert abs(start[1] - end[1]) < 0.01


@pytest.mark.parametrize("side", [12, 15, 18.5, 24])
def test_the_grid_draws_shapes_of_the_side_that_is_asked_for(one: Any, side: float) -> None:
    page = one(f'kind = "grid"\nshape = {side}')
    assert [shape.side for shape in page.outlines] == [pytest.approx(side, abs=0.02)] * 16


@pytest.mark.parametrize(("part", "paper"), [("", "A4"), ("", "Letter"), ("", "A5"), ("card = 30", "A4")])
def test_each_card_has_its_shape_its_number_and_its_letters(one: Any, part: str, paper: str) -> None:
    """Cards lie between shared cuts; a card has nothing else on it, and scissors stand at the first cut."""
    page = one(f'kind = "cards"\n{part}', paper=paper)
    (cut,) = page.dashed
    across = sorted({round(run[0][1], 3) for run in cut[1] if run[0][1] == run[1][1]})
    down = sorted({round(run[0][0], 3) for run in cut[1] if run[0][0] == run[1][0]})
    assert len(across) == len(down) == 5
    steps = {round(two - one_, 2) for cuts in (across, down) for one_, two in pairwise(cuts)}
    assert len(steps) == 1
    if part:
        assert steps == {30}
    assert (cut[2], cut[5]) == (pytest.approx(0.25, abs=0.002), near(2, 1.5))
    for row in range(4):
        for column in range(4):
            left, top, right, low = down[column], across[row], down[column + 1], across[row + 1]
            (shape,) = (one_ for one_ in page.outlines if left < one_.x < right and top < one_.y < low)
            number = 4 * row + column
            assert shape.number == number
            assert page.said(within=(left, top, right, low)) == [f"#{number}", letters(number)]
            middle = (left + right) / 2
            assert shape.x + shape.side / 2 == pytest.approx(middle, abs=0.02)
    rings = [circle for circle in page.primitives if circle[0] == "circle" and circle[4]]
    room = down[0] > 14.8
    assert len(rings) == (2 if room else 0)
    for ring in rings:
        assert down[0] - 8 < ring[1] < down[0]
        assert abs(ring[2] - across[0]) < 3
    blades = [line for line in page.lines(0.25) if not line[5]]
    assert len(blades) == (2 if room else 0)


def test_the_key_prints_scissors_on_its_cards(printed: Printer) -> None:
    _, page = printed("key")
    assert sum(circle[0] == "circle" and circle[4] > 0 for circle in page.primitives) == 2


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_the_score_names_every_shape(printed: Printer, paper: str) -> None:
    """Light ones in the left column, dark ones in the right; number, corners and letters beside each."""
    (page,) = printed("score", paper)
    shapes = [shape for shape in page.outlines if shape.line > 0.4]
    assert [shape.number for shape in shapes] == list(range(16))
    for shape in shapes:
        assert beside(page, shape) == [f"#{shape.number}", corners(shape.number), letters(shape.number)]
    assert max(shape.x for shape in shapes[:8]) < min(shape.x for shape in shapes[8:]) - shapes[0].side
    above = shapes[0].y + 3
    heads = {word.text: word.x for word in page.words if word.text in ("light", "dark") and word.y < above}
    assert heads["light"] == pytest.approx(shapes[0].x, abs=0.02)
    assert heads["dark"] == pytest.approx(shapes[8].x, abs=0.02)


@pytest.mark.parametrize("shapes", ["true", "false"])
def test_the_score_has_a_line_for_each_turn(one: Any, shapes: str) -> None:
    """First draws the odd turns; each line has two writing lines and a box for the call, and no more."""
    page = one(f'kind = "score"\nshapes = {shapes}')
    numbers = [word for word in page.words if word.text.isdigit()]
    assert [word.text for word in numbers] == [str(turn) for turn in range(1, 17)]
    writing = [line[1][0] for line in page.lines(0.25) if len(line[1][0]) == 2]
    for turn, number in enumerate(numbers, 1):
        (player,) = (
            word for word in page.words if abs(word.y - number.y) < 0.02 and word.text in ("First", "Second")
        )
        assert player.text == ("First" if turn % 2 else "Second")
        assert player.x > number.x
        level = [run for run in writing if abs(run[0][1] - number.y - 0.6) < 0.02]
        assert len(level) == 2
        boxes = [box for box in page.boxes if box[1] < number.y < box[3]]
        assert len(boxes) == 1
        assert boxes[0][0] > max(end[0] for run in level for end in run)
        assert boxes[0][2] - boxes[0][0] == pytest.approx(6, abs=0.02)


@pytest.mark.parametrize("shapes", ["true", "false"])
def test_the_score_has_a_box_before_each_result(one: Any, shapes: str) -> None:
    """First, Second and draw, each with a box of its own at its left, after the word for the result."""
    page = one(f'kind = "score"\nshapes = {shapes}')
    (result,) = (word for word in page.words if word.text == "Result")
    line = [word for word in page.words if abs(word.y - result.y) < 0.02]
    line = sorted(
        (word for word in line if word.text in ("Result", "First", "Second", "draw")), key=lambda w: w.x
    )
    boxes = sorted(box for box in page.boxes if box[1] < result.y < box[3])
    assert len(boxes) == 3
    assert [word.text for word in line[:1]] == ["Result"]
    assert {word.text for word in line[1:]} == {"First", "Second", "draw"}
    for word, box, after in zip(line[1:], boxes, [*line[2:], None], strict=True):
        assert box[0] < box[2] < word.x < box[2] + 3
        assert after is None or word.x < after.x
    assert len(page.boxes) == 16 + 3


def test_the_scores_letters_are_explained(one: Any) -> None:
    """Out and in of each corner, in the order of the letters, beside a square with a dot in that corner."""
    page = one('kind = "score"')
    signs = [line[1][0] for line in page.lines(0.25) if line[3]]
    assert len(signs) == len(page.dots) == 4
    for sign, dot, words, pair, (right, low) in zip(signs, page.dots, WORDS, LETTERS, PLACES, strict=True):
        left, top = min(x for x, _ in sign), min(y for _, y in sign)
        side = max(x for x, _ in sign) - left
        assert (dot[1] > left + side / 2, dot[2] > top + side / 2) == (bool(right), bool(low))
        level = sorted(
            (word for word in page.words if top < word.y < top + side + 1.2 and word.x > left),
            key=lambda w: w.x,
        )
        assert [word.text for word in level] == [pair[0], words[0], pair[1], words[1]]
        assert [word.weight for word in level] == [600, 400, 600, 400]


def test_a_score_without_shapes_is_as_wide_as_the_page(one: Any) -> None:
    """No shape, no number and no letter is printed, and the table takes their room."""
    with_, without = one('kind = "score"'), one('kind = "score"\nshapes = false')
    assert len(with_.outlines) == 16 + 4
    assert without.outlines == []
    assert not [word for word in without.words if word.text.startswith("#") or word.text in ("o", "i")]
    assert max(box[2] for box in with_.boxes) == pytest.approx(101, abs=0.1)
    assert max(box[2] for box in without.boxes) == pytest.approx(185, abs=0.1)


def test_the_pocket_names_every_shape(printed: Printer) -> None:
    """On its page for the shapes each has its number at its lower right."""
    (page,) = printed("pocket")
    small = [shape for shape in page.outlines if shape.side == pytest.approx(8.4, abs=0.02)]
    assert sorted(shape.number for shape in small) == list(range(16))
    for shape in small:
        named = [
            word.text.removeprefix("#")
            for word in page.words
            if 0 < word.x - shape.x - shape.side < 5 and abs(word.y - shape.y - shape.side) < 0.5
        ]
        assert named == [str(shape.number)]


def half_turned(number: int) -> int:
    """Give the shape that a shape looks like from the other side of the table."""
    tl, tr, br, bl = bits(number)
    return 8 * br + 4 * bl + 2 * tl + tr


def test_the_pockets_trays_stand_upside_down_with_the_right_numbers(printed: Printer) -> None:
    """On a page of the upper row a shape is turned together with its number, which names it as it is read."""
    (page,) = printed("pocket")
    shapes = [shape for shape in page.outlines if shape.side == pytest.approx(6.6, abs=0.02)]
    numbers = [
        word
        for word, pen in zip(page.words, (pen for pen in page.pens if pen.weight), strict=True)
        if pen.turned and word.text.startswith("#")
    ]
    assert len(shapes) == len(numbers) == 32
    for shape in shapes:
        nearest = min(numbers, key=lambda word: abs(word.x - shape.x + 1) + abs(word.y - shape.y - 7.4))
        assert nearest.text == f"#{half_turned(shape.number)}"
        assert (nearest.x, nearest.y) == near(shape.x - 1, shape.y + 7.4)


# Trays.


@pytest.mark.parametrize(("name", "count"), [("classic", 1), ("tray", 1), ("travel", 4)])
def test_each_slot_has_its_number_beside_its_shape(printed: Printer, name: str, count: int) -> None:
    """The number that is nearest to an outline is that of the outline."""
    (page,) = printed(name)
    frames = [shape for shape in page.outlines if shape.side < 40]
    numbers = [word for word in page.words if word.text.startswith("#")]
    assert len(frames) == len(numbers) == 16 * count
    for shape in frames:
        middle = (shape.x + shape.side / 2, shape.y + shape.side / 2)
        nearest = min(numbers, key=lambda word: (word.x - middle[0]) ** 2 + (word.y - middle[1]) ** 2)
        assert nearest.text == f"#{shape.number}"


@pytest.mark.parametrize(("columns", "rows"), [(2, 8), (4, 4), (8, 2)])
def test_a_tray_has_as_many_columns_as_asked(one: Any, columns: int, rows: int) -> None:
    page = one(f'kind = "tray"\ncolumns = {columns}')
    found = by_place(page.outlines)
    assert [len(row) for row in found] == [columns] * rows
    assert [shape.number for row in found for shape in row] == list(range(16))


def test_a_trays_flags_take_away_what_they_name(one: Any) -> None:
    """Numbers, boxes; the rest stays where it was."""
    whole = one('kind = "tray"')
    for flag, texts, boxes in (("numbers", 0, 16), ("boxes", 16, 0)):
        page = one(f'kind = "tray"\n{flag} = false')
        assert (len(page.words), len(page.boxes), page.outlines) == (texts, boxes, whole.outlines)
    assert (len(whole.words), len(whole.boxes)) == (16, 16)


@pytest.mark.parametrize(
    ("slot", "side"), [("large", 15), ("wide-large", 9), ("wide-small", 6.6), ("narrow-small", 6.6)]
)
def test_a_tray_has_the_slot_that_is_asked_for(one: Any, slot: str, side: float) -> None:
    page = one(f'kind = "tray"\nslot = "{slot}"')
    assert {round(shape.side, 2) for shape in page.outlines} == {side}
    shape, box = page.outlines[0], page.boxes[0]
    assert (box[1] > shape.y + shape.side) == (slot == "narrow-small")


def test_an_arrow_of_the_template_is_printed_unless_another_is_asked_for(one: Any) -> None:
    """Dots of 1.2 at tip and foot for the shaft; a reminder beside it speaks of the arrow that is there."""
    for own_arrow, asked in (("shaft", None), ("dots", None), ("shaft", "dots"), ("dots", "shaft")):
        page = one(
            'kind = "board"', f'kind = "tray"\narrow = "{own_arrow}"', 'kind = "reminder"', arrow=asked
        )
        dots = (asked or own_arrow) == "dots"
        large = [dot for dot in page.dots if dot[3] == pytest.approx(0.6, abs=0.01)]
        shafts = [line for line in page.lines(0.5) if len(line[1][0]) == 2]
        assert (len(large), len(shafts)) == ((32, 0) if dots else (0, 16))
        assert ("Join the two dots" in text_of(page.words)) == dots
        assert ("Draw the head" in text_of(page.words)) != dots


@pytest.mark.parametrize("name", ["classic", "tray", "travel", "pocket"])
def test_a_sheet_speaks_of_the_arrow_that_it_has(printed: Printer, name: str) -> None:
    """Where dots are joined no word is about a head, and where a head is drawn none is about dots."""
    for arrow in ("shaft", "dots"):
        said = text_of(word for page in printed(name, arrow=arrow) for word in page.words)
        assert "Join the two dots over a free shape" not in said or arrow == "dots"
        dots, head = "Join the two" in said, "Draw the head" in said
        if name == "travel":
            assert (dots, head) == (False, False)
        else:
            assert (dots, head) == (arrow == "dots", arrow == "shaft")
        page = printed(name, arrow=arrow)[0]
        large = sum(dot[3] == pytest.approx(0.6, abs=0.01) for dot in page.dots)
        assert large == (0 if arrow == "shaft" else 32 * {"travel": 4, "pocket": 2}.get(name, 1))


# Boards, names, titles, reminders.


def test_a_boards_flags_take_away_what_they_name(one: Any) -> None:
    """Dots, coordinates; frame and cell lines stay."""
    whole = one('kind = "board"')
    assert (len(whole.dots), "".join(whole.said())) == (DOTS, "abcd1234")
    for flag, dots, said in (("dots", 0, "abcd1234"), ("coordinates", DOTS, "")):
        page = one(f'kind = "board"\n{flag} = false')
        assert (len(page.dots), "".join(page.said())) == (dots, said)
        assert (len(page.lines(0.9)), len(page.lines(0.25))) == (1, 1)


def test_each_coordinate_stands_at_its_column_or_row(one: Any) -> None:
    """Columns a to d from the left, rows 1 to 4 from the top, each in the middle of its cell."""
    page = one('kind = "board"\ncell = 30')
    (frame,) = page.outlines
    for index in range(4):
        (column,) = (word for word in page.words if word.text == "abcd"[index])
        (row,) = (word for word in page.words if word.text == "1234"[index])
        assert column.x + 0.7 == pytest.approx(frame.x + (index + 0.5) * 30, abs=0.3)
        assert frame.y - 4 < column.y < frame.y
        assert row.y - 0.85 == pytest.approx(frame.y + (index + 0.5) * 30, abs=0.3)
        assert frame.x - 5 < row.x < frame.x


def test_a_square_of_the_template_sets_the_dots(one: Any) -> None:
    """Guide dots span the square that is asked for, in the middle of the cell; else three fifths of it."""
    for part, square in (("cell = 30\nsquare = 21", 21), ("cell = 30", 18)):
        page = one(f'kind = "board"\n{part}')
        (frame,) = page.outlines
        xs = sorted({round(dot[1] - frame.x, 2) for dot in page.dots})
        expected = [cell * 30 + (30 - square) / 2 + square * at / 3 for cell in range(4) for at in range(4)]
        assert xs == [pytest.approx(at, abs=0.02) for at in expected]


def test_names_have_their_lines_and_captions(one: Any) -> None:
    """Label, then the line; captions under the lines, unless they are left out."""
    for flag, captions in (
        ("true", ["draws turns 1, 3, 5 …", "gives the first shape, draws turns 2, 4, 6 …"]),
        ("false", []),
    ):
        page = one(f'kind = "names"\ncaptions = {flag}')
        labels = [word for word in page.words if word.weight == 600]
        assert [word.text for word in labels] == ["First", "Second"]
        assert [word.text for word in page.words if word.weight == 400] == captions
        lines = [line[1][0] for line in page.lines(0.25)]
        assert len(lines) == 2
        for label, (start, end) in zip(labels, lines, strict=True):
            assert label.x + 5 < start[0] < end[0] - 18
            assert start[1] == pytest.approx(label.y + 0.6, abs=0.02)
        assert labels[0].x < labels[1].x


def test_the_mark_is_printed_unless_it_is_left_out(one: Any) -> None:
    """The triangle points up, before the words in semibold that say so."""
    page = one('kind = "heading"')
    (triangle,) = (line for line in page.primitives if line[0] == "line" and line[4])
    (up,) = (word for word in page.words if word.text == "This side up")
    points = triangle[1][0]
    tip = min(points, key=lambda point: point[1])
    assert sum(point[1] > tip[1] + 1 for point in points) == 2
    assert max(x for x, _ in points) < up.x
    assert up.weight == 600
    assert page.said()[1:] == ["This side up", "turn the sheet to whoever writes"]
    bare = one('kind = "heading"\nmark = false')
    assert (bare.said(), len(bare.primitives)) == (["Quarto"], 1)


@pytest.mark.parametrize(
    ("part", "title"),
    [("", "Quarto"), ('words = "title.key"', "The sixteen shapes"), ('title = "Our evening"', "Our evening")],
)
def test_a_title_is_the_templates_or_the_one_asked_for(one: Any, part: str, title: str) -> None:
    page = one(f'kind = "heading"\nmark = false\n{part}')
    assert [(word.text, word.weight, word.size) for word in page.words] == [(title, 600, 24)]
    asked = one(f'kind = "heading"\nmark = false\n{part}', title="Asked for")
    assert asked.said() == ["Asked for"]


def test_a_text_is_the_templates_own_or_a_ready_one(one: Any) -> None:
    """What stands in text is printed as it is, stars and braces too; the words of a key are looked up."""
    assert one('kind = "text"\ntext = "Come *at* {arrow} eight"').said() == ["Come *at* {arrow} eight"]
    assert (
        text_of(one('kind = "text"\nwords = "key.sum"').words)
        == "The number of a shape is the sum of its four values."
    )


@pytest.mark.parametrize(("part", "columns"), [("", 2), ("columns = 1", 1), ("columns = 2", 2)])
def test_a_reminder_has_as_many_columns_as_asked(one: Any, part: str, columns: int) -> None:
    """Four sentences, each begun by a semibold word, in the order of play."""
    page = one(f'kind = "reminder"\n{part}')
    heads = [
        word
        for word in page.words
        if word.weight == 600 and word.text in ("Give", "Draw", "Quarto!", "Called?")
    ]
    assert [word.text for word in heads] == ["Give", "Draw", "Quarto!", "Called?"]
    assert len({round(word.x, 1) for word in heads}) == columns
    narrow = one(f'kind = "reminder"\n{part}', paper="A5")
    heads = [word for word in narrow.words if word.text in ("Give", "Quarto!")]
    assert len({round(word.x, 1) for word in heads}) == (2 if part == "columns = 2" else 1)


def test_a_new_page_is_a_page(printed: Printer) -> None:
    """What stands after it is on the next page and on no other."""
    pages = printed(own('kind = "text"\ntext = "one"', 'kind = "new-page"', 'kind = "text"\ntext = "two"'))
    assert [page.said() for page in pages] == [["one"], ["two"]]


def test_a_reminder_speaks_of_heavy_corners_only_where_some_are(printed: Printer) -> None:
    """With all corners alike a Quarto is of one corner, else of a heavy one."""
    usual, counted = (
        catalogue("en")[key].replace("*", "") for key in ("reminder.quarto", "reminder.quarto.counted")
    )
    assert usual != counted
    for features, said, not_said in (((), usual, counted), ((CORNERS[0],), counted, usual)):
        (page,) = printed("classic", features=features)
        assert said in text_of(page.words)
        assert not_said not in text_of(page.words)


@pytest.mark.parametrize("arrow", ["shaft", "dots"])
def test_the_sign_between_the_words_is_the_arrow_that_is_meant(one: Any, arrow: str) -> None:
    """A shaft with its head, or a line between two dots; it stands in the room that the words leave."""
    page = one('kind = "tray"', 'kind = "reminder"', arrow=arrow)
    signs = [line[1][0] for line in page.lines(0.25) if len(line[1][0]) == 2 and not line[3]]
    heads = [line[1][0] for line in page.lines(0.25) if len(line[1][0]) == 3 and not line[3]]
    dots = [dot[1:3] for dot in page.dots if dot[3] == pytest.approx(0.4, abs=0.01)]
    (foot, tip) = signs[0]
    assert (len(signs), len(heads), len(dots)) == ((1, 1, 0) if arrow == "shaft" else (1, 0, 2))
    if arrow == "shaft":
        assert heads[0][1] == pytest.approx(tip, abs=0.01)
    else:
        assert dots == [pytest.approx(foot, abs=0.01), pytest.approx(tip, abs=0.01)]
    level = [word for word in page.words if abs(word.y - foot[1]) < 1 and word.size > 7]
    assert (
        max(word.x for word in level if word.x < foot[0])
        < foot[0]
        < min(word.x for word in level if word.x > foot[0])
    )


def test_a_slot_that_is_asked_for_is_taken_beside_a_board_too(one: Any) -> None:
    """Large slots, which only large papers have of themselves, and the largest."""
    for slot, side, paper in (("large", 15, "A3"), ("grand", 21, "594x841mm"), ("wide-tiny", 6, "A4")):
        page = one('kind = "board"', f'kind = "tray"\nslot = "{slot}"', paper=paper)
        assert {round(shape.side, 2) for shape in page.outlines if shape.line < 0.8} == {side}
