"""Languages of the printed words: which there are, what people call them, and which one a locale is used to.

A language is a file in ``words``, named by its code; nothing else lists them. Knows no page.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from printquarto.errors import OptionError
from printquarto.sheet.paper import windows_locale
from printquarto.sheet.text import words

DEFAULT = "en"
"""What is printed where the locale's language has no catalogue."""


def languages() -> list[str]:
    """Give the codes of all languages that there are, in alphabetical order."""
    return sorted(file.stem for file in (Path(__file__).parent / "words").glob("*.toml"))


def read_language(text: str) -> str:
    """Understand a code, with or without a region, or what a language is called in itself or in English.

    Raises OptionError for anything else, naming the nearest one and those there are.

    >>> read_language("ro"), read_language("FR_ca"), read_language("Deutsch"), read_language("spanish")
    ('ro', 'fr', 'de', 'es')
    """
    known = languages()
    code = _base(text.strip())
    if code in known:
        return code
    from difflib import get_close_matches

    names = {code: code for code in known}
    for code in known:
        names |= {words(code)[key].lower(): code for key in ("language", "language.english")}
    plain = text.strip().lower()
    if plain in names:
        return names[plain]
    near = get_close_matches(plain, names, n=1, cutoff=0.5)
    hint = f"; did you mean {names[near[0]]!r}?" if near else "."
    listed = ", ".join(f"{code} ({words(code)['language.english']})" for code in known)
    raise OptionError(f"there are no words in {text!r}{hint} The languages are {listed}.")


def usual_language(environment: Mapping[str, str] | None = None) -> str:
    """Give the language that the locale is used to, English where it has no catalogue here.

    As everywhere on Unix, the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set counts, and
    the languages of ``LANGUAGE`` before it, unless the locale is the plain ``C``; on Windows, where none of
    them is mostly set, the user's region.

    >>> usual_language({"LANG": "ro_RO.UTF-8"}), usual_language({"LANGUAGE": "nl:it", "LANG": "de_DE"})
    ('ro', 'it')
    """
    variables = os.environ if environment is None else environment
    locale = next((variables[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if variables.get(name)), "")
    wishes = [locale]
    if _base(locale) not in ("c", "posix"):
        wishes = [*variables.get("LANGUAGE", "").split(":"), locale]
    if not any(wishes) and environment is None:
        wishes = [windows_locale()]
    known = languages()
    return next((code for code in map(_base, wishes) if code in known), DEFAULT)


def _base(locale: str) -> str:
    """Give the language of a locale, as ``fr`` of ``fr_CA.UTF-8`` or ``fr-CA``."""
    return re.split(r"[_.@-]", locale)[0].lower()
