"""Worksheets on pages: nothing is cut or overlaps, keys stand where their sheets do, answers are marked."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from printquarto.errors import FitError
from printquarto.games.board import CELLS
from printquarto.games.quarto import NAMED_RULES, PAPER, Rules
from printquarto.games.shape import CORNERS
from printquarto.render.fonts import FiraSans
from printquarto.sheet.diagram import quarto_words
from printquarto.sheet.language import languages
from printquarto.sheet.paper import EDGE, NAMED
from printquarto.sheet.scene import Circle, Group, Item, Page, RoundBox, Text
from printquarto.sheet.scene import Path as Lines
from printquarto.sheet.text import words
from printquarto.worksheet.furniture import Head, four_with
from printquarto.worksheet.make import make
from printquarto.worksheet.pages import Sheet
from printquarto.worksheet.puzzle import KINDS, LEVELS
from printquarto.worksheet.style import style_for

FACE = FiraSans()
COUNTS = {"win": 4, "shapes": 1, "missed": 1}
CODE = "K3X-7QF"


def _geometry() -> Any:
    """Give the module that measures what touches, which the tests of sheets have."""
    path = Path(__file__).parents[1] / "sheet" / "geometry.py"
    spec = importlib.util.spec_from_file_location("geometry_of_sheets", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GEOMETRY = _geometry()


@functools.cache
def puzzles(kind: str, level: str, rules: Rules = PAPER) -> tuple[Any, ...]:
    return tuple(make(kind, level, rules, "pages", COUNTS.get(kind, 2), set()))


def sheet_of(
    kinds: tuple[str, ...],
    level: str = "easy",
    *,
    rules: Rules = PAPER,
    paper: str = "A4",
    code: str = "en",
    large: bool = False,
    version: str = "A",
) -> Sheet:
    some = [one for kind in kinds for one in puzzles(kind, level, rules)]
    style = style_for(NAMED[paper], large=large)
    return Sheet(some, Head(kinds, rules, version, CODE), style, FACE, words(code))


def groups(items: tuple[Item, ...], role: str) -> list[Group]:
    """Give the groups of a role, however deep."""
    found = []
    for item in items:
        if isinstance(item, Group):
            found += [item] if item.role == role else groups(item.items, role)
    return found


def texts(page: Page) -> list[Text]:
    return [one for one in GEOMETRY.flat(page.items) if isinstance(one, Text)]


def check_pages(sheet: Sheet, least: int) -> None:
    """Measure that no text is touched, nothing is near the edge, and no type is too small to read."""
    for is_key in (False, True):
        for page in sheet.pages(is_key=is_key):
            assert GEOMETRY.touching(page) == []
            for item in GEOMETRY.flat(page.items):
                left, top, right, bottom = GEOMETRY.ink(item)
                assert min(left, top, page.width - right, page.height - bottom) >= EDGE - 0.1, item
                if isinstance(item, Text):
                    assert item.size >= least, item
                    assert not FACE.missing(item.text)


EVERY = [(kind,) for kind in KINDS] + [KINDS]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("large", [False, True])
def test_every_worksheet_is_set_in_every_language(code: str, level: str, large: bool) -> None:
    """On A4 and Letter, in 7 pt at least and in large print in 14; each kind alone, and all together."""
    for kinds in EVERY:
        for paper in ("A4", "Letter"):
            check_pages(sheet_of(kinds, level, paper=paper, code=code, large=large), 14 if large else 7)


@pytest.mark.parametrize("code", languages())
def test_half_pages_take_every_kind(code: str) -> None:
    """A5 is the half of a booklet."""
    for level in LEVELS:
        check_pages(sheet_of(KINDS, level, paper="A5", code=code), 7)


@pytest.mark.parametrize("rules", ["paper", "advanced", "junior"])
@pytest.mark.parametrize("code", languages())
def test_quarter_pages_take_four_kinds(code: str, rules: str) -> None:
    """A6 is what four on a side of A4 have; the board of spot has no room there for lines to write on."""
    for level in LEVELS:
        for kind in ("win", "safe", "missed", "force"):
            sheet = sheet_of((kind,), level, rules=NAMED_RULES[rules], paper="A6", code=code)
            check_pages(sheet, 7)
            for page in sheet.pages(is_key=False):
                assert kind == "missed" or all(cell >= 12 for _, _, cell in _frames(page))
        for kind in ("spot", "shapes"):
            with pytest.raises(FitError, match=f"a puzzle of the kind {kind} does not fit A6"):
                sheet_of((kind,), level, rules=NAMED_RULES[rules], paper="A6", code=code)


@pytest.mark.parametrize("rules", [NAMED_RULES["advanced"], NAMED_RULES["junior"], Rules(CORNERS[1:], True)])
def test_the_box_says_by_which_rules(rules: Rules) -> None:
    sheet = sheet_of(("win",), "easy", rules=rules)
    check_pages(sheet, 7)
    said = " ".join(one.text for one in texts(sheet.pages(is_key=False)[0]))
    assert ("2 × 2" in said) == rules.squares
    assert ("Only this corner counts: top left." in said) == (len(rules.features) == 1)
    assert ("Only these corners count:" in said) == (len(rules.features) == 3)


@pytest.mark.parametrize("kinds", EVERY)
@pytest.mark.parametrize("level", LEVELS)
def test_the_key_shows_what_the_sheet_shows_in_the_same_places(kinds: tuple[str, ...], level: str) -> None:
    """All boards and shapes; the key has marks and words beside them, and no line for a name."""
    sheet = sheet_of(kinds, level)
    pupil, key = sheet.pages(is_key=False), sheet.pages(is_key=True)
    assert len(pupil) == len(key)
    for one, other in zip(pupil, key, strict=True):
        kept = [item for item in GEOMETRY.flat(other.items) if _is_given(item)]
        drawn = [item for item in GEOMETRY.flat(one.items) if _is_given(item)]
        lines = [item for item in drawn if item.line > 0]
        assert [item for item in kept if item.line > 0] == [
            item for item in lines if item not in _of_head(one)
        ]
        assert groups(one.items, "name-first")
        assert not groups(other.items, "name-first")


def _is_given(item: Any) -> bool:
    return isinstance(item, Lines) and item.role in ("shape", "given", "frame", "cell-line")


def _of_head(page: Page) -> list[Any]:
    """Give the shapes in the box with the rules, and in the samples of marks, which the key has not."""
    sampled = [one for group in groups(page.items, "sample") for one in GEOMETRY.flat(group.items)]
    box = next(one for one in page.items if isinstance(one, RoundBox))
    inside = [
        one
        for one in GEOMETRY.flat(page.items)
        if _is_given(one) and GEOMETRY.ink(one)[3] <= box.y + box.height and one.role == "shape"
    ]
    return sampled + inside


def _frames(page: Page) -> list[tuple[float, float, float]]:
    """Give the top left and the side of a cell of each board."""
    found = []
    for group in groups(page.items, "diagram"):
        frame = next(one for one in GEOMETRY.flat(group.items) if one.role == "frame")
        (x, y), (right, _), *_ = frame.runs[0]
        found.append((x, y, (right - x) / 4))
    return found


def _cell_at(frame: tuple[float, float, float], item: Any) -> str:
    left, top, right, bottom = GEOMETRY.ink(item)
    x, y, cell = frame
    return CELLS[int(((top + bottom) / 2 - y) // cell) * 4 + int(((left + right) / 2 - x) // cell)].name


def _pages_of(kind: str, level: str) -> list[tuple[Page, Page]]:
    sheet = sheet_of((kind,), level)
    return list(zip(sheet.pages(is_key=False), sheet.pages(is_key=True), strict=True))


@pytest.mark.parametrize("kind", ["win", "force"])
@pytest.mark.parametrize("level", LEVELS)
def test_crosses_stand_in_the_cells_of_the_answer(kind: str, level: str) -> None:
    """And on the pupil's page there is none but that of the sample."""
    for pupil, key in _pages_of(kind, level):
        boards = groups(key.items, "diagram")
        for board, frame, puzzle in zip(boards, _frames(key), puzzles(kind, level), strict=True):
            crosses = [one for one in GEOMETRY.flat(board.items) if one.role == "cross"]
            told = puzzle.as_json()["answer"]
            assert [_cell_at(frame, one) for one in crosses] == told.get("cells", [told.get("cell")])
        for board in groups(pupil.items, "diagram"):
            assert not [
                one for one in GEOMETRY.flat(board.items) if one.role in ("cross", "dot", "alignment")
            ]


