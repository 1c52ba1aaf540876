"""The printed words: every language is whole, can be printed, and is set within its boxes on every sheet."""

from __future__ import annotations

import functools
import re

import pytest
from geometry import flat, ink, touching

from printquarto.errors import FitError, OptionError
from printquarto.games.shape import CORNERS
from printquarto.render.fonts import FiraSans
from printquarto.sheet.language import languages, read_language, usual_language
from printquarto.sheet.layout import Layout, Options, draw, lay_out
from printquarto.sheet.paper import EDGE, NAMED
from printquarto.sheet.scene import Text
from printquarto.sheet.template import builtin_names, find_template, read_template
from printquarto.sheet.text import clean, tokens, words

FACE = FiraSans()
OTHERS = [code for code in languages() if code != "en"]
FILLED_IN = {"corners", "corner", "out", "into", "name", "cells", "number", "count", "key"}
"""What stands for words to come; all else in braces is a sign to draw."""

SAME_AS_ENGLISH = {
    ("*", "title.quarto"): "the game's name is the same everywhere",
    ("*", "key.out"): "notation: the records that the program reads have this letter in every language",
    ("*", "key.in"): "notation: the records that the program reads have this letter in every language",
    ("*", "score.call"): "what players call out is the game's name",
    ("*", "play.quarto.head"): "what players call out is the game's name",
    ("*", "diagram.called"): "what players call out is the game's name",
    ("fr", "names.second"): "Second is the French word",
    ("*", "alignment.shares"): "punctuation alone",
    ("de", "worksheet.name"): "it is the German word",
    ("fr", "worksheet.date"): "it is the French word",
    ("fr", "worksheet.version"): "it is the French word",
    ("fr", "diagram.position"): "it is the French word",
    ("es", "alignment.diagonal"): "it is the Spanish word",
}
"""Where a value may be the English one, and why; a star stands for all languages."""


def test_the_languages_are_there() -> None:
    """Those that the sheets promise; another one is a file more."""
    assert {"de", "en", "es", "fr", "it", "ro"} <= set(languages())


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_whole(code: str) -> None:
    """Its keys are those of the English one, in the same order, and none is empty."""
    assert list(words(code)) == list(words("en"))
    assert all(text.strip() == text != "" for text in words(code).values())


@pytest.mark.parametrize("code", languages())
def test_every_word_can_be_printed(code: str) -> None:
    """Each character has its glyph in both weights, is composed, and blanks do not double."""
    for key, text in words(code).items():
        assert clean(text, FACE, key) == text, key
        assert not FACE.missing(text), key
        assert "  " not in text, key


def braces(text: str) -> list[str]:
    """Give what stands in braces, sorted."""
    return sorted(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("code", languages())
def test_markup_is_that_of_the_english_words(code: str) -> None:
    """The same signs and gaps, as many semibold runs, and nothing but those signs drawn between words."""
    for key, english in words("en").items():
        text = words(code)[key]
        assert braces(text) == braces(english), key
        assert text.count("*") == english.count("*"), key
        assert text.count("*") % 2 == 0, key
        assert text.count("|") == english.count("|"), key
        signs = [one for one in braces(text) if one not in FILLED_IN]
        if len(signs) == len(braces(text)):
            assert sorted(token.text for token in tokens(text) if token.sign) == signs, key
            assert "{" not in "".join(token.text for token in tokens(text)), key


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_left_in_english(code: str) -> None:
    """A value is the English one only where a reason is given, and no reason is given in vain."""
    for key, english in words("en").items():
        allowed = ("*", key) in SAME_AS_ENGLISH or (code, key) in SAME_AS_ENGLISH
        assert words(code)[key] != english or allowed, key


def test_no_reason_is_given_in_vain() -> None:
    """Each entry of the list is met in a catalogue."""
    for code, key in SAME_AS_ENGLISH:
        some = OTHERS if code == "*" else [code]
        assert any(words(one)[key] == words("en")[key] for one in some), (code, key)


def test_romanian_has_commas_and_no_cedillas() -> None:
    """ș and ț with the comma below; ş and ţ are other letters."""
    text = "".join(words("ro").values())
    assert {"ș", "ț", "ă", "â", "î"} <= set(text.lower())
    assert not set("şţŞŢ") & set(text)


@pytest.mark.parametrize("code", languages())
def test_signs_are_those_of_the_language(code: str) -> None:
    """No straight quotes or apostrophes; French has a blank that does not break before ! ? : and ;."""
    for key, text in words(code).items():
        assert not set("\"'") & set(text), key
        if code == "fr":
            assert not re.search(r"[^\u00a0][!?:;]", text), key
        else:
            assert not re.search(r"\s[!?:;]", text), key
        if code == "es":
            assert text.count("!") == text.count("¡"), key
            assert text.count("?") == text.count("¿"), key


@functools.cache
def layout_of(name: str, paper: str, code: str, large: bool = False) -> Layout | str:
    """Set out a built-in template in a language, or give the sentence that refuses it."""
    options = Options(language=code, large=large)
    try:
        return lay_out(read_template(find_template(name)), NAMED[paper], FACE, options)
    except FitError as error:
        return str(error)


SHEETS = [(name, paper) for name in builtin_names() for paper in ("A4", "Letter", "A5", "A6")]
LARGE = [name for name in builtin_names() if "large" in read_template(find_template(name)).takes]


def check_page_by_page(layout: Layout, least: float) -> None:
    """Measure that nothing is cut, overlapped, near the edge or too small to read."""
    for page in draw(layout).pages:
        assert touching(page) == []
        for item in flat(page.items):
            if isinstance(item, Text):
                left, top, right, bottom = ink(item)
                assert min(left, top, page.width - right, page.height - bottom) >= EDGE - 0.1, item
                assert item.size >= least, item
                assert item.width == pytest.approx(FACE.width(item.text, item.size, item.weight))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
@pytest.mark.parametrize("large", [False, True])
def test_rules_for_corners_that_count_fit_where_the_usual_ones_do(code: str, paper: str, large: bool) -> None:
    """With the words of every corner, and those of all but one in the line under the title."""
    usual = layout_of("rules", paper, code, large)
    if isinstance(usual, str):
        assert large
        return
    for at, corner in enumerate(CORNERS):
        counted = (corner, *CORNERS[:at], *CORNERS[at + 1 :])[:3]
        template = read_template(find_template("rules"))
        options = Options(language=code, large=large, features=counted)
        layout = lay_out(template, NAMED[paper], FACE, options)
        check_page_by_page(layout, 14 if large else 7)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("name", "paper"), SHEETS)
