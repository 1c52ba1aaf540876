"""Templates: a TOML file becomes a checked description of a sheet. Knows no paper and no places.

Reading is strict: whatever is not understood is refused with file, line, what was expected and the
nearest known key, so that a slip of the pen is never silently ignored.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from printquarto.errors import TemplateError
from printquarto.sheet.handed import handed_bytes, handed_text, shown
from printquarto.sheet.kinds import ARRANGED, FILLING, KINDS, ONCE, ONLY_RECORDED, RECORDED, TOP, Key
from printquarto.sheet.paper import NAMED
from printquarto.sheet.units import mm, shortened

_MOST_BYTES = 1_000_000
_MARKERS = "markers"
"""The file beside the built-in templates that is none: what the markers stand for."""


class Part(NamedTuple):
    """One part of a sheet. The getters give what the template says, or the default of the kind."""

    kind: str
    values: Mapping[str, Any]

    def text(self, key: str) -> str | None:
        """Give a text or the chosen word of a choice."""
        value = self._value(key)
        return None if value is None else str(value)

    def number(self, key: str) -> float | None:
        """Give a number."""
        value = self._value(key)
        return None if value is None else float(value)

    def flag(self, key: str) -> bool:
        """Give a yes or no."""
        return bool(self._value(key))

    def _value(self, key: str) -> Any:
        return self.values.get(key, KINDS[self.kind][key].default)


class Template(NamedTuple):
    """What a sheet is made of. ``takes`` names the options of the command line that it takes."""

    name: str
    about: str
    takes: tuple[str, ...]
    parts: tuple[Part, ...]
    arrangement: str = "stack"
    boards: int = 1
    builtin: bool = False
    game: str = "quarto"

    def has(self, kind: str) -> bool:
        """Say whether a part of that kind is in it."""
        return any(part.kind == kind for part in self.parts)


def pages_of(parts: Iterable[Part]) -> list[list[Part]]:
    """Give the parts of each page; ``new-page`` begins one."""
    pages: list[list[Part]] = [[]]
    for part in parts:
        if part.kind == "new-page":
            pages.append([])
        else:
            pages[-1].append(part)
    return pages


def builtin_folder() -> Path:
    """Give the folder of the built-in templates: inside the package of a wheel, beside it in a checkout.

    The one place that knows where they are.
    """
    package = Path(__file__).parent.parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def builtin_names() -> list[str]:
    """Give the names of the built-in templates, the default first."""
    names = sorted(file.stem for file in builtin_folder().glob("*.toml") if file.stem != _MARKERS)
    return sorted(names, key=lambda name: name != "classic")


def is_path(argument: str) -> bool:
    """Say whether an argument means a template file of the user's own and no built-in name."""
    return argument.lower().endswith(".toml") or "/" in argument or "\\" in argument


def find_template(argument: str) -> Path:
    """Find the file of a built-in name or of a path. Raises TemplateError where the name is unknown."""
    if is_path(argument):
        return Path(argument)
    if argument.lower() in builtin_names():
        return builtin_folder() / f"{argument.lower()}.toml"
    hint = _nearest(argument, builtin_names()) or f"The templates are {', '.join(builtin_names())}."
    paper = next((name for name in NAMED if name.lower() == argument.lower()), None)
    if paper is not None:
        raise TemplateError(f"{paper} is a paper and no template: add --paper {paper}.")
    raise TemplateError(
        f"there is no template {shortened(argument)}. {hint} "
        "A file of your own is given as a path ending in .toml."
    )


def template_text(path: Path) -> str:
    """Read a template's text. Raises InputError where the file cannot be read, or is no text."""

    def hint() -> str:
        built_in = path.stem.lower() in builtin_names()
        return f" The built-in sheet is called {path.stem.lower()}, without .toml." if built_in else ""

    raw = handed_bytes(path, _MOST_BYTES, "a megabyte, so it is no template", hint)
    return handed_text(raw, shown(path), TemplateError)


def read_template(path: Path) -> Template:
    """Read and check a template file. Raises InputError or TemplateError, each one sentence with the line."""
    template = parse_template(template_text(path), shown(path), path.stem)
    return template._replace(builtin=path.parent == builtin_folder())


def parse_template(text: str, source: str, name: str) -> Template:
    r"""Check the text of a template. ``source`` is what errors call the file.

    >>> parse_template("schema = 1\n[[part]]\nkind = 'boarf'", "mine.toml", "mine")
    Traceback (most recent call last):
    printquarto.errors.TemplateError: mine.toml, line 3: kind cannot be 'boarf'; did you mean 'board'?
    """
    return _Reader(text, source).template(name)