@pytest.mark.parametrize("rules", ["paper", "advanced", "junior"])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("code", languages())
def test_the_key_says_of_every_cell_which_line_and_which_corner(code: str, large: bool, rules: str) -> None:
    """However many there are: what has no room beside the shape in hand stands below the board."""
    for paper in ("A4", "Letter", "A3"):
        for level in LEVELS:
            for kinds in (("win",), ("win", "safe")):
                sheet = sheet_of(kinds, level, rules=NAMED_RULES[rules], paper=paper, code=code, large=large)
                check_pages(sheet, 14 if large else 7)
                said = " ".join(" ".join(_of_role(page, "caption")) for page in sheet.pages(is_key=True))
                for puzzle in puzzles("win", level, NAMED_RULES[rules]):
                    for win in puzzle.wins:
                        for quarto in win.quartos:
                            told = f"{win.cell} {quarto_words(quarto, words(code))}"
                            assert " ".join(told.split()) in " ".join(said.split())


@pytest.mark.parametrize("kind", ["safe", "force"])
@pytest.mark.parametrize("level", LEVELS)
def test_rings_are_round_the_shapes_of_the_answer(kind: str, level: str) -> None:
    """All shapes that are left stand beside each board, each with its number under it."""
    for pupil, key in _pages_of(kind, level):
        ringed, left = [], []
        for item in GEOMETRY.flat(key.items):
            if isinstance(item, Text) and item.role == "number":
                left.append(item.text)
                ringed.append(False)
            elif isinstance(item, Circle) and item.role == "ring":
                ringed[-1] = True
        wanted, expected = [], []
        for puzzle in puzzles(kind, level):
            given = getattr(puzzle, "given", None)
            told = puzzle.as_json()["answer"]
            for shape in puzzle.left:
                if shape is not given:
                    expected.append(f"#{shape.number}")
                    wanted.append(shape.corners in told.get("shapes", told.get("hand_over")))
        assert (left, ringed) == (expected, wanted)
        numbers = [one.text for one in texts(pupil) if one.role == "number"]
        assert numbers == expected
        bare = [one for one in pupil.items if isinstance(one, Circle) and one.role == "ring"]
        assert bare == []


