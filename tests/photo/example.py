"""Make ``examples/night-train.jpg`` anew, the game of ``night-train.quarto``, and what is read from it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from click.testing import CliRunner
from simulator import games, levels, sheets
from simulator.prints import Variant

from printquarto.cli.main import group
from printquarto.games.shape import Shape
from printquarto.notation.parser import read_games
from printquarto.notation.record import Record

EXAMPLES = Path(__file__).parents[2] / "examples"
SEED = 1


def _night_train(_fields: Any, rng: np.random.Generator) -> games.Filling:
    (record,) = read_games((EXAMPLES / "night-train.quarto").read_text(encoding="utf-8"))
    assert isinstance(record, Record)
    turns = [
        games.Turn(one.shape.corners, str(one.cell), one.call)
        for one in record.turns
        if isinstance(one.shape, Shape)
    ]
    played = games.Play(turns, None, False, "first")
    wishes = games._written(played, rng)
    wishes["result.first"] = games.Wish(True, 0)
    wishes.pop("rule.squares", None)
    return games.Filling(wishes, [], [])


def main() -> None:
    """Take the photo: two megapixels, as a messenger sends it."""
    easy = levels.LEVELS["easy"]
    tools = easy.tools._replace(hands={"usual": 1.0}, pens={"blue ballpoint": 1.0, "pencil": 1.0}, faint=0.0)
    sensor = easy.sensor._replace(noise=(0.5, 0.6), quality=(58, 59))
    levels.LEVELS["easy"] = easy._replace(
        tools=tools,
        sensor=sensor,
        tilt=(7, 10),
        fills=(0.92, 0.94),
        megapixels={2.2: 1.0},
        grounds=("wood",),
        scanned=0.0,
        turned_tag=0.0,
    )
    sheets.fill = _night_train
    photo = levels.take("easy", SEED, 1, variant=Variant("recorded", "A4"))
    data = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, photo.quality])[1].tobytes()
    (EXAMPLES / "night-train.jpg").write_bytes(data)
    _draw_overlay()


def _draw_overlay() -> None:
    """Draw what is read from the photo, and the Quarto that was missed, at half the size of an overlay."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "read.png")
        CliRunner().invoke(group, ["check", str(EXAMPLES / "night-train.jpg"), "--overlay", str(target)])
        drawn = cv2.imread(str(target))
    small = cv2.resize(drawn, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(EXAMPLES / "night-train-read.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 82])


if __name__ == "__main__":
    main()
