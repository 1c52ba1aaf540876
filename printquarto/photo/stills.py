"""The bytes of one picture file become pixels. Knows the formats, neither files nor sheets.

How a camera was held (EXIF) is ignored: it is often wrong or told twice, and a sheet's markers know better.
Sizes are taken from the headers, before anything is decoded.
"""

from __future__ import annotations

import contextlib
import io
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.photo import kinds
from printquarto.photo.extra import from_extra, muted
from printquarto.photo.reading import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    """Rows × columns × blue, green, red."""

MOST_PIXELS = 200_000_000
"""Pixels that a picture may have; the largest phone cameras make as many."""

MOST_BYTES = 300_000_000
"""Bytes that a picture may take while it is decoded, so that a run stays under 1 GB."""

WORKED_PIXELS = 20_000_000
"""Pixels that are worked on: an A4 that fills them has 18 a millimetre, and 4 are enough to read it."""

_LEAST_REDUCED = 10_000_000
"""Pixels that decoding at a half, a quarter or an eighth must leave; else the whole is decoded."""


_BLACK, _WHITE, _MOST_GREY = 40, 215, 0.02
"""Levels that are black and white, and the part of a picture of two levels that may lie between them."""

_LEAST_DOTS = 0.06
"""Part of neighbouring pixels that differ where dots stand for grey; of lines and letters it is half that."""

_DOT = 1.2
"""Sigma in pixels of the blur that makes dots grey; dots are pixels, whatever a picture shows."""


