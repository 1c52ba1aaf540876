"""Pictures bound as the pages of one PDF, each at its true size. The same pictures give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from printquarto.photo.crops import encoded

if TYPE_CHECKING:
    from printquarto.photo.stills import Pixels

_POINTS_A_MM = 72 / 25.4


class Leaf:
    """A page of an album, kept as a JPEG so that many need little memory."""

    def __init__(self, pixels: Pixels, scale: float) -> None:
        self.rows, self.columns = pixels.shape[:2]
        self.scale = scale
        self.data = encoded(".jpg", pixels)


def bound(leaves: Sequence[Leaf]) -> bytes:
    """Give the bytes of a PDF with a page for each leaf."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    pdf = pikepdf.new()
    for leaf in leaves:
        image = pikepdf.Stream(pdf, leaf.data)
        image.Type, image.Subtype, image.Filter = Name.XObject, Name.Image, Name.DCTDecode
        image.Width, image.Height = leaf.columns, leaf.rows
        image.ColorSpace, image.BitsPerComponent = Name.DeviceRGB, 8
        width, height = (pixels / leaf.scale * _POINTS_A_MM for pixels in (leaf.columns, leaf.rows))
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, round(width, 3), round(height, 3)]),
            Resources=Dictionary(XObject=Dictionary(Sheet=pdf.make_indirect(image))),
            Contents=pdf.make_stream(f"{width:.3f} 0 0 {height:.3f} 0 0 cm /Sheet Do".encode()),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    stream = io.BytesIO()
    pdf.save(stream, deterministic_id=True)
    return stream.getvalue()
