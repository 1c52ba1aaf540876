"""Filled-in sheets: a print, hands and pens, and what the ink says of every field. Knows no camera."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from .games import Filling, Wish, fill
from .hands import (
    HAND_BY_NAME,
    HANDS,
    Hand,
    Square,
    correct_shape,
    draw_shape,
    scribble_out,
    strike,
)
from .marks import BUBBLE_WAYS, cancel_bubble, draw_head, fill_bubble, join_dots, mark_box, ring_bubble
from .pens import PEN_BY_NAME, PENS, Pen, ink_on
from .prints import Variant, printed, toned
from .strokes import Collection, Stroke, rounded, stroke

Rng = np.random.Generator
Field = dict[str, Any]


class Player(NamedTuple):
    """A hand with its pen and its habits."""

    hand: Hand
    pen: Pen
    bubble: str
    box: str


class Truth(NamedTuple):
    """What the ink of a field says. ``ask``: only a question is right, save for the values in ``also``.

    ``manner`` is what happened to it, ``way`` the way in which it was drawn, ``hand`` and ``pen`` whose it
    was.
    """

    board: int
    id: str
    kind: str
    value: str | bool
    ask: bool
    also: tuple[str | bool, ...]
    ink: bool
    manner: str
    way: str = ""
    hand: str = ""
    pen: str = ""


class Drawn(NamedTuple):
    """The strokes of a field, who drew them, and in which way."""

    who: int
    strokes: list[Stroke]
    way: str


class Sheet(NamedTuple):
    """A sheet of paper, printed and filled in: pixels (red, green, blue; ``SCALE`` a mm), layout and truth.

    ``outlines`` are the corners of the fields in mm, ``moved`` the 2 × 3 matrix of a photocopier in mm.
    """

    page: Any
    layout: dict[str, Any]
    truth: list[Truth]
    outlines: dict[tuple[int, str], Any]
    mistakes: list[str]
    players: list[Player]
    moved: Any


class Tools(NamedTuple):
    """Which hands and pens there are, as chances."""

    hands: dict[str, float]
    pens: dict[str, float]
    copied: float = 0.1
    faint: float = 0.3


def _pick(chances: dict[str, float], rng: Rng) -> str:
    weights = np.array(list(chances.values()), float)
    return str(rng.choice(list(chances), p=weights / weights.sum()))


def players(tools: Tools, rng: Rng) -> list[Player]:
    """Choose two players; three times in five they share a pen."""
    found: list[Player] = []
    for _ in range(2):
        pen = PEN_BY_NAME[_pick(tools.pens, rng)]
        if found and rng.random() < 0.6:
            pen = found[0].pen
        pen = pen._replace(
            width=pen.width * np.exp(rng.normal(0, 0.1)), ink=pen.ink * np.exp(rng.normal(0, 0.08))
        )
        bubble = str(rng.choice(BUBBLE_WAYS, p=[0.62, 0.18, 0.07, 0.06, 0.04, 0.03]))
        box = str(
            rng.choice(
                ["cross", "tick", "number", "ringed", "scribble", "slash"], p=[0.3, 0.1, 0.42, 0, 0.1, 0.08]
            )
        )
        found.append(Player(HAND_BY_NAME[_pick(tools.hands, rng)], pen, bubble, box))
    return found


def _box_strokes(field: Field, wish: Wish, player: Player, rng: Rng) -> tuple[list[Stroke], str]:
    way = player.box
    if way == "number" and wish.called:
        way = "ringed"
    box = tuple(field["box_mm"])
    return mark_box(way, box, player.pen.width, max(wish.number, 1), player.hand, rng), way


def _bubble_strokes(field: Field, wish: Wish, player: Player, rng: Rng) -> tuple[list[Stroke], str]:
    place = field["centre_mm"], field["diameter_mm"], player.pen.width, player.hand, rng
    if wish.manner == "cancelled":
        return cancel_bubble(*place), "cancelled"
    if wish.manner in ("ringed", "ring"):
        return ring_bubble(*place, filled=wish.manner == "ringed"), wish.manner
    way = player.bubble if rng.random() < 0.93 else str(rng.choice(["filled", "scribbled"]))
    return fill_bubble(way, *place), way


def _arrow_strokes(field: Field, player: Player, rng: Rng) -> list[Stroke]:
    tail, head = np.array(field["tail_mm"]), np.array(field["head_mm"])
    if field.get("style") == "shaft":
        return draw_head(head, head - tail, player.hand, rng)
    return join_dots(tail, head, player.hand, rng)


def _square(field: Field) -> Square:
    return Square(*field["square_mm"], field["notch"])


def _shape_strokes(
    field: Field, wish: Wish, player: Player, rng: Rng, real: Collection | None
) -> list[Stroke]:
    square = _square(field)
    if wish.manner == "corrected":
        return correct_shape(wish.before, str(wish.value), player.hand, square, rng, real)
    strokes = draw_shape(str(wish.value), player.hand, square, rng, real)
    if wish.manner == "scribbled":
        strokes += scribble_out(square, player.hand, rng)
    return strokes


def _strokes(
    field: Field, wish: Wish, player: Player, rng: Rng, real: Collection | None
) -> tuple[list[Stroke], str]:
    if field["kind"] == "shape":
        return _shape_strokes(field, wish, player, rng, real), "real" if real is not None else "made"
    if field["kind"] == "bubble":
        return _bubble_strokes(field, wish, player, rng)
    if field["kind"] == "arrow":
        return _arrow_strokes(field, player, rng), str(field.get("style"))
    return _box_strokes(field, wish, player, rng)


def corners_of(field: Field) -> Any:
    """Give the corners (4, 2) in mm of the part of the page that tells a field's value."""
    if field["kind"] == "bubble":
        (x, y), half = field["centre_mm"], field["diameter_mm"] / 2
        left, top, right, bottom = x - half, y - half, x + half, y + half
    elif field["kind"] == "arrow":
        xs, ys = zip(field["tail_mm"], field["head_mm"], strict=True)
        left, right, top, bottom = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
    elif field["kind"] == "shape":
        left, top, side = field["square_mm"]
        right, bottom = left + side, top + side
    else:
        left, top, wide, high = field["box_mm"]
        right, bottom = left + wide, top + high
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _core_of(field: Field) -> tuple[Any, float]:
    """Give the middle of a field and how far ink in it counts as its own, both in mm."""
    corners = corners_of(field)
    half = (corners[2] - corners[0]) / 2
    shrink = {"shape": 0.97, "bubble": 0.75, "arrow": 0.75, "cross": 0.8}[field["kind"]]
    return corners.mean(axis=0), half * shrink


