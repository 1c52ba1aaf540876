"""What a camera needs: markers and QR codes are found by readers that know nothing of this program."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from printquarto.cli.main import group
from printquarto.render.fonts import FiraSans
from printquarto.render.pdf import pdf_bytes
from printquarto.render.qr import qr_cells
from printquarto.sheet.code import is_code
from printquarto.sheet.layout import Layout, draw, lay_out
from printquarto.sheet.markers import OWN, marker_bits, marker_code
from printquarto.sheet.paper import NAMED, read_paper
from printquarto.sheet.template import builtin_folder, find_template, read_template

PIXELS = 12
"""Of a millimetre, in the pictures that are looked at."""

FAMILY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
Picture = NDArray[np.uint8]


def recorded(paper: str) -> Layout:
    """Set the recorded sheet out."""
    return lay_out(read_template(find_template("recorded")), read_paper(paper), FiraSans())


def picture_of(data: bytes, page: int = 0, pixels: float = PIXELS) -> Picture:
    """Render a page of a PDF with pdfium, gray."""
    with pypdfium2.PdfDocument(data) as pdf:
        image = pdf[page].render(scale=pixels * 25.4 / 72).to_pil().convert("L")
    return np.asarray(image)


def found_in(picture: Picture) -> dict[int, Picture]:
    """Find the markers: the four corners of each, in pixels, by its number."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(FAMILY, settings).detectMarkers(picture)
    assert numbers is not None
    return {int(number): one[0] for number, one in zip(numbers.flatten(), corners, strict=True)}


def test_the_family_is_the_one_of_opencv() -> None:
    """All 587 words give the cells that OpenCV draws for the same number."""
    for number in range(587):
        drawn = cv2.aruco.generateImageMarker(FAMILY, number, 8)[1:7, 1:7] > 0
        assert (drawn == np.array(marker_bits(number))).all(), number


def test_the_table_of_groups_is_sound() -> None:
    """Each group belongs to one sheet, a built-in one on a paper that has a name; 72 is left for own ones."""
    table = tomllib.loads((builtin_folder() / "markers.toml").read_text("utf-8"))
    groups = [sheet["k"] for sheet in table["sheet"]]
    assert len(set(groups)) == len(groups)
    assert all(0 <= group < OWN for group in groups)
    assert table["own"] == OWN == 72
    assert 8 * OWN + 7 < len(table["words"].split()) == 587
    for sheet in table["sheet"]:
        template = read_template(find_template(sheet["template"]))
        assert marker_code(template, NAMED[sheet["paper"]]) == sheet["k"]


@pytest.mark.parametrize("paper", ["A4", "Letter", "Legal", "A3", "220x300mm"])
def test_all_markers_are_found_where_the_layout_says(paper: str) -> None:
    """Each of the eight, its corners in the order of the layout, within 0.1 mm."""
    layout = recorded(paper)
    found = found_in(picture_of(pdf_bytes(draw(layout))))
    markers = layout.as_json()["pages"][0]["markers"]
    assert sorted(found) == [marker["id"] for marker in markers]
    for marker in markers:
        x, y, width, height = marker["box_mm"]
        expected = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        # A pixel's place is that of its middle.
        millimetres = (found[marker["id"]] + 0.5) / PIXELS
        assert np.abs(millimetres - expected).max() < 0.1, marker


def test_a_photo_that_is_turned_tells_where_up_is() -> None:
    """The first corner is the top left one as printed, whichever way the camera was held."""
    picture = picture_of(pdf_bytes(draw(recorded("A4"))))
    turned = found_in(np.ascontiguousarray(np.rot90(picture, 2)))
    assert sorted(turned) == list(range(8))
    top_left = turned[0]
    assert top_left[0][0] > top_left[2][0]
    assert top_left[0][1] > top_left[2][1]


def print_sheet(folder: Path, *options: str) -> bytes:
    """Run the command line and give the file."""
    target = folder / "sheet.pdf"
    arguments = ["sheet", "recorded", "--lang", "en", "--force", "-o", str(target), *options]
    group.main(arguments, standalone_mode=False)
    return target.read_bytes()


def code_in(picture: Picture, layout: Layout) -> str:
    """Read the QR code from its place on the page."""
    assert layout.code is not None
    x, y, width, height = layout.code.square
    left, top, right, low = (round(PIXELS * at) for at in (x - 3, y - 3, x + width + 3, y + height + 3))
    text, *_ = cv2.QRCodeDetector().detectAndDecode(picture[top:low, left:right])
    return str(text)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_qr_code_says_what_is_printed_beside_it(tmp_path: Path, paper: str) -> None:
    """On each copy both say the same code, and each copy has its own; the same run gives the same bytes."""
    data = print_sheet(tmp_path, "--paper", paper, "--copies", "3", "--series", "7b")
    assert print_sheet(tmp_path, "--paper", paper, "--copies", "3", "--series", "7b") == data
    layout, codes = recorded(paper), []
    with pypdfium2.PdfDocument(data) as pdf:
        assert len(pdf) == 3
        for number in range(3):
            code = code_in(picture_of(data, number), layout)
            assert is_code(code)
            assert code in pdf[number].get_textpage().get_text_range()
            codes.append(code)
    assert len(set(codes)) == 3
    others = print_sheet(tmp_path, "--paper", paper, "--series", "7c")
    assert code_in(picture_of(others), layout) not in codes


