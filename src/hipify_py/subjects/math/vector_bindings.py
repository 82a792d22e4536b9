"""MTH029: structured bindings of vectors, whose components are in a union before ROCm 7."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.vector_values import VECTORS
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_BINDING = pattern(rb"\bauto\b(?:\s|&|const\b){0,9}(\[[\w\s,]{1,200}\])\s{0,9}=\s{0,9}([^;{}]{1,300});")
_MADE = pattern(rb"(?:make_)?(\w{1,60})\s*(?=\()")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    types, reading = expression_types(facts), facts.reading
    for found in _BINDING.finditer(reading.plain):
        start, end = reading.stripped(*found.span(2))
        made = _MADE.match(reading.plain, start, end)
        is_whole = made is not None and reading.closers.get(made.end()) == end - 1
        typed = types.of(start, end)
        type = made[1] if made is not None and is_whole else typed.type if typed is not None else b""
        is_value = is_whole or (typed is not None and not typed.stars)
        if is_value and type in VECTORS and type not in facts.own_vectors:
            yield Hit(*found.span(1))