class _Reader:
    """Reads one template; keeps its text so that an error can name the line."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source

    def template(self, name: str) -> Template:
        document = self.document()
        self.check_table(document, {**TOP, "part": Key("parts")}, (), "a template")
        listed = document.get("part", [])
        if not isinstance(listed, list) or not listed or not all(isinstance(one, dict) for one in listed):
            self.refuse(("part",), "a template needs at least one part, each under a line [[part]]")
        parts = tuple(self.part(table, ("part", index)) for index, table in enumerate(listed))
        template = Template(
            name,
            document.get("about", ""),
            tuple(document.get("takes", ())),
            parts,
            document.get("arrangement", "stack"),
            document.get("boards", 1),
            game=document.get("game", "quarto"),
        )
        self.check_whole(template)
        return template

    def document(self) -> dict[str, Any]:
        try:
            document = tomllib.loads(self.text)
        except RecursionError as error:
            raise TemplateError(f"{self.source}: the values are nested too deeply.") from error
        except ValueError as error:
            raise TemplateError(self.syntax_error(str(error))) from error
        if not document:
            raise TemplateError(
                f"{self.source}, line 1: the file is empty; "
                "a template starts with schema = 1, then [[part]] tables."
            )
        return document

    def syntax_error(self, message: str) -> str:
        if "set_int_max_str_digits" in message:
            return f"{self.source}: a number in it has thousands of digits; expected a length in mm."
        found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
        if not found:
            return f"{self.source}: this is not TOML: {message}."
        line = found[1] or str(self.text.rstrip().count("\n") + 1)
        place = f", column {found[2]}" if found[2] else ""
        return (
            f"{self.source}, line {line}{place}: this is not TOML: {message[: found.start()].lower()}. "
            "Texts stand in quotes; yes and no are written true and false."
        )

    def part(self, table: dict[str, Any], path: tuple[str | int, ...]) -> Part:
        kind = table.get("kind")
        if kind is None:
            self.refuse(path, f"a part needs its kind, one of {', '.join(KINDS)}")
        self.check_value(kind, Key("choice", choices=tuple(KINDS)), (*path, "kind"))
        keys = {"kind": Key("choice", choices=tuple(KINDS)), **KINDS[kind]}
        self.check_table(table, keys, path, f"a {kind}")
        values = {key: value for key, value in table.items() if key != "kind"}
        return Part(kind, values)

    def check_table(
        self, table: dict[str, Any], keys: dict[str, Key], path: tuple[str | int, ...], owner: str
    ) -> None:
        for name, value in table.items():
            if name not in keys:
                near = _nearest(name[:40], keys) or f"Its keys are {', '.join(keys)}."
                self.refuse((*path, name), f"{owner} has no key {shortened(name)}. {near}")
            if keys[name].type != "parts":
                self.check_value(value, keys[name], (*path, name))
        for name, key in keys.items():
            if key.required and name not in table:
                self.refuse(path, f"{owner} needs {name} = {mm(key.least)}")

    def check_value(self, value: Any, key: Key, path: tuple[str | int, ...]) -> None:
        name = path[-1]
        if not _is_of_type(value, key.type):
            self.refuse(path, f"{name} must be {_TYPE_WORDS[key.type]}, not {_shown_value(value)}")
        if key.type == "text" and not value.strip():
            self.refuse(path, f"{name} is empty; leave it out, or write {_TYPE_WORDS['text']}")
        if key.most and not key.least <= value <= key.most:
            unit = f" {key.unit}" if key.unit else ""
            span = mm(key.least) if key.least == key.most else f"{mm(key.least)} to {mm(key.most)}"
            self.refuse(path, f"{name} must be {span}{unit}, not {_shown_value(value)}")
        for word in value if key.type == "list" else [value] if key.choices else []:
            if word not in key.choices:
                near = _nearest(str(word), key.choices, "; did you mean {}?")
                expected = near or f"; it is one of {', '.join(key.choices)}."
                self.refuse(path, f"{name} cannot be {_shown_value(word)}{expected}")

    def check_whole(self, template: Template) -> None:
        """Check what no single key can show: that options have their part and texts are said once."""
        for option, kind in (("arrow", "tray"), ("title", "heading")):
            if option in template.takes and not template.has(kind):
                self.refuse(
                    ("takes",), f"takes says {option!r}, but the template has no part of kind {kind!r}"
                )
        for index, part in enumerate(template.parts):
            path = ("part", index)
            if part.kind == "heading" and {"title", "words"} <= set(part.values):
                self.refuse(path, "a heading takes either title, in your own words, or words, a ready title")
            if part.kind == "text" and len(part.values) != 1:
                self.refuse(path, "a text needs either text, in your own words, or words, a ready sentence")
            if part.kind == "rules" and (part.number("first") or 1) > (part.number("last") or 6):
                self.refuse((*path, "last"), "last must not be under first, as no section would be left")
            if part.kind == "board":
                self.check_square(part, path)
            if part.kind == "tray" and 16 % (part.number("columns") or 8):
                self.refuse((*path, "columns"), "columns must be 2, 4, 8 or 16, so that all rows are full")
        self.check_arrangement(template)
        self.check_pages(template)

    def check_square(self, part: Part, path: tuple[str | int, ...]) -> None:
        """Check that the square of a board's cells leaves room around it."""
        square, cell = part.number("square"), part.number("cell")
        if square and cell and square > cell - 2:
            most = f"{mm(cell - 2)} mm at most, 2 less than cell"
            self.refuse((*path, "square"), f"square must be {most}, not {mm(square)}")

    def check_arrangement(self, template: Template) -> None:
        """Check that an arrangement gets the parts that it must have, and as many pages as it has."""
        if template.game != "quarto" and template.arrangement != "stack":
            self.refuse(
                ("arrangement",),
                f"the arrangement {template.arrangement!r} is for Quarto; {template.game} has 'stack' alone",
            )
        for kind in ARRANGED.get(template.arrangement, ()):
            if not template.has(kind):
                self.refuse(
                    ("arrangement",),
                    f"the arrangement {template.arrangement!r} needs a part of kind {kind!r}",
                )
        pages = 1 + sum(part.kind == "new-page" for part in template.parts)
        most = {"panels": 1, "booklet": 8, "recorded": 1}.get(template.arrangement, pages)
        if pages != most:
            self.refuse(
                ("arrangement",),
                f"the arrangement {template.arrangement!r} has {most} page{'s' if most > 1 else ''}, "
                f"and the template {pages}; they are parted by new-page",
            )
        for index, part in enumerate(template.parts):
            if template.arrangement != "recorded":
                if part.kind in ONLY_RECORDED:
                    self.refuse(
                        ("part", index), f'a part of kind {part.kind!r} needs arrangement = "recorded"'
                    )
            elif part.kind not in RECORDED:
                self.refuse(
                    ("part", index),
                    f"the arrangement 'recorded' has no place for a part of kind {part.kind!r}",
                )

    def check_pages(self, template: Template) -> None:
        """Check that no page is empty, none has two figures of a kind, and one at most that fills it."""
        page: list[str] = []
        for index, part in enumerate(template.parts):
            path = ("part", index)
            if part.kind == "new-page":
                if not page or index == len(template.parts) - 1:
                    self.refuse(path, "new-page must stand between parts, as a page cannot be empty")
                page = []
                continue
            filling = part.kind in FILLING and any(kind in FILLING for kind in page)
            if filling or (part.kind in ONCE and part.kind in page):
                what = f"one part of {', '.join(FILLING)}" if filling else f"one {part.kind}"
                self.refuse(path, f"a page has room for {what}; put a new-page between them")
            page.append(part.kind)

    def refuse(self, path: tuple[str | int, ...], sentence: str) -> NoReturn:
        from printquarto.sheet.places import line_of

        end = "" if sentence.endswith(("?", ".")) else "."
        raise TemplateError(f"{self.source}, line {line_of(self.text, path)}: {sentence}{end}")


_TYPE_WORDS = {
    "text": 'a text in quotes, such as "Quarto"',
    "number": "a number, such as 40",
    "whole": "a whole number, such as 8",
    "flag": "true or false",
    "choice": "a word in quotes",
    "list": 'a list of words, such as ["title"]',
}


def _is_of_type(value: Any, type_: str) -> bool:
    if type_ == "flag":
        return isinstance(value, bool)
    if type_ in ("number", "whole"):
        wanted = (int, float) if type_ == "number" else (int,)
        return isinstance(value, wanted) and not isinstance(value, bool)
    if type_ == "list":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return isinstance(value, str)


def _nearest(word: str, known: Iterable[str], form: str = "Did you mean {}?") -> str:
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return form.format(repr(near[0])) if near else ""


def _shown_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**15:
        return "a number as large as that"  # which Python refuses to write where it is large enough
    return shortened(value) if isinstance(value, str) else str(value)
