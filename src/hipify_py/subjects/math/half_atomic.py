"""MTH018: `atomicAdd` on types for which HIP has none."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_TYPE = rb"(?:__)?(?:nv_)?half2?|(?:__)?nv_bfloat162?|float[24]|double2|at::Half|at::BFloat16|c10::Half"
_CAST = pattern(rb"\s*(?:\(\s*|reinterpret_cast\s*<\s*|static_cast\s*<\s*)(" + _TYPE + rb")\s*\*\s*[>)]")
_DEFINITION = pattern(rb"\b(atomic(?:Add|Max|Min)\w*)\s*\(\s*(?:volatile\s+)?(" + _TYPE + rb")\s*\*")
_TYPES = pattern(_TYPE)
_INDEX = pattern(rb"\[[^\[\]]*\]")
_MEMBER = pattern(rb"\.|->")
_POINTER = pattern(rb"\s*(?:&\s*)?(?:\(\s*)?([A-Za-z_]\w*)\s*(?:[\[+)]|$)")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    own = _own(facts)
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after) or []
        if len(arguments) != 2 or facts.declares(name, around):
            continue
        kind = _pointed_to(facts, *arguments[0])
        if kind and (name.text, kind) not in own:
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


def _own(facts: Facts) -> frozenset[tuple[bytes, bytes]]:
    """The functions that the file defines itself, with the types that they work on."""
    plain = facts.reading.plain
    return frozenset(
        (found[1], found[2])
        for found in _DEFINITION.finditer(plain)
        if facts.reading.scopes.at(found.start()) is None
        or b"__device__" in plain[max(0, found.start() - 120) : found.start()]
    )