class UnreadableError(Exception):
    """A picture cannot be read; ``problem`` says why and what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.problem = Problem(code, message)


def cut_short() -> UnreadableError:
    """Tell of a file whose end is missing."""
    return UnreadableError("cut-short", "The file is cut short; copy or send it again.")


def damaged() -> UnreadableError:
    """Tell of a file that makes no picture."""
    return UnreadableError("damaged", "The file is damaged or cut short; copy, send or take it again.")


def check_size(width: int, height: int, bytes_each: float = 3) -> None:
    """Raise UnreadableError for a picture that is too large to decode, told by its header."""
    if width * height > MOST_PIXELS:
        raise UnreadableError(
            "too-large",
            f"The picture has {width} × {height} pixels; at most {MOST_PIXELS // 10**6} million are read. "
            "Save it smaller; 4000 × 3000 are plenty.",
        )
    if width * height * bytes_each > MOST_BYTES:
        raise UnreadableError(
            "too-large",
            f"The picture has {width} × {height} pixels, too many for a file of this kind. "
            "Save it smaller, or as JPEG; 4000 × 3000 are plenty.",
        )


def fitted(pixels: Any) -> Any:
    """Give a picture with at most ``WORKED_PIXELS``, as it is where it has no more."""
    import cv2

    height, width = pixels.shape[:2]
    if height * width <= WORKED_PIXELS:
        return pixels
    part = (WORKED_PIXELS / (height * width)) ** 0.5
    size = max(1, int(width * part)), max(1, int(height * part))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)


def coloured(pixels: Any) -> Pixels:
    """Give grey pixels three channels; coloured ones as they are."""
    import cv2

    given: Pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR) if pixels.ndim == 2 else pixels
    return given


def without_dots(pixels: Pixels) -> Pixels:
    """Give a picture of black and white dots that stand for grey, as faxes and old scanners make, as grey.

    Left as they are, the dots would be marks. A scan of clean black and white is given back as it is.
    """
    import cv2
    import numpy as np

    part = pixels[::9, :, 1]
    if np.mean((part > _BLACK) & (part < _WHITE)) > _MOST_GREY:
        return pixels
    is_white = part > 127
    if np.mean(is_white[:, 1:] != is_white[:, :-1]) < _LEAST_DOTS:
        return pixels
    softened: Pixels = cv2.GaussianBlur(pixels, (0, 0), _DOT)
    return softened


def decode(kind: str, data: bytes) -> Iterator[Pixels | UnreadableError]:
    """Give the pictures of a file, one at a time: one, and of a TIFF each page.

    In place of a page that cannot be read stands the reason. Raises UnreadableError where the file cannot be.
    """
    if kind == kinds.JPEG:
        yield _jpeg(data)
    elif kind == kinds.PNG:
        yield _png(data)
    elif kind == kinds.HEIF:
        yield _heif(data)
    else:
        yield from _by_pillow(kind, data)


class _Frame(NamedTuple):
    """What the header of a JPEG says: its size, the bytes a pixel that are kept, where its data begin."""

    width: int
    height: int
    kept: float
    start: int


def _jpeg(data: bytes) -> Pixels:
    with from_extra():
        import cv2
        import numpy as np
    frame = _jpeg_frame(data)
    check_size(frame.width, frame.height, frame.kept)
    if data.find(b"\xff\xd9", frame.start) < 0:
        raise cut_short()
    area, flags = frame.width * frame.height, cv2.IMREAD_COLOR
    for part, reduced in ((2, cv2.IMREAD_REDUCED_COLOR_2), (4, cv2.IMREAD_REDUCED_COLOR_4)):
        if area >= _LEAST_REDUCED * part**2:
            flags = reduced
    with muted() as said:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
        said.seek(0)
        complaint = said.read(4096)
    if pixels is None or _is_garbled(data, complaint):
        raise damaged()
    return coloured(fitted(pixels))


def _jpeg_frame(data: bytes) -> _Frame:
    """Walk the segments of a JPEG up to its first scan. Raises UnreadableError where there is none."""
    at, size, kept = 2, None, 1.0
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            raise damaged()
        marker = data[at + 1]
        if marker == 0xFF or marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 1 if marker == 0xFF else 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4])
        if marker == 0xDA and size is not None:
            return _Frame(*size, kept, at + 2 + length)
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and at + 9 <= len(data):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            size = (width, height)
            if marker == 0xC2:
                kept = _kept_in_passes(data[at + 9 : at + 2 + length])
        at += 2 + length
    raise cut_short()


def _kept_in_passes(components: bytes) -> float:
    """Give the bytes a pixel that a decoder keeps of a picture that is built up in passes.

    It holds two bytes for each sample of each colour (T.81, G.1); colours may have fewer samples than pixels.
    """
    if not components:
        return 1.0
    factors = [factor >> 4 for factor in components[2::3]], [factor & 15 for factor in components[2::3]]
    samples = sum(across * down for across, down in zip(*factors, strict=True))
    return 2 * samples / max(1, max(factors[0], default=1) * max(factors[1], default=1))


def _is_garbled(data: bytes, complaint: bytes) -> bool:
    """Say whether libjpeg lost its way in the data: below that, what it gives is displaced or grey.

    Bytes left over before the end are harmless where a camera filled up with them; they are then all one.
    """
    if b"premature end" in complaint or b"bad Huffman" in complaint:
        return True
    if b"extraneous bytes" not in complaint:
        return False
    end = data.rfind(b"\xff\xd9")
    return len(set(data[max(0, end - 8) : end])) > 1


def _png(data: bytes) -> Pixels:
    with from_extra():
        import cv2
        import numpy as np
    names = _png_chunks(data)
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    see_through = colour in (4, 6) or b"tRNS" in names
    samples = 4 if see_through else 1 if colour == 0 else 3
    check_size(width, height, samples * (2 if depth == 16 else 1))
    if b"acTL" in names:
        raise _animated()
    flags = (
        cv2.IMREAD_UNCHANGED if see_through else cv2.IMREAD_COLOR if samples == 3 else cv2.IMREAD_GRAYSCALE
    )
    with muted():
        pixels: Any = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    if pixels is None:
        raise damaged()
    pixels = fitted(pixels)
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    return _on_white(pixels) if pixels.ndim == 3 and pixels.shape[2] == 4 else coloured(pixels)


def _png_chunks(data: bytes) -> set[bytes]:
    """Give the names of a PNG's chunks. Raises UnreadableError where the last one is missing."""
    at, names = 8, set()
    while at + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        names.add(name)
        at += 12 + length
        if name == b"IEND" and at <= len(data):
            return names
    raise cut_short()


