"""TEX008: texture and surface objects used as the integers that they are in CUDA; in HIP they are pointers."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.arithmetic import NUMBERS, Typed
from hipify_py.file.expression_types import ExpressionTypes, expression_types, object_start
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, word_before
from hipify_py.rules.detect import Hit

_OBJECTS = frozenset(
    b"cudaTextureObject_t cudaSurfaceObject_t CUtexObject CUtexObject_v1 CUsurfObject CUsurfObject_v1".split()
)
_DECLARED = pattern(rb"[\s&]+(?:const\s+)?([A-Za-z_]\w*)")
_INTEGERS = NUMBERS | {b"uint64_t", b"uintptr_t"}
_CAST = pattern(rb"\bstatic_cast\s*<\s*(?:unsigned\s+long\s+long|(?:std::)?u?int64_t|uintptr_t|size_t)\s*>\s*\(\s*$")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    types, reading = expression_types(facts), facts.reading
    matches = (_DECLARED.match(reading.plain, type.end) for type in reading.names(_OBJECTS))
    declared = {found.start(1): found[1] for found in matches if found is not None}
    for name in facts.names(frozenset(declared.values())):
        if not _is_integer(facts, types, name):
            continue
        known, typed = reading.declarations.of(name.text, name.start), types.of_name(name)
        is_object = typed is not None and not typed.stars and typed.type in _OBJECTS
        # A typedef of the file's own is none any more.
        if is_object or (known is not None and not known.depth and known.place in declared):
            yield Hit(name.start, name.end)


def _is_integer(facts: Facts, types: ExpressionTypes, name: Name) -> bool:
    """`number = object;`, `static_cast<size_t>(object)`"""
    around, reading = facts.reading.neighbours(name), facts.reading
    begin = object_start(reading, around, name.start)
    if begin is None or around.sign_after not in (b";", b",", b")"):
        return False
    if _CAST.search(reading.plain, max(0, begin - 90), begin):
        return around.sign_after == b")"
    place, sign = around.token_before(begin)
    if sign != b"=" or around.token_before(place)[1] in (b"=", b"!", b"<", b">"):
        return False
    start = reading.skip_blank(reading.scopes.statement_at(place))
    last = word_before(reading.plain, around.rskip_blank(place), start)
    known = reading.declarations.at(last) if last is not None else None
    typed = Typed(known.type, known.depth) if known is not None else types.of(start, place)
    return typed is not None and not typed.stars and typed.type in _INTEGERS
