"""What was judged as the JSON of the record specification, one game at a time."""

from __future__ import annotations

from typing import Any, cast

from printquarto.check.finding import Finding, Verdict, player_of
from printquarto.check.sentence import DanishSentences
from printquarto.games.quarto import Quarto, Rules
from printquarto.notation.record import DANISH, Broken, DanishTurn, Occupant, Record, Turn, Unread

SCHEMA = 1


def game_object(
    game: Record | Broken, verdict: Verdict, rules: Rules, source: str, index: int
) -> dict[str, Any]:
    """Give the object of one game; ``source`` is the name of its file, ``index`` its place there from 1."""
    head = {
        "source": source,
        "index": index,
        "line": game.line,
        "tags": game.tags,
        "rules": rules_object(rules),
    }
    findings = [_finding(finding) for finding in verdict.findings]
    if isinstance(game, Broken):
        return {**head, "turns": [], "result": None, "findings": findings}
    result = {"written": game.written_result, "derived": verdict.derived}
    turns = _danish_turns if game.game == DANISH else _turns
    body: dict[str, Any] = {"turns": turns(game)}
    if game.position is not None:
        body["position"] = [_occupant(occupant) for occupant in game.position]
    return {**head, **body, "result": result, "findings": findings}


def rules_object(rules: Rules) -> dict[str, Any]:
    """Give the object of a set of rules."""
    return {"features": [corner.name for corner in rules.features], "squares": rules.squares}


def _turns(record: Record) -> list[dict[str, Any]]:
    turn, rows = 1, []
    for entry in cast("tuple[Turn, ...]", record.turns):
        rows.append(
            {
                "turn": turn,
                "shape": _occupant(entry.shape),
                "cell": str(entry.cell) if entry.cell is not None else None,
                "player": player_of(turn),
                "call": entry.call,
                "alignment": entry.shown_text,
            }
        )
        turn += entry.is_drawn
    return rows


def _danish_turns(record: Record) -> list[dict[str, Any]]:
    return [
        {
            "turn": turn,
            "move": entry.move_text,
            "captured": entry.captured.name if entry.captured is not None else None,
            "player": DanishSentences.roles[(turn + 1) % 2],
        }
        for turn, entry in enumerate(cast("tuple[DanishTurn, ...]", record.turns), 1)
    ]


def _occupant(occupant: Occupant) -> str | None:
    if isinstance(occupant, Unread):
        return occupant.value
    return occupant.corners if occupant is not None else None


def _finding(finding: Finding) -> dict[str, Any]:
    row: dict[str, Any] = {
        "code": finding.code,
        "severity": finding.severity,
        "turn": finding.turn,
        "player": finding.player,
    }
    if finding.outcome is not None:
        row["outcome"] = finding.outcome
    if finding.code == "syntax" and finding.span is not None:
        row["line"], row["column"] = finding.span.line, finding.span.column
    row["alignments"] = [alignment_object(quarto) for quarto in finding.quartos]
    row["message"] = finding.message
    return row


def alignment_object(quarto: Quarto) -> dict[str, Any]:
    """Give the object of a Quarto: its cells and the corners that they share."""
    return {"cells": [cell.name for cell in quarto.alignment.cells], "shared": list(quarto.shared)}
