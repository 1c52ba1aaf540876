"""Read the sheets of a picture: from pixels to what each field's ink says. The way through the photo room."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.assemble import assemble
from printquarto.photo.chart import Chart, chart_for
from printquarto.photo.flat import FlatPage, lay_flat, lost_share, read_code, read_fields
from printquarto.photo.ink import SCALE
from printquarto.photo.markers import GROUP, Seen, Sheet, are_in_line, find_markers, group, printed_corners
from printquarto.photo.page import Registration
from printquarto.photo.reading import REFUSED, Evidence, Problem, SheetReading
from printquarto.photo.register import density, plane, register
from printquarto.sheet.markers import OWN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.photo.load import Picture

LEAST_DENSITY = 2.5
"""Pixels a millimetre under which a sheet is refused; a 12-megapixel photo of an A4 page has 10 to 12."""

_LEAST_AGREEMENT = 0.22
"""Where less than this of the printed marks is found the page is too blurred, or another than its markers
say."""

_LEAST_SEEN, _SEEN_WELL = 0.33, 0.75
"""Where fewer of the printed sheet's pieces lie where the page was found to have them, it is bent too far or
another sheet. Where most do, marks that are not seen lie under ink."""

_MOST_LOST = 0.17
"""The part of a bent sheet's fields that may lie where its print was not found. Beyond it, on sheets curled
by 20 mm and more, rows were taken for the next ones."""

_DARK = 0.15
"""The brightness of the paper, of 1, under which a picture is said to be too dark."""

_MOST_GRAIN = 0.11
"""Noise of the paper, in parts of the way to printed black, above which a sheet is refused. Simulated
photos in low light have up to 0.08; from 0.14 on blank rounds were read as filled."""

_PLACES = (
    "top left",
    "top middle",
    "top right",
    "right",
    "bottom right",
    "bottom middle",
    "bottom left",
    "left",
)


class ReadSheet(NamedTuple):
    """A sheet of a picture.

    ``page`` is the sheet laid flat, BGR at ``ink.SCALE`` px/mm; None for a refused one.
    """

    reading: SheetReading
    evidence: tuple[Evidence, ...] = ()
    chart: Chart | None = None
    page: NDArray[np.uint8] | None = None


def read_picture(picture: Picture, own: Chart | None = None) -> Iterator[ReadSheet]:
    """Read all sheets of a picture, the one with most markers first; at least one reading comes, if refused.

    ``own`` is the layout of a sheet that the user made; its markers' numbers stand for it alone.
    """
    import cv2

    start = time.perf_counter()
    grey: Any = cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2GRAY)
    read = False
    for found in _find_sheets(grey, own):
        if isinstance(found, Problem):
            yield _refused(picture, found, start)
        else:
            yield _read_sheet(picture, grey, *found, start)
        read = True
        start = time.perf_counter()
    if not read:
        yield _refused(picture, _why_nothing(grey), start)


def _refused(picture: Picture, problem: Problem, start: float, chart: Chart | None = None) -> ReadSheet:
    reading = SheetReading(
        picture.source,
        picture.page,
        REFUSED,
        chart.template if chart else None,
        chart.paper if chart else None,
        ms=round((time.perf_counter() - start) * 1000),
        problems=(problem,),
    )
    return ReadSheet(reading, chart=chart)


def _read_sheet(
    picture: Picture, grey: NDArray[np.uint8], sheet: Sheet, chart: Chart, start: float
) -> ReadSheet:
    """Read one sheet that was found by its markers; ``grey`` is the picture without its colours."""
    if (refusal := _refusal_of(sheet, chart)) is not None:
        return _refused(picture, refusal, start, chart)
    found = register(grey, sheet, chart)
    page = lay_flat(picture.pixels, found, chart)
    if page.ink.grain > _MOST_GRAIN:
        return _refused(picture, _too_grainy(), start, chart)
    if found.seen < _LEAST_SEEN or (found.seen < _SEEN_WELL and page.agreement < _LEAST_AGREEMENT):
        return _refused(picture, _not_seen(chart), start, chart)
    if lost_share(page, chart) > _MOST_LOST:
        return _refused(picture, _too_bent(), start, chart)
    evidence = read_fields(page, chart)
    code = read_code(page, chart)
    problems = (*_too_dark(page), *_missing_markers(picture, sheet, found, chart))
    reading = assemble(
        picture.source,
        picture.page,
        chart,
        evidence,
        code=code,
        ms=round((time.perf_counter() - start) * 1000),
        problems=problems,
    )
    return ReadSheet(reading, evidence, chart, page.colours)


def _find_sheets(grey: NDArray[np.uint8], own: Chart | None) -> Iterator[tuple[Sheet, Chart] | Problem]:
    """Give the sheets whose markers are seen, and what is wrong with those that cannot be read.

    Of one kind of sheet all are found; a lone marker beside a whole sheet is none.
    """
    seen = find_markers(grey)
    kinds: dict[int, list[Seen]] = defaultdict(list)
    for one in seen:
        kinds[one.number // GROUP].append(one)
    whole: list[tuple[Sheet, Chart]] = []
    parts: list[tuple[Sheet, Chart]] = []
    strange = []
    for kind, some in sorted(kinds.items()):
        chart = _chart_of(kind, own)
        if chart is None:
            strange.append((kind, len(some)))
            continue
        for sheet in group(some, chart.markers):
            good = not are_in_line(marker for marker, _ in sheet.markers)
            (whole if good else parts).append((sheet, chart))
    yield from sorted(whole, key=lambda one: -len(one[0].markers))
    told = [one for one in parts if len(one[0].markers) > 1] if whole else parts
    yield from (_too_few(sheet) for sheet, _ in told[: len(whole) + 1])
    for kind, count in strange:
        if count >= 3 or not (whole or parts):
            yield _strange(kind, own)


def _chart_of(kind: int, own: Chart | None) -> Chart | None:
    """Give the chart that a group of markers stands for; a layout that was given comes first."""
    if own is not None and any(marker.number // GROUP == kind for marker in own.markers):
        return own
    return chart_for(kind)


def _strange(kind: int, own: Chart | None) -> Problem:
    """Say what a group of markers is that no chart is known of, nor is the layout that was given its own."""
    if kind == OWN and own is not None:
        return Problem(
            "own-layout",
            "This sheet was printed from a template or paper of your own, but the layout that was given with "
            f"--layout, of {own.template} on {own.paper}, has other markers. Give the layout of this very "
            "sheet: printquarto layout mine.toml --json > FILE makes it.",
        )
    if kind == OWN:
        return Problem(
            "own-layout",
            "This sheet was printed from a template or paper of your own. Give its layout with "
            "--layout FILE; printquarto layout mine.toml --json > FILE makes it.",
        )
    return Problem(
        "unknown-sheet",
        f"The markers are those of a sheet that this version does not know (group {kind}): another "
        "program's, or one that a newer printquarto printed. Update printquarto, or photograph a "
        "recorded sheet.",
    )


def _too_few(sheet: Sheet) -> Problem:
    there = sorted(_PLACES[marker.number % GROUP] for marker, _ in sheet.markers)
    names = " and ".join(filter(None, (", ".join(there[:-1]), there[-1])))
    return Problem(
        "too-few-markers",
        f"Of the sheet's eight black squares only {len(there)} can be seen ({names}); three are needed "
        "that are not in a line. Take the photo again with the whole sheet in it, flat and in even light.",
    )


def _why_nothing(grey: NDArray[np.uint8]) -> Problem:
    """Say why no sheet was found: mirrored pictures are told apart, for they need another remedy."""
    import cv2

    mirrored: Any = cv2.flip(grey, 1)
    if len(find_markers(mirrored)) >= 3:
        return Problem(
            "mirrored",
            "The picture is mirrored, as selfie cameras do. Turn mirroring off, or use the camera "
            "on the back.",
        )
    return Problem(
        "no-markers",
        "No sheet of printquarto can be seen: none of its black squares was found. Take the photo "
        "again, sharp, from above, with the whole recorded sheet in it.",
    )


def _refusal_of(sheet: Sheet, chart: Chart) -> Problem | None:
    """Say why a sheet that was found cannot be read all the same: its picture is too small."""
    there = density(plane(sheet), chart)
    if there < LEAST_DENSITY:
        return Problem(
            "too-small",
            f"The sheet has {there:.1f} pixels a millimetre in this picture; {LEAST_DENSITY} are needed. "
            "Go nearer, or send the picture in its full size.",
        )
    return None


def _not_seen(chart: Chart) -> Problem:
    return Problem(
        "unclear",
        f"The black squares are those of {chart.template} on {chart.paper}, but what should be printed "
        "between them cannot be seen: the picture is too blurred, something lies on the sheet, or it is "
        "another sheet. Take the photo again, sharp, with nothing on the sheet.",
    )


def _too_bent() -> Problem:
    return Problem(
        "unclear",
        "Part of the sheet is bent so far, or hidden, that its printed rows cannot be followed. Lay it flat "
        "and take the photo again from above, with nothing on it.",
    )


def _too_grainy() -> Problem:
    return Problem(
        "too-dark",
        "The picture is so dark or grainy that ink cannot be told from grain. Take the photo again in "
        "more light.",
    )


def _too_dark(page: FlatPage) -> tuple[Problem, ...]:
    """Say where the paper, which most of a page is, is nearly black: then grain may pass for ink."""
    import numpy as np

    step = round(SCALE)
    inside = page.inside[::step, ::step]
    paper = float(np.median(page.colours[::step, ::step].max(axis=2)[inside])) / 255 if inside.any() else 1.0
    if paper >= _DARK:
        return ()
    message = (
        f"The picture is very dark: its paper has {paper:.0%} of full brightness, so that more is asked. "
        "Another photo in more light may be quicker."
    )
    return (Problem("too-dark", message),)


def _missing_markers(
    picture: Picture, sheet: Sheet, found: Registration, chart: Chart
) -> tuple[Problem, ...]:
    """Name the markers that were not seen, and say whether they lie outside the picture."""
    import numpy as np

    there = {marker.number for marker, _ in sheet.markers}
    height, width = picture.pixels.shape[:2]
    problems = []
    for marker in chart.markers:
        if marker.number not in there:
            places = found.at(np.array(printed_corners(marker), np.float64))
            inside = ((places >= 0) & (places < (width, height))).all()
            where = "cannot be seen well" if inside else "is outside the picture"
            problems.append(
                Problem("marker-missing", f"The {_PLACES[marker.number % GROUP]} marker {where}.")
            )
    return tuple(problems)
