"""MTH024: math functions that CUDA overloads for `float` and HIP has for `double`, called with `float` in HIP code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import float_calls
from hipify_py.file.facts import Facts
from hipify_py.file.float_calls import Kind
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

WORDS = float_calls.WORDS


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for name, kind in float_calls.float_calls(facts):
        if kind is Kind.FLOAT:
            yield Hit(name.start, name.end, help=f"call '{to_text(name.text)}f'")
