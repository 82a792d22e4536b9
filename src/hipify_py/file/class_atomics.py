"""Calls of atomics on half, bfloat16 and vectors, which HIP lacks and no file of the project defines; also of
`atomicAdd` in templates, where the file names half or bfloat16."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hipify_py.file.arithmetic import NAMES_OF_NUMBERS
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.overloads import TYPES, key, may_use_any, overloads
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name

WORDS = frozenset((b"atomicAdd", b"atomicAdd_system", b"atomicAdd_block", b"atomicMax", b"atomicMin"))
_CAST = pattern(
    rb"\s*(?:\(\s*|reinterpret_cast\s*<\s*|static_cast\s*<\s*)(?:typename\s+)?([A-Za-z_][\w:]*"
    rb"(?:<[^<>(){};]{1,100}>(?:::\w+)?)?)\s*\*\s*[>)]"
)
# `Pair<T>::type`, and `PairOf<T>`, which may be another name of that
_DEPENDENT = pattern(rb"[\w:]+<([^<>]+)>(?:::\w+)?")
_WORD = pattern(rb"[A-Za-z_]\w*")
_TYPES = pattern(TYPES)
# Those for which CUDA has the function, and hipify_compat.hpp too.
_OF_CUDA = pattern(rb"(?:__)?(?:nv_)?half2?|(?:__)?nv_bfloat162?|float[24]")
_HALVES = frozenset(b"half __half nv_half __nv_half nv_bfloat16 __nv_bfloat16".split())
_MAY_BE_PARAMETER = _HALVES | frozenset(name + b"2" for name in _HALVES)
_INITIALIZED = pattern(rb"\w+\s*=")
_INDEX = pattern(rb"\[[^\[\]]*\]")
_MEMBER = pattern(rb"\.|->")
_POINTER = pattern(rb"\s*(?:&\s*)?(?:\(\s*)?([A-Za-z_]\w*)\s*(?:[\[+)]|$)")


class ClassAtomic(NamedTuple):
    """`atomicAdd(&sums[i], x)` with `half *sums`; whether hipify_compat.hpp defines the function for the type."""

    name: Name
    type: bytes
    is_defined: bool


def _nowhere(_place: int) -> bool:
    return False


def class_atomics(facts: Facts, is_unread: Callable[[int], bool] = _nowhere) -> Iterator[ClassAtomic]:
    """`is_unread` says where a file defines what builds for AMD do not read."""
    if WORDS.isdisjoint(facts.reading.words) or not may_use_any(facts.reading.code):
        return
    defined = (found.key for found in overloads(facts.reading) if not is_unread(found.place))
    own = set(defined).union(facts.surroundings.overloads)
    for name in facts.reading.names(WORDS):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after) or []
        if len(arguments) != 2 or facts.is_own(name, around):
            continue
        kinds = _types_meant(facts, name, _pointed_to(facts, *arguments[0]))
        if kind := next((each for each in kinds if key(name.text, each) not in own), b""):
            yield ClassAtomic(name, kind, name.text == b"atomicAdd" and _OF_CUDA.fullmatch(kind) is not None)


def _types_meant(facts: Facts, name: Name, kind: bytes) -> list[bytes]:
    """The types without an overload in HIP that the type of an atomic is, or as a parameter of a template may be."""
    declarations = facts.reading.declarations
    alias = declarations.nearest(kind, name.start) if kind and kind not in NAMES_OF_NUMBERS else None
    kind = alias.aliased or kind if alias is not None and not alias.stars else kind
    if _TYPES.fullmatch(kind):
        return [kind]
    named = _MAY_BE_PARAMETER & facts.reading.words if name.text == b"atomicAdd" else ()
    dependent = _DEPENDENT.fullmatch(kind) if named else None
    types = _WORD.findall(dependent[1]) if dependent is not None else [kind]
    return sorted(named) if named and any(declarations.is_type_parameter(each, name.start) for each in types) else []


def _pointed_to(facts: Facts, start: int, end: int) -> bytes:
    """The name of the type that a pointer points to, if that is certain."""
    code = facts.reading.code
    if cast := _CAST.match(code, start, end):
        return bytes(cast[1])
    if _MEMBER.search(_INDEX.sub(b"", code[start:end])):
        member = expression_types(facts).of(start, end)
        return member.type if member is not None and member.stars == 1 else b""
    word = _POINTER.match(code, start, end)
    known = facts.reading.declarations.of(word[1], word.start(1)) if word else None
    made = _INITIALIZED.match(code, known.place) if known is not None and known.type == b"auto" else None
    if made is not None and (cast := _CAST.match(code, made.end())):
        return bytes(cast[1])
    if known is None or not (known.depth == 1 or b"&" in code[start:end]):
        return b""
    return known.type
