"""What reading photos writes: games, overlays, crops; and what is refused before anything is read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pikepdf
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from photographed import CALL, CORRECTED, FINE, SCALE, UNSURE, refused, sheet

from printquarto.notation.parser import read_games


def test_the_games_of_a_run_go_into_one_file(program: Any, photo: Any) -> None:
    for name in ("a.jpg", "b.jpg"):
        photo(name, FINE, UNSURE)
    photo("c.jpg", refused)
    done = program("read", "a.jpg", "b.jpg", "c.jpg", "-o", "games")
    assert done.status == 2
    games = read_games((program.folder / "games.quarto").read_text(encoding="utf-8"))
    assert [len(game.turns) for game in games] == [4, 5, 4, 5]
    assert program.refused("read", "a.jpg", "-o", "games").startswith("games.quarto exists already")
    assert program("read", "a.jpg", "-o", "games", "--force").status == 1


def test_without_a_game_no_file_is_written(program: Any, photo: Any) -> None:
    photo("a.jpg", refused)
    done = program("read", "a.jpg", "-o", "game.quarto", "--overlay", "o.png")
    assert done.status == 2
    assert done.files == ["a.jpg"]
    assert "was not written" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--overlay", "o.bmp"], "must end in .png, .jpg or .pdf"),
        (["--overlay", "nowhere/o.png"], "there is no folder"),
        (["-o", "nowhere/g.quarto"], "there is no folder"),
        (["--overlay", "a.jpg"], "a.jpg exists already; give another name with --overlay or"),
        (["--overlay", "b.jpg"], "b-12.jpg exists already"),
        (["--save-answers", "a.jpg"], "a.jpg exists already; give another name with --save-answers or"),
        (["-o", "a.jpg"], "a.jpg exists already; give another name with -o or"),
        (["--save-crops", "a.jpg"], "--save-crops a.jpg"),
        (["--layout", "a.jpg"], "a.jpg: this is not JSON"),
        (["--answers", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_what_cannot_be_written_or_used_is_refused_before_reading(
    arguments: list[str], words: str, program: Any, photo: Any
) -> None:
    photo("a.jpg", FINE)
    (program.folder / "b-12.jpg").write_bytes(b"")
    for command in ("read", "check"):
        assert words in program.refused(command, "a.jpg", *arguments)


@pytest.mark.parametrize("option", ["-o", "--overlay", "--save-answers"])
@pytest.mark.parametrize("name", ["a.jpg", "folder/../a.jpg", "link.jpg", "same.jpg"])
@pytest.mark.parametrize("given", ["a.jpg", "."])
def test_a_photo_that_is_read_is_never_overwritten(
    option: str, name: str, given: str, program: Any, photo: Any
) -> None:
    photo("a.jpg", FINE)
    (program.folder / "folder").mkdir()
    (program.folder / "link.jpg").symlink_to("a.jpg")
    (program.folder / "same.jpg").hardlink_to(program.folder / "a.jpg")
    before = (program.folder / "a.jpg").read_bytes()
    for command in ("read", "check"):
        said = program.refused(command, given, option, name, "--force")
        assert said == f"{Path(name)} is read here and is never overwritten; give another name with {option}."
    assert (program.folder / "a.jpg").read_bytes() == before


def test_no_other_input_is_overwritten_either(
    program: Any, photo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.jpg", "a-1-sheet.png", "o-2.png"):
        photo(name, FINE)
    (program.folder / "game.quarto").write_text("1. oooo@a1 *\n", encoding="utf-8")
    (program.folder / "kept.toml").write_text('["a.jpg#1"]\n"cell.a1" = ""\n', encoding="utf-8")
    kept = {path.name: path.read_bytes() for path in program.folder.iterdir()}
    for arguments in (
        ["check", "game.quarto", "-o", "game"],
        ["check", ".", "-o", "game.quarto"],
        ["read", "a.jpg", "--answers", "kept.toml", "--save-answers", "kept.toml"],
        ["read", "a.jpg", "o-2.png", "--overlay", "o.png"],
        ["read", ".", "--save-crops", "."],
    ):
        assert "is read here and is never overwritten" in program.refused(*arguments, "--force")
    with (program.folder / "a.jpg").open(encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert "a.jpg is read here" in program.refused("read", "-", "--overlay", "a.jpg", "--force")
    assert {path.name: path.read_bytes() for path in program.folder.iterdir()} == kept


def _share(name: str, is_meant: Callable[[Any], Any]) -> float:
    pixels = cv2.imread(name).astype(int)
    return float(is_meant(pixels).mean())


def _green(pixels: Any) -> Any:
    return (pixels[..., 1] - pixels[..., 2] > 60) & (pixels[..., 1] - pixels[..., 0] > 30)


def _amber(pixels: Any) -> Any:
    return (pixels[..., 2] - pixels[..., 0] > 100) & (pixels[..., 1] > 90)


def _red(pixels: Any) -> Any:
    return (pixels[..., 2] > 150) & (pixels[..., 1] < 70) & (pixels[..., 0] < 90)


def test_an_overlay_shows_what_is_sure_and_what_is_asked(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE)
    photo("b.jpg", UNSURE)
    done = program("read", "a.jpg", "b.jpg", "--overlay", "o.png")
    assert done.files == ["a.jpg", "b.jpg", "o-2.png", "o.png"]
    assert _share("o.png", _green) > 0.005
    assert _share("o.png", _amber) == 0
    assert _share("o-2.png", _amber) > 0.0005
    assert _share("o-2.png", _red) == 0


def test_the_overlay_of_the_check_strikes_the_missed_quartos_through(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet())
    for name in ("o.jpg", "o.png"):
        assert program("check", "a.jpg", "--overlay", name).status == 1
        assert _share(name, _red) > 0.001
    row = cv2.imread("o.png")[round(53 * SCALE)]
    between = [row[round((28 + 30 * column) * SCALE)] for column in (1, 2, 3, 3.98)]
    assert all(_red(place.astype(int)) for place in between)


def test_an_overlay_as_pdf_holds_a_page_for_each_sheet_in_its_true_size(program: Any, photo: Any) -> None:
    photo("a.jpg", FINE, UNSURE)
    program("read", "a.jpg", "--overlay", "o.pdf")
    program("read", "a.jpg", "--overlay", "again.pdf")
    assert Path("o.pdf").read_bytes() == Path("again.pdf").read_bytes()
    with pikepdf.open("o.pdf") as pdf:
        widths = [float(page.mediabox[2]) / 72 * 25.4 for page in pdf.pages]
    assert widths == pytest.approx([210, 210], abs=0.1)


def test_crops_are_saved_of_what_is_unsure_and_of_the_sheet(program: Any, photo: Any) -> None:
    photo("a.jpg", sheet(CORRECTED, CALL))
    for _ in range(2):
        assert program("read", "a.jpg", "--save-crops", "crops/of/a").status == 1
    crops = program.folder / "crops" / "of" / "a"
    assert sorted(path.name for path in crops.iterdir()) == [
        "a-1-cell.c1.png",
        "a-1-sheet.png",
        "a-1-turn.4.call.png",
    ]
    assert cv2.imread(str(crops / "a-1-sheet.png")).shape[:2] == (2376, 1680)
    assert min(cv2.imread(str(crops / "a-1-cell.c1.png")).shape[:2]) >= 480
