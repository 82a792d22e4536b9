"""Expressions that jump from literal to literal find what `re` finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.literals import heads, needed
from hipify_py.patterns import pattern

PATTERNS = (
    rb"\bcat\w*",
    rb"\b(?:cat|dog)(s)?\b",
    rb"(?<!x)(?P<at>c?at)\s*(\()?",
    rb"__(?:shared|device)__\s+(\w+)\s+(\w+)",
    rb"<<[ \t]*<",
    rb"#x|cat",
    rb"\bat(?=s)",
    rb"caat",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (rb"\b__shared__\s+x", {b"__shared__"}),
        (rb"\b(?:cuda|hip)Malloc", {b"cudaMalloc", b"hipMalloc"}),
        (rb"\b(?:unsigned\s+)?int\b", {b"int", b"unsigned"}),
        (rb"<<[ \t]*<", {b"<<<", b"<< ", b"<<\t"}),
        (rb"ab+c", {b"ab"}),
        (rb"(?:ab)?cd", {b"abcd", b"cd"}),
        (rb"(?=xx)yes", {b"yes"}),
        (rb"\w+yes", set()),
        (rb"[^a]yes", set()),
        (rb"(?i)yes", set()),
        (rb"(?i:yes)no", set()),
        (rb"a|bc", set()),
        (rb"x*", set()),
    ],
)
def test_heads(text: bytes, found: set[bytes]) -> None:
    assert heads(text, 0) == found


def test_what_is_needed() -> None:
    assert needed(rb"\w+(?:cudaMalloc|hipMalloc)\(", 0) == {b"cudaMalloc", b"hipMalloc"}
    assert needed(rb"(?i)cudaMalloc", 0) == frozenset()
    assert needed(rb'(?<=")_Z\w*(?:int|float)', 0) == {b'"_Z'}


@pytest.mark.parametrize("text", PATTERNS)
@given(
    pieces=st.lists(
        st.sampled_from([b"cat", b"dogs", b"at", b"(", b"x", b" ", b"__shared__ ", b"<<<", b"<< <", b"#x", b"\n"])
    ),
    far=st.integers(0, 90),
    low=st.integers(0, 60),
    cut=st.integers(0, 60),
)
def test_the_same_is_found(text: bytes, pieces: list[bytes], far: int, low: int, cut: int) -> None:
    """In long texts, whether literals stand closely or far apart, and between any two places."""
    data = (b"." * far).join(pieces * 9) + b"." * 1_000
    ours, theirs = pattern(text), re.compile(text)
    span = low, len(data) - cut
    assert [found.span() for found in ours.finditer(data, *span)] == [m.span() for m in theirs.finditer(data, *span)]
    assert ours.findall(data) == theirs.findall(data)
    first, wanted = ours.search(data, *span), theirs.search(data, *span)
    assert (first and first.span()) == (wanted and wanted.span())
