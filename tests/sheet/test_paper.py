"""Papers: their names, own sizes, and what the locale is used to."""

from __future__ import annotations

import pytest

from printquarto.errors import OptionError
from printquarto.sheet.paper import NAMED, Paper, read_paper, usual_paper


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("a4", Paper("A4", 210, 297)),
        ("LETTER", Paper("Letter", 215.9, 279.4)),
        (" Legal ", Paper("Legal", 215.9, 355.6)),
        ("200x200mm", Paper("200x200mm", 200, 200)),
        ("210.5X297MM", Paper("210.5x297mm", 210.5, 297)),
        ("100 × 150 mm", Paper("100x150mm", 100, 150)),
    ],
)
def test_papers_are_read(text: str, paper: Paper) -> None:
    """Names in either case, sizes with decimals."""
    assert read_paper(text) == paper


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A7",
        "B5",
        "200x200",
        "20x20mm",
        "1201x100mm",
        "-5x9mm",
        "nanxnanmm",
        "1e2x1e2mm",
        "٢٠٠x٢٠٠mm",
        "x" * 999,
    ],
)
def test_other_papers_are_refused(text: str) -> None:
    """Unknown names and sizes that no printer takes."""
    with pytest.raises(OptionError, match=r"no paper|no side of a paper"):
        read_paper(text)


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({}, "A4"),
        ({"LANG": "en_US.UTF-8"}, "Letter"),
        ({"LANG": "fr_CA"}, "Letter"),
        ({"LANG": "en_GB.UTF-8"}, "A4"),
        ({"LANG": "en_US", "LC_PAPER": "de_DE.UTF-8"}, "A4"),
        ({"LANG": "de_DE", "LC_PAPER": "en_US"}, "Letter"),
        ({"LC_ALL": "ro_RO", "LC_PAPER": "en_US", "LANG": "en_US"}, "A4"),
        ({"LC_ALL": "", "LC_PAPER": "", "LANG": "en_US@euro"}, "Letter"),
        ({"LC_ALL": "C", "LANG": "en_US"}, "A4"),
        ({"LANG": "US"}, "Letter"),
        ({"LANG": "C.UTF-8"}, "A4"),
    ],
)
def test_the_locale_chooses(environment: dict[str, str], name: str) -> None:
    """LC_ALL before LC_PAPER before LANG, empty ones passed over; Letter in the US and Canada only."""
    assert usual_paper(environment) == NAMED[name]
