"""Passwords: which are taken, and from where; the right one alone opens the file, and is found nowhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

SECRET = "Zebra-4711-Ștergar"
ASK = [sys.executable, "-m", "printquarto", "sheet", "-o", "x.pdf"]


def opens(path: str, password: str | None) -> tuple[bool, bool]:
    """Say whether a password opens a file in pikepdf and in pypdfium2."""
    found = []
    try:
        pikepdf.open(path, password=password or "").close()
        found.append(True)
    except pikepdf.PasswordError:
        found.append(False)
    try:
        pypdfium2.PdfDocument(path, password=password).close()
        found.append(True)
    except pypdfium2.PdfiumError:
        found.append(False)
    return found[0], found[1]


@pytest.fixture
def secret(program: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the program with a password in the variable."""
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", SECRET)
    return program


@pytest.mark.parametrize(
    "arguments", [["sheet"], ["handout", "--with", "key,classic"], ["sheet", "--accessible"]]
)
def test_the_right_password_opens_it_and_nothing_else_does(secret: Any, arguments: list[str]) -> None:
    done = secret(*arguments, "-o", "x.pdf")
    assert done.status == 0
    assert opens("x.pdf", SECRET) == (True, True)
    for wrong in (None, "", SECRET[:-1], SECRET.lower(), "printquarto"):
        assert opens("x.pdf", wrong) == (False, False), wrong
    with pikepdf.open("x.pdf", password=SECRET) as pdf:
        assert (pdf.encryption.R, pdf.encryption.bits) == (6, 256)
        assert "aesv3" in str(pdf.encryption.stream_method)
        assert pdf.user_password_matched
        assert not pdf.owner_password_matched


def test_the_password_is_in_no_message_file_or_metadata(secret: Any) -> None:
    """Neither as it is nor in UTF-16, even where the file is opened and all of its streams are unpacked."""
    done = secret("handout", "--with", "key,classic", "-o", "x.pdf")
    assert done.files == ["x.pdf"]
    with pikepdf.open("x.pdf", password=SECRET) as pdf:
        pdf.save("open.pdf", compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    held = [done.out, done.err.encode(), Path("x.pdf").read_bytes(), Path("open.pdf").read_bytes()]
    for form in (SECRET.encode(), SECRET.encode("utf-16-be"), SECRET.encode("utf-16-le")):
        assert not any(form in data for data in held)


def test_without_its_password_it_is_the_same_file(secret: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decrypted, all pages hold what they hold without one; encrypted, no two files are alike."""
    for name in ("a.pdf", "b.pdf"):
        secret("handout", "--with", "key,classic", "--paper", "A4", "-o", name)
    assert Path("a.pdf").read_bytes() != Path("b.pdf").read_bytes()
    monkeypatch.delenv("PRINTQUARTO_PASSWORD")
    secret("handout", "--with", "key,classic", "--paper", "A4", "-o", "plain.pdf")
    with pikepdf.open("a.pdf", password=SECRET) as one, pikepdf.open("plain.pdf") as two:
        assert [page.Contents.read_bytes() for page in one.pages] == [
            page.Contents.read_bytes() for page in two.pages
        ]
        assert one.Root.Metadata.read_bytes() == two.Root.Metadata.read_bytes()
        assert str(one.docinfo["/Title"]) == str(two.docinfo["/Title"])


def test_permissions_are_set_and_called_advisory(secret: Any) -> None:
    done = secret("sheet", "--no-copy", "--no-print", "-o", "x.pdf")
    assert "as a request only: not all programs obey" in done.err
    with pikepdf.open("x.pdf", password=SECRET) as pdf:
        assert not pdf.allow.extract
        assert not pdf.allow.print_lowres
        assert not pdf.allow.print_highres
        assert pdf.allow.accessibility
    secret("sheet", "-o", "y.pdf")
    with pikepdf.open("y.pdf", password=SECRET) as pdf:
        assert pdf.allow.extract
        assert pdf.allow.print_highres
    for command in ("sheet", "handout"):
        text = " ".join(secret(command, "--help").out.decode().split())
        assert text.count("Advisory: not all obey.") == 2


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("a\x01b", "the password holds a control character or another one that cannot be seen."),
        ("a\tb", "the password holds a control character or another one that cannot be seen."),
        ("a\u200bb", "the password holds a control character or another one that cannot be seen."),
        ("a" * 128, "the password has 128 bytes and can have 127: hardly any program opens longer ones."),
        ("ș" * 64, "the password has 128 bytes and can have 127"),
        ("", "the variable PRINTQUARTO_PASSWORD is set and empty; put the password in it, or unset it."),
    ],
)
def test_a_password_that_hardly_opens_is_refused(
    program: Any, monkeypatch: pytest.MonkeyPatch, password: str, sentence: str
) -> None:
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", password)
    assert program.refused("sheet").startswith(sentence)


@pytest.mark.parametrize(
    ("password", "caution"),
    [
        ("a" * 33, "has 33 bytes; some programs take no more than 32."),
        ("eş", "which look alike (ș and ş)"),
        ("eș", "which look alike (ș and ş)"),
        ("a" * 32, ""),
        ("Zebra é", ""),
    ],
)
def test_a_password_that_may_not_open_everywhere_is_warned_of(
    program: Any, monkeypatch: pytest.MonkeyPatch, password: str, caution: str
) -> None:
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", password)
    done = program("sheet", "-o", "x.pdf")
    assert done.status == 0
    assert caution in done.err
    assert bool(caution) == ("warning" in done.err)
    assert password not in done.err
    assert opens("x.pdf", password) == (True, True)


def test_all_ways_of_typing_a_password_come_to_one_form(
    program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ligature and a decomposed letter are those that a keyboard gives (NFKC)."""
    monkeypatch.setenv("PRINTQUARTO_PASSWORD", "\ufb01n e\u0301")
    program("sheet", "-o", "x.pdf")
    assert opens("x.pdf", "fin é") == (True, True)


@pytest.mark.parametrize("content", [b"Zebra 4711", b"Zebra 4711\n", b"\xef\xbb\xbfZebra 4711\r\n"])
def test_a_file_holds_the_password_in_its_only_line(program: Any, content: bytes) -> None:
    Path("p.txt").write_bytes(content)
    assert program("sheet", "--password-file", "p.txt", "-o", "x.pdf").status == 0
    assert opens("x.pdf", "Zebra 4711") == (True, True)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "p.txt is empty; its only line is to be the password."),
        (b"\n", "p.txt is empty"),
        (b"one\ntwo\n", "p.txt holds more than one line"),
        (b"\xff\xfe", "p.txt is not UTF-8"),
        (b"x" * 5000, "p.txt holds more than one line"),
    ],
)
def test_a_file_that_holds_no_password(program: Any, content: bytes, sentence: str) -> None:
    Path("p.txt").write_bytes(content)
    assert program.refused("sheet", "--password-file", "p.txt").startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--password-file", "no.txt"], "no.txt cannot be read: no such file or directory."),
        (["--no-copy"], "--no-copy needs a password"),
        (["--no-print"], "--no-print needs a password"),
        (["--password", "--password-file", "p.txt"], "--password and --password-file contradict each other"),
        (["--password-file", "p.txt", "-o", "x.svg"], "an SVG file cannot have a password (--password-file)"),
    ],
)
def test_what_does_not_go_together(program: Any, arguments: list[str], sentence: str) -> None:
    Path("p.txt").write_text("geheim", encoding="utf-8")
    assert program.refused("sheet", *arguments).startswith(sentence)


