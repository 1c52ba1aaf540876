"""Pupils and their sheets: who gets which version, and all sheets with their keys as PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.cli.output import shown
from printquarto.errors import InputError, OptionError

if TYPE_CHECKING:
    from printquarto.sheet.bundle import Piece
    from printquarto.sheet.edition import Edition
    from printquarto.sheet.impose import Imposition
    from printquarto.sheet.scene import Scene
    from printquarto.worksheet.pages import Sheet
    from printquarto.worksheet.run import Run

ONLY = "A"
"""The version where nobody asks for several."""


class Pupil(NamedTuple):
    """Who gets a sheet: the version, and the name with its place in the table, or none."""

    version: str
    name: str | None = None
    where: str = ""


class Made(NamedTuple):
    """The finished files, and what a user is told of them."""

    sheets: bytes
    key: bytes | None
    notes: tuple[str, ...]


def read_class(names: str | None, versions: tuple[str, ...]) -> list[Pupil]:
    """Give the sheets to print: one for each row of a table, else one for each version.

    A column ``version`` says which version a pupil gets; else the versions are dealt in turn.
    """
    if names is None:
        return [Pupil(version) for version in versions or (ONLY,)]
    from printquarto.cli.roster import read_roster

    source = shown(Path(names))
    pupils = []
    for at, row in enumerate(read_roster(Path(names))):
        where = f"{source}, row {row.number}"
        if "second" in row.names:
            raise InputError(f"{source}, row 1: a worksheet is for one; the table needs a column name.")
        dealt = versions[at % len(versions)] if versions else ONLY
        version = row.version if row.version is not None else dealt
        if versions and version not in versions:
            raise InputError(
                f"{where}: there is no version {version!r}; --versions names {', '.join(versions)}."
            )
        if not version or len(version) > 12:
            raise InputError(f"{where}: the version is empty or has more than 12 characters; write A or B.")
        pupils.append(Pupil(version, row.names["first"], where))
    return pupils


def settled(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Give the options with the paper and language that they stand for, and how pages lie."""
    from printquarto.cli.press import choose_imposition
    from printquarto.sheet.language import read_language, usual_language
    from printquarto.sheet.paper import read_paper, usual_paper

    paper = usual_paper() if asked["paper"] is None else read_paper(asked["paper"])
    language = usual_language() if asked["lang"] is None else read_language(asked["lang"])
    imposition = choose_imposition({**asked, "landscape": False}, paper)
    return {
        "paper_words": paper.words,
        "lang": language,
        "large": asked["large"],
        "imposition": imposition,
        "accessible": bool(asked["accessible"]),
    }


def pdfs(run: Run, pupils: Sequence[Pupil], answers: str, options: Mapping[str, Any]) -> Made:
    """Make the file of the sheets, with the keys behind them or in a file of their own."""
    imposition: Imposition = options["imposition"]
    sheets = set_out(run, pupils, options)
    pieces = _filling(_pupil_pieces(sheets, pupils, options["lang"]), pupils, imposition)
    keys = _key_pieces(sheets, options["lang"]) if answers != "none" else []
    if imposition.backs and not imposition.booklet and all(len(one.scene.pages) == 1 for one in pieces):
        raise OptionError(
            "every worksheet has one page, so there is nothing for its back; leave --backs out."
        )
    together = [*pieces, *keys] if answers == "page" else pieces
    separate = _pdf(keys, options) if answers == "separate" else None
    behind = len(keys) if answers == "page" else 0
    return Made(_pdf(together, options), separate, tuple(_notes(together, behind, imposition)))


def set_out(run: Run, pupils: Sequence[Pupil], options: Mapping[str, Any]) -> dict[str, Sheet]:
    """Set out each version once."""
    from printquarto.render.fonts import FiraSans
    from printquarto.sheet.text import clean, words
    from printquarto.worksheet.furniture import Head
    from printquarto.worksheet.pages import Sheet
    from printquarto.worksheet.style import style_for

    request, face = run.request, FiraSans()
    style = style_for(options["imposition"].page, large=options["large"])
    has_versions = len(request.versions) > 1 or any(one.version != ONLY for one in pupils)
    found = {}
    for version, puzzles in run.puzzles.items():
        name = clean(version, face, f"the version {version!r}") if has_versions else ""
        head = Head(request.kinds, request.rules, name, request.code)
        found[version] = Sheet(puzzles, head, style, face, words(options["lang"]))
    return found


