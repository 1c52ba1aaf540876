"""The printed type, Fira Sans in two weights: widths for the layout, files for the writers.

reportlab reads the files in some milliseconds; fontTools, which takes longer to load, only gives outlines.
"""

from __future__ import annotations

import functools
import io
import re
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from printquarto.errors import PrintquartoError
from printquarto.render.environment import no_outer_settings
from printquarto.render.metrics import Metrics, metrics
from printquarto.sheet.units import MM_PER_PT

_FILES = {400: "FiraSans-Regular.ttf", 600: "FiraSans-SemiBold.ttf"}
FAMILY = "Fira Sans"


def font_file(weight: int) -> Path:
    """Give the font file of a weight, without importing the package that brings it."""
    spec = PathFinder.find_spec("fontpkg_fira_sans")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders:
        raise PrintquartoError("the package fontpkg-fira-sans is not installed; install printquarto anew.")
    return Path(folders[0]) / "files" / _FILES[weight]


@functools.cache
def pdf_font(weight: int) -> Any:
    """Register a weight with reportlab and give its font; the name is the file's, ``FiraSans-Regular``."""
    with no_outer_settings():
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

    class Font(TTFont):  # type: ignore[misc]
        """A font whose subsets say of code 0, which is no character, nothing at all."""

        def addObjects(self, document: Any) -> None:  # noqa: N802 - reportlab's name
            super().addObjects(document)
            for name, made in document.idToObject.items():
                if name.startswith("toUnicodeCMap:"):
                    made.content = _NO_CHARACTER.sub(_one_less, made.content)

    path = font_file(weight)
    # reportlab never closes a file that it has opened by name. With ``asciiReadable`` all of ASCII would be
    # in every file, and codes that stand for no character.
    font = Font(path.stem, io.BytesIO(path.read_bytes()), asciiReadable=0)
    pdfmetrics.registerFont(font)
    return font


_NO_CHARACTER = re.compile(r"(\d+) beginbfchar\n<00> <0000>\n")


def _one_less(found: re.Match[str]) -> str:
    return f"{int(found[1]) - 1} beginbfchar\n"


@functools.cache
def _metrics(weight: int) -> Metrics:
    return metrics(font_file(weight).read_bytes())


class FiraSans:
    """The typeface as the layout asks it: sums of advance widths, no kerning.

    It remembers what it was asked, as a layout asks for the same words again and again while it looks for
    the size that fits.
    """

    def __init__(self) -> None:
        self._ems: dict[tuple[str, int], float] = {}

    def width(self, text: str, size: float, weight: int) -> float:
        """Give the width in mm of a text at a size in points."""
        ems = self._ems.get((text, weight))
        if ems is None:
            widths, default = _metrics(weight)
            ems = sum(widths.get(ord(character), default) for character in text) / 1000
            self._ems[text, weight] = ems
        return ems * size * MM_PER_PT

    def missing(self, text: str) -> str:
        """Give the first character that one of the weights has no glyph for, or nothing."""
        glyphs = [_metrics(weight).widths for weight in _FILES]
        return next((one for one in text if any(ord(one) not in known for known in glyphs)), "")
