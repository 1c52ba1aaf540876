"""``shapes``: some of the sixteen shapes with others missing, and a match between shapes and their labels.

Counted are the shapes missing, the shapes to match, and the forms in which labels are written: corner words,
then attribute words too, then binary numbers. On the easy level the set stands in the order of the numbers.
"""

from __future__ import annotations

from printquarto.games.shape import SHAPES, Shape
from printquarto.worksheet import answers
from printquarto.worksheet.chance import Chance
from printquarto.worksheet.levels import FORMS_USED, MATCHED, MISSING, Level
from printquarto.worksheet.puzzle import FORMS, LEVELS, Label, ShapesPuzzle


def attempt(level: Level, chance: Chance) -> ShapesPuzzle | None:
    """Try once to find a puzzle; only a match whose two columns agree in a row is refused."""
    shown = chance.some(SHAPES, len(SHAPES) - _some(level, MISSING, chance))
    if level.name == LEVELS[0]:
        shown.sort(key=_number)
    shapes = chance.some(shown, _some(level, MATCHED, chance))
    used = FORMS[: _some(level, FORMS_USED, chance)]
    labels = [Label(shape, used[place % len(used)]) for place, shape in enumerate(shapes)]
    labels = chance.shuffled(labels)
    shapes = chance.shuffled(shapes)
    if any(label.shape is shape for label, shape in zip(labels, shapes, strict=True)):
        return None
    missing = answers.shapes_left(tuple(shown))
    return ShapesPuzzle(level.name, level.rules, tuple(shown), tuple(shapes), tuple(labels), missing)


def _some(level: Level, measure: str, chance: Chance) -> int:
    span = level.spans[measure]
    return chance.between(span.low, span.high if span.high is not None else span.low)


def _number(shape: Shape) -> int:
    return shape.number
