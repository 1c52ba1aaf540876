"""The fields of a layout: what players fill in, and where. What the printer draws and a reader looks up.

Knows the game's shapes and millimetres; nothing of how a part is arranged.
"""

from typing import Any, NamedTuple

from printquarto.games.shape import Shape
from printquarto.sheet.units import Box

NOTCH = 1 / 3
"""Depth of a folded corner, in parts of the side."""


class ShapeField(NamedTuple):
    """A cell of the board. The shape is drawn inside ``square``, whose thirds the guide dots show."""

    id: str
    box: Box
    square: Box

    def as_json(self) -> dict[str, Any]:
        """Give the field as the layout's JSON has it."""
        return {
            "id": self.id,
            "kind": "shape",
            "box_mm": numbers(self.box),
            "square_mm": numbers(self.square[:3]),
            "notch": round(NOTCH, 6),
        }


class ArrowField(NamedTuple):
    """An arrow that a player completes; ``tail`` and ``head`` are its foot and its tip."""

    id: str
    shape: Shape
    style: str
    tail: tuple[float, float]
    head: tuple[float, float]

    @property
    def box(self) -> Box:
        """The box (mm) from its foot to its tip; one side may be nothing."""
        (x0, y0), (x1, y1) = self.tail, self.head
        return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def as_json(self) -> dict[str, Any]:
        """Give the field as the layout's JSON has it."""
        return {
            "id": self.id,
            "kind": "arrow",
            "shape": self.shape.corners,
            "style": self.style,
            "tail_mm": numbers(self.tail),
            "head_mm": numbers(self.head),
        }


class UsedField(NamedTuple):
    """The box of a shape of the tray, for the number of the turn that drew it."""

    id: str
    shape: Shape
    box: Box

    def as_json(self) -> dict[str, Any]:
        """Give the field as the layout's JSON has it."""
        return {"id": self.id, "kind": "cross", "shape": self.shape.corners, "box_mm": numbers(self.box)}


class BubbleField(NamedTuple):
    """A round that is filled in."""

    id: str
    centre: tuple[float, float]
    diameter: float

    @property
    def box(self) -> Box:
        """The square around it."""
        return _around(self.centre, self.diameter)

    def as_json(self) -> dict[str, Any]:
        """Give the field as the layout's JSON has it."""
        return _round_json(self.id, "bubble", self.centre, self.diameter)


class PointField(NamedTuple):
    """A point of a board that men stand on."""

    id: str
    centre: tuple[float, float]
    diameter: float

    @property
    def box(self) -> Box:
        """The square around it."""
        return _around(self.centre, self.diameter)

    def as_json(self) -> dict[str, Any]:
        """Give the field as the layout's JSON has it."""
        return _round_json(self.id, "point", self.centre, self.diameter)


def _round_json(name: str, kind: str, centre: tuple[float, float], diameter: float) -> dict[str, Any]:
    """Give a round field as the layout's JSON has it."""
    return {
        "id": name,
        "kind": kind,
        "centre_mm": numbers(centre),
        "diameter_mm": numbers((diameter,))[0],
    }


Field = ShapeField | ArrowField | UsedField | BubbleField | PointField


class Marker(NamedTuple):
    """A square by which a photo finds its way on the page; ``box`` is the black one, without its rim."""

    number: int
    box: Box

    def as_json(self) -> dict[str, Any]:
        """Give the marker as the layout's JSON has it."""
        return {"id": self.number, "dictionary": "36h11", "box_mm": numbers(self.box)}


def _around(centre: tuple[float, float], diameter: float) -> Box:
    return Box(centre[0] - diameter / 2, centre[1] - diameter / 2, diameter, diameter)


def numbers(lengths: tuple[float, ...]) -> list[float]:
    """Give lengths to a tenth of a micrometre, whole ones without a fraction.

    >>> numbers((25.0, 33.33333333))
    [25, 33.3333]
    """
    rounded = [round(length, 4) for length in lengths]
    return [int(length) if length == int(length) else length for length in rounded]
