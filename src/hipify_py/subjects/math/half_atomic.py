"""MTH018: atomics on types for which neither HIP nor hipify_compat.hpp has them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.class_atomics import class_atomics
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for found in class_atomics(facts):
        if found.name.text in words and not found.is_defined:
            yield Hit(found.name.start, found.name.end, {"type": to_text(found.type)})
