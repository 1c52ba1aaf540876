"""The options that ``sheet`` and ``layout`` share: what is set out, and on which paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.sheet.layout import Layout
    from printquarto.sheet.paper import Paper
    from printquarto.sheet.scene import Scene
    from printquarto.sheet.template import Template

_OPTIONS = (
    click.option(
        "--paper",
        metavar="PAPER",
        help="A3 A4 A5 A6 Letter Legal, or WIDTHxHEIGHTmm. [Letter in the US and Canada, else A4]",
    ),
    click.option("--landscape", is_flag=True, help="Lay the paper on its long side."),
    click.option(
        "--boards", type=int, metavar="N", help="How many boards, where a template leaves the choice."
    ),
    click.option("--title", metavar="TEXT", help="A title of your own."),
    click.option(
        "--arrow",
        type=click.Choice(["shaft", "dots"], case_sensitive=False),
        help="The unfinished arrow: its shaft, or two dots to join. [shaft]",
    ),
)


def layout_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that decide a layout to a command, which takes them on as keywords."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class SheetChoice(NamedTuple):
    """A template, its paper and what was asked of it."""

    template: Template
    paper: Paper
    asked: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name that files get."""
        return self.template.name

    def layout(self) -> Layout:
        """Set it out."""
        from printquarto.render.fonts import FiraSans
        from printquarto.sheet.layout import Options, lay_out

        options = Options(_typed(self.asked["title"]), self.asked["arrow"])
        return lay_out(self.template, self.paper, FiraSans(), options)

    def scene(self) -> Scene:
        """Draw it."""
        from printquarto.sheet.layout import draw

        return draw(self.layout())


def _typed(text: str | None) -> str | None:
    """Give a text as it was typed where an old locale has kept Python from reading it as UTF-8."""
    if text is None or text.isascii():
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return text  # it is refused later, by the name of what cannot be printed


def choose_sheet(argument: str, asked: Mapping[str, Any]) -> SheetChoice:
    """Find the template and the paper. Raises OptionError for an option that the template does not take."""
    from printquarto.sheet.paper import read_paper, usual_paper
    from printquarto.sheet.template import find_template, read_template

    template = read_template(find_template(argument))
    _check_taken(template, asked)
    paper = read_paper(asked["paper"]) if asked["paper"] is not None else usual_paper()
    if asked["landscape"]:
        paper = paper.turned()
    return SheetChoice(template, paper, asked)


def _check_taken(template: Template, asked: Mapping[str, Any]) -> None:
    for option in ("arrow", "landscape", "title"):
        if asked[option] not in (None, False) and option not in template.takes:
            takes = " ".join(f"--{one}" for one in (*template.takes, "paper"))
            raise OptionError(f"{template.name} does not take --{option}; it takes {takes}.")
    if asked["boards"] is not None:
        holds = "one board" if template.has("board") else "no board"
        raise OptionError(f"{template.name} does not take --boards: it holds {holds}.")
    if asked["title"] is not None and not asked["title"].strip():
        raise OptionError("--title is empty; leave it out for the usual title.")
