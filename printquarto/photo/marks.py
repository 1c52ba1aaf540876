"""All fields of a page that are marked or not: rounds, arrows and boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printquarto.photo.arrows import read_arrows
from printquarto.photo.boxes import read_boxes
from printquarto.photo.reading import Evidence
from printquarto.photo.rounds import Rounds

if TYPE_CHECKING:
    from printquarto.photo.align import Aligned
    from printquarto.photo.chart import Chart
    from printquarto.photo.ink import InkMap


def read_marks(ink: InkMap, chart: Chart, aligned: Aligned) -> dict[int, Evidence]:
    """Read all fields of a chart that are marked or not, by their place in ``chart.fields``."""
    return {
        **Rounds(ink, chart, aligned).evidence(),
        **read_arrows(ink, chart, aligned),
        **read_boxes(ink, chart, aligned),
    }
