"""The options of the commands that read photos."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from printquarto.cli.options import FileName

_Command = TypeVar("_Command", bound=Callable[..., Any])


class PhotoOptions(NamedTuple):
    """What was asked for with these options."""

    layout: Path | None
    answers: Path | None
    save_answers: Path | None
    no_input: bool
    save_crops: Path | None
    overlay: Path | None
    output: Path | None
    force: bool


def photo_options(command: _Command) -> _Command:
    """Add the options of ``PhotoOptions`` to a command."""
    path = FileName()
    for decorate in (
        click.option("--force", is_flag=True, help="Overwrite files that exist, but never one that is read."),
        click.option(
            "-o", "--output", type=path, metavar="FILE", help="Write the games to a file, as game.quarto."
        ),
        click.option(
            "--overlay",
            type=path,
            metavar="FILE",
            help="Draw what was read over the sheet: .png, .jpg or .pdf. More sheets give FILE-2 and so on, "
            "or more pages.",
        ),
        click.option(
            "--save-crops",
            type=path,
            metavar="DIR",
            help="Save pictures there of the sheet and of each field that is not sure, as "
            "IMG_1204-1-cell.c3.png; older ones are replaced.",
        ),
        click.option(
            "--no-input", is_flag=True, help="Never ask; what is not sure stays open, as ? in the game."
        ),
        click.option(
            "--save-answers",
            type=path,
            metavar="FILE",
            help="Write the answers that you type to a file that --answers takes, so that you need not type "
            "them again.",
        ),
        click.option(
            "--answers",
            type=path,
            metavar="FILE",
            help="Answers for fields, which overrule what was read, as TOML.",
        ),
        click.option(
            "--layout",
            type=path,
            metavar="FILE",
            help="The layout of your own sheet, as printquarto layout mine.toml --json prints it. It must be "
            "that very sheet's: all templates of your own have the same markers.",
        ),
    ):
        command = decorate(command)
    return command
