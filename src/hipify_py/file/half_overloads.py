"""Calls of functions that HIP has for half or for bfloat16 only, where an argument has, or may have, the other type:
`__hmax2` on half2, or on the parameter of a template."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.amd_branches import AmdBranches
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
# Its type, or a conversion to it.
_HALF_VALUE = pattern(rb"\b(?:__)?(?:nv_)?half2?\b|2half")


def half_overloads(facts: Facts) -> Iterator[Name]:
    """The names in the calls."""
    words, text = facts.reading.words, facts.reading.source.text
    if not FOR_BFLOAT_ONLY.isdisjoint(words):
        has_half = _HALF.search(text) is not None or _BFLOAT.search(text) is None
        yield from _calls(facts, FOR_BFLOAT_ONLY, _HALF_VALUE, _BFLOAT, has_lacking=has_half)
    if not FOR_HALF_ONLY.isdisjoint(words):
        has_bfloat = _BFLOAT.search(facts.reading.code) is not None or facts.surroundings.has_bfloat
        yield from _calls(facts, FOR_HALF_ONLY, _BFLOAT, _HALF_VALUE, has_lacking=has_bfloat)


def _calls(
    facts: Facts,
    words: frozenset[bytes],
    lacking: re.Pattern[bytes],
    present: re.Pattern[bytes],
    *,
    has_lacking: bool,
) -> Iterator[Name]:
    """The calls with the type that HIP lacks, and if the file has that type, those that may be with either."""
    own = {word for word in words & facts.reading.words if _has_own(facts, word, lacking)}
    for name in facts.names(words - own):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or facts.is_own(name, around):
            continue
        shown = _arguments_and_types(facts, around.after)
        if lacking.search(shown) or (has_lacking and not present.search(shown)):
            yield name


def _has_own(facts: Facts, word: bytes, lacking: re.Pattern[bytes]) -> bool:
    """Whether the project overloads a function for the type that HIP lacks, where builds for AMD may read it."""
    amd = AmdBranches(facts.reading, (), facts.on_amd)
    for own in facts.own_called(word):
        parameters = b"" if own.file else _arguments_and_types(facts, facts.reading.neighbours(own.name).after)
        if own.file or (lacking.search(parameters) and not amd.is_dead(own.name.start)):
            return True
    return False


def _arguments_and_types(facts: Facts, opening: int) -> bytes:
    """The arguments of a call, and the types of their variables."""
    code, shown = facts.reading.code, list[bytes]()
    for start, end in facts.reading.arguments(opening) or ():
        word = _WORD.match(code, start, end)
        known = facts.reading.declarations.of(word[1], word.start(1)) if word else None
        shown += (code[start:end], known.type if known is not None else b"")
    return b" ".join(shown)
