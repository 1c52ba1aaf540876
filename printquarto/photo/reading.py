"""What was read from a sheet: each field's value, how sure it is, what else it may be. Knows no pixels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Value = str | bool
"""A shape by its corners as ``oiio`` or ``""`` for none; true or false for an arrow, a cross, a bubble."""

SURE, UNSURE, REFUSED = "sure", "unsure", "refused"
BY_INK, BY_RULE, BY_ANSWER = "ink", "rule", "answer"

SURE_FROM = 0.99
"""The confidence from which a field is said to be sure."""

REASONS = ("faint", "two-marks", "covered", "outside", "struck", "unclear")
"""Why a field is unsure: too little ink, ink for two values, no sight of it, cut off, a line across,
anything else."""


class Evidence(NamedTuple):
    """What the ink of one field says, before any rule of the game.

    ``chances`` gives each value that the ink allows its calibrated probability; they sum to 1. A field with a
    ``reason`` is unsure whatever its chances are. ``ink`` tells whether anybody wrote there at all.
    """

    board: int
    id: str
    chances: Mapping[Value, float]
    reason: str | None = None
    ink: bool = False

    @property
    def best(self) -> Value:
        """The likeliest value; of equals the first."""
        return max(self.chances, key=lambda value: self.chances[value])


class Alternative(NamedTuple):
    """A value that an unsure field may have."""

    value: Value
    confidence: float


class FieldReading(NamedTuple):
    """One field as it was read; ``value`` is None where it is unsure.

    ``overruled`` is what the ink says where a person answered otherwise.
    """

    board: int
    id: str
    value: Value | None
    confidence: float
    status: str
    decided_by: str = BY_INK
    reason: str | None = None
    alternatives: tuple[Alternative, ...] = ()
    overruled: Value | None = None

    def as_json(self) -> dict[str, Any]:
        """Give the field as the reading's JSON has it."""
        known: dict[str, Any] = {
            "board": self.board,
            "id": self.id,
            "value": self.value,
            "confidence": round(self.confidence, 4),
            "status": self.status,
            "decided_by": self.decided_by,
        }
        if self.reason is not None:
            known["reason"] = self.reason
        known["alternatives"] = [
            {"value": one.value, "confidence": round(one.confidence, 4)} for one in self.alternatives
        ]
        return known


class Problem(NamedTuple):
    """Something about the picture or the sheet that a person should know, and what to do about it."""

    code: str
    message: str

    def as_json(self) -> dict[str, str]:
        """Give the problem as the reading's JSON has it."""
        return {"code": self.code, "message": self.message}


class SheetReading(NamedTuple):
    """One sheet of one picture. A refused one has no fields; ``problems`` says why."""

    source: str
    page: int
    status: str
    template: str | None = None
    paper: str | None = None
    code: str | None = None
    ms: int = 0
    fields: tuple[FieldReading, ...] = ()
    record: str | None = None
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the sheet as the reading's JSON has it."""
        return {
            "source": self.source,
            "page": self.page,
            "status": self.status,
            "template": self.template,
            "paper": self.paper,
            "code": self.code,
            "ms": self.ms,
            "fields": [field.as_json() for field in self.fields],
            "record": self.record,
            "problems": [problem.as_json() for problem in self.problems],
        }
