"""A chart is read from the JSON of a layout, and whatever cannot be understood is refused with its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from printquarto.cli.main import group
from printquarto.errors import InputError
from printquarto.photo.chart import Chart, built_in_charts, chart_for, chart_of, kind_of, read_layout
from printquarto.sheet.language import languages

EDITED: dict[str, Any] = {}


def layout(*options: str) -> dict[str, Any]:
    """Give the JSON that the command prints."""
    key = " ".join(options)
    if key not in EDITED:
        result = CliRunner().invoke(group, ["layout", *options, "--json"], standalone_mode=False)
        assert result.exception is None
        EDITED[key] = json.loads(result.stdout)
    return copy.deepcopy(EDITED[key])


def recorded() -> dict[str, Any]:
    return layout("recorded", "--paper", "A4")


def refusal(document: Any) -> str:
    with pytest.raises(InputError) as caught:
        chart_of(document, "mine.json")
    return str(caught.value)


def field(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        one for one in document["pages"][0]["boards"][0]["fields"] if one["id"] == name
    )
    return found


@pytest.mark.parametrize("paper", ["A4", "Letter", "Legal", "A3"])
def test_a_built_in_chart_is_the_layout_that_is_printed(paper: str) -> None:
    """Every field and marker of the command's JSON is there, with its place."""
    document = layout("recorded", "--paper", paper)
    (chart,) = (one for one in built_in_charts().values() if one.paper == paper)
    printed = document["pages"][0]
    assert [one.field.as_json() for one in chart.fields] == printed["boards"][0]["fields"]
    assert [one.as_json() for one in chart.markers] == printed["markers"]
    assert [chart.width, chart.height] == document["page_mm"]
    assert chart.markers[0].number // 8 in built_in_charts()


def test_groups_that_stand_for_no_sheet_have_no_chart() -> None:
    assert chart_for(72) is None
    assert chart_for(4) is None
    assert chart_for(0) is chart_for(0)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_option_of_the_sheet_moves_a_field(paper: str) -> None:
    """A reader knows the paper from the markers, and nothing of language, title, series and ink saver."""
    (chart,) = (one for one in built_in_charts().values() if one.paper == paper)
    for options in (
        ["--title", "An evening at our club"],
        ["--ink-saver"],
        ["--title", "Q", "--ink-saver"],
        *(["--lang", language] for language in languages()),
    ):
        other = chart_of(layout("recorded", "--paper", paper, *options), "other")
        assert _places(other) == _places(chart)
    assert "series" not in json.dumps(layout("recorded", "--paper", paper))


def _places(chart: Chart) -> tuple[object, ...]:
    return chart.fields, chart.markers, chart.width, chart.height


def test_a_file_is_read_as_it_was_printed(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(recorded()).encode())
    assert _places(read_layout(path)) == _places(built_in_charts()[0])


def test_points_are_left_out_and_cells_may_be_few() -> None:
    """What no reader knows is no fault; a board may have any cells and nothing else."""
    document = recorded()
    some = document["pages"][0]["boards"][0]["fields"]
    point = {"id": "point.a1", "kind": "point", "centre_mm": [50, 50], "diameter_mm": 3}
    document["pages"][0]["boards"] = [{"board": 3, "fields": [point, some[5]]}]
    chart = chart_of(document, "mine.json")
    assert [(one.board, one.field.id) for one in chart.fields] == [(3, "cell.b2")]


def test_the_page_with_markers_is_meant() -> None:
    document = recorded()
    document["pages"].insert(0, {"number": 1, "boards": [], "markers": []})
    assert chart_of(document, "mine.json").fields == built_in_charts()[0].fields


