"""The title of a sheet and the mark which side is up."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.scene import Item
from printquarto.sheet.symbols import hang, set_line, up_mark, up_mark_width
from printquarto.sheet.text import clean, plain_tokens, wrap
from printquarto.sheet.typeface import REGULAR, SEMIBOLD
from printquarto.sheet.units import mm

_APART = 8.0
"""Least distance between title and mark."""


class Heading(Block):
    """The title at the left, the mark at the right; in a narrow column the mark stands under the title.

    The first base line is the title's. The mark's two lines end on it, so that title and mark share it.
    """

    called = "title"

    def need(self, width: float, size: float) -> Need:
        """Give the height, which the mark adds to only where it stands under the title."""
        self._title(width)
        if not self._mark_below(width):
            return Need(0)
        lines = len(wrap(plain_tokens(self._words("mark.turn")), width, self._mark_size, self.setting.face))
        return Need(self._below_title + lines * self.setting.measure.leading)

    def place(self, place: Place, size: float) -> Placed:
        """Set title and mark."""
        title, points = self._title(place.width)
        x = place.x - hang(points)
        items: list[Item] = [self.text("title", x, place.y, title, points, SEMIBOLD)]
        if self.part.flag("mark"):
            items += self._below(place) if self._mark_below(place.width) else self._beside(place)
        return Placed("heading", tuple(items))

    def _beside(self, place: Place) -> list[Item]:
        right, size, leading = place.x + place.width, self._mark_size, self.setting.measure.leading
        up = self.text("mark", right, place.y - leading, self._words("mark.up"), size, SEMIBOLD, "end")
        return [
            up_mark(up.x - up_mark_width(size), up.y, size),
            up,
            self.text("mark", right, place.y, self._words("mark.turn"), size, anchor="end"),
        ]

    def _below(self, place: Place) -> list[Item]:
        size, y = self._mark_size, place.y + self._below_title
        up = self.text("mark", place.x + up_mark_width(size), y, self._words("mark.up"), size, SEMIBOLD)
        items: list[Item] = [up_mark(place.x, y, size), up]
        for line in wrap(plain_tokens(self._words("mark.turn")), place.width, size, self.setting.face):
            y += self.setting.measure.leading
            items += set_line(line, place.x, y, size, "mark")
        return items

    def _title(self, width: float) -> tuple[str, int]:
        """Give the title and the largest size at which it has room."""
        title = clean(self._wanted, self.setting.face, "the title")
        beside = self.part.flag("mark") and not self._mark_below(width)
        room = width - (self._mark_width + _APART if beside else 0)
        for points in self.setting.measure.titles:
            needed = self.setting.face.width(title, points, SEMIBOLD)
            if needed <= room:
                return title, points
        raise MisfitError(
            f"The title does not fit: at {points} pt, the smallest measure, it is {mm(needed)} mm wide "
            f"and has {mm(room)} mm{' beside the mark' if beside else ''}. "
            "Take a shorter one or a larger paper.",
            needed - room,
        )

    @property
    def _wanted(self) -> str:
        return self.setting.title or self.part.text("title") or self._words(self.part.text("words") or "")

    def _mark_below(self, width: float) -> bool:
        if not self.part.flag("mark"):
            return False
        if width < self._mark_width + 26:
            return True
        # A long title has the line for itself, if that is of help.
        smallest = self.setting.measure.titles[-1]
        needed = self.setting.face.width(self._wanted, smallest, SEMIBOLD)
        return width - self._mark_width - _APART < needed <= width

    @property
    def _mark_size(self) -> int:
        return self.setting.measure.mark

    @property
    def _below_title(self) -> float:
        return _APART * self.setting.measure.scale

    def least(self) -> float:
        """Give the least width, that of the mark's first line, which is never broken."""
        return self._up_width if self.part.flag("mark") else 0

    @property
    def _up_width(self) -> float:
        size = self._mark_size
        return up_mark_width(size) + self.setting.face.width(self._words("mark.up"), size, SEMIBOLD)

    @property
    def _mark_width(self) -> float:
        """Give the width of the wider one of its two lines."""
        turn = self.setting.face.width(self._words("mark.turn"), self._mark_size, REGULAR)
        return max(turn, self._up_width)

    def _words(self, key: str) -> str:
        return self.setting.words[key]


block = Heading
