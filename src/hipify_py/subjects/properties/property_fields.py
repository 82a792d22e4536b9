"""PRP007: members of `cudaDeviceProp` that `hipDeviceProp_t` has not, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.properties.properties import members


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(name.start, name.end) for name in members(facts, words))
