"""Panels: parts of a page that are set out like pages of their own, then moved to their places.

Knows no parts. A panel may stand upside down, as half of those of a folded sheet do.
"""

from __future__ import annotations

from typing import NamedTuple

from printquarto.sheet.block import Placed
from printquarto.sheet.fields import ArrowField, BubbleField, Field, PointField, ShapeField
from printquarto.sheet.scene import Group, Item, Path, Point, RoundBox, Text
from printquarto.sheet.units import Box


class Panel(NamedTuple):
    """Where a panel is on the page, in mm; ``turned`` by half a turn. ``name`` precedes its groups' names."""

    x: float
    y: float
    width: float
    height: float
    turned: bool = False
    name: str = ""

    def point(self, x: float, y: float) -> Point:
        """Give the place on the page of a point of the panel.

        >>> Panel(100, 0, 50, 80, turned=True).point(1, 2)
        (149, 78)
        """
        if self.turned:
            return self.x + self.width - x, self.y + self.height - y
        return self.x + x, self.y + y

    def box(self, box: Box) -> Box:
        """Give the place on the page of a box of the panel."""
        x, y = self.point(box.right, box.bottom) if self.turned else self.point(box.x, box.y)
        return Box(x, y, box.width, box.height)

    def placed(self, placed: Placed) -> Placed:
        """Move a part, what is printed and what is filled in."""
        items = tuple(self.item(item) for item in placed.items)
        return Placed(placed.kind, items, tuple(self.field(field) for field in placed.fields))

    def item(self, item: Item) -> Item:
        """Move what is printed."""
        if isinstance(item, Group):
            name = f"{self.name}{item.name}" if item.name else ""
            return Group(name, item.role, tuple(self.item(one) for one in item.items))
        if isinstance(item, Path):
            return item._replace(runs=tuple(tuple(self.point(*one) for one in run) for run in item.runs))
        if isinstance(item, RoundBox):
            x, y, _, _ = self.box(Box(item.x, item.y, item.width, item.height))
            return item._replace(x=x, y=y)
        x, y = self.point(item.x, item.y)
        if isinstance(item, Text):
            return item._replace(x=x, y=y, turned=self.turned != item.turned)
        return item._replace(x=x, y=y)

    def field(self, field: Field) -> Field:
        """Move what is filled in."""
        if isinstance(field, ShapeField):
            return field._replace(box=self.box(field.box), square=self.box(field.square))
        if isinstance(field, ArrowField):
            return field._replace(tail=self.point(*field.tail), head=self.point(*field.head))
        if isinstance(field, (BubbleField, PointField)):
            return field._replace(centre=self.point(*field.centre))
        return field._replace(box=self.box(field.box))
