"""Templates are read strictly: each refusal names the file, the line, and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printquarto.errors import InputError, PrintquartoError, TemplateError
from printquarto.sheet.kinds import KINDS
from printquarto.sheet.places import line_of
from printquarto.sheet.template import (
    builtin_folder,
    builtin_names,
    find_template,
    parse_template,
    read_template,
)

CASES = sorted((Path(__file__).parent / "refused").glob("*.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_slip_is_refused_with_its_line(case: Path) -> None:
    """The file's first line holds the sentence that is expected, after its path.

    Where it ends with … the rest is the TOML parser's, whose words differ from Python to Python.
    """
    expected = case.read_text(encoding="utf-8").splitlines()[0].removeprefix("# expect: ")
    with pytest.raises(TemplateError) as caught:
        read_template(case)
    said = str(caught.value)
    if expected.endswith("…"):
        expected = expected[:-1]
        said = said[: len(f"{case}, {expected}")]
    assert said == f"{case}, {expected}"


def test_the_cases_are_there() -> None:
    """A folder that was moved would pass everything."""
    assert len(CASES) > 25


def test_the_built_in_templates_are_those_of_the_specification() -> None:
    """Each with a line about it, the default first."""
    assert builtin_names() == [
        "classic",
        "danish",
        "danish-rules",
        "key",
        "pocket",
        "recorded",
        "rules",
        "score",
        "travel",
        "tray",
    ]
    for name in builtin_names():
        template = read_template(find_template(name))
        assert template.name == name
        assert template.about.endswith(".")


def test_built_in_templates_explain_their_keys() -> None:
    """Each key that a kind has is explained in one of the files, so that all can be found by reading."""
    shown = "".join((builtin_folder() / f"{name}.toml").read_text("utf-8") for name in builtin_names())
    for kind, keys in KINDS.items():
        assert f'kind = "{kind}"' in shown
        for key in keys:
            assert f"{key} = " in shown, (kind, key)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"# only a remark\n", "the file is empty"),
        (b"schema = 1\n\xff\xfe\n", "line 2: this is not UTF-8; save the file as UTF-8"),
        (b"s\x00chema = 1\n", "this is not TOML"),
        (b"schema = " + b"[" * 5000, "not TOML|nested too deeply"),
        (b"schema = " + b"9" * 5000, "has thousands of digits"),
        (b"schema = 1\n[[part]]\nkind = 'board'\ncell = 0x" + b"f" * 5000, "line 4: cell must be 12 to"),
        (b"schema = 1\n[[part]]\nkind = 'heading'\ntitle = '  '\n", "line 4: title is empty"),
        (b"schema = 1979-05-27\n", "schema must be a whole number, such as 8, not 1979-05-27"),
    ],
)
def test_a_file_that_is_no_template_gets_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    """Emptiness, other encodings and broken TOML are told apart, each in one line."""
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(TemplateError, match=sentence) as caught:
        read_template(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    """A missing file, a folder and an endless one."""
    with pytest.raises(InputError, match=r"none\.toml cannot be read: no such file"):
        read_template(tmp_path / "none.toml")
    with pytest.raises(InputError, match="cannot be read"):
        read_template(tmp_path)
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * 1_000_001)
    with pytest.raises(InputError, match="larger than a megabyte"):
        read_template(big)


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    """Editors on Windows write both."""
    path = tmp_path / "mine.toml"
    path.write_bytes(b'\xef\xbb\xbfschema = 1\r\n[[part]]\r\nkind = "board"\r\n')
    assert [part.kind for part in read_template(path).parts] == ["board"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("clasic", "there is no template 'clasic'. Did you mean 'classic'?"),
        ("zzzz", "there is no template 'zzzz'. The templates are classic, danish, danish-rules, key, "),
        ("..", "there is no template"),
        ("", "there is no template ''"),
    ],
)
def test_an_unknown_name_is_refused(name: str, sentence: str) -> None:
    """The nearest name is offered, or all of them."""
    with pytest.raises(TemplateError) as caught:
        find_template(name)
    assert str(caught.value).startswith(sentence)


def test_names_are_found_in_either_case_and_paths_are_left_alone() -> None:
    """Classic is classic; what ends in .toml or has a separator is a path."""
    assert find_template("Classic").name == "classic.toml"
    assert find_template("classic.toml") == Path("classic.toml")
    assert find_template("./classic") == Path("classic")


def test_lines_of_keys_are_found() -> None:
    """Headers, dotted and quoted keys, inline tables and lists over several lines."""
    text = 'a.b = 1\n"c d" = [\n  1,\n  {x = 2,\n y = 3}]\n[[t]]\n[[t]]\nz = """\nq = 1\n"""\n[t.u]\nv = 1\n'
    assert line_of(text, ("a", "b")) == 1
    assert line_of(text, ("c d", 0)) == 3
    assert line_of(text, ("c d", 1, "y")) == 5
    assert line_of(text, ("t", 0)) == 6
    assert line_of(text, ("t", 1, "z")) == 8
    assert line_of(text, ("t", 1, "u", "v")) == 12
    assert line_of(text, ("t", 1, "nowhere")) == 7


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.sampled_from(["board", "tray", "yes", ""])),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


def as_toml(value: object) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def refused(text: str) -> str | None:
    """Give the sentence with which a template is refused, None where it is understood."""
    try:
        parse_template(text, "x.toml", "x")
    except PrintquartoError as error:
        return str(error)
    return None


KEYS = st.sampled_from(["kind", "cell", "dots", "columns", "arrow", "title", "words", "zz"])


@given(
    st.lists(st.dictionaries(KEYS, VALUES, max_size=3), max_size=3),
    st.sampled_from(["part", "parts", "about"]),
)
def test_no_template_makes_the_reader_crash(tables: list[dict[str, object]], name: str) -> None:
    """Whatever the values, a template is understood or refused with a sentence that has a line."""
    lines = ["schema = 1"]
    for table in tables:
        lines += [f"[[{name}]]", *(f"{key} = {as_toml(value)}" for key, value in table.items())]
    refusal = refused("\n".join(lines))
    assert refusal is None or refusal.startswith("x.toml, line ")


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_crash(text: str) -> None:
    """Any text at all is a template or refused."""
    refusal = refused(text)
    assert refusal is None or refusal.startswith("x.toml")
