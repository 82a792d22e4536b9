"""LIB034: `BlockLoad<T, 32, n, BLOCK_LOAD_WARP_TRANSPOSE>`, by blocks that do not fill their wavefronts."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit

WORDS = (b"BlockLoad", b"BlockStore")
_ALGORITHM = 3
# The threads of a block, by its three dimensions.
_DIMENSIONS = (1, 4, 5)
_WAVE = 64


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        closing = facts.reading.closing_angle(around.after) if around.sign_after == b"<" else None
        parts = facts.reading.split(around.after + 1, closing) if closing is not None else []
        values = [facts.constant(facts.reading.code[start:end].strip(), start) for start, end in parts]
        if closing is None or len(values) <= _ALGORITHM or b"WARP_TRANSPOSE" not in values[_ALGORITHM]:
            continue
        threads = [values[index] for index in _DIMENSIONS if index < len(values)]
        if all(map(bytes.isdigit, threads)) and prod(map(int, threads)) % _WAVE:
            yield Hit(name.start, closing + 1, {"threads": str(prod(map(int, threads)))})
