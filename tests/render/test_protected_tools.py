"""What Debian's tools say of handouts, of imposed sheets and of files with a password. Run by .ci/run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.debian

SECRET = "Zebra 4711"
RUNS = {
    "handout": ["handout", "--with", "key,classic*2"],
    "booklet": ["handout", "--with", "key,classic*3", "--booklet"],
    "many": ["sheet", "--n-up", "4", "--copies", "6"],
    "names": ["sheet", "--names", "class.csv"],
    "backs": ["sheet", "key", "--backs", "--copies", "2", "--accessible"],
}


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run a tool and give what it says."""
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **more}
    return subprocess.run([str(word) for word in command], capture_output=True, check=False, env=environment)


def printed(folder: Path, arguments: list[str], **more: str) -> Path:
    """Print something and give the file."""
    (folder / "class.csv").write_text("name\nȘtefan\nAna\n", encoding="utf-8")
    arguments = [str(folder / word) if word == "class.csv" else word for word in arguments]
    path = folder / "x.pdf"
    done = run(sys.executable, "-m", "printquarto", *arguments, "--paper", "A4", "-o", path, **more)
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize("name", RUNS)
def test_nothing_is_found_wrong(tmp_path: Path, name: str) -> None:
    """Sound to qpdf, drawn by poppler in silence, all fonts embedded, to Ghostscript black ink alone."""
    path = printed(tmp_path, RUNS[name])
    assert run("qpdf", "--check", path).returncode == 0
    drawn = run("pdftoppm", "-r", "30", "-png", path, tmp_path / "page")
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    rows = run("pdffonts", path).stdout.decode().splitlines()[2:]
    assert rows
    assert all(row.split()[-5] == "yes" and "+FiraSans" in row for row in rows)
    stopped = run(
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-dPDFSTOPONERROR",
        "-dPDFSTOPONWARNING",
        "-sDEVICE=nullpage",
        path,
    )
    assert (stopped.returncode, stopped.stdout + stopped.stderr) == (0, b"")
    inks = [
        line.split()[:3] for line in run("gs", "-q", "-o", "-", "-sDEVICE=ink_cov", path).stdout.splitlines()
    ]
    assert inks
    assert all(float(one) == 0 for ink in inks for one in ink)


def test_qpdf_asks_for_the_password_and_takes_the_right_one(tmp_path: Path) -> None:
    """Its status is 0 where a password is wanted, 3 where the right one was given, 2 where there is none."""
    path = printed(tmp_path, RUNS["handout"], PRINTQUARTO_PASSWORD=SECRET)
    assert run("qpdf", "--requires-password", path).returncode == 0
    assert run("qpdf", "--requires-password", "--password=wrong", path).returncode == 0
    assert run("qpdf", "--requires-password", f"--password={SECRET}", path).returncode == 3
    assert run("qpdf", "--check", f"--password={SECRET}", path).returncode == 0
    assert b"R = 6" in run("qpdf", "--show-encryption", f"--password={SECRET}", path).stdout
    (tmp_path / "plain").mkdir()
    assert run("qpdf", "--requires-password", printed(tmp_path / "plain", ["sheet"])).returncode == 2


def test_poppler_opens_it_with_the_right_password_alone(tmp_path: Path) -> None:
    path = printed(tmp_path, RUNS["handout"], PRINTQUARTO_PASSWORD=SECRET)
    for wrong in ((), ("-upw", ""), ("-upw", "wrong"), ("-upw", SECRET[:-1])):
        assert run("pdftotext", *wrong, path, "-").returncode != 0
    done = run("pdftotext", "-upw", SECRET, path, "-")
    assert done.returncode == 0
    assert "The sixteen shapes" in done.stdout.decode()


def test_poppler_reads_the_words_in_their_order(tmp_path: Path) -> None:
    """The name behind its label, though it is drawn on a page that both sheets share."""
    text = run("pdftotext", "-raw", printed(tmp_path, [*RUNS["names"], "--accessible"]), "-").stdout.decode()
    assert "First Ștefan draws turns 1, 3, 5 … Second" in " ".join(text.split())
