"""What may be printed: any Unicode is shown right or refused by name."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from printquarto.errors import FitError, GlyphError
from printquarto.render.fonts import FiraSans
from printquarto.sheet.layout import Options, lay_out
from printquarto.sheet.paper import NAMED
from printquarto.sheet.template import find_template, parse_template, read_template
from printquarto.sheet.text import clean, line_width, plain_tokens, tokens, wrap

FACE = FiraSans()


@pytest.mark.parametrize(
    "text",
    ["Quarto", "Ștefan, Ța și ă", "Ελληνικά", "Кварто", "<&>\"'", "½ – “…”", "Ångström", "  two  blanks"],
)
def test_what_the_typeface_has_is_kept(text: str) -> None:
    """Latin with all of Romania, Greek, Cyrillic and the signs of markup."""
    assert clean(text, FACE, "the title") == text


def test_a_text_is_composed() -> None:
    """A letter and its mark become the one character that the typeface draws."""
    assert clean("S\u0326tefan a\u0306", FACE, "the title") == "Ștefan ă"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("fun \U0001f600", "U+1F600 GRINNING FACE"),
        ("a\x00b", "U+0000 (a control character)"),
        ("a\nb", "U+000A (a control character)"),
        ("a\tb", "U+0009 (a control character)"),
        ("a\x7fb", "U+007F (a control character)"),
        ("a\ud800b", "U+D800 (half a character)"),
        ("x\u0328\u0301q\u0305", "U+0328 COMBINING OGONEK"),
        ("\u202eevil", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("zero\u200bwidth", "U+200B ZERO WIDTH SPACE"),
        ("soft\u00adhyphen", "U+00AD SOFT HYPHEN"),
        ("line\u2028end", "U+2028 LINE SEPARATOR"),
        ("\u05e7\u05d5\u05d5\u05e8\u05d8\u05d5", "U+05E7 HEBREW LETTER QOF"),
        ("\u0643", "U+0643 ARABIC LETTER KAF"),
        ("四", "U+56DB CJK UNIFIED IDEOGRAPH-56DB"),
        ("\ue000", "U+E000 (private use)"),
        ("\uffff", "U+FFFF (not assigned)"),
    ],
)
def test_what_would_come_out_wrong_is_named(text: str, named: str) -> None:
    """The first character that cannot be printed is called by code and name, in a plain sentence."""
    with pytest.raises(GlyphError) as caught:
        clean(text, FACE, "the title")
    assert f"the title holds {named}" in str(caught.value)
    assert str(caught.value).isprintable()


@given(st.text(max_size=12))
def test_any_title_is_set_or_refused(text: str) -> None:
    """What is let through has a glyph for each character and is printable."""
    try:
        kept = clean(text, FACE, "the title")
    except GlyphError as error:
        kept, sentence = None, str(error)
    if kept is None:
        assert sentence.isprintable()
        return
    assert kept == unicodedata.normalize("NFC", text)
    assert not FACE.missing(kept)
    assert kept.isprintable() or all(
        unicodedata.category(one)[0] == "Z" for one in kept if not one.isprintable()
    )


@pytest.mark.parametrize(("length", "size"), [(21, 24), (25, 20), (32, 16), (42, 12)])
def test_a_long_title_takes_the_next_measure(length: int, size: int) -> None:
    """Titles are set in 24, 20, 16 or 12 pt, the largest that leaves room for the mark."""
    layout = lay_out(read_template(find_template("classic")), NAMED["A4"], FACE, Options(title="n" * length))
    title = layout.pages[0].boards[0][0].items[0]
    assert (title.text, title.size) == ("n" * length, size)  # type: ignore[union-attr]


def test_a_title_that_fits_nowhere_is_refused_with_its_width() -> None:
    """The sentence has the width that it needs and the width that there is."""
    sentence = r"The title does not fit: at 12 pt.* it is [\d.]+ mm wide and has [\d.]+ mm beside the mark"
    with pytest.raises(FitError, match=sentence):
        lay_out(read_template(find_template("classic")), NAMED["A4"], FACE, Options(title="n" * 500))


def test_texts_of_a_template_are_checked_alike() -> None:
    """Titles and texts in a user's file go the same way."""
    for part in ('kind = "heading"\ntitle = "\\U0001f600"', 'kind = "text"\ntext = "\\U0001f600"'):
        template = parse_template(f"schema = 1\n[[part]]\n{part}", "x", "x")
        with pytest.raises(GlyphError, match="GRINNING FACE"):
            lay_out(template, NAMED["A4"], FACE)


def test_a_word_wider_than_its_column_is_refused() -> None:
    """It would run off the paper."""
    template = parse_template(f'schema = 1\n[[part]]\nkind = "text"\ntext = "{"m" * 200}"', "x", "x")
    with pytest.raises(FitError, match="A word of the text does not fit"):
        lay_out(template, NAMED["A4"], FACE)


@example(["WWWWWWWW"], 20.0)
@given(st.lists(st.text(st.sampled_from("aimW."), min_size=1, max_size=8), max_size=30), st.floats(20, 200))
def test_wrapping_loses_nothing_and_keeps_the_width(some: list[str], width: float) -> None:
    """All words come out in order, and no line of several words is wider than asked."""
    lines = wrap(plain_tokens(" ".join(some)), width, 9, FACE)
    assert " ".join(run.token.text for line in lines for run in line) == " ".join(some)
    for line in lines:
        several = len(" ".join(run.token.text for run in line).split()) > 1
        assert not several or line_width(line) <= width + 1e-6


def test_punctuation_stays_at_its_word() -> None:
    """Behind semibold words and signs there is no blank, and no line begins with what is glued to one."""
    for width in range(20, 60):
        lines = wrap(tokens("Each is *out*, as it is, or *in*; the {arrow}, the {line}."), width, 9, FACE)
        for line in lines:
            assert line_width(line) <= width
            assert line[0].token.text[0] not in ",;."
            for one, two in pairwise(line):
                gap = two.x - one.x - one.width
                glued = two.token.text[0] in ",;."
                assert gap == pytest.approx(0 if glued else FACE.width(" ", 9, 400), abs=0.001)
