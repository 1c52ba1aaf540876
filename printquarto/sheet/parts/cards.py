"""The sixteen shapes as cards to cut out, with their numbers and letters."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from printquarto.games.shape import CORNERS, SHAPES, Shape
from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.paper import EDGE
from printquarto.sheet.scene import Group, Item, Path
from printquarto.sheet.symbols import HAIR, scissors, shape_path
from printquarto.sheet.typeface import CAP_HEIGHT, SEMIBOLD
from printquarto.sheet.units import MM_PER_PT, mm

_CARDS = (40.0, 36.0, 32.0, 30.0, 28.0, 24.0, 20.0)
_DASH = (2, 1.5)
_LINE = 0.5

_SCISSORS_FROM = EDGE + 6
"""In a narrower margin the scissors would come too near the edge; the dashes then say it alone."""


class Cards(Block):
    """Four rows of four square cards with shared cuts. The flexible part: its size is the side of a card.

    The words stand at the lower edge of a card, so that they tell which side of it is up. On the back of
    a card stands what its corners mean, for learning by heart.
    """

    called = "cut-outs"

    def sizes(self, content: float) -> list[float]:
        """Give the sides that a card can have."""
        fixed = self.part.number("card")
        if fixed is not None:
            return [fixed]
        return [card for card in _CARDS if 4 * card <= content] or [_CARDS[-1]]

    def span(self, size: float) -> float:
        """Give the width of four cards."""
        return 4 * size

    def need(self, width: float, size: float) -> Need:
        """Give the height of four cards."""
        return Need(4 * size)

    def terms(self, size: float) -> str:
        """Tell the height."""
        return f"4 × {mm(size)} mm of cards"

    def place(self, place: Place, size: float) -> Placed:
        """Draw the cuts, the scissors and the cards."""
        x, y, side = place.x + (place.width - 4 * size) / 2, place.y, 4 * size
        cuts = [((x, y + at * size), (x + side, y + at * size)) for at in range(5)]
        cuts += [((x + at * size, y), (x + at * size, y + side)) for at in range(5)]
        items: list[Item] = [
            Path("cut", tuple(cuts), HAIR, dash=_DASH),
            *(scissors(x - 0.8, y) if x >= _SCISSORS_FROM else ()),
        ]
        for shape in SHAPES:
            left, top = x + shape.number % 4 * size, y + shape.number // 4 * size
            items.append(Group(f"card.{shape.number}", "card", self._card(shape, left, top, size)))
        back = self._backs(x, y, size) if self.setting.backs else ()
        return Placed("cards", (Group("cards", "cards", tuple(items)),), back=back)

    def _backs(self, x: float, y: float, size: float) -> tuple[Item, ...]:
        """Set the backs, the cards of each row from right to left: so each lies behind its front.

        The cards stand in the middle of the paper, hence in the same place on both its sides.
        """
        rim, leading = size / 10, self.setting.measure.leading
        usual = 9 if size >= 36 else 7
        points = self.setting.measure.points(usual)
        first = rim + CAP_HEIGHT * points * MM_PER_PT
        if first + 3 * leading > size - rim - leading:
            needed = first + 4 * leading + rim
            raise MisfitError(
                f"The backs of the cut-outs do not fit: {mm(needed)} mm of words on cards of {mm(size)} mm. "
                "Take larger cards.",
                needed - size,
            )
        items: list[Item] = []
        for shape in SHAPES:
            left, top = x + (3 - shape.number % 4) * size + rim, y + shape.number // 4 * size
            for line, corner in enumerate(CORNERS):
                key = f"{'in' if shape.is_in(corner) else 'out'}.{corner.name}"
                word, base = self.setting.words[key], top + first + line * leading
                items.append(self.label("meaning", left, base, word, usual, size - 2 * rim))
            items.append(self.text("number", left, top + size - rim, f"#{shape.number}", points, SEMIBOLD))
        return (Group("backs", "backs", tuple(items)),)

    def _card(self, shape: Shape, x: float, y: float, size: float) -> tuple[Item, ...]:
        side = int(size * 0.525 / 1.5) * 1.5
        rim = size / 10
        usual = 9 if size >= 36 else 7
        base = y + size - rim
        inset = (size - side) / 2
        # The shape stands in the middle of what the words leave free.
        top = y + (size - rim - 3 - side) / 2
        points = self.setting.measure.points(usual)
        number = self.text("number", x + rim, base, f"#{shape.number}", points, SEMIBOLD)
        room = size - 2 * rim - number.width - 1
        return (
            shape_path(shape, x + inset, top, side, _LINE),
            number,
            self.label("letters", x + size - rim, base, shape.letters, usual, room, anchor="end"),
        )


block = Cards
