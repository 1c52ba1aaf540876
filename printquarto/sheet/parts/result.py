"""How a recorded game ended, and whether 2×2 blocks counted: rounds to blacken."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.fields import BubbleField
from printquarto.sheet.parts.turns import COLUMNS, CORNER, DIAMETER, NONE, PITCH, ring
from printquarto.sheet.scene import Group, Item
from printquarto.sheet.typeface import SEMIBOLD

_BASE = 1.1
"""From the middle of a round down to the base line of its words."""

_BESIDE = 1.2
_ROUNDS = (
    ("result.first", "names.first", 0, CORNER + PITCH),
    ("result.second", "names.second", 1, NONE),
    ("result.draw", "score.draw", 2, NONE),
    ("rule.squares", "result.squares", 3, NONE),
)
"""Each round: its field, its words, and the column and place of the strip above that it stands under."""


class Result(Block):
    """One line: the word, three rounds, and one for the rule. The place is the line's middle."""

    called = "result"

    def need(self, width: float, size: float) -> Need:
        """Give the height of a round."""
        return Need(DIAMETER)

    def place(self, place: Place, size: float) -> Placed:
        """Set words and rounds."""
        words, step = self.setting.words, place.width / COLUMNS
        room = CORNER + PITCH - DIAMETER / 2 - 0.6
        label = self.label("label", place.x, place.y + _BASE, words["score.result"], 9, room, SEMIBOLD)
        items: list[Item] = [label]
        fields = []
        for name, key, column, across in _ROUNDS:
            x = place.x + column * step + across
            bubble = BubbleField(name, (x, place.y), DIAMETER)
            beside = x + DIAMETER / 2 + _BESIDE
            end = place.x + (column + 1) * step + (NONE - DIAMETER if column < COLUMNS - 1 else 0)
            items.append(ring(bubble))
            items.append(self.label("label", beside, place.y + _BASE, words[key], 9, end - beside))
            fields.append(bubble)
        return Placed("result", (Group("result", "result", tuple(items)),), tuple(fields))


block = Result
