"""The sums of refusals: their terms add up, and the paper that a sum asks for is large enough for it."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from printquarto.errors import FitError
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Options, lay_out
from printquarto.sheet.paper import NAMED, Paper
from printquarto.sheet.template import builtin_names, find_template, parse_template, read_template

FACE = FiraSans()
NUMBER = r"(-?[0-9]+(?:\.[0-9]+)?)"
SIZES = [
    *((paper.width, paper.height) for paper in NAMED.values()),
    *((paper.height, paper.width) for paper in NAMED.values()),
    *((60, 60), (60, 300), (90, 150), (110, 120), (120, 260), (150, 150), (160, 100), (200, 180), (240, 160)),
    *((260, 100), (280, 190), (330, 60), (330, 200), (600, 150)),
]
SHEETS = [
    (name, large)
    for name in builtin_names()
    for large in (False, True)
    if not large or "large" in read_template(find_template(name)).takes
]


class Refusal(NamedTuple):
    """A sentence taken apart: what does not fit, in which direction, what it needs and what there is."""

    sentence: str
    called: str
    direction: str
    terms: float | None
    needed: float
    room: float


def own_paper(width: float, height: float) -> Paper:
    return Paper(f"{width:g}x{height:g}mm", width, height)


def refusal(text: str, width: float, height: float, large: bool = False) -> Refusal | None:
    """Set a template out, by its name or its text, and take the sentence apart that refuses it."""
    template = parse_template(text, "x", "x") if "=" in text else read_template(find_template(text))
    try:
        lay_out(template, own_paper(width, height), FACE, Options(large=large))
    except FitError as error:
        return taken_apart(str(error))
    return None


def taken_apart(sentence: str) -> Refusal:
    across = re.fullmatch(
        rf"The (.+?) do(?:es)? not fit: (.+) (?:are|need) {NUMBER} mm(?: across)?; "
        rf".+ is {NUMBER} mm (wide|high)\. Take a (?:wider|larger) paper\.",
        sentence,
    )
    if across:
        called, terms, needed, room, direction = across.groups()
        return Refusal(sentence, called, direction, total(terms), float(needed), float(room))
    down = re.fullmatch(
        rf"The (.+?) do(?:es)? not fit: (.+) need {NUMBER} mm; .+ leaves {NUMBER} mm\. Take a larger paper\.",
        sentence,
    )
    if down:
        called, terms, needed, room = down.groups()
        return Refusal(sentence, called, "left", total(terms), float(needed), float(room))
    page = re.fullmatch(
        rf"The (.+?) on page \d of the booklet would not fit: {NUMBER} mm (wide|high), and {NUMBER} mm are "
        r"left; a page is an eighth of .+ mm\. Take a larger paper\.",
        sentence,
    )
    if page:
        called, needed, direction, room = page.groups()
        return Refusal(sentence, called, f"{direction} page", None, float(needed), float(room))
    panel = re.fullmatch(
        rf"The (.+?) do(?:es)? not fit: .+ need {NUMBER} × {NUMBER} mm; each of \d panels on .+ leaves "
        rf"{NUMBER} × {NUMBER} mm\. Take fewer boards or a larger paper\.",
        sentence,
    )
    if panel:
        wide, high, room_wide, room_high = map(float, panel.groups()[1:])
        side = max((wide - room_wide, wide, room_wide), (high - room_high, high, room_high))
        return Refusal(sentence, panel[1], "panel", None, *side[1:])
    label = re.fullmatch(
        rf"The (.+) do(?:es)? not fit: at \d+ pt, the smallest measure, (?:it is|they are) {NUMBER} mm wide "
        rf"and ha(?:s|ve) {NUMBER} mm.*\. Take a .*larger paper\.",
        sentence,
    )
    assert label, sentence
    return Refusal(sentence, label[1], "words", None, float(label[2]), float(label[3]))


def total(terms: str) -> float | None:
    """Add up the lengths in a sentence, None where it names none; 'two margins of' counts twice."""
    found = 0.0
    seen = False
    for pattern in (
        rf"{NUMBER} × {NUMBER} mm",
        rf"{NUMBER} lines of {NUMBER} mm",
        rf"()two margins of {NUMBER} mm",
    ):
        for times, length in re.findall(pattern, terms):
            found += (float(times) if times else 2) * float(length)
            seen = True
        terms = re.sub(pattern, "", terms)
    lengths = [float(length) for length in re.findall(rf"{NUMBER} mm", terms)]
    return found + sum(lengths) if seen or lengths else None


def larger(width: float, height: float, refused: Refusal) -> tuple[float, float]:
    """Give the paper that a sum asks for, a hundredth more for what it rounds off."""
    lacking = refused.needed - refused.room + 0.011
    if refused.direction == "wide":
        return width + lacking, height
    if refused.direction in ("high", "left"):
        return width, height + lacking
    # A page of the booklet is an eighth of the paper that lies on its long side.
    eighths = 4 if refused.direction == "wide page" else 2
    lying = (refused.direction == "wide page") == (width > height)
    return (width + eighths * lacking, height) if lying else (width, height + eighths * lacking)


@pytest.mark.parametrize(("name", "large"), SHEETS)
def test_the_terms_of_a_refusal_add_up(name: str, large: bool) -> None:
    """To the total that it tells, which is more than the room that it tells."""
    refused = [found for size in SIZES if (found := refusal(name, *size, large))]
    assert refused
    for one in refused:
        assert one.needed > one.room, one.sentence
        assert one.room >= 0, one.sentence
        assert one.terms is None or one.terms == pytest.approx(one.needed, abs=0.021), one.sentence


@pytest.mark.parametrize(("name", "large"), SHEETS)
def test_the_paper_that_a_sum_asks_for_is_enough(name: str, large: bool) -> None:
    """On it the same part is not refused in the same direction again."""
    for size in SIZES:
        first = refusal(name, *size, large)
        if first is None or first.direction in ("words", "panel"):
            continue
        again = refusal(name, *larger(*size, first), large)
        told = (size, first.sentence, again and again.sentence)
        assert again is None or again[1:3] != first[1:3], told


OWN = [
    ['kind = "board"\ncell = 70'],
    ['kind = "heading"', 'kind = "board"\ncell = 40', 'kind = "reminder"\ncolumns = 2'],
    ['kind = "tray"\ncolumns = 16'],
    ['kind = "tray"\ncolumns = 2\nslot = "large"'],
    ['kind = "heading"\nmark = false', 'kind = "cards"\ncard = 60'],
    ['kind = "grid"\nshape = 40', 'kind = "text"\nwords = "key.sum"'],
    ['kind = "score"\nshapes = false', 'kind = "names"'],
    ['kind = "figure"', 'kind = "names"', 'kind = "text"\nwords = "key.rule"'],
]


@pytest.mark.parametrize("parts", OWN)
def test_sums_hold_for_templates_of_ones_own(parts: list[str]) -> None:
    """Whatever is on the page, the terms add up, and paper after paper that is asked for ends in a sheet."""
    text = "schema = 1\n" + "".join(f"[[part]]\n{part}\n" for part in parts)
    for size in ((60, 60), (105, 148), (148, 105), (210, 150), (150, 400)):
        width, height = map(float, size)
        for _ in range(4):
            refused = refusal(text, width, height)
            if refused is None:
                break
            assert refused.terms is None or refused.terms == pytest.approx(refused.needed, abs=0.021), refused
            assert refused.needed > refused.room
            width, height = larger(width, height, refused)
        assert refusal(text, width, height) is None, (size, refused)
