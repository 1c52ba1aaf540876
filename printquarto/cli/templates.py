"""``printquarto templates``: list the built-in sheets, and print one to start one's own from."""

from __future__ import annotations

import click

from printquarto.errors import OptionError


@click.group("templates", invoke_without_command=True, short_help="List the sheets that can be printed.")
@click.pass_context
def command(context: click.Context) -> None:
    """List the built-in sheets, a line each.

    To make a sheet of your own, print one to start from, change it, and give its name to printquarto
    sheet. Lengths in it are in millimetres.

    \b
    Examples:
      printquarto templates
      printquarto templates show classic > mine.toml
    """
    if context.invoked_subcommand is not None:
        return
    from printquarto.sheet.template import builtin_names, find_template, read_template

    names = builtin_names()
    width = max(map(len, names))
    for name in names:
        click.echo(f"{name.ljust(width)}  {read_template(find_template(name)).about}")


@command.command("show")
@click.argument("name")
def show(name: str) -> None:
    """Print the file of a built-in sheet, NAME, with its remarks. Its lengths are in millimetres.

    \b
    Example:
      printquarto templates show classic > mine.toml
    """
    from printquarto.sheet.template import find_template, is_path, template_text

    if is_path(name):
        raise OptionError(f"{name!r} is a path; expected the name of a built-in sheet, such as classic.")
    click.echo(template_text(find_template(name)), nl=False)
