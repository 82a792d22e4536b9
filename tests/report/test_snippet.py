"""The mark stands under what is meant, whatever the line holds."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.findings import Severity
from hipify_py.report.snippet import Snippet, snippet
from hipify_py.run.outcome import Remark
from hipify_py.source import Position


def _remark(source: str, start: int, end: int, lines: int = 1) -> Remark:
    return Remark("a.cu", Position(1, start), Position(lines, end), "API001", Severity.ERROR, "m", source=source)


@pytest.mark.parametrize(
    ("source", "start", "end", "text", "mark"),
    [
        ("int a;", 5, 6, "int a;", "    ^"),
        ("\tint a;", 6, 7, "    int a;", "        ^"),
        ("a\tb", 3, 4, "a   b", "    ^"),
        ("漢字 a;", 4, 5, "漢字 a;", "     ^"),
        ("漢字", 2, 3, "漢字", "  ^^"),
        ("e\u0301 a", 4, 5, "e\u0301 a", "  ^"),
        ("int a", 6, 6, "int a", "     ^"),
        ("a\x1bb", 3, 4, "a\\x1bb", "     ^"),
    ],
)
def test_mark(source: str, start: int, end: int, text: str, mark: str) -> None:
    assert snippet(_remark(source, start, end)) == Snippet(text, mark)


def test_several_lines_are_marked_to_the_end_of_the_first() -> None:
    assert snippet(_remark("  call(a,  ", 3, 2, lines=3)) == Snippet("  call(a,", "  ^^^^^^^")


@pytest.mark.parametrize("source", ["", "   "])
def test_nothing_to_show(source: str) -> None:
    assert snippet(_remark(source, 1, 1)) is None


@pytest.mark.parametrize(("source", "start"), [("\ufffd\ufffd a", 6), ("é\ufffd a", 4), ("é" * 10_200 + "a", 10_101)])
def test_no_mark_where_columns_are_bytes(source: str, start: int) -> None:
    drawn = snippet(_remark(source, start, start + 1))
    assert drawn is not None
    assert drawn.mark == ""


@pytest.mark.parametrize("start", [1, 60, 300, 499, 5000, 9_990])
def test_a_long_line_is_cut_around_the_mark(start: int) -> None:
    source = "".join(chr(ord("a") + number % 26) for number in range(10_000))
    drawn = snippet(_remark(source, start, start + 5))
    assert drawn is not None
    assert len(drawn.text) <= 102
    assert drawn.text[len(drawn.mark) - 5 : len(drawn.mark)] == source[start - 1 : start + 4]
    assert drawn.mark.count("^") == 5


def test_a_mark_longer_than_the_line_may_be() -> None:
    drawn = snippet(_remark("x" * 1_000, 10, 900))
    assert drawn is not None
    assert len(drawn.mark) <= len(drawn.text) <= 102


@given(st.text(st.sampled_from("ab \té漢\u0301\x07"), min_size=1, max_size=400), st.data())
def test_what_is_marked_is_what_is_meant(before: str, data: st.DataObject) -> None:
    """The columns before the mark are those of the text before it."""
    source = before + "XY" + data.draw(st.text(st.sampled_from("ab é漢"), max_size=300))
    drawn = snippet(_remark(source, len(before) + 1, len(before) + 3))
    assert drawn is not None
    assert drawn.mark.endswith("^^")
    assert _width(drawn.text[: drawn.text.index("XY")]) == len(drawn.mark) - 2


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(bool(unicodedata.combining(sign)) for sign in text)
