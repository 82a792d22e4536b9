"""PRP007: members of `cudaDeviceProp` that `hipDeviceProp_t` has not, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.rules.checks.properties import members
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(name.start, name.end) for name in members(facts.reading, words))
