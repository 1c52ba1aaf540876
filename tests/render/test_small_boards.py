"""The travel sheet and the pocket booklet have the measures of the design, read from the finished PDF."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from printquarto.render.pdf import pdf_bytes


def page_of(scene_of: Any, read_pdf: Any, name: str, paper: str) -> list[Any]:
    """Print a sheet and give what stands on its only page."""
    (page,) = read_pdf(pdf_bytes(scene_of(name, paper)))
    return list(page)


def near(*lengths: float) -> list[Any]:
    """Give lengths that others may differ from by a hundredth."""
    return [pytest.approx(length, abs=0.01) for length in lengths]


def boxes_of(lines: list[Any]) -> list[tuple[float, float, float, float]]:
    """Give left, top, width and height of each line's points."""
    found = []
    for line in lines:
        xs, ys = zip(*(point for run in line[1] for point in run), strict=True)
        found.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return found


def lines_of(page: list[Any], width: float, *, closed: bool | None = None) -> list[Any]:
    """Give the lines of a width."""
    return [
        one
        for one in page
        if one[0] == "line"
        and one[2] == pytest.approx(width, abs=0.005)
        and (closed is None or one[3] == closed)
    ]


@pytest.mark.parametrize(
    ("paper", "panel", "mark", "names", "board", "tips"),
    [
        ("A4", (105, 148.5), 11.5, 20.5, (20.5, 28, 64, 64), (95.5, 118.9)),
        ("Letter", (107.95, 139.7), 11, 19, (24.975, 26, 58, 58), (87.3, 110.3)),
    ],
)
def test_travel_is_the_design(
    scene_of: Any, read_pdf: Any, paper: str, panel: Any, mark: float, names: float, board: Any, tips: Any
) -> None:
    """Marks, names, boards, tips and cuts of all four panels."""
    page = page_of(scene_of, read_pdf, "travel", paper)
    (width, height), corners = panel, [(0, 0), (1, 0), (0, 1), (1, 1)]
    texts = [one for one in page if one[0] == "text"]
    for words, base in (("This side up", mark), ("First", names), ("Second", names)):
        found = [one[2] for one in texts if one[4] == words]
        assert found == near(*(row * height + base for _, row in corners)), words
    firsts = [one[1] for one in texts if one[4] == "First"]
    assert firsts == near(*(column * width + 11 for column, _ in corners))
    frames = boxes_of(lines_of(page, 0.9))
    x, y, side, _ = board
    assert list(map(list, frames)) == [near(c * width + x, r * height + y, side, side) for c, r in corners]
    shafts = boxes_of(lines_of(page, 0.5))
    expected = [row * height + tip for _, row in corners for tip in tips for _ in range(8)]
    assert [shaft[1] for shaft in shafts] == near(*expected)
    assert {round(shaft[3], 2) for shaft in shafts} == {6.0}
    cuts = [one for one in page if one[0] == "line" and one[5] == pytest.approx((2, 1.5), abs=0.01)]
    places = sorted((one[1][0][0][0], one[1][0][0][1], one[1][0][1][0], one[1][0][1][1]) for one in cuts)
    (x1, y1, x2, y2), (x3, y3, x4, y4) = places
    assert [y1, y2, x3, x4] == near(height, height, width, width)
    assert [x1, x2, y3, y4] == near(8.25, 2 * width - 8.25, 8.25, 2 * height - 8.25)


@pytest.mark.parametrize(
    ("paper", "panel", "cell", "shape", "pitch"),
    [("A4", (74.25, 105), 13.5, 6.6, 15.4), ("Letter", (69.85, 107.95), 12.5, 6, 14.7)],
)
def test_pocket_is_the_design(
    scene_of: Any, read_pdf: Any, paper: str, panel: Any, cell: float, shape: float, pitch: float
) -> None:
    """Boards, trays, folds and slit; the panels of the upper row stand upside down."""
    page = page_of(scene_of, read_pdf, "pocket", paper)
    width, height = panel
    frames = boxes_of([one for one in lines_of(page, 0.9, closed=True) if len(one[1][0]) == 4])
    boards = [box for box in frames if box[2] == pytest.approx(4 * cell, abs=0.01)]
    assert len(boards) == 2
    # On page 4, the right one of the upper row, and on page 6; counted from the lower right of each.
    for (left, top, side, _), column in zip(boards, (3, 1), strict=True):
        x = (column + 1) * width - left - side
        y = height - top - side
        assert [side, y] == near(4 * cell, 37.5)
        assert x == pytest.approx(width - 8.05 - 4 * cell, abs=0.01)
        if paper == "A4":
            assert x == pytest.approx(12.2, abs=0.01)
    shafts = boxes_of([one for one in lines_of(page, 0.5, closed=False) if is_upright(one, 6)])
    assert len(shafts) == 32
    first = sorted(box[0] for box in shafts[:4])
    assert [two - one for one, two in pairwise(first)] == near(*[pitch] * 3)
    shapes = [
        box for box in boxes_of(lines_of(page, 0.35, closed=True)) if box[3] == pytest.approx(shape, abs=0.01)
    ]
    assert len(shapes) >= 16
    rows = sorted({round(box[1], 2) for box in shafts}, reverse=True)
    assert len(rows) == 4
    if paper == "A4":
        assert [one - two for one, two in pairwise(rows)] == near(*[22.3] * 3)
    (slit,) = (one for one in page if one[0] == "line" and one[5] == pytest.approx((3, 1.5), abs=0.01))
    assert slit[2] == pytest.approx(0.5, abs=0.005)
    assert [length for point in slit[1][0] for length in point] == near(width, height, 3 * width, height)
    (folds,) = (one for one in page if one[0] == "line" and one[5] == pytest.approx((0.01, 1.6), abs=0.005))
    across = [run[0][0] for run in folds[1] if run[0][0] == run[1][0]]
    assert across == near(width, 2 * width, 3 * width)


def is_upright(line: Any, length: float) -> bool:
    """Say whether a line is upright and of a length."""
    ((x1, y1), (x2, y2)) = line[1][0][:2]
    return len(line[1][0]) == 2 and abs(x1 - x2) < 0.01 and abs(y1 - y2) == pytest.approx(length, abs=0.01)
