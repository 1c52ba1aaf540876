"""How fast photos are read: run by hand with ``python tests/benchmarks/reading.py PHOTO…``, asserted nowhere.

The whole command is timed on the first photo alone, started anew each time. Then all photos are read in one
process, and the processor time of each step is printed, of the median photo. On one core, with
``OMP_NUM_THREADS=1 taskset -c 0``, that time is what a photo of a batch takes.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from types import ModuleType
from typing import Any

from printquarto.photo import flat, reader
from printquarto.photo.load import Picture, pictures

ROUNDS = 7
STEPS: tuple[tuple[ModuleType, str], ...] = (
    (reader, "find_markers"),
    (reader, "register"),
    (flat, "flatten"),
    (flat, "ink_map"),
    (flat, "align"),
    (flat, "find_streaks"),
    (flat, "read_marks"),
    (flat, "read_shape"),
    (reader, "read_code"),
    (reader, "assemble"),
)

spent: dict[str, float] = defaultdict(float)


def timed(step: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Give a step that counts the processor time which it takes."""

    def run(*given: Any, **named: Any) -> Any:
        start = time.process_time()
        try:
            return step(*given, **named)
        finally:
            spent[name] += time.process_time() - start

    return run


def alone(photo: str) -> None:
    """Print how long the command takes from its start to its end."""
    took = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        command = [sys.executable, "-m", "printquarto", "read", photo, "--no-input"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        took.append(time.perf_counter() - start)
        if done.returncode not in (0, 1):  # 1 is questions
            sys.exit(f"{photo} was not read: status {done.returncode}")
    print(f"{'the command on one photo':26} {statistics.median(took) * 1000:7.0f} ms")


def batch(photos: list[str]) -> None:
    """Print the processor time that each step takes, of the median photo."""
    for module, name in STEPS:
        setattr(module, name, timed(getattr(module, name), name))
    columns: dict[str, list[float]] = defaultdict(list)
    for photo in [photos[0], *photos]:  # the first one warms up
        spent.clear()
        start = time.process_time()
        found = [one for one in pictures(photo) if isinstance(one, Picture)]
        spent["load"] = time.process_time() - start
        for picture in found:
            list(reader.read_picture(picture))
        spent["in all"] = time.process_time() - start
        for name, took in spent.items():
            columns[name].append(took)
    for name, took in columns.items():
        print(f"{name:26} {statistics.median(took[1:] or took) * 1000:7.1f} ms")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("name the photos to be read")
    alone(sys.argv[1])
    batch(sys.argv[1:])
