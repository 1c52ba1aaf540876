"""The tray: the sixteen shapes, each with its unfinished arrow, its number and its box for the turn."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from typing import NamedTuple

from printquarto.games.shape import SHAPES, Shape
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.fields import ArrowField, UsedField
from printquarto.sheet.measure import Gap
from printquarto.sheet.scene import Circle, Group, Item, RoundBox
from printquarto.sheet.slot import Slot
from printquarto.sheet.symbols import DOT, HAIR, rule, shape_path
from printquarto.sheet.units import Box

SHAFT = 0.5
_ASIDE = 0.9
"""From a shaft's axis to a number beside its foot."""

END = 0.6
"""Radius of the two dots that are joined in the style ``dots``."""


class SlotPlace(NamedTuple):
    """One slot in its place: the square of its shape, its arrow and its box."""

    shape: Shape
    square: Box
    arrow: ArrowField
    used: UsedField


def slot_place(
    slot: Slot, shape: Shape, style: str, x: float, y: float, *, left_handed: bool = False
) -> SlotPlace:
    """Set out a slot that starts at ``x`` and whose arrow has its tip at ``y``.

    It is mirrored for a left hand, so that the hand does not hide the shape; the shape itself never is.
    """
    if slot.lying:
        return _lying(slot, shape, style, x, y)
    mirrored = left_handed and not slot.under
    square = Box(x + (slot.box + slot.box_gap if mirrored else 0), y + slot.shape_top, slot.shape, slot.shape)
    x = square.x
    axis = x + slot.shape / 2
    arrow = ArrowField(f"tray.{shape.number}.arrow", shape, style, (axis, y + slot.shaft), (axis, y))
    if slot.under:
        box = Box(axis - slot.box / 2, square.bottom + slot.box_gap, slot.box, slot.box)
    elif mirrored:
        box = Box(square.x - slot.box_gap - slot.box, square.bottom - slot.box, slot.box, slot.box)
    else:
        box = Box(square.right + slot.box_gap, square.bottom - slot.box, slot.box, slot.box)
    return SlotPlace(shape, square, arrow, UsedField(f"tray.{shape.number}.used", shape, box))


def _lying(slot: Slot, shape: Shape, style: str, x: float, y: float) -> SlotPlace:
    """Set out a slot whose arrow lies right of its shape, the box below it."""
    square = Box(x, y, slot.shape, slot.shape)
    middle, third = square.right + slot.clear + slot.box / 2, y + slot.shape / 6
    tail, head = (middle - slot.shaft / 2, third), (middle + slot.shaft / 2, third)
    arrow = ArrowField(f"tray.{shape.number}.arrow", shape, style, tail, head)
    box = Box(middle - slot.box / 2, square.bottom + slot.number_gap - slot.box, slot.box, slot.box)
    return SlotPlace(shape, square, arrow, UsedField(f"tray.{shape.number}.used", shape, box))


class Tray(Block):
    """Rows of slots, the light shapes before the dark ones.

    The rows are flush with both edges of the board, or of the column where a tray stands alone.
    The arrows point up, to the opponent of whoever has the sheet upright.
    """

    called = "tray"

    @property
    def _columns(self) -> int:
        return self.setting.columns

    def least(self) -> float:
        """Give the least width of a row."""
        return self.setting.slot.row(self._columns)

    def need(self, width: float, size: float) -> Need:
        """Give the height of all rows, and the gaps between them."""
        rows = len(SHAPES) // self._columns
        gap = self.setting.measure.rows
        if self.setting.lone:
            gap = Gap(max(gap.least, self.setting.slot.pitch[1] - self.setting.slot.height), gap.least)
        return Need(rows * self.setting.slot.height, (gap,) * (rows - 1))

    def place(self, place: Place, size: float) -> Placed:
        """Set the slots out, row by row."""
        slot, columns = self.setting.slot, self._columns
        pitch = (place.width - slot.width) / (columns - 1)
        tips = [place.y]
        for gap in place.gaps:
            tips.append(tips[-1] + slot.height + gap)
        spots = [(place.x + column * pitch, tip) for tip in tips for column in range(columns)]
        return self.place_slots(spots)

    def place_slots(self, spots: list[tuple[float, float]]) -> Placed:
        """Set out all slots, given the left end and the tip of each."""
        style = self.setting.arrow or self.part.text("arrow") or "shaft"
        slots = [
            slot_place(self.setting.slot, shape, style, *spot, left_handed=self.setting.left_handed)
            for shape, spot in zip(SHAPES, spots, strict=True)
        ]
        groups = tuple(Group(f"tray.{one.shape.number}", "slot", tuple(self._draw(one))) for one in slots)
        boxes = self.part.flag("boxes")
        fields = tuple(field for one in slots for field in ((one.arrow, one.used) if boxes else (one.arrow,)))
        return Placed("tray", (Group("tray", "tray", groups),), fields)

    def _draw(self, place: SlotPlace) -> list[Item]:
        slot, (x, y) = self.setting.slot, place.arrow.head
        if place.arrow.style == "dots":
            items: list[Item] = [Circle("end", x, y, END), Circle("end", *place.arrow.tail, END)]
        else:
            aside, down = slot.barb
            barbs = [(x - down, y + side) if slot.lying else (x + side, y + down) for side in (-aside, aside)]
            items = [rule("shaft", *place.arrow.tail, x, y, SHAFT)]
            items += [Circle("barb", *barb, DOT) for barb in barbs]
        items.append(shape_path(place.shape, place.square.x, place.square.y, slot.shape, slot.line))
        if self.part.flag("boxes"):
            items.append(RoundBox("box", *place.used.box, 1.0, HAIR))
        if self.part.flag("numbers"):
            items.append(self._number(place))
        return items

    def _number(self, place: SlotPlace) -> Item:
        """Set the number beside the shaft's foot or over the box, on the side where the box is."""
        slot, number, mirrored = self.setting.slot, f"#{place.shape.number}", self.setting.left_handed
        if slot.lying:
            y = place.square.bottom + slot.number_gap
            return self.text("number", place.square.x, y, number, slot.number)
        if slot.under:
            x, y = place.arrow.tail[0], place.square.y - slot.number_gap
            if mirrored:
                return self.text("number", x + _ASIDE, y, number, slot.number)
            return self.text("number", x - _ASIDE, y, number, slot.number, anchor="end")
        box, y = place.used.box, place.used.box.y - slot.number_gap
        if mirrored:
            return self.text("number", box.right, y, number, slot.number, anchor="end")
        return self.text("number", box.x, y, number, slot.number)


block = Tray
