"""Texts that assertions in Python compare: `assert flags == ["-arch=sm_80"]`. They follow from what they are compared
with."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.python import Python

# `assert …`, or `self.assertEqual(…)` up to its bracket: those that compare, as others may do anything with a text.
_ASSERTS = pattern(
    rb"(?:\w{1,40}\.){0,3}assert(?:(?:Not)?(?:Equals?|In|Is)|(?:List|Tuple|Dict|Set|Sequence|Count|MultiLine)Equal|True|False|"
    rb"_(?:array_|not_|list_)?equal|_(?:not_)?in|_called(?:_once)?_with|_any_call)[ \t]*\(|assert\b"
)
_SIGN = pattern(rb"(?P<text>\"[^\"]*\"|'[^']*')|(?P<call>(?<=[\w)\]])[(\[])|[()\[\]{}]")


def expected(python: Python) -> Iterator[tuple[int, int]]:
    """Where they stand; what is handed to a function, or names what is asked for, is none."""
    for line in python.lines if b"assert" in python.code else ():
        if asserts := _ASSERTS.match(python.skeleton, line.head, line.end):
            yield from _texts(python.skeleton, asserts.end(), line.end)


def _texts(code: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    is_call: list[bool] = []
    calls = 0
    for sign in _SIGN.finditer(code, start, end):
        if sign["text"]:
            if not calls:
                yield sign.span()
        elif sign[0] in b"([{":
            is_call.append(sign["call"] is not None)
            calls += is_call[-1]
        elif is_call:
            calls -= is_call.pop()