def _pupil_pieces(sheets: Mapping[str, Sheet], pupils: Sequence[Pupil], language: str) -> list[Piece]:
    """Give a piece for each pupil, in the order of the table; pupils of one version share its pages."""
    from printquarto.render.fonts import FiraSans
    from printquarto.sheet.bundle import Piece, Row, named

    scenes = {version: scene_of(sheet, version, language, is_key=False) for version, sheet in sheets.items()}
    face, pieces = FiraSans(), []
    for pupil in pupils:
        scene = scenes[pupil.version]
        if pupil.name is None:
            pieces.append(Piece("the worksheet", scene))
            continue
        piece = Piece("the worksheet", scene._replace(title=f"{scene.title} – {pupil.name}"))
        pieces.append(named(piece, [Row(pupil.where, {"first": pupil.name})], face))
    return pieces


def _filling(pieces: list[Piece], pupils: Sequence[Pupil], imposition: Imposition) -> list[Piece]:
    """Fill a side that is cut up with copies; nobody wants a quarter of a paper and three of waste."""
    pages = sum(piece.pages for piece in pieces)
    copies = 1 if imposition.booklet or pupils[0].name else max(1, imposition.up // pages)
    return [piece._replace(copies=copies) for piece in pieces]


def _key_pieces(sheets: Mapping[str, Sheet], language: str) -> list[Piece]:
    from printquarto.sheet.bundle import Piece

    return [
        Piece("the key", scene_of(sheet, version, language, is_key=True)) for version, sheet in sheets.items()
    ]


def scene_of(sheet: Sheet, version: str, language: str, *, is_key: bool) -> Scene:
    """Draw the pages of a version, or those of its key."""
    from printquarto.sheet.scene import Scene
    from printquarto.sheet.text import words

    said = words(language)
    title = said["worksheet.answers"].format(name=sheet.title) if is_key else sheet.title
    if sheet.head.version:
        title = f"{title} – {said['worksheet.version'].format(name=version)}"
    return Scene(sheet.pages(is_key=is_key), title, said["about.worksheet"], language)


def _pdf(pieces: Sequence[Piece], options: Mapping[str, Any]) -> bytes:
    from printquarto.cli.progress import Progress
    from printquarto.render.pdf import edition_bytes

    run = _edition(pieces, options)
    with Progress(run.total) as progress:
        return edition_bytes(run, progress.step)


def _edition(pieces: Sequence[Piece], options: Mapping[str, Any]) -> Edition:
    """Bind the pieces: as booklets each on its own, as nobody is to find the key or another version in his.

    Where both sides are printed otherwise, each begins on a paper of its own and none is listed.
    """
    from printquarto.sheet.bundle import booklets, edition

    imposition: Imposition = options["imposition"]
    title = pieces[0].scene.title.partition(" – ")[0]
    if imposition.booklet:
        run = booklets(pieces, imposition, title, tagged=options["accessible"])
    else:
        guide = len(pieces) > 1 and not imposition.backs
        run = edition(pieces, imposition, title, guide=guide, tagged=options["accessible"])
    pages = [page for piece in pieces for page in piece.scene.pages]
    shared = run.shared or len({id(page) for page in pages}) < len(pages)
    return run._replace(shared=shared, description=pieces[0].scene.description)


def _notes(pieces: Sequence[Piece], keys: int, imposition: Imposition) -> list[str]:
    """Say how the pages are folded and printed; ``keys`` of the pieces are keys, the last ones."""
    from printquarto.sheet.impose import blanks

    notes = []
    if imposition.booklet:
        many = Counter(len(piece.scene.pages) for piece in pieces for _ in range(piece.copies))
        for pages, count in many.items():
            what = "A booklet" if count == 1 else f"{count} booklets"
            each = " in each" if count > 1 and blanks(pages) else ""
            blank = f"{blanks(pages) or 'none'} of them blank{each}"
            notes.append(f"{what} of {pages + blanks(pages)} pages, {blank}.")
        if keys:
            notes.append("The last one is the key." if keys == 1 else f"The last {keys} are the keys.")
    if imposition.both_sides:
        notes.append(f"Print on both sides, turned over the {imposition.flip} edge.")
    return notes
