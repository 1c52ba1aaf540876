"""Pages that share a drawing are small in the file and in memory; how fast they are is measured by hand."""

from __future__ import annotations

import importlib.util
import tracemalloc
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def pages() -> Any:
    """Give the module of the benchmark, whose pages are those that are measured."""
    path = Path(__file__).parents[1] / "benchmarks" / "pages.py"
    spec = importlib.util.spec_from_file_location("pages", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_thousand_named_pages_take_at_most_700_bytes_each(pages: Any) -> None:
    assert len(pages.ours_named(pages.classic(), 1000)) <= 700 * 1000


def test_the_plain_page_of_the_benchmark_is_the_same_page(pages: Any, read_pdf: Any) -> None:
    """What is compared draws the same lines, circles, boxes and words."""
    scene = pages.classic()
    ours, plain = read_pdf(pages.ours_named(scene, 1))[0], read_pdf(pages.reportlab_named(scene, 1))[0]
    kinds = [sorted(one[0] for one in page) for page in (ours, plain)]
    assert kinds[0] == kinds[1]
    words = [sorted(one[4] for one in page if one[0] == "text") for page in (ours, plain)]
    assert words[0] == words[1]


def test_a_page_more_holds_little_memory_more(pages: Any) -> None:
    """Some 2 kB: what reportlab keeps of a page, and none of its drawing, which alone is ten times that."""
    scene = pages.classic()
    peaks = []
    for count in (500, 1500):
        tracemalloc.start()
        pages.ours_copies(scene, count)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / 1000 < 4000
