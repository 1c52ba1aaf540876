"""What stands on every page of a worksheet beside its puzzles: name and date, title, rules in a box, code.

On the key the box holds the answers, so that a pile of papers is read through fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from printquarto.games.quarto import Rules
from printquarto.games.shape import CORNERS, SHAPES, Corner, Shape
from printquarto.sheet.diagram import corner_dot
from printquarto.sheet.scene import Group, Item, RoundBox, Text
from printquarto.sheet.symbols import hang, rule, shape_path
from printquarto.sheet.text import Line
from printquarto.sheet.typeface import REGULAR, SEMIBOLD
from printquarto.sheet.units import Box
from printquarto.worksheet.samples import cell_sample, ring_sample
from printquarto.worksheet.style import Setting

_PAD = 5.0
"""White within a box."""

_NARROW = 95.0
"""Up to this width of what is printed, in mm, the rules are set in small type."""

_FEW = 6
"""Lines of rules that may stand beside the four shapes on a narrow paper; more have its whole width."""

_FOURS = ((120.0, (10.8, 14.0, 6.0, 4.6)), (_NARROW, (7.2, 9.0, 4.0, 3.0)), (0.0, (5.4, 6.8, 3.0, 2.0)))
"""By width: side and pitch of the four shapes in the box, the gap behind them, the white above and below."""

_SAMPLES = {"win": ("cell",), "safe": ("ring",), "force": ("cell", "ring")}
"""The marks that the puzzles of a kind are answered with."""

_RULES = {"safe": "give", "force": "give", "missed": "call"}
"""The rule that a kind needs beside what a Quarto is."""


class Answer(NamedTuple):
    """The answer of one puzzle, for the box at the top of the key."""

    number: int
    text: str


class Head(NamedTuple):
    """What the pages of a sheet say of it: kinds, rules, code, and the version, empty for the only one."""

    kinds: tuple[str, ...]
    rules: Rules
    version: str
    code: str


class Furniture:
    """Measures and draws what every page of a sheet has.

    ``kinds`` are those of the pages that it is for, and ``answers`` what the key of each such page says.
    """

    def __init__(
        self,
        setting: Setting,
        head: Head,
        kinds: tuple[str, ...],
        answers: Sequence[Sequence[Answer]] = (),
    ) -> None:
        self.setting = setting
        self.head = head
        self.kinds = kinds
        self._boxes = self._make_boxes()
        highest = max((self._answers_height(page) for page in answers), default=0.0)
        self.lack = max(0.0, highest - self._boxes_height)

    @property
    def top(self) -> float:
        """Where the puzzles begin."""
        return self._box_top + self._boxes_height + self.lack + self.setting.style.spacing.box

    @property
    def bottom(self) -> float:
        """Where the puzzles must have ended."""
        return self.setting.style.paper.height - self.setting.style.spacing.bottom

    def draw(self, page: int, pages: int, answers: Sequence[Answer] | None) -> list[Item]:
        """Draw it for a page; with answers it is one of the key."""
        items: list[Item] = []
        if answers is None:
            items += self._names()
        items += self._title(is_key=answers is not None)
        items += self._draw_boxes() if answers is None else self._draw_answers(answers)
        return [*items, *self._footer(page, pages)]

    # Name, title and task.

    def _names(self) -> Iterator[Item]:
        style, words = self.setting.style, self.setting.words
        y, size = style.spacing.name, style.type.text
        width = (style.width - 16) * 0.47 if style.width > 120 else (style.width - 4) * 0.58
        spots = ((style.margin, width), (style.margin + style.width - self._date_width(width), None))
        for (x, _), key in zip(spots, ("name", "date"), strict=True):
            label = self.setting.text("label", x, y, words[f"worksheet.{key}"], size, SEMIBOLD)
            end = x + width if key == "name" else style.margin + style.width
            line = rule(
                "writing-line",
                x + label.width + 2.1,
                y + 0.6 * style.scale,
                end,
                y + 0.6 * style.scale,
                style.pen.cell,
            )
            yield Group("", "name-first" if key == "name" else "date", (label, line))

    def _date_width(self, name: float) -> float:
        style = self.setting.style
        return min(name, style.width - name - (16 if style.width > 120 else 4))

    def _title(self, *, is_key: bool) -> Iterator[Item]:
        style, words = self.setting.style, self.setting.words
        text = self.title
        if is_key:
            text = words["worksheet.answers"].format(name=text)
        room = style.width - (0 if is_key else self._samples_width)
        fitting = [
            size for size in style.type.titles if self.setting.face.width(text, size, SEMIBOLD) <= room
        ]
        size = (fitting or [style.type.titles[-1]])[0]
        x = style.margin - hang(size)
        yield self.setting.text("title", x, style.spacing.title, text, size, SEMIBOLD)
        yield from self.setting.set(
            self._task_lines, style.margin, style.spacing.task, style.type.task, "task"
        )
        if self._single and not is_key:
            side = self._sample_side
            low = style.spacing.task + 0.2
            yield from self.samples(self.head.kinds[0], style.margin + style.width, low, side)

    @property
    def title(self) -> str:
        """The title of the sheet: that of its kind, or of puzzles in general."""
        key = self.head.kinds[0] if self._single else "title"
        return self.setting.words[f"worksheet.{key}"]

    @property
    def _single(self) -> bool:
        return len(self.head.kinds) == 1

    @property
    def _task_lines(self) -> list[Line]:
        if not self._single:
            return []
        words, style = self.setting.words, self.setting.style
        task = words[f"worksheet.{self.head.kinds[0]}.task"]
        return self.setting.wrapped(task, style.width - self._samples_width, style.type.task)

    @property
    def _box_top(self) -> float:
        style = self.setting.style
        if not self._single:
            return style.spacing.title + style.spacing.box
        more = (len(self._task_lines) - 1) * style.type.leading(style.type.task)
        return style.spacing.task + more + style.spacing.box

    # The samples of marks.

    @property
    def _sample_side(self) -> float:
        return 12.0 if self.setting.style.width > 120 else 9.0 if self.setting.style.width > _NARROW else 7.5

    @property
    def _samples_width(self) -> float:
        return self.samples_width(self.head.kinds[0], self._sample_side) if self._single else 0

    def samples_width(self, kind: str, side: float) -> float:
        """Give the width that the samples of a kind take with the white before them."""
        count = len(_SAMPLES.get(kind, ()))
        if not count:
            return 0
        return count * (side + 3) + (self._so_width + 3 if self._has_so(count, side) else 0) + 3

    def _has_so(self, count: int, side: float) -> bool:
        """Say whether there is room for words beside the samples, which speak for themselves."""
        return (
            self.setting.style.width - count * (side + 3) - self._so_width - 6
            >= 100 * self.setting.style.scale
        )

    @property
    def _so_width(self) -> float:
        face, style = self.setting.face, self.setting.style
        return face.width(self.setting.words["worksheet.so"], style.type.text, REGULAR)

    def samples(self, kind: str, right: float, low: float, side: float) -> Iterator[Item]:
        """Draw the samples of a kind, the last one ending at ``right``, all standing on ``low``."""
        names = _SAMPLES.get(kind, ())
        x = right - len(names) * (side + 3) + 3
        if names and self._has_so(len(names), side):
            said = self.setting.words["worksheet.so"]
            yield self.setting.text(
                "caption", x - 3, low - 0.2, said, self.setting.style.type.text, right=True
            )
        for name in names:
            if name == "cell":
                yield Group("", "sample", tuple(cell_sample(self.setting, x, low - side, side)))
            else:
                yield Group("", "sample", tuple(ring_sample(self.setting, SHAPES[6], x, low - side, side)))
            x += side + 3

    # The boxes with the rules.

    @property
    def _text_size(self) -> int:
        """Small papers have the rules in small type, and large print in the smallest of its sizes."""
        style = self.setting.style
        return style.type.text if style.width > _NARROW and not style.large else style.type.small

    def _make_boxes(self) -> list[_RuleBox]:
        boxes: list[_RuleBox] = []
        if "shapes" in self.kinds:
            boxes.append(self._shapes_box())
        if self.kinds != ("shapes",):
            boxes.append(self._quarto_box())
        return boxes

    @property
    def _boxes_height(self) -> float:
        gaps = (len(self._boxes) - 1) * 3
        return sum(box.height for box in self._boxes) + gaps

    def _draw_boxes(self) -> Iterator[Item]:
        style = self.setting.style
        y = self._box_top
        for box in self._boxes:
            yield RoundBox("box", style.margin, y, style.width, box.height, 1.0, style.pen.cell)
            yield from box.draw(style.margin, y)
            y += box.height + 3

    def _quarto_text(self) -> str:
        words, rules = self.setting.words, self.head.rules
        said = [words["worksheet.rule.line"]]
        if rules.squares:
            said.append(words["worksheet.rule.squares"])
        if rules.features != CORNERS:
            corners = ", ".join(words[f"corner.{one.name}"] for one in rules.features)
            key = "worksheet.rule.counted" + (".one" if len(rules.features) == 1 else "")
            said.append(words[key].format(corners=corners))
        more = dict.fromkeys(_RULES[kind] for kind in self.kinds if kind in _RULES)
        return " ".join([*said, *(words[f"worksheet.rule.{one}"] for one in more)])

    def _quarto_box(self) -> _RuleBox:
        """Four shapes that share a corner, and what a Quarto is."""
        setting, style = self.setting, self.setting.style
        is_above, size = style.large, self._text_size
        side, pitch, gap, pad = next(one for least, one in _FOURS if style.width > least)
        left = _PAD if is_above else _PAD + 3 * pitch + side + gap
        lines = setting.wrapped(self._quarto_text(), style.width - left - _PAD, size)
        is_shown = is_above or style.width > _NARROW or len(lines) <= _FEW
        if not is_shown:
            left, side = _PAD, 0.0
            lines = setting.wrapped(self._quarto_text(), style.width - left - _PAD, size)
        text = (len(lines) - 1) * style.type.leading(size) + size * 0.25
        inner = side + 4 + text if is_above else max(side, text)
        height = inner + 2 * pad

        def draw(x: float, y: float) -> Iterator[Item]:
            top = y + (height - inner) / 2 + (0 if is_above else (inner - side) / 2)
            corner = self.head.rules.features[0]
            for at, shape in enumerate(four_with(corner) if is_shown else ()):
                square = Box(x + _PAD + at * pitch, top, side, side)
                yield shape_path(shape, square.x, square.y, side, style.pen.line(10))
                yield corner_dot(f"{corner.name}-in", square)
            first = top + side + 4 if is_above else y + (height - text) / 2
            yield from setting.set(lines, x + left, first + size * 0.25, size, "text")

        return _RuleBox(height, draw)

    def _shapes_box(self) -> _RuleBox:
        """What out and in are, and what each corner stands for."""
        setting, style = self.setting, self.setting.style
        size, small = self._text_size, style.type.small
        lines = setting.wrapped(setting.words["worksheet.rule.shapes"], style.width - 2 * _PAD, size)
        leading = style.type.leading(size)
        columns = 4 if style.width > 140 and not style.large else 2
        step = (style.width - 2 * _PAD) / columns
        side = 6.0 * style.scale
        rows = 4 // columns
        row = max(side, small * 0.36 + 2 * leading) + 3
        text = len(lines) * leading
        height = 4 + text + 2.5 + rows * row

        def draw(x: float, y: float) -> Iterator[Item]:
            yield from setting.set(lines, x + _PAD, y + 4 + size * 0.25, size, "text")
            for at, corner in enumerate(CORNERS):
                left = x + _PAD + at % columns * step
                top = y + 4 + text + 2 + at // columns * row
                square = Box(left, top, side, side)
                yield shape_path(SHAPES[0], left, top, side, style.pen.line(side))
                yield corner_dot(f"{corner.name}-out", square)
                yield from self._corner_words(corner, left + side + 2, top, size)

        return _RuleBox(height, draw)

    def _corner_words(self, corner: Corner, x: float, y: float, size: int) -> Iterator[Item]:
        setting, words = self.setting, self.setting.words
        small, leading = setting.style.type.small, setting.style.type.leading(size)
        yield setting.text("caption", x, y + small * 0.25, words[f"corner.{corner.name}"], small)
        for at, side in enumerate(("out", "in"), 1):
            said = words[f"shapes.{side}"]
            line = setting.wrapped(f"{said} *{words[f'{side}.{corner.name}']}*", 100, size)
            yield from setting.set(line, x, y + small * 0.25 + at * leading, size, "value")

    # The box with the answers.

    def _answer_columns(self, answers: Sequence[Answer]) -> int:
        """Give how many answers stand side by side: as many as have room."""
        widest = max((self._answer_width(one) for one in answers), default=0)
        room = self.setting.style.width - 2 * _PAD
        columns = next((some for some in (4, 3, 2) if room / some - 6 >= widest), 1)
        return min(columns, max(len(answers), 1))

    def _answer_width(self, answer: Answer) -> float:
        size = self.setting.style.type.task
        number = self.setting.face.width(str(answer.number), size, SEMIBOLD)
        return number + 3 + self.setting.face.width(answer.text, size, REGULAR)

    @property
    def _answer_row(self) -> float:
        return self.setting.style.type.task * 0.58

    def _answers_height(self, answers: Sequence[Answer]) -> float:
        columns = self._answer_columns(answers)
        rows = sum(self._answer_rows(answers, columns))
        return rows * self._answer_row + 5

    def _answer_rows(self, answers: Sequence[Answer], columns: int) -> list[int]:
        """Give the lines of each row of answers; alone in a row one may take several."""
        if columns > 1:
            return [1] * -(-len(answers) // columns)
        return [len(self._answer_lines(one)) for one in answers]

    def _answer_lines(self, answer: Answer) -> list[Line]:
        size = self.setting.style.type.task
        room = self.setting.style.width - 2 * _PAD - self.setting.face.width("00", size, SEMIBOLD) - 3
        return self.setting.wrapped(answer.text, room, size)

    def _draw_answers(self, answers: Sequence[Answer]) -> Iterator[Item]:
        style, size = self.setting.style, self.setting.style.type.task
        y, height = self._box_top, self._boxes_height + self.lack
        yield RoundBox("box", style.margin, y, style.width, height, 1.0, style.pen.cell)
        columns = self._answer_columns(answers)
        rows = self._answer_rows(answers, columns)
        step = (style.width - 2 * _PAD) / columns
        first = y + (height - (sum(rows) - 1) * self._answer_row) / 2 + size * 0.122
        for at, answer in enumerate(answers):
            row, column = divmod(at, columns)
            x = style.margin + _PAD + column * step
            line = first + sum(rows[:row]) * self._answer_row
            if column:
                yield rule("rule", x - 3, line - size * 0.4, x - 3, line + size * 0.16, style.pen.cell)
            number = self.setting.text("answer-number", x, line, str(answer.number), size, SEMIBOLD)
            yield number
            if columns > 1:
                yield self.setting.text("answer", x + number.width + 3, line, answer.text, size)
                continue
            for down, one in enumerate(self._answer_lines(answer)):
                left = x + self.setting.face.width("00", size, SEMIBOLD) + 3
                yield from self.setting.set([one], left, line + down * self._answer_row, size, "answer")

    # The lower edge.

    def _footer(self, page: int, pages: int) -> Iterator[Text]:
        style, words = self.setting.style, self.setting.words
        y = style.paper.height - style.spacing.foot
        small = style.type.small
        said = []
        if self.head.version:
            said.append(words["worksheet.version"].format(name=self.head.version))
        if pages > 1:
            said.append(f"{page}/{pages}")
        if said:
            yield self.setting.text("version", style.margin, y, "   ".join(said), small)
        right = style.margin + style.width
        yield self.setting.text("code", right, y, self.head.code, style.type.text, SEMIBOLD, right=True)


class _RuleBox(NamedTuple):
    """A box with rules in it: its height, and what draws its inside at a place."""

    height: float
    draw: Callable[[float, float], Iterator[Item]]


def four_with(corner: Corner) -> tuple[Shape, ...]:
    """Give four shapes that share one corner folded in, and nothing else.

    >>> [shape.corners for shape in four_with(CORNERS[0])]
    ['iooo', 'iiio', 'iooi', 'iiii']
    """
    first, second, third = (one.value for one in CORNERS if one is not corner)
    numbers = (corner.value, corner.value + first + second, corner.value + third, 15)
    return tuple(SHAPES[number] for number in numbers)
