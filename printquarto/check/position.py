"""Judge a final position, which says what stands on the board but not how it came there."""

from __future__ import annotations

from printquarto.check import sentence
from printquarto.check.finding import Finding, Verdict
from printquarto.games.board import CELLS, Cell
from printquarto.games.quarto import Position, Quarto, Rules
from printquarto.games.shape import Shape
from printquarto.notation.record import UNREAD, Record
from printquarto.notation.shapes import read_shape


def judge_position(record: Record, rules: Rules) -> Verdict:
    """Find the shapes that stand twice, the Quartos on the board, and whether one of them was missed."""
    board: dict[str, str] = {}
    position = Position()
    findings: list[Finding] = []
    standing: dict[Shape, list[Cell]] = {}
    for cell, occupant, span in zip(CELLS, record.position or (), record.spans or (None,) * 16, strict=True):
        if occupant is None:
            continue
        board[cell.name] = str(occupant)
        if occupant is UNREAD:
            message = sentence.position_unread(cell)
            findings.append(Finding("unread", None, None, message, span=span, cells=(cell,)))
        shape = occupant if isinstance(occupant, Shape) else None
        position = position.place(shape, cell)
        if shape is not None:
            cells = standing.setdefault(shape, [])
            cells.append(cell)
            if len(cells) > 1:
                message = sentence.position_reused(shape.corners, cells)
                findings.append(Finding("shape-reused", None, None, message, span=span, cells=tuple(cells)))
    findings += _given(record, standing)
    findings += _quartos(position.quartos(rules))
    return Verdict(findings, None, lambda _: board)


def _given(record: Record, standing: dict[Shape, list[Cell]]) -> list[Finding]:
    if "Given" not in record.tags:
        return []
    shape = read_shape(record.tags["Given"])
    if shape not in standing:
        return []
    cell = standing[shape][0]
    return [Finding("shape-reused", None, None, sentence.given_reused(shape.corners, cell), cells=(cell,))]


def _quartos(quartos: tuple[Quarto, ...]) -> list[Finding]:
    """``quarto-on-board`` for each, and ``missed-quarto`` where no single cell lies on all of them."""
    findings = [
        Finding(
            "quarto-on-board",
            None,
            None,
            sentence.quarto_on_board(quarto),
            (quarto,),
            cells=quarto.alignment.cells,
        )
        for quarto in quartos
    ]
    common = set(CELLS).intersection(*(quarto.alignment.cells for quarto in quartos))
    if quartos and not common:
        cells = tuple(cell for quarto in quartos for cell in quarto.alignment.cells)
        message = sentence.position_missed()
        findings.append(Finding("missed-quarto", None, None, message, quartos, "lapsed", cells=cells))
    return findings
