"""``printquarto handout``: several sheets bundled in one PDF, for a class or a trip."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from printquarto.cli.options import no_pauses
from printquarto.cli.press import press_options
from printquarto.cli.secret import SecretWish, secret_options
from printquarto.cli.settings import layout_options, taken
from printquarto.cli.sheet import output_options, put, target_of
from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.cli.order import Part

_MOST_COPIES = 1000
_USUAL = "rules,key,classic*2"


@click.command("handout", short_help="Bundle sheets in one PDF, for a class or a trip.")
@click.option(
    "--with",
    "with_",
    metavar="SHEETS",
    default=_USUAL,
    show_default=True,
    help="The sheets in their order, with commas between; *2 prints one twice.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write; - is standard output. [quarto-handout.pdf here]"
)
@layout_options
@press_options
@secret_options
@output_options
def command(
    with_: str,
    output: str | None,
    force: bool,
    open_: bool,
    password: bool,
    password_file: str | None,
    no_copy: bool,
    no_print: bool,
    **asked: Any,
) -> None:
    """Bundle sheets in one PDF, with an outline to find them.

    The sheets are those of printquarto templates, or files of your own. Each takes those of the options
    that it has; --title is the title of the whole. It can be read aloud (--no-accessible leaves that out).
    Lengths are in millimetres. Print the file at actual size (100 %).

    \b
    Examples:
      printquarto handout --with key,classic*2 -o trip.pdf
      printquarto handout --with key,classic --paper A4 --booklet -o booklet.pdf
    """
    if output is not None and output.lower().endswith(".svg"):
        raise OptionError("a handout is a PDF; give a name that ends in .pdf.")
    wish = SecretWish(password, password_file, no_copy, no_print)
    with no_pauses():
        _print_handout(with_, asked, output, wish, force, open_)


def _print_handout(
    with_: str,
    asked: Mapping[str, Any],
    output: str | None,
    wish: SecretWish,
    force: bool,
    open_: bool,
) -> None:
    from printquarto.cli.order import Order, settle

    parts = read_parts(with_)
    _check_taken(parts, asked)
    order = Order("handout", parts, settle(asked))
    put(order, "pdf", target_of(output, "quarto-handout.pdf"), wish.choose, force=force, open_=open_)


def read_parts(text: str) -> tuple[Part, ...]:
    """Understand the sheets of a handout, as ``rules,key,classic*2``."""
    from printquarto.cli.order import part_of

    parts = []
    for word in text.split(","):
        found = re.fullmatch(r"\s*(.*?)\s*(?:[*x×]\s*([0-9]{1,5}))?\s*", word)
        name, count = (found[1], found[2]) if found else ("", None)
        if not name:
            raise OptionError(
                f"--with {text!r} names no sheet between two commas; write it as key,classic*2."
            )
        copies = int(count) if count else 1
        if not 1 <= copies <= _MOST_COPIES:
            raise OptionError(f"--with can hold 1 to {_MOST_COPIES} of a sheet, not {copies}.")
        parts.append(part_of(name, copies))
    return tuple(parts)


def _check_taken(parts: tuple[Part, ...], asked: Mapping[str, Any]) -> None:
    """Raise OptionError for an option that none of the sheets takes."""
    kept = [taken(part.template, asked, part.text) for part in parts]
    for name, value in asked.items():
        if name == "title":
            if value is not None and not value.strip():
                raise OptionError("--title is empty; leave it out for the usual title.")
        elif value not in (None, False) and not any(one[name] for one in kept):
            raise OptionError(f"none of the sheets takes --{name.replace('_', '-')}; leave it out.")
