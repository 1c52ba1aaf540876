"""The files with pictures that reading leaves: overlays, and crops of fields. Knows no sheets' contents."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from printquarto.cli.output import check_free, shown, write_file
from printquarto.errors import OptionError, OutputError

if TYPE_CHECKING:
    from printquarto.cli.sheets import SheetRead
    from printquarto.photo.album import Leaf
    from printquarto.photo.overlay import Missed

_PICTURES = {".png": ".png", ".jpg": ".jpg", ".jpeg": ".jpg"}
_PDF = ".pdf"


class Overlays:
    """Writes an overlay for each sheet: numbered pictures, ``name.png`` and ``name-2.png``, or one PDF."""

    def __init__(self, path: Path, *, force: bool) -> None:
        if path.suffix.lower() not in (*_PICTURES, _PDF):
            raise OptionError(f"--overlay {shown(path)}: the name must end in .png, .jpg or .pdf.")
        check_folder(path)
        for name in (path, *_numbered(path)):
            check_free(name, force=force)
        self.path = path
        self.force = force
        self.count = 0
        self._leaves: list[Leaf] = []

    def add(self, sheet: SheetRead, missed: Sequence[Missed] = ()) -> None:
        """Draw the overlay of a sheet, and write it if it is a file of its own."""
        from printquarto.photo.album import Leaf
        from printquarto.photo.crops import encoded
        from printquarto.photo.ink import SCALE
        from printquarto.photo.overlay import overlay

        page, chart = sheet.page, sheet.chart
        if page is None or chart is None:
            return
        self.count += 1
        reading = sheet.reading
        about = ", ".join(filter(None, (reading.template, reading.paper, reading.code)))
        title = f"{sheet.shown.removeprefix(str(Path(reading.source).parent) + os.sep)} – {about}"
        pixels = overlay(page, chart, reading.fields, title, missed)
        ending = self.path.suffix.lower()
        if ending == _PDF:
            self._leaves.append(Leaf(pixels, SCALE))
            return
        name = self.path if self.count == 1 else self.path.with_stem(f"{self.path.stem}-{self.count}")
        write_file(name, encoded(_PICTURES[ending], pixels), force=self.force)

    def finish(self) -> None:
        """Write the PDF, if it is one. Raises OutputError where there was no sheet to draw."""
        if not self.count:
            raise OutputError(f"{shown(self.path)} was not written: no sheet was read that could be drawn.")
        if self._leaves:
            from printquarto.photo.album import bound

            write_file(self.path, bound(self._leaves), force=self.force)


def _numbered(path: Path) -> list[Path]:
    """Give the files that are there already under names that further overlays would get."""
    found = path.parent.glob(f"{glob.escape(path.stem)}-*{glob.escape(path.suffix)}")
    return sorted(one for one in found if one.stem.removeprefix(f"{path.stem}-").isdecimal())


class Crops:
    """Writes the pictures of what is unsure, and of each sheet laid flat, into a folder."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no folder can have that name"
            raise OutputError(f"--save-crops {shown(folder)}: {reason.lower()}.") from None
        self.folder = folder

    def add(self, sheet: SheetRead) -> None:
        """Write the sheet laid flat and its unsure fields; older files of the same names are replaced."""
        if sheet.page is None:
            return
        sheet.save_page(self.folder)
        for field in sheet.unsure:
            sheet.save_crop(self.folder, field)


def check_folder(path: Path) -> None:
    """Raise OutputError where the folder that a file is to be written to is not there."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise OutputError(f"{shown(path)} cannot be written: there is no folder {shown(folder)}.")
