"""``printquarto sheet``: print a sheet to play on, as PDF or SVG."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printquarto.cli.options import no_pauses
from printquarto.cli.order import MOST_COPIES
from printquarto.cli.output import check_free, is_folder, is_stream, shown, write_file, write_stdout
from printquarto.cli.press import press_options
from printquarto.cli.secret import Secret, SecretWish, secret_options
from printquarto.cli.settings import layout_options
from printquarto.errors import OptionError, TemplateError

if TYPE_CHECKING:
    from printquarto.cli.order import Order


def output_options(function: Any) -> Any:
    """Add the options that say where a file goes."""
    for option in (
        click.option("--open", "open_", is_flag=True, help="Show it in the system's viewer."),
        click.option("--force", is_flag=True, help="Overwrite files that exist."),
    ):
        function = option(function)
    return function


@click.command("sheet", short_help="Print a sheet to play on, as PDF or SVG.")
@click.argument("template", default="classic")
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write; - is standard output. [quarto-TEMPLATE.pdf here]"
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["pdf", "svg"], case_sensitive=False),
    help="[by the ending of FILE, else pdf]",
)
@layout_options
@click.option(
    "--names",
    metavar="FILE",
    help="A sheet for each row of a table (CSV) with the column name, or first and second; PDF only.",
)
@click.option(
    "--copies", type=int, metavar="N", help=f"How many of each page, 1 to {MOST_COPIES}; PDF only. [1]"
)
@press_options
@secret_options
@output_options
@click.option(
    "--svg-text",
    type=click.Choice(["outline", "live"]),
    help="SVG text as outlines, or as text that can be edited. [outline]",
)
def command(
    template: str,
    output: str | None,
    format_: str | None,
    force: bool,
    open_: bool,
    password: bool,
    password_file: str | None,
    no_copy: bool,
    no_print: bool,
    **asked: Any,
) -> None:
    """Print a sheet: a built-in TEMPLATE (see printquarto templates) or a file of your own, mine.toml.

    Lengths are in millimetres. Print the file at actual size (100 %), never "fit to page".

    \b
    Examples:
      printquarto sheet classic --paper A4 --title "Club evening" -o evening.pdf
      printquarto sheet --names class.csv -o class.pdf
      printquarto sheet tray --landscape --arrow dots -o tray.svg
      printquarto sheet mine.toml --paper 200x200mm
    """
    format_ = _format(format_, output)
    _check_format(format_, asked, output, open_)
    wish = SecretWish(password, password_file, no_copy, no_print)
    if wish.source is not None and format_ == "svg":
        raise OptionError(f"an SVG file cannot have a password ({wish.source}); take PDF.")
    with no_pauses():
        _print_sheet(template, asked, output, format_, wish, force, open_)


def _print_sheet(
    template: str,
    asked: Mapping[str, Any],
    output: str | None,
    format_: str,
    wish: SecretWish,
    force: bool,
    open_: bool,
) -> None:
    from printquarto.cli.order import Order, part_of, settle

    rows = _rows(asked["names"])
    try:
        part = part_of(template, asked["copies"] or 1)
    except TemplateError as error:
        hint = ' A title of several words stands in quotes: --title "Night train".' if asked["title"] else ""
        raise TemplateError(f"{error}{hint}") from None
    asked = {**settle(asked), "names": shown(Path(Path(asked["names"]).name)) if rows else None}
    order = Order("sheet", (part,), asked, rows)
    default = f"quarto-{part.template.removesuffix('.toml')}.{format_}"
    put(order, format_, target_of(output, default), wish.choose, force=force, open_=open_)


def put(
    order: Order,
    format_: str,
    target: Path | None,
    choose: Callable[[], Secret | None],
    *,
    page: int | None = None,
    force: bool,
    open_: bool = False,
) -> None:
    """Make what is ordered, write it and say so. ``target`` None is standard output.

    ``choose`` gives the password, when it is known that the file can be written.
    """
    from printquarto.cli.make import make_pdf, make_svg

    notes: Sequence[str] = ()
    if format_ == "pdf":
        if target is not None:
            check_free(target, force=force)
        secret = choose()
        if secret is not None:
            secret.announce()
        made = make_pdf(order)
        notes = made.notes
        files = {target: made.data if secret is None else secret.protect(made.data)}
    else:
        files = _numbered(make_svg(order, page), target)
    if target is None:
        _to_stdout(files[None], format_, notes)
        return
    for path in files:
        if path is not None:
            check_free(path, force=force)
    written = [write_file(path, data, force=force) for path, data in files.items() if path is not None]
    _tell(written, order, notes, err=any(map(is_stream, written)))
    if open_:
        show(written[0])


def _rows(names: str | None) -> tuple[Any, ...]:
    if names is None:
        return ()
    from printquarto.cli.roster import read_roster

    return tuple(read_roster(Path(names)))


def _format(asked: str | None, output: str | None) -> str:
    """Give the format: as asked, else by the ending of the file, else PDF."""
    ending = Path(output).suffix.lower().lstrip(".") if output and output != "-" else ""
    if ending in ("pdf", "svg"):
        if asked and asked != ending:
            raise OptionError(
                f"--format {asked} and a file that ends in .{ending} contradict each other; leave one out."
            )
        return ending
    if ending and not asked and output and not is_folder(Path(output)):
        raise OptionError(f"{output!r} ends in neither .pdf nor .svg; say which with --format.")
    return asked or "pdf"


def _check_format(format_: str, asked: Mapping[str, Any], output: str | None, open_: bool) -> None:
    copies = asked["copies"]
    if copies is not None and not 1 <= copies <= MOST_COPIES:
        raise OptionError(f"--copies can be 1 to {MOST_COPIES}, not {copies}.")
    if copies is not None and asked["names"] is not None:
        raise OptionError("--names prints one sheet for each row; leave --copies out.")
    if copies is not None and copies > 1 and format_ == "svg":
        raise OptionError(
            "an SVG file holds one page: leave --copies out and print it as often as you like, or take PDF."
        )
    for option in ("names", "n_up", "booklet", "backs", "accessible"):
        if asked[option] and format_ == "svg":
            raise OptionError(
                f"an SVG file holds one page as it is: leave --{option.replace('_', '-')} out, or take PDF."
            )
    if asked["svg_text"] is not None and format_ == "pdf":
        raise OptionError("--svg-text is for SVG; a PDF always brings its type along.")
    if open_ and output == "-":
        raise OptionError("--open needs a file to show; leave out -o -.")


def target_of(output: str | None, default: str) -> Path | None:
    """Give the file to write, None for standard output; in a folder it gets the usual name."""
    if output == "-":
        return None
    if output is None:
        return Path(default)
    path = Path(output)
    inside = output.endswith((os.sep, os.altsep or os.sep)) or is_folder(path)
    return path / default if inside else path


def _numbered(pages: list[bytes], target: Path | None) -> dict[Path | None, bytes]:
    """Give each page of an SVG its file."""
    count = len(pages)
    if target is None and count > 1:
        raise OptionError(
            f"this sheet has {count} pages and an SVG file holds one: give a file with -o, or take PDF."
        )
    if target is None or count == 1:
        return {target: pages[0]}
    return {target.with_stem(f"{target.stem}-{number}"): data for number, data in enumerate(pages, 1)}


def _to_stdout(data: bytes, format_: str, notes: Sequence[str]) -> None:
    import sys

    if format_ == "pdf" and sys.stdout.isatty():
        raise OptionError("a terminal cannot show a PDF; give a file with -o, or send it on with a pipe.")
    write_stdout(data)
    for line in ("Print at actual size (100 %).", *notes):
        click.echo(line, err=True)


def _tell(written: list[Path], order: Order, notes: Sequence[str], *, err: bool) -> None:
    """Say what was written; on standard error where the file itself may go to standard output."""
    from printquarto.sheet.paper import read_paper

    for path in written:
        click.echo(f"Wrote {shown(path)}", err=err)
    paper = read_paper(order.asked["paper"])
    words = paper.turned().words if order.asked["landscape"] else paper.words
    copies = order.asked.get("copies") or 1
    named = f", {len(order.rows)} name{'s' if len(order.rows) > 1 else ''}" if order.rows else ""
    many = f", {copies} copies" if copies > 1 else named
    click.echo(f"{words}{many}. Print at actual size (100 %).", err=err)
    for note in notes:
        click.echo(note, err=err)


def show(path: Path) -> None:
    """Show a file in the system's viewer, or say that there is none."""
    if click.launch(str(path)):
        click.echo(f"printquarto: no viewer could be started; open {shown(path)} yourself.", err=True)
