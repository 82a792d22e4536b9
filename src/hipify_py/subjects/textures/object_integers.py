"""TEX008: texture and surface objects used as the integers that they are in CUDA; in HIP they are pointers."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.arithmetic import NUMBERS
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.value_uses import Role, stored_type, use_of
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_OBJECTS = frozenset(
    b"cudaTextureObject_t cudaSurfaceObject_t CUtexObject CUtexObject_v1 CUsurfObject CUsurfObject_v1".split()
)
_DECLARED = pattern(rb"[\s&]+(?:const\s+)?([A-Za-z_]\w*)")
_INTEGERS = NUMBERS | {b"uint64_t", b"uintptr_t"}
_CAST = b"static_cast"
_BEFORE, _BEHIND = frozenset((b"=", b"{", b".", b">")), (b";", b",", b")", b"}")
_REACH = 60


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    types, reading = expression_types(facts), facts.reading
    matches = (_DECLARED.match(reading.plain, type.end) for type in reading.names(_OBJECTS))
    declared = {found.start(1): found[1] for found in matches if found is not None}
    for name in facts.names(frozenset(declared.values())):
        if not _is_integer(facts, name):
            continue
        known, typed = reading.declarations.of(name.text, name.start), types.of_name(name)
        is_object = typed is not None and not typed.stars and typed.type in _OBJECTS
        # A typedef of the file's own is none any more.
        if is_object or (known is not None and not known.depth and known.place in declared):
            yield Hit(name.start, name.end)


def _is_integer(facts: Facts, name: Name) -> bool:
    """`number = object;`, `static_cast<size_t>(object)`"""
    around = facts.reading.neighbours(name)
    is_cast = _CAST in facts.reading.code[max(0, name.start - _REACH) : name.start]
    if around.sign_before not in (_BEFORE | {b"("} if is_cast else _BEFORE) or around.sign_after not in _BEHIND:
        return False  # as most are
    use = use_of(facts.reading, *name[:2])
    if use is not None and use.role is Role.CAST and facts.reading.code.startswith(_CAST, use.value.start):
        typed = expression_types(facts).of(*use.value)
    else:
        typed = stored_type(facts, use) if use is not None else None
    return typed is not None and not typed.stars and typed.type.removeprefix(b"std::") in _INTEGERS
