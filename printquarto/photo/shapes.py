"""Which shape was drawn in a cell, if any, and how sure that is. Knows ink and outlines, no other fields.

The worse the best shape fits, the more of the chance goes to the others. What a pen did that no shape
explains (a line across, a corner drawn both ways, half a shape) makes the cell unsure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printquarto.games.shape import SHAPES
from printquarto.photo.fit import Fit, fit_shapes, longest_line
from printquarto.photo.line import beside_line, least_beside, line_strength
from printquarto.photo.pose import find_poses
from printquarto.photo.reading import SURE_FROM, Evidence, Value
from printquarto.photo.stroke import Strokes, strokes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from printquarto.photo.ink import Window
    from printquarto.sheet.fields import ShapeField

LEAST_SEEN = 0.97
"""A cell of which less is seen is covered."""

LEAST_DROPPED = 0.001
"""Shapes less likely than this are not named."""

# How sure a shape is. Fitted by maximum likelihood to cells drawn by two generators of strokes (real squares
# with their corners folded by computation, and strokes of lines and curves), in good and in bad photos.
DOUBT, DOUBT_BY_COST = 0.005, 0.09
"""Dearer than the best shape by this plus this part of the best one's cost (sides): e times less likely."""

CHANCE, CHANCE_BY_COST = -13.0, 4.0
"""Log odds that the best shape is right by chance alone, and how they grow with its cost."""

# What blocks an answer, in sides of line. Of the same cells' plain shapes, less than one in a hundred that
# would be sure is asked for it; of those that were struck through or drawn over, hardly one is missed.
MUCH_MISSING = 0.75
MUCH_COST = 1.1
LINE_ACROSS, WHOLE_LINE, NOTHING_ELSE = 0.16, 0.4, 0.7
BOTH_WAYS = ((0.25, 0.15), (0.11, 0.08))
MUCH_EXTRA = 0.17
SOLID = 0.06

# Blank: the strongest straight line of 6 mm, as darkness and as a multiple of its spread over the cell.
BLANK_DARKNESS, BLANK_NOISE = 0.022, 0.008
CLEAR_LENGTH, CLEAR_CONTRAST = 1.5, 0.3
CHANCE_LINE, CHANCE_DARKNESS, CHANCE_NOISE = 3.8, 0.033, 0.012
# Ink so short (sides) and pale is no shape: of the palest in simulated photos 0.057 dark, 2 sides are seen.
SHORT, SHORT_DARKNESS, SHORT_NOISE = 0.7, 0.05, 0.01


def read_shape(window: Window, field: ShapeField, board: int) -> Evidence:
    """Read one cell of a board.

    The window shows the cell with about 2 mm around it, the printed lines within 0.3 mm of their places.
    """
    seen = _seen(window, field)
    if seen < 0.5:
        every: dict[Value, float] = {"": 1 / 17, **{shape.corners: 1 / 17 for shape in SHAPES}}
        return Evidence(board, field.id, every, "covered", False)
    drawn = strokes(window, field)
    covered = "covered" if seen < LEAST_SEEN else None
    blank = _blank_chance(drawn)
    if blank < SURE_FROM and not _is_more_than_line(drawn) and (rest := beside_line(drawn)) is not None:
        # A line from edge to edge is no side of a shape: what a scanner leaves, print that shines through.
        blank = max(blank, _blank_chance(rest))
        if blank < SURE_FROM and (crossed := beside_line(rest)) is not None:
            blank = max(blank, _blank_chance(crossed))  # two creases
    if blank >= SURE_FROM or drawn.length < 0.3:
        chances = _named({"": blank} | {shape.corners: (1 - blank) / 16 for shape in SHAPES})
        return Evidence(
            board, field.id, chances, covered or (None if blank >= SURE_FROM else "faint"), blank < SURE_FROM
        )
    fit = fit_shapes(drawn, find_poses(drawn))
    if fit.cost < MUCH_MISSING:
        blank = 0.0  # chance draws no outlines
    chance = shape_chances(fit) * (1 - blank)
    chances = _named({"": blank} | {shape.corners: float(chance[shape.number]) for shape in SHAPES})
    return Evidence(board, field.id, chances, covered or _reason(drawn, fit, blank), True)


