"""Names on their lines, on every sheet that has lines for them: where they stand, what is refused."""

from __future__ import annotations

import pytest

from printquarto.errors import FitError, GlyphError
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Options, draw, lay_out
from printquarto.sheet.names import NameLine, name_lines, set_names
from printquarto.sheet.paper import NAMED
from printquarto.sheet.scene import Text
from printquarto.sheet.template import find_template, read_template

FACE = FiraSans()
BOTH = {"first": "Ștefan", "second": "Ana"}


def lines_of(name: str, paper: str = "A4", **options: bool) -> list[NameLine]:
    scene = draw(lay_out(read_template(find_template(name)), NAMED[paper], FACE, Options(**options)))
    return [line for page in scene.pages for line in name_lines(page)]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(
    ("name", "games"), [("classic", 1), ("score", 1), ("recorded", 1), ("travel", 4), ("pocket", 2)]
)
def test_a_name_stands_on_its_line(name: str, games: int, paper: str) -> None:
    """Behind its label, on the label's base line, from end to end over the line, turned as the label is."""
    lines = lines_of(name, paper)
    assert [line.who for line in lines] == ["first", "second"] * games
    for line, own in zip(lines, set_names(lines, BOTH, FACE, "row 2"), strict=True):
        text = own.item
        assert isinstance(text, Text)
        assert text.text == BOTH[line.who]
        assert own.before is line.line
        assert (text.y, text.turned) == (line.label.y, line.label.turned)
        way = -1 if text.turned else 1
        (start, _), (end, _) = line.line.runs[0]
        assert 0 < way * (text.x - start) < 2
        assert way * (end - text.x) >= text.width
        assert text.size == line.label.size


def test_one_name_leaves_the_other_line_empty() -> None:
    (own,) = set_names(lines_of("classic"), {"first": "Ana"}, FACE, "row 2")
    assert isinstance(own.item, Text)
    assert own.item.text == "Ana"


def test_sizes_are_whole_measures_and_large_print_stays_large() -> None:
    """A name is never set between two sizes of the design, nor smaller than all else on the sheet."""
    assert [line.sizes() for line in lines_of("classic")] == [[9, 7], [9, 7]]
    for line in lines_of("classic", large=True):
        assert min(line.sizes()) >= 14


def test_the_sum_is_told_where_a_name_does_not_fit() -> None:
    with pytest.raises(
        FitError, match=r"^row 2: the name 'M+' does not fit its line: at 7 pt, .* has 66\.\d+ mm"
    ):
        set_names(lines_of("classic"), {"first": "M" * 60}, FACE, "row 2")


def test_a_character_is_named_with_its_row() -> None:
    with pytest.raises(GlyphError, match=r"^row 7: the name '漢' holds U\+6F22 CJK UNIFIED IDEOGRAPH-6F22"):
        set_names(lines_of("classic"), {"first": "漢"}, FACE, "row 7")


def test_sheets_without_lines_have_none() -> None:
    for name in ("key", "tray", "rules"):
        assert lines_of(name) == []
