"""LIB034, for blocks whose size the file does not show."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.libraries.warp_transposes import transpositions


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return (
        Hit(each.start, each.end) for each in transpositions(facts, words) if not each.is_known and not each.partial
    )
