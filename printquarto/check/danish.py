"""Judge a game of Danish Quarto: how its record and the rules differ.

Only the first fault of a turn is told, in the order of the Danish Quarto specification, section "Findings".
"""

from __future__ import annotations

from typing import NamedTuple

from printquarto.check.course import Course
from printquarto.check.sentence import DanishSentences
from printquarto.games.danish import BLACK, WHITE, Move, Point, State, points_of
from printquarto.notation.record import DanishTurn, Record

_START = State()


class _Fault(NamedTuple):
    """What is wrong with a turn: its code, a sentence, and the points to mark."""

    code: str
    message: str
    points: tuple[Point, ...] = ()


class DanishCourse(Course):
    """A game of Danish Quarto. ``states`` holds the state before each turn, and last the one that stands."""

    sentences = DanishSentences

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.states = [_START]

    @property
    def state(self) -> State:
        """The state before the next turn."""
        return self.states[-1]

    def next_turn(self) -> int:
        """Give the number of the next turn, White's being odd."""
        return len(self.states)

    def is_over(self) -> bool:
        """Say whether a player has three men left, or a position was there for the third time."""
        return self.state.result is not None

    def why_over(self, turn: int) -> str:
        """Say which of the two it was."""
        return str(self.say.over(turn, self.state.result))

    def close(self) -> None:
        """Compare the results."""
        self.compare_result(is_won=self.is_over())

    def derived(self) -> str:
        """Give the result by the rules, else ``*``."""
        return self.state.result or "*"

    def board(self, turn: int) -> dict[str, str]:
        """Give ``W`` and ``B`` for each man after a turn."""
        state = self.states[min(turn, len(self.states) - 1)]
        letters = ((WHITE, "W"), (BLACK, "B"))
        return {point.name: letter for player, letter in letters for point in points_of(state.men[player])}

    def judge_entry(self, entry: DanishTurn, turn: int) -> None:
        """Carry a turn out where it has no fault; a faulty capture alone takes nothing."""
        state = self.state
        fault = self._fault(entry, turn)
        if fault is not None:
            self._tell(fault, entry, turn)
            self.states.append(state.skip())
            return
        bare = Move(entry.origin, entry.target)
        done = state.after(bare)
        has_made = entry.target is not None and done.has_made(entry.target, state.player)
        if entry.captured is None:
            prey = done.prey(done.player) if has_made else []
            if prey:
                self.find(
                    "declined-capture",
                    turn,
                    self._role(turn),
                    self.say.declined_capture(turn, prey),
                    entry,
                    *prey,
                )
            self.states.append(done)
            return
        fault = self._capture_fault(done, has_made, entry.captured, turn)
        if fault is not None:
            self._tell(fault, entry, turn)
            self.states.append(done)
        else:
            self.states.append(state.after(bare._replace(captured=entry.captured)))

    def _role(self, turn: int) -> str:
        return str(self.say.drawer_role(turn))

    def _tell(self, fault: _Fault, entry: DanishTurn, turn: int) -> None:
        self.find(fault.code, turn, self._role(turn), fault.message, entry, *fault.points)

    def _fault(self, entry: DanishTurn, turn: int) -> _Fault | None:
        """Find the first fault in a placing, a move or a pass, its capture left aside."""
        state, origin, target = self.state, entry.origin, entry.target
        if target is None:
            may_pass = not state.is_placing and not state.can_move()
            return (
                None
                if may_pass
                else _Fault("pass-not-allowed", self.say.pass_not_allowed(turn, state.is_placing))
            )
        if state.is_placing == (origin is not None):
            return _Fault("wrong-phase", self.say.wrong_phase(turn, state.is_placing))
        own = state.men[state.player]
        if origin is not None and not own & origin.bit:
            return _Fault("not-your-man", self.say.not_your_man(turn, origin), (origin,))
        if not state.empty & target.bit:
            is_own = bool(own & target.bit)
            return _Fault("point-occupied", self.say.point_occupied(turn, target, is_own), (target,))
        if origin is not None and not state.is_joined(origin, target):
            return _Fault("not-adjacent", self.say.not_adjacent(turn, origin, target), (origin, target))
        return None

    def _capture_fault(self, done: State, has_made: bool, captured: Point, turn: int) -> _Fault | None:
        """Find the first fault in a capture; ``done`` is the state with the man placed or moved."""
        if not has_made:
            return _Fault("no-quadrate", self.say.no_quadrate(turn, captured), (captured,))
        enemy = done.player
        if not done.men[enemy] & captured.bit:
            return _Fault("not-an-enemy", self.say.not_an_enemy(turn, captured), (captured,))
        if not done.can_be_taken(captured, enemy):
            return _Fault("protected-man", self.say.protected_man(turn, captured), (captured,))
        return None
