"""Calls of functions that HIP has for half or for bfloat16 only, with the other one: `__hmax2` on half2."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name

FOR_BFLOAT_ONLY = frozenset((b"__hmax2", b"__hmin2"))
FOR_HALF_ONLY = frozenset(
    b"__hmax_nan __hmin_nan __hadd_sat __hsub_sat __hmul_sat __hfma_sat __hadd2_sat __hsub2_sat __hmul2_sat "
    b"__hfma2_sat __hequ2 __hgeu2 __hgtu2 __hleu2 __hltu2 __hneu2".split()
)
_WORD = pattern(rb"\s*(?:\*\s*)?([A-Za-z_]\w*)")
_BFLOAT = pattern(rb"bfloat16|bf16|BFloat16")
_HALF = pattern(rb"half|fp16")
_HALF2 = pattern(rb"(?:__)?(?:nv_)?half2")
_ON_HALF2 = pattern(rb"\s*\([^;]{0,80}half2")
_ON_BFLOAT = pattern(rb"\s*\([^;]{0,80}bfloat16")


def half_overloads(facts: Facts) -> Iterator[Name]:
    """The names in the calls."""
    yield from _on_half2(facts)
    yield from _on_bfloat(facts)


def _on_half2(facts: Facts) -> Iterator[Name]:
    if FOR_BFLOAT_ONLY.isdisjoint(facts.reading.words):
        return
    code = facts.reading.code
    speaks_of_half_only = _BFLOAT.search(facts.reading.source.text) is None
    for name in _called(facts, FOR_BFLOAT_ONLY):
        if speaks_of_half_only or _ON_HALF2.match(code, name.end) or _takes(facts, name, _HALF2.fullmatch):
            yield name


def _on_bfloat(facts: Facts) -> Iterator[Name]:
    if FOR_HALF_ONLY.isdisjoint(facts.reading.words):
        return
    code = facts.reading.code
    has_only_bfloat = _BFLOAT.search(code) is not None and _HALF.search(code) is None
    for name in _called(facts, FOR_HALF_ONLY):
        if has_only_bfloat or _ON_BFLOAT.match(code, name.end) or _takes(facts, name, _BFLOAT.search):
            yield name


def _called(facts: Facts, words: frozenset[bytes]) -> Iterator[Name]:
    for name in facts.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after == b"(" and not facts.is_own(name, around):
            yield name


def _takes(facts: Facts, name: Name, fits: Callable[[bytes], re.Match[bytes] | None]) -> bool:
    """Whether an argument is a variable of a type that fits."""
    arguments = facts.reading.arguments(facts.reading.neighbours(name).after) or []
    found = (_WORD.match(facts.reading.code, start, end) for start, end in arguments)
    types = (facts.reading.declarations.of(word[1], word.start(1)) for word in found if word)
    return any(known is not None and fits(known.type) is not None for known in types)
