"""How fast the command line is: run by hand with ``python tests/benchmarks/speed.py``, asserted nowhere.

What is compared runs side by side, turn about, in one run, and medians are printed as ratios, so that the
figures mean the same on any machine. ``--million`` also streams a file of a million games.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from printquarto.games.board import CELLS
from printquarto.games.quarto import PAPER, State
from printquarto.games.shape import SHAPES

PYTHON = sys.executable
PROGRAM = [PYTHON, "-m", "printquarto"]
ROUNDS = 21
TURNS = 12


def seconds(command: list[str]) -> float:
    """Run a command with its output going to a pipe, and give the seconds that it took; it must not fail."""
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    took = time.perf_counter() - start
    if done.returncode not in (0, 1):  # 1 is findings
        sys.exit(f"{' '.join(command)} ended with status {done.returncode}")
    return took


def side_by_side(name: str, ours: list[str], theirs: list[str], wanted: float) -> None:
    """Print how many times longer one command takes than the other."""
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
    one, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    took = f"{one * 1000:6.1f} ms  beside {other * 1000:6.1f} ms"
    print(f"{name:34} {took}: {one / other:4.2f} times (wanted: {wanted})")


def games(count: int, with_faults: bool) -> Iterator[str]:
    """Give games of twelve turns in canonical form; without faults none holds a Quarto that is not called."""
    chance = random.Random(count)
    for number in range(count):
        turns = next(turns for turns in iter(lambda: _turns(chance, with_faults), None) if turns)
        lines = ["   ".join(turns[start : start + 5]) for start in range(0, TURNS, 5)]
        lines[-1] += "   0-1" if turns[-1].endswith("!") else "   *"
        yield f'[Event "Game {number}"]\n[First "Ana"]\n[Second "Dan"]\n\n' + "\n".join(lines) + "\n\n"


def _turns(chance: random.Random, with_faults: bool) -> list[str]:
    state, turns = State(), []
    drawn = zip(chance.sample(SHAPES, TURNS), chance.sample(CELLS, TURNS), strict=True)
    for number, (shape, cell) in enumerate(drawn, 1):
        state = state.draw(shape, cell, PAPER)
        call = "!" if state.live and number == TURNS else ""
        if state.live and not call and not with_faults:
            return []
        turns.append(f"{number}. {shape}@{cell}{call}")
    return turns


def write_games(path: Path, count: int, with_faults: bool = False) -> Path:
    """Write a file of games; a large one repeats the same thousand."""
    some = list(games(min(count, 1000), with_faults))
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, count, len(some)):
            file.writelines(some[: count - start])
    return path


def check_rate(name: str, path: Path, count: int) -> None:
    """Print how many games a second the check judges, the start of the program left out."""
    empty = statistics.median(seconds([*PROGRAM, "check", "-h"]) for _ in range(3))
    took = statistics.median(seconds([*PROGRAM, "check", str(path)]) for _ in range(5))
    print(
        f"{name:34} {count / (took - empty):6.0f} games/s (wanted: 10000); {count / took:.0f} with the start"
    )


def memory(path: Path) -> int:
    """Give the peak memory in kB of a check, which a process of its own waits for."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [
        PYTHON,
        "-c",
        code.replace("stdout=subprocess.PIPE", "stdout=subprocess.DEVNULL"),
        *PROGRAM,
        "check",
        str(path),
    ]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Print all figures."""
    # Whoever has the program has its modules compiled, whatever this shell says.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    seconds([*PROGRAM, "--help"])
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        sheet = [*PROGRAM, "sheet", "--force", "-o", str(work / "x.pdf")]
        side_by_side(
            "sheet -o x.pdf, cold", sheet, [PYTHON, "-c", "import click, reportlab.pdfgen.canvas"], 1.5
        )
        secret = work / "secret.txt"
        secret.write_text("Zebra 4711\n", encoding="utf-8")
        side_by_side("the same with a password", [*sheet, "--password-file", str(secret)], sheet, 2.0)
        side_by_side("--help", [*PROGRAM, "--help"], [PYTHON, "-c", "import click"], 2.0)
        few = write_games(work / "few.quarto", 20_000)
        check_rate("check, games without a fault", few, 20_000)
        faulty = write_games(work / "faulty.quarto", 20_000, with_faults=True)
        check_rate("check, games with missed Quartos", faulty, 20_000)
        many = write_games(work / "many.quarto", 200_000)
        print(f"{'memory of the check':34} {memory(few)} kB for 20000 games, {memory(many)} kB for 200000")
        if "--million" in sys.argv:
            million = write_games(work / "million.quarto", 1_000_000)
            took = seconds([*PROGRAM, "check", str(million)])
            print(f"{'a million games':34} {took:6.1f} s, {memory(million)} kB")


if __name__ == "__main__":
    main()
