"""White where white must be: above and beside each arrow's tip, and on papers of every size and direction."""

from __future__ import annotations

from typing import Any

import pytest
from geometry import flat, ink, meet, segments, touching

from printquarto.errors import FitError
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import EDGE, read_paper
from printquarto.sheet.scene import Circle, Group, Path
from printquarto.sheet.template import builtin_names, find_template, parse_template, read_template

FACE = FiraSans()
ABOVE, ASIDE = 1.5, 3.0
"""Nothing else comes nearer to the tip of an arrow, measured to the ink."""

BIG = ["480x330mm", "330x480mm", "594x420mm", "420x594mm", "1200x1200mm"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"left_handed": True},
    {"arrow": "dots"},
    {"large": True},
    {"language": "de"},
]


def set_out(name: str, paper: str, landscape: bool, options: dict[str, Any]) -> Layout | None:
    """Set a built-in template or the text of one out, or give None where it is refused.

    Of the options those are asked for that the template takes.
    """
    chosen = read_paper(paper)
    template = parse_template(name, "x", "x") if "=" in name else read_template(find_template(name))
    takes = {option.replace("-", "_") for option in template.takes} | {"language"}
    options = {option: value for option, value in options.items() if option in takes}
    try:
        return lay_out(template, chosen.turned() if landscape else chosen, FACE, Options(**options))
    except FitError:
        return None


def slots_of(items: Any) -> list[Group]:
    found = []
    for item in items:
        if isinstance(item, Group):
            found += [item] if item.role == "slot" else slots_of(item.items)
    return found


def crowded(layout: Layout) -> list[Any]:
    """Give what is nearer to a tip than it may be, upright or upside down."""
    found = []
    for page in draw(layout).pages:
        slots = slots_of(page.items)
        inks = [(slot, item, box) for slot in slots for item in flat(slot.items) for box in segments(item)]
        own = {id(item) for slot in slots for item in flat(slot.items)}
        inks += [
            (None, item, box) for item in flat(page.items) if id(item) not in own for box in segments(item)
        ]
        for slot in slots:
            x, tip, up = tip_of(slot)
            high, low = sorted((tip - up * (ABOVE - 0.01), tip + up))
            guard = (x - ASIDE + 0.01, high, x + ASIDE - 0.01, low)
            found += [
                (slot.name, item) for other, item, box in inks if other is not slot and meet(guard, box)
            ]
    return found


def tip_of(slot: Group) -> tuple[float, float, int]:
    """Give the tip of a slot's arrow, and 1 where it points up, -1 where it points down."""
    first = slot.items[0]
    if isinstance(first, Path):
        (_, foot), (x, tip) = first.runs[0]
        return x, tip, 1 if tip < foot else -1
    foot_dot = slot.items[1]
    assert isinstance(first, Circle)
    assert isinstance(foot_dot, Circle)
    return first.x, first.y, 1 if first.y < foot_dot.y else -1


PAPERS = ["A3", "A4", "A5", "A6", "Letter", "Legal", "200x200mm", "160x240mm"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("landscape", [False, True], ids=["upright", "lying"])
@pytest.mark.parametrize("name", ["classic", "tray", "travel", "pocket"])
def test_nothing_is_near_a_tip(name: str, landscape: bool, options: dict[str, Any]) -> None:
    """Nor above it, where the head is drawn: measured to the ink, on each paper that the sheet fits on."""
    fitting = 0
    for paper in [*PAPERS, *(BIG if name != "travel" else BIG[:2])]:
        layout = set_out(name, paper, landscape, options)
        if layout is not None:
            fitting += 1
            assert crowded(layout) == [], paper
    assert fitting


@pytest.mark.parametrize("columns", [2, 4, 8])
@pytest.mark.parametrize(
    "slot", ["large", "wide-large", "wide-small", "narrow-small", "wide-tiny", "narrow-tiny"]
)
def test_nothing_is_near_a_tip_of_any_slot(slot: str, columns: int) -> None:
    """Whatever slot and columns a template of one's own asks for, with a board above it or beside it."""
    text = (
        f'schema = 1\n[[part]]\nkind = "board"\n[[part]]\nkind = "tray"\nslot = "{slot}"\ncolumns = {columns}'
    )
    for paper in ("A3", "A4", "A5", "330x480mm"):
        for landscape in (False, True):
            layout = set_out(text, paper, landscape, {})
            if layout is not None:
                assert crowded(layout) == [], (paper, landscape)


@pytest.mark.parametrize("options", [{}, {"language": "ro"}, {"large": True}], ids=str)
@pytest.mark.parametrize("paper", BIG)
@pytest.mark.parametrize("name", builtin_names())
def test_large_papers_keep_edges_and_words_free(name: str, paper: str, options: dict[str, Any]) -> None:
    """Nothing is nearer than 8 mm to an edge, no two texts overlap, no line runs through one."""
    layout = set_out(name, paper, False, options)
    assert layout is not None
    for page in draw(layout).pages:
        assert touching(page) == []
        for left, top, right, bottom in map(ink, flat(page.items)):
            assert min(left, top, page.width - right, page.height - bottom) >= EDGE - 1e-6


@pytest.mark.parametrize("paper", ["330x480mm", "594x420mm", "A3"])
def test_large_papers_lying_keep_edges_and_words_free(paper: str) -> None:
    for name in ("classic", "tray"):
        for options in OPTIONS:
            layout = set_out(name, paper, True, options)
            assert layout is not None
            for page in draw(layout).pages:
                assert page.width > page.height
                assert touching(page) == []
                for left, top, right, bottom in map(ink, flat(page.items)):
                    assert min(left, top, page.width - right, page.height - bottom) >= EDGE - 1e-6


@pytest.mark.parametrize("left_handed", [False, True], ids=["right", "left"])
@pytest.mark.parametrize(
    "size", ["196x360mm", "196x520mm", "240x300mm", "256x300mm", "210x330mm", "300x260mm"]
)
def test_panels_of_papers_of_ones_own_keep_the_edges(size: str, left_handed: bool) -> None:
    """Row numbers, frames and two-digit numbers too, where board or tray is as wide as its panel allows."""
    layout = set_out("travel", size, False, {"left_handed": left_handed})
    assert layout is not None
    (page,) = draw(layout).pages
    assert touching(page) == []
    for item in flat(page.items):
        left, top, right, bottom = ink(item)
        assert min(left, top, page.width - right, page.height - bottom) >= EDGE - 1e-6, item
