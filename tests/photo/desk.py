"""Sheets filled in to order, and what may happen to their pictures on the way. Used by the tests of rows.

One page serves many tests: it is printed and filled in once, at ``FINE`` pixels a millimetre, and each test
bends, covers or spoils a small picture of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from paperwork import recorded
from simulator.hands import HAND_BY_NAME, Square, draw_shape
from simulator.marks import fill_bubble, join_dots, mark_box
from simulator.pens import PEN_BY_NAME, SCALE, Pen, ink_on
from simulator.prints import Variant, printed, toned
from simulator.sheets import fields_of
from simulator.strokes import Motor, Stroke, stroke

from printquarto.photo.load import Picture
from printquarto.photo.reader import read_picture

FINE = 10
"""Pixels a millimetre of the pages that are kept."""

Values = dict[str, Any]

MOVES = (
    ("ioio", "c3"),
    ("oooo", "c1"),
    ("ooii", "a1"),
    ("oioo", "c4"),
    ("iooi", "a4"),
    ("iioo", "c2"),
    ("ooio", "d1"),
    ("oioi", "b3"),
    ("iooo", "b1"),
)
GAME: Values = recorded(MOVES, {9: "call"}) | {"result.first": True}
"""A whole game of nine turns that First won by the upper row."""

BLANK: Values = {name: "" if isinstance(value, str) else False for name, value in GAME.items()}

LAYOUT: dict[str, Any] = printed(Variant("recorded", "A4", ("--lang", "en"))).layout
FIELDS: dict[str, dict[str, Any]] = {field["id"]: field for field in fields_of(LAYOUT)}
"""The fields of the sheet on A4, as its layout lists them."""

FULL: Values = {
    name: MOVES[at % len(MOVES)][0] if isinstance(value, str) else True
    for at, (name, value) in enumerate(GAME.items())
}
"""Something in every field."""

STEADY = Motor(0.05, 0.02, 0.0, 0.05, 0.0)
"""How a line is drawn that is meant to be straight."""


class Strokes:
    """How somebody marks fields: hand, pen, and the ways of rounds and boxes."""

    def __init__(
        self,
        pen: str = "blue ballpoint",
        hand: str = "careful",
        *,
        bubble: str = "filled",
        box: str = "cross",
        habits: tuple[float, float, float, float] | None = None,
        **changes: float,
    ) -> None:
        self.pen = PEN_BY_NAME[pen]
        chosen = HAND_BY_NAME[hand]
        motor = chosen.motor._replace(**{key: changes.pop(key) for key in ("roundness",) if key in changes})
        self.hand = chosen._replace(motor=motor, habits=habits or chosen.habits, twice=0.0, **changes)
        self.bubble, self.box = bubble, box

    def of(self, field: Mapping[str, Any], value: Any, rng: np.random.Generator) -> list[Stroke]:
        """Give the strokes that put a value into a field."""
        match field["kind"]:
            case "shape":
                return draw_shape(value, self.hand, Square(*field["square_mm"], field["notch"]), rng)
            case "bubble":
                place = field["centre_mm"], field["diameter_mm"], self.pen.width
                return fill_bubble(self.bubble, *place, self.hand, rng)
            case "arrow":
                return join_dots(field["tail_mm"], field["head_mm"], self.hand, rng)
        return mark_box(self.box, tuple(field["box_mm"]), self.pen.width, 5, self.hand, rng)


def line(*points: tuple[float, float]) -> Stroke:
    """Give a line through points (mm), drawn with a ruler."""
    return stroke(np.array(points, float), STEADY, np.random.default_rng(1))


class Page:
    """A printed page that is written on: red, green, blue at ``SCALE`` px/mm."""

    def __init__(self, paper: str = "A4", *, copied: bool = False, options: tuple[str, ...] = ()) -> None:
        self.rng = np.random.default_rng(7)
        self.layout = printed(Variant("recorded", paper, ("--lang", "en", *options))).layout
        grey = printed(Variant("recorded", paper, ("--lang", "en", *options))).grey
        grey, self.moved = toned(grey, self.rng, 0.0, copied)
        self.pixels = cv2.merge([cv2.LUT(grey, (np.arange(256) * 0.97).astype(np.uint8))] * 3)
        self.fields = {field["id"]: field for field in fields_of(self.layout)}

    def fill(self, values: Mapping[str, Any], how: Strokes | None = None) -> Page:
        """Put values into their fields."""
        how = how or Strokes()
        for name, value in values.items():
            if value:
                self._ink(how.of(self.fields[name], value, self.rng), how.pen)
        return self

    def draw(self, strokes: list[Stroke], pen: str = "blue ballpoint") -> Page:
        """Draw strokes (mm)."""
        self._ink(strokes, PEN_BY_NAME[pen])
        return self

    def _ink(self, strokes: list[Stroke], pen: Pen) -> None:
        """Write where a copier put the print."""
        turn, shift = self.moved[:, :2].T, self.moved[:, 2]
        there = [one._replace(points=one.points @ turn + shift) for one in strokes]
        ink_on(self.pixels, there, pen, self.rng)

    def picture(self, density: float = 6.0) -> Any:
        """Give the page alone as a camera has it: blue, green, red at so many px/mm."""
        factor = density / SCALE
        small = cv2.resize(self.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_RGB2BGR)


@lru_cache(maxsize=12)
def _fine(maker: Callable[[], Page]) -> Any:
    return maker().picture(FINE)


def picture_of(maker: Callable[[], Page], density: float = 6.0) -> Any:
    """Give the picture of a page that is made but once."""
    factor = density / FINE
    return cv2.resize(_fine(maker), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def game_page() -> Page:
    """Make the page with ``GAME`` on it."""
    return Page().fill(GAME)


def bare_page() -> Page:
    """Make a page that nobody wrote on."""
    return Page()


def letter_page() -> Page:
    """Make one on Letter."""
    return Page("Letter")


def game(density: float = 6.0) -> Any:
    """Give a picture of ``GAME`` on A4, the page alone, straight on."""
    return picture_of(game_page, density)


def laid(picture: Any, margin: int = 60, table: tuple[int, int, int] = (60, 80, 100)) -> Any:
    """Lay a page on a table; ``margin`` in px."""
    return cv2.copyMakeBorder(picture, *[margin] * 4, cv2.BORDER_CONSTANT, value=table)


def read(picture: Any, source: str = "photo.jpg") -> list[dict[str, Any]]:
    """Read the sheets of a picture, as ``printquarto read --json`` lists them."""
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    pixels = np.ascontiguousarray(picture)
    return [one.reading.as_json() for one in read_picture(Picture(source, 1, pixels))]


def sheet_in(picture: Any) -> dict[str, Any]:
    """Read the one sheet of a picture, which must not be refused."""
    (sheet,) = read(picture)
    assert sheet["status"] != "refused", sheet["problems"]
    return sheet


def refusal(picture: Any) -> str:
    """Give the code of the problem for which the only sheet of a picture is refused."""
    (sheet,) = read(picture)
    assert sheet["status"] == "refused"
    assert sheet["fields"] == []
    (problem,) = sheet["problems"]
    assert problem["message"].endswith(".")
    return str(problem["code"])


def values_of(sheet: dict[str, Any]) -> Values:
    """Give the values of a sheet's fields by name, None where they are unsure."""
    return {field["id"]: field["value"] for field in sheet["fields"]}


