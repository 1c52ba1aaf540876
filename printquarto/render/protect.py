"""Passwords on a finished PDF: AES-256 as PDF 2.0 has it (revision 6). Knows nothing of what is in the file.

No word of a password is ever in an error.
"""

from __future__ import annotations

import io
import secrets
import unicodedata

from printquarto.errors import OptionError

MOST_BYTES = 127
"""The most that the standard takes; nearly nothing opens a file with more."""

_SURE_BYTES = 32
"""Some command lines, poppler's among them, pass no more on."""

_LOOK_ALIKE = "şţŞŢșțȘȚ"


def check_password(text: str) -> str:
    """Give a password in the one form (NFKC) that all ways of typing it come to.

    Raises OptionError for an empty one, for characters that cannot be seen, and for more than 127 bytes.
    """
    password = unicodedata.normalize("NFKC", text)
    if not password:
        raise OptionError("the password is empty.")
    if any(unicodedata.category(character)[0] == "C" for character in password):
        raise OptionError("the password holds a control character or another one that cannot be seen.")
    size = len(password.encode())
    if size > MOST_BYTES:
        raise OptionError(
            f"the password has {size} bytes and can have {MOST_BYTES}: hardly any program opens longer ones."
        )
    return password


def cautions(password: str) -> list[str]:
    """Say what may keep others from opening a file with this password."""
    found = []
    size = len(password.encode())
    if size > _SURE_BYTES:
        found.append(f"the password has {size} bytes; some programs take no more than {_SURE_BYTES}.")
    if any(character in _LOOK_ALIKE for character in password):
        found.append(
            "the password holds an s or t with a comma or a cedilla, which look alike (ș and ş); "
            "whoever opens the file must type the same one."
        )
    return found


def protect(data: bytes, password: str, *, copying: bool = True, printing: bool = True) -> bytes:
    """Give a PDF that only the password opens.

    Its second password, the owner's, is random and thrown away: without one most programs would open the
    file without any. What is forbidden is a request to programs. No two results have the same bytes.
    """
    import pikepdf

    allow = pikepdf.Permissions(extract=copying, print_lowres=printing, print_highres=printing)
    guard = pikepdf.Encryption(owner=secrets.token_urlsafe(32), user=password, R=6, allow=allow)
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(stream, encryption=guard, fix_metadata_version=False)
    return stream.getvalue()


def permissions(data: bytes, password: str) -> tuple[bool, bool]:
    """Say whether a PDF that the password opens lets its text be copied, and be printed."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data), password=password) as pdf:
        return pdf.allow.extract, pdf.allow.print_highres


def unlock(data: bytes, password: str) -> bytes | None:
    """Give a PDF without its password, or nothing where the password does not open it."""
    import pikepdf

    stream = io.BytesIO()
    try:
        with pikepdf.open(io.BytesIO(data), password=password) as pdf:
            pdf.save(stream, encryption=False, fix_metadata_version=False)
    except pikepdf.PasswordError:
        return None
    return stream.getvalue()
