"""WRP023: CUB's collectives over a warp whose width is left to the default, which is the wave in hipCUB."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, qualifier, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

# How many template arguments say the width of the warp.
WORDS = {
    b"WarpReduce": 2,
    b"WarpScan": 2,
    b"WarpExchange": 3,
    b"WarpMergeSort": 3,
    b"WarpLoad": 4,
    b"WarpStore": 4,
}
_USED = pattern(rb"\busing\s+namespace\s+(?:hip)?cub\s*;")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if b"cub" in facts.own_namespaces:
        return
    is_used = any(facts.usings(_USED))
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        found = usage(around, is_scope=True)
        is_cub = (
            qualifier(around) in facts.cub_names | {b"hipcub"}
            if found is Usage.QUALIFIED
            else found is Usage.PLAIN and is_used
        )
        closing = facts.reading.closing_angle(around.after) if is_cub and around.sign_after == b"<" else None
        if closing is None or len(facts.reading.split(around.after + 1, closing)) >= WORDS[name.text]:
            continue
        is_converted = qualifier(around) in facts.cub_names
        if not (is_converted and facts.is_surely_cuda):
            yield Hit(name.start, name.end)
