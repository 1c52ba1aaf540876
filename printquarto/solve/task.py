"""What the solver is asked about: a position from a record, or from one typed as sixteen cells.

Knows what makes a position impossible or a game over, and says each in one sentence; searches nothing.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from printquarto.errors import InputError, OptionError
from printquarto.games.board import CELLS, Cell
from printquarto.games.quarto import FULL_BOARD, Position, Rules, State
from printquarto.games.shape import Shape
from printquarto.notation.diagnostic import printable
from printquarto.notation.record import Record, Turn, Unread
from printquarto.notation.shapes import read_shape

_IN_HAND = "The player with the shape in hand"
_HANDING_OVER = "The player who hands over"
_CHECK = "Put the record right; printquarto check says more."


class Task(NamedTuple):
    """A position to solve. ``given`` is the shape in hand, None before one is handed over.

    ``turn`` is the turn about to be drawn, None where only a position is known. ``player`` is what the player
    is called whose value is asked for, and ``opponent`` the other one.
    """

    position: Position
    given: Shape | None
    rules: Rules
    turn: int | None = None
    player: str = _IN_HAND
    opponent: str = "the opponent"


def task_of(record: Record, rules: Rules, turn: int | None = None, given: Shape | None = None) -> Task:
    """Give what is to be solved: a position, or a game before a turn, or after its last one.

    ``given`` stands for the shape that the record names. Raises InputError for a position that cannot be or
    in which nothing is left to do, OptionError for a turn that the game does not have.
    """
    if record.position is not None:
        if turn is not None:
            raise OptionError("--turn is for a game with turns, not for a position; leave it out.")
        task = _of_position(record, rules, given)
    else:
        task = _of_turns(record, rules, turn, given)
    if task.given is not None:
        _check_given(task.position, task.given)
    return task


def _of_position(record: Record, rules: Rules, given: Shape | None) -> Task:
    position = Position()
    where: dict[Shape, Cell] = {}
    for cell, occupant in zip(CELLS, record.position or (), strict=True):
        if isinstance(occupant, Unread):
            raise InputError(f"The shape on {cell} could not be read, so nobody can say what is left.")
        if occupant is None:
            continue
        if occupant in where:
            raise InputError(
                f"The shape {occupant} stands on both {where[occupant]} and {cell}, but there is only one."
            )
        where[occupant] = cell
        position = position.place(occupant, cell)
    quartos = position.quartos(rules)
    if quartos:
        raise InputError(
            f"There is a Quarto on the board already, in {quartos[0].alignment.words}: the game is over."
        )
    if position.filled == FULL_BOARD:
        raise InputError("All sixteen cells are filled and there is no Quarto: the game is over, a draw.")
    if given is None and "Given" in record.tags:
        given = read_shape(record.tags["Given"])
    return Task(position, given, rules, player=_HANDING_OVER if given is None else _IN_HAND)


def _check_given(position: Position, given: Shape) -> None:
    for cell in CELLS:
        if position.codes[cell.index] == given.code:
            raise InputError(f"The shape in hand, {given}, already stands on {cell}.")


def _of_turns(record: Record, rules: Rules, turn: int | None, given: Shape | None) -> Task:
    """Play a game up to a turn, or to its end."""
    entries = cast("tuple[Turn, ...]", record.turns)
    drawn = [entry for entry in entries if entry.is_drawn]
    in_hand = [*drawn, *(entry for entry in entries[-1:] if not entry.is_drawn and not entry.call)]
    if turn is not None and not 1 <= turn <= len(in_hand):
        turns = f"1 to {len(in_hand)}" if len(in_hand) > 1 else "1"
        raise OptionError(f"--turn can be {turns} in this game, not {turn}.")
    before = turn - 1 if turn is not None else len(drawn)
    state = State()
    for entry in entries:
        if entry.is_drawn and state.turns == before:
            break
        if entry.is_drawn:
            state = _drawn(state, entry, rules)
        if state.live and (entry.call or state.turns == before):
            where = state.live[0].alignment.words
            raise InputError(
                f"Turn {state.turns} made a Quarto in {where}: who calls it wins, and nothing is left to "
                "solve. Ask about another turn with --turn."
            )
    if state.is_full:
        raise InputError(
            "All sixteen cells are filled: the game is over. Ask about a turn of it with --turn."
        )
    if given is None and before < len(in_hand):
        given = _shape_of(in_hand[before], before + 1)
    drawer, giver = (_name(record, role) for role in _roles(before + 1))
    player, opponent = (giver, drawer) if given is None else (drawer, giver)
    return Task(state.position, given, rules, before + 1, player, opponent)


def _drawn(state: State, entry: Turn, rules: Rules) -> State:
    """Give the state after a turn. Raises InputError where it cannot have been drawn."""
    turn = state.turns + 1
    shape, cell = _shape_of(entry, turn), entry.cell
    if not isinstance(cell, Cell):
        raise InputError(f"The cell of turn {turn} could not be read, so the position is not known.")
    if state.used >> shape.number & 1:
        raise InputError(f"The shape of turn {turn}, {shape}, had been drawn before. {_CHECK}")
    if not state.position.is_free(cell):
        raise InputError(f"The cell of turn {turn}, {cell}, was filled already. {_CHECK}")
    return state.draw(shape, cell, rules)


def _shape_of(entry: Turn, turn: int) -> Shape:
    if not isinstance(entry.shape, Shape):
        raise InputError(f"The shape of turn {turn} could not be read, so nobody can say what is left.")
    return entry.shape


def _roles(turn: int) -> tuple[str, str]:
    """Give who draws a turn and who hands over its shape."""
    return ("First", "Second") if turn % 2 else ("Second", "First")


def _name(record: Record, role: str) -> str:
    return printable(record.tags.get(role, "").strip()) or role
