"""The rules of a game: a section for each thing to know, with a small figure at its left."""

# ruff: noqa: ARG002 - every block is asked the same questions, and not each needs all that it is told

from __future__ import annotations

from collections.abc import Callable

from printquarto.games.shape import CORNERS, SHAPES
from printquarto.sheet.block import Block, MisfitError, Need, Place, Placed
from printquarto.sheet.measure import Gap
from printquarto.sheet.scene import Circle, Group, Item, Path, RoundBox, Text
from printquarto.sheet.symbols import DOT, HAIR, rule, set_line, shape_path
from printquarto.sheet.text import Line, plain_tokens, tokens, wrap
from printquarto.sheet.typeface import REGULAR, SEMIBOLD

_FIGURES = 36.0
"""Width of the column of the figures."""

_ABOVE = 3.0
"""The first figure reaches over the base line of its head."""

_CAPITALS = 2.9
"""Height of the capitals of a head."""

_HEAD_LEADING = 5.0
_BETWEEN = 8.0
_LEAST_TEXT = 40.0
_LEADING = {14: 6.0, 12: 5.0, 9: 4.0, 7: 3.2}
_LARGE = 14.0
"""The only size of type in large print."""

_HEAD = 1.2
"""What stays white between a head and its text, beyond the leading."""

_SECTIONS = ("shapes", "give", "quarto", "call", "write", "more")
_DANISH = ("play", "quadrates", "void", "take", "end", "write")


class Rules(Block):
    """The flexible part of its page: its size is that of the type, 12 pt where there is room for it."""

    called = "rules"
    eager = True

    def sizes(self, content: float) -> list[float]:
        """Give the sizes of type."""
        return [12.0, 9.0, 7.0] if self._scale == 1 else [_LARGE]

    def least(self) -> float:
        """Give the least width."""
        return self._indent + _LEAST_TEXT

    def need(self, width: float, size: float) -> Need:
        """Give the height of all sections, and the gaps between them."""
        heights = [self._height(section, width, size) for section in self._sections]
        return Need(_ABOVE + sum(heights), (Gap(9, 5),) * (len(heights) - 1))

    def terms(self, size: float) -> str:
        """Tell what the height is that of."""
        return f"rules in {size:g} pt"

    def place(self, place: Place, size: float) -> Placed:
        """Set section after section."""
        items: list[Item] = []
        y = place.y + _ABOVE
        for section, gap in zip(self._sections, (*place.gaps, 0.0), strict=True):
            for down, line in self._lines(section, place.width, size):
                points = size if down else self.setting.measure.points(12)
                items += set_line(line, place.x + self._indent, y + down, int(points), "text")
            picture = self._pictures.get(section)
            if picture:
                # The figure begins level with the capitals of the head.
                corner = (place.x, y - _CAPITALS * self._scale)
                drawn = tuple(_placed(item, *corner, self._scale) for item in picture[0](self, 0, 0))
                items.append(Group(f"{self._family}.{section}", "picture", drawn))
            y += self._height(section, place.width, size) + gap
        return Placed("rules", tuple(items))

    def _height(self, section: str, width: float, size: float) -> float:
        """Give the height from the head's base line to the last line or the figure's foot."""
        picture = self._pictures.get(section)
        figure = (picture[1] - _CAPITALS) * self._scale if picture else 0.0
        return max(self._lines(section, width, size)[-1][0], figure) + _LEADING[int(size)]

    def _lines(self, section: str, width: float, size: float) -> list[tuple[float, Line]]:
        face, points = self.setting.face, int(size)
        room, large = width - self._indent, self.setting.measure.points(12)
        head = wrap(plain_tokens(self._said(f"{section}.head"), SEMIBOLD), room, large, face)
        lines = [(index * _HEAD_LEADING * self._scale, line) for index, line in enumerate(head)]
        y = lines[-1][0] + _HEAD * self._scale
        for paragraph in self._said(section).split("|"):
            for line in wrap(tokens(paragraph), room, points, face):
                y += _LEADING[points]
                lines.append((y, line))
            y += _LEADING[points] / 2
        return lines

    def _said(self, key: str) -> str:
        """Give the words of a section; where only some corners count, those for that, if there are any."""
        words, key = self.setting.words, f"{self._family}.{key}"
        if not self.setting.counted:
            return words[key]
        corner = words[f"corner.{self.setting.counted[0].name}"]
        return words.get(f"{key}.counted", words[key]).replace("{corner}", corner)

    def words(self, key: str, x: float, y: float, room: float) -> Item:
        """Set words of a figure around a point of it."""
        return self.label("caption", x, y, self.setting.words[key], 7, room * self._scale, anchor="middle")

    def number(self, x: float, y: float, number: str, weight: int = REGULAR) -> Item:
        """Set a number of a figure around a point of it."""
        return self.text("number", x, y, number, self.setting.measure.points(9), weight, "middle")

    @property
    def _scale(self) -> float:
        return self.setting.measure.scale

    @property
    def _indent(self) -> float:
        """Give where the text begins, beside the figures."""
        return (_FIGURES + _BETWEEN) * self._scale

    @property
    def _sections(self) -> tuple[str, ...]:
        first, last = (int(self.part.number(key) or 0) for key in ("first", "last"))
        return (_DANISH if self._is_danish else _SECTIONS)[first - 1 : last]

    @property
    def _is_danish(self) -> bool:
        return self.setting.game == "danish-quarto"

    @property
    def _family(self) -> str:
        """Give how the keys of the words begin."""
        return "danish" if self._is_danish else "rules"

    @property
    def _pictures(self) -> Pictures:
        return _danish_pictures() if self._is_danish else _PICTURES


