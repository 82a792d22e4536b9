"""MTH018: `atomicAdd` on types for which HIP has none."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.overloads import TYPES, key, overloads
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_CAST = pattern(rb"\s*(?:\(\s*|reinterpret_cast\s*<\s*|static_cast\s*<\s*)(" + TYPES + rb")\s*\*\s*[>)]")
_TYPES = pattern(TYPES)
_INDEX = pattern(rb"\[[^\[\]]*\]")
_MEMBER = pattern(rb"\.|->")
_POINTER = pattern(rb"\s*(?:&\s*)?(?:\(\s*)?([A-Za-z_]\w*)\s*(?:[\[+)]|$)")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    own = {found.key for found in overloads(facts.reading)}.union(facts.surroundings.overloads)
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after) or []
        if len(arguments) != 2 or facts.declares(name, around):
            continue
        kind = _pointed_to(facts, *arguments[0])
        if kind and key(name.text, kind) not in own:
            yield Hit(name.start, name.end, {"type": kind.decode()})


def _pointed_to(facts: Facts, start: int, end: int) -> bytes:
    code = facts.reading.code
    if cast := _CAST.match(code, start, end):
        return bytes(cast[1])
    word = None if _MEMBER.search(_INDEX.sub(b"", code[start:end])) else _POINTER.match(code, start, end)
    known = declared(facts.reading.plain, word[1], start) if word else None
    if known is None or not (known.stars == 1 or known.is_array or b"&" in code[start:end]):
        return b""
    return known.type if _TYPES.fullmatch(known.type) else b""
