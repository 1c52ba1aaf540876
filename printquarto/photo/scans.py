"""The pages of a PDF become pixels: scans, and sheets that were filled in on a screen. Knows no sheets."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from printquarto.photo.extra import from_extra, muted
from printquarto.photo.stills import WORKED_PIXELS, UnreadableError, check_size, coloured

if TYPE_CHECKING:
    from printquarto.photo.stills import Pixels

POINTS_AN_INCH = 72
DOTS_AN_INCH = 250
"""How finely a page is drawn that is no scan; one that is a scan gets the scan's own pixels."""

_LEAST_COVERED = 0.5
"""Part of a page that one picture must cover to be taken for a scan of the page."""


def pages(file: BinaryIO) -> Iterator[Pixels | UnreadableError]:
    """Give the pages of a PDF, one at a time; in place of one that cannot be drawn, the reason.

    Raises UnreadableError where the file cannot be opened.
    """
    with from_extra():
        import pypdfium2
    try:
        with muted():
            document = pypdfium2.PdfDocument(file)
            count = len(document)
            document.init_forms()
    except pypdfium2.PdfiumError as error:
        raise _why(str(error)) from None
    try:
        for number in range(count):
            try:
                with muted():
                    pixels = _page(document[number])
            except UnreadableError as error:
                yield error
            except (pypdfium2.PdfiumError, ValueError):
                yield UnreadableError("damaged", "The page cannot be drawn; scan it again.")
            else:
                yield pixels
    finally:
        document.close()


def _why(said: str) -> UnreadableError:
    if "assword" in said or "ecurity" in said:
        return UnreadableError(
            "password", "The PDF wants a password; open it, print it to a new PDF without one, and give that."
        )
    return UnreadableError("damaged", "The PDF is damaged or cut short; copy, send or scan it again.")


def _page(page: Any) -> Pixels:
    width, height = page.get_size()
    if not width * height:
        raise UnreadableError("damaged", "The page has no size; scan it again.")
    scale = min(_scale(page, width * height), (WORKED_PIXELS / (width * height)) ** 0.5)
    scale = max(scale, 1 / min(width, height))
    check_size(int(width * scale) + 1, int(height * scale) + 1, 4)
    bitmap = page.render(scale=scale)
    # The array is a view of the bitmap, which goes with the page.
    pixels = bitmap.to_numpy().copy()
    page.close()
    return coloured(pixels[:, :, :3] if pixels.ndim == 3 and pixels.shape[2] == 4 else pixels)


def _scale(page: Any, area: float) -> float:
    """Give the pixels a point to draw a page with: those of the picture that covers it, if one does."""
    import pypdfium2.raw as pdfium

    best, covered = DOTS_AN_INCH / POINTS_AN_INCH, _LEAST_COVERED * area
    for image in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]):
        across, down = ctypes.c_uint(), ctypes.c_uint()
        if not pdfium.FPDFImageObj_GetImagePixelSize(image.raw, across, down):
            continue
        check_size(across.value, down.value, 2)
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not pdfium.FPDFPageObj_GetBounds(image.raw, left, bottom, right, top):
            continue
        shown = (right.value - left.value) * (top.value - bottom.value)
        if shown > covered:
            best, covered = (across.value * down.value / shown) ** 0.5, shown
    return best
