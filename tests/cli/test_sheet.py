"""``printquarto sheet``, ``layout`` and ``templates`` from the command line, refusals and all."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest

from printquarto.cli import main as command_line
from printquarto.cli.output import write_file
from printquarto.errors import OutputError
from printquarto.sheet.template import builtin_names

needs_posix = pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")


class Done(NamedTuple):
    """What a run left: its status, and its two outputs as text."""

    status: int
    out: str
    err: str


class Runner:
    """Runs the command line in this process, in a folder of its own."""

    def __init__(self, capture: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capture = capture
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: str) -> Done:
        self.monkeypatch.setattr(sys, "argv", ["printquarto", *arguments])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        out, err = self.capture.readouterr()
        return Done(int(ended.value.code or 0), out.decode("latin-1"), err.decode())


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Runner:
    """Give a runner in an empty folder, with a locale that is used to A4."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    return Runner(capsysbinary, monkeypatch)


def test_a_sheet_is_printed_without_any_argument(run: Runner, tmp_path: Path) -> None:
    """The classic sheet as PDF, here; it says the whole path and to print at actual size."""
    done = run("sheet")
    assert (done.status, done.err) == (0, "")
    assert (tmp_path / "quarto-classic.pdf").read_bytes().startswith(b"%PDF-")
    assert f"Wrote {tmp_path / 'quarto-classic.pdf'}" in done.out
    assert "A4. Print at actual size (100 %)." in done.out


@pytest.mark.parametrize("name", ["classic", "tray", "score", "key"])
def test_every_template_gives_its_file(run: Runner, tmp_path: Path, name: str) -> None:
    """The file is named after the template."""
    assert run("sheet", name, "--paper", "letter").status == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"quarto-{name}.pdf"]


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (["-o", "a.SVG"], ["a.SVG"]),
        (["-o", "a.PDF"], ["a.PDF"]),
        (["-o", "folder"], ["folder/quarto-classic.pdf"]),
        (["-o", "folder/", "--format", "SVG"], ["folder/quarto-classic.svg"]),
        (["--format", "svg"], ["quarto-classic.svg"]),
        (["-o", "plain", "--format", "svg"], ["plain"]),
        (["key", "-o", "k.svg"], ["k-1.svg", "k-2.svg"]),
        (["-o", "Țară ½.pdf"], ["Țară ½.pdf"]),
    ],
)
def test_the_output_decides_name_and_type(
    run: Runner, tmp_path: Path, arguments: list[str], files: list[str]
) -> None:
    """By its ending in either case; a folder gets the usual name; SVG pages are numbered."""
    (tmp_path / "folder").mkdir()
    assert run("sheet", *arguments).status == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == files
    for path in written:
        start = b"<?xml" if "svg" in " ".join(arguments).lower() else b"%PDF-"
        assert path.read_bytes().startswith(start)


