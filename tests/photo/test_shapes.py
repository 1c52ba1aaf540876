"""A cell gives the shape that was drawn in it, however that was done; ink that says two things is asked."""

from __future__ import annotations

import numpy as np
import pytest
from cells import (
    BALLPOINT,
    FAT,
    FELT,
    FIELD,
    PENCIL,
    SMALL_FIELD,
    Draw,
    Pen,
    hand_strokes,
    plain_strokes,
    window,
)
from simulator.hands import HANDS

from printquarto.games.shape import SHAPES
from printquarto.photo.reading import SURE_FROM, Evidence
from printquarto.photo.shapes import read_shape

ALL = [shape.corners for shape in SHAPES]
PLACES = {
    "on the dots": Draw(),
    "small and shifted": Draw(shift=(0.1, -0.12), scale=(0.68, 0.7)),
    "large and turned": Draw(scale=(1.08, 1.02), turn=8),
    "turned back, narrow": Draw(scale=(0.75, 0.92), turn=-9),
    "shallow notches": Draw(notch=0.26),
    "deep notches": Draw(notch=0.42),
    "rounded": Draw(rounded=0.15),
    "not closed": Draw(gap=0.2, start=1),
}


def is_sure(found: Evidence) -> bool:
    return found.reason is None and found.chances[found.best] >= SURE_FROM


@pytest.mark.parametrize("place", PLACES)
def test_every_shape_is_read_wherever_it_is_drawn(place: str) -> None:
    """All sixteen shapes by ballpoint: none sure and wrong, hardly any asked."""
    asked = []
    for number, shape in enumerate(ALL):
        found = read_shape(window(plain_strokes(shape, PLACES[place], seed=number), seed=number), FIELD, 1)
        assert found.best == shape
        assert found.ink
        asked += [] if is_sure(found) else [shape]
    assert len(asked) <= 1, asked


@pytest.mark.parametrize("pen", [PENCIL, FELT, FAT, Pen(0.3, 0.4)])
def test_every_pen_is_read(pen: Pen) -> None:
    for number, shape in enumerate(ALL):
        found = read_shape(window(plain_strokes(shape, Draw(), seed=number), pen, seed=number), FIELD, 1)
        assert found.best == shape
        assert is_sure(found)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_what_hands_draw_is_never_surely_wrong(hand: object) -> None:
    """The simulator's hands, in a clear and in a bad picture: what is sure is right, and most is sure."""
    sure = 0
    for seed in range(16):
        shape = ALL[seed]
        strokes = hand_strokes(shape, hand, seed=seed)  # type: ignore[arg-type]
        clear = read_shape(window(strokes, seed=seed), FIELD, 1)
        bad = read_shape(window(strokes, PENCIL, blur=0.25, noise=0.04, seed=seed), FIELD, 1)
        for found in (clear, bad):
            assert not is_sure(found) or found.best == shape
        sure += is_sure(clear)
    assert sure >= 13


def test_a_small_layout_is_read_in_parts_of_its_side() -> None:
    for shape in ALL[::3]:
        strokes = plain_strokes(shape, Draw(), SMALL_FIELD)
        found = read_shape(window(strokes, Pen(0.4, 0.7), SMALL_FIELD, blur=0.08), SMALL_FIELD, 1)
        assert found.best == shape


@pytest.mark.parametrize("shape", ["iooo", "iioo", "ioio", "iiio"])
def test_a_turned_cell_gives_the_turned_shape(shape: str) -> None:
    cell = window(plain_strokes(shape, Draw(shift=(0.04, 0.02), turn=3)))
    for quarters in range(4):
        turned = np.ascontiguousarray(np.rot90(cell.darkness, -quarters))
        found = read_shape(cell._replace(darkness=turned), FIELD, 1)
        assert found.best == shape[-quarters:] + shape[:-quarters] if quarters else shape


def test_an_empty_cell_is_surely_blank() -> None:
    """With guide dots a little off, noise, and the grey rest of something rubbed out."""
    for seed, smudge in enumerate((0.0, 0.0, 0.06, 0.12)):
        cell = window([], noise=0.01 * (seed + 1), misplaced=(0.2, -0.25), smudge=smudge, seed=seed)
        found = read_shape(cell, FIELD, 1)
        assert found.best == ""
        assert is_sure(found)
        assert not found.ink


