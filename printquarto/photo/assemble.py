"""Put a sheet's reading together: its fields decoded, its record, its problems. Knows no pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printquarto.photo.chart import Chart
from printquarto.photo.decode import FieldKey, decode
from printquarto.photo.reading import SURE, UNSURE, Evidence, Problem, SheetReading, Value
from printquarto.photo.transcript import record_text, transcripts


def assemble(
    source: str,
    page: int,
    chart: Chart,
    evidence: Sequence[Evidence],
    code: str | None = None,
    ms: int = 0,
    problems: Sequence[Problem] = (),
    answers: Mapping[FieldKey, Value] | None = None,
) -> SheetReading:
    """Give the reading of a sheet from what its ink says and what a person answered.

    ``problems`` are those of the picture; those of the record follow them.
    """
    fields = decode(evidence, chart, answers)
    found = transcripts(fields)
    return SheetReading(
        source,
        page,
        SURE if all(field.status == SURE for field in fields) else UNSURE,
        chart.template,
        chart.paper,
        code,
        ms,
        fields,
        record_text(found),
        (*problems, *(problem for one in found for problem in one.problems)),
    )
