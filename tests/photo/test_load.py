"""Whatever a parent's phone, scanner or mail program makes of a sheet becomes pixels, or one sentence.

Nothing is believed of a file's name, nothing is decoded before its size is known, and nothing that a library
says reaches standard error.
"""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
import pillow_heif
import pytest
from PIL import Image

from printquarto.errors import MissingExtraError
from printquarto.photo.kinds import is_picture
from printquarto.photo.load import Picture, Unreadable, pictures

WIDE, HIGH = 400, 300


def _scene() -> Any:
    """Give a picture (blue, green, red) that tells its colours and its corners: the top left one is red."""
    image = np.full((HIGH, WIDE, 3), 255, np.uint8)
    image[:150, :200] = (0, 0, 255)
    image[150:, 200:] = (200, 0, 0)
    return image


SCENE = _scene()
PIL_SCENE = Image.fromarray(np.ascontiguousarray(SCENE[:, :, ::-1]))
GREY = PIL_SCENE.convert("L")
BLACK_AND_WHITE = GREY.convert("1", dither=Image.Dither.NONE)


def _cv(ending: str, pixels: Any = SCENE) -> bytes:
    done, data = cv2.imencode(ending, pixels)
    assert done
    return data.tobytes()


def _pil(form: str, image: Image.Image = PIL_SCENE, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def _heic() -> bytes:
    stream = io.BytesIO()
    pillow_heif.from_pillow(PIL_SCENE).save(stream, quality=95)
    return stream.getvalue()


def _turned(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return _pil("JPEG", exif=exif, quality=95)


def _wide(pixels: Any) -> bytes:
    return _pil("TIFF", Image.fromarray(pixels))


def _see_through(form: str) -> bytes:
    """Give the scene with a clear right half: white paper shows there."""
    image = PIL_SCENE.convert("RGBA")
    image.paste((0, 0, 0, 0), (200, 0, WIDE, HIGH))
    return _pil(form, image, **({"lossless": True} if form == "WEBP" else {}))


IN_COLOUR: dict[str, Callable[[], bytes]] = {
    "JPEG": lambda: _cv(".jpg"),
    "progressive JPEG": lambda: _pil("JPEG", progressive=True, quality=95),
    "CMYK JPEG": lambda: _pil("JPEG", PIL_SCENE.convert("CMYK"), quality=95),
    "PNG": lambda: _cv(".png"),
    "PNG of 16 bits": lambda: _cv(".png", SCENE.astype(np.uint16) * 257),
    "PNG with a palette": lambda: _pil("PNG", PIL_SCENE.quantize(8)),
    "WebP": lambda: _pil("WEBP", quality=95),
    "TIFF": lambda: _pil("TIFF", compression="tiff_lzw"),
    "CMYK TIFF": lambda: _pil("TIFF", PIL_SCENE.convert("CMYK")),
    "HEIC": _heic,
    "BMP": lambda: _cv(".bmp"),
    "GIF": lambda: _pil("GIF"),
    "PDF": lambda: _pil("PDF", resolution=72),
}
IN_GREY: dict[str, Callable[[], bytes]] = {
    "grey JPEG": lambda: _pil("JPEG", GREY, quality=95),
    "grey PNG": lambda: _pil("PNG", GREY),
    "grey TIFF": lambda: _pil("TIFF", GREY),
    "TIFF of 16 bits": lambda: _wide(np.asarray(GREY).astype(np.uint16) * 257),
    "TIFF of floats": lambda: _wide(np.asarray(GREY).astype(np.float32) / 255),
}


@pytest.fixture
def read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., list[Picture | Unreadable]]:
    """Give the function that reads bytes as a file of that name, and sees that nobody says anything."""

    def read(data: bytes, name: str = "photo.jpg") -> list[Picture | Unreadable]:
        path = tmp_path / name
        path.write_bytes(data)
        read = list(pictures(str(path)))
        assert capfd.readouterr() == ("", "")
        assert [one.page for one in read] == list(range(1, len(read) + 1))
        assert {one.source for one in read} <= {str(path)}
        return read

    return read


def _pixels(read: list[Picture | Unreadable]) -> Any:
    (picture,) = read
    assert isinstance(picture, Picture), picture
    assert picture.pixels.dtype == np.uint8
    assert picture.pixels.ndim == 3
    return picture.pixels


def _why(read: list[Picture | Unreadable]) -> str:
    (picture,) = read
    assert isinstance(picture, Unreadable)
    assert picture.problem.message.endswith(".")
    return picture.problem.code


def _colours(pixels: Any) -> list[tuple[int, ...]]:
    """Give the colours of the four quarters of a picture: top left, top right, bottom right, bottom left."""
    high, wide = pixels.shape[0] // 4, pixels.shape[1] // 4
    places = ((high, wide), (high, 3 * wide), (3 * high, 3 * wide), (3 * high, wide))
    return [tuple(int(sample) for sample in pixels[place]) for place in places]


def _like(found: Any, expected: Any, tolerance: int = 12) -> bool:
    return bool(np.abs(np.array(found, int) - np.array(expected, int)).max() <= tolerance)


@pytest.mark.parametrize("kind", IN_COLOUR)
def test_every_kind_of_picture_gives_its_colours_upright_whatever_its_name(
    kind: str, read: Callable[..., Any]
) -> None:
    for name in ("photo.jpg", "photo.quarto", "photo"):
        pixels = _pixels(read(IN_COLOUR[kind](), name))
        assert pixels.shape == (HIGH, WIDE, 3)
        assert _like(_colours(pixels), _colours(SCENE)), _colours(pixels)


@pytest.mark.parametrize("kind", IN_GREY)
def test_grey_stays_as_light_as_it_is(kind: str, read: Callable[..., Any]) -> None:
    pixels = _pixels(read(IN_GREY[kind]()))
    levels = [(level,) * 3 for level in (76, 255, 23, 255)]
    assert _like(_colours(pixels), levels), _colours(pixels)


@pytest.mark.parametrize(
    "data",
    [_pil("PNG", BLACK_AND_WHITE), _pil("TIFF", BLACK_AND_WHITE, compression="group4")],
    ids=["PNG", "TIFF"],
)
def test_a_scan_of_one_bit_is_black_and_white(data: bytes, read: Callable[..., Any]) -> None:
    assert set(np.unique(_pixels(read(data)))) == {0, 255}


def test_dots_that_stand_for_grey_become_grey_and_lines_stay_as_they_are(read: Callable[..., Any]) -> None:
    """Dots on grey paper would else be marks."""
    paper = Image.new("L", (WIDE, HIGH), 190)
    paper.paste(0, (100, 100, 140, 140))
    dotted = _pixels(read(_pil("PNG", paper.convert("1"))))
    assert _like(dotted[20:80, 20:380].mean(axis=(0, 1)), [190] * 3, 6)
    assert dotted[20:80, 20:380].std() < 45
    assert dotted[105:135, 105:135].max() < 40
    lines = np.full((HIGH, WIDE), 255, np.uint8)
    lines[::40], lines[:, ::40] = 0, 0
    assert (_pixels(read(_cv(".png", lines)))[..., 0] == lines).all()


@pytest.mark.parametrize("form", ["PNG", "WEBP", "TIFF"])
def test_what_is_transparent_lies_on_white_paper(form: str, read: Callable[..., Any]) -> None:
    pixels = _pixels(read(_see_through(form)))
    assert _colours(pixels) == [(0, 0, 255), (255, 255, 255), (255, 255, 255), (255, 255, 255)]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_how_the_camera_says_it_was_held_is_ignored(orientation: int, read: Callable[..., Any]) -> None:
    assert _like(_colours(_pixels(read(_turned(orientation)))), _colours(SCENE))


def test_a_heic_with_two_tags_on_how_it_was_held_is_read(read: Callable[..., Any]) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    stream = io.BytesIO()
    pillow_heif.from_pillow(PIL_SCENE).save(stream, quality=95, exif=exif.tobytes())
    pixels = _pixels(read(stream.getvalue()))
    assert sorted(pixels.shape[:2]) == [HIGH, WIDE]


def test_every_page_of_a_tiff_is_read_and_a_preview_is_not(read: Callable[..., Any]) -> None:
    preview = PIL_SCENE.resize((40, 30))
    preview.encoderinfo = {"tiffinfo": {254: 1}}
    data = _pil("TIFF", save_all=True, append_images=[preview, PIL_SCENE.convert("1"), GREY])
    assert [picture.pixels.shape for picture in read(data)] == [(HIGH, WIDE, 3)] * 3


def test_every_page_of_a_pdf_is_read(read: Callable[..., Any]) -> None:
    data = _pil("PDF", save_all=True, append_images=[GREY, PIL_SCENE.convert("1")], resolution=72)
    assert [picture.pixels.shape for picture in read(data)] == [(HIGH, WIDE, 3)] * 3


def test_a_scan_gives_its_own_pixels_however_large_its_page_says_it_is(read: Callable[..., Any]) -> None:
    for resolution in (20, 72, 600):
        pixels = _pixels(read(_pil("PDF", resolution=resolution)))
        assert _like(pixels.shape, (HIGH, WIDE, 3), 1), resolution


def test_a_page_that_was_drawn_is_read_at_250_dots_an_inch(read: Callable[..., Any]) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(595, 842))
    stream = io.BytesIO()
    pdf.save(stream)
    assert _like(_pixels(read(stream.getvalue())).shape, (842 * 250 // 72, 595 * 250 // 72, 3), 1)


def test_a_poster_is_drawn_smaller_than_its_paper(read: Callable[..., Any]) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(14400, 14400))
    stream = io.BytesIO()
    pdf.save(stream)
    pixels = _pixels(read(stream.getvalue()))
    assert 19_000_000 < pixels.shape[0] * pixels.shape[1] <= 20_010_000


@pytest.mark.parametrize("size", [(8000, 6000), (12000, 9000)], ids=["48 MP", "108 MP"])
def test_large_photos_are_worked_on_at_twenty_million_pixels_at_most(
    size: tuple[int, int], read: Callable[..., Any]
) -> None:
    pixels = _pixels(read(_pil("JPEG", PIL_SCENE.resize(size))))
    assert 12_000_000 <= pixels.shape[0] * pixels.shape[1] <= 20_000_000
    assert pixels.shape[1] / pixels.shape[0] == pytest.approx(4 / 3, abs=0.001)
    assert _like(_colours(pixels), _colours(SCENE))


def _png_of(width: int, height: int, colour: int = 2) -> bytes:
    """Give a PNG that says it is huge, and holds nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"")), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _jpeg_of(width: int, height: int) -> bytes:
    """Give a small JPEG whose header says it is huge."""
    data = bytearray(_cv(".jpg"))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


def _tiff_of(width: int, height: int) -> bytes:
    data = bytearray(_pil("TIFF", GREY))
    for tag, number in ((256, width), (257, height)):
        at = data.index(struct.pack("<HHI", tag, 4 if b"\x00\x01\x04\x00" in data else 3, 1))
        data[at + 2 : at + 12] = struct.pack("<HII", 4, 1, number)
    return bytes(data)


def _bmp_of(width: int, height: int) -> bytes:
    data = bytearray(_cv(".bmp"))
    data[18:26] = struct.pack("<ii", width, height)
    return bytes(data)


def _webp_of(width: int, height: int) -> bytes:
    header = (
        b"VP8X"
        + struct.pack("<II", 10, 0)
        + struct.pack("<I", width - 1)[:3]
        + struct.pack("<I", height - 1)[:3]
    )
    return b"RIFF" + struct.pack("<I", len(header) + 4) + b"WEBP" + header


@pytest.mark.parametrize("make", [_png_of, _jpeg_of, _tiff_of, _bmp_of])
def test_a_bomb_is_refused_by_its_header_with_its_size(
    make: Callable[[int, int], bytes], read: Callable[..., Any]
) -> None:
    (refused,) = read(make(60000, 50000))
    assert refused.problem.code == "too-large"
    assert "60000 × 50000 pixels" in refused.problem.message


def test_a_webp_that_says_it_is_huge_is_refused(read: Callable[..., Any]) -> None:
    assert _why(read(_webp_of(16000, 16000))) in ("too-large", "damaged")


def test_a_picture_too_large_for_its_kind_says_what_to_do(read: Callable[..., Any]) -> None:
    (refused,) = read(_png_of(12000, 12000, 6))
    assert refused.problem.code == "too-large"
    assert "as JPEG" in refused.problem.message


def test_a_bomb_in_a_scan_is_refused(read: Callable[..., Any]) -> None:
    assert _why(read(_with_a_bomb(_pil("PDF", resolution=72), 0))) == "too-large"


def _with_a_bomb(data: bytes, page: int) -> bytes:
    """Make the picture of one page of a PDF say that it is huge."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (image,) = pdf.pages[page].Resources.XObject.as_dict().values()
        image.Width, image.Height = 60000, 60000
        stream = io.BytesIO()
        pdf.save(stream)
    return stream.getvalue()


WHOLE = [kind for kind in IN_COLOUR if kind not in ("GIF",)]


@pytest.mark.parametrize("part", [0.1, 0.5, 0.95])
@pytest.mark.parametrize("kind", WHOLE)
def test_a_file_that_is_cut_short_is_no_picture(kind: str, part: float, read: Callable[..., Any]) -> None:
    data = IN_COLOUR[kind]()
    assert _why(read(data[: int(len(data) * part)])) in ("cut-short", "damaged")


def test_a_jpeg_whose_data_are_torn_is_refused(read: Callable[..., Any]) -> None:
    """Below the tear everything is displaced, so that a mark could be read in the wrong place."""
    noise = np.random.default_rng(1).integers(0, 255, (HIGH, WIDE, 3), np.uint8)
    data = bytearray(_cv(".jpg", noise))
    middle = len(data) // 2
    data[middle : middle + 60] = b"\x12" * 60
    assert _why(read(bytes(data))) == "damaged"


def test_bytes_with_which_a_camera_fills_up_do_no_harm(read: Callable[..., Any]) -> None:
    data = _cv(".jpg")
    assert data.endswith(b"\xff\xd9")
    _pixels(read(data[:-2] + bytes(24) + data[-2:]))
    _pixels(read(data + b"a film that the phone keeps behind its photo" * 9))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"1. oiio@b2   2. iiii@c3\n", "text"),
        ("1. oiio@b2 ; Ștefan".encode("utf-16"), "text"),
        (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(99), "video"),
        (b"\x1aE\xdf\xa3" + bytes(99), "video"),
        (b"PK\x03\x04" + bytes(99), "no picture"),
        (bytes(range(256)), "no picture"),
    ],
)
def test_what_is_no_picture_is_told(data: bytes, words: str, read: Callable[..., Any]) -> None:
    (refused,) = read(data)
    assert refused.problem.code == "no-picture"
    assert words in refused.problem.message


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG"])
def test_what_moves_is_refused(form: str, read: Callable[..., Any]) -> None:
    data = _pil(form, save_all=True, append_images=[PIL_SCENE.transpose(Image.Transpose.ROTATE_180)])
    (refused,) = read(data)
    assert "moves" in refused.problem.message