def _seen(window: Window, field: ShapeField) -> float:
    """Give the part of the cell that can be seen."""
    box = field.box
    top, left = (box.y - window.top) * window.scale, (box.x - window.left) * window.scale
    rows = slice(max(0, round(top)), max(0, round(top + box.height * window.scale)))
    columns = slice(max(0, round(left)), max(0, round(left + box.width * window.scale)))
    seen = window.seen[rows, columns]
    return float(seen.mean()) if seen.size else 0.0


def _is_more_than_line(drawn: Strokes) -> bool:
    """Say at a glance whether a cell is not blank, whatever line runs through it: most drawn ones are not."""
    return drawn.solid > SOLID or (drawn.contrast > CLEAR_CONTRAST and least_beside(drawn) > CLEAR_LENGTH)


def _blank_chance(drawn: Strokes) -> float:
    """Tell how likely it is that nobody drew here: no line, however faint, stands out."""
    if drawn.solid > SOLID or (drawn.length > CLEAR_LENGTH and drawn.contrast > CLEAR_CONTRAST):
        return 0.0
    line = line_strength(drawn)
    if line.darkness < BLANK_DARKNESS and line.spread < BLANK_NOISE:
        return 0.9999
    if line.surprise < CHANCE_LINE and line.darkness < CHANCE_DARKNESS and line.spread < CHANCE_NOISE:
        return 0.998
    # Beside dark ink, however little, pale strokes are not counted as ink.
    darkest = max(float(drawn.ridge.max()), drawn.contrast)
    is_pale = line.darkness < SHORT_DARKNESS and darkest < 2 * SHORT_DARKNESS
    if drawn.length < SHORT and is_pale and line.spread < SHORT_NOISE:
        return 0.996
    if line.darkness < 1.4 * CHANCE_DARKNESS:
        return 0.8
    return 0.3 if line.surprise < CHANCE_LINE + 1 or drawn.length < 1.0 else 0.0


def shape_chances(fit: Fit) -> NDArray[Any]:
    """Give the chance of each of the sixteen shapes (by number)."""
    import numpy as np

    doubt = DOUBT + DOUBT_BY_COST * fit.cost
    likely = np.exp((fit.cost - fit.costs) / doubt)
    chance = 1 / (1 + np.exp(-CHANCE - CHANCE_BY_COST * fit.cost))
    mixed: NDArray[Any] = (1 - chance) * likely / likely.sum() + chance / len(SHAPES)
    return mixed


def _reason(drawn: Strokes, fit: Fit, blank: float) -> str | None:
    """Tell what forbids an answer, if anything."""
    if fit.across > WHOLE_LINE:
        return "struck"
    if any(((fit.other_missing < missing) & (fit.extra > extra)).any() for missing, extra in BOTH_WAYS):
        return "two-marks"
    if fit.across > LINE_ACROSS:
        return "struck"
    if fit.missing.sum() > MUCH_MISSING:
        line, ink = longest_line(drawn.ink, drawn)
        if line > max(WHOLE_LINE, NOTHING_ELSE * ink):
            return "struck"
    if fit.missing.sum() > MUCH_MISSING and (blank > 0 or drawn.contrast < 4 * drawn.noise):
        return "faint"
    unclear = fit.missing.sum() > MUCH_MISSING or fit.extra.max() > MUCH_EXTRA or fit.cost > MUCH_COST
    return "unclear" if unclear or drawn.solid > SOLID else None


def _named(chances: dict[str, float]) -> dict[Value, float]:
    """Keep the values that are worth naming, the likeliest first, so that they sum to 1."""
    kept = {value: chance for value, chance in chances.items() if chance >= LEAST_DROPPED}
    total = sum(kept.values())
    return {value: kept[value] / total for value in sorted(kept, key=lambda value: -kept[value])}
