"""The bundle: drawn sheets in order, with their copies and names, made into an edition to be printed.

Knows no templates: it takes what was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printquarto.errors import OptionError
from printquarto.sheet.edition import Edition, Entry, Label, Own
from printquarto.sheet.impose import Imposition, Leaf, impose, side_of, sides_needed
from printquarto.sheet.names import name_lines, set_names
from printquarto.sheet.paper import Paper
from printquarto.sheet.scene import Page, Scene
from printquarto.sheet.text import clean, words
from printquarto.sheet.typeface import Typeface
from printquarto.sheet.units import mm

PageOwn = tuple[Own, ...]
"""What one copy of one page alone has."""


class Piece(NamedTuple):
    """A sheet of a bundle: its name, what is drawn, how often, and what is own to each copy on each page."""

    name: str
    scene: Scene
    copies: int = 1
    own: Sequence[tuple[PageOwn, ...]] = ()

    @property
    def pages(self) -> int:
        """How many pages all copies have."""
        return self.copies * len(self.scene.pages)


class Row(NamedTuple):
    """The names of one copy, by who bears them (``first``, ``second``), and where they come from."""

    where: str
    names: dict[str, str]


def named(piece: Piece, rows: Sequence[Row], face: Typeface) -> Piece:
    """Give a piece with one copy for each row. Raises OptionError where the sheet has no line for a name."""
    lines = [name_lines(page) for page in piece.scene.pages]
    known = {line.who for page in lines for line in page}
    for who in rows[0].names:
        if who not in known:
            raise OptionError(f"{piece.name} has no line for the name of {who}; leave --names out.")
    own = [tuple(set_names(page, row.names, face, row.where) for page in lines) for row in rows]
    return piece._replace(copies=len(rows), own=own)


def leaves(pieces: Sequence[Piece], *, apart: bool) -> Iterator[Leaf]:
    """Give all pages in order. ``apart`` starts each copy on the front of a paper."""
    for piece in pieces:
        pages = piece.scene.pages
        blank = Page(pages[0].width, pages[0].height, ())
        for copy in range(piece.copies):
            own = piece.own[copy] if piece.own else ((),) * len(pages)
            yield from (Leaf(page, own=one) for page, one in zip(pages, own, strict=True))
            if apart and len(pages) % 2:
                yield Leaf(blank)


def edition(
    pieces: Sequence[Piece], imposition: Imposition, title: str, *, guide: bool = False, tagged: bool = False
) -> Edition:
    """Give the edition of a bundle. ``guide`` adds outline and page labels that lead to each piece."""
    for piece in pieces:
        _check_size(piece, imposition)
    # A booklet is one whole; otherwise a copy has papers of its own unless a guide says that all is one.
    apart = imposition.backs and not imposition.booklet and not guide
    count = sum(
        piece.pages + (piece.copies if apart and len(piece.scene.pages) % 2 else 0) for piece in pieces
    )
    language = pieces[0].scene.language
    return Edition(
        title,
        words(language)["about.sheet"],
        language,
        impose(leaves(pieces, apart=apart), imposition),
        sides_needed(count, imposition),
        shared=any(piece.copies > 1 for piece in pieces),
        outline=tuple(_outline(pieces, count, imposition)) if guide else (),
        labels=tuple(_labels(pieces)) if guide and imposition.up == 1 else (),
        duplex=imposition.flip if imposition.both_sides else "",
        tagged=tagged,
    )


def title_of(pieces: Sequence[Piece], asked: str | None, face: Typeface) -> str:
    """Give the title of a bundle: the one that was asked for, else those of its pieces."""
    if asked is not None:
        return clean(asked, face, "the title")
    return " · ".join(dict.fromkeys(piece.scene.title for piece in pieces))


def _check_size(piece: Piece, imposition: Imposition) -> None:
    if imposition.up == 1:
        return
    page: Paper = imposition.page
    for drawn in piece.scene.pages:
        if abs(drawn.width - page.width) > 0.01 or abs(drawn.height - page.height) > 0.01:
            raise OptionError(
                f"{piece.name} is {mm(drawn.width)} × {mm(drawn.height)} mm, and {imposition.up} pages to a "
                f"side leave {mm(page.width)} × {mm(page.height)} mm for each; print it on its own."
            )


def _outline(pieces: Sequence[Piece], count: int, imposition: Imposition) -> Iterator[Entry]:
    page = 0
    for piece in pieces:
        yield Entry(piece.scene.title, side_of(page, count, imposition))
        page += piece.pages


def _labels(pieces: Sequence[Piece]) -> Iterator[Label]:
    page = 0
    for piece in pieces:
        yield Label(piece.scene.title, page)
        page += piece.pages
