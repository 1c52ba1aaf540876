"""Templates of users' own: any parts on any paper are set within its edges, or refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from geometry import flat, ink, touching
from hypothesis import given, settings
from hypothesis import strategies as st

from printquarto.errors import FitError
from printquarto.render.fonts import FiraSans
from printquarto.render.svg import svg_bytes
from printquarto.sheet.layout import draw, lay_out
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.scene import Group, Item, Scene
from printquarto.sheet.template import Part, Template

FACE = FiraSans()

FIGURES = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.just("board")}, optional={"cell": st.floats(12, 60), "dots": st.booleans()}
    ),
    st.fixed_dictionaries(
        {"kind": st.just("tray")},
        optional={
            "columns": st.sampled_from([2, 4, 8, 16]),
            "slot": st.sampled_from(["large", "wide-large", "wide-small", "narrow-small"]),
            "arrow": st.sampled_from(["shaft", "dots"]),
            "boxes": st.booleans(),
        },
    ),
    st.fixed_dictionaries({"kind": st.just("figure")}, optional={"shape": st.integers(0, 15)}),
    st.fixed_dictionaries({"kind": st.just("grid")}, optional={"shape": st.floats(12, 40)}),
    st.fixed_dictionaries({"kind": st.just("cards")}, optional={"card": st.floats(15, 60)}),
    st.fixed_dictionaries({"kind": st.just("score")}, optional={"shapes": st.booleans()}),
)
OTHERS = st.sampled_from([{"kind": kind} for kind in ("mark", "cover", "play", "shapes", "folding", "rules")])
WORDS = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.just("heading")}, optional={"mark": st.booleans(), "title": st.text("ab Q", max_size=40)}
    ),
    st.fixed_dictionaries({"kind": st.just("names")}, optional={"captions": st.booleans()}),
    st.fixed_dictionaries({"kind": st.just("reminder")}, optional={"columns": st.sampled_from([1, 2])}),
    st.fixed_dictionaries({"kind": st.just("text"), "text": st.text("wi ", min_size=1, max_size=200)}),
)
FILLING = ("board", "grid", "cards", "score", "rules")


@st.composite
def templates(draw_: st.DrawFn) -> Template:
    """Make a template that the strict reader would take."""
    parts: list[Part] = []
    for table in draw_(st.lists(st.one_of(WORDS, FIGURES, OTHERS), min_size=1, max_size=6)):
        kinds = [part.kind for part in parts]
        kind = table["kind"]
        if kind in kinds or (kind in FILLING and any(one in FILLING for one in kinds)):
            continue
        parts.append(Part(kind, {key: value for key, value in table.items() if key != "kind"}))
    return Template("own", "", (), tuple(parts))


def names(items: tuple[Item, ...]) -> Iterator[str]:
    """Give the names of all groups."""
    for item in items:
        if isinstance(item, Group):
            yield item.name
            yield from names(item.items)


def set_out(template: Template, paper: Paper) -> Scene | None:
    """Draw a template, or give None where it is refused with a sentence that has its measures."""
    try:
        return draw(lay_out(template, paper, FACE))
    except FitError as error:
        sentence = str(error)
    assert "not fit" in sentence, sentence
    assert " mm" in sentence, sentence
    return None


@settings(max_examples=100, deadline=None)
@given(templates(), st.floats(50, 450), st.floats(50, 450))
def test_any_template_is_set_within_the_edges_or_refused(
    template: Template, width: float, height: float
) -> None:
    """Nothing leaves the printable area or touches a text, whatever the parts, their order and the paper."""
    scene = set_out(template, Paper("own", width, height))
    for page in scene.pages if scene else ():
        for left, top, right, bottom in map(ink, flat(page.items)):
            assert left >= EDGE
            assert top >= EDGE
            assert right <= width - EDGE
            assert bottom <= height - EDGE
        assert touching(page) == []
        every = [name for name in names(page.items) if name]
        assert len(set(every)) == len(every)


def test_all_parts_together_have_names_of_their_own() -> None:
    """Board, tray and figure share a page without two groups of one name; the SVG is well-formed."""
    parts = [Part(kind, {}) for kind in ("heading", "names", "board", "tray", "figure", "reminder")]
    scene: Any = set_out(Template("own", "", (), tuple(parts)), Paper("own", 300, 600))
    every = [name for name in names(scene.pages[0].items) if name]
    assert {"board", "tray", "figure", "cell.a1", "tray.15"} <= set(every)
    assert svg_bytes(scene).count(b' id="') == len(set(every)) == len(every)