def test_an_svg_is_refused_also_where_the_variable_holds_it(secret: Any) -> None:
    sentence = secret.refused("sheet", "-o", "x.svg")
    assert sentence.startswith("an SVG file cannot have a password (the variable PRINTQUARTO_PASSWORD)")


def test_no_command_takes_a_password_as_an_argument(program: Any) -> None:
    """``--password=x`` is no option with a value, and ``--password x`` is not taken for one."""
    done = program("sheet", "--password=geheim")
    assert done.status == 2
    assert "does not take a value" in done.err
    assert program("handout", "--password", "geheim").status == 2
    assert program("handout", "--password", "geheim").files == []


def _typed(folder: Path, *lines: str) -> tuple[int, str]:
    """Run the program at a terminal where lines are typed, and give its status and what was seen."""
    import pty  # Windows has none

    ours, theirs = pty.openpty()
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    child = subprocess.Popen(
        [*ASK, "--password"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    sent = 0
    with os.fdopen(ours, "rb+", buffering=0) as terminal:
        try:
            while data := terminal.read(1024):
                seen += data
                asked = seen.count(b"Password: ") + seen.count(b"confirmation: ")
                if asked > sent and sent < len(lines):
                    terminal.write(lines[sent].encode() + b"\n")
                    sent += 1
        except OSError:
            pass  # the other end is closed
    return child.wait(), seen.decode()


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_at_a_terminal_it_is_typed_twice_and_never_shown(program: Any) -> None:
    status, seen = _typed(program.folder, SECRET, SECRET)
    assert status == 0, seen
    assert SECRET not in seen
    assert opens("x.pdf", SECRET) == (True, True)


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_two_that_differ_are_asked_for_again(program: Any) -> None:
    status, seen = _typed(program.folder, "one", "two", "three", "three")
    assert status == 0, seen
    assert "do not match" in seen
    assert opens("x.pdf", "three") == (True, True)


def test_without_a_terminal_it_says_what_to_do(program: Any) -> None:
    done = subprocess.run(
        [*ASK, "--password"], input=b"x\nx\n", capture_output=True, check=False, cwd=program.folder
    )
    assert done.returncode == 2
    assert b"take --password-file or the variable PRINTQUARTO_PASSWORD" in done.stderr
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheet", "-o", "x.svg"],
        ["sheet", "-o", "there.pdf"],
        ["sheet", "clasic"],
        ["sheet", "--paper", "A9"],
        ["handout", "--with", "nothing"],
        ["handout", "-o", "there.pdf"],
        ["worksheet", "win"],
        ["worksheet", "win", "--answers", "separate", "-o", "there.pdf"],
        ["worksheet", "winn", "--answers", "separate"],
        ["worksheet", "spot", "--n-up", "16", "--answers", "separate"],
        ["rebuild", "gone.pdf"],
        ["rebuild", "there.pdf", "-o", "x.svg"],
    ],
    ids=" ".join,
)
def test_nobody_types_a_password_for_what_is_refused(
    program: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    Path("there.pdf").write_bytes(b"%PDF-1.7 mine")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.prompt", lambda *_, **__: pytest.fail("a password was asked for"))
    done = program(*arguments, "--password")
    assert (done.status, done.files) == (2, ["there.pdf"])
    assert "Password" not in done.err
