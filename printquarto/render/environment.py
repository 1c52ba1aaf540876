"""Keeps the environment out of our files: reportlab takes settings and a date from it. Knows nothing else."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def no_outer_settings() -> Iterator[None]:
    """Hide ``RL_…`` and ``SOURCE_DATE_EPOCH`` while reportlab is loaded and a document begun.

    With them the same input would not give the same bytes everywhere, and some values make reportlab fail.
    """
    names = [name for name in os.environ if name.startswith("RL_") or name == "SOURCE_DATE_EPOCH"]
    hidden = {name: os.environ.pop(name) for name in names}
    try:
        yield
    finally:
        os.environ.update(hidden)
