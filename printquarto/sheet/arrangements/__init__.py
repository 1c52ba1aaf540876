"""The arrangements beside the plain page: several panels to cut apart, a folded booklet, the recorded sheet.

Each module has the name that a template gives, and holds one function ``arrange``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple

from printquarto.sheet.block import Placed
from printquarto.sheet.fields import Marker
from printquarto.sheet.paper import Paper
from printquarto.sheet.template import Template
from printquarto.sheet.typeface import Typeface
from printquarto.sheet.units import Box

if TYPE_CHECKING:
    from printquarto.sheet.layout import Options


class CodePlace(NamedTuple):
    """Where the code of a sheet is printed: the text ends at a point, the QR code fills a box."""

    x: float
    y: float
    size: float
    square: Box


class Arranged(NamedTuple):
    """A page in its arrangement; what belongs to no board comes last among the boards.

    ``paper`` is the paper as it lies, which an arrangement may turn.
    """

    paper: Paper
    boards: tuple[tuple[Placed, ...], ...]
    markers: tuple[Marker, ...] = ()
    code: CodePlace | None = None


def arrange(template: Template, paper: Paper, face: Typeface, options: Options) -> Arranged:
    """Set a template out in the arrangement that it names. Raises FitError, with the sum, where it cannot."""
    module = importlib.import_module(f"{__name__}.{template.arrangement}")
    arranged: Arranged = module.arrange(template, paper, face, options)
    return arranged
