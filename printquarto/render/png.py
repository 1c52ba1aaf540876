"""Pages as PNG: each page of a PDF drawn by PDFium in shades of black, at the scale that was asked for.

Knows no layout. PDFium comes with the extra ``png``; the file is written here, as that takes no library.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

from printquarto.errors import MissingExtraError

INSTALL = "pip install 'printquarto[png]'"
_MM_PER_INCH = 25.4
_POINTS_PER_INCH = 72


def load_pdfium() -> Any:
    """Give PDFium. Raises MissingExtraError, with the command that installs it, where it is not there."""
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtraError(f"a PNG is drawn with one more library: {INSTALL}") from None
    return pypdfium2


def png_pages(pdf: bytes, dots: int) -> Iterator[bytes]:
    """Give each page of a PDF as PNG with so many dots an inch, which the file says."""
    document = load_pdfium().PdfDocument(pdf)
    try:
        for number in range(len(document)):
            page = document[number]
            bitmap = page.render(scale=dots / _POINTS_PER_INCH, grayscale=True)
            rows = bytes(bitmap.buffer)
            yield _png(rows, bitmap.width, bitmap.height, bitmap.stride, dots)
            bitmap.close()
            page.close()
    finally:
        document.close()


def _png(rows: bytes, width: int, height: int, stride: int, dots: int) -> bytes:
    """Write a picture of one byte a dot (PNG specification, third edition, sections 5 and 11)."""
    packed = zlib.compress(
        b"".join(b"\0" + rows[at * stride : at * stride + width] for at in range(height)), 9
    )
    per_metre = round(dots * 1000 / _MM_PER_INCH)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
