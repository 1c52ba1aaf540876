"""The measures of one slot of the tray: shape, arrow, box and number. Knows no tray and no paper."""

from typing import NamedTuple


class Slot(NamedTuple):
    """One set of measures, in mm. The slot's own origin is the left end of its shape, at the arrow's tip.

    ``clear`` is the distance from the shaft's foot to the shape; ``box_gap`` from the shape to the box,
    which stands at its right on the same lower edge, or under it where ``under`` is set. ``number`` is the
    size of the number in points and ``number_gap`` its distance from the box (from the shape where under).
    ``gap`` is the least distance to the next slot in a row, ``pitch`` the best one of a tray that stands
    alone, across and down. Where ``lying`` is set the arrow lies right of the shape, level with its
    upper third; the origin is then the shape's upper left, the box stands below the arrow and the number
    under the shape.
    """

    name: str
    shape: float
    shaft: float
    clear: float
    box: float
    box_gap: float
    under: bool
    line: float
    number: int
    number_gap: float
    gap: float
    pitch: tuple[float, float]
    lying: bool = False

    @property
    def width(self) -> float:
        """The width over all."""
        if self.lying:
            return self.shape + self.clear + max(self.shaft, self.box)
        return self.shape if self.under else self.shape + self.box_gap + self.box

    @property
    def shape_top(self) -> float:
        """The shape's upper edge, from the tip down."""
        if self.lying:
            return 0
        return self.shaft + self.clear

    @property
    def height(self) -> float:
        """The height over all, from the tip down."""
        if self.lying:
            return self.shape + self.number_gap
        return self.shape_top + self.shape + (self.box_gap + self.box if self.under else 0)

    @property
    def barb(self) -> tuple[float, float]:
        """Where the barbs of the head end: to each side of the shaft, and below the tip.

        At 3/8 of the shaft and 0.7 of that to each side, which makes a head of 70 degrees.
        """
        down = self.shaft * 3 / 8
        return down * 0.7, down

    def row(self, columns: int) -> float:
        """Give the least width of a row."""
        return columns * self.width + (columns - 1) * self.gap


SLOTS: dict[str, Slot] = {
    slot.name: slot
    for slot in (
        Slot("grand", 21, 18, 3, 12, 3, False, 0.5, 14, 2, 4, (41, 58)),
        Slot("large", 15, 13, 2.5, 10, 2.5, False, 0.5, 14, 2, 2.8, (40, 48)),
        Slot("wide-large", 9, 8, 1.5, 6, 1.5, False, 0.5, 7, 1.4, 2, (28, 30)),
        Slot("wide-small", 6.6, 6, 1, 6, 1, False, 0.35, 7, 1.4, 1.6, (22, 22.3)),
        Slot("wide-tiny", 6, 6, 1, 6, 0.8, False, 0.35, 7, 1.4, 1.6, (20, 21)),
        Slot("lying", 9, 5.2, 2.2, 6, 2.2, False, 0.5, 7, 2.6, 3, (24, 18), lying=True),
        Slot("narrow-small", 6.6, 6, 1, 6, 1.2, True, 0.35, 7, 0.8, 3.6, (16, 26)),
        Slot("narrow-tiny", 6, 5, 0.8, 6, 1, True, 0.35, 7, 0.8, 3.6, (15, 24)),
    )
}
