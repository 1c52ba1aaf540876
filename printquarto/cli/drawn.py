"""The files with pictures that reading leaves: overlays, and crops of fields. Knows no sheets' contents."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from printquarto.cli.output import Identity, check_free, check_no_input, identities, shown, write_file
from printquarto.errors import OptionError, OutputError

if TYPE_CHECKING:
    from printquarto.cli.sheets import SheetRead
    from printquarto.photo.album import Leaf
    from printquarto.photo.overlay import Missed

_PICTURES = {".png": ".png", ".jpg": ".jpg", ".jpeg": ".jpg"}
_PDF = ".pdf"


class Overlays:
    """Writes an overlay for each sheet: numbered pictures, ``name.png`` and ``name-2.png``, or one PDF."""

    def __init__(self, path: Path, inputs: Collection[Identity] = (), *, force: bool) -> None:
        if path.suffix.lower() not in (*_PICTURES, _PDF):
            raise OptionError(f"--overlay {shown(path)}: the name must end in .png, .jpg or .pdf.")
        check_folder(path)
        for name in (path, *_numbered(path)):
            check_free(name, force=force, option="--overlay")
            check_no_input(name, inputs, "--overlay")
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

    def __init__(self, folder: Path, names: Collection[str] = ()) -> None:
        _check_crops(folder, names)
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


_CROP = re.compile(r"(.+)-\d+-(?:sheet|cell|tray|turn|result|rule|board\d+)\b.*\.png")


def _check_crops(folder: Path, names: Collection[str]) -> None:
    """Raise OutputError where a picture that is read has the name of a crop of another one, and its place."""
    stems = {Path(name).stem for name in names}
    for name in names:
        found = _CROP.fullmatch(Path(name).name)
        if found and found[1] in stems:
            check_no_input(folder / Path(name).name, identities([name]), "--save-crops")


def check_folder(path: Path) -> None:
    """Raise OutputError where the folder that a file is to be written to is not there."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise OutputError(f"{shown(path)} cannot be written: there is no folder {shown(folder)}.")
