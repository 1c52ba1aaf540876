"""``printquarto worksheet``: puzzles for a class, with keys."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from printquarto.cli.options import choice_of, no_pauses, rule_options
from printquarto.cli.output import check_free, is_stream, shown, write_file, write_stdout
from printquarto.cli.press import press_options
from printquarto.cli.secret import SecretWish, secret_options
from printquarto.cli.sheet import output_options, show, target_of
from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.cli.classroom import Pupil
    from printquarto.worksheet.run import Request

KINDS = ("shapes", "spot", "win", "safe", "missed", "force")
LEVELS = ("easy", "medium", "hard")
_ALONE = {"shapes": 1, "spot": 2, "win": 4, "safe": 2, "missed": 1, "force": 2}
_BESIDE = {kind: 2 if kind == "win" else 1 for kind in KINDS}
"""Puzzles of a kind that fill an A4 page where it is the only one, and a row where there are others."""

_MOST, _MOST_VERSIONS, _MOST_SEED = 24, 100, 10**9


@click.command("worksheet")
@click.argument("kinds", nargs=-1, required=True, metavar="KIND…")
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write; - is standard output. [quarto-worksheet.pdf here]"
)
@click.option(
    "--count",
    type=int,
    metavar="N",
    help="Puzzles of each kind on a sheet. [what fills a page; of several kinds a row each]",
)
@click.option(
    "--level",
    type=click.Choice(LEVELS, case_sensitive=False),
    default="easy",
    show_default=True,
    help="How hard the puzzles are.",
)
@click.option(
    "--seed", type=int, metavar="N", default=1, show_default=True, help="Another number, other puzzles."
)
@click.option(
    "--versions", metavar="A,B,C", help="Different puzzles of one level, so that neighbours cannot copy."
)
@click.option(
    "--names", metavar="FILE", help="A sheet for each row of a table (CSV) with the column name, and version."
)
@click.option(
    "--answers",
    type=click.Choice(["none", "page", "separate"], case_sensitive=False),
    default="page",
    show_default=True,
    help="The key: none, pages at the end, or a file of its own beside the other, FILE-key.pdf.",
)
@rule_options
@click.option(
    "--paper", metavar="PAPER", help="A4, Letter … as for sheet. [Letter in the US and Canada, else A4]"
)
@click.option("--lang", metavar="LANGUAGE", help="Language of the words, as ro. [that of the locale]")
@click.option("--large", is_flag=True, help="Large print: type of 14 pt at least, larger boards.")
@press_options
@secret_options
@output_options
@click.option(
    "--json", "as_json", is_flag=True, help="Print what was made as JSON; without -o no file is written."
)
def command(
    kinds: tuple[str, ...],
    output: str | None,
    count: int | None,
    level: str,
    seed: int,
    versions: str | None,
    names: str | None,
    answers: str,
    rules: str | None,
    features: Any,
    squares: bool | None,
    password: bool,
    password_file: str | None,
    no_copy: bool,
    no_print: bool,
    force: bool,
    open_: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Make worksheets with puzzles, and the key to them.

    KIND is one or several of: shapes (the sixteen shapes and their names), spot (find the Quartos), win
    (where does this shape make one), safe (what can be handed over), missed (a game in which one was
    missed), force (win whatever the other does). The same seed makes the same sheets. A password guards a
    separate key.

    \b
    Examples:
      printquarto worksheet win
      printquarto worksheet spot safe --level medium --versions A,B --answers separate -o monday.pdf
      printquarto worksheet win force --names class.csv --seed 7 -o class.pdf
      printquarto worksheet win --count 2 --json
    """
    wish = _Wish(output, answers.lower(), as_json, force, open_)
    _check_wish(wish, seed)
    secret = _checked(SecretWish(password, password_file, no_copy, no_print), wish)
    from printquarto.cli.classroom import read_class

    pupils = read_class(names, _versions(versions))
    chosen = choice_of(rules, features, squares).over({})
    request = _request(kinds, count, level.lower(), chosen, seed, pupils)
    with no_pauses():
        _make(request, pupils, wish, asked, secret)


class _Wish(NamedTuple):
    """Where things go: the file, the key, and whether JSON is printed."""

    output: str | None
    answers: str
    as_json: bool
    force: bool
    open_: bool

    @property
    def writes(self) -> bool:
        """Whether a file is written."""
        return self.output is not None or not self.as_json


