"""MTH004, MTH005: functions on half2 or bfloat16 that HIP has for the other one only."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import half_overloads
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in half_overloads.half_overloads(facts):
        if name.text in words:
            yield Hit(name.start, name.end)
