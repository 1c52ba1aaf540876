"""The order: all that decides the bytes of a sheet or a handout. It travels in what is printed.

No password is ever a part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from printquarto import __version__
from printquarto.cli.settings import typed
from printquarto.errors import InputError, OptionError

if TYPE_CHECKING:
    from printquarto.cli.roster import Row

_SCHEMA = 1
_LONGEST_SERIES = 40
MOST_COPIES = 10_000
"""Of one sheet."""

_COMMANDS = ("sheet", "handout")
_YES_OR_NO = ("accessible",)
"""Options for which no is another answer than none."""

_NO_PART = frozenset(
    ("output", "force", "open_", "format_", "with_", "password", "password_file", "no_copy", "no_print")
)
"""Options that decide where bytes go, or who may read them, and not what they are."""


class Part(NamedTuple):
    """A sheet that is ordered: a built-in name, or the name of a file and its whole text."""

    template: str
    copies: int = 1
    text: str | None = None


class Order(NamedTuple):
    """What is ordered: by which command, which sheets, the options as they were settled, and names.

    ``asked`` holds every option of the command; paper and language are always given in it.
    """

    command: str
    parts: tuple[Part, ...]
    asked: Mapping[str, Any]
    rows: tuple[Row, ...] = ()

    def origin(self, page: int | None = None) -> str:
        """Write it as one line of JSON; ``page`` is the page of a file that holds one alone."""
        found: dict[str, Any] = {
            "schema": _SCHEMA,
            "printquarto": __version__,
            "command": self.command,
            "sheets": [_part_json(part) for part in self.parts],
            "options": {
                name: _plain(value)
                for name, value in self.asked.items()
                if value not in (None, False, ()) or (value is False and name in _YES_OR_NO)
            },
        }
        if self.rows:
            found["names"] = [[row.number, row.names] for row in self.rows]
        if page is not None:
            found["page"] = page
        return json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def part_of(argument: str, copies: int = 1) -> Part:
    """Order a built-in sheet, or a file whose text is read now."""
    from printquarto.sheet.template import find_template, is_path, template_text

    path = find_template(argument)
    if is_path(argument):
        return Part(path.name, copies, template_text(path))
    return Part(path.stem, copies)


def settle(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Give options with the paper and the language that they stand for, so that no locale decides later."""
    from printquarto.sheet.language import read_language, usual_language
    from printquarto.sheet.paper import read_paper, usual_paper

    paper = usual_paper() if asked["paper"] is None else read_paper(asked["paper"])
    language = usual_language() if asked["lang"] is None else read_language(asked["lang"])
    series = _series(typed(asked.get("series")))
    return {**asked, "title": typed(asked["title"]), "series": series, "paper": paper.name, "lang": language}


def _series(text: str | None) -> str | None:
    """Give the name of a series without blanks around it. Raises OptionError for one that nobody can read."""
    if text is None:
        return None
    name = text.strip()
    if not name or not name.isprintable() or len(name) > _LONGEST_SERIES:
        raise OptionError(f"--series is a short name, such as 7b, of 1 to {_LONGEST_SERIES} characters.")
    return name


def read_order(text: str, source: str) -> tuple[Order, int | None]:
    """Read an order back, and the page. Raises InputError where it is none, or not one of this program."""
    try:
        found = json.loads(text)
        if found["schema"] != _SCHEMA:
            raise InputError(
                f"{source} was made by printquarto {found['printquarto']}; rebuild it with that."
            )
        order = Order(
            found["command"],
            tuple(_read_part(part) for part in found["sheets"]),
            _read_options(found["command"], found["options"], source),
            tuple(_read_rows(found.get("names", []))),
        )
        page = found.get("page")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{source} does not say how it was made, or what it says was damaged.") from None
    is_picture = page is not None
    if (
        not order.parts
        or not isinstance(page, (int, type(None)))
        or (is_picture and order.command != "sheet")
    ):
        raise InputError(f"{source} does not say how it was made, or what it says was damaged.")
    return order, page


def made_by(text: str) -> str:
    """Give the version of the program that wrote an order."""
    return str(json.loads(text)["printquarto"])


def _part_json(part: Part) -> dict[str, Any]:
    text = {"text": part.text} if part.text is not None else {}
    return {"template": part.template, "copies": part.copies, **text}


def _plain(value: Any) -> Any:
    """Give a value as it would be typed."""
    return ",".join(one.name for one in value) if isinstance(value, tuple) else value


def _read_part(found: Mapping[str, Any]) -> Part:
    from printquarto.sheet.template import is_path

    template, copies, text = found["template"], found["copies"], found.get("text")
    if not isinstance(template, str) or not isinstance(text, (str, type(None))):
        raise TypeError
    if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
        raise TypeError
    if text is None and is_path(template):
        raise TypeError  # a file comes with its text, and is never looked for
    return Part(template, copies, text)


def _read_options(command: str, found: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Read options as the command line does, so that none has a value that nobody could type."""
    from printquarto.cli.main import group

    if command not in _COMMANDS:
        raise KeyError(command)
    context = click.Context(group)
    known = group.get_command(context, command)
    assert known is not None
    options = {
        one.name: one for one in known.params if isinstance(one, click.Option) and one.name not in _NO_PART
    }
    read: dict[str, Any] = {
        name: False if one.is_flag and not one.secondary_opts else None for name, one in options.items()
    }
    for name, value in found.items():
        if name not in options:
            raise InputError(f"{source} was made with the option {name!r}, which this version does not have.")
        try:
            read[name] = options[name].type_cast_value(context, value)
        except click.ClickException:
            raise InputError(f"{source} was made with {name} {value!r}, which cannot be.") from None
    if not (read["paper"] and read["lang"]):
        raise KeyError("paper")
    return read


def _read_rows(found: Iterable[Any]) -> Iterable[Row]:
    from printquarto.cli.roster import Row

    for number, names in found:
        if not all(isinstance(one, str) for pair in names.items() for one in pair):
            raise TypeError
        yield Row(int(number), dict(names))