def test_every_sheet_is_set_in_every_language(name: str, paper: str, code: str) -> None:
    """What is printed in English is printed in all of them, in 7 pt at least; what is not, in none."""
    layout = layout_of(name, paper, code)
    assert isinstance(layout, str) == isinstance(layout_of(name, paper, "en"), str), layout
    if isinstance(layout, Layout):
        assert layout.language == code
        check_page_by_page(layout, 7)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", LARGE)
def test_large_print_is_set_in_every_language(name: str, paper: str, code: str) -> None:
    """In 14 pt at least."""
    layout = layout_of(name, paper, code, large=True)
    assert isinstance(layout, Layout), layout
    check_page_by_page(layout, 14)


@pytest.mark.parametrize("code", languages())
def test_a_sheet_prints_no_word_of_another_language(code: str) -> None:
    """Every text of a classic sheet is a value of the catalogue, a piece of one, or notation."""
    layout = layout_of("classic", "A4", code)
    assert isinstance(layout, Layout)
    known = " ".join(re.sub(r"\{\w+\}", " ", text.replace("*", "")) for text in words(code).values())
    for item in flat(draw(layout).pages[0].items):
        if isinstance(item, Text) and not re.fullmatch(r"[a-d1-4]|#\d+", item.text):
            assert item.text in known


@pytest.mark.parametrize(
    ("text", "code"),
    [("ro", "ro"), ("RO", "ro"), ("ro_RO.UTF-8", "ro"), ("pt-BR", ""), ("de-AT", "de"), ("français", "fr")],
)
def test_a_language_is_understood_or_refused(text: str, code: str) -> None:
    """Codes in either case, with a region, and what a language is called; nothing else."""
    if code:
        assert read_language(text) == code
        return
    with pytest.raises(OptionError, match=r"no words in 'pt-BR'.*en \(English\).*ro \(Romanian\)"):
        read_language(text)


@pytest.mark.parametrize(
    ("text", "near"),
    [("germann", "de"), ("roman", "ro"), ("Italien", "it"), ("englsh", "en"), ("español!", "es")],
)
def test_the_nearest_language_is_named(text: str, near: str) -> None:
    """A slip of the pen is answered by what was meant."""
    with pytest.raises(OptionError, match=rf"no words in '.*'; did you mean '{near}'\? The languages are"):
        read_language(text)


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "ro_RO.UTF-8"}, "ro"),
        ({"LANG": "ro_RO", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "ro_RO", "LC_MESSAGES": "fr_FR", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "ro_RO", "LC_ALL": "", "LC_MESSAGES": ""}, "ro"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "de_DE", "LANGUAGE": "es:fr"}, "es"),
        ({"LANG": "de_DE", "LANGUAGE": "nl:fr"}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "nl:pl"}, "de"),
        ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "en_GB"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], code: str) -> None:
    """As gettext does; English where there is no catalogue."""
    assert usual_language(environment) == code
