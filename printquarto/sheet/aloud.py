"""What is read aloud in place of what is drawn. Knows the roles of groups, and no pages."""

from collections.abc import Iterable

from printquarto.sheet.scene import Group, Item
from printquarto.sheet.text import Words


def told(items: Iterable[Item], catalogue: Words) -> tuple[Item, ...]:
    """Give a drawing whose figures say what they show: groups for whose role there are words."""
    return tuple(_told(item, catalogue) for item in items)


def _told(item: Item, catalogue: Words) -> Item:
    if not isinstance(item, Group):
        return item
    alt = catalogue.get(f"alt.{item.role}", "")
    return item._replace(alt=alt) if alt else item._replace(items=told(item.items, catalogue))