Edit = Callable[[dict[str, Any]], object]
WRONG: dict[str, tuple[Edit, str]] = {
    "no-schema": (lambda one: one.pop("schema"), "mine.json: the key 'schema' is missing."),
    "schema": (lambda one: one.update(schema=2), "mine.json, schema: expected 1, the only version"),
    "schema-text": (lambda one: one.update(schema="1"), "mine.json, schema: expected a whole number"),
    "near-key": (
        lambda one: one.update(page_mn=one.pop("page_mm")),
        "mine.json: the key 'page_mm' is missing; there is a key 'page_mn'.",
    ),
    "page": (lambda one: one.update(page_mm=[210]), "page_mm: expected 2 lengths in mm, not 1."),
    "page-size": (lambda one: one.update(page_mm=[210, 0]), "page_mm: expected a width and a height"),
    "infinite": (lambda one: one.update(page_mm=[210, float("inf")]), "page_mm[1]: expected a length in mm"),
    "no-number": (lambda one: one.update(page_mm=[210, float("nan")]), "page_mm[1]: expected a length in mm"),
    "endless": (lambda one: one.update(page_mm=[210, 10**400]), "page_mm[1]: expected a length in mm"),
    "flag": (lambda one: one.update(page_mm=[210, True]), "page_mm[1]: expected a length in mm, not true."),
    "pages": (lambda one: one.update(pages={}), "pages: expected a list, not an object."),
    "page-kind": (lambda one: one.update(pages=["x"]), "pages[0]: expected an object in braces, not 'x'."),
    "no-markers": (lambda one: one["pages"][0].update(markers=[]), "there are no markers in it"),
    "two-pages": (lambda one: one["pages"].append(one["pages"][0]), "2 of its pages have markers"),
    "few-markers": (
        lambda one: one["pages"][0].update(markers=one["pages"][0]["markers"][:2]),
        "pages[0].markers: expected at least three markers that do not lie in a line.",
    ),
    "markers-in-line": (
        lambda one: one["pages"][0].update(markers=one["pages"][0]["markers"][:3]),
        "pages[0].markers: expected at least three markers that do not lie in a line.",
    ),
    "dictionary": (
        lambda one: one["pages"][0]["markers"][1].update(dictionary="4x4"),
        "pages[0].markers[1].dictionary: expected '36h11', not '4x4'.",
    ),
    "marker-number": (
        lambda one: one["pages"][0]["markers"][1].update(id=587),
        "pages[0].markers[1].id: expected a whole number from 0 to 586, not 587.",
    ),
    "marker-twice": (
        lambda one: one["pages"][0]["markers"][1].update(id=0),
        "pages[0].markers[1].id: there is a marker 0 already.",
    ),
    "marker-square": (
        lambda one: one["pages"][0]["markers"][1].update(box_mm=[99, 10, 12, 13]),
        "pages[0].markers[1].box_mm: a marker is a square",
    ),
    "no-fields": (lambda one: one["pages"][0].update(boards=[]), "there is no field in it"),
    "board-twice": (
        lambda one: one["pages"][0]["boards"].append(one["pages"][0]["boards"][0]),
        "pages[0].boards[1].board: there is a board 1 already.",
    ),
    "field-twice": (
        lambda one: one["pages"][0]["boards"][0]["fields"].append(field(one, "cell.b2")),
        "there is a field 'cell.b2' on this board already.",
    ),
    "outside": (
        lambda one: field(one, "tray.0.used").update(box_mm=[205, 20, 6, 6]),
        ".box_mm: it lies outside the page.",
    ),
    "no-size": (
        lambda one: field(one, "tray.0.used").update(box_mm=[5, 20, 6, 0]),
        ".box_mm: expected left, top, width and height, the last two greater than 0.",
    ),
    "square": (
        lambda one: field(one, "cell.a1").update(square_mm=[10, 10, 21]),
        ".square_mm: expected left, top and side of a square inside box_mm.",
    ),
    "notch": (
        lambda one: field(one, "cell.a1").update(notch=0.2),
        ".notch: expected 0.333333, the only depth",
    ),
    "diameter": (
        lambda one: field(one, "turn.1.tl").update(diameter_mm=0),
        ".diameter_mm: expected a length greater than 0.",
    ),
    "centre": (
        lambda one: field(one, "turn.1.tl").update(centre_mm=[-3, 4]),
        ".centre_mm: it lies outside the page.",
    ),
    "arrow-style": (
        lambda one: field(one, "tray.0.arrow").update(style="dotted"),
        ".style: expected 'shaft' or 'dots', not 'dotted'.",
    ),
    "shape": (
        lambda one: field(one, "tray.0.arrow").update(shape="oxoo"),
        ".shape: expected 'oooo' or 'oooi'",
    ),
    "other-shape": (
        lambda one: field(one, "tray.6.arrow").update(shape="oooo"),
        ".shape: 'tray.6.arrow' belongs to the shape oiio.",
    ),
    "other-kind": (
        lambda one: field(one, "tray.6.used").update(id="cell.a5x", kind="shape"),
        "the key 'square_mm' is missing.",
    ),
    "kind-of-name": (
        lambda one: field(one, "turn.1.tl").update(id="tray.3.used"),
        ".kind: a field 'tray.3.used' is of kind 'cross', not 'bubble'.",
    ),
    "empty-name": (lambda one: field(one, "turn.1.tl").update(id=" "), ".id: expected a text, not ' '."),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_with_its_place(name: str) -> None:
    edit, expected = WRONG[name]
    document = recorded()
    edit(document)
    message = refusal(document)
    assert expected in message
    assert message.startswith("mine.json")
    assert message.endswith(".")
    assert "\n" not in message


def test_a_sheet_without_markers_says_how_to_get_them() -> None:
    assert "recorded" in refusal(layout("classic", "--paper", "A4"))


@pytest.mark.parametrize("document", [[], None, 3, "x"])
def test_what_is_no_layout_is_refused(document: Any) -> None:
    assert refusal(document).startswith("mine.json: expected an object in braces, not ")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"{", "line 1, column 2: this is not JSON"),
        (b"\xff\xfe\x00", "this is not JSON"),
        (b"[" * 100_000, "this is not JSON"),
        (b'{"schema": 1' + b"0" * 5000 + b"}", "mine.json"),
    ],
)
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, raw: bytes, expected: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(raw)
    with pytest.raises(InputError) as caught:
        read_layout(path)
    assert expected in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json cannot be read: no such file"):
        read_layout(tmp_path / "none.json")


def test_names_tell_kinds() -> None:
    kinds = {one.field.id: one.field.as_json()["kind"] for one in built_in_charts()[0].fields}
    assert {name: kind_of(name) for name in kinds} == kinds
    assert kind_of("cell.e1") is None
