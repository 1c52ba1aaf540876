"""Find the markers of sheets in a picture, and which of them belong to one sheet. Knows no fields.

A marker that is seen tells its number and its four corners. Sheets of one kind carry the same numbers, so
several sheets in one picture are told apart by their geometry: what lies on one page fits one perspective.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo.page import halved

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printquarto.sheet.fields import Marker

GROUP = 8
"""Markers of one sheet; a marker's number is 8 × k + its place."""

DETECTION_SIDES = (800, 1500, 2200, 3200)
"""Pixels of the longer side at which markers are looked for, one after the other until enough are seen: in a
reduced picture noise drops, and the corners are refined later in the whole one. Of 134 simulated photos 116
show all eight markers at 1500 px and 112 of these at 800 px, in a quarter of the time."""

_ENOUGH = 4
"""Markers with which two sizes are enough; a third finds none that are merely small (none in 232 photos)."""

_FEWEST = 3
"""Where fewer are found pale ones are looked for."""

_PALE_BLACK = (0.8, 0.95)
"""Parts of the paper's brightness: what has less than the first counts as black then, more than the second as
paper."""

_CORRECTED_BITS = 4
"""Wrong cells of the 36 that are put right. The words differ in 11, so that 4 is safe and survives a
shadow."""

_LEAST_PART = 0.02
_LEAST_SIDE = 10.0
"""What is smaller than this part of the picture around, or has sides of fewer px, is no marker: it has eight
cells a side."""

_STRAY_MM = 18.0
"""How far a marker's corners may lie from where two others of its sheet foretell them: paper bends."""

_STRAY_ALONE_MM = 45.0
"""The same for a marker whose number is seen once only, where many others agree: a sheet held at one end
curls by so much."""

_SURE_MARKERS = 4
"""Markers that must agree before one is taken that strays so far."""

_SHARE_OF_SIDE = 0.09
"""Half the window in which a corner is refined, in parts of the marker's side: within its black border."""


class Seen(NamedTuple):
    """A marker in a picture. ``corners`` are 4 × 2 px, clockwise from the top left as printed."""

    number: int
    corners: NDArray[np.float32]

    @property
    def side(self) -> float:
        """Its mean side in px."""
        import numpy as np

        return float(np.mean(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1)))


def find_markers(grey: NDArray[np.uint8]) -> list[Seen]:
    """Find all markers of the family in a grey picture (rows × columns); corners to a fraction of a pixel.

    The picture is looked at in a reduced size first, then, where that showed no whole sheets, in others.
    """
    best: list[Seen] = []
    longer = max(grey.shape)
    for tried, side in enumerate(_sides(longer)):
        if _are_whole(best) or (tried > 1 and len(best) >= _ENOUGH):
            break
        best = _merged(best, _detect(grey, side / longer))
    if len(best) < _FEWEST:
        blackened = _blackened(grey)
        for side in (DETECTION_SIDES[0], DETECTION_SIDES[-1]):
            factor = min(side, longer) / longer
            best = _merged(best, _detect(blackened, factor))
    return [Seen(one.number, _refined(grey, one)) for one in best]