@pytest.mark.parametrize("level", LEVELS)
def test_every_quarto_is_marked_and_written_down(level: str) -> None:
    """Lines and dots on the board of the key; there are more lines to write on than Quartos to find."""
    for pupil, key in _pages_of("spot", level):
        most = max(len(one.quartos) for one in puzzles("spot", level))
        blank = [one for one in GEOMETRY.flat(pupil.items) if one.role == "writing-line"]
        assert len(blank) - 2 >= 2 * len(puzzles("spot", level)) * (most + 1)
        for board, puzzle in zip(groups(key.items, "diagram"), puzzles("spot", level), strict=True):
            assert len(groups(board.items, "alignment")) == len(puzzle.quartos)
            dots = [one for one in GEOMETRY.flat(board.items) if one.role == "dot"]
            assert len(dots) == sum(4 * len(one.shared) for one in puzzle.quartos)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_shown_from_the_fourth_turn_on(level: str) -> None:
    """A diagram a turn, its shape alone heavy; in the key the Quarto is marked at the turn that made it."""
    (puzzle,) = puzzles("missed", level)
    for pupil, key in _pages_of("missed", level):
        turns = range(4, len(puzzle.drawings) + 1)
        assert [one.text for one in texts(pupil) if one.role == "number"] == [str(turn) for turn in turns]
        for turn, board in zip(turns, groups(pupil.items, "diagram"), strict=True):
            shapes = [one for one in GEOMETRY.flat(board.items) if one.role == "shape"]
            assert len(shapes) == turn
            assert [one.line for one in shapes].count(0.9) == 1
        marked = [
            turn
            for turn, board in zip(turns, groups(key.items, "diagram"), strict=True)
            if groups(board.items, "alignment")
        ]
        assert marked == [puzzle.turn]
        assert str(puzzle.turn) in [one.text for one in texts(key) if one.role == "answer"]


@pytest.mark.parametrize("level", LEVELS)
def test_there_is_a_square_for_each_missing_shape(level: str) -> None:
    """With guide dots for the pupil, with the shape in the key, whose lines join shapes and names."""
    (puzzle,) = puzzles("shapes", level)
    for pupil, key in _pages_of("shapes", level):
        squares = [one for one in pupil.items if isinstance(one, RoundBox)][1:]
        assert len(squares) == len(puzzle.missing)
        guides = [one for one in GEOMETRY.flat(pupil.items) if one.role == "guide"]
        assert len(guides) == 16 * len(puzzle.missing)
        answers = [one for one in GEOMETRY.flat(key.items) if one.role == "answer"]
        drawn = [one for one in answers if isinstance(one, Lines) and one.closed]
        joined = [one for one in answers if isinstance(one, Lines) and not one.closed]
        assert (len(drawn), len(joined)) == (len(puzzle.missing), len(puzzle.shapes))
        rows = sorted({one.runs[0][0][1] for one in joined})
        ends = [rows.index(pytest.approx(one.runs[0][1][1])) for one in joined]
        assert tuple(ends) == puzzle.matches


