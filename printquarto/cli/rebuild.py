"""``printquarto rebuild``: make a sheet again from what it says of itself."""

from __future__ import annotations

from pathlib import Path

import click

from printquarto.cli.input import read_at_most
from printquarto.cli.options import no_pauses
from printquarto.cli.output import shown
from printquarto.cli.secret import Secret, SecretWish, secret_options
from printquarto.cli.sheet import output_options, put, target_of
from printquarto.errors import InputError, OptionError

_MOST_BYTES = 500_000_000

_WORKSHEET = (
    "is a worksheet, and does not say how it was made, as nobody is to make its key from it; run printquarto "
    "worksheet again: the same code on a sheet means the same puzzles."
)
_DIAGRAM = "is a diagram, and does not hold its game; run printquarto draw again."


@click.command("rebuild", short_help="Make a sheet again, from the printed file alone.")
@click.argument("file", metavar="FILE")
@click.option(
    "-o",
    "--output",
    metavar="NEW",
    help="Where to write; - is standard output. [FILE-rebuilt, in its folder]",
)
@secret_options
@output_options
def command(
    file: str,
    output: str | None,
    force: bool,
    open_: bool,
    password: bool,
    password_file: str | None,
    no_copy: bool,
    no_print: bool,
) -> None:
    """Make a PDF or SVG of this program again, byte for byte, from FILE alone.

    Its template, its options and the names on it travel in it; a password never does. A file with a
    password is opened by the one that you give, and the new one gets the same; its bytes differ, as no two
    such files are alike. Lengths in it are millimetres, as ever.

    \b
    Examples:
      printquarto sheet -o night.pdf --force
      printquarto rebuild night.pdf -o again.pdf --force
    """
    wish = SecretWish(password, password_file, no_copy, no_print)
    if open_ and output == "-":
        raise OptionError("--open needs a file to show; leave out -o -.")
    with no_pauses():
        _rebuild(Path(file), output, wish, force, open_)


def _rebuild(path: Path, output: str | None, wish: SecretWish, force: bool, open_: bool) -> None:
    from printquarto import __version__
    from printquarto.cli.order import made_by, read_order
    from printquarto.render.origin import is_pdf, read_origin

    raw = _read(path)
    format_ = "pdf" if is_pdf(raw) else "svg"
    if wish.source is not None and format_ == "svg":
        raise OptionError(f"{shown(path)} is an SVG, which cannot have a password; leave the password out.")
    ending = Path(output or "").suffix.lower()
    if ending in (".pdf", ".svg") and ending != f".{format_}":
        raise OptionError(f"{shown(path)} is rebuilt as what it is: give -o a name that ends in .{format_}.")
    secret = wish.choose()
    data = _opened(raw, path, secret)
    if secret is not None and data is not raw:
        secret = secret.as_strict_as(raw)
    text = read_origin(data, shown(path), _remade())
    order, page = read_order(text, shown(path))
    if format_ == "svg" and order.command != "sheet":
        raise InputError(f"{shown(path)} says that it is a handout, and an SVG is none; it was damaged.")
    version = made_by(text)
    if version != __version__:
        click.echo(
            f"printquarto: warning: {shown(path)} was made by version {version}, and this is {__version__}; "
            "the new file may differ.",
            err=True,
        )
    target = target_of(output, f"{path.stem}-rebuilt.{format_}")
    if output is None:
        target = path.with_name(f"{path.stem}-rebuilt.{format_}")
    put(order, format_, target, lambda: secret, page=page, force=force, open_=open_)


def _remade() -> dict[str, str]:
    """Give for each description, in every language, of what has no order in it how it is made again."""
    from printquarto.sheet.language import languages
    from printquarto.sheet.text import words

    said = {"about.worksheet": _WORKSHEET, "about.diagram": _DIAGRAM}
    return {words(code)[key]: text for code in languages() for key, text in said.items()}


def _read(path: Path) -> bytes:
    data = read_at_most(path, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        raise InputError(f"{shown(path)} is larger than anything that this program makes.")
    return data


def _opened(data: bytes, path: Path, secret: Secret | None) -> bytes:
    """Give a file without its password; one that has none gets none either, unless it was asked for."""
    from printquarto.render.origin import is_pdf, needs_password

    if not is_pdf(data) or not needs_password(data):
        return data
    if secret is None:
        raise OptionError(f"{shown(path)} has a password; give it with --password or --password-file.")
    opened = secret.reveal(data)
    if opened is None:
        raise InputError(f"{shown(path)} does not open with this password.")
    return opened
