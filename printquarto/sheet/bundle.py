"""The bundle: drawn sheets in order, with their copies and names, made into an edition to be printed.

Knows no templates: it takes what was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
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


def leaves(pieces: Sequence[Piece], imposition: Imposition, *, apart: bool) -> Iterator[Leaf]:
    """Give all pages in order. ``apart`` starts each copy on the front of a paper."""
    for _, leaf in _numbered(pieces, imposition, apart=apart):
        yield leaf


def _numbered(
    pieces: Sequence[Piece], imposition: Imposition, *, apart: bool
) -> Iterator[tuple[int | None, Leaf]]:
    """Give all pages in order, each with the number of the piece that it is a page of, blank ones with none.

    A page starts on a front where it has a back of its own, and where the front before it is of another
    size or lies the other way, since a back is never cut; that front gets a blank back.
    """
    duplex = imposition.backs and not imposition.booklet
    blanks: dict[tuple[float, float], Page] = {}
    size = (0.0, 0.0)
    at = 0
    for number, piece in enumerate(pieces):
        pages = piece.scene.pages
        backs = [Page(page.width, page.height, page.back) for page in pages]
        for copy in range(piece.copies):
            own = piece.own[copy] if piece.own else ((),) * len(pages)
            for page, back, one in zip(pages, backs, own, strict=True):
                starts = duplex and (bool(page.back) or (page.width, page.height) != size)
                if at % 2 and (starts or (apart and page is pages[0])):
                    yield None, Leaf(blanks.setdefault(size, Page(*size, ())))
                    at += 1
                size = (page.width, page.height)
                yield number, Leaf(page, own=one)
                at += 1
                if duplex and page.back:
                    yield None, Leaf(back)
                    at += 1


def booklets(pieces: Sequence[Piece], imposition: Imposition, title: str, *, tagged: bool = False) -> Edition:
    """Give the edition of a bundle in which each copy of each piece is a booklet of its own.

    Raises OptionError where backs are moved too near to an edge.
    """
    single = [
        piece._replace(copies=1, own=piece.own[copy : copy + 1])
        for piece in pieces
        for copy in range(piece.copies)
    ]
    editions = [edition([one], imposition, title, tagged=tagged) for one in single]
    starts = accumulate((one.total for one in editions), initial=0)
    entries = [Entry(one.scene.title, start) for one, start in zip(single, starts, strict=False)]
    return editions[0]._replace(
        sides=chain.from_iterable(one.sides for one in editions),
        total=sum(one.total for one in editions),
        shared=len({id(page) for one in single for page in one.scene.pages})
        < sum(one.pages for one in single),
        outline=tuple(entries) if len(entries) > 1 else (),
    )


def edition(
    pieces: Sequence[Piece], imposition: Imposition, title: str, *, guide: bool = False, tagged: bool = False
) -> Edition:
    """Give the edition of a bundle. ``guide`` adds outline and page labels that lead to each piece.

    Raises OptionError where there is nothing for a back, and where backs are moved too near to an edge.
    """
    for piece in pieces:
        _check_size(piece, imposition)
    # A booklet is one whole; otherwise a copy has papers of its own unless a guide says that all is one.
    apart = imposition.backs and not imposition.booklet and not guide
    starts: dict[int, int] = {}
    count = 0
    for number, _ in _numbered(pieces, imposition, apart=apart):
        if number is not None:
            starts.setdefault(number, count)
        count += 1
    if imposition.backs and count == 1:
        raise OptionError(
            f"{pieces[0].name} has one page, so there is nothing for its back; "
            "add a sheet or leave --backs out."
        )
    if imposition.both_sides and any(imposition.offset):
        from printquarto.sheet.reach import check_backs

        check_backs(impose(leaves(pieces, imposition, apart=apart), imposition), imposition.offset)
    titles = [(piece.scene.title, starts[number]) for number, piece in enumerate(pieces)]
    language = pieces[0].scene.language
    return Edition(
        title,
        words(language)["about.sheet"],
        language,
        impose(leaves(pieces, imposition, apart=apart), imposition),
        sides_needed(count, imposition),
        shared=any(piece.copies > 1 for piece in pieces),
        outline=tuple(Entry(one, side_of(at, count, imposition)) for one, at in titles) if guide else (),
        labels=tuple(Label(one, at) for one, at in titles) if guide and imposition.up == 1 else (),
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
