"""Make photos of filled-in sheets with their truth: ``python tests/photo/simulate.py OUT --level normal``.

Each photo is ``OUT/normal-0001.jpg`` (a scan of black and white alone is a PNG) with ``OUT/normal-0001.json``
beside it: for every field its value by the ink, whether only a question is right (``ask``, save for the
values in ``also``), whether it has ink, and how much of it is hidden. With ``--strokes FOLDER`` half of the
sheets are drawn along strokes that people really drew.
"""

from __future__ import annotations

import argparse
import json
import struct
import time
from pathlib import Path

import cv2
from simulator.games import KINDS, MISTAKES
from simulator.levels import LEVELS, Photo, take
from simulator.strokes import read_collection


def orientation_tag(orientation: int) -> bytes:
    """Give the APP1 segment of a JPEG whose Exif says how the picture is to be turned (1 to 8)."""
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\x00" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def encoded(photo: Photo) -> bytes:
    """Give a photo as the bytes of a JPEG, or of a PNG where it is black and white alone."""
    if not photo.quality:
        return cv2.imencode(".png", photo.picture, [cv2.IMWRITE_PNG_BILEVEL, 1])[1].tobytes()
    data = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, photo.quality])[1].tobytes()
    orientation = photo.truth.get("orientation", 1)
    return data if orientation == 1 else data[:2] + orientation_tag(orientation) + data[2:]


def write(photo: Photo, target: Path) -> Path:
    """Write a photo and its truth beside it; give the picture's path."""
    path = target.with_suffix(".jpg" if photo.quality else ".png")
    path.write_bytes(encoded(photo))
    target.with_suffix(".json").write_text(json.dumps(photo.truth, indent=1, ensure_ascii=False) + "\n")
    return path


def main() -> None:
    """Read the arguments and make the photos."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="number of the first photo")
    parser.add_argument("--level", choices=[*LEVELS, "all"], default="normal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strokes", type=Path, help="folder with quickdraw.json")
    parser.add_argument("--paper", help="A4 or Letter; by chance when not given")
    parser.add_argument("--template", default="recorded", help="a template's name or file")
    parser.add_argument("--kind", choices=list(KINDS), help="what the sheets hold; by chance when not given")
    parser.add_argument("--mistake", choices=list(MISTAKES), help="what the players do wrong on every sheet")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    real = read_collection(asked.strokes) if asked.strokes else None
    began = time.perf_counter()
    levels = list(LEVELS) if asked.level == "all" else [asked.level]
    for level in levels:
        for number in range(asked.first, asked.first + asked.count):
            photo = take(
                level,
                asked.seed,
                number,
                paper=asked.paper,
                template=asked.template,
                real=real,
                kind=asked.kind,
                mistake=asked.mistake,
            )
            write(photo, asked.out / f"{level}-{number:04}")
    each = (time.perf_counter() - began) / max(1, asked.count * len(levels))
    print(f"{asked.count * len(levels)} photos in {asked.out}, {each:.2f} s each")


if __name__ == "__main__":
    main()
