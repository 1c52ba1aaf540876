"""How fast pages are printed: run by hand with ``python tests/benchmarks/pages.py``, asserted nowhere.

Ours, plain reportlab and fpdf2 draw the very same classic sheet, turn about, in one run; what counts are the
ratios. fpdf2 is installed by ``pip install -e '.[benchmark]'``. ``--memory`` says what a process holds as the
pages grow; each figure is of a process of its own.
"""

from __future__ import annotations

import gc
import io
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from printquarto.render.fonts import FAMILY, FiraSans, font_file, pdf_font
from printquarto.render.pdf import edition_bytes
from printquarto.sheet.bundle import Piece, Row, edition, named
from printquarto.sheet.impose import Imposition
from printquarto.sheet.layout import draw, lay_out
from printquarto.sheet.names import name_lines, set_names
from printquarto.sheet.paper import NAMED
from printquarto.sheet.scene import Circle, Group, Item, Path, RoundBox, Scene, Text
from printquarto.sheet.template import find_template, read_template
from printquarto.sheet.units import PT_PER_MM

ROUNDS = 5
NAMED_PAGES, COPIES, PLAIN_PAGES = 3000, 8000, 150
FACE = FiraSans()


def classic() -> Scene:
    """Draw the classic sheet on A4."""
    return draw(lay_out(read_template(find_template("classic")), NAMED["A4"], FACE))


def name(number: int) -> str:
    """Give one of many names."""
    return f"Ștefan Popescu {number}"


def flat(items: tuple[Item, ...]) -> Iterator[Path | Circle | RoundBox | Text]:
    """Give the primitives of a drawing."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def ours_named(scene: Scene, count: int, *, tagged: bool = False) -> bytes:
    """Print a sheet for each of many names, the setting of the names included."""
    rows = [Row(f"row {number}", {"first": name(number)}) for number in range(count)]
    piece = named(Piece("classic", scene), rows, FACE)
    return edition_bytes(edition([piece], Imposition(NAMED["A4"]), "Quarto", tagged=tagged))


def ours_copies(scene: Scene, count: int) -> bytes:
    """Print the same sheet again and again."""
    return edition_bytes(edition([Piece("classic", scene, count)], Imposition(NAMED["A4"]), "Quarto"))


def texts_of(scene: Scene, number: int) -> tuple[Item, ...]:
    """Give all that is on one named page."""
    (page,) = scene.pages
    own = set_names(name_lines(page), {"first": name(number)}, FACE, "row")
    return (*page.items, *(one.item for one in own))


def reportlab_named(scene: Scene, count: int) -> bytes:
    """Draw each page as reportlab's manual does, with its own paths, circles and texts."""
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, initialFontName=pdf_font(400).fontName, invariant=1, pageCompression=1)
    high = scene.pages[0].height
    for number in range(count):
        canvas.setPageSize((scene.pages[0].width * PT_PER_MM, high * PT_PER_MM))
        for item in flat(texts_of(scene, number)):
            _by_reportlab(canvas, item, high)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _by_reportlab(canvas: Any, item: Path | Circle | RoundBox | Text, high: float) -> None:
    k = PT_PER_MM
    if isinstance(item, Text):
        canvas.setFont(pdf_font(item.weight).fontName, item.size)
        canvas.drawString(item.x * k, (high - item.y) * k, item.text)
        return
    canvas.setLineWidth(item.line * k)
    if isinstance(item, Circle):
        canvas.circle(
            item.x * k, (high - item.y) * k, item.radius * k, stroke=item.line > 0, fill=not item.line
        )
    elif isinstance(item, RoundBox):
        low = (high - item.y - item.height) * k
        canvas.roundRect(item.x * k, low, item.width * k, item.height * k, item.radius * k)
    else:
        path = canvas.beginPath()
        for run in item.runs:
            path.moveTo(run[0][0] * k, (high - run[0][1]) * k)
            for x, y in run[1:]:
                path.lineTo(x * k, (high - y) * k)
            if item.closed:
                path.close()
        canvas.drawPath(path, stroke=item.line > 0, fill=item.fill)


