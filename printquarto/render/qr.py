"""QR codes as cells. Knows no sheets; reportlab finds the cells, the scene draws them."""

from __future__ import annotations

from printquarto.render.environment import no_outer_settings


def qr_cells(text: str) -> list[list[bool]]:
    """Give the cells of the QR code of a text, row by row, without its white rim; true is black.

    The highest level of correction: a third of the cells may be lost.
    """
    with no_outer_settings():
        from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code = QRCode(None, QRErrorCorrectLevel.H)
    code.addData(text)
    code.make()
    size = code.getModuleCount()
    return [[bool(code.isDark(row, column)) for column in range(size)] for row in range(size)]
