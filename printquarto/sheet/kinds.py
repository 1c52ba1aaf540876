"""The kinds of part that a template can have, and the keys of each: what a template file may say.

A table and nothing else. How a part is set out is in ``parts``, in the module of the same name.
"""

from typing import NamedTuple


class Key(NamedTuple):
    """What a key may hold. ``type`` is ``text``, ``number``, ``whole``, ``flag``, ``choice`` or ``list``.

    ``least`` and ``most`` bound a number, in the unit named by ``unit``; ``choices`` are the words of a
    choice or a list. A default of None means that the layout decides.
    """

    type: str
    default: str | float | bool | None = None
    least: float = 0
    most: float = 0
    choices: tuple[str, ...] = ()
    unit: str = ""
    required: bool = False


ARROWS = ("shaft", "dots")
SLOTS = ("grand", "large", "wide-large", "wide-small", "narrow-small", "wide-tiny", "narrow-tiny", "lying")

GAMES = ("quarto", "danish-quarto")
"""The games that a sheet can be for: its names and rules are those of that game."""

ARRANGEMENTS = ("stack", "panels", "booklet", "recorded")

ARRANGED = {"panels": ("board", "tray"), "recorded": ("board", "tray", "turns", "result")}
"""The parts that an arrangement must have."""

ONLY_RECORDED = ("recording", "turns", "result", "advice")
"""The parts that stand nowhere else."""

RECORDED = ("heading", "mark", "names", "board", "recording", "tray", "turns", "result", "advice")
"""The parts that the recorded sheet has places for."""

TITLES = (
    "title.quarto",
    "title.tray",
    "title.score",
    "title.key",
    "title.fold",
    "title.play",
    "title.shapes",
    "title.game.1",
    "title.game.2",
    "title.rules",
    "title.danish",
    "title.danish.rules",
)

OPTIONS = (
    "boards",
    "series",
    "arrow",
    "landscape",
    "title",
    "large",
    "ink-saver",
    "left-handed",
    "ruler",
    "features",
)
"""The options of the command line that a template may take; the others fit every template."""

TOP: dict[str, Key] = {
    "schema": Key("whole", required=True, least=1, most=1),
    "about": Key("text", ""),
    "takes": Key("list", choices=OPTIONS),
    "game": Key("choice", "quarto", choices=GAMES),
    "arrangement": Key("choice", "stack", choices=ARRANGEMENTS),
    "boards": Key("whole", 1, least=1, most=8),
}
"""The keys at the top of a template, apart from its parts."""

KINDS: dict[str, dict[str, Key]] = {
    "heading": {
        "title": Key("text"),
        "words": Key("choice", "title.quarto", choices=TITLES),
        "mark": Key("flag", True),
    },
    "mark": {},
    "names": {"captions": Key("flag", True)},
    "text": {
        "text": Key("text"),
        "words": Key("choice", choices=("key.rule", "key.sum", "key.cut", "tray.use", "score.use")),
    },
    "board": {
        "cell": Key("number", least=12, most=150, unit="mm"),
        "square": Key("number", least=6, most=100, unit="mm"),
        "dots": Key("flag", True),
        "coordinates": Key("flag", True),
    },
    "tray": {
        "arrow": Key("choice", "shaft", choices=ARROWS),
        "slot": Key("choice", choices=SLOTS),
        "columns": Key("whole", least=2, most=16),
        "numbers": Key("flag", True),
        "boxes": Key("flag", True),
    },
    "reminder": {"columns": Key("whole", least=1, most=2)},
    "figure": {"shape": Key("whole", 6, least=0, most=15)},
    "grid": {"shape": Key("number", least=12, most=40, unit="mm")},
    "cards": {"card": Key("number", least=15, most=60, unit="mm")},
    "score": {"shapes": Key("flag", True)},
    "cover": {},
    "play": {},
    "shapes": {},
    "folding": {},
    "rules": {
        "first": Key("whole", 1, least=1, most=6),
        "last": Key("whole", 6, least=1, most=6),
    },
    "points": {},
    "quadrates": {},
    "men": {},
    "recording": {},
    "turns": {},
    "result": {},
    "advice": {},
    "new-page": {},
}

FILLING = ("board", "grid", "cards", "score", "rules", "points")
"""The kinds that are made as large as fits, one on a page."""

ONCE = (
    "tray",
    "figure",
    "mark",
    "cover",
    "shapes",
    "folding",
    "quadrates",
    "men",
    "recording",
    "turns",
    "result",
    "advice",
)
"""The other kinds that a page has once at most, as their fields have names."""
