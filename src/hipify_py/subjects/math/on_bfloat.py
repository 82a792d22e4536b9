"""MTH005: `__hmax_nan`, `__hadd_sat` and their like on bfloat16, for which HIP has them on half only."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_BFLOAT = pattern(rb"bfloat16|bf16|BFloat16")
_HALF = pattern(rb"half|fp16")
_ON_BFLOAT = pattern(rb"\s*\([^;]{0,80}bfloat16")
_WORD = pattern(rb"\s*(?:\*\s*)?([A-Za-z_]\w*)")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    has_only_bfloat = _BFLOAT.search(facts.reading.code) is not None and _HALF.search(facts.reading.code) is None
    for name in facts.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or facts.declares(name, around):
            continue
        if has_only_bfloat or _ON_BFLOAT.match(facts.reading.code, name.end) or _takes_bfloat(facts, name):
            yield Hit(name.start, name.end)


def _takes_bfloat(facts: Facts, name: Name) -> bool:
    """Whether an argument is a variable of bfloat16."""
    arguments = facts.reading.arguments(facts.reading.neighbours(name).after) or []
    found = (_WORD.match(facts.reading.code, start, end) for start, end in arguments)
    types = (declared(facts.reading.plain, word[1], name.start) for word in found if word)
    return any(known is not None and _BFLOAT.search(known.type) is not None for known in types)