def _intruded(field: Field, foreign: Any, width: float) -> float:
    """Give the mm of ink of others inside a field; ``foreign`` holds the points of all strokes and owners."""
    centre, half = _core_of(field)
    points, owners, step = foreign
    inside = np.all(np.abs(points - centre) < half + width / 2, axis=1)
    return float((inside & (owners != f"{field['board']}:{field['id']}")).sum()) * step


_MINE = {
    "cancelled": (True, ()),
    "ringed": (True, (True,)),
    "ring": (True, (True,)),
    "corrected": (True, ()),
    "scribbled": (True, ()),
    "plain": (False, ()),
}
"""Whether a manner is one that must be asked about, and what may be said of it all the same."""


def _truth(field: Field, filling: Filling, intruded: float) -> Truth:
    """Say what the ink of a field says."""
    wish = filling.wishes.get(field["id"])
    nothing: str | bool = "" if field["kind"] == "shape" else False
    value = nothing if wish is None else wish.value
    manner = "blank" if wish is None else wish.manner
    ask, also = _MINE[manner] if wish is not None else (False, ())
    if field["id"].removeprefix("cell.") in filling.struck and field["kind"] == "shape":
        ask, also, manner = True, (value,), "struck"
    elif not ask and intruded > (3.0 if field["kind"] == "shape" else 0.9):
        ask, also, manner = True, (value,), "intruded"
    return Truth(
        field["board"], field["id"], field["kind"], value, ask, tuple(also), wish is not None, manner
    )


def _signature(layout: dict[str, Any], player: Player, at: int, rng: Rng) -> list[Stroke]:
    """Write something like a name above the first fields, where sheets have their lines for names."""
    fields = [field for page in layout["pages"][:1] for board in page["boards"] for field in board["fields"]]
    top = min(corners_of(field)[0][1] for field in fields)
    if top < 30:
        return []
    width = layout["page_mm"][0]
    x, y = width * (0.2 if at == 0 else 0.63), top - rng.uniform(13.5, 16)
    strokes = []
    for _ in range(int(rng.integers(1, 3))):
        count = int(rng.integers(12, 26))
        along = x + np.arange(count) * 0.9 + rng.normal(0, 0.5, count)
        letters = np.where(np.arange(count) % 2, -1.1, 1.1) * np.exp(rng.normal(0, 0.35, count))
        path = rounded(np.stack([along, y + letters], axis=1), [1.2] * count)
        strokes.append(stroke(path, player.hand.motor._replace(wander=0.1, tremor=0.02), rng))
        x = along[-1] + 2.5
    return strokes


