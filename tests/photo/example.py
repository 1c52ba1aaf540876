"""Make ``examples/night-train.jpg`` anew: the game of ``night-train.quarto`` on a sheet, photographed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from simulator import games, levels, sheets
from simulator.prints import Variant

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


if __name__ == "__main__":
    main()
