"""``printquarto layout``: say where everything on a sheet is, in millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from printquarto.cli.settings import choose_sheet, layout_options

if TYPE_CHECKING:
    from printquarto.sheet.layout import Layout


@click.command("layout", short_help="Say where everything on a sheet is, in millimetres.")
@click.argument("template", default="classic")
@layout_options
@click.option("--json", "as_json", is_flag=True, help="Every field with its place, as JSON.")
def command(template: str, as_json: bool, **asked: object) -> None:
    """Say where the fields of a sheet are: a built-in TEMPLATE or a file of your own, mine.toml.

    All measures are millimetres from the page's top left corner. It takes the options of printquarto sheet
    that move something.

    \b
    Examples:
      printquarto layout classic --paper A4
      printquarto layout classic --paper A4 --json
    """
    layout = choose_sheet(template, asked).layout()
    if as_json:
        import json

        click.echo(json.dumps(layout.as_json(), ensure_ascii=False, indent=1))
    else:
        for line in _summary(layout):
            click.echo(line)


def _summary(layout: Layout) -> list[str]:
    """Tell a layout in a few lines."""
    from printquarto.sheet.fields import ArrowField
    from printquarto.sheet.units import mm

    paper = layout.paper
    lines = [f"{layout.template} on {paper.words}, {mm(paper.width)} × {mm(paper.height)} mm"]
    for page in layout.pages:
        for number in range(1, len(page.boards) + 1):
            boxes: dict[str, list[tuple[float, float, float, float]]] = {}
            for field in page.fields(number):
                name = field.id.split(".")[0]
                box = (*field.tail, *field.head) if isinstance(field, ArrowField) else _corners(field.box)
                boxes.setdefault(name, []).append(box)
            for name, corners in boxes.items():
                left, top = (min(min(box[at], box[at + 2]) for box in corners) for at in (0, 1))
                right, bottom = (max(max(box[at], box[at + 2]) for box in corners) for at in (0, 1))
                lines.append(
                    f"page {page.number}: {len(corners)} {name} fields, x {mm(left)} to {mm(right)}, "
                    f"y {mm(top)} to {mm(bottom)}"
                )
    if len(lines) == 1:
        lines.append("nothing to fill in")
    return lines


def _corners(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x, y, width, height = box
    return (x, y, x + width, y + height)
