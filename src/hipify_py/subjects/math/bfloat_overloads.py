"""MTH025: shuffles and `__ldg` of bfloat16, for which HIP has no overload."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import bfloat_overloads
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    found = bfloat_overloads.bfloat_overloads(facts)
    return (Hit(name.start, name.end) for name in found if name.text in words)