def _of_role(page: Page, role: str) -> list[str]:
    return [one.text for one in texts(page) if one.role == role]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(
    ("kinds", "paper", "large"),
    [
        (("missed",), "A5", False),
        (("shapes",), "A5", False),
        (("win", "missed"), "A5", False),
        (("missed",), "A4", True),
        (("safe", "missed"), "Letter", True),
        (KINDS, "A4", True),
    ],
)
def test_a_page_that_goes_on_with_a_puzzle_says_with_which(
    code: str, kinds: tuple[str, ...], paper: str, large: bool
) -> None:
    """Its number, of several kinds the name, and that it goes on; the first page has number and task."""
    sheet = sheet_of(kinds, "hard", paper=paper, code=code, large=large)
    said, last, goes_on = words(code), "", 0
    for is_key in (False, True):
        check_pages(sheet, 14 if large else 7)
        for page in sheet.pages(is_key=is_key):
            numbers, again = _of_role(page, "puzzle"), "".join(_of_role(page, "again"))
            if again:
                goes_on += 1
                assert again.startswith(last)
                assert again.endswith(said["worksheet.again"])
                assert len(kinds) == 1 or any(said[f"worksheet.{kind}"] in again for kind in kinds)
            else:
                assert numbers
            last = numbers[-1] if numbers else last
        last = ""
    assert goes_on


@pytest.mark.parametrize("kinds", [("win", "missed"), ("safe", "missed"), ("shapes", "spot"), KINDS])
@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_that_fits_a_page_is_not_cut(kinds: tuple[str, ...], level: str) -> None:
    for paper in ("A4", "Letter", "A3"):
        for page in sheet_of(kinds, level, paper=paper).pages(is_key=False):
            assert _of_role(page, "puzzle")
            assert not _of_role(page, "again")


def test_sheet_and_key_carry_code_and_version() -> None:
    sheet = sheet_of(KINDS, version="B")
    for is_key in (False, True):
        pages = sheet.pages(is_key=is_key)
        for number, page in enumerate(pages, 1):
            said = [one.text for one in texts(page)]
            assert CODE in said
            assert f"Version B   {number}/{len(pages)}" in said
    assert "1/1" not in [one.text for one in texts(sheet_of(("win",), version="").pages(is_key=False)[0])]


def test_four_boards_fill_a_page_as_in_the_design() -> None:
    """Cells of 18 mm on A4, of 17 on Letter; in large print two boards of cells up to 24, a page each."""
    (page,) = sheet_of(("win",)).pages(is_key=False)
    assert [cell for _, _, cell in _frames(page)] == pytest.approx([18] * 4)
    assert {round(x, 2) for x, _, _ in _frames(page)} == {25, 113}
    (page,) = sheet_of(("win",), paper="Letter").pages(is_key=False)
    assert [cell for _, _, cell in _frames(page)] == pytest.approx([17] * 4)
    for page in sheet_of(("win",), large=True).pages(is_key=False):
        assert all(cell >= 18 for _, _, cell in _frames(page))


def test_no_cell_is_too_small_for_a_pencil() -> None:
    for level in LEVELS:
        for paper in ("A4", "Letter", "A5"):
            for kind in ("spot", "win", "safe", "force"):
                for page in sheet_of((kind,), level, paper=paper).pages(is_key=False):
                    assert all(cell >= 12 for _, _, cell in _frames(page))


@pytest.mark.parametrize(
    ("kinds", "paper", "large", "sentence"),
    [
        (
            ("spot",),
            "A6",
            False,
            r"the kind spot does not fit A6: with cells of 12 mm it is [\d.]+ mm high, and 148 mm",
        ),
        (("force",), "A5", True, r"a puzzle of the kind force does not fit A5: .* mm below leaves [\d.]+ mm"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_sum(
    kinds: tuple[str, ...], paper: str, large: bool, sentence: str
) -> None:
    with pytest.raises(FitError, match=sentence):
        sheet_of(kinds, "hard", paper=paper, large=large)


def test_the_four_shapes_of_the_rules_share_one_corner_alone() -> None:
    """That corner is in on all four; no other one is alike in all."""
    for corner in CORNERS:
        shapes = four_with(corner)
        alike = [one for one in CORNERS if len({shape.is_in(one) for shape in shapes}) == 1]
        assert alike == [corner]
        assert all(shape.is_in(corner) for shape in shapes)


def test_who_cannot_see_a_board_is_told_what_stands_on_it() -> None:
    (page,) = sheet_of(("win",)).pages(is_key=False)
    for board, puzzle in zip(groups(page.items, "diagram"), puzzles("win", "easy"), strict=True):
        for cell, shape in zip(CELLS, puzzle.board, strict=True):
            assert (f"{cell} {shape}" in board.alt) == (shape is not None)