def _blackened(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give a picture in which all is black that is a little darker than its paper.

    A printer that runs out of ink prints markers in bands of black and pale grey.
    """
    import cv2
    import numpy as np

    across = max(grey.shape) // 25 | 1
    small: Any = cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper: Any = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((across // 4 | 1,) * 2, np.uint8))
    paper = cv2.resize(paper, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_LINEAR)
    part: Any = cv2.divide(cv2.GaussianBlur(grey, (0, 0), 1.0), np.maximum(paper, 8), scale=255)
    low, high = _PALE_BLACK
    black: NDArray[np.uint8] = cv2.convertScaleAbs(
        np.clip(part, 255 * low, 255 * high), alpha=1 / (high - low), beta=-255 * low / (high - low)
    )
    return black


def _are_whole(seen: Sequence[Seen]) -> bool:
    """Say whether all eight markers of each sheet are there: of two sheets one may have smaller ones."""
    counts = Counter(one.number for one in seen)
    starts = {number // GROUP * GROUP for number in counts}
    return bool(starts) and all(
        counts[start + place] == counts[start] for start in starts for place in range(GROUP)
    )


def _sides(longer: int) -> list[int]:
    """Give the sizes to look at, the best first; a small picture is looked at enlarged as well."""
    smaller = [side for side in DETECTION_SIDES if side < longer]
    return smaller if longer > DETECTION_SIDES[-1] else [*smaller, longer, 2 * longer][:4]


def _detect(grey: NDArray[np.uint8], factor: float) -> list[Seen]:
    import cv2

    picture: Any = grey
    left = factor
    while left <= 0.5:
        picture = halved(picture)
        left *= 2
    if left != 1:
        how = cv2.INTER_AREA if left < 1 else cv2.INTER_CUBIC
        picture = cv2.resize(picture, None, fx=left, fy=left, interpolation=how)
    corners, numbers, _ = _detector(max(picture.shape)).detectMarkers(picture)
    if numbers is None:
        return []
    # A pixel's centre is a whole number, its edges lie half a pixel off: hence the halves.
    return [
        Seen(int(number), (four.reshape(4, 2) + 0.5) / factor - 0.5)
        for number, four in zip(numbers.ravel(), corners, strict=True)
    ]


def _detector(longer: int) -> Any:
    """Make a detector for pictures of so many px."""
    import cv2

    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    family.maxCorrectionBits = _CORRECTED_BITS
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 45
    settings.adaptiveThreshWinSizeStep = 20
    settings.minMarkerPerimeterRate = max(_LEAST_PART, 4 * _LEAST_SIDE / longer)
    settings.errorCorrectionRate = 1.0
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(family, settings)


def _merged(known: list[Seen], more: Iterable[Seen]) -> list[Seen]:
    """Add the markers that are not known yet; one number may stand at several places."""
    import numpy as np

    merged = list(known)
    for one in more:
        centre = one.corners.mean(axis=0)
        if not any(
            one.number == other.number
            and float(np.linalg.norm(centre - other.corners.mean(axis=0))) < other.side / 2
            for other in merged
        ):
            merged.append(one)
    return merged


def _refined(grey: NDArray[np.uint8], seen: Seen) -> NDArray[np.float32]:
    import cv2
    import numpy as np

    half = max(2, round(seen.side * _SHARE_OF_SIDE))
    plain = seen.corners.astype(np.float32)
    (left, top), (right, bottom) = plain.min(axis=0), plain.max(axis=0)
    height, width = grey.shape
    if min(left, top) < half + 2 or right > width - half - 3 or bottom > height - half - 3:
        return plain
    # Only what the windows of the corners may reach is softened.
    far = 2 * half + 6
    first, upper = max(0, int(left) - far), max(0, int(top) - far)
    smooth = cv2.GaussianBlur(grey[upper : int(bottom) + far, first : int(right) + far], (0, 0), 1.0)
    start = np.array([first, upper], np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    corners = (plain - start).reshape(-1, 1, 2)
    refined: Any = cv2.cornerSubPix(smooth, corners, (half, half), (-1, -1), criteria).reshape(4, 2) + start
    # A refinement that wandered off has found another edge; the plain corner is then the better one.
    moved = np.linalg.norm(refined - seen.corners, axis=1, keepdims=True)
    kept: NDArray[np.float32] = np.where(moved <= half, refined, seen.corners).astype(np.float32)
    return kept


class Sheet(NamedTuple):
    """The markers of one sheet in a picture, each with its place on the page."""

    markers: tuple[tuple[Marker, Seen], ...]


def printed_corners(marker: Marker) -> list[tuple[float, float]]:
    """Give the corners of a marker on the page (mm), clockwise from the top left.

    >>> from printquarto.sheet.fields import Marker
    >>> from printquarto.sheet.units import Box
    >>> printed_corners(Marker(0, Box(10, 10, 12, 12)))
    [(10, 10), (22, 10), (22, 22), (10, 22)]
    """
    x, y, width, height = marker.box
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def group(seen: Sequence[Seen], markers: Sequence[Marker]) -> list[Sheet]:
    """Part the markers that were seen into sheets, the one with most markers first.

    Two markers give a perspective; the sheet is what most others agree with. What is left over stands alone.
    """
    printed = {marker.number: marker for marker in markers}
    left = [one for one in seen if one.number in printed]
    once = len({one.number for one in left}) == len(left)
    sheets = []
    while left:
        best = _best_agreement(left, printed)
        if once and len(best) >= _SURE_MARKERS:
            best = _with_strays(best, left, printed)
        taken = {id(one) for one in best}
        left = [one for one in left if id(one) not in taken]
        sheets.append(Sheet(tuple((printed[one.number], one) for one in best)))
    return sheets


def _best_agreement(left: list[Seen], printed: dict[int, Marker]) -> list[Seen]:
    best: tuple[tuple[int, float], list[Seen]] | None = None
    for pair in combinations(left, 2):
        if pair[0].number == pair[1].number:
            continue
        agreed = _agreeing(pair, left, printed)
        if agreed is not None and (best is None or agreed[0] > best[0]):
            best = agreed
    return best[1] if best is not None else left[:1]


def _with_strays(best: list[Seen], left: list[Seen], printed: dict[int, Marker]) -> list[Seen]:
    """Add the markers of a sheet that lie farther off than paper usually bends."""
    to_page = _to_page(best, printed)
    if to_page is None:
        return best
    taken = {id(one) for one in best}
    beside = [one for one in left if id(one) not in taken]
    return best + [one for one in beside if _off(one, to_page, printed) < _STRAY_ALONE_MM]


def _to_page(some: Sequence[Seen], printed: dict[int, Marker]) -> NDArray[np.float64] | None:
    """Give the perspective (3 × 3) from the picture (px) to the page (mm) that some markers tell, if any."""
    import cv2
    import numpy as np

    page = np.array([printed_corners(printed[one.number]) for one in some], np.float32).reshape(-1, 2)
    picture = np.concatenate([one.corners for one in some]).astype(np.float32)
    to_page: NDArray[np.float64] | None = cv2.findHomography(picture, page)[0]
    return to_page


def _off(one: Seen, to_page: NDArray[np.float64], printed: dict[int, Marker]) -> float:
    """Give how far (mm) a marker's corners lie from where they are printed, at most."""
    import cv2
    import numpy as np

    there: Any = cv2.perspectiveTransform(one.corners.reshape(1, 4, 2), to_page)[0]
    return float(np.abs(there - np.array(printed_corners(printed[one.number]))).max())


def _agreeing(
    pair: tuple[Seen, Seen], left: list[Seen], printed: dict[int, Marker]
) -> tuple[tuple[int, float], list[Seen]] | None:
    """Give the markers that lie where a pair foretells them, with how many they are and how well they fit."""
    to_page = _to_page(pair, printed)
    if to_page is None:
        return None
    nearest: dict[int, tuple[float, Seen]] = {}
    for one in left:
        off = _off(one, to_page, printed)
        if off < _STRAY_MM and (one.number not in nearest or off < nearest[one.number][0]):
            nearest[one.number] = (off, one)
    if any(one.number not in nearest or nearest[one.number][1] is not one for one in pair):
        return None
    errors = [off for off, _ in nearest.values()]
    return (len(errors), -sum(errors)), [one for _, one in nearest.values()]


def are_in_line(markers: Iterable[Marker]) -> bool:
    """Say whether all markers lie on one line of the page (or are fewer than three): not enough to find it.

    >>> from printquarto.sheet.fields import Marker
    >>> from printquarto.sheet.units import Box
    >>> row = [Marker(at, Box(90 * at, 10, 12, 12)) for at in range(3)]
    >>> are_in_line(row), are_in_line([*row[:2], Marker(5, Box(90, 200, 12, 12))])
    (True, False)
    """
    centres = [(one.box.x + one.box.width / 2, one.box.y + one.box.height / 2) for one in markers]
    if len(centres) < 3:
        return True
    return all(
        abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) < 1.0
        for a, b, c in combinations(centres, 3)
    )
