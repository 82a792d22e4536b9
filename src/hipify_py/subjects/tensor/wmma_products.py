"""TCX005: products of `nvcuda::wmma`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import wmma
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit

WORDS = frozenset((b"mma_sync", b"bmma_sync"))


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    yield from (Hit(name.start, name.end) for name in wmma.named(facts, words))