def test_standard_output_holds_the_file_alone(run: Runner, tmp_path: Path) -> None:
    """With -o - the words go to standard error and nothing is written here."""
    done = run("sheet", "-o", "-")
    assert done.out.startswith("%PDF-")
    assert done.out.rstrip().endswith("%%EOF")
    assert "actual size" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["clasic"], "there is no template 'clasic'. Did you mean 'classic'?"),
        (["none.toml"], "none.toml cannot be read: no such file or directory."),
        (
            ["--paper", "A9"],
            "'A9' is no paper; take A3, A4, A5, A6, Letter, Legal or a size such as 200x150mm",
        ),
        (["--paper", ""], "--paper is empty; leave it out, or say what it is to be."),
        (["--paper", "A6", "--landscape"], "The board does not fit: "),
        (["--boards", "2"], "classic does not take --boards: it holds one board."),
        (["key", "--boards", "1"], "key does not take --boards: it holds no board."),
        (["key", "--arrow", "dots"], "key does not take --arrow; it takes --title --large --ink-saver "),
        (["--lang", "xx"], "there are no words in 'xx'. The languages are de (German), en (English), es "),
        (["--lang", "romana"], "there are no words in 'romana'; did you mean 'ro'? The languages are "),
        (["score", "--left-handed"], "score does not take --left-handed; it takes --title "),
        (["--paper", "A6", "--ruler"], "The ruler does not fit: with its words it is "),
        (["score", "--landscape"], "score does not take --landscape; it takes --title "),
        (["--title", "x\U0001f600"], "the title holds U+1F600 GRINNING FACE"),
        (["--title", "a\nb"], "the title holds U+000A (a control character)"),
        (["--title", "  "], "--title is empty; leave it out, or say what it is to be."),
        (["--title", "long " * 60], "The title does not fit: at 12 pt"),
        (["--copies", "0"], "--copies can be 1 to 10000, not 0."),
        (["--copies", "99999"], "--copies can be 1 to 10000, not 99999."),
        (["--copies", "2", "--format", "svg"], "an SVG file holds one page: leave --copies out"),
        (["--svg-text", "live"], "--svg-text is for SVG"),
        (
            ["--format", "svg", "-o", "a.pdf"],
            "--format svg and a file that ends in .pdf contradict each other",
        ),
        (["-o", "a.png"], "'a.png' ends in neither .pdf nor .svg; say which with --format."),
        (["key", "-o", "-", "--format", "svg"], "this sheet has 2 pages and an SVG file holds one"),
        (["-o", "no/where.pdf"], "no/where.pdf cannot be written: its folder does not exist."),
        (["-o", "a\x00.pdf"], "cannot be written: its name holds a character that no file name can have."),
        (["-o", f"{'n' * 300}.pdf"], "cannot be written: its name is too long."),
        (["-o", "-", "--open"], "--open needs a file to show; leave out -o -."),
    ],
)
def test_a_refusal_is_one_line_and_writes_nothing(
    run: Runner, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    """It goes to standard error, says what was expected, and the status is 2."""
    done = run("sheet", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"printquarto: {sentence}") or sentence in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_not_overwritten_unasked(run: Runner, tmp_path: Path) -> None:
    """It is refused and stays as it is; with --force it is replaced."""
    target = tmp_path / "mine.pdf"
    target.write_bytes(b"mine")
    done = run("sheet", "-o", "mine.pdf")
    assert (done.status, target.read_bytes()) == (2, b"mine")
    assert "mine.pdf exists already" in done.err
    assert run("sheet", "-o", "mine.pdf", "--force").status == 0
    assert target.read_bytes().startswith(b"%PDF-")
    assert list(tmp_path.iterdir()) == [target]


def test_no_page_is_written_where_one_exists(run: Runner, tmp_path: Path) -> None:
    """Of several SVG pages all are refused before the first is written."""
    (tmp_path / "k-2.svg").write_bytes(b"mine")
    assert run("sheet", "key", "-o", "k.svg").status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["k-2.svg"]


def test_a_template_of_ones_own(run: Runner, tmp_path: Path) -> None:
    """What templates show prints is a template again, and a slip in it is told with its line."""
    shown = run("templates", "show", "classic").out.encode("latin-1").decode()
    (tmp_path / "mine.toml").write_text(shown, encoding="utf-8")
    assert run("sheet", "mine.toml").status == 0
    assert run("sheet", "classic").status == 0
    with pikepdf.open("quarto-mine.pdf") as own, pikepdf.open("quarto-classic.pdf") as built_in:
        # Only what they say of how they were made differs.
        assert own.pages[0].Contents.read_bytes() == built_in.pages[0].Contents.read_bytes()
    (tmp_path / "mine.toml").write_text(shown.replace("captions = true", "caption = true"), encoding="utf-8")
    done = run("sheet", "mine.toml", "-o", "other.pdf")
    assert done.status == 2
    line = shown[: shown.index("captions = true")].count("\n") + 1
    assert done.err == (
        f"printquarto: mine.toml, line {line}: a names has no key 'caption'. Did you mean 'captions'?\n"
    )


def test_the_templates_are_listed(run: Runner) -> None:
    """One line each, the default first."""
    done = run("templates")
    names = [line.split()[0] for line in done.out.splitlines()]
    assert names == builtin_names()
    assert names[0] == "classic"
    assert {"key", "pocket", "recorded", "rules", "score", "travel", "tray"} <= set(names)
    assert all(len(line) > 20 for line in done.out.splitlines())
    assert "Did you mean 'tray'?" in run("templates", "show", "trey").err


def test_the_layout_is_that_of_the_specification(run: Runner) -> None:
    """Names, keys and kinds as specified; the numbers are those of the design."""
    done = run("layout", "classic", "--paper", "A4", "--json")
    layout = json.loads(done.out)
    assert {key: value for key, value in layout.items() if key != "pages"} == {
        "schema": 1,
        "template": "classic",
        "game": "quarto",
        "paper": "A4",
        "page_mm": [210, 297],
    }
    (page,) = layout["pages"]
    assert (page["number"], page["markers"]) == (1, [])
    (board,) = page["boards"]
    assert board["board"] == 1
    fields = {field.pop("id"): field for field in board["fields"]}
    cells = {f"cell.{column}{row}" for column in "abcd" for row in "1234"}
    slots = {f"tray.{number}.{what}" for number in range(16) for what in ("arrow", "used")}
    assert set(fields) == cells | slots
    assert fields["cell.b1"] == {
        "kind": "shape",
        "box_mm": [65, 52, 40, 40],
        "square_mm": [73, 60, 24],
        "notch": 0.333333,
    }
    assert fields["tray.6.arrow"] == {
        "kind": "arrow",
        "shape": "oiio",
        "style": "shaft",
        "tail_mm": [152.5, 228],
        "head_mm": [152.5, 220],
    }
    assert fields["tray.6.used"] == {"kind": "cross", "shape": "oiio", "box_mm": [158.5, 232.5, 6, 6]}


def test_the_layout_takes_the_options_of_sheet(run: Runner) -> None:
    """Paper, direction and arrow change it; without --json it is told in a few lines."""
    lying = json.loads(run("layout", "--paper", "A4", "--landscape", "--arrow", "dots", "--json").out)
    assert lying["page_mm"] == [297, 210]
    styles = {field.get("style") for field in lying["pages"][0]["boards"][0]["fields"]}
    assert styles == {None, "dots"}
    key = json.loads(run("layout", "key", "--json").out)
    assert [page["boards"] for page in key["pages"]] == [[], []]
    assert "16 cell fields, x 25 to 185, y 52 to 212" in run("layout").out.replace("\r", "")
    assert run("layout", "key", "--arrow", "dots").status == 2


@needs_posix
def test_an_old_locale_does_not_spoil_a_title(tmp_path: Path) -> None:
    """A title typed in UTF-8 is read as that, even where Python takes the terminal for plain ASCII."""
    target = tmp_path / "x.svg"
    command = [sys.executable, "-m", "printquarto", "sheet", "--title", "Ștefan ½", "-o", str(target)]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    assert "<title>Ștefan ½</title>" in target.read_text(encoding="utf-8")


def test_the_locale_chooses_the_language(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Words and language of both files follow it; --lang wins, and a language without words is English."""
    for locale, option, language, word in (
        ("ro_RO.UTF-8", [], "ro", "Desenează"),
        ("nl_NL.UTF-8", [], "en", "Draw"),
        ("ro_RO.UTF-8", ["--lang", "DE"], "de", "Zeichne"),
        ("C", ["--lang", "français"], "fr", "Dessine"),
    ):
        monkeypatch.setenv("LC_ALL", locale)
        monkeypatch.delenv("LANGUAGE", raising=False)
        assert run("sheet", *option, "-o", "x.svg", "--force").status == 0
        drawing = (tmp_path / "x.svg").read_text(encoding="utf-8")
        assert f' lang="{language}"' in drawing
        assert word in drawing
        assert run("sheet", *option, "-o", "x.pdf", "--force").status == 0
        with pikepdf.open(tmp_path / "x.pdf") as pdf:
            assert str(pdf.Root.Lang) == language


def test_language_and_profiles_travel_with_the_file(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Rebuilt where another language is spoken, a sheet has the same bytes."""
    asked = ("--large", "--left-handed", "--ink-saver", "--ruler", "--features", "tl,br", "--paper", "A4")
    monkeypatch.setenv("LC_ALL", "ro_RO.UTF-8")
    assert run("sheet", *asked, "-o", "one.pdf").status == 0
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert run("rebuild", "one.pdf", "-o", "two.pdf").status == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_layout_takes_language_and_profiles(run: Runner) -> None:
    """Long words and a left hand move things, and the layout says so."""
    boxes = []
    for options in ([], ["--lang", "ro"], ["--left-handed"], ["--large"]):
        layout = json.loads(run("layout", "--paper", "A4", *options, "--json").out)
        fields = [field for page in layout["pages"] for board in page["boards"] for field in board["fields"]]
        boxes.append([field.get("box_mm") for field in fields if field["id"] in ("cell.a1", "tray.0.used")])
    assert len({json.dumps(box) for box in boxes}) == 4


def test_the_locale_chooses_the_paper(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet for the US is a Letter without being asked."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert "Letter. Print at actual size" in run("sheet").out


def test_the_example_in_the_repository_is_what_is_printed_today(run: Runner, tmp_path: Path) -> None:
    """The picture that the README shows comes from the code beside it."""
    example = Path(__file__).parents[2] / "examples" / "quarto-classic.svg"
    assert run("sheet", "--paper", "A4", "--lang", "en", "--format", "svg").status == 0
    assert example.read_bytes() == (tmp_path / "quarto-classic.svg").read_bytes()


@pytest.mark.parametrize("command", ["sheet", "layout", "templates"])
def test_help_has_an_example_and_says_its_units(run: Runner, command: str) -> None:
    """Nobody has to guess that lengths are millimetres."""
    done = run(command, "--help")
    assert done.status == 0
    assert "Example" in done.out
    assert "millimetres" in done.out


@pytest.mark.parametrize("command", ["sheet", "layout", "templates"])
def test_help_loads_nothing_heavy(command: str) -> None:
    """Neither the writers nor their libraries are loaded for a page of help."""
    code = (
        "import sys, printquarto.cli.main as m\n"
        f"try: m.group.main([{command!r}, '--help'])\nexcept SystemExit: pass\n"
        "heavy = {'reportlab', 'svgwrite', 'fontTools', 'numpy', 'PIL', 'tomllib'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_a_pdf_loads_no_svg_and_no_font_tools() -> None:
    """What a cold start must not pay for."""
    code = (
        "import sys, printquarto.cli.main as m\n"
        "m.group.main(['sheet', '-o', '-'], standalone_mode=False)\n"
        "heavy = {'svgwrite', 'fontTools', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@needs_posix
def test_the_old_mode_and_a_link_are_kept(tmp_path: Path) -> None:
    """Overwriting goes through a link to its target and leaves the target's mode."""
    target, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert write_file(link, b"new", force=True) == target
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@needs_posix
def test_a_new_file_obeys_the_umask(tmp_path: Path) -> None:
    """It is as readable as any other new file of the user's."""
    before = os.umask(0o027)
    try:
        written = write_file(tmp_path / "new.pdf", b"new", force=False)
    finally:
        os.umask(before)
    assert stat.S_IMODE(written.stat().st_mode) == 0o640


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk fills up half way, the old file is whole and the temporary one gone."""
    target = tmp_path / "mine.pdf"
    target.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputError, match="cannot be written: the disk is full"):
        write_file(target, b"new", force=True)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@needs_posix
def test_a_device_is_written_straight() -> None:
    """What is no ordinary file is neither replaced nor refused."""
    assert write_file(Path("/dev/null"), b"new", force=False) == Path("/dev/null")
    assert not Path("/dev/null").is_file()


@needs_posix
def test_the_name_of_standard_output_works_as_a_file(tmp_path: Path) -> None:
    """Through a pipe and into a file that the shell has made, both without --force."""
    command = [sys.executable, "-m", "printquarto", "sheet", "-o", "/dev/stdout"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(b"%PDF-")
    made = tmp_path / "made.pdf"
    with made.open("wb") as stream:
        subprocess.run(command, stdout=stream, check=True)
    assert made.read_bytes().startswith(b"%PDF-")


@needs_posix
def test_a_full_device_gives_one_line(run: Runner) -> None:
    """As /dev/full pretends to be."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = run("sheet", "-o", "/dev/full")
    assert (done.status, done.err) == (2, "printquarto: /dev/full cannot be written: the disk is full.\n")