def _check_wish(wish: _Wish, seed: int) -> None:
    """Raise OptionError for what contradicts itself."""
    output = wish.output
    ending = Path(output).suffix.lower() if output and output != "-" else ""
    if ending in (".svg", ".png", ".json"):
        raise OptionError("a worksheet is a PDF; give a name that ends in .pdf.")
    if output == "-" and (wish.as_json or wish.answers == "separate"):
        what = "--json" if wish.as_json else "--answers separate"
        raise OptionError(f"-o - and {what} contradict each other: give a file with -o.")
    if wish.open_ and (output == "-" or not wish.writes):
        raise OptionError("--open needs a file to show; give one with -o.")
    if not 0 <= seed <= _MOST_SEED:
        raise OptionError(f"--seed can be 0 to {_MOST_SEED}, not {seed}.")


def _checked(guard: SecretWish, wish: _Wish) -> SecretWish:
    """Raise OptionError for a password where there is no key for it, and for its options without one."""
    if guard.source is None:
        guard.choose()
    elif wish.answers != "separate" or not wish.writes:
        raise OptionError(
            f"a password ({guard.source}) guards a key in a file of its own; add --answers separate and -o."
        )
    return guard


def _versions(text: str | None) -> tuple[str, ...]:
    """Understand ``A,B,C``."""
    if text is None:
        return ()
    names = [one.strip() for one in text.split(",")]
    for name in names:
        if not name or not name.isprintable() or len(name) > 12:
            raise OptionError(f"--versions {text!r}: write them as A,B,C, each of 1 to 12 characters.")
    if len(set(names)) < len(names):
        raise OptionError(f"--versions {text!r} names one twice.")
    if len(names) > _MOST_VERSIONS:
        raise OptionError(f"--versions can be {_MOST_VERSIONS} at most, not {len(names)}.")
    return tuple(names)


def _request(
    kinds: tuple[str, ...], count: int | None, level: str, rules: Any, seed: int, pupils: Sequence[Pupil]
) -> Request:
    from printquarto.worksheet.run import Request

    asked = tuple(one for word in kinds for one in re.split(r"[,\s]+", word.lower()) if one)
    listed = f"The kinds are {', '.join(KINDS)}."
    if not asked:
        raise OptionError(f"no kind of puzzle is named. {listed}")
    for kind in asked:
        if kind not in KINDS:
            from difflib import get_close_matches

            near = get_close_matches(kind, KINDS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise OptionError(f"{kind!r} is no kind of puzzle{hint} {listed}")
        if asked.count(kind) > 1:
            raise OptionError(
                f"{kind} is asked for twice; --count says how many puzzles of a kind there are."
            )
    if count is not None and not 1 <= count <= _MOST:
        raise OptionError(f"--count can be 1 to {_MOST}, not {count}.")
    usual = _ALONE if len(asked) == 1 else _BESIDE
    counts = {kind: count if count is not None else usual[kind] for kind in asked}
    versions = tuple(dict.fromkeys(one.version for one in pupils))
    return Request(asked, counts, level, rules, seed, versions)


def _make(request: Request, pupils: Sequence[Pupil], wish: _Wish, asked: Any, guard: SecretWish) -> None:
    from printquarto.cli.classroom import pdfs, settled
    from printquarto.cli.progress import Progress
    from printquarto.worksheet.run import make_run, run_object

    settled_options = settled(asked)
    target = target_of(wish.output, "quarto-worksheet.pdf") if wish.writes else None
    key = (
        target.with_stem(f"{target.stem}-key") if target is not None and wish.answers == "separate" else None
    )
    for path in filter(None, (target, key)):
        check_free(path, force=wish.force)
    with Progress(request.total) as progress:
        run = make_run(request, progress.step)
    files: dict[Path | None, bytes] = {}
    notes: tuple[str, ...] = ()
    if wish.writes:
        made = pdfs(run, pupils, wish.answers, settled_options)
        notes = made.notes
        files[target] = made.sheets
        if key is not None and made.key is not None:
            secret = guard.choose()
            if secret is not None:
                secret.announce()
            files[key] = made.key if secret is None else secret.protect(made.key)
    if wish.as_json:
        told = run_object(run, [(one.version, one.name) for one in pupils])
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
    _write(files, wish, f"{settled_options['paper_words']}, code {request.code}", notes)


def _write(files: dict[Path | None, bytes], wish: _Wish, about: str, notes: Sequence[str]) -> None:
    """Write the files, and say so beside what else is printed."""
    if None in files:
        write_stdout(files[None])
    written = [write_file(path, data, force=wish.force) for path, data in files.items() if path is not None]
    err = wish.as_json or None in files or any(map(is_stream, written))
    for path in written:
        click.echo(f"Wrote {shown(path)}", err=err)
    if files:
        for line in (f"{about}. Print at actual size (100 %).", *notes):
            click.echo(line, err=err)
    if wish.open_:
        show(written[0])