def reasons(sheet: dict[str, Any]) -> dict[str, str]:
    """Give the reason of each field that is unsure."""
    return {one["id"]: one.get("reason", "") for one in sheet["fields"] if one["status"] == "unsure"}


def faults(sheet: dict[str, Any], values: Mapping[str, Any] = GAME) -> list[str]:
    """List the fields that are sure of a value which is not theirs."""
    return [
        f"{one['id']} is {values[one['id']]!r}, read {one['value']!r} at {one['confidence']}"
        for one in sheet["fields"]
        if one["status"] == "sure" and one["value"] != values[one["id"]]
    ]


def asked_of(
    sheet: dict[str, Any], values: Mapping[str, Any] = GAME, without: Iterable[str] = ()
) -> list[str]:
    """List the fields with ink that are asked about, save for some."""
    return [name for name in reasons(sheet) if values[name] and name not in set(without)]


def check_read(
    picture: Any, values: Mapping[str, Any] = GAME, *, questions: int = 0, blank: int = 0
) -> dict[str, Any]:
    """Read the one sheet of a picture: nothing sure is wrong, and no more than so many fields are asked.

    ``questions`` is about fields with ink, ``blank`` about those without.
    """
    sheet = sheet_in(picture)
    assert faults(sheet, values) == []
    asked = asked_of(sheet, values)
    assert len(asked) <= questions, {name: reasons(sheet)[name] for name in asked}
    empty = {name: reason for name, reason in reasons(sheet).items() if not values[name]}
    assert len(empty) <= blank, empty
    return sheet
