"""The widths that a layout reckons with are those that the PDF prints with."""

import pytest

from printquarto.render.fonts import font_file, pdf_font
from printquarto.render.metrics import metrics


@pytest.mark.parametrize("weight", [400, 600])
def test_widths_are_those_of_the_font_in_the_pdf(weight: int) -> None:
    read, printed = metrics(font_file(weight).read_bytes()), pdf_font(weight).face
    assert read.widths == printed.charWidths
    assert read.default == printed.defaultWidth
    assert read.widths.keys() == printed.charToGlyph.keys()
