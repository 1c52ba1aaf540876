"""A run of worksheets: the puzzles of each version, the code of the run, and what its JSON says.

What decides the puzzles decides the code, and nothing else does: the same code is the same puzzles, in
every language and on every paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from printquarto.games.quarto import Rules
from printquarto.sheet.code import code_of
from printquarto.worksheet.make import make
from printquarto.worksheet.puzzle import Puzzle
from printquarto.worksheet.sameness import Key

SCHEMA = 1


class Request(NamedTuple):
    """What is asked for: the kinds in their order, how many of each, how hard, by which rules, which seed."""

    kinds: tuple[str, ...]
    counts: Mapping[str, int]
    level: str
    rules: Rules
    seed: int
    versions: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many puzzles all versions have."""
        return len(self.versions) * sum(self.counts[kind] for kind in self.kinds)

    @property
    def code(self) -> str:
        """The code that sheet and key carry."""
        features = [corner.name for corner in self.rules.features]
        counts = [[kind, self.counts[kind]] for kind in self.kinds]
        return code_of(
            ["worksheet", counts, self.level, features, self.rules.squares, self.seed, self.versions]
        )


class Run(NamedTuple):
    """The puzzles of each version."""

    request: Request
    puzzles: Mapping[str, tuple[Puzzle, ...]]


def make_run(request: Request, told: Callable[[], None]) -> Run:
    """Make all puzzles, no two alike in the whole run; ``told`` is called after each."""
    seen: set[Key] = set()
    found: dict[str, tuple[Puzzle, ...]] = {}
    for version in request.versions:
        puzzles: list[Puzzle] = []
        for kind in request.kinds:
            for number in range(1, request.counts[kind] + 1):
                text = f"{request.seed} {version} {number}"
                puzzles += make(kind, request.level, request.rules, text, 1, seen)
                told()
        found[version] = tuple(puzzles)
    return Run(request, found)


def run_object(run: Run, pupils: Sequence[tuple[str, str | None]]) -> dict[str, Any]:
    """Give the document of the worksheet specification; ``pupils`` are the sheets by version and name."""
    sheets = [
        {
            "version": version,
            "name": name,
            "puzzles": [puzzle.as_json() for puzzle in run.puzzles[version]],
        }
        for version, name in pupils
    ]
    return {"schema": SCHEMA, "code": run.request.code, "seed": run.request.seed, "sheets": sheets}