def _placed(item: Item, x: float, y: float, scale: float) -> Item:
    """Give a primitive of a figure in its place; in large print figures grow, and lines and dots do not."""
    if isinstance(item, Text):
        return item._replace(x=x + (item.x + item.width / 2) * scale - item.width / 2, y=y + item.y * scale)
    if isinstance(item, Circle):
        radius = item.radius * (scale if item.line or item.role == "man" else 1)
        return item._replace(x=x + item.x * scale, y=y + item.y * scale, radius=radius)
    if isinstance(item, RoundBox):
        return item._replace(
            x=x + item.x * scale,
            y=y + item.y * scale,
            width=item.width * scale,
            height=item.height * scale,
        )
    if isinstance(item, Path):
        return item._replace(
            runs=tuple(tuple((x + a * scale, y + b * scale) for a, b in run) for run in item.runs)
        )
    return item


def _folded(block: Rules, x: float, y: float) -> list[Item]:
    """A shape with one corner folded, the corner dashed where it was, and its corners called out and in."""
    side, third = 33.0, 11.0
    left = x + (_FIGURES - side) / 2
    right, foot = left + side, y + side
    flipped = ((right - third, y), (right, y), (right, y + third))
    items: list[Item] = [
        shape_path(SHAPES[4], left, y, side, 0.5),
        Path("flipped", (flipped,), HAIR, dash=(1, 1.25)),
    ]
    try:
        items.append(block.words("shapes.in", right - third / 2, y + third / 2 + 0.9, third - 0.8))
    except MisfitError:
        # A long word stands over the fold.
        items.append(block.words("shapes.in", right - third / 2, y - 1.2, 2 * third))
    for across, down in ((left, y), (left, foot - third), (right - third, foot - third)):
        items.append(block.words("shapes.out", across + third / 2, down + third / 2 + 0.9, third - 0.8))
    return items


def _given(_block: Rules, x: float, y: float) -> list[Item]:
    """A shape of the tray with its arrow completed, and the same shape drawn in a cell."""
    axis, foot = x + 4.5, y + 8
    square = y + 9.5
    barbs = ((axis - 2.1, y + 3), (axis, y), (axis + 2.1, y + 3))
    cell = x + 20
    middle = square + 1.5
    inner = (cell + 3.2, y + 5.7, 9.6)
    step = inner[2] / 3
    dots = [
        Circle("guide", inner[0] + a * step, inner[1] + b * step, DOT) for a in range(4) for b in range(4)
    ]
    tip = x + 17.4
    return [
        rule("shaft", axis, foot, axis, y, 0.5),
        Path("head", (barbs,), 0.5, join="round"),
        shape_path(SHAPES[6], x, square, 9, 0.5),
        rule("sign", x + 12.4, middle, tip, middle),
        Path(
            "sign", (((tip - 1.4, middle - 1), (tip, middle), (tip - 1.4, middle + 1)),), HAIR, join="round"
        ),
        _square(cell, y + 2.5, 16),
        *dots,
        shape_path(SHAPES[6], *inner, 0.5),
    ]


