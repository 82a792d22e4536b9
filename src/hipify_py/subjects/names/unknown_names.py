"""API003: what looks like a name of CUDA's and is in no table."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(name.start, name.end) for name in facts.unknown_names.unknown)