def test_a_locked_pdf_says_so(read: Callable[..., Any]) -> None:
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(_pil("PDF", resolution=72))) as pdf:
        pdf.save(stream, encryption=pikepdf.Encryption(user="zebra", owner="okapi"))
    assert _why(read(stream.getvalue())) == "password"


def test_one_bad_page_does_not_keep_the_others(read: Callable[..., Any]) -> None:
    data = _pil("PDF", save_all=True, append_images=[GREY, PIL_SCENE], resolution=72)
    first, second, third = read(_with_a_bomb(data, 1))
    assert isinstance(first, Picture)
    assert isinstance(second, Unreadable)
    assert isinstance(third, Picture)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for name in (str(tmp_path / "nothing.jpg"), str(tmp_path), "a\0b.jpg"):
        assert _why(list(pictures(name))) == "no-file"


@pytest.mark.parametrize("kind", ["JPEG", "PDF", "HEIC"])
def test_standard_input(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(IN_COLOUR[kind]())))
    (picture,) = pictures("-")
    assert picture.source == "-"
    assert _like(_colours(_pixels([picture])), _colours(SCENE))


def test_a_speck_is_refused(read: Callable[..., Any]) -> None:
    assert _why(read(_cv(".png", SCENE[:20, :20]))) == "too-small"


