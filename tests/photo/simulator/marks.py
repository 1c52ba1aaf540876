"""Marks in small fields: bubbles, arrows between two dots, boxes with crosses or numbers; all in mm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .hands import Hand
from .strokes import Points, Stroke, rounded, stroke

Rng = np.random.Generator

BUBBLE_WAYS = ("filled", "scribbled", "ticked", "crossed", "dotted", "half")


def _circle(radius: float, rng: Rng, turns: float = 1.0) -> Points:
    start = rng.uniform(0, 2 * np.pi)
    angles = np.linspace(start, start + rng.choice([-1, 1]) * 2 * np.pi * turns, int(28 * turns) + 4)
    wide = radius * np.array([np.exp(rng.normal(0, 0.04)), np.exp(rng.normal(0, 0.04))])
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * wide


def _zigzag(radius: float, gap: float, rng: Rng) -> Points:
    """Give a zigzag over a disc, its lines ``gap`` mm apart on average, but four lines at least."""
    gap = min(gap, 0.5 * radius)
    angle = rng.uniform(0, np.pi)
    rows, row = [], -radius * rng.uniform(0.75, 0.97)
    while row < radius * 0.95:
        rows.append(row)
        row += gap * rng.uniform(0.6, 1.3)
    half = np.sqrt(np.maximum(radius**2 - np.array(rows) ** 2, 0.04)) * rng.uniform(0.86, 1.06, len(rows))
    sides = np.where(np.arange(len(rows)) % 2, half, -half)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.stack([sides, rows], axis=1) @ turn.T


def _filled(radius: float, width: float, rng: Rng) -> list[Points]:
    paths = [_zigzag(radius * rng.uniform(0.84, 1.02), max(0.9 * width, 0.25), rng)]
    if rng.random() < 0.5:
        paths.insert(0, _circle(radius * rng.uniform(0.8, 0.98), rng, rng.uniform(0.95, 1.8)))
    if rng.random() < 0.3:
        paths.append(_zigzag(radius * rng.uniform(0.7, 0.95), max(width, 0.3), rng))
    return paths


def _scribbled(radius: float, width: float, rng: Rng) -> list[Points]:
    return [_zigzag(radius * rng.uniform(0.75, 1.15), max(2.0 * width, 0.7) * rng.uniform(0.9, 1.3), rng)]


def _ticked(radius: float, _: float, rng: Rng) -> list[Points]:
    size = radius * rng.uniform(0.9, 1.2)
    tick = np.array([(-0.75, -0.1), (-0.2, 0.6), (0.95, -0.95)]) * size
    return [rounded(tick + rng.normal(0, 0.08 * size, (3, 2)), (0, 0.2, 0))]


def _crossed(radius: float, _: float, rng: Rng) -> list[Points]:
    size = radius * rng.uniform(0.6, 0.95)
    ends = [(-1, -1), (1, 1)], [(1, -1), (-1, 1)]
    return [np.array(pair) * size + rng.normal(0, 0.12 * size, (2, 2)) for pair in ends]


def _dotted(radius: float, width: float, rng: Rng) -> list[Points]:
    spot = radius * rng.uniform(0.28, 0.5)
    shift = rng.normal(0, 0.12 * radius, 2)
    return [_zigzag(spot, max(width, 0.25), rng) + shift, _circle(spot, rng) + shift]


def _half(radius: float, width: float, rng: Rng) -> list[Points]:
    part = radius * rng.uniform(0.55, 0.7)
    angle = rng.uniform(0, 2 * np.pi)
    shift = radius * 0.35 * np.array([np.cos(angle), np.sin(angle)])
    return [_zigzag(part, max(0.9 * width, 0.25), rng) + shift]


_BUBBLES: dict[str, Callable[[float, float, Rng], list[Points]]] = {
    "filled": _filled,
    "scribbled": _scribbled,
    "ticked": _ticked,
    "crossed": _crossed,
    "dotted": _dotted,
    "half": _half,
}


def _drawn(paths: list[Points], centre: Points, hand: Hand, rng: Rng, astray: float) -> list[Stroke]:
    shift = np.asarray(centre) + np.clip(rng.normal(0, astray, 2), -0.8, 0.8)
    # A hand that is filling something small hardly wanders, but it trembles as ever.
    motor = hand.motor._replace(wander=0.5 * hand.motor.wander, hook=0.3 * hand.motor.hook)
    return [stroke(path + shift, motor, rng) for path in paths]


def fill_bubble(
    way: str, centre: Points, diameter: float, width: float, hand: Hand, rng: Rng
) -> list[Stroke]:
    """Mark a bubble in one of ``BUBBLE_WAYS``; ``width`` is that of the pen."""
    radius = max(diameter / 2 - 0.35 * width, 0.6 * diameter / 2)
    paths = _BUBBLES[way](radius, width, rng)
    return _drawn(paths, centre, hand, rng, 0.10 + 0.25 * min(hand.astray, 1.2))


def cancel_bubble(centre: Points, diameter: float, width: float, hand: Hand, rng: Rng) -> list[Stroke]:
    """Fill a bubble and cross it out, well beyond its rim."""
    strokes = fill_bubble("filled", centre, diameter, width, hand, rng)
    size = diameter * rng.uniform(0.58, 0.78)
    ends = [(-1, -1), (1, 1)], [(1, -1), (-1, 1)]
    paths = [np.array(pair) * size + rng.normal(0, 0.12 * size, (2, 2)) for pair in ends]
    return strokes + _drawn(paths, centre, hand, rng, 0.2)


def ring_bubble(
    centre: Points, diameter: float, width: float, hand: Hand, rng: Rng, filled: bool
) -> list[Stroke]:
    """Draw a ring round a bubble, filled or not."""
    strokes = fill_bubble("filled", centre, diameter, width, hand, rng) if filled else []
    ring = _circle(diameter * rng.uniform(0.62, 0.74), rng, rng.uniform(0.97, 1.12))
    return strokes + _drawn([ring], centre, hand, rng, 0.2)


def join_dots(tail: Points, head: Points, hand: Hand, rng: Rng) -> list[Stroke]:
    """Complete an arrow whose two dots are printed: a line, now and then too short, too long, with a head."""
    tail, head = np.asarray(tail, float), np.asarray(head, float)
    way = head - tail
    reach = np.hypot(*way)
    way = way / max(reach, 1e-6)
    fit = min(1.0, reach / 5)
    start = tail + way * rng.normal(0, 0.35) * fit
    end = head + way * rng.normal(0.1, 0.4) * fit
    if rng.random() < 0.06:  # stops short of a dot by a third
        end = head - way * 0.33 * reach
    aside = np.array([-way[1], way[0]])
    shift = np.clip(rng.normal(0, 0.18 + 0.25 * min(hand.astray, 1.2)), -1.3, 1.3) * fit
    bow = rng.normal(0, 0.3) * fit
    path = np.array([start + shift * aside, (start + end) / 2 + (shift + bow) * aside, end + shift * aside])
    strokes = [stroke(rounded(path, (0, 1.5, 0)), hand.motor._replace(wander=0.15), rng)]
    if rng.random() < 0.2:
        strokes.append(stroke(_head(strokes[0].points[-1], way, aside, rng), hand.motor, rng))
    elif rng.random() < 0.12:
        strokes.append(stroke(path[::-1] + rng.normal(0, 0.25, path.shape), hand.motor, rng))
    return strokes


def _head(tip: Points, way: Points, aside: Points, rng: Rng) -> Points:
    back, wide = rng.uniform(0.9, 1.7), rng.uniform(0.7, 1.3)
    return np.array([tip - back * way + wide * aside, tip, tip - back * way - wide * aside])


def draw_head(tip: Points, way: Points, hand: Hand, rng: Rng) -> list[Stroke]:
    """Complete an arrow whose shaft is printed: draw its head."""
    way = np.asarray(way, float) / max(np.hypot(*way), 1e-6)
    aside = np.array([-way[1], way[0]])
    path = _head(np.asarray(tip) + rng.normal(0, 0.3, 2), way, aside, rng) * 1.0
    return [stroke(path, hand.motor._replace(wander=0.1), rng)]


_DIGITS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0.55, 0.0), (0.1, 0.2), (0.05, 0.7), (0.45, 1.0), (0.9, 0.75), (0.9, 0.25), (0.5, 0.0)),),
    "1": (((0.3, 0.3), (0.6, 0.0), (0.58, 1.0)),),
    "2": (((0.1, 0.25), (0.4, 0.0), (0.85, 0.2), (0.75, 0.5), (0.1, 1.0), (0.95, 0.97)),),
    "3": (((0.1, 0.1), (0.6, 0.0), (0.85, 0.25), (0.4, 0.47), (0.9, 0.7), (0.55, 1.0), (0.05, 0.88)),),
    "4": (((0.6, 0.0), (0.05, 0.65), (0.95, 0.65)), ((0.7, 0.35), (0.68, 1.0))),
    "5": (((0.85, 0.0), (0.2, 0.03), (0.15, 0.45), (0.7, 0.4), (0.9, 0.7), (0.55, 1.0), (0.05, 0.9)),),
    "6": (((0.75, 0.0), (0.2, 0.4), (0.1, 0.8), (0.5, 1.0), (0.88, 0.75), (0.5, 0.55), (0.12, 0.72)),),
    "7": (((0.05, 0.05), (0.9, 0.03), (0.4, 1.0)),),
    "8": (
        (
            (0.8, 0.12),
            (0.4, 0.0),
            (0.2, 0.25),
            (0.8, 0.7),
            (0.5, 1.0),
            (0.15, 0.75),
            (0.75, 0.25),
            (0.75, 0.1),
        ),
    ),
    "9": (((0.85, 0.2), (0.5, 0.0), (0.12, 0.25), (0.45, 0.5), (0.85, 0.25), (0.7, 1.0)),),
}
"""Where a pen goes for each digit, in a box of 1 by 1."""


def write_number(number: int, box: tuple[float, float, float, float], hand: Hand, rng: Rng) -> list[Stroke]:
    """Write a number of one or two digits into a box (left, top, width, height in mm)."""
    left, top, wide, high = box
    text = str(number)
    height = high * rng.uniform(0.5, 0.78)
    width = min(0.55 * height, 0.36 * wide) * rng.uniform(0.85, 1.1)
    total = width * len(text) + 0.25 * width * (len(text) - 1)
    x = left + (wide - total) / 2 + rng.normal(0, 0.35)
    y = top + (high - height) / 2 + rng.normal(0, 0.35)
    lean = rng.normal(0.08, 0.1)
    strokes = []
    for digit in text:
        for line in _DIGITS[digit]:
            points = np.array(line) + rng.normal(0, 0.04, (len(line), 2))
            points[:, 0] += lean * (0.5 - points[:, 1])
            path = rounded(points * [width, height] + [x, y], [0.3 * height] * len(points))
            strokes.append(stroke(path, hand.motor._replace(wander=0.1, tremor=0.5 * hand.motor.tremor), rng))
        x += 1.25 * width
    return strokes


def mark_box(
    way: str, box: tuple[float, float, float, float], width: float, number: int, hand: Hand, rng: Rng
) -> list[Stroke]:
    """Mark a box by a ``cross``, ``tick``, ``number``, ``ringed`` number, ``scribble`` or ``slash``."""
    left, top, wide, high = box
    centre = np.array([left + wide / 2, top + high / 2])
    half = min(wide, high) / 2
    if way in ("number", "ringed"):
        strokes = write_number(number, box, hand, rng)
        if way == "ringed":
            strokes += _drawn([_circle(half * rng.uniform(0.85, 1.15), rng, 1.03)], centre, hand, rng, 0.25)
        return strokes
    if way == "scribble":
        return _drawn([_zigzag(half * 0.85, max(1.3 * width, 0.6), rng)], centre, hand, rng, 0.25)
    if way == "slash":
        path = np.array([(-0.85, 0.8), (0.85, -0.8)]) * half * rng.uniform(0.8, 1.15)
        return _drawn([path], centre, hand, rng, 0.3)
    drawn = _ticked if way == "tick" else _crossed
    return _drawn(drawn(half, width, rng), centre, hand, rng, 0.3)
