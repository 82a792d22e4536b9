"""What files say is kept for a page as far as there is room."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hipify_py.report.sources import Text, unpacked
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.triage.texts import Texts


def _outcome(name: str, before: bytes, after: bytes) -> FileOutcome:
    return FileOutcome(File(Path(name), Path(name), "source", real=Path("/") / name), before, after)


def _kept(before: bytes, after: bytes) -> Text:
    texts = Texts()
    texts.add(_outcome("a.cu", before, after))
    return unpacked(texts.sources().texts["a.cu"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\n", b"a\nB\nB2\nc\n"),
        (b"", b"a\n"),
        (b"a", b"a\n"),
        (b"\xef\xbb\xbfa\r\nb\r\n", b"\xef\xbb\xbfa\r\nB\r\n"),
        (b"\xffa\n", b"\xffb\n"),
        (b"a\rb\rc", b"a\rB\rc"),
    ],
)
def test_both_sides_are_whole(before: bytes, after: bytes) -> None:
    text = _kept(before, after)
    for lines, data in ((list(text.lines), before), (text.converted(), after)):
        assert lines == data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def test_lines_that_stay_are_kept_once() -> None:
    text = _kept(b"a\n" * 500 + b"b\n" + b"a\n" * 500, b"a\n" * 500 + b"c\n" + b"a\n" * 500)
    assert [tuple(hunk) for hunk in text.hunks] == [(500, 1, ["c"])]


def test_without_room_nothing_more_is_kept() -> None:
    texts = Texts(most=3000)
    for number in range(4):
        noise = random.Random(number).randbytes(800).hex().encode()
        texts.add(_outcome(f"{number}.cu", noise, noise + b"\n"))
    sources = texts.sources()
    assert set(sources.texts) | set(sources.left_out) == {f"{number}.cu" for number in range(4)}
    assert sum(map(len, sources.texts.values())) <= 3000
    assert set(sources.left_out.values()) == {"the sources of the run are too large"}


def test_what_is_no_text_is_left_out() -> None:
    texts = Texts()
    texts.add(_outcome("a.cu", b"a\0b", b"a\0c"))
    assert texts.sources().left_out == {"a.cu": "it is not text"}


def test_a_file_that_is_gone_is_left_out() -> None:
    texts = Texts()
    outcome = _outcome("no such directory/a.cu", b"", b"")
    texts.add(FileOutcome(outcome.file, output=b"x"))
    assert texts.sources().left_out == {"no such directory/a.cu": "it could not be read again"}
