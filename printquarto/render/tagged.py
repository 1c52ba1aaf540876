"""The structure of a page for whoever hears it: what is a heading, a paragraph, a figure, or mere ink.

The order of reading is that of the scene. Knows no games and no layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from printquarto.render.operators import Operators
from printquarto.sheet.scene import Group, Item, Text
from printquarto.sheet.typeface import REGULAR, SEMIBOLD
from printquarto.sheet.units import MM_PER_PT

_HEADINGS = {"title": "H1"}
_ENDS = (".", "!", "?", ":", "…")
_NEXT_LINE = 1.7
"""The next line of a paragraph is no further down, in parts of the type size."""


class Block(NamedTuple):
    """What is read as one: its tag, empty for mere ink; a figure's words; and what is drawn."""

    tag: str
    items: tuple[Item, ...]
    alt: str = ""


class Element(NamedTuple):
    """An element of the structure of a side: the numbers of its pieces of content."""

    tag: str
    pieces: tuple[int, ...]
    alt: str = ""


def blocks(items: Iterable[Item]) -> Iterator[Block]:
    """Split a drawing into what is read as one; the runs of a paragraph are joined, signs among them."""
    paragraph: list[Item] = []
    titled = False
    for item in _pieces(items):
        if isinstance(item, Text):
            titled = titled or item.role in _HEADINGS
            if paragraph and _is_head(paragraph, item):
                yield Block("H2" if titled else "P", tuple(paragraph))
                paragraph = []
            elif paragraph and not _continues(paragraph, item):
                yield from _paragraph(paragraph)
                paragraph = []
            paragraph.append(item)
        elif not isinstance(item, Group) and paragraph and item.role == "sign":
            paragraph.append(item)
        else:
            yield from _paragraph(paragraph)
            paragraph = []
            yield Block("Figure", item.items, item.alt) if isinstance(item, Group) else Block("", (item,))
    yield from _paragraph(paragraph)


def draw_tagged(operators: Operators, items: Iterable[Item], first: int) -> list[Element]:
    """Draw a page with its marks, whose numbers start at ``first``, and give its elements."""
    elements: list[Element] = []
    number = first
    for block in blocks(items):
        if block.tag == "Figure":
            _mark(operators, "Figure", number, block.items)
            elements.append(Element("Figure", (number,), block.alt))
            number += 1
        elif not block.tag:
            _ink(operators, block.items)
        else:
            start = number
            texts = [item for item in block.items if isinstance(item, Text)]
            for item in block.items:
                if not isinstance(item, Text):
                    _ink(operators, (item,))
                    continue
                # A blank that is not seen keeps the last word of a line from the first of the next.
                spoken = item if item is texts[-1] else item._replace(text=item.text + " ")
                _mark(operators, block.tag, number, (spoken,))
                number += 1
            elements.append(Element(block.tag, tuple(range(start, number))))
    return elements


def ink(operators: Operators, items: Iterable[Item]) -> None:
    """Draw what is not read at all."""
    some = tuple(items)
    if some:
        _ink(operators, some)


def _pieces(items: Iterable[Item]) -> Iterator[Item]:
    """Give primitives, and groups that are read as one figure."""
    for item in items:
        if isinstance(item, Group) and not item.alt:
            yield from _pieces(item.items)
        else:
            yield item


def _paragraph(items: list[Item]) -> Iterator[Block]:
    if items:
        yield Block(_HEADINGS.get(items[0].role, "P"), tuple(items))


def _is_head(paragraph: list[Item], text: Text) -> bool:
    """Say whether what was read so far is a line of strong words that heads the plain ones of the next."""
    texts = [item for item in paragraph if isinstance(item, Text) and item.weight == SEMIBOLD]
    if len(texts) != len(paragraph) or text.weight != REGULAR or text.y == texts[-1].y:
        return False
    return _continues(paragraph, text)


