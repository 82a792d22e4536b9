"""WRP008: loops of shuffles that begin or end at the half of 32 lanes, and widths of 32 that stay as they are."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.waves import knows_waves

_DOWN = (
    rb"(?:\(\s*)?(?:\w+\s+){0,2}(\w+)\s*[={]\s*(?:\(\s*)?(?:16|0[xX]10|32\s*/\s*2|32\s*>>\s*1)[uU]?\s*(?:[)}]\s*)?;"
    rb"\s*(?:\1|\1\s*(?:>=?|!=)\s*\d+|\d+\s*<=?\s*\1)\s*;\s*\1\s*(?:>>=|/=|=\s*\1\s*(?:>>|/))"
)
_UP = (
    rb"(?:\w+\s+){0,2}(\w+)\s*[={]\s*(?:\(\s*)?1[uU]?\s*(?:\)\s*)?;"
    rb"\s*\2\s*(?:<\s*(?:32|0[xX]20)|<=\s*(?:16|31))[uU]?\s*;\s*\2\s*(?:<<=|\*=|\+=\s*\2|=\s*\2\s*(?:<<|\*|\+))"
)
_LOOP = pattern(rb"\bfor\s*\(\s*(?:" + _DOWN + rb"|" + _UP + rb")")
_SHUFFLE = pattern(rb"(?i)shfl|shuffle|swizzle")
_REACH = 400


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if knows_waves(facts):
        return
    code = facts.reading.code
    for found in _LOOP.finditer(code):
        closing = facts.reading.closers.get(code.index(b"(", found.start()))
        if closing is not None and _SHUFFLE.search(code, closing, _body_end(facts, closing + 1)):
            yield Hit(found.start(), closing + 1)


def _body_end(facts: Facts, after: int) -> int:
    code = facts.reading.code
    start = facts.reading.skip_blank(after)
    end = facts.reading.closers.get(start) if code[start : start + 1] == b"{" else code.find(b";", start)
    return min(end, start + _REACH) if end is not None and end >= 0 else start + _REACH
