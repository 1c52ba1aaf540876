"""Papers: their names and sizes, and which one a place on earth is used to. Knows no templates."""

import os
import re
import sys
from collections.abc import Mapping
from typing import NamedTuple

from printquarto.errors import OptionError
from printquarto.sheet.units import mm, shortened

EDGE = 8.0
"""What every printer can print: nothing comes nearer to the paper's edge, in mm."""

_LEAST, _MOST = 50.0, 1200.0


class Paper(NamedTuple):
    """A paper; width and height in mm as it lies before the reader."""

    name: str
    width: float
    height: float

    def turned(self) -> "Paper":
        """Give the same paper lying on its long side.

        >>> NAMED["A6"].turned().words
        'A6 landscape'
        """
        return Paper(self.name, max(self.width, self.height), min(self.width, self.height))

    @property
    def words(self) -> str:
        """How a sentence calls it."""
        return f"{self.name} landscape" if self.name in NAMED and self.width > self.height else self.name


NAMED: dict[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper("A3", 297, 420),
        Paper("A4", 210, 297),
        Paper("A5", 148, 210),
        Paper("A6", 105, 148),
        Paper("Letter", 215.9, 279.4),
        Paper("Legal", 215.9, 355.6),
    )
}

_OTHER_UNIT = r"([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*[x×]\s*([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(mm|cm|in)?"
_SIZE = r"([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*[x×]\s*([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*mm"


def read_paper(text: str) -> Paper:
    """Understand the name of a paper, or ``WIDTHxHEIGHTmm``. Upper and lower case are the same.

    Raises OptionError for anything else and for sizes that no printer takes.

    >>> read_paper("a4"), read_paper("200x150.5mm")
    (Paper(name='A4', width=210, height=297), Paper(name='200x150.5mm', width=200.0, height=150.5))
    """
    plain = text.strip().lower()
    bare = re.sub(r"^(us|din|iso)[ _-]*", "", plain)
    for name, paper in NAMED.items():
        if name.lower() == bare:
            return paper
    found = re.fullmatch(_SIZE, plain)
    if not found:
        raise OptionError(f"{shortened(text)} is no paper; {_meant(plain)}.")
    width, height = float(found[1]), float(found[2])
    for length in (width, height):
        if not _LEAST <= length <= _MOST:
            raise OptionError(
                f"{length:g} mm is no side of a paper; it can be {mm(_LEAST)} to {mm(_MOST)} mm long."
            )
    return Paper(f"{mm(width)}x{mm(height)}mm", width, height)


def _meant(text: str) -> str:
    """Say what to write instead: a size in another unit in millimetres, where it is one."""
    found = re.fullmatch(_OTHER_UNIT, text.replace(",", "."))
    if not found:
        return f"take {', '.join(NAMED)} or a size such as 200x150mm (width x height)"
    factor = {"cm": 10, "in": 25.4}.get(found[3], 1)
    width, height = (mm(float(side) * factor) for side in found.groups()[:2])
    return f"sizes are written in millimetres: {width}x{height}mm"


def usual_paper(environment: Mapping[str, str] | None = None) -> Paper:
    """Give the paper that the locale is used to: Letter in the US and Canada, else A4.

    The first of ``LC_ALL``, ``LC_PAPER`` and ``LANG`` that is set counts, as everywhere on Unix; on
    Windows, where they are mostly not set, the user's region.

    >>> usual_paper({"LANG": "en_CA.UTF-8"}).name, usual_paper({"LC_ALL": "C", "LANG": "en_US"}).name
    ('Letter', 'A4')
    """
    variables = os.environ if environment is None else environment
    locale = next((variables[name] for name in ("LC_ALL", "LC_PAPER", "LANG") if variables.get(name)), "")
    if not locale and environment is None:
        locale = windows_locale()
    region = re.split(r"[.@]", locale)[0].replace("-", "_").rpartition("_")[2]
    return NAMED["Letter" if region in ("US", "CA") else "A4"]


def windows_locale() -> str:
    """Give the region of the user of a Windows, as ``ro-RO``; nothing elsewhere."""
    if sys.platform != "win32":
        return ""
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Control Panel\International") as key:
            return str(winreg.QueryValueEx(key, "LocaleName")[0])
    except OSError:
        return ""