@pytest.mark.parametrize("darkness", [0.06, 0.08, 0.1])
def test_faint_ink_is_never_surely_blank(darkness: float) -> None:
    for seed, noise in enumerate((0.01, 0.02, 0.04)):
        strokes = plain_strokes("iooi", Draw(), seed=seed)
        found = read_shape(window(strokes, Pen(0.45, darkness), noise=noise, seed=seed), FIELD, 1)
        assert found.best != "" or not is_sure(found)


@pytest.mark.parametrize("corner", range(4))
def test_a_corner_drawn_both_ways_is_asked(corner: int) -> None:
    """Corrected by drawing over it: ink on the plain corner and on the folded one."""
    other = "oooo"[:corner] + "i" + "oooo"[corner + 1 :]
    strokes = plain_strokes("oooo", Draw()) + plain_strokes(other, Draw(), seed=1)
    found = read_shape(window(strokes), FIELD, 1)
    assert not is_sure(found)
    assert found.reason == "two-marks"
    assert {"oooo", other} >= set(found.chances)


ACROSS = [((0, 0.45), (1, 0.55)), ((0.4, 0), (0.6, 1)), ((0, 0), (1, 1)), ((1, 0), (0, 1))]


def line_across(start: tuple[float, float], end: tuple[float, float]) -> np.ndarray:
    """Give a line from beyond one edge of the cell to beyond another (parts of its box), in mm."""
    line = np.linspace(0, 1, 40)[:, None] * (np.array(end) - start) + start
    return (line * 1.2 - 0.1) * FIELD.box.width + (FIELD.box.x, FIELD.box.y)


@pytest.mark.parametrize(("start", "end"), ACROSS)
@pytest.mark.parametrize("shape", ["oooo", "oioo", "iioi"])
def test_a_struck_cell_is_asked(shape: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A winning four that players struck through: a line from edge to edge over a shape."""
    found = read_shape(window([*plain_strokes(shape, Draw()), line_across(start, end)]), FIELD, 1)
    assert not is_sure(found)
    assert found.reason == "struck"
    assert found.ink


@pytest.mark.parametrize(("start", "end"), ACROSS)
def test_a_line_across_an_empty_cell_leaves_it_empty(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    """A scanner's streak, print that shines through: no shape has a side from edge to edge."""
    found = read_shape(window([line_across(start, end)]), FIELD, 1)
    assert is_sure(found)
    assert found.best == ""


@pytest.mark.parametrize(("start", "end"), ACROSS)
@pytest.mark.parametrize("shape", ["oooo", "iioi"])
def test_a_line_hides_no_pale_shape(shape: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    pale = window(plain_strokes(shape, Draw()), noise=0.004)
    line = window([line_across(start, end)], noise=0.004)
    both = line._replace(darkness=np.maximum(line.darkness, 0.08 * pale.darkness))
    assert not is_sure(read_shape(both, FIELD, 1)) or read_shape(both, FIELD, 1).best == shape


@pytest.mark.parametrize("part", [0.3, 0.5])
def test_half_a_shape_is_asked(part: float) -> None:
    for number, shape in enumerate(ALL):
        stroke = plain_strokes(shape, Draw(start=number), seed=number)[0]
        found = read_shape(window([stroke[: round(part * len(stroke))]]), FIELD, 1)
        assert not is_sure(found)


def test_a_covered_cell_is_asked() -> None:
    cell = window(plain_strokes("oioo", Draw()))
    seen = cell.seen.copy()
    seen[: seen.shape[0] // 3] = False
    assert read_shape(cell._replace(seen=seen), FIELD, 1).reason == "covered"
    nothing = np.zeros_like(seen)
    found = read_shape(cell._replace(seen=nothing), FIELD, 1)
    assert found.reason == "covered"
    assert len(found.chances) == 17


def test_chances_sum_to_one_and_the_same_cell_reads_the_same() -> None:
    cell = window(plain_strokes("oiio", Draw(wobble=0.02), seed=3), BALLPOINT, noise=0.03)
    first, again = read_shape(cell, FIELD, 2), read_shape(cell, FIELD, 2)
    assert first == again
    assert first.board == 2
    assert first.id == "cell.b2"
    assert sum(first.chances.values()) == pytest.approx(1)