def test_a_photo_loads_none_of_the_libraries_for_other_kinds(tmp_path: Path) -> None:
    """A cold start is paid for with every photo."""
    (tmp_path / "photo.jpg").write_bytes(_cv(".jpg"))
    code = (
        "import sys; from printquarto.photo.load import pictures; list(pictures('photo.jpg')); "
        "print(*{'cv2', 'PIL', 'pypdfium2', 'pillow_heif', 'logging'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["cv2"]


@pytest.mark.parametrize("missing", ["cv2", "PIL", "pypdfium2", "pillow_heif"])
def test_without_the_extra_the_command_that_installs_it_is_told(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = {"cv2": "JPEG", "PIL": "WebP", "pypdfium2": "PDF", "pillow_heif": "HEIC"}[missing]
    (tmp_path / "photo").write_bytes(IN_COLOUR[kind]())
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtraError, match=r'-m pip install "printquarto\[photo\]"$'):
        list(pictures(str(tmp_path / "photo")))


def test_pictures_are_told_from_texts_by_how_they_start() -> None:
    for kind, make in {**IN_COLOUR, **IN_GREY}.items():
        assert is_picture(make()[:1024]), kind
    for text in (b"", b"BMW played", b'[Event "x"]', b"oiio@b2", b"\xef\xbb\xbf1. #6 b2", b"\xff\xfe1\0"):
        assert not is_picture(text)


def test_a_name_that_is_too_long_is_told() -> None:
    (found,) = pictures("a" * 300 + ".jpg")
    assert isinstance(found, Unreadable)
    assert found.problem.code == "no-file"
    assert "name too long" in found.problem.message.lower()