def _square(x: float, y: float, side: float) -> Path:
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    return Path("cell-line", (corners,), HAIR, closed=True)


_ROW = (12, 9, 14, 8)
"""Four shapes with the top left corner in, and no other corner alike in all."""


def _four(block: Rules, x: float, y: float) -> list[Item]:
    """A row of four shapes that have one corner in, which a dot shows: the first of those that count."""
    cell, side = 9.0, 6.0
    corner = (block.setting.counted or CORNERS)[0]
    turns = CORNERS.index(corner)
    dot = ((1 + 4 * corner.x) * side / 6, (1 + 4 * corner.y) * side / 6)
    items: list[Item] = []
    for index, number in enumerate(_ROW):
        left, top = x + index * cell, y
        inset = (cell - side) / 2
        items.append(_square(left, top, cell))
        items.append(shape_path(SHAPES[_turned(number, turns)], left + inset, top + inset, side, 0.35))
        items.append(Circle("sign", left + inset + dot[0], top + inset + dot[1], 0.55))
    return items


def _turned(number: int, turns: int) -> int:
    """Give the number of a shape after quarter turns clockwise, each of which moves its bits on by one.

    >>> [_turned(8, turns) for turns in range(4)]
    [8, 4, 2, 1]
    """
    return number >> turns | number << 4 - turns & 15


def _time(block: Rules, x: float, y: float) -> list[Item]:
    """From turn 7 on a line that is strong as long as the Quarto is live, then dashed."""
    first, second, end = x + 2.0, x + 20.0, x + _FIGURES
    axis = y + 7.5
    items: list[Item] = [
        rule("live", first, axis, second, axis, 0.9),
        Path("lapsed", (((second, axis), (end, axis)),), HAIR, dash=(1, 1.25)),
        block.words("rules.live", (first + second) / 2, axis + 5, second - first),
        block.words("rules.lapsed", (second + end) / 2 + 1.5, axis + 5, end - second + 1),
    ]
    for turn, place in (("7", first), ("8", second)):
        items.append(Circle("sign", place, axis, 1.0))
        items.append(block.number(place, axis - 3, turn, SEMIBOLD))
    return items


def _boxes(block: Rules, x: float, y: float) -> list[Item]:
    """Two shapes of the tray with the numbers of their turns, one of them ringed."""
    items: list[Item] = []
    for index, (number, turn) in enumerate(((9, "6"), (3, "7"))):
        left = x + index * 19.5
        box = (left + 10.5, y + 3.0, 6.0, 6.0)
        items.append(shape_path(SHAPES[number], left, y, 9, 0.5))
        items.append(RoundBox("box", *box, 1.0, HAIR))
        items.append(block.number(box[0] + 3, box[1] + 4.1, turn))
        if index:
            items.append(Circle("ring", box[0] + 3, box[1] + 3, 2.3, 0.35))
    return items


Pictures = dict[str, tuple[Callable[[Rules, float, float], list[Item]], float]]

_PICTURES: Pictures = {
    "shapes": (_folded, 33.0),
    "give": (_given, 18.5),
    "quarto": (_four, 9.0),
    "call": (_time, 12.5),
    "write": (_boxes, 9.0),
}
"""The figures, and how high they are."""


def _danish_pictures() -> Pictures:
    """Give the figures of Danish Quarto."""
    from printquarto.sheet import danish_figures as figures

    def void(block: Rules, _x: float, _y: float) -> list[Item]:
        keys = zip(("danish.counts", "danish.is-void"), figures.VOID_WORDS, strict=True)
        return [
            *figures.void_and_not(),
            *(block.words(key, *place, figures.VOID_ROOM) for key, place in keys),
        ]

    return {
        "play": (lambda *_: figures.board(), figures.BOARD_HIGH),
        "quadrates": (lambda *_: figures.all_sizes(), figures.SIZES_HIGH),
        "void": (void, figures.VOID_HIGH),
        "take": (lambda *_: figures.taking(), figures.TAKE_HIGH),
    }


block = Rules
