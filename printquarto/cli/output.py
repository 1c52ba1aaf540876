"""Writing a file so that a failure leaves the old one whole. Knows no formats and no commands."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

from printquarto.errors import OutputError

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EISDIR: "it is a folder",
    errno.EFBIG: "it would be larger than this system allows",
}
if hasattr(errno, "EDQUOT"):
    _REASONS[errno.EDQUOT] = "the disk quota is used up"


def write_file(path: Path, data: bytes, *, force: bool) -> Path:
    """Write a file whole or not at all, and give its absolute path.

    The bytes go to a temporary file in the same folder, which then takes the old one's place and its mode;
    a symbolic link is followed. What is no ordinary file, such as ``/dev/stdout``, is written straight.
    Raises OutputError where the file exists and ``force`` is not given, or where it cannot be written.
    """
    check_free(path, force=force)
    try:
        if is_stream(path):
            path.write_bytes(data)
            return path
        target = Path(os.path.realpath(path))
        _replace(target, data)
    except (OSError, ValueError) as error:
        raise OutputError(f"{shown(path)} cannot be written: {_reason(error)}.") from error
    return target


def check_free(path: Path, *, force: bool, option: str = "-o") -> None:
    """Raise OutputError where writing would overwrite an ordinary file that nobody said to overwrite.

    A separate step so that a run of several files can be refused before the first is written. ``option`` is
    the one that names the file.
    """
    try:
        if path.is_dir():
            raise OutputError(f"{shown(path)} is a folder; give the name of a file in it.")
        if path.is_file() and not force and not is_stream(path):
            raise OutputError(
                f"{shown(path)} exists already; give another name with {option} or overwrite with --force."
            )
    except (OSError, ValueError) as error:
        raise OutputError(f"{shown(path)} cannot be written: {_reason(error)}.") from error


Identity = tuple[int, int]
"""Which file it is, whatever its name: the numbers of its device and of its place there."""


def identities(names: Iterable[str]) -> frozenset[Identity]:
    """Give the files that are there of some names; ``-`` is what standard input was turned to."""
    found = filter(None, map(_stat_of, names))
    return frozenset((one.st_dev, one.st_ino) for one in found if stat.S_ISREG(one.st_mode))


def check_no_input(path: Path, inputs: Collection[Identity], option: str) -> None:
    """Raise OutputError where a file that is to be written is one of those that are read, by any name.

    ``--force`` changes nothing here: a photo may be the only one there is.
    """
    if not identities([str(path)]).isdisjoint(inputs):
        raise OutputError(
            f"{shown(path)} is read here and is never overwritten; give another name with {option}."
        )


def _stat_of(name: str) -> os.stat_result | None:
    try:
        if name != "-":
            return Path(name).stat()
        return os.fstat(sys.stdin.fileno()) if sys.stdin is not None else None
    except (OSError, ValueError):
        return None


def is_stream(path: Path) -> bool:
    """Say whether a path is a device, a pipe, or a name for one of the streams that are open already.

    Behind ``/dev/stdout`` there can be an ordinary file, which is then to be written and not replaced.
    """
    if str(path).startswith(("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")):
        return True
    return path.exists() and not path.is_file()


def is_folder(path: Path) -> bool:
    """Say whether a path is a folder; a name that no file can have is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def write_stdout(data: bytes) -> None:
    """Write bytes to standard output. Raises OutputError where nobody reads them or the disk is full."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise  # whoever read has read enough; the command line ends in silence
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {_reason(error)}.") from error


def shown(path: Path) -> str:
    """Give a path as text that can be printed, bytes that are no text replaced."""
    return str(path).encode("utf-8", "backslashreplace").decode("utf-8")


def _replace(target: Path, data: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "read-only file")
    temporary, descriptor = _temporary(target)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _temporary(target: Path) -> tuple[Path, int]:
    # Not tempfile: its files are private (0600), whereas a new sheet should obey the user's umask.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    for attempt in range(100):
        temporary = target.with_name(f".{target.name[:200]}.{os.getpid()}-{attempt}.part")
        try:
            return temporary, os.open(temporary, flags, 0o666)
        except FileExistsError:
            continue
    raise FileExistsError(errno.EEXIST, "no free name for a temporary file")


def _reason(error: OSError | ValueError) -> str:
    if not isinstance(error, OSError):
        return "its name holds a character that no file name can have"
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or str(error)).lower()
