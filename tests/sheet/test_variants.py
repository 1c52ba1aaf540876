"""The profiles on every sheet and paper: nothing is touched, cut or cramped, and a refusal has its sum."""

from __future__ import annotations

from typing import Any

import pytest
from geometry import flat, ink, meet, segments, touching
from hypothesis import given, settings
from hypothesis import strategies as st
from test_own_templates import templates

from printquarto.errors import FitError, OptionError
from printquarto.games.shape import CORNER_BY_NAME, CORNERS
from printquarto.render.fonts import FiraSans
from printquarto.sheet.language import languages
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import EDGE, NAMED, Paper
from printquarto.sheet.scene import Group, Text
from printquarto.sheet.template import Part, Template, builtin_names, find_template, read_template
from printquarto.sheet.text import words
from printquarto.sheet.variant import features_line, parts_for

FACE = FiraSans()
TL = (CORNER_BY_NAME["tl"],)
VARIANTS: dict[str, dict[str, Any]] = {
    "left-handed": {"left_handed": True},
    "features": {"features": TL},
    "large": {"large": True},
}
ALL = [
    (name, paper, landscape)
    for name in builtin_names()
    for paper in NAMED
    for landscape in (False, True)
    if not landscape or "landscape" in read_template(find_template(name)).takes
]


def taken(name: str) -> dict[str, dict[str, Any]]:
    """Give the variants that a template takes, and all of them at once."""
    takes = read_template(find_template(name)).takes
    some = {option: asked for option, asked in VARIANTS.items() if option in takes}
    together = {key: value for asked in some.values() for key, value in asked.items()}
    return {**some, "together": together} if len(some) > 1 else some


def layout_of(name: str, paper: str, landscape: bool, **options: Any) -> Layout | str:
    """Set out a built-in template, or give the sentence that refuses it."""
    chosen = NAMED[paper].turned() if landscape else NAMED[paper]
    try:
        return lay_out(read_template(find_template(name)), chosen, FACE, Options(**options))
    except FitError as error:
        return str(error)


CASES = [(*sheet, variant) for sheet in ALL for variant in taken(sheet[0])]


@pytest.mark.parametrize(("name", "paper", "landscape", "variant"), CASES)
def test_a_variant_is_set_soundly_or_refused(name: str, paper: str, landscape: bool, variant: str) -> None:
    """No text is touched, nothing is near the edge, no line is too thin and no type too small."""
    options = taken(name)[variant]
    layout = layout_of(name, paper, landscape, **options)
    if isinstance(layout, str):
        assert " mm" in layout
        return
    for page in draw(layout).pages:
        assert touching(page) == []
        for item in flat(page.items):
            left, top, right, bottom = ink(item)
            assert min(left, top, page.width - right, page.height - bottom) >= EDGE - 0.15, item
            if isinstance(item, Text):
                assert item.size >= (14 if options.get("large") else 7), item
            else:
                assert item.line == 0 or item.line >= 0.25, item


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", builtin_names())
def test_what_a_template_takes_it_prints_on_the_usual_papers(name: str, paper: str) -> None:
    """A4 and Letter have room for each variant, and for all at once."""
    for options in taken(name).values():
        assert isinstance(layout_of(name, paper, False, **options), Layout)


@pytest.mark.parametrize(
    ("name", "paper", "landscape"), [one for one in ALL if "left-handed" in taken(one[0])]
)
def test_a_left_hand_needs_no_more_room(name: str, paper: str, landscape: bool) -> None:
    """What is printed for a right hand is printed for a left one, with cells of the same size."""
    sides = []
    for left_handed in (False, True):
        layout = layout_of(name, paper, landscape, left_handed=left_handed)
        cells = (
            []
            if isinstance(layout, str)
            else [
                field.box.width
                for page in layout.pages
                for number in range(len(page.boards))
                for field in page.fields(number + 1)
                if field.id.startswith("cell.")
            ]
        )
        sides.append(cells)
    assert sides[0] == pytest.approx(sides[1])


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("paper", list(NAMED))
@pytest.mark.parametrize("name", ["classic", "tray"])
def test_no_slot_is_cramped_for_a_left_hand(name: str, paper: str, landscape: bool) -> None:
    """Above a tip 1.5 mm and to each side of it 3 mm hold nothing but its own arrow."""
    layout = layout_of(name, paper, landscape, left_handed=True)
    if isinstance(layout, str):
        assert (name, paper, landscape) == ("classic", "A6", True)
        return
    page = draw(layout).pages[0]
    (tray,) = (item for item in page.items if isinstance(item, Group) and item.name == "tray")
    for slot in tray.items:
        (x, _), (_, tip) = slot.items[0].runs[0]
        guard = (x - 3, tip - 1.25, x + 3, tip + 1)
        for other in tray.items:
            for item in flat(other.items) if other is not slot else ():
                for box in segments(item):
                    assert not meet(guard, box), (slot.name, other.name, item)


