"""``printquarto draw``: diagrams of a position, or of a game turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from printquarto.cli.options import choice_of, no_pauses, rule_options
from printquarto.cli.output import check_free, is_folder, is_stream, shown, write_file, write_stdout
from printquarto.cli.sheet import target_of
from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.notation.record import Record
    from printquarto.sheet.gallery import Hanging
    from printquarto.sheet.scene import Page, Scene
    from printquarto.worksheet.replay import Replay

FORMATS = ("pdf", "svg", "png")
_LEAST_DOTS, _MOST_DOTS = 50, 1200


class _Wish(NamedTuple):
    """What is to be drawn: all turns, one of them or the end, on which paper, how large."""

    turn: int | None
    turns: bool
    paper: str | None
    width: float | None
    large: bool
    language: str


@click.command("draw")
@click.argument("game", metavar="RECORD|POSITION")
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write; - is standard output. [quarto-diagram.pdf here]"
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS, case_sensitive=False),
    help="[by the ending of FILE, else pdf]",
)
@click.option("--turn", type=int, metavar="N", help="The position after turn N alone.")
@click.option("--turns", is_flag=True, help="Turn by turn. This is usual for a game that has turns.")
@click.option("--game", "number", type=int, metavar="N", help="Which game of a file that holds several.")
@rule_options
@click.option(
    "--width", type=float, metavar="MM", help="Width of a board. [36, in large print 72; alone 60 or 96]"
)
@click.option(
    "--paper",
    metavar="PAPER",
    help="A4, Letter … as for sheet. [for turns that of the locale; a diagram alone is as large as it is]",
)
@click.option("--lang", metavar="LANGUAGE", help="Language of the words, as ro. [that of the locale]")
@click.option("--large", is_flag=True, help="Large print: type of 14 pt at least, heavier lines.")
@click.option("--dpi", type=int, metavar="N", help="Dots an inch of a PNG. [300]")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
def command(
    game: str,
    output: str | None,
    format_: str | None,
    number: int | None,
    rules: str | None,
    features: Any,
    squares: bool | None,
    dpi: int | None,
    force: bool,
    lang: str | None,
    **asked: Any,
) -> None:
    """Draw diagrams of a position, or of a game turn by turn, with the Quartos marked.

    The argument is a text file with a game, - for standard input, or a position in quotes: its sixteen cells
    row by row, each a shape or a dot. A Quarto is marked by lines between its shapes and dots in the corner
    that they share. PNG needs the extra png.

    \b
    Examples:
      printquarto draw train.quarto -o train.pdf
      printquarto draw train.quarto --turn 1 -o turn1.svg
      printquarto draw "oiio . . .  . ooio . .  . . iiio .  . . . ." -o position.svg
    """
    from printquarto.sheet.gallery import check_width
    from printquarto.sheet.language import read_language, usual_language

    if asked["turns"] and asked["turn"] is not None:
        raise OptionError("--turn and --turns contradict each other; leave one out.")
    kind = _format(format_, output)
    check_width(asked["width"])
    _check_dots(dpi, kind)
    if kind == "png":
        from printquarto.render.png import load_pdfium

        load_pdfium()
    language = read_language(lang) if lang is not None else usual_language()
    with no_pauses():
        scene = _scene(
            _games(game, number), choice_of(rules, features, squares), _Wish(**asked, language=language)
        )
        _put(_files(scene, kind, dpi or 300), target_of(output, f"quarto-diagram.{kind}"), force)


def _games(argument: str, number: int | None) -> list[Record]:
    from printquarto.cli.game import one_of, read_argument

    games = read_argument(argument)
    return games if number is None else [one_of(games, number)]


def _scene(games: Sequence[Record], choice: Any, wish: _Wish) -> Scene:
    """Draw all that was asked for."""
    from printquarto.render.fonts import FiraSans
    from printquarto.sheet.gallery import Hanging, style_of
    from printquarto.sheet.scene import Scene
    from printquarto.sheet.text import words
    from printquarto.worksheet.replay import Replay

    said = words(wish.language)
    replays = [Replay.of(game, choice.over(game.tags), said) for game in games]
    _warn(replays, wish.turn)
    style = style_of(wish.large)
    in_turns = _in_turns(replays, wish)
    usual = style.width if in_turns or wish.paper is not None else (96 if wish.large else 60)
    hanging = Hanging(style, FiraSans(), said, wish.width if wish.width is not None else usual)
    drawn = _turn_pages(replays, wish, hanging) if in_turns else _single_pages(replays, wish, hanging)
    title = next(
        filter(None, (one.title() for one in replays)),
        said["diagram.game" if in_turns else "diagram.position"],
    )
    return Scene(tuple(drawn), _plain(title, hanging), said["about.diagram"], wish.language)


def _warn(replays: Sequence[Replay], turn: int | None) -> None:
    """Say what cannot be as it is drawn, and which turns are not drawn: a diagram does not show it."""
    from printquarto.notation.diagnostic import printable

    for number, one in enumerate(replays, 1):
        many = f"game {number}: " if len(replays) > 1 else ""
        for fault in one.faults(turn):
            click.echo(f"printquarto: warning: {many}{printable(fault)}", err=True)


def _plain(title: str, hanging: Hanging) -> str:
    from printquarto.sheet.text import clean

    return clean(title, hanging.face, "the title")


def _in_turns(replays: Sequence[Replay], wish: _Wish) -> bool:
    """Say whether a game is shown turn by turn. Raises OptionError where a position is to be."""
    has_turns = [bool(one.turns) for one in replays]
    if not any(has_turns) and (wish.turns or wish.turn):
        raise OptionError(
            f"--turn{'s' if wish.turns else ''} is for a game with turns, not for a position; leave it out."
        )
    return wish.turn is None and any(has_turns)


def _turn_pages(replays: Sequence[Replay], wish: _Wish, hanging: Hanging) -> list[Page]:
    from printquarto.sheet.gallery import Gallery, pages
    from printquarto.sheet.paper import read_paper, usual_paper

    paper = usual_paper() if wish.paper is None else read_paper(wish.paper)
    galleries = []
    for number, one in enumerate(replays, 1):
        name = one.title() or hanging.words["diagram.game" if one.turns else "diagram.position"]
        many = f"{number}. " if len(replays) > 1 else ""
        galleries.append(Gallery(f"{many}{name}", tuple(one.figures() if one.turns else [one.position()])))
    return list(pages(galleries, paper, hanging))


def _single_pages(replays: Sequence[Replay], wish: _Wish, hanging: Hanging) -> list[Page]:
    from printquarto.sheet.gallery import Gallery, pages, picture
    from printquarto.sheet.paper import read_paper

    figures = [one.position(wish.turn) for one in replays]
    if wish.paper is None:
        return [picture(figure, hanging) for figure in figures]
    return list(pages([Gallery("", tuple(figures))], read_paper(wish.paper), hanging))


def _format(asked: str | None, output: str | None) -> str:
    """Give the format: as asked, else by the ending of the file, else PDF."""
    ending = Path(output).suffix.lower().lstrip(".") if output and output != "-" else ""
    if ending in FORMATS:
        if asked and asked.lower() != ending:
            raise OptionError(
                f"--format {asked} and a file that ends in .{ending} contradict each other; leave one out."
            )
        return ending
    if ending and not asked and output and not is_folder(Path(output)):
        raise OptionError(f"{output!r} ends in none of .pdf, .svg and .png; say which with --format.")
    return asked.lower() if asked else "pdf"


def _check_dots(dots: int | None, kind: str) -> None:
    if dots is not None and kind != "png":
        raise OptionError("--dpi is for PNG alone; leave it out.")
    if dots is not None and not _LEAST_DOTS <= dots <= _MOST_DOTS:
        raise OptionError(f"--dpi can be {_LEAST_DOTS} to {_MOST_DOTS}, not {dots}.")


def _files(scene: Scene, kind: str, dots: int) -> list[bytes]:
    """Give the files: one PDF, or a picture for each page."""
    if kind == "svg":
        from printquarto.render.svg import svg_bytes

        return [svg_bytes(scene, number) for number in range(len(scene.pages))]
    from printquarto.render.pdf import edition_bytes
    from printquarto.sheet.edition import edition_of

    pdf = edition_bytes(edition_of(scene)._replace(tagged=True))
    if kind == "pdf":
        return [pdf]
    from printquarto.render.png import png_pages

    return list(png_pages(pdf, dots))


def _put(files: Sequence[bytes], target: Path | None, force: bool) -> None:
    """Write the files, numbered from the second on, and say where they are."""
    if target is None:
        if len(files) > 1:
            raise OptionError(f"this takes {len(files)} pages, a file each: give one with -o, or take PDF.")
        write_stdout(files[0])
        return
    names = [target, *(target.with_stem(f"{target.stem}-{at}") for at in range(2, len(files) + 1))]
    for name in names:
        check_free(name, force=force)
    for name, content in zip(names, files, strict=True):
        path = write_file(name, content, force=force)
        click.echo(f"Wrote {shown(path)}", err=is_stream(path))
