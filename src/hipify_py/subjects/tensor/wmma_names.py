"""TCX001: what is looked up in `nvcuda::wmma`, once a statement."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import wmma
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit

WORDS = wmma.WORDS - {b"bmma_sync"}  # which TCX004 speaks of


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    last = -1
    for name in wmma.named(facts, words):
        statement = facts.reading.statement_start(name.start)
        if statement != last:
            last = statement
            yield Hit(name.start, name.end)