def test_a_lying_sheet_in_large_print_keeps_its_board() -> None:
    """The words stand beside a board of 164, and the tray follows on a page of its own."""
    layout = layout_of("classic", "A4", True, large=True)
    assert isinstance(layout, Layout)
    board, tray = layout.pages
    cells = [field.box for field in board.fields(1)]
    assert {box.width for box in cells} == {box.height for box in cells} == {41}
    assert [placed.kind for placed in board.boards[0]] == ["heading", "names", "board"]
    assert {field.id.split(".")[0] for field in tray.fields(1)} == {"tray"}


def test_the_sentence_of_the_corners_names_each() -> None:
    """One corner in the singular, several in the plural, in every language with its own words."""
    both = (CORNER_BY_NAME["tl"], CORNER_BY_NAME["br"])
    assert features_line(words("en"), TL) == "Only the heavy corner counts: top left (light or dark)."
    assert features_line(words("en"), both) == (
        "Only the heavy corners count: top left (light or dark), bottom right (square or round)."
    )
    assert (
        features_line(words("it"), TL)
        == "Conta solo l’angolo a tratto grosso: in alto a sinistra (chiara o scura)."
    )


def kinds(*parts: str, large: bool = True) -> list[str]:
    """Give the kinds of the parts that are printed for some kinds of part."""
    some = tuple(Part(kind, {}) for kind in parts)
    return [part.kind for part in parts_for(some, words("en"), large=large, features=())]


def test_large_print_gives_each_figure_its_page() -> None:
    """The tray takes a title with the mark along; what has a page already gets no second one."""
    assert kinds("heading", "board", "tray", "reminder") == [
        "heading", "board", "new-page", "heading", "tray", "reminder",
    ]  # fmt: skip
    assert kinds("board", "new-page", "tray") == ["board", "new-page", "tray"]
    assert kinds("figure", "grid", "new-page", "cards") == ["figure", "new-page", "grid", "new-page", "cards"]
    assert kinds("names", "score") == ["names", "score", "new-page", "heading", "grid"]
    assert kinds("rules") == ["rules", "new-page", "rules"]
    assert kinds("heading", "board", "tray", large=False) == ["heading", "board", "tray"]


def test_a_template_without_a_title_says_first_which_corners_count() -> None:
    """The line goes to the top of the page."""
    template = Template("own", "", (), (Part("board", {}),))
    layout = lay_out(template, NAMED["A4"], FACE, Options(features=TL))
    first, board = layout.pages[0].boards[0]
    assert (first.kind, board.kind) == ("text", "board")


CHOICES = st.builds(
    Options,
    title=st.none(),
    arrow=st.sampled_from([None, "dots"]),
    language=st.sampled_from(languages()),
    large=st.booleans(),
    ink_saver=st.booleans(),
    left_handed=st.booleans(),
    ruler=st.booleans(),
    features=st.lists(st.sampled_from(CORNERS), unique=True).map(tuple),
    boards=st.none(),
    backs=st.just(False),
)


@settings(max_examples=100, deadline=None)
@given(templates(), st.floats(50, 450), st.floats(50, 450), CHOICES)
def test_any_template_in_any_variant_is_set_soundly_or_refused(
    template: Template, width: float, height: float, options: Options
) -> None:
    """Whatever is combined: no text is touched or cut, and none is under 14 pt in large print."""
    refusal, pages = "", ()
    try:
        pages = draw(lay_out(template, Paper("own", width, height), FACE, options)).pages
    except (FitError, OptionError) as error:
        refusal = str(error)
    assert pages or " mm" in refusal or (options.large and "large print" in refusal)
    for page in pages:
        assert touching(page) == []
        for item in flat(page.items):
            left, top, right, bottom = ink(item)
            assert min(left, top, width - right, height - bottom) >= EDGE - 0.15, item
            if isinstance(item, Text):
                assert item.size >= (14 if options.large else 7), item
