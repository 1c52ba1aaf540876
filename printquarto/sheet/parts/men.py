"""The men of Danish Quarto to cut out: twelve white ones, which are rings, and twelve black ones."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.danish import MEN, PLAYERS
from printquarto.sheet.block import Block, Need, Place, Placed
from printquarto.sheet.lattice import CARD, MAN, man
from printquarto.sheet.paper import EDGE
from printquarto.sheet.scene import Group, Item, Path
from printquarto.sheet.symbols import HAIR, scissors, set_line
from printquarto.sheet.text import Line, tokens, wrap

_LEAST, _MOST = 10.0, 20.0
"""Sides of the smallest and the largest square; in large print all are as large as that."""

_DASH = (1.5, 1)
_BELOW = 5.0
"""From the last cut to the base line of the words."""

_HANGING = 1.8
"""So much of that may be taken from the white at the foot of a page where there is much of it."""

_FOOT = 12.0
_SCISSORS_FROM = EDGE + 6


class Men(Block):
    """Squares with shared straight cuts, a row for each player or, in large print, two."""

    called = "cut-outs"

    def least(self) -> float:
        """Give the width of a row of the smallest."""
        return self._columns * (_LEAST if self._columns == MEN else _MOST)

    def need(self, width: float, size: float) -> Need:
        """Give the height from the first cut to the words under the last."""
        below = _BELOW * self.setting.measure.scale + (len(self._lines(width)) - 1) * self._leading
        hanging = _HANGING if self.setting.measure.foot > _FOOT else 0
        return Need(self._rows * self._card(width) + below - hanging)

    def place(self, place: Place, size: float) -> Placed:
        """Draw the cuts, the scissors and the men, White's first."""
        card, (x, y) = self._card(place.width), place[:2]
        width, height = self._columns * card, self._rows * card
        down = [((x + at * card, y), (x + at * card, y + height)) for at in range(self._columns + 1)]
        across = [((x, y + at * card), (x + width, y + at * card)) for at in range(self._rows + 1)]
        items: list[Item] = [Path("cut", (*down, *across), HAIR, dash=_DASH)]
        if x >= _SCISSORS_FROM:
            items += scissors(x - 0.8, y + height / 2)
        for index in range(len(PLAYERS) * MEN):
            row, column = divmod(index, self._columns)
            middle = (x + (column + 0.5) * card, y + (row + 0.5) * card)
            items += man(*middle, black=index >= MEN, radius=MAN / CARD * card)
        base = y + height + _BELOW * self.setting.measure.scale
        words: list[Item] = []
        for number, line in enumerate(self._lines(place.width)):
            words += set_line(line, x, base + number * self._leading, self.setting.measure.small, "caption")
        return Placed("men", (Group("men", "men", tuple(items)), *words))

    def _card(self, width: float) -> float:
        """Give the side of a square."""
        return min(width / self._columns, _MOST)

    def _lines(self, width: float) -> list[Line]:
        size, face = self.setting.measure.small, self.setting.face
        return wrap(tokens(self.setting.words["men.cut"]), width, size, face)

    @property
    def _leading(self) -> float:
        return self.setting.measure.leading

    @property
    def _columns(self) -> int:
        return MEN if self.setting.measure.scale == 1 else MEN // 2

    @property
    def _rows(self) -> int:
        return len(PLAYERS) * MEN // self._columns


block = Men
