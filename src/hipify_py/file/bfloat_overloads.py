"""Calls of shuffles and `__ldg` with bfloat16, for which HIP has no overload."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.tables.model import Version

_PAIRS = frozenset((b"nv_bfloat162", b"__nv_bfloat162", b"hip_bfloat162", b"__hip_bfloat162"))
_TYPES = _PAIRS | frozenset(name.removesuffix(b"2") for name in _PAIRS)
_WORD = pattern(rb"\s*(?:[*&(]\s*)*([A-Za-z_]\w*)")
# Since then the shuffles of one bfloat16 take a conversion that is not ambiguous.
_SHUFFLED = Version(7, 0)


WORDS = frozenset((b"__shfl_sync", b"__shfl_up_sync", b"__shfl_down_sync", b"__shfl_xor_sync", b"__ldg"))


def bfloat_overloads(facts: Facts) -> Iterator[Name]:
    """The names in the calls."""
    if WORDS.isdisjoint(facts.reading.words) or _TYPES.isdisjoint(facts.reading.words):
        return
    for name in facts.names(WORDS):
        around = facts.reading.neighbours(name)
        is_load = name.text.startswith(b"__ld")
        arguments = facts.reading.arguments(around.after) if around.sign_after == b"(" else None
        place = 0 if is_load else 1
        if not arguments or len(arguments) <= place or facts.declares(name, around):
            continue
        word = _WORD.match(facts.reading.code, *arguments[place])
        known = declared(facts.reading.plain, word[1], name.start) if word else None
        lacking = _TYPES if is_load or facts.policy.rocm < _SHUFFLED else _PAIRS
        if known is not None and known.type in lacking:
            yield name
