"""Printed sheets: what the command line prints and says of its layout, as pixels. Knows PDF, and no ink."""

from __future__ import annotations

import json
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pypdfium2
from click.testing import CliRunner

from printquarto.cli.main import group

from .pens import SCALE

Rng = np.random.Generator


class Variant(NamedTuple):
    """What was asked of the printer: template, paper, and options of ``printquarto sheet``."""

    template: str
    paper: str
    options: tuple[str, ...] = ()
    names: str = ""


class Print(NamedTuple):
    """A printed page: grey pixels, ``SCALE`` a millimetre, and its layout as the JSON that was printed."""

    grey: Any
    layout: dict[str, Any]


def _run(arguments: list[str]) -> str:
    result = CliRunner().invoke(group, arguments)
    if result.exit_code != 0:
        raise ValueError(f"printquarto {' '.join(arguments)}: {result.output}")
    return result.stdout


@lru_cache(maxsize=10)
def printed(variant: Variant) -> Print:
    """Print a sheet and look at its first page. Raises ValueError where the command line refuses it."""
    asked = [variant.template, "--paper", variant.paper, *variant.options]
    layout = json.loads(_run(["layout", *asked, "--json"]))
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "sheet.pdf")
        if variant.names:
            table = Path(folder, "names.csv")
            table.write_text(variant.names, encoding="utf-8")
            asked += ["--names", str(table)]
        _run(["sheet", *asked, "-o", str(target)])
        document = pypdfium2.PdfDocument(target.read_bytes())
        picture = document[0].render(scale=SCALE * 25.4 / 72, grayscale=True).to_numpy()
        document.close()
    grey = np.ascontiguousarray(picture.reshape(picture.shape[:2]))
    width, height = (round(length * SCALE) for length in layout["page_mm"])
    return Print(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA), layout)


_OPTIONS: tuple[tuple[tuple[str, ...], str], ...] = (
    ((), ""),
    ((), ""),
    (("--title", "Club evening"), ""),
    (("--lang", "ro"), ""),
    (("--ink-saver",), ""),
    (("--series", "winter"), "first,second\nAna,Dan\n"),
)


def any_variant(rng: Rng, template: str = "recorded", paper: str | None = None) -> Variant:
    """Choose a paper (A4 in two of three) and what was asked of the printer."""
    paper = paper or str(rng.choice(["A4", "A4", "Letter"]))
    if template != "recorded":
        return Variant(template, paper, ("--lang", "en"))
    options, names = _OPTIONS[rng.integers(len(_OPTIONS))]
    if "--lang" not in options:
        options += ("--lang", "en")
    return Variant(template, paper, options, names)


def _tile(rng: Rng, shape: tuple[int, ...], sigma: float) -> Any:
    """Give noise of unit spread about 128 (32 a sigma), made of a tile so that a page costs little."""
    tile = rng.standard_normal((512, 512)).astype(np.float32)
    if sigma > 0:
        tile = cv2.GaussianBlur(tile, (0, 0), sigma)
        tile /= tile.std()
    byte = np.clip(128 + 32 * tile, 0, 255).astype(np.uint8)
    return np.tile(byte, (-(-shape[0] // 512), -(-shape[1] // 512)))[: shape[0], : shape[1]]


def _copied(grey: Any, rng: Rng) -> tuple[Any, Any]:
    """Photocopy a page: a little turned and scaled, harder in contrast, lines thin or thick, and dirty."""
    height, width = grey.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 0.4), rng.uniform(0.975, 1.01))
    matrix[:, 2] += rng.normal(0, 1.2, 2) * SCALE
    copy = cv2.warpAffine(grey, matrix, (width, height), borderValue=255)
    copy = cv2.GaussianBlur(copy, (0, 0), rng.uniform(1.0, 2.2))
    middle = rng.uniform(105, 185)
    curve = 255 / (1 + np.exp(-(np.arange(256) - middle) / rng.uniform(10, 25)))
    copy = cv2.LUT(copy, curve.astype(np.uint8))
    for _ in range(int(rng.integers(0, 60))):
        at = (int(rng.integers(width)), int(rng.integers(height)))
        cv2.circle(copy, at, int(rng.integers(1, 5)), int(rng.integers(60, 190)), -1, cv2.LINE_AA)
    return copy, matrix


def toned(grey: Any, rng: Rng, faint: float, copied: bool) -> tuple[Any, Any]:
    """Give a page as toner or ink jet puts it on paper, and the 2 × 3 matrix (mm) that moved its print.

    ``faint`` from 0 to 1 is how little black there is.
    """
    matrix = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    if copied:
        grey, pixels = _copied(grey, rng)
        matrix = np.hstack([pixels[:, :2], pixels[:, 2:] / SCALE])
    black = rng.uniform(8, 45) + 95 * faint
    curve = black + (255 - black) * np.arange(256) / 255
    page = cv2.LUT(cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.6, 1.3)), curve.astype(np.uint8))
    # Voids in the toner: only where there is black.
    noise = _tile(rng, page.shape, 1.2)
    strength = 0.08 + 0.35 * faint
    voids = cv2.addWeighted(noise, strength, noise, 0, -128 * strength)
    light = cv2.bitwise_not(page)
    return cv2.add(page, cv2.multiply(light, voids, scale=6 / 255)), matrix
