"""Marks of a kind for which a record has no ``?``: calls, results, a rule. What they may be where unsure.

Knows no ink, and judges nothing: it says which ways to judge there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product

from printquarto.photo.chart import RESULT_ROUNDS, SQUARES_ROUND
from printquarto.photo.reading import FieldReading
from printquarto.photo.sheet_fields import BoardFields

_MOST_SHAPING = 3
"""Unsure claims that are tried together, where the turns of the record hang on them."""

Choices = Mapping[str, bool]
"""For names of marks what they are taken to be."""


class OpenMarks:
    """The unsure marks of one board.

    ``played`` are the boxes that are turns, and ``drawn`` those whose shape surely stands on the board: a
    claim there changes no turn. ``shaping`` are the claims on which it hangs what turns there are, ``calls``
    all the others. ``uncertain_from`` is the first box behind which nothing can be said, as there are too
    many of the former; None where there is none. A speck in the box of a turn that nobody came to is no call.
    """

    def __init__(
        self, fields: Iterable[FieldReading], played: Collection[int], drawn: Collection[int]
    ) -> None:
        self.fields = list(fields)
        board = BoardFields(self.fields)
        last = max((box.turn for box in board.boxes if box.is_filled or box.turn in played), default=0)
        self.calls: list[tuple[int, str]] = []
        self.shaping: list[str] = []
        for box in board.boxes:
            if box.turn > last + 1:
                break
            if box.call is None:
                self.calls.append((box.turn, "call"))
            if box.claim is None and box.turn in drawn:
                self.calls.append((box.turn, "claim"))
            elif box.claim is None:
                self.shaping.append(f"turn.{box.turn}.claim")
        self.ends = [name for name in RESULT_ROUNDS if name in board.fields and board.mark(name) is None]
        self.has_squares = SQUARES_ROUND in board.fields and board.mark(SQUARES_ROUND) is None
        self.sure_ends = [name for name in RESULT_ROUNDS if board.mark(name)]
        self.uncertain_from: int | None = None
        if len(self.shaping) > _MOST_SHAPING:
            self.uncertain_from = int(self.shaping[0].split(".")[1])
            self.shaping = []

    def __bool__(self) -> bool:
        return bool(
            self.calls or self.shaping or self.ends or self.has_squares or self.uncertain_from is not None
        )

    def results(self) -> set[str | None]:
        """Give the results that may be written: that of the one round that is filled."""
        found: set[str | None] = set()
        for values in product((False, True), repeat=len(self.ends)):
            filled = [
                *self.sure_ends,
                *(name for name, is_made in zip(self.ends, values, strict=True) if is_made),
            ]
            found.add(RESULT_ROUNDS[filled[0]] if len(filled) == 1 else None)
        return found

    def starts(self) -> Iterator[Choices]:
        """Give the ways in which rules and turns may be, without any open call."""
        names = [*self.shaping, *([SQUARES_ROUND] if self.has_squares else ())]
        for values in product((False, True), repeat=len(names)):
            yield dict(zip(names, values, strict=True))

    def calls_at(self, turns: Collection[int], turn_of: Mapping[int, int]) -> Iterator[str]:
        """Give the open calls that may have ended the game, as a Quarto may be live there.

        ``turns`` are those that made one, ``turn_of`` has the turn of each box. The first call that counts
        ends the game, so they need not be tried together.
        """
        for box, kind in self.calls:
            turn = turn_of.get(box, box)
            if (turn if kind == "call" else turn - 1) in turns:
                yield f"turn.{box}.{kind}"

    def settled(self, choices: Choices) -> list[FieldReading]:
        """Give the fields with each open mark as chosen, and not made where nothing is chosen for it."""
        names = {f"turn.{box}.{kind}" for box, kind in self.calls} | {*self.shaping, *self.ends}
        if self.has_squares:
            names.add(SQUARES_ROUND)
        return [
            field._replace(value=choices.get(field.id, False)) if field.id in names else field
            for field in self.fields
        ]