def _continues(paragraph: list[Item], text: Text) -> bool:
    """Say whether a text is the next run of a paragraph: on the same line, or at the start of the next."""
    texts = [item for item in paragraph if isinstance(item, Text)]
    first, last = texts[0], texts[-1]
    if text.role != last.role or text.size != last.size or text.turned != last.turned:
        return False
    way = -1 if text.turned else 1
    down = way * (text.y - last.y)
    if abs(down) < 0.01:
        # Words that stand further apart than words do are no sentence.
        return 0 < way * (text.x - last.x) < last.width + 2 * text.size * MM_PER_PT
    if not (abs(text.x - first.x) < 0.01 and 0 < down < _NEXT_LINE * text.size * MM_PER_PT):
        return False
    # Strong words at the start of a line, behind the end of a sentence, head the next paragraph.
    return text.weight == last.weight or text.weight == REGULAR or not last.text.endswith(_ENDS)


def _mark(operators: Operators, tag: str, number: int, items: tuple[Item, ...]) -> None:
    operators.lines.append(f"/{tag} <</MCID {number}>> BDC")
    operators.draw(items)
    operators.lines.append("EMC")


def _ink(operators: Operators, items: tuple[Item, ...]) -> None:
    operators.lines.append("/Artifact BMC")
    operators.draw(items)
    operators.lines.append("EMC")


_KEYS = ("StructParents", "Tabs")
"""What the dictionary of a page says beyond what reportlab knows."""


class Structure:
    """Gathers the elements of all sides and writes the structure tree of a document."""

    def __init__(self, document: Any, pdf: Any, language: str) -> None:
        self._document = document
        self._pdf = pdf
        self._root = self._object({"Type": pdf.PDFName("StructTreeRoot")})
        whole = {
            "Type": pdf.PDFName("StructElem"),
            "S": pdf.PDFName("Document"),
            "Lang": pdf.PDFString(language),
        }
        self._whole = self._object({**whole, "P": document.Reference(self._root)})
        self._kids: list[Any] = []
        self._parents: list[Any] = []

    def make_page(self) -> Any:
        """Make a page that can say which of the sides it is."""
        pdf, number = self._pdf, len(self._parents)

        page = type("TaggedPage", (pdf.PDFPage,), {"__NoDefault__": [*pdf.PDFPage.__NoDefault__, *_KEYS]})()
        page.StructParents = number
        page.Tabs = pdf.PDFName("S")
        return page

    def add(self, page: Any, elements: Iterable[Element]) -> None:
        """Add the elements of a side, in the order of reading."""
        pdf, document = self._pdf, self._document
        owners: list[Any] = []
        for element in elements:
            alt = {"Alt": pdf.PDFString(element.alt)} if element.alt else {}
            kid = self._object(
                {
                    "Type": pdf.PDFName("StructElem"),
                    "S": pdf.PDFName(element.tag),
                    "P": document.Reference(self._whole),
                    "Pg": document.Reference(page),
                    "K": pdf.PDFArray(list(element.pieces)),
                    **alt,
                }
            )
            self._kids.append(document.Reference(kid))
            owners += [document.Reference(kid)] * len(element.pieces)
        self._parents.append(document.Reference(self._object_array(owners)))

    def finish(self, catalog: Any) -> None:
        """Write the tree into the catalogue."""
        pdf, document = self._pdf, self._document
        self._whole.dict["K"] = pdf.PDFArray(self._kids)
        pairs = [one for number, parents in enumerate(self._parents) for one in (number, parents)]
        self._root.dict |= {
            "K": document.Reference(self._whole),
            "ParentTree": document.Reference(self._object({"Nums": pdf.PDFArray(pairs)})),
            "ParentTreeNextKey": len(self._parents),
        }
        catalog.StructTreeRoot = self._root
        catalog.MarkInfo = self._object({"Marked": pdf.PDFtrue})

    def _object(self, values: dict[str, Any]) -> Any:
        made = self._pdf.PDFDictionary(values)
        self._document.Reference(made)
        return made

    def _object_array(self, values: list[Any]) -> Any:
        made = self._pdf.PDFArray(values)
        self._document.Reference(made)
        return made
