"""The upright arrangement: parts one below the other, one of them as large as fits.

Distances run from base line or upper edge to base line or upper edge. What is left over goes to the gaps
up to their best and then stays white at the foot of the page.
"""

from itertools import pairwise
from typing import NamedTuple

from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed, Setting
from printquarto.sheet.measure import Gap
from printquarto.sheet.paper import EDGE, Paper
from printquarto.sheet.parts import make_block
from printquarto.sheet.template import Part
from printquarto.sheet.units import mm

_STEP = 0.5
"""Gaps grow in half millimetres, so that base lines keep to round measures."""


class Stack(NamedTuple):
    """A page that fits: its blocks, the size of the flexible one, the column and the room left over."""

    blocks: list[Block]
    kinds: list[str]
    setting: Setting
    size: float
    comfort: float
    x: float
    width: float
    spare: float


def set_stack(parts: list[Part], setting: Setting, paper: Paper) -> Stack:
    """Find the largest size of the flexible part with which all parts fit.

    Raises MisfitError where none does.
    """
    blocks = [make_block(part, setting) for part in parts]
    kinds = [part.kind for part in parts]
    content = paper.width - 2 * setting.measure.margin
    flexible = next((block for block in blocks if block.sizes(content)), None)
    sizes = flexible.sizes(content) if flexible else [0.0]
    for size in sizes:
        width = _column(blocks, flexible, size, content, setting)
        spare = paper.height - _height(blocks, kinds, setting, width, size)
        if width <= content + 1e-9 and spare >= -1e-9:
            eager = flexible is not None and flexible.eager and len(sizes) > 1
            x = (paper.width - width) / 2
            comfort = setting.measure.comfort if eager else 0
            return Stack(blocks, kinds, setting, size, comfort, x, width, max(spare, 0))
    raise _misfit(blocks, flexible, sizes[-1], width, spare, content, paper, setting)


def set_stack_in(stack: Stack) -> tuple[Placed, ...]:
    """Place the blocks of a page that fits."""
    measure = stack.setting.measure
    needs = [block.need(stack.width, stack.size) for block in stack.blocks]
    gaps = _gaps(stack.kinds, needs, stack.setting)
    stretch = sum(gap.best - gap.least for gap in gaps)
    share = min(1.0, stack.spare / stretch) if stretch else 1.0
    placed = []
    y, before = 0.0, ""
    for block, kind, need in zip(stack.blocks, stack.kinds, needs, strict=True):
        y += _grown(measure.gap(before, kind) if before else measure.top, share)
        inner = tuple(_grown(gap, share) for gap in need.gaps)
        placed.append(block.place(Place(stack.x, y, stack.width, inner), stack.size))
        y += need.height + sum(inner)
        before = kind
    return tuple(placed)


def _grown(gap: Gap, share: float) -> float:
    if share == 1:
        return gap.best
    return gap.least + int((gap.best - gap.least) * share / _STEP) * _STEP


def _column(
    blocks: list[Block], flexible: Block | None, size: float, content: float, setting: Setting
) -> float:
    """Give the width of the column: that of the flexible part where all others have room in it."""
    least = max(block.least() for block in blocks)
    span = flexible.span(size) if flexible else 0
    if not span:
        return max(least, min(content, setting.measure.width))
    return span if least <= span else max(least, min(content, setting.slot.row(setting.columns) * 1.2))


def _gaps(kinds: list[str], needs: list[Need], setting: Setting) -> list[Gap]:
    outer = [setting.measure.gap(before, kind) for before, kind in pairwise(kinds)]
    return [setting.measure.top, *outer, *(gap for need in needs for gap in need.gaps)]


def _height(blocks: list[Block], kinds: list[str], setting: Setting, width: float, size: float) -> float:
    needs = [block.need(width, size) for block in blocks]
    gaps = _gaps(kinds, needs, setting)
    return sum(need.height for need in needs) + sum(gap.least for gap in gaps) + setting.measure.foot


def _misfit(
    blocks: list[Block],
    flexible: Block | None,
    size: float,
    width: float,
    spare: float,
    content: float,
    paper: Paper,
    setting: Setting,
) -> MisfitError:
    called = flexible.called if flexible else "sheet"
    if width > content:
        widest = max(blocks, key=lambda block: max(block.least(), block.span(size)))
        margin = setting.measure.margin
        return MisfitError(
            f"The {_fails(widest.called)}: {mm(width)} mm and two margins of {mm(margin)} mm are "
            f"{mm(width + 2 * margin)} mm across; {paper.words} is {mm(paper.width)} mm wide. "
            "Take a wider paper.",
            # A miss across cannot be mended by leaving parts out, so a miss in height is told first.
            1000 + width - content,
            widest.part.kind,
        )
    room = paper.height - 2 * EDGE
    total = room - spare
    is_whole = flexible is None or flexible.termed(width, size) == flexible.need(width, size).height
    others = listed([block.called for block in blocks if block is not flexible or not is_whole])
    if flexible:
        own = flexible.termed(width, size)
        told = flexible.terms(size)
        if " mm" not in told:
            told = f"{mm(own)} mm of {told}"
        terms = f"{told} and {mm(total - own)} mm of {others or 'margins'} need"
    else:
        terms = f"{others} need"
    return MisfitError(
        f"The {_fails(called)}: {terms} {mm(total)} mm; {paper.words} leaves {mm(room)} mm. "
        "Take a larger paper.",
        -spare,
        flexible.part.kind if flexible else "",
    )


def _fails(called: str) -> str:
    return f"{called} {'do' if called.endswith('s') else 'does'} not fit"


def listed(names: list[str]) -> str:
    """Join names as a sentence does.

    >>> listed(["title", "names", "tray"])
    'title, names and tray'
    """
    distinct = list(dict.fromkeys(names))
    return " and ".join([", ".join(distinct[:-1]), distinct[-1]]) if len(distinct) > 1 else "".join(distinct)
