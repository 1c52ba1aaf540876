"""The options that ``sheet`` and ``layout`` share: what is set out, and on which paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from printquarto.cli.options import Features
from printquarto.errors import FitError, OptionError

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
        "--boards",
        type=int,
        metavar="N",
        help="How many boards, where a template leaves the choice: 2, 4, 6 or 8.",
    ),
    click.option("--title", metavar="TEXT", help="A title of your own."),
    click.option(
        "--series", metavar="NAME", help="Sets the codes of these sheets apart from those of another run."
    ),
    click.option(
        "--arrow",
        type=click.Choice(["shaft", "dots"], case_sensitive=False),
        help="The unfinished arrow: its shaft, or two dots to join. [shaft]",
    ),
    click.option(
        "--lang", metavar="LANGUAGE", help="Language of the printed words, as ro. [that of the locale]"
    ),
    click.option("--large", is_flag=True, help="Large print: type of 14 pt at least, heavier lines."),
    click.option("--ink-saver", is_flag=True, help="Thin lines for the heavy ones."),
    click.option(
        "--left-handed",
        is_flag=True,
        help="The boxes and the row numbers on the other side of what they name.",
    ),
    click.option("--ruler", is_flag=True, help="A ruler of 50 mm, to check that the size is right."),
    click.option(
        "--features",
        type=Features(),
        metavar="CORNERS",
        help="Junior: only these corners count and are drawn strong, as tl or tl,br.",
    ),
)


_DECIDING = (
    "arrow",
    "boards",
    "title",
    "landscape",
    "large",
    "ink_saver",
    "left_handed",
    "ruler",
    "features",
)
"""The options that the code of a sheet is made from, beside paper, language, series and copy."""


def layout_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that decide a layout to a command, which takes them on as keywords."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class SheetChoice(NamedTuple):
    """A template, its paper, the language of its words and what else was asked of it.

    ``own`` is what a template of the user's own is called, and its text; None for a built-in one.
    """

    template: Template
    paper: Paper
    language: str
    asked: Mapping[str, Any]
    own: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """The name that files get."""
        return self.template.name

    def layout(self) -> Layout:
        """Set it out."""
        from printquarto.render.fonts import FiraSans
        from printquarto.sheet.layout import Options, lay_out

        asked = self.asked
        options = Options(
            title=typed(asked["title"]),
            arrow=asked["arrow"],
            language=self.language,
            large=asked["large"],
            ink_saver=asked["ink_saver"],
            left_handed=asked["left_handed"],
            ruler=asked["ruler"],
            features=asked["features"] or (),
            boards=asked["boards"],
            backs=bool(asked.get("backs")) and not asked.get("booklet"),
        )
        try:
            return lay_out(self.template, self.paper, FiraSans(), options)
        except FitError as error:
            if self.own is None:
                raise
            raise FitError(f"{self._place(error)}: {error}") from None

    def _place(self, error: FitError) -> str:
        """Say where in a template of the user's own the part stands that does not fit."""
        from printquarto.sheet.places import line_of

        argument, text = self.own or ("", "")
        kinds = [part.kind for part in self.template.parts]
        kind = getattr(error, "kind", "")
        return f"{argument}, line {line_of(text, ('part', kinds.index(kind)))}" if kind in kinds else argument

    def scene(self) -> Scene:
        """Draw it."""
        from printquarto.sheet.layout import draw

        return draw(self.layout())

    def code(self, copy: int) -> str:
        """Give the code of one copy, counted from 1."""
        from printquarto.sheet.code import sheet_code

        options = {
            name: self.asked[name] for name in _DECIDING if self.asked.get(name) not in (None, False, ())
        }
        options |= {"paper": self.paper.name, "lang": self.language}
        if "features" in options:
            options["features"] = [corner.name for corner in options["features"]]
        return sheet_code(self.template, options, self.asked["series"] or "", copy)


def typed(text: str | None) -> str | None:
    """Give a text as it was typed where an old locale has kept Python from reading it as UTF-8."""
    if text is None or text.isascii():
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return text  # it is refused later, by the name of what cannot be printed


def choose_sheet(argument: str, asked: Mapping[str, Any], text: str | None = None) -> SheetChoice:
    """Find the template and the paper. Raises OptionError for an option that the template does not take.

    Where the template's ``text`` is given no file is read, and the argument is what the file is called.
    """
    from printquarto.sheet.language import read_language, usual_language
    from printquarto.sheet.paper import read_paper, usual_paper
    from printquarto.sheet.template import is_path, template_text

    if text is None and is_path(argument):
        text = template_text(Path(argument))
    template = _template(argument, text)
    _check_taken(template, asked)
    paper = read_paper(asked["paper"]) if asked["paper"] is not None else usual_paper()
    if asked["landscape"]:
        paper = paper.turned()
    language = read_language(asked["lang"]) if asked["lang"] is not None else usual_language()
    own = (argument, text) if text is not None else None
    return SheetChoice(template, paper, language, asked, own)


def taken(argument: str, asked: Mapping[str, Any], text: str | None = None) -> dict[str, Any]:
    """Give the options without those that a template does not take, for sheets that are bundled."""
    from printquarto.sheet.kinds import OPTIONS

    takes = _template(argument, text).takes
    left = {option.replace("-", "_") for option in OPTIONS if option not in takes}
    return {name: None if name in left else value for name, value in asked.items()}


def _template(argument: str, text: str | None) -> Template:
    from printquarto.sheet.template import find_template, parse_template, read_template

    if text is None:
        return read_template(find_template(argument))
    return parse_template(text, argument, Path(argument).stem)


def _check_taken(template: Template, asked: Mapping[str, Any]) -> None:
    from printquarto.sheet.kinds import OPTIONS

    if asked["boards"] is not None and "boards" not in template.takes:
        count = sum(part.kind == "board" for part in template.parts)
        holds = {0: "no board", 1: "one board"}.get(count, f"{count} boards")
        raise OptionError(f"{template.name} does not take --boards: it holds {holds}.")
    for option in OPTIONS:
        if asked.get(option.replace("-", "_")) not in (None, False) and option not in template.takes:
            takes = " ".join(f"--{one}" for one in (*template.takes, "paper", "lang"))
            raise OptionError(f"{template.name} does not take --{option}; it takes {takes}.")
    if asked.get("boards") not in (None, 2, 4, 6, 8):
        raise OptionError(f"--boards can be 2, 4, 6 or 8, not {asked['boards']}.")
    if asked["title"] is not None and not asked["title"].strip():
        raise OptionError("--title is empty; leave it out for the usual title.")
