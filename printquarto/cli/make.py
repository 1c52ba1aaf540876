"""From an order to the bytes of files. Knows neither names of files nor passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.cli.press import choose_imposition
from printquarto.cli.progress import Progress
from printquarto.cli.settings import SheetChoice, choose_sheet
from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.cli.order import Order
    from printquarto.sheet.bundle import Piece
    from printquarto.sheet.edition import Own
    from printquarto.sheet.impose import Imposition
    from printquarto.sheet.layout import Layout
    from printquarto.sheet.paper import Paper


class Made(NamedTuple):
    """A finished PDF, with what a user is told of it."""

    data: bytes
    paper: Paper
    notes: tuple[str, ...]


def make_pdf(order: Order) -> Made:
    """Make the PDF of an order."""
    from printquarto.render.fonts import FiraSans
    from printquarto.render.pdf import edition_bytes
    from printquarto.sheet.bundle import edition, title_of

    paper = _paper(order)
    imposition = choose_imposition(order.asked, paper)
    pieces = _pieces(order, imposition)
    guide = order.command == "handout"
    if imposition.backs and not imposition.booklet and not guide:
        _check_backs(pieces)
    title = title_of(pieces, None if not guide else order.asked["title"], FiraSans())
    tagged = guide if order.asked["accessible"] is None else order.asked["accessible"]
    run = edition(pieces, imposition, title, guide=guide, tagged=tagged)._replace(origin=order.origin())
    with Progress(run.total) as progress:
        data = edition_bytes(run, progress.step)
    return Made(data, imposition.paper, tuple(_notes(pieces, imposition)))


def make_svg(order: Order, page: int | None = None) -> list[bytes]:
    """Make the SVG files of an order, one a page, or the one of a page counted from 1."""
    from printquarto.render.svg import svg_bytes
    from printquarto.sheet.edition import filled
    from printquarto.sheet.layout import draw

    (part,) = order.parts
    choice = choose_sheet(part.template, order.asked, part.text)
    layout = choice.layout()
    scene = draw(layout)
    if layout.code is not None:
        first, *others = scene.pages
        scene = scene._replace(pages=(filled(first, (_code(_Drawing(choice, layout), 1),)), *others))
    count = len(scene.pages)
    if page is not None and not 1 <= page <= count:
        raise OptionError(f"{part.template} has no page {page}.")
    live = order.asked["svg_text"] == "live"
    return [
        svg_bytes(scene, number - 1, live=live, origin=order.origin(number))
        for number in ([page] if page else range(1, count + 1))
    ]


def _paper(order: Order) -> Paper:
    from printquarto.sheet.paper import read_paper

    paper = read_paper(order.asked["paper"])
    return paper.turned() if order.asked["landscape"] else paper


def _pieces(order: Order, imposition: Imposition) -> list[Piece]:
    """Draw what is ordered, each sheet once."""
    from printquarto.render.fonts import FiraSans
    from printquarto.sheet.bundle import Piece, Row, named
    from printquarto.sheet.layout import draw

    pieces, drawings = [], []
    for part in order.parts:
        choice = choose_sheet(part.template, _asked_of(order, part.template, part.text), part.text)
        if imposition.up > 1:
            choice = choice._replace(paper=imposition.page)
        drawings.append(_Drawing(choice, choice.layout()))
        pieces.append(Piece(choice.name, draw(drawings[-1].layout), part.copies))
    if order.rows:
        source = order.asked["names"]
        rows = [Row(f"{source}, row {row.number}", dict(row.names)) for row in order.rows]
        pieces = [named(piece, rows, FiraSans()) for piece in pieces]
    elif order.command == "sheet" and order.asked["copies"] is None and imposition.up > 1:
        # A side that is cut up is filled; nobody wants a quarter of a paper and three of waste.
        pieces = [piece._replace(copies=_filling(piece, imposition)) for piece in pieces]
    return _coded(pieces, drawings)


class _Drawing(NamedTuple):
    """A sheet as it was chosen, and as it was set out."""

    choice: SheetChoice
    layout: Layout


def _coded(pieces: list[Piece], drawings: list[_Drawing]) -> list[Piece]:
    """Add the codes to the copies of sheets that have room for one; the same sheet again goes on counting."""
    counts: dict[str, int] = {}
    coded = []
    for piece, drawing in zip(pieces, drawings, strict=True):
        if drawing.layout.code is not None:
            start = counts.get(piece.name, 0)
            counts[piece.name] = start + piece.copies
            own = piece.own or ((((),) * len(piece.scene.pages)),) * piece.copies
            piece = piece._replace(
                own=[
                    ((*first, _code(drawing, start + copy)), *others)
                    for copy, (first, *others) in enumerate(own, 1)
                ]
            )
        coded.append(piece)
    return coded


def _code(drawing: _Drawing, copy: int) -> Own:
    """Draw the code of one copy, counted from 1."""
    from printquarto.render.fonts import FiraSans
    from printquarto.render.qr import qr_cells
    from printquarto.sheet.code import draw_code
    from printquarto.sheet.edition import Own

    assert drawing.layout.code is not None
    return Own(draw_code(drawing.layout.code, drawing.choice.code(copy), qr_cells, FiraSans()))


def _asked_of(order: Order, template: str, text: str | None) -> Any:
    """Give the options that one sheet of a handout takes; a sheet alone is to take them all."""
    if order.command == "sheet":
        return order.asked
    from printquarto.cli.settings import taken

    return taken(template, {**order.asked, "title": None}, text)


def _filling(piece: Piece, imposition: Imposition) -> int:
    from printquarto.sheet.bundle import leaves

    if imposition.booklet:
        return 1
    pages, room = sum(1 for _ in leaves([piece], imposition, apart=True)), imposition.up
    if imposition.backs:
        # Each copy begins on a front, so a last page without a back takes both sides.
        pages, room = pages + pages % 2, 2 * room
    return room // pages if room % pages == 0 else imposition.up


def _check_backs(pieces: list[Piece]) -> None:
    for piece in pieces:
        if len(piece.scene.pages) == 1 and not piece.scene.pages[0].back:
            raise OptionError(
                f"{piece.name} has one page, so there is nothing for its back; "
                f"printquarto handout --with {piece.name},rules --backs prints two sheets on one paper."
            )


def _notes(pieces: list[Piece], imposition: Imposition) -> list[str]:
    notes = []
    if imposition.booklet:
        from printquarto.sheet.impose import blanks

        pages = sum(piece.pages for piece in pieces)
        added = blanks(pages)
        held = f"A booklet of {pages + added} pages"
        notes.append(
            f"{held}, {added} of them blank at the end." if added else f"{held}, none of them blank."
        )
    if imposition.both_sides:
        notes.append(f"Print on both sides, turned over the {imposition.flip} edge.")
    return notes
