"""The layout: a template set out on a paper, every field with its place in mm from the page's top left.

The printer draws from it and a reader of photos looks up the very same one. Knows no file formats.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from printquarto.errors import OptionError
from printquarto.games.shape import Corner
from printquarto.sheet.aloud import told
from printquarto.sheet.block import MisfitError, Placed, Setting
from printquarto.sheet.fields import Field, Marker, numbers
from printquarto.sheet.measure import LARGE_PRINT, MEASURES
from printquarto.sheet.paper import Paper
from printquarto.sheet.scene import Item, Page, Scene
from printquarto.sheet.slot import SLOTS, Slot
from printquarto.sheet.stack import set_stack, set_stack_in
from printquarto.sheet.template import Part, Template, pages_of
from printquarto.sheet.text import Words, clean, words
from printquarto.sheet.typeface import Typeface

if TYPE_CHECKING:
    from printquarto.sheet.arrangements import CodePlace


class Options(NamedTuple):
    """What a user asked for beyond the template; None where nothing was asked.

    ``features`` are the corners that count where not all of them do; ``backs`` asks for the backs of cards.
    """

    title: str | None = None
    arrow: str | None = None
    language: str = "en"
    large: bool = False
    ink_saver: bool = False
    left_handed: bool = False
    ruler: bool = False
    features: tuple[Corner, ...] = ()
    boards: int | None = None
    backs: bool = False


_NOTHING_ASKED = Options()


class LayoutPage(NamedTuple):
    """One page of a layout: its parts in their places, by the number of the board that they belong to.

    Parts that belong to no board come last, as if they were those of one more.
    """

    number: int
    boards: tuple[tuple[Placed, ...], ...]
    markers: tuple[Marker, ...] = ()

    def fields(self, board: int) -> Iterator[Field]:
        """Give the fields of a board, counted from 1: its cells, then its tray."""
        for placed in self.boards[board - 1]:
            yield from placed.fields


class Layout(NamedTuple):
    """A template on a paper. ``code`` is where its first page has room for the code of the sheet."""

    template: str
    game: str
    title: str
    language: str
    paper: Paper
    pages: tuple[LayoutPage, ...]
    code: "CodePlace | None" = None

    def as_json(self) -> dict[str, Any]:
        """Give the layout as its JSON has it."""
        return {
            "schema": 1,
            "template": self.template,
            "game": self.game,
            "paper": self.paper.name,
            "page_mm": numbers((self.paper.width, self.paper.height)),
            "pages": [_page_json(page) for page in self.pages],
        }


def _page_json(page: LayoutPage) -> dict[str, Any]:
    boards = []
    for index in range(len(page.boards)):
        fields = [field.as_json() for field in page.fields(index + 1)]
        if fields:
            boards.append({"board": index + 1, "fields": fields})
    return {"number": page.number, "boards": boards, "markers": [marker.as_json() for marker in page.markers]}


def lay_out(template: Template, paper: Paper, face: Typeface, options: Options = _NOTHING_ASKED) -> Layout:
    """Set a template out on a paper.

    Raises FitError, with the sum, where it does not fit, and GlyphError for texts that cannot be printed.
    """
    catalogue = words(options.language)
    parts = template.parts
    if options.large or options.features:
        from printquarto.sheet.variant import parts_for

        parts = parts_for(template.parts, catalogue, large=options.large, features=options.features)
    code = None
    if template.arrangement == "stack":
        pages = [
            LayoutPage(number, (_set_page(some, template.game, paper, face, options),))
            for number, some in enumerate(pages_of(parts), 1)
        ]
    else:
        from printquarto.sheet.arrangements import arrange

        if options.large:
            raise OptionError(
                f"{template.name} is not set in large print: its pages are small or have fixed places."
            )
        arranged = arrange(template._replace(parts=parts), paper, face, options)
        paper, code = arranged.paper, arranged.code
        pages = [LayoutPage(1, arranged.boards, arranged.markers)]
    pages = _finished(pages, paper, face, options)
    title = options.title or _title(template.parts, catalogue) or catalogue["title.quarto"]
    return Layout(
        template.name,
        template.game,
        clean(title, face, "the title"),
        options.language,
        paper,
        tuple(pages),
        code,
    )


def _finished(pages: list[LayoutPage], paper: Paper, face: Typeface, options: Options) -> list[LayoutPage]:
    """Give the pages with the ruler, and with the lines that the profiles want."""
    if options.ruler:
        from printquarto.sheet.ruler import place_ruler

        every = tuple(placed for board in pages[0].boards for placed in board)
        points = 14 if options.large else 7
        ruler = place_ruler(every, paper, face, words(options.language), points)
        first, *others = pages[0].boards
        pages = [pages[0]._replace(boards=((*first, ruler), *others)), *pages[1:]]
    if not (options.large or options.ink_saver or options.features):
        return pages
    from printquarto.sheet.profile import restyle

    def restyled(placed: Placed) -> Placed:
        items = restyle(
            placed.items, large=options.large, ink_saver=options.ink_saver, features=options.features
        )
        return placed._replace(items=items)

    return [
        page._replace(boards=tuple(tuple(map(restyled, board)) for board in page.boards)) for page in pages
    ]


def draw(layout: Layout) -> Scene:
    """Give the scene of a layout."""
    catalogue = words(layout.language)
    pages = []
    for page in layout.pages:
        every = sorted((placed for board in page.boards for placed in board), key=lambda placed: placed.turn)
        items: list[Item] = [item for placed in every for item in placed.items]
        back = tuple(item for placed in every for item in placed.back)
        pages.append(Page(layout.paper.width, layout.paper.height, told(items, catalogue), back))
    return Scene(tuple(pages), layout.title, catalogue["about.sheet"], layout.language)


def _title(parts: tuple[Part, ...], catalogue: Words) -> str | None:
    """Give the title of the first heading."""
    for part in parts:
        if part.kind == "heading":
            return part.text("title") or catalogue[part.text("words") or ""]
    return None


def _set_page(
    parts: list[Part], game: str, paper: Paper, face: Typeface, options: Options
) -> tuple[Placed, ...]:
    kinds = [part.kind for part in parts]
    # In large print the tray has a page of its own; words stand beside the board all the same.
    beside = paper.width > paper.height and "board" in kinds and ("tray" in kinds or options.large)
    settings = [one._replace(game=game) for one in _settings(parts, face, options, paper, beside)]
    if beside:
        from printquarto.sheet.beside import set_beside

        return set_beside(parts, settings, paper)
    return _best_stack(parts, settings, paper)


def _best_stack(parts: list[Part], settings: list[Setting], paper: Paper) -> tuple[Placed, ...]:
    """Take the first setting that is comfortable, else the one with the largest figure."""
    fitting: list[tuple[float, tuple[Placed, ...]]] = []
    misfits: list[MisfitError] = []
    for setting in settings:
        try:
            stack = set_stack(parts, setting, paper)
            placed = set_stack_in(stack)
        except MisfitError as error:
            misfits.append(error)
            continue
        if stack.size >= stack.comfort:
            return placed
        fitting.append((stack.size, placed))
    if not fitting:
        raise min(misfits, key=lambda error: error.lacking)
    return max(fitting, key=lambda one: one[0])[1]


def _settings(
    parts: list[Part], face: Typeface, options: Options, paper: Paper, beside: bool
) -> list[Setting]:
    """Give all settings to try, the best first."""
    tray = next((part for part in parts if part.kind == "tray"), None)
    board = any(part.kind == "board" for part in parts)
    arrow = options.arrow or (tray.text("arrow") if tray else None)
    catalogue = words(options.language)
    wide = paper.width > paper.height
    settings = []
    for measure in LARGE_PRINT if options.large else MEASURES:
        if min(paper.width, paper.height) < measure.paper or (measure.paper and not board):
            continue
        for slot, columns in _slots(tray, board, beside, wide):
            if not tray or tray.text("slot") or slot.name in measure.slots_for(board):
                settings.append(
                    Setting(
                        measure,
                        slot,
                        columns,
                        face,
                        catalogue,
                        options.title,
                        arrow,
                        lone=not board,
                        left_handed=options.left_handed,
                        counted=options.features,
                        backs=options.backs,
                    )
                )
    if not board:
        # A tray that stands alone is to be large: a smaller measure around it comes before a smaller tray.
        settings.sort(key=lambda setting: -setting.slot.shape)
    return settings


def _slots(tray: Part | None, board: bool, beside: bool, wide: bool) -> list[tuple[Slot, int]]:
    if tray is None:
        return [(SLOTS["wide-large"], 8)]
    fixed = tray.text("slot")
    names = [fixed] if fixed else list(SLOTS)
    asked = tray.number("columns")
    if asked:
        columns = [int(asked)]
    elif beside:
        columns = [2, 4]
    else:
        columns = [8] if board else [8, 4] if wide else [4, 8]
    return [(SLOTS[name], count) for count in columns for name in names]