def fpdf_named(scene: Scene, count: int) -> bytes:
    """Draw each page with fpdf2."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=(scene.pages[0].width, scene.pages[0].height))
    pdf.set_auto_page_break(False)
    for weight, style in ((400, ""), (600, "B")):
        pdf.add_font(FAMILY, style, font_file(weight))
    for number in range(count):
        pdf.add_page()
        for item in flat(texts_of(scene, number)):
            _by_fpdf(pdf, item)
    return bytes(pdf.output())


def _by_fpdf(pdf: Any, item: Path | Circle | RoundBox | Text) -> None:
    if isinstance(item, Text):
        pdf.set_font(FAMILY, "B" if item.weight == 600 else "", item.size)
        pdf.text(item.x, item.y, item.text)
        return
    pdf.set_line_width(item.line)
    if isinstance(item, Circle):
        pdf.circle(item.x, item.y, item.radius, style="D" if item.line else "F")
    elif isinstance(item, RoundBox):
        pdf.rect(item.x, item.y, item.width, item.height, round_corners=True, corner_radius=item.radius)
    else:
        for run in item.runs:
            if len(run) == 2:
                pdf.line(*run[0], *run[1])
            elif item.closed:
                pdf.polygon(run, style="DF" if item.fill else "D")
            else:
                pdf.polyline(run)


def rate(make: Callable[[Scene, int], bytes], scene: Scene, count: int) -> tuple[float, int]:
    """Give pages a second and bytes a page."""
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    data = make(scene, count)
    took = time.perf_counter() - start
    gc.enable()
    return count / took, len(data) // count


def speed() -> None:
    """Print pages a second, side by side."""
    scene = classic()
    makers: dict[str, tuple[Callable[[Scene, int], bytes], int]] = {
        "named, printquarto": (ours_named, NAMED_PAGES),
        "named, plain reportlab": (reportlab_named, PLAIN_PAGES),
        "named, fpdf2": (fpdf_named, PLAIN_PAGES),
        "copies, printquarto": (ours_copies, COPIES),
        "named, printquarto --accessible": (
            lambda one, count: ours_named(one, count, tagged=True),
            PLAIN_PAGES,
        ),
    }
    found: dict[str, list[tuple[float, int]]] = {what: [] for what in makers}
    for _ in range(ROUNDS):
        for what, (make, count) in makers.items():
            found[what].append(rate(make, scene, count))
    base = statistics.median(pages for pages, _ in found["named, plain reportlab"])
    for what, runs in found.items():
        pages = statistics.median(one for one, _ in runs)
        print(
            f"{what:34} {pages:7.0f} pages/s {runs[0][1]:6} bytes/page {pages / base:6.1f} × plain reportlab"
        )
    print(f"{'1000 named pages':34} {len(ours_named(scene, 1000)) / 1000:7.0f} bytes/page (wanted: 700)")


def held(count: int) -> int:
    """Give the peak memory in kB of a process that prints so many names."""
    code = (
        "import resource, sys; sys.path.insert(0, sys.argv[1]); import pages; "
        "pages.ours_copies(pages.classic(), int(sys.argv[2])); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    folder = __file__.rpartition("/")[0]
    done = subprocess.run(
        [sys.executable, "-c", code, folder, str(count)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def bare(count: int) -> int:
    """Give the peak memory in kB of a process in which reportlab writes so many pages of one word."""
    code = (
        "import io, resource, sys; from reportlab.pdfgen.canvas import Canvas; c = Canvas(io.BytesIO())\n"
        "for n in range(int(sys.argv[1])): c.drawString(9, 9, 'x'); c.showPage()\n"
        "c.save(); print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(count)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def memory() -> None:
    """Print how memory grows with the pages."""
    for make, what in ((held, "printquarto, copies"), (bare, "reportlab alone, a word a page")):
        few, many = make(1000), make(10000)
        grown = (many - few) / 9000
        print(f"{what:34} {grown:5.2f} kB more for each page ({few} kB for 1000, {many} for 10000)")


def main() -> None:
    """Print all figures."""
    if "--memory" in sys.argv:
        memory()
    else:
        speed()


if __name__ == "__main__":
    main()
