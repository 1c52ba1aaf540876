"""``printquarto sheet``: print a sheet to play on, as PDF or SVG."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printquarto.cli.output import check_free, is_folder, is_stream, shown, write_file, write_stdout
from printquarto.cli.settings import SheetChoice, choose_sheet, layout_options
from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.sheet.scene import Scene

_MOST_COPIES = 10_000


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
    "--copies", type=int, metavar="N", help=f"How many of each page, 1 to {_MOST_COPIES}; PDF only. [1]"
)
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@click.option("--open", "open_", is_flag=True, help="Show the sheet in the system's viewer.")
@click.option(
    "--svg-text",
    type=click.Choice(["outline", "live"]),
    help="SVG text as outlines, or as text that can be edited. [outline]",
)
def command(
    template: str,
    output: str | None,
    format_: str | None,
    copies: int | None,
    force: bool,
    open_: bool,
    svg_text: str | None,
    **asked: object,
) -> None:
    """Print a sheet: a built-in TEMPLATE (see printquarto templates) or a file of your own, mine.toml.

    Lengths are in millimetres. Print the file at actual size (100 %), never "fit to page".

    \b
    Examples:
      printquarto sheet classic --paper A4 --title "Club evening" -o evening.pdf
      printquarto sheet tray --landscape --arrow dots -o tray.svg
      printquarto sheet mine.toml --paper 200x200mm
    """
    with _no_pauses():
        _print_sheet(choose_sheet(template, asked), output, format_, copies, force, open_, svg_text)


@contextlib.contextmanager
def _no_pauses() -> Iterator[None]:
    """Keep the collector of reference cycles from running: the writers make many objects and no waste.

    What was loaded is then left out of the collections at the exit, which take a tenth of a short run.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def _print_sheet(
    choice: SheetChoice,
    output: str | None,
    format_: str | None,
    copies: int | None,
    force: bool,
    open_: bool,
    svg_text: str | None,
) -> None:
    format_ = _format(format_, output)
    _check_format(format_, copies, svg_text, output, open_)
    target = _target(output, choice.name, format_)
    if target is not None and format_ == "pdf":
        check_free(target, force=force)
    scene = choice.scene()
    if format_ == "pdf":
        files = {target: _pdf(scene, copies or 1)}
    else:
        files = _svg(scene, target, live=svg_text == "live")
    if target is None:
        _to_stdout(files[None], format_)
        return
    for path in files:
        if path is not None:
            check_free(path, force=force)
    written = [write_file(path, data, force=force) for path, data in files.items() if path is not None]
    _tell(written, choice, copies or 1, err=any(map(is_stream, written)))
    if open_:
        _open(written[0])


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


def _check_format(
    format_: str, copies: int | None, svg_text: str | None, output: str | None, open_: bool
) -> None:
    if copies is not None and not 1 <= copies <= _MOST_COPIES:
        raise OptionError(f"--copies can be 1 to {_MOST_COPIES}, not {copies}.")
    if copies is not None and copies > 1 and format_ == "svg":
        raise OptionError(
            "an SVG file holds one page: leave --copies out and print it as often as you like, or take PDF."
        )
    if svg_text is not None and format_ == "pdf":
        raise OptionError("--svg-text is for SVG; a PDF always brings its type along.")
    if open_ and output == "-":
        raise OptionError("--open needs a file to show; leave out -o -.")


def _target(output: str | None, name: str, format_: str) -> Path | None:
    """Give the file to write, None for standard output."""
    if output == "-":
        return None
    default = f"quarto-{name}.{format_}"
    if output is None:
        return Path(default)
    path = Path(output)
    inside = output.endswith((os.sep, os.altsep or os.sep)) or is_folder(path)
    return path / default if inside else path


def _pdf(scene: Scene, copies: int) -> bytes:
    from printquarto.render.pdf import pdf_bytes

    return pdf_bytes(scene, copies)


def _svg(scene: Scene, target: Path | None, *, live: bool) -> dict[Path | None, bytes]:
    from printquarto.render.svg import svg_bytes

    count = len(scene.pages)
    if target is None and count > 1:
        raise OptionError(
            f"this sheet has {count} pages and an SVG file holds one: give a file with -o, or take PDF."
        )
    pages = [svg_bytes(scene, number, live=live) for number in range(count)]
    if target is None or count == 1:
        return {target: pages[0]}
    return {target.with_stem(f"{target.stem}-{number}"): data for number, data in enumerate(pages, 1)}


def _to_stdout(data: bytes, format_: str) -> None:
    import sys

    if format_ == "pdf" and sys.stdout.isatty():
        raise OptionError("a terminal cannot show a PDF; give a file with -o, or send it on with a pipe.")
    write_stdout(data)
    click.echo("Print at actual size (100 %).", err=True)


def _tell(written: list[Path], choice: SheetChoice, copies: int, *, err: bool) -> None:
    """Say what was written; on standard error where the file itself may go to standard output."""
    for path in written:
        click.echo(f"Wrote {shown(path)}", err=err)
    many = f", {copies} copies" if copies > 1 else ""
    click.echo(f"{choice.paper.words}{many}. Print at actual size (100 %).", err=err)


def _open(path: Path) -> None:
    if click.launch(str(path)):
        click.echo(f"printquarto: no viewer could be started; open {shown(path)} yourself.", err=True)
