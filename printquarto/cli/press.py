"""The options that say how pages are put on paper and into a file; ``sheet`` and ``handout`` share them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from printquarto.errors import OptionError

if TYPE_CHECKING:
    from printquarto.sheet.impose import Imposition
    from printquarto.sheet.paper import Paper

_OPTIONS = (
    click.option(
        "--n-up",
        type=int,
        metavar="N",
        help="N pages on a side, set out anew to its size, with cuts between.",
    ),
    click.option("--booklet", is_flag=True, help="Two pages on a side, to fold once into a booklet."),
    click.option(
        "--backs", is_flag=True, help="Print on both sides: page 2 on the back of page 1, and so on."
    ),
    click.option(
        "--flip",
        type=click.Choice(["long", "short"], case_sensitive=False),
        help="The edge over which your printer turns the paper. [the upright one]",
    ),
    click.option(
        "--back-offset", metavar="X,Y", help="Move the backs, in mm to the right and down; up to 5 mm."
    ),
    click.option(
        "--accessible/--no-accessible",
        default=None,
        help="A PDF to be read aloud (PDF/UA-1). It costs some 7 kB a page, and a run of thousands takes "
        "twenty times as long. [handout: yes, sheet: no]",
    ),
)


def press_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add these options to a command, which takes them on as keywords."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def choose_imposition(asked: Mapping[str, Any], paper: Paper) -> Imposition:
    """Give the imposition that was asked for. Raises OptionError for what contradicts itself."""
    from printquarto.sheet.impose import Imposition, many_up

    both = asked["backs"] or asked["booklet"]
    if asked["n_up"] is not None and asked["booklet"]:
        raise OptionError("--n-up and --booklet contradict each other; leave one out.")
    if asked["booklet"] and asked["landscape"]:
        raise OptionError("--booklet folds pages that stand upright; leave --landscape out.")
    for option in ("flip", "back_offset"):
        if asked[option] is not None and not both:
            raise OptionError(
                f"--{option.replace('_', '-')} is for printing on both sides; add --backs or --booklet."
            )
    columns = rows = 1
    if asked["booklet"]:
        paper, columns = paper.turned(), 2
    elif asked["n_up"] is not None:
        paper, columns, rows = many_up(paper, asked["n_up"])
    usual = "short" if paper.width > paper.height else "long"
    flip = asked["flip"].lower() if asked["flip"] else usual
    offset = read_offset(asked["back_offset"]) if asked["back_offset"] is not None else (0.0, 0.0)
    return Imposition(paper, columns, rows, asked["booklet"], asked["backs"], flip, offset)


def read_offset(text: str) -> tuple[float, float]:
    """Understand ``X,Y`` in mm.

    >>> read_offset("0.5,-1")
    (0.5, -1.0)
    """
    from printquarto.sheet.impose import MOST_OFFSET
    from printquarto.sheet.units import mm

    number = r"\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,3})?)\s*"
    found = re.fullmatch(f"{number},{number}(?:mm)?", text)
    if not found:
        raise OptionError(f"--back-offset {text!r} is no X,Y in mm, as 0.5,-1.")
    offset = float(found[1]), float(found[2])
    for length in offset:
        if abs(length) > MOST_OFFSET:
            raise OptionError(
                f"--back-offset can be {mm(MOST_OFFSET)} mm each way at most, not {mm(length)} mm."
            )
    return offset