def _on_white(pixels: Any) -> Pixels:
    """Lay a picture with transparency (blue, green, red, opacity) on white paper."""
    import cv2
    import numpy as np

    opacity = cv2.merge([pixels[:, :, 3]] * 3)
    if opacity.min() == 255:
        return np.ascontiguousarray(pixels[:, :, :3])
    shown = cv2.multiply(pixels[:, :, :3], opacity, scale=1 / 255)
    laid: Pixels = cv2.add(shown, cv2.bitwise_not(opacity))
    return laid


def _animated() -> UnreadableError:
    return UnreadableError("no-picture", "The picture moves; save one still picture of it, or take a photo.")


def _heif(data: bytes) -> Pixels:
    with from_extra():
        import numpy as np
        import pillow_heif
    with muted(), _as_problems():
        image = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
        width, height = image.size
        check_size(width, height, 4)
        pixels = np.array(np.asarray(image), np.uint8)
    if pixels.ndim == 3 and pixels.shape[2] == 4:
        return _on_white(fitted(pixels))
    return coloured(fitted(pixels))


@contextlib.contextmanager
def _as_problems() -> Iterator[None]:
    """Make a problem of whatever a decoder raises: those of pillow and libheif raise nearly everything."""
    try:
        yield
    except (UnreadableError, MemoryError):
        raise
    except Exception as error:
        words = str(error).lower()
        if isinstance(error, EOFError) or "truncated" in words or "end of file" in words:
            raise cut_short() from None
        raise damaged() from None


@contextlib.contextmanager
def _pillow() -> Iterator[Any]:
    """Give pillow's ``Image``, its warnings and its own limit of pixels off: headers are checked here."""
    with from_extra():
        from PIL import Image
    import logging
    import warnings

    logging.getLogger("PIL").addHandler(logging.NullHandler())
    most = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    try:
        with warnings.catch_warnings(), muted(), _as_problems():
            warnings.simplefilter("ignore")
            yield Image
    finally:
        Image.MAX_IMAGE_PIXELS = most


def _by_pillow(kind: str, data: bytes) -> Iterator[Pixels | UnreadableError]:
    with _pillow() as pillow:
        image = pillow.open(io.BytesIO(data))
        check_size(*image.size)
        count = getattr(image, "n_frames", 1)
        if kind != kinds.TIFF and count > 1:
            raise _animated()
    for number in range(count):
        try:
            with _pillow():
                image.seek(number)
                pixels = None if _is_preview(image) else _pillow_pixels(image)
        except UnreadableError as error:
            yield error
        else:
            if pixels is not None:
                yield pixels


def _is_preview(image: Any) -> bool:
    """Say whether a page of a TIFF is a small copy of another one (NewSubfileType, TIFF 6.0, page 36)."""
    return bool(getattr(image, "tag_v2", {}).get(254, 0) & 1)


def _pillow_pixels(image: Any) -> Pixels:
    """Decode one picture that pillow has opened. Raises what pillow raises."""
    import cv2
    import numpy as np

    wide = image.mode.startswith(("I", "F"))
    width, height = image.size
    check_size(width, height, 4 * len(image.getbands()) if wide else len(image.getbands()) + 1)
    if wide:
        return coloured(_narrow(fitted(np.asarray(image))))
    if "A" in image.getbands() or "a" in image.mode or "transparency" in image.info:
        rgba = fitted(np.asarray(image.convert("RGBA")))
        return _on_white(cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGRA))
    if image.mode in ("1", "L"):
        return coloured(fitted(np.asarray(image.convert("L"))))
    rgb = fitted(np.asarray(image.convert("RGB")))
    turned: Pixels = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
    return turned


def _narrow(pixels: Any) -> Any:
    """Give wide samples in 8 bits: those of 16 where one needs them, those of 0 to 1 where none is more."""
    import numpy as np

    most = float(pixels.max(initial=0))
    scale = 255.0 if most <= 1 and pixels.dtype.kind == "f" else 1.0 if most <= 255 else 1 / 257
    return np.clip(pixels * scale, 0, 255).astype(np.uint8)
