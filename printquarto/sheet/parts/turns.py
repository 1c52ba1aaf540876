"""The strip of the turns: for each of them a box with rounds to blacken."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import CORNERS
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.fields import BubbleField
from printquarto.sheet.scene import Circle, Group, Item, Path
from printquarto.sheet.symbols import HAIR, call_sign, claim_sign, plain_square, rule
from printquarto.sheet.typeface import SEMIBOLD
from printquarto.sheet.units import MM_PER_PT

TURNS = 16
COLUMNS = 4

DIAMETER = 4.8
"""Of each round: large enough for a pen, with 2.2 mm of white to the next one."""

PITCH = 7.0
"""From one round's middle to the next one's, across and down."""

NONE, CORNER, CALL = 6.4, 14.5, 29.5
"""From the left of a box to the middles of its rounds: for no corner, for the left corners, for the calls."""

_SIGN = 3.4
"""From the middle of a call's round to its sign."""

_SQUARE = 2.4
_CAPTION = 1.7
"""From the captions' base line to the rule below them."""

LEAST_BOX = 38.0
"""Width of the narrowest box: from its number to the sign of a call."""

BOXES = (15.5, 14.0)
"""Heights that a box can have, the best first."""


class Turns(Block):
    """Four rows of four boxes, with a hair line above each row. Its size is the height of a box."""

    called = "turns"

    def sizes(self, content: float) -> list[float]:
        """Give the heights of a box."""
        return list(BOXES)

    def span(self, size: float) -> float:
        """Give no width of its own: it takes the column."""
        return 0

    def least(self) -> float:
        """Give the width of four boxes."""
        return COLUMNS * LEAST_BOX

    def need(self, width: float, size: float) -> Need:
        """Give the height of the four rows."""
        return Need(TURNS / COLUMNS * size)

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"{TURNS // COLUMNS} × {size:g} mm of turns"

    def place(self, place: Place, size: float) -> Placed:
        """Draw captions, rules and boxes."""
        step = place.width / COLUMNS
        items: list[Item] = []
        for column in range(COLUMNS):
            key = "turns.second" if column % 2 else "turns.first"
            x, y = place.x + column * step, place.y - _CAPTION
            items.append(self.text("caption", x, y, self.setting.words[key], 7))
        for row in range(TURNS // COLUMNS):
            y = place.y + row * size
            items.append(rule("rule", place.x, y, place.x + place.width, y))
        fields: list[BubbleField] = []
        for turn in range(1, TURNS + 1):
            row, column = divmod(turn - 1, COLUMNS)
            x, middle = place.x + column * step, place.y + (row + 0.5) * size
            bubbles = _bubbles(turn, x, middle)
            fields += bubbles
            items.append(Group(f"turn.{turn}", "turn", (*self._signs(turn, x, middle), *map(ring, bubbles))))
        return Placed("turns", (Group("turns", "turns", tuple(items)),), tuple(fields))

    def _signs(self, turn: int, x: float, middle: float) -> list[Item]:
        """Draw the number, the lines of the square between the corners' rounds, and the signs."""
        upper, lower, em = middle - PITCH / 2, middle + PITCH / 2, 9 * MM_PER_PT
        left, right = x + CORNER, x + CORNER + PITCH
        near = DIAMETER / 2
        square = (
            ((left + near, upper), (right - near, upper)),
            ((right, upper + near), (right, lower - near)),
            ((right - near, lower), (left + near, lower)),
            ((left, lower - near), (left, upper + near)),
        )
        base = 0.345 * em
        return [
            self.text("number", x, upper + 1.45, str(turn), 12, SEMIBOLD),
            plain_square(x + 0.2, lower - _SQUARE / 2, _SQUARE),
            Path("square", square, HAIR),
            *call_sign(x + CALL + _SIGN, upper + base, em),
            *claim_sign(x + CALL + _SIGN + 0.3 * em, lower + base, em),
        ]


def ring(bubble: BubbleField) -> Circle:
    """Draw a round."""
    return Circle("bubble", *bubble.centre, bubble.diameter / 2 - HAIR / 2, HAIR)


def _bubbles(turn: int, x: float, middle: float) -> list[BubbleField]:
    """Give the fields of a turn: its corners, none of them, the call and the claim."""
    upper = middle - PITCH / 2

    def bubble(name: str, across: float, down: int) -> BubbleField:
        return BubbleField(f"turn.{turn}.{name}", (x + across, upper + down * PITCH), DIAMETER)

    corners = [bubble(corner.name, CORNER + corner.x * PITCH, corner.y) for corner in CORNERS]
    return [*corners, bubble("none", NONE, 1), bubble("call", CALL, 0), bubble("claim", CALL, 1)]


block = Turns
