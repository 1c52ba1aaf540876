"""What kind of file some bytes are, by how they start; a name's ending is never believed. Loads no pixels.

The signatures are those of the formats' own specifications: ITU-T T.81 (JPEG), W3C PNG, TIFF 6.0,
RFC 9649 (WebP), ISO/IEC 14496-12 (the boxes of HEIF, AVIF and MP4), ISO 32000 (PDF).
"""

from __future__ import annotations

JPEG, PNG, TIFF, WEBP, HEIF, PDF = "JPEG", "PNG", "TIFF", "WebP", "HEIC", "PDF"
OTHER = "another picture"
"""A picture that pillow may know: BMP, GIF, AVIF."""
VIDEO, TEXT, UNKNOWN, NOTHING = "video", "text", "unknown", "nothing"

STARTS = 1024
"""Bytes that are enough to know a file; a PDF may have that much before its header (ISO 32000-1, H.3)."""

_PICTURES = frozenset({JPEG, PNG, TIFF, WEBP, HEIF, PDF, OTHER, VIDEO})
_SIGNATURES = (
    (b"\xff\xd8\xff", JPEG),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"II*\x00", TIFF),
    (b"MM\x00*", TIFF),
    (b"II+\x00", TIFF),
    (b"MM\x00+", TIFF),
    (b"%PDF-", PDF),
    (b"GIF87a", OTHER),
    (b"GIF89a", OTHER),
    (b"\x1aE\xdf\xa3", VIDEO),
    (b"\x00\x00\x01\xba", VIDEO),
)
_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"mif2"})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})


def kind_of(start: bytes) -> str:
    """Say what a file is from its first bytes, at least ``STARTS`` of them where it has so many.

    >>> kind_of(b"II*\\0"), kind_of(b"1. oiio@b2"), kind_of(b"")
    ('TIFF', 'text', 'nothing')
    """
    if not start:
        return NOTHING
    for signature, kind in _SIGNATURES:
        if start.startswith(signature):
            return kind
    if start[:4] == b"RIFF":
        return WEBP if start[8:12] == b"WEBP" else VIDEO if start[8:12] == b"AVI " else UNKNOWN
    if start[4:8] == b"ftyp":
        return _boxed(start)
    if start[:2] == b"BM" and start[6:10] == bytes(4):
        return OTHER
    if _is_text(start):
        return TEXT
    return PDF if b"%PDF-" in start[:STARTS] else UNKNOWN


def is_picture(start: bytes) -> bool:
    """Say whether the first bytes of a file are those of a picture, a scan or a video, and not of a text."""
    return kind_of(start) in _PICTURES


def _boxed(start: bytes) -> str:
    """Tell HEIF, AVIF and films apart by the brands of the file's first box."""
    length = min(int.from_bytes(start[:4]), len(start))
    brands = {start[8:12], *(start[at : at + 4] for at in range(16, length, 4))}
    if brands & _AVIF_BRANDS:
        return OTHER
    return HEIF if brands & _HEIF_BRANDS else VIDEO


def _is_text(start: bytes) -> bool:
    """Say whether bytes are text in UTF-8, or in UTF-16 with its mark; an end that was cut is forgiven."""
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    if any(byte < 32 and byte not in b"\t\n\r\f\x1a" for byte in start):
        return False
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(start) - 4 and error.reason == "unexpected end of data"
    return True
