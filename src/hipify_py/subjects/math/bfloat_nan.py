"""MTH005: `__hmax_nan` and its like on bfloat16, for which HIP has none."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_ON_BFLOAT = pattern(rb"\s*\([^;]{0,80}bfloat16")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.names(words):
        is_call = not facts.declares(name, facts.reading.neighbours(name))
        if is_call and _ON_BFLOAT.match(facts.reading.code, name.end):
            yield Hit(name.start, name.end)
