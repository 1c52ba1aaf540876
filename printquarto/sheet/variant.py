"""What large print and the corners that count change in the parts of a template. Knows no paper."""

from __future__ import annotations

from printquarto.errors import OptionError
from printquarto.games.shape import Corner
from printquarto.sheet.template import Part
from printquarto.sheet.text import Words

_WHOLE_PAGE = ("board", "tray", "figure", "grid", "cards", "score", "points", "quadrates")
"""The kinds that have a page of their own in large print."""


_SMALL = ("mark", "cover", "play", "shapes", "folding", "recording", "turns", "result", "advice")
"""The kinds for the small pages of panels and booklets, and those of the recorded sheet."""


def parts_for(
    parts: tuple[Part, ...], words: Words, *, large: bool, features: tuple[Corner, ...]
) -> tuple[Part, ...]:
    """Give the parts as they are printed with these options.

    Raises OptionError for parts that are not set in large print.
    """
    small = next((part.kind for part in parts if part.kind in _SMALL), "") if large else ""
    if small:
        raise OptionError(f"large print has no part of kind {small!r}; leave it or --large out.")
    if features:
        parts = _with_features(parts, words, features)
    return _with_pages(parts) if large else parts


def _with_features(parts: tuple[Part, ...], words: Words, features: tuple[Corner, ...]) -> tuple[Part, ...]:
    """Say under the title which corners count, or under the mark; first of all where there is neither."""
    line = Part("text", {"text": features_line(words, features)})
    after = next((index + 1 for index, part in enumerate(parts) if part.kind in ("heading", "mark")), 0)
    return (*parts[:after], line, *parts[after:])


def features_line(words: Words, features: tuple[Corner, ...]) -> str:
    """Say which corners count, as a sentence."""
    named = [
        words["features.corner"].format(
            corner=words[f"corner.{name}"], out=words[f"out.{name}"], into=words[f"in.{name}"]
        )
        for name in (corner.name for corner in features)
    ]
    key = "features.counted" if len(named) > 1 else "features.counted.one"
    return words[key].format(corners=", ".join(named))


def _with_pages(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Start a new page before each further part that fills one; a tray takes a title and the mark along.

    The shapes beside the lines of a score go to a page of their own as well, and the rules take two.
    """
    kept: list[Part] = []
    after: tuple[Part, ...] = ()
    filled = False
    for part in parts:
        if part.kind == "new-page":
            filled = False
        elif part.kind in _WHOLE_PAGE:
            if filled:
                kept.append(Part("new-page", {}))
                if part.kind == "tray":
                    kept.append(Part("heading", {"words": "title.tray"}))
            filled = True
        if part.kind == "tray":
            # Its slots are those of large print, whatever the template says of those of the usual one.
            part = part._replace(values={key: value for key, value in part.values.items() if key != "slot"})
        kept.append(part)
        if part.kind == "rules" and not part.values:
            kept[-1:] = [Part("rules", {"last": 3}), Part("new-page", {}), Part("rules", {"first": 4})]
        if part.kind == "score" and part.flag("shapes"):
            kept[-1] = part._replace(values={**part.values, "shapes": False})
            shapes = (Part("new-page", {}), Part("heading", {"words": "title.key", "mark": False}))
            after = (*shapes, Part("grid", {}))
    return (*kept, *after)
