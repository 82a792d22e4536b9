"""MTH003: `.x` and `.y` of a `half2`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_MEMBER = pattern(rb"(?<![\w.>:])([A-Za-z_]\w*)(?:\s*(\[[^\[\]]{0,80}\]))?\s{0,20}(\.|->)\s{0,20}[xy]\b(?!\s*\()")
_AS_HALF = pattern(rb"__u?short_as_half\s*\(\s*$")
_AS_SHORT = pattern(rb"\s*=\s*__half_as_u?short\b")
_AFTER_HALF2 = pattern(rb"half2\b([^;{}()]{0,200})")
_WORD = pattern(rb"[A-Za-z_]\w*")
_HALF2 = pattern(rb"(?:__)?(?:nv_)?half2")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    plain = facts.reading.plain
    near = {word for found in _AFTER_HALF2.finditer(plain) for word in _WORD.findall(found[1])}
    for found in _MEMBER.finditer(plain):
        if found[1] not in near:
            continue
        declaration = facts.reading.declarations.of(found[1], found.start())
        if declaration and _HALF2.fullmatch(declaration.type):
            if _takes_bits(plain, found.start(), found.end()):
                continue
            if declaration.depth == (found[2] is not None) + (found[3] == b"->"):
                yield Hit(found.start(), found.end())


def _takes_bits(plain: bytes, start: int, end: int) -> bool:
    """Whether the code means the bits, as code that was written for HIP does."""
    return bool(_AS_HALF.search(plain[max(0, start - 40) : start]) or _AS_SHORT.match(plain, end))
