"""The sixteen shapes: squares whose four corners are each out or in. Knows no board and no text forms.

The model, its names and its numbers are those of the shape specification: corners run clockwise from
the top left, and a shape's number is the sum of the values of its ``in`` corners.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Corner:
    """One corner of a shape and the attribute that it stands for.

    ``value`` is what the corner adds to a shape's number when it is in; ``x`` and ``y`` say which
    corner of the unit square it is (y grows downwards, as on paper).
    """

    name: str
    words: str
    attribute: str
    out_word: str
    in_word: str
    value: int
    x: int
    y: int


CORNERS: tuple[Corner, ...] = (
    Corner("tl", "top left", "colour", "light", "dark", 8, 0, 0),
    Corner("tr", "top right", "height", "tall", "short", 4, 1, 0),
    Corner("br", "bottom right", "shape", "square", "round", 2, 1, 1),
    Corner("bl", "bottom left", "top", "solid", "hollow", 1, 0, 1),
)
CORNER_BY_NAME: dict[str, Corner] = {corner.name: corner for corner in CORNERS}


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One of the sixteen shapes. Take them from ``SHAPES``; never make one: each is equal to itself alone.

    ``corners`` is the canonical form, four of ``o`` and ``i``. ``code`` has a bit for each property that
    four shapes can share: the number itself for corners in, its complement shifted by four for corners out.
    """

    number: int
    corners: str
    code: int

    def is_in(self, corner: Corner) -> bool:
        """Say whether a corner is folded in.

        >>> [SHAPES[6].is_in(corner) for corner in CORNERS]
        [False, True, True, False]
        """
        return bool(self.number & corner.value)

    @property
    def bits(self) -> str:
        """The corners as bits, 0 for out and 1 for in.

        >>> SHAPES[6].bits
        '0110'
        """
        return f"{self.number:04b}"

    @property
    def letters(self) -> str:
        """The four attribute letters, by place.

        >>> SHAPES[6].letters
        'LSRS'
        """
        return "".join(word[0].upper() for word in self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The four attribute words, in the order of the corners.

        >>> SHAPES[6].words
        ('light', 'short', 'round', 'solid')
        """
        return tuple(corner.in_word if self.is_in(corner) else corner.out_word for corner in CORNERS)

    def __str__(self) -> str:
        return self.corners


def _shape(number: int) -> Shape:
    corners = "".join("i" if number & corner.value else "o" for corner in CORNERS)
    return Shape(number, corners, number | (15 - number) << 4)


SHAPES: tuple[Shape, ...] = tuple(_shape(number) for number in range(16))
SHAPE_BY_CORNERS: dict[str, Shape] = {shape.corners: shape for shape in SHAPES}


def shared_properties(code: int) -> tuple[str, ...]:
    """Name the properties in a code, as ``tl-in`` or ``br-out``, in the order of the corners.

    The code is the AND of the codes of the shapes that share them.

    >>> shared_properties(SHAPES[6].code & SHAPES[7].code)
    ('tl-out', 'tr-in', 'br-in')
    """
    names = []
    for corner in CORNERS:
        if code & corner.value << 4:
            names.append(f"{corner.name}-out")
        if code & corner.value:
            names.append(f"{corner.name}-in")
    return tuple(names)


def outline(shape: Shape, side: float = 1.0, notch: float | None = None) -> tuple[tuple[float, float], ...]:
    """Give the vertices of a shape clockwise from its top left corner, the origin at the square's top left.

    ``side`` is the side of the square and ``notch`` the depth of a folded corner, one third of the side
    when not given, both in the unit of the caller. Raises ValueError where ``notch`` is not between 0 and
    half the side, as two notches would meet.

    >>> len(outline(SHAPES[0])), len(outline(SHAPES[15]))
    (4, 12)
    >>> outline(SHAPES[8], side=3)[:3]
    ((0, 1.0), (1.0, 1.0), (1.0, 0))
    """
    depth = side / 3 if notch is None else notch
    if not 0 < depth < side / 2:
        raise ValueError(f"a notch of {depth} does not fit a square of side {side}")
    vertices: list[tuple[float, float]] = []
    for corner in CORNERS:
        x, y = corner.x * side, corner.y * side
        if not shape.is_in(corner):
            vertices.append((x, y))
            continue
        inner_x, inner_y = abs(x - depth), abs(y - depth)
        beside = [(x, inner_y), (inner_x, inner_y), (inner_x, y)]
        vertices += beside if corner.x == corner.y else beside[::-1]
    return tuple(vertices)
