"""WRP030: CUB's arrangements by warps, of which hipCUB makes those by wavefronts, where the code counts 32 lanes."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

# A place among 32 lanes, as the function around computes it.
_OF_32_LANES = pattern(
    rb"[&]\s{0,9}~?\s{0,9}\(?\s{0,9}(?:31|0[xX]1[fF])[uU]?\b|[%/*]\s*32[uU]?\b|>>\s*5[uU]?\b|\b(?:laneid|LaneId|warpSize)\b"
    rb"|\b(?:CUB_|\w{0,20}_)?(?:PTX_)?WARP_(?:THREADS|SIZE)\b|\bk?[wW]arpSize\b"
)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if b"cub" in facts.own_namespaces:
        return
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        function = facts.functions.around(name.start) if around.sign_after in (b"(", b"<") else None
        if function is not None and _OF_32_LANES.search(facts.reading.code, function.start, function.end):
            yield Hit(name.start, name.end)
