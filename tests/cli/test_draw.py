"""``printquarto draw``: what is on the page, the three formats, and what is refused."""

from __future__ import annotations

import struct
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from printquarto.sheet.language import languages

POSITION = "ooio iiio iiii .   . . . .   . ioii . .   . . . ."
GAME = (
    '[First "Ana"]\n[Second "Dan"]\n\n'
    "1. ioio@c3 2. oooo@c1 3. ooii@a1 4. oioo@c4 5. iooi@a4\n"
    "6. iioo@c2 7. ooio@d1 8. oioi@b3 9. iooo@b1! 1-0\n"
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def game(program: Any) -> str:
    (program.folder / "game.quarto").write_text(GAME, encoding="utf-8")
    return "game.quarto"


def _words(name: str) -> list[str]:
    """Give the text of each page."""
    document = pypdfium2.PdfDocument(Path(name).read_bytes())
    found = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    document.close()
    return found


def _svg(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(Path(name).read_bytes())


def _classes(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [one for one in root.iter() if one.get("class") == kind]


def test_a_game_is_drawn_turn_by_turn_on_one_page(program: Any, game: str) -> None:
    done = program("draw", game, "-o", "x.pdf")
    assert (done.status, done.files) == (0, ["game.quarto", "x.pdf"])
    with pikepdf.open("x.pdf") as pdf:
        assert [[round(float(one)) for one in page.MediaBox] for page in pdf.pages] == [[0, 0, 595, 842]]
    (text,) = _words("x.pdf")
    assert text.startswith("Ana – Dan")
    for turn in range(1, 10):
        assert f"{turn} {'Ana' if turn % 2 else 'Dan'}" in text
    assert "Not called in time. column c: bottom left out" in text
    assert "Quarto! row 1: top right out" in text


def test_the_marks_are_those_of_the_quarto(program: Any, game: str) -> None:
    """Three lines and four dots for the Quarto of turn 6; the shape of each turn alone is strong."""
    program("draw", game, "-o", "x.svg", "--paper", "A4")
    alignments = _classes(_svg("x.svg"), "alignment")
    groups = [one for one in alignments if one.tag == f"{SVG}g"]
    assert len(groups) == 2
    for group in groups:
        assert [one.get("class") for one in group] == ["alignment"] * 3 + ["dot"] * 4
    diagrams = _classes(_svg("x.svg"), "diagram")
    strong = [
        [one.get("stroke-width") for one in diagram if one.get("class") == "shape"].count("0.9")
        for diagram in diagrams
    ]
    assert strong == [1] * 9


def test_no_mark_touches_a_shape(program: Any) -> None:
    """The lines of an alignment end before the squares of its shapes, in rows, diagonals and blocks."""
    boards = [
        ("ooio iiio oiii iiii . . . . . . . . . . . .", 3),
        ("iooo . . . . iioo . . . . ioio . . . . iiii", 3),
        ("iooo iioo . . ioio iiii . . . . . . . . . .", 4),
    ]
    for board, lines in boards:
        program("draw", board, "-o", "x.svg", "--force", "--squares", "--width", "80")
        root = _svg("x.svg")
        cell, left, top = 20.0, *_corner(root)
        drawn = [one.get("d", "") for one in _classes(root, "alignment") if one.tag == f"{SVG}path"]
        assert len(drawn) == lines
        for path in drawn:
            for point in path.removeprefix("M").split("L"):
                x, y = (float(one) for one in point.split())
                across, down = ((x - left) / cell) % 1, ((y - top) / cell) % 1
                assert not (0.2 < across < 0.8 and 0.2 < down < 0.8), path


def _corner(root: ElementTree.Element) -> tuple[float, float]:
    (frame,) = _classes(root, "frame")
    x, y = frame.get("d", "").removeprefix("M").split("L")[0].split()
    return float(x), float(y)


def test_a_position_is_a_picture_of_its_own_size(program: Any) -> None:
    """The board is 60 mm wide where nothing else is asked; the shape in hand stands over it."""
    program("draw", POSITION, "-o", "x.svg")
    root = _svg("x.svg")
    assert float(root.get("width", "").removesuffix("mm")) < 75
    assert len(_classes(root, "shape")) == 4
    program("draw", f'[Given "oiio"]\n{POSITION}', "-o", "y.svg", "--width", "100")
    assert len(_classes(_svg("y.svg"), "given")) == 1
    assert float(_svg("y.svg").get("width", "").removesuffix("mm")) > 104


def test_the_rules_decide_what_is_marked(program: Any) -> None:
    blocks = "iooo iioo . .   ioio iiii . .   . . . .   . . . ."
    for options, marked in (([], 0), (["--squares"], 1), (["--squares", "--features", "br"], 0)):
        program("draw", blocks, "-o", "x.svg", "--force", *options)
        groups = [one for one in _classes(_svg("x.svg"), "alignment") if one.tag == f"{SVG}g"]
        assert len(groups) == marked


def test_a_turn_alone_shows_the_shape_that_was_handed_over_next(program: Any, game: str) -> None:
    program("draw", game, "--turn", "6", "-o", "x.svg")
    root = _svg("x.svg")
    assert len(_classes(root, "shape")) == 6
    assert len(_classes(root, "given")) == 1
    assert "column c: bottom left out" in "".join(root.itertext())


@pytest.mark.parametrize("code", languages())
def test_words_are_those_of_the_language(program: Any, game: str, code: str) -> None:
    from printquarto.sheet.text import words

    program("draw", game, "--lang", code, "-o", "x.pdf")
    (text,) = _words("x.pdf")
    assert " ".join(words(code)["diagram.missed"].split()) in text
    with pikepdf.open("x.pdf") as pdf:
        assert str(pdf.Root.Lang) == code


def test_faulty_turns_are_said_to_be_so(program: Any) -> None:
    program("draw", "1. oooo@a1 2. oooo@b1 3. ?@c1 4. iiii@a1", "-o", "x.pdf", "--paper", "A4")
    (text,) = _words("x.pdf")
    assert text.count("Cannot be played.") == 2
    assert "?" in text


def test_large_print_has_no_small_type(program: Any, game: str) -> None:
    program("draw", game, "--large", "-o", "x.svg", "--paper", "A4")
    sizes = [float(one.get("font-size", "")) for one in _svg("x.svg").iter(f"{SVG}text")]
    assert min(sizes) >= 14 * 25.4 / 72 - 0.001
    assert sorted(one.name for one in program.folder.glob("x*.svg")) == ["x-2.svg", "x-3.svg", "x.svg"]


def test_a_png_has_its_size_and_its_scale(program: Any) -> None:
    program("draw", POSITION, "-o", "x.png", "--dpi", "254")
    program("draw", POSITION, "-o", "x.svg")
    data = Path("x.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, _ = struct.unpack(">II", data[16:24])
    asked = 10 * float(_svg("x.svg").get("width", "").removesuffix("mm"))
    assert asked - 1 <= width <= asked + 1
    at = data.index(b"pHYs")
    assert struct.unpack(">IIB", data[at + 4 : at + 13]) == (10000, 10000, 1)
    from PIL import Image

    with Image.open("x.png") as picture:
        picture.load()
        assert picture.getextrema() == (0, 255)


def test_without_the_extra_a_png_says_how_to_get_it(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    said = program.refused("draw", POSITION, "-o", "x.png")
    assert said == "a PNG is drawn with one more library: pip install 'printquarto[png]'"


def test_the_same_game_gives_the_same_bytes(program: Any, game: str) -> None:
    for ending in ("pdf", "svg", "png"):
        program("draw", game, "-o", f"one.{ending}", "--paper", "A4")
        program("draw", game, "-o", f"two.{ending}", "--paper", "A4")
        assert Path(f"one.{ending}").read_bytes() == Path(f"two.{ending}").read_bytes()


def test_several_games_have_a_page_each(program: Any) -> None:
    (program.folder / "two.quarto").write_text(GAME + GAME.replace("Ana", "Eva"), encoding="utf-8")
    program("draw", "two.quarto", "-o", "x.pdf")
    first, second = _words("x.pdf")
    assert first.startswith("1. Ana – Dan")
    assert second.startswith("2. Eva – Dan")
    program("draw", "two.quarto", "--game", "2", "-o", "y.pdf")
    assert _words("y.pdf")[0].startswith("Eva – Dan")


def test_a_folder_stands_for_its_games(program: Any) -> None:
    (program.folder / "my games").mkdir()
    for name in ("Ana", "Eva"):
        text = GAME.replace("Ana", name)
        (program.folder / "my games" / f"{name}.quarto").write_text(text, encoding="utf-8")
    program("draw", "my games", "-o", "x.pdf")
    assert [text.split(" – ")[0] for text in _words("x.pdf")] == ["1. Ana", "2. Eva"]


@pytest.mark.parametrize(
    ("text", "options", "warnings"),
    [
        (
            "oiio . . oiio . ooio . . . . . . . . . .",
            [],
            ["oiio stands on the board more than once"],
        ),
        ('[Given "ooio"]\noiio . . . . ooio . . . . . . . . . .', [], ["The shape in hand, ooio, already"]),
        ("1. ioio@c3 2. ioio@c1 3. oooo@c3", [], ["handed over ioio for turn 2", "drew on c3 at turn 3"]),
        ("1. ioio@c3 2. ioio@c1 3. oooo@c3", ["--turn", "2"], ["handed over ioio for turn 2"]),
        ("1. ioio@c3 2. oooo@c1", [], []),
        (f"{GAME.replace(' 1-0', '')} 10. iiii@b4", [], ["turn 10"]),
    ],
)
def test_what_cannot_be_is_drawn_and_told(
    program: Any, text: str, options: list[str], warnings: list[str]
) -> None:
    """A lesson may want to show it, and a slip of the pen must not go unseen."""
    done = program("draw", text, *options, "-o", "x.pdf")
    assert (done.status, done.files) == (0, ["x.pdf"])
    said = done.err.splitlines()
    assert len(said) == len(warnings)
    for line, warning in zip(said, warnings, strict=True):
        assert line.startswith("printquarto: warning: ")
        assert warning in line


def test_of_several_games_the_one_with_the_fault_is_named(program: Any) -> None:
    done = program("draw", "1. oooo@a1 1/2-1/2 1. ioio@c3 2. ioio@c1", "-o", "x.pdf")
    assert done.err.startswith("printquarto: warning: game 2: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["game.quarto", "--turn", "99"], "--turn can be 0 to 9 in this game, not 99."),
        (["game.quarto", "--turn", "2", "--turns"], "--turn and --turns contradict each other"),
        (["game.quarto", "--game", "3"], "there is one game in it, and --game asks for game 3"),
        (["game.quarto", "--width", "10"], "--width can be 24 to 400 mm, not 10 mm"),
        (
            ["game.quarto", "--width", "170", "--paper", "A4"],
            "leaves 160.02 mm, and the board is 170 mm wide",
        ),
        (
            ["game.quarto", "--paper", "60x60mm", "-o", "x.svg"],
            "does not fit the height of 60x60mm: it takes",
        ),
        (["game.quarto", "-o", "x.gif"], "'x.gif' ends in none of .pdf, .svg and .png"),
        (["game.quarto", "--dpi", "300"], "--dpi is for PNG alone"),
        (["game.quarto", "-o", "x.png", "--dpi", "9"], "--dpi can be 50 to 1200, not 9."),
        (["no.quarto"], "no.quarto: there is no such file."),
        ([POSITION, "--turns"], "--turns is for a game with turns"),
        ([POSITION, "--lang", "pt"], "there are no words in 'pt'"),
        (['[Game "danish-quarto"]\nd4 e4'], "this is a game of Danish Quarto"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    program: Any, game: str, arguments: list[str], sentence: str
) -> None:
    assert Path(game).is_file()
    assert sentence in program.refused("draw", *arguments)


def test_a_game_that_cannot_be_read_is_shown_with_its_place(program: Any) -> None:
    done = program("draw", "1. oiio@b2 2. oiix@b3")
    assert (done.status, done.files) == (2, [])
    assert done.err.splitlines()[0].startswith("printquarto: what was typed: ")
    assert done.err.splitlines()[2].strip() == "~~~~"


def test_a_file_that_exists_is_kept(program: Any, game: str) -> None:
    program("draw", game, "--large", "-o", "x.svg", "--paper", "A4")
    (program.folder / "x.svg").unlink()
    assert "x-2.svg exists already" in program.refused(
        "draw", game, "--large", "-o", "x.svg", "--paper", "A4"
    )
