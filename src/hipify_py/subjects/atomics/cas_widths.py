"""ATM004: compare-and-swap on 16 bits, which older releases lack, and on 128 bits, which all of them lack."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_TYPE_WORDS = frozenset(
    b"short ushort uint16_t __int128 __int128_t __uint128 __uint128_t ulonglong2 longlong2 uint4 int4"
    b" float4 double2".split()
)
_SHORT = rb"(?:unsigned\s+short(?:\s+int)?|short\s+unsigned(?:\s+int)?|ushort|(?:std\s*::\s*)?uint16_t)"
_LONG = rb"(?:unsigned\s+__int128|__u?int128(?:_t)?|ulonglong2|longlong2|uint4|int4|float4|double2)"
_CAST = pattern(
    rb"\s*\(\s*(?:\(\s*|(?:reinterpret_cast|static_cast)\s*<\s*)(?:volatile\s+)?"
    rb"(?:(?P<short>" + _SHORT + rb")|(?P<long>" + _LONG + rb"))\s*(?:volatile\s*)?\*\s*[)>]"
)
_TYPE = pattern(rb"(?P<short>" + _SHORT + rb")|(?P<long>" + _LONG + rb")")
_TARGET = pattern(rb"\s*\([\s&]{0,100}(\w+)\s*[,+\[]")
_SHORT_SINCE = Version(7, 1)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    if _TYPE_WORDS.isdisjoint(facts.reading.words):
        return
    for name in facts.reading.names(words):
        cast, target = _CAST.match(code, name.end), _TARGET.match(code, name.end)
        known = facts.reading.declarations.of(target[1], target.start(1)) if target and not cast else None
        kind = cast or (_TYPE.fullmatch(known.type) if known is not None and known.depth == 1 else None)
        bits = (16 if kind["short"] else 128) if kind else 0
        is_missing = bits == 128 or (bits == 16 and facts.policy.rocm < _SHORT_SINCE)
        if is_missing and usage(facts.reading.neighbours(name), is_scope=False) in (Usage.PLAIN, Usage.GLOBAL):
            yield Hit(name.start, name.end, {"bits": str(bits)})