def test_markers_are_found_beside_a_code(tmp_path: Path) -> None:
    """The finished sheet, as it is printed, has just its eight markers: nothing else looks like one."""
    picture = picture_of(print_sheet(tmp_path, "--paper", "A4"), pixels=6)
    assert sorted(found_in(picture)) == list(range(8))


def test_qr_cells_are_read_by_another_program() -> None:
    """Any code is read from nothing but its cells and a white rim."""
    for text in ("Q7F-3K9", "222-222", "ZZZ-ZZZ"):
        cells = np.array(qr_cells(text))
        assert cells.shape == (21, 21)
        picture = np.kron(np.pad(~cells, 4, constant_values=True), np.ones((8, 8))).astype(np.uint8) * 255
        assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text


def test_a_marker_has_no_seams() -> None:
    """Where two black cells meet there is no pale line between them, however the picture is scaled."""
    layout = recorded("A4")
    data = pdf_bytes(draw(layout))
    for pixels in (7.3, 11.9):
        picture = picture_of(data, pixels=pixels)
        for marker in layout.pages[0].markers:
            x, y, width, _ = marker.box
            edge = width / 8
            # The black border: a frame of one cell, seen half a pixel inside.
            for left, top, right, low in (
                (x, y, x + width, y + edge),
                (x, y + width - edge, x + width, y + width),
                (x, y, x + edge, y + width),
                (x + width - edge, y, x + width, y + width),
            ):
                box = [round(at * pixels) for at in (left + 0.2, top + 0.2, right - 0.2, low - 0.2)]
                assert picture[box[1] : box[3], box[0] : box[2]].max() < 60


def measured(data: bytes, read_pdf: Any) -> list[Any]:
    """Give the primitives of the only page."""
    (page,) = read_pdf(data)
    return list(page)


def test_the_finished_sheet_has_its_measures(read_pdf: Any, tmp_path: Path) -> None:
    """Read from the file: markers of 12 mm 10 mm from the edge, QR code of 16, rounds of 4.8."""
    page = measured(print_sheet(tmp_path, "--paper", "A4"), read_pdf)
    filled = [one for one in page if one[0] == "line" and one[4]]
    boxes = []
    for one in filled:
        xs, ys = zip(*(point for run in one[1] for point in run), strict=True)
        boxes.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    places = [(10, 10), (99, 10), (188, 10), (188, 142.5), (188, 275), (99, 275), (10, 275), (10, 142.5)]
    markers = [box for box in boxes if box[2] == pytest.approx(12, abs=0.01)]
    assert markers == [pytest.approx((*place, 12, 12), abs=0.01) for place in places]
    (code,) = (box for box in boxes if box[2] == pytest.approx(16, abs=0.01))
    assert code == pytest.approx((165, 8, 16, 16), abs=0.01)
    rounds = [one for one in page if one[0] == "circle" and one[3] == pytest.approx(2.275, abs=0.01)]
    assert len(rounds) == 16 * 7 + 4
    assert {round(2 * one[3] + one[4], 2) for one in rounds} == {4.8}
    dots = [one for one in page if one[0] == "circle" and one[3] == pytest.approx(0.16, abs=0.01)]
    assert len(dots) == 256
    assert dots[0][1:3] == pytest.approx((32.5, 42.5), abs=0.01)
    assert dots[3][1] - dots[0][1] == pytest.approx(21, abs=0.01)


def test_a_sheet_without_a_code_takes_no_series(tmp_path: Path) -> None:
    """An option that a template does not take is refused."""
    from printquarto.errors import OptionError

    with pytest.raises(OptionError, match="classic does not take --series"):
        group.main(
            ["sheet", "classic", "--series", "x", "-o", str(tmp_path / "x.pdf")], standalone_mode=False
        )


def test_an_svg_has_its_code_too(tmp_path: Path) -> None:
    """The one page of the SVG is copy 1, with the same code as the PDF's first."""
    import re

    data = print_sheet(tmp_path, "--paper", "A4")
    target = tmp_path / "sheet.svg"
    group.main(
        ["sheet", "recorded", "--lang", "en", "--paper", "A4", "-o", str(target)], standalone_mode=False
    )
    written = re.findall(r">([2-9A-Z]{3}-[2-9A-Z]{3})<", target.read_text("utf-8"))
    assert len(written) == 1
    with pypdfium2.PdfDocument(io.BytesIO(data)) as pdf:
        assert written[0] in pdf[0].get_textpage().get_text_range()
