"""The extra ``photo``: what to say where it is not installed, and how its libraries are kept quiet."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

from printquarto.errors import MissingExtraError


def install_command() -> str:
    """Give the command that installs the extra beside a printquarto that is installed already, from wherever.

    It names the Python that runs, as another one may come first on the path. Double quotes are those that
    every shell knows.
    """
    python = sys.executable or "python"
    return f'{python} -m pip install "printquarto[photo]"'


@contextlib.contextmanager
def from_extra() -> Iterator[None]:
    """Wrap the imports of what the extra brings. Raises MissingExtraError where one of them fails."""
    try:
        yield
    except ModuleNotFoundError:
        raise MissingExtraError(
            f"photos and scans are read with more libraries: {install_command()}"
        ) from None
    except ImportError as error:
        raise MissingExtraError(
            f"a library that photos are read with cannot be loaded ({error}): "
            f"{install_command()} --force-reinstall"
        ) from None


@contextlib.contextmanager
def muted() -> Iterator[BinaryIO]:
    """Catch what C libraries write to standard error, past all that Python knows of; give it as a file.

    libjpeg and libpng print their complaints there, and no setting of OpenCV stops them.
    """
    import tempfile

    if sys.stderr is not None:
        sys.stderr.flush()
    with tempfile.TemporaryFile() as said:
        try:
            kept = os.dup(2)
        except OSError:
            yield said  # standard error is closed: there is nothing to keep clean
            return
        os.dup2(said.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(kept, 2)
            os.close(kept)
