"""How far a long run is, on a terminal alone and from one second on. Knows nothing of what is done."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_AFTER = 1.0
_EVERY = 0.1
_WIDTH = 30


class Progress:
    """A bar on standard error; ``step`` is cheap enough to be called for each page.

    A ``hidden`` one is shown nowhere, as where something else is written to the terminal meanwhile. ``unit``
    says what is counted, where that is not clear.
    """

    def __init__(self, total: int, *, hidden: bool = False, unit: str = "") -> None:
        self.total = total
        self.done = 0
        self._unit = unit and f" {unit}"
        self._shown = False
        self._next = time.monotonic() + _AFTER
        self._terminal = not hidden and sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def step(self) -> None:
        """Count one more page, and show the bar where it is time."""
        self.reach(self.done + 1)

    def reach(self, done: int) -> None:
        """Say how many are done, and show the bar where it is time."""
        self.done = done
        if self._terminal and (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            self._show()

    def _show(self) -> None:
        full = min(_WIDTH * self.done // self.total, _WIDTH)
        told = f"{self.done} of {self.total}"
        if self._unit:
            told = f"{self.done:,} of {self.total:,}{self._unit}"
        sys.stderr.write(f"\r[{'#' * full}{'-' * (_WIDTH - full)}] {told}")
        sys.stderr.flush()
        self._shown = True
