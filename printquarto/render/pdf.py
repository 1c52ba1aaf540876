"""An edition as PDF: gray black, embedded subset type. Knows no layout.

What does not change from side to side is one form, which the sides only name.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from printquarto.render.environment import no_outer_settings
from printquarto.render.fonts import pdf_font
from printquarto.render.operators import Operators, TypeCase
from printquarto.sheet.edition import Edition, Placement, Side, edition_of, filled
from printquarto.sheet.scene import Page, Scene
from printquarto.sheet.units import PT_PER_MM

_BLACK = "0 g 0 G"
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


def pdf_bytes(scene: Scene, copies: int = 1) -> bytes:
    """Write a scene, all its pages as many times as there are copies. The same scene gives the same bytes."""
    return edition_bytes(edition_of(scene, copies))


def edition_bytes(edition: Edition, told: Callable[[], None] | None = None) -> bytes:
    """Write an edition; ``told`` is called after each side. The same edition gives the same bytes."""
    writer = Writer(edition)
    for side in edition.sides:
        writer.add(side)
        if told is not None:
            told()
    return writer.finish()


class Writer:
    """Writes one document, side by side."""

    def __init__(self, edition: Edition) -> None:
        with no_outer_settings():
            from reportlab.pdfbase import pdfdoc
            from reportlab.pdfgen.canvas import Canvas

            self._edition = edition
            self._stream = io.BytesIO()
            self._canvas = _canvas(Canvas, self._stream, edition)
        self._document = self._canvas._doc
        self._pdf = pdfdoc
        self._case = TypeCase(self._document)
        self._forms: dict[int, tuple[str, Page]] = {}
        self._contents: dict[str, Any] = {}
        self._boxes: dict[tuple[float, float], Any] = {}
        self._resources = pdfdoc.PDFResourceDictionary()
        self._resources.basicFonts()
        self._resources_at = self._document.Reference(self._resources, "sheet-resources")
        self._structure: Any = self._make_structure() if edition.tagged else None
        self._count = 0

    def add(self, side: Side) -> None:
        """Add one side."""
        self._guide()
        page = self._structure.make_page() if self._structure else self._pdf.PDFPage()
        page.MediaBox = self._box(side)
        page.Resources = self._resources_at
        page.Contents = self._tagged(side, page) if self._structure else self._content(side)
        self._document.addPage(page)
        self._count += 1

    def finish(self) -> bytes:
        """Give the finished file, without reportlab's text armour, which costs time and bytes."""
        from reportlab import rl_config

        for name, _ in self._forms.values():
            self._resources.XObject[self._document.getXObjectName(name)] = self._pdf.PDFObjectReference(
                self._pdf.xObjectName(name)
            )
        if self._structure:
            self._structure.finish(self._document.Catalog)
        self._describe()
        armour, rl_config.useA85 = rl_config.useA85, 0
        try:
            self._canvas.save()
        finally:
            rl_config.useA85 = armour
        return self._stream.getvalue()

    def _box(self, side: Side) -> Any:
        size = (side.width, side.height)
        if size not in self._boxes:
            lengths = [0, 0, side.width * PT_PER_MM, side.height * PT_PER_MM]
            self._boxes[size] = self._document.Reference(self._pdf.PDFArray(lengths))
        return self._boxes[size]

    def _content(self, side: Side) -> Any:
        """Give the stream of a side; sides that are alike have one."""
        alike = not any(placement.own for placement in side.placements)
        operators = Operators(side.height, self._case)
        operators.lines.append(_BLACK)
        for placement in side.placements:
            self._place(operators, placement)
        operators.draw(side.marks)
        content = operators.content()
        stream = self._contents.get(content) if alike else None
        if stream is None:
            stream = self._packed(content)
        if alike:
            self._contents[content] = stream
        return stream

    def _packed(self, content: str | bytes) -> Any:
        return self._pdf.PDFStream(content=content, filters=[self._pdf.PDFZCompress])

    def _make_structure(self) -> Any:
        from printquarto.render.tagged import Structure

        return Structure(self._document, self._pdf, self._edition.language)

    def _tagged(self, side: Side, page: Any) -> Any:
        """Give the stream of a side that can be read aloud, and note what is on it."""
        from printquarto.render.tagged import draw_tagged, ink

        operators = Operators(side.height, self._case)
        operators.lines.append(_BLACK)
        elements: list[Any] = []
        for placement in side.placements:
            inner = Operators(placement.page.height, self._case)
            first = sum(len(element.pieces) for element in elements)
            elements += draw_tagged(inner, filled(placement.page, placement.own).items, first)
            operators.lines += self._moved(operators, placement, inner)
        ink(operators, side.marks)
        self._document.Reference(page, self._document.thisPageName())
        self._structure.add(page, elements)
        return self._packed(operators.content())

    def _describe(self) -> None:
        """Write the metadata that programs read, where there is more to tell than the title."""
        from printquarto.render.origin import packet

        told = self._edition
        if told.origin or told.tagged:
            text = packet(told.title, told.description, told.language, told.origin, tagged=told.tagged)
            stream = self._packed(text)
            stream.dictionary["Type"] = self._pdf.PDFName("Metadata")
            stream.dictionary["Subtype"] = self._pdf.PDFName("XML")
            self._document.Catalog.Metadata = stream

    def _place(self, operators: Operators, placement: Placement) -> None:
        """Add a page in its place: as a form where it comes again, else drawn there."""
        page = placement.page
        inner = Operators(page.height, self._case)
        if self._edition.shared:
            inner.lines.append(f"/{self._document.getXObjectName(self._form(page))} Do")
        else:
            inner.draw(page.items)
        inner.draw([own.item for own in placement.own])
        operators.lines += self._moved(operators, placement, inner)

    def _moved(self, operators: Operators, placement: Placement, inner: Operators) -> list[str]:
        """Give what is drawn on a page, moved to the page's place on the side."""
        page = placement.page
        left, low = operators.point(placement.x, placement.y + page.height)
        if not placement.turned and abs(left) < 1e-6 and abs(low) < 1e-6:
            return inner.lines
        matrix = f"1 0 0 1 {left:.3f} {low:.3f}"
        if placement.turned:
            right, high = operators.point(placement.x + page.width, placement.y)
            matrix = f"-1 0 0 -1 {right:.3f} {high:.3f}"
        return [f"q {matrix} cm", *inner.lines, "Q"]

    def _form(self, page: Page) -> str:
        """Give the name of the form of a page; it is made where it is first asked for."""
        # The page is kept beside its name, so that no other page gets its identity.
        if id(page) not in self._forms:
            name = f"page{len(self._forms)}"
            operators = Operators(page.height, self._case)
            operators.lines.append(_BLACK)
            operators.draw(page.items)
            self._canvas.beginForm(name, 0, 0, page.width * PT_PER_MM, page.height * PT_PER_MM)
            self._canvas.addLiteral(operators.content())
            self._canvas.endForm()
            self._forms[id(page)] = (name, page)
        return self._forms[id(page)][0]

    def _guide(self) -> None:
        """Set the outline and the labels that lead to the side that comes next."""
        for number, entry in enumerate(self._edition.outline):
            if entry.side == self._count:
                self._canvas.bookmarkPage(f"part{number}")
                self._canvas.addOutlineEntry(entry.title, f"part{number}", 0)
        for label in self._edition.labels:
            if label.side == self._count:
                self._canvas.addPageLabel(self._count, "ARABIC", 1, f"{label.prefix} ")


def _canvas(make: Any, stream: io.BytesIO, edition: Edition) -> Any:
    """Make the canvas and tell it all that holds for the whole document."""
    canvas = make(
        stream,
        initialFontName=pdf_font(400).fontName,
        invariant=1,
        pageCompression=1,
        lang=edition.language,
        pdfVersion=(1, 7),
    )
    canvas.setTitle(edition.title)
    canvas.setSubject(edition.description)
    canvas.setAuthor("printquarto")
    canvas.setCreator("printquarto")
    canvas.setViewerPreference("PrintScaling", "None")
    if edition.duplex:
        canvas.setViewerPreference("Duplex", _DUPLEX[edition.duplex])
    if edition.tagged:
        canvas.setViewerPreference("DisplayDocTitle", "true")
    if edition.outline:
        canvas.showOutline()
    return canvas
