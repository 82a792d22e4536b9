"""WRP023: CUB's macros for the size of a warp, outside of CUB itself."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if b"cub" not in facts.own_namespaces and not words.intersection(facts.own_macros):
        yield from (Hit(name.start, name.end) for name in facts.reading.names(words))
