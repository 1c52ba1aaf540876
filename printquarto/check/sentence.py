"""The sentences of the check, in a player's words. Knows what to say of a fault, not how it is found."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import ClassVar

from printquarto.check.finding import PLAYERS
from printquarto.games.board import Cell
from printquarto.games.danish import Point
from printquarto.games.quarto import Quarto
from printquarto.games.shape import CORNER_BY_NAME
from printquarto.notation.diagnostic import printable
from printquarto.notation.record import Turn


def joined(parts: Iterable[str], word: str = "and") -> str:
    """Join words as in a list.

    >>> joined(["a1", "b2", "c3"]), joined(["a1", "b2"], "or")
    ('a1, b2 and c3', 'a1 or b2')
    """
    words = list(parts)
    return f" {word} ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def describe(quartos: tuple[Quarto, ...]) -> str:
    """Say where Quartos are and what their shapes share, as ``column c, all bottom left corners out``."""
    return "; ".join([_describe_one(quarto) for quarto in quartos])


@functools.cache
def _describe_one(quarto: Quarto) -> str:
    parts = []
    for name in quarto.shared:
        corner, side = name.split("-")
        parts.append(f"all {CORNER_BY_NAME[corner].words} corners {side}")
    return f"{quarto.alignment.words}, {joined(parts)}"


class Sentences:
    """The sentences that all games share, with the names of the two players.

    ``roles`` are what the players are called in findings; the tags of the same names hold their own.
    """

    roles: ClassVar[tuple[str, str]]

    def __init__(self, tags: dict[str, str]) -> None:
        self.names: dict[str, str] = {}
        for role in self.roles:
            name = tags.get(role.title(), "").strip()
            self.names[role] = printable(name) if name else role.title()

    def drawer_role(self, turn: int) -> str:
        """Give the role of the one whose turn it is."""
        return self.roles[(turn + 1) % 2]

    def drawer(self, turn: int) -> str:
        """Name the one whose turn it is."""
        return self.names[self.roles[(turn + 1) % 2]]

    def giver(self, turn: int) -> str:
        """Name the other one, who in Quarto hands over the shape."""
        return self.names[self.roles[turn % 2]]

    def wrong_result(self, written: str, derived: str) -> str:
        """Say what is written and what follows from the turns."""
        return f"The result written is {self._result(written)}; the turns give {self._result(derived)}."

    def _result(self, result: str) -> str:
        one, other = self.names.values()
        words = {"1-0": f"{one} won", "0-1": f"{other} won", "1/2-1/2": "a draw", "*": "not finished"}
        return f"{result}, {words[result]}"


class QuartoSentences(Sentences):
    """The sentences about a game of Quarto."""

    roles = PLAYERS

    def missed_quarto(self, turn: int, quartos: tuple[Quarto, ...], outcome: str) -> str:
        """Say that a Quarto was made and not called, and what became of it."""
        match outcome:
            case "lapsed":
                end = f"it lapsed with turn {turn + 1}"
            case "claimed":
                end = f"{self.giver(turn)} called it at turn {turn + 1} and wins"
            case "unclear":
                end = "what became of it is not clear yet"
            case _:
                end = "the record ends there"
        made = f"{self.drawer(turn)} made a Quarto with turn {turn} ({describe(quartos)})"
        return f"{made} and did not call it; {end}."

    def false_call(self, turn: int) -> str:
        """Say that there was nothing to call."""
        return f"{self.drawer(turn)} called Quarto at turn {turn}, but there is none on the board."

    def late_call(self, turn: int, quartos: tuple[Quarto, ...]) -> str:
        """Say that what was called had lapsed."""
        where = joined(quarto.alignment.words for quarto in quartos)
        called = f"{self.drawer(turn)} called Quarto at turn {turn}"
        return f"{called}, but too late: what stands in {where} has lapsed."

    def shape_reused(self, turn: int, shape: str, earlier: int, cell: Cell | None) -> str:
        """Say when the shape was drawn before."""
        place = f", on {cell}" if cell is not None else ""
        return (
            f"{self.giver(turn)} handed over {shape} for turn {turn}, "
            f"but it was already drawn at turn {earlier}{place}."
        )

    def cell_occupied(self, turn: int, cell: Cell, shape: str, earlier: int) -> str:
        """Say what stands in the cell."""
        there = shape if shape != "?" else "a shape that could not be read"
        drew = f"{self.drawer(turn)} drew on {cell} at turn {turn}"
        return f"{drew}, but {there} has stood there since turn {earlier}."

    def move_after_end(self, turn: int, caller: str | None) -> str:
        """Say why the game was over."""
        why = f"{self.names[caller]} had called a Quarto" if caller else "all sixteen cells were filled"
        return f"The game was over before turn {turn}, as {why}; nothing from here on is judged."

    def wrong_alignment(self, turn: int, shown: str, quartos: tuple[Quarto, ...]) -> str:
        """Say which alignment would have been right."""
        return (
            f"{self.drawer(turn)} called rightly at turn {turn} but showed {shown}; "
            f"the Quarto is {describe(quartos)}. The call stands."
        )

    def implied_call(self, turn: int, caller: str, quartos: tuple[Quarto, ...]) -> str:
        """Say who is taken to have called."""
        return (
            f"No call is written, but the result says that {self.names[caller]} won: taken as a call of the "
            f"Quarto made with turn {turn} ({describe(quartos)})."
        )

    def turn_number(self, turn: int, written: int) -> str:
        """Say which turn it is."""
        return f"This is turn {turn}, but the number written is {written}."

    def gift_differs(self, turn: int, drawn: str, called: str) -> str:
        """Say which shape the call named."""
        return f"{self.drawer(turn)} drew {drawn} at turn {turn}, but the call before it names {called}."

    def unread(self, turn: int, entry: Turn) -> str:
        """Say what could not be read."""
        parts = [name for name, value in (("shape", entry.shape), ("cell", entry.cell)) if str(value) == "?"]
        return f"The {joined(parts)} of turn {turn} could not be read."

    def missed_win(self, turn: int, shape: str, cells: Iterable[Cell], quartos: tuple[Quarto, ...]) -> str:
        """Say where a Quarto could have been made."""
        where = joined((cell.name for cell in cells), "or")
        could = f"{self.drawer(turn)} could have made a Quarto with {shape} at turn {turn}"
        return f"{could} on {where} ({describe(quartos)})."

    def losing_gift(self, turn: int, shape: str, safe: Iterable[str]) -> str:
        """Say what should have been handed over."""
        others = list(safe)
        named = joined(others, "or") if len(others) < 4 else f"{others[0]}, say,"
        return (
            f"{self.giver(turn)} handed over {shape} for turn {turn}, with which {self.drawer(turn)} "
            f"can make a Quarto at once; {named} would have been safe."
        )

    def losing_drawing(
        self, turn: int, values: tuple[str, str], played: tuple[str, Cell], better: str
    ) -> str:
        """Say how else a turn should have been drawn; ``values`` are those before and after it."""
        shape, cell = played
        was, now = values
        return f"{self._had(turn, was)}: {better}. With {shape} on {cell}, {self._comes_to(turn, now)}."

    def losing_hand_over(self, turn: int, values: tuple[str, str], given: str, better: Iterable[str]) -> str:
        """Say what should have been handed over after a turn."""
        was, now = values
        kept = joined(better, "or")
        return (
            f"{self._had(turn, was)}, had {kept} been handed over. With {given}, {self._comes_to(turn, now)}."
        )

    def better_drawing(self, shape: str, cell: Cell, gifts: Iterable[str]) -> str:
        """Say what would have been better: a drawing, and what to hand over behind it if it is no Quarto."""
        then = joined(gifts, "or")
        return f"{shape} on {cell}, then handing over {then}" if then else f"{shape} on {cell} makes a Quarto"

    def _had(self, turn: int, value: str) -> str:
        return (
            f"{self.drawer(turn)} {'had a win' if value == 'win' else 'could hold the draw'} at turn {turn}"
        )

    def _comes_to(self, turn: int, value: str) -> str:
        return "best play is a draw" if value == "draw" else f"{self.giver(turn)} wins with best play"


class DanishSentences(Sentences):
    """The sentences about a game of Danish Quarto."""

    roles = ("white", "black")

    def over(self, turn: int, result: str) -> str:
        """Say why the game was over."""
        if result == "1/2-1/2":
            why = "the same position had come up for the third time"
        else:
            loser = list(self.names.values())[0 if result == "0-1" else 1]
            why = f"{loser} had three men left"
        return f"The game was over before turn {turn}, as {why}; nothing from here on is judged."

    def wrong_phase(self, turn: int, is_placing: bool) -> str:
        """Say what was to be done instead."""
        if is_placing:
            return f"{self.drawer(turn)} moved a man at turn {turn}, but still had men to place."
        return f"{self.drawer(turn)} placed a man at turn {turn}, but had placed all twelve."

    def point_occupied(self, turn: int, point: Point, is_own: bool) -> str:
        """Say whose man stands there."""
        there = "a man of the same player" if is_own else "an enemy man"
        return f"{self.drawer(turn)} went to {point} at turn {turn}, but {there} stands there."

    def not_your_man(self, turn: int, point: Point) -> str:
        """Say that nothing can move from there."""
        return f"{self.drawer(turn)} moved from {point} at turn {turn}, but has no man there."

    def not_adjacent(self, turn: int, origin: Point, target: Point) -> str:
        """Say that no line joins the points."""
        went = f"{self.drawer(turn)} moved from {origin} to {target} at turn {turn}"
        return f"{went}, but no line joins them, and only who has exactly four men may fly."

    def no_quadrate(self, turn: int, captured: Point) -> str:
        """Say that nothing allowed the capture."""
        return f"{self.drawer(turn)} took {captured} at turn {turn}, but made no quadrate that counts."

    def not_an_enemy(self, turn: int, captured: Point) -> str:
        """Say that there was nobody to take."""
        return f"{self.drawer(turn)} took {captured} at turn {turn}, but no enemy man stands there."

    def protected_man(self, turn: int, captured: Point) -> str:
        """Say what protects the man."""
        return f"{self.drawer(turn)} took {captured} at turn {turn}, but that man is a corner of a quadrate."

    def pass_not_allowed(self, turn: int, is_placing: bool) -> str:
        """Say what was to be done instead."""
        instead = "still had men to place" if is_placing else "could move"
        return f"{self.drawer(turn)} passed at turn {turn}, but {instead}."

    def declined_capture(self, turn: int, prey: Iterable[Point]) -> str:
        """Say who could have been taken."""
        could = joined((point.name for point in prey), "or")
        return f"{self.drawer(turn)} made a quadrate with turn {turn} and could have taken {could}."


def position_reused(shape: str, cells: list[Cell]) -> str:
    """Say that a shape stands in several cells."""
    return f"The shape {shape} stands on the board more than once: on {joined(cell.name for cell in cells)}."


def given_reused(shape: str, cell: Cell) -> str:
    """Say that the shape in hand is on the board already."""
    return f"The shape in hand, {shape}, already stands on {cell}."


def quarto_on_board(quarto: Quarto) -> str:
    """Say that a Quarto stands there."""
    return f"There is a Quarto in {describe((quarto,))}."


def position_missed() -> str:
    """Say why one of the Quartos must have been missed."""
    return "No single cell lies on all the Quartos on the board, so one of them was made and missed."


def position_unread(cell: Cell) -> str:
    """Say which shape could not be read."""
    return f"The shape on {cell} could not be read."


def strip_differs(turn: int, said: str, drawn: str, cell: Cell | None) -> str:
    """Say what the strip says and what was drawn; ``cell`` is None where it is not known."""
    return f"The strip says {said} for turn {turn}, but {drawn} was drawn{_on(cell)}."


def _on(cell: Cell | None) -> str:
    return f" on {cell}" if cell is not None else ""


def strip_skipped(turn: int, box: int, drawn: str, cell: Cell) -> str:
    """Say that the box of a turn is empty, though its shape was drawn."""
    untold = f"{drawn} on {cell}, of which no box tells"
    return f"Box {box} of the strip is empty; {untold}, is taken to be turn {turn}."


def strip_gap(turn: int, box: int, empty: int) -> str:
    """Say that boxes before one with ink are empty, and that no shape is left for them."""
    before = f"box {box - 1} of the strip is" if empty == 1 else f"boxes {box - empty} to {box - 1} are"
    return f"Turn {turn} is written in box {box}, though {before} empty."


def strip_twice(said: str, turns: Iterable[int]) -> str:
    """Say that boxes say the same shape, and not all of them can be right."""
    return f"The strip says {said} for turns {joined(map(str, turns))}, but the board shows it less often."


def strip_odd(turn: int, drawn: str, cell: Cell) -> str:
    """Say that a box does not say one shape, though it has ink."""
    return f"The box of turn {turn} in the strip says no shape that there is; {drawn} was drawn on {cell}."


def drawn_turned(turn: int, said: str, drawn: str, cell: Cell | None) -> str:
    """Say that the shape in hand was drawn turned round."""
    return (
        f"The shape handed over for turn {turn} was {said}, but it was drawn turned round{_on(cell)}, "
        f"as {drawn}."
    )


def tray_drawn(shape: str, cells: Iterable[Cell], missing: list[str]) -> str:
    """Say which marks of the tray are missing for a shape that was drawn."""
    where = joined(cell.name for cell in cells)
    return f"{shape} stands on {where}, but its {joined(missing)} in the tray {_are(missing)} not marked."


def _are(things: list[str]) -> str:
    return "is" if len(things) == 1 else "are"


def tray_given(turn: int, shape: str) -> str:
    """Say that the arrow of a last shape is missing."""
    return f"{shape} was handed over for turn {turn}, but its arrow in the tray is not completed."


def tray_not_drawn(shape: str, marks: list[str]) -> str:
    """Say which marks of the tray were made for a shape that stands nowhere."""
    made = f"The {joined(marks)} of {shape} in the tray {_are(marks)} marked"
    return f"{made}, but {shape} stands nowhere on the board."


def tray_unused(what: str) -> str:
    """Say once that the tray, or half of it, was left as it was printed."""
    return f"{what}, though shapes were drawn."
