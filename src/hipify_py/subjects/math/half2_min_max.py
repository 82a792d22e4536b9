"""MTH004: `__hmax2` and `__hmin2`, which HIP has for bfloat16 only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.declarations import Own, declared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_WORD = pattern(rb"\s*(?:\*\s*)?([A-Za-z_]\w*)")
_BFLOAT = pattern(rb"bfloat16|bf16|BFloat16")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    own = Own(facts)
    speaks_of_bfloat = _BFLOAT.search(facts.reading.source.text) is not None
    for name in facts.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after == b"(" and not facts.declares(name, around) and name.text not in own:
            arguments = (facts.reading.arguments(around.after) or [])[:2]
            if any(_is_half(facts, *span) for span in arguments) or not speaks_of_bfloat:
                yield Hit(name.start, name.end)


def _is_half(facts: Facts, start: int, end: int) -> bool:
    word = _WORD.match(facts.reading.code, start, end)
    known = declared(facts.reading.plain, word[1], start) if word else None
    return known is not None and re.fullmatch(rb"(?:__)?(?:nv_)?half2", known.type) is not None