def fields_of(layout: dict[str, Any]) -> list[Field]:
    """Give the fields of the first page, each with the number of its board."""
    return [
        {**field, "board": board["board"]}
        for board in layout["pages"][0]["boards"]
        for field in board["fields"]
    ]


def _struck_strokes(fields: list[Field], filling: Filling, player: Player, rng: Rng) -> list[Stroke]:
    centres = [
        corners_of(field).mean(axis=0)
        for field in fields
        if field["id"].removeprefix("cell.") in filling.struck
    ]
    if len(centres) < 2:
        return []
    order = sorted(centres, key=lambda centre: (centre[0], centre[1]))
    return strike(order[0], order[-1], player.hand, rng)


def _inks(
    fields: list[Field], filling: Filling, both: list[Player], rng: Rng, real: Collection | None
) -> dict[str, Drawn]:
    """Give the strokes of each field, by board and id."""
    inks = {}
    for field in fields:
        wish = filling.wishes.get(field["id"])
        if wish is not None:
            player = both[wish.player]
            key = f"{field['board']}:{field['id']}"
            strokes, way = _strokes(field, wish, player, rng, real)
            inks[key] = Drawn(wish.player, strokes, way)
    return inks


def _moved(strokes: list[Stroke], matrix: Any) -> list[Stroke]:
    return [one._replace(points=one.points @ matrix[:, :2].T + matrix[:, 2]) for one in strokes]


def _points_of(inks: dict[str, Drawn]) -> tuple[Any, Any, float]:
    """Give the points of all strokes and the key of the field that each belongs to."""
    points = [one.points for drawn in inks.values() for one in drawn.strokes]
    owners = [key for key, drawn in inks.items() for one in drawn.strokes for _ in one.points]
    return (np.concatenate(points) if points else np.zeros((0, 2))), np.array(owners, dtype=object), 0.3


def filled_sheet(
    variant: Variant,
    tools: Tools,
    rng: Rng,
    real: Collection | None = None,
    kind: str | None = None,
    mistake: str | None = None,
) -> Sheet:
    """Print a sheet and fill it in; ``kind`` and ``mistake`` as ``games.fill`` takes them."""
    base = printed(variant)
    copied = rng.random() < tools.copied
    faint = float(rng.beta(1, 4)) if rng.random() < tools.faint else 0.0
    grey, matrix = toned(base.grey, rng, faint, copied)
    paper = np.array([rng.uniform(247, 254), rng.uniform(247, 254), rng.uniform(243, 254)])
    page = cv2.merge([cv2.LUT(grey, (np.arange(256) * white / 255).astype(np.uint8)) for white in paper])
    both, truth, outlines, mistakes = players(tools, rng), [], {}, []
    for board in base.layout["pages"][0]["boards"]:
        fields = [{**field, "board": board["board"]} for field in board["fields"]]
        filling = fill(fields, rng, kind, mistake)
        inks = _inks(fields, filling, both, rng, real)
        foreign = _points_of(inks)
        for drawn in inks.values():
            ink_on(page, _moved(drawn.strokes, matrix), both[drawn.who].pen, rng)
        ink_on(page, _moved(_struck_strokes(fields, filling, both[0], rng), matrix), both[0].pen, rng)
        for field in fields:
            found = _truth(field, filling, _intruded(field, foreign, both[0].pen.width))
            mine = inks.get(f"{field['board']}:{field['id']}")
            if mine is not None:
                player = both[mine.who]
                found = found._replace(way=mine.way, hand=player.hand.name, pen=player.pen.name)
            truth.append(found)
            outlines[field["board"], field["id"]] = corners_of(field) @ matrix[:, :2].T + matrix[:, 2]
        mistakes += filling.mistakes
    if any(one.ink for one in truth) and rng.random() < 0.6:
        for at, player in enumerate(both):
            ink_on(page, _moved(_signature(base.layout, player, at, rng), matrix), player.pen, rng)
    return Sheet(page, base.layout, truth, outlines, mistakes, both, matrix)


EVERY_HAND = {hand.name: 1.0 for hand in HANDS}
EVERY_PEN = {pen.name: 1.0 for pen in PENS}
