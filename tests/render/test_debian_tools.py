"""What the tools of print shops and browsers say of our files. Wants Debian's packages: run by .ci/run."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from printquarto.render.pdf import pdf_bytes
from printquarto.render.svg import svg_bytes

pytestmark = pytest.mark.debian

SHEETS = [
    "classic",
    "tray",
    "score",
    "key",
    "travel",
    "pocket",
    "recorded",
    "rules",
    "danish",
    "danish-rules",
]


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a tool and give what it says."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


@pytest.fixture(params=SHEETS)
def pdf(request: pytest.FixtureRequest, scene_of: Any, tmp_path: Path) -> Path:
    """Write a sheet twice over, so that forms are tested as well."""
    path = tmp_path / f"{request.param}.pdf"
    path.write_bytes(pdf_bytes(scene_of(request.param, "A4"), copies=2))
    return path


def test_qpdf_finds_nothing(pdf: Path) -> None:
    """The structure of the file is sound."""
    done = run("qpdf", "--check", pdf)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No syntax or stream encoding errors" in done.stdout


def test_poppler_draws_it_in_silence(pdf: Path, tmp_path: Path) -> None:
    """A picture comes out and nothing is complained of."""
    done = run("pdftoppm", "-r", "30", "-png", pdf, tmp_path / "page")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.glob("page*.png"))


def test_every_font_is_embedded(pdf: Path) -> None:
    """The only fonts are two subsets that the file brings along."""
    rows = run("pdffonts", pdf).stdout.splitlines()[2:]
    assert rows
    for row in rows:
        assert "+FiraSans-" in row
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row


def test_ghostscript_finds_black_ink_only(pdf: Path) -> None:
    """Cyan, magenta and yellow are none, on every page."""
    done = run("gs", "-q", "-o", "-", "-sDEVICE=ink_cov", pdf)
    pages = [line.split()[:4] for line in done.stdout.splitlines() if "CMYK" in line]
    assert pages
    for cyan, magenta, yellow, black in pages:
        assert float(cyan) == float(magenta) == float(yellow) == 0
        assert float(black) > 0


def test_ghostscript_stops_at_nothing(pdf: Path) -> None:
    """A reader that stops at the first warning comes to the end."""
    done = run(
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage", pdf
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("name", SHEETS)
def test_rsvg_draws_every_svg(scene_of: Any, tmp_path: Path, name: str) -> None:
    """The second SVG renderer takes the file without a word."""
    scene = scene_of(name, "A4")
    for number in range(len(scene.pages)):
        path = tmp_path / f"{name}-{number}.svg"
        path.write_bytes(svg_bytes(scene, number))
        done = run("rsvg-convert", path, "-o", tmp_path / "picture.png")
        assert (done.returncode, done.stderr) == (0, "")
