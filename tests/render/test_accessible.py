"""PDFs to be read aloud: PDF/UA-1 by a checker of others, and the printed words in the order of reading."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import page as checker
import pikepdf
import pypdfium2
import pytest

from printquarto.render.pdf import edition_bytes, pdf_bytes
from printquarto.render.tagged import blocks
from printquarto.sheet.edition import Own, edition_of, filled, plain_side
from printquarto.sheet.scene import Group, Item, Scene, Text
from printquarto.sheet.template import builtin_names


def tagged(scene: Scene) -> bytes:
    return edition_bytes(edition_of(scene)._replace(tagged=True))


def texts(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item.text


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", builtin_names())
def test_every_sheet_is_accepted_as_pdf_ua(scene_of: Any, name: str, paper: str) -> None:
    report = checker.validate_pdf_bytes(tagged(scene_of(name, paper)), profile="ua1")
    assert report.is_compliant, [(fault.rule_id, fault.message) for fault in report.failures]
    assert report.rules.total > 50


def test_the_checker_tells_a_sheet_that_is_not_tagged(scene_of: Any) -> None:
    """It would find what is missing."""
    assert not checker.is_pdf_compliant_bytes(pdf_bytes(scene_of("classic", "A4")), profile="ua1")


@pytest.mark.parametrize("name", builtin_names())
def test_the_text_is_the_printed_words_in_the_order_of_reading(
    scene_of: Any, read_pdf: Any, name: str
) -> None:
    """The file has them in the order of the scene and holds no others; a reader of others finds the same."""
    scene = scene_of(name, "A4")
    data = tagged(scene)
    with pypdfium2.PdfDocument(data) as pdf:
        for printed, read, drawn in zip(pdf, read_pdf(data), scene.pages, strict=True):
            words = " ".join(texts(drawn.items)).split()
            assert " ".join(one[-1] for one in read if one[0] == "text").split() == words
            # Pdfium puts words that stand level in the order of their places.
            assert sorted(printed.get_textpage().get_text_range().split()) == sorted(words)


def test_words_are_in_the_order_of_reading_for_a_reader_of_others(scene_of: Any) -> None:
    """On the sheets that run from top to bottom pdfium finds that very order."""
    for name in ("classic", "tray", "score", "recorded"):
        scene = scene_of(name, "A4")
        with pypdfium2.PdfDocument(tagged(scene)) as pdf:
            for printed, drawn in zip(pdf, scene.pages, strict=True):
                assert printed.get_textpage().get_text_range().split() == " ".join(texts(drawn.items)).split()


def _elements(pdf: pikepdf.Pdf) -> list[Any]:
    return list(pdf.Root.StructTreeRoot.K.K)


def test_structure_of_a_classic_sheet(scene_of: Any) -> None:
    """One heading, paragraphs, and two figures with words for who cannot see them."""
    with pikepdf.open(io.BytesIO(tagged(scene_of("classic", "A4")))) as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.pages[0].Tabs) == "/S"
        tags = [str(element.S) for element in _elements(pdf)]
        assert tags[0] == "/H1"
        assert tags.count("/H1") == 1
        figures = [str(element.Alt) for element in _elements(pdf) if str(element.S) == "/Figure"]
        assert figures[0].startswith("A board of four by four cells")
        assert figures[1].startswith("The tray: sixteen shapes")
        assert len(figures) == 2


def test_heads_of_the_rules_are_headings(scene_of: Any) -> None:
    """Under the title each section has its head, and the words of a paragraph stay together."""
    found = [
        (block.tag, " ".join(item.text for item in block.items if isinstance(item, Text)))
        for block in blocks(scene_of("rules", "A4").pages[0].items)
        if block.tag
    ]
    heads = [words for tag, words in found if tag == "H2"]
    assert heads[0] == "The shapes"
    assert heads[-1] == "Easier or harder"
    assert len(heads) == 6
    texts_under = [words for tag, words in found if tag == "P" and len(words) > 40]
    assert all(words.endswith((".", "!")) for words in texts_under)


def test_a_booklet_is_read_from_its_cover_to_its_back(scene_of: Any) -> None:
    """Not as its pages lie on the sheet, half of them upside down."""
    words = list(texts(scene_of("pocket", "A4").pages[0].items))
    marks = ["two games for the pocket", "How to play", "The shapes", "Game 1", "Game 2", "Fold it"]
    assert [words.index(mark) for mark in marks] == sorted(words.index(mark) for mark in marks)


def test_each_piece_of_content_belongs_to_one_element(scene_of: Any) -> None:
    """The numbers on a page are 0 to n without a gap, and the parent tree leads from each to its element."""
    with pikepdf.open(io.BytesIO(tagged(scene_of("key", "A4")))) as pdf:
        parents = pdf.Root.StructTreeRoot.ParentTree.Nums
        for number, page in enumerate(pdf.pages):
            marked = [
                int(operands[1].MCID)
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "BDC"
            ]
            assert marked == list(range(len(marked)))
            assert int(page.StructParents) == number
            owners = parents[2 * number + 1]
            assert len(owners) == len(marked)
            for mark, owner in zip(marked, owners, strict=True):
                assert mark in [int(piece) for piece in owner.K]
                assert owner.Pg.objgen == page.objgen


def test_a_name_is_read_after_its_label(scene_of: Any) -> None:
    """Though it is drawn on a page that many copies share, it is not read at the end."""
    scene = scene_of("classic", "A4")
    (page,) = scene.pages
    label = next(item for item in page.items if isinstance(item, Group) and item.role == "name-first")
    own = (Own(Text("name", 40, 36, "Ștefan", 9, 400, 12), before=label.items[1]),)
    words = list(texts(filled(page, own).items))
    assert words[words.index("Ștefan") - 1] == "First"
    edition = edition_of(scene)._replace(sides=[plain_side(page, own)], tagged=True)
    with pypdfium2.PdfDocument(edition_bytes(edition)) as pdf:
        assert pdf[0].get_textpage().get_text_range().split() == " ".join(words).split()
