"""`float4 v = {1, 2}`: the vector types of HIP are classes, which take one value for all components, or all of them.

CUDA's are plain structs, in which what a list does not name is zero. `float4 v{1}` compiles for AMD and would be four
ones. MTH026 where one value may be a number or a vector.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.file.vector_values import VECTORS, Sort, VectorTypes
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset(VECTORS), tells=False)
RULE = "MTH026"

_SIZES = rb"((?:\[[^\[\];{}=]{0,99}\]\s*){0,3})"
_DECLARATOR = pattern(rb"\s*(?:const\s+)?[A-Za-z_]\w*\s*" + _SIZES + rb"(?:=\s*)?(?=\{)")
_NEXT = pattern(rb"\s*,")
_ASSIGNED = pattern(rb"[;{})]\s*([A-Za-z_]\w*)\s*(?:\[[^\[\];{}=]{0,99}\]\s*)?=\s*(?=\{)")
_LIST = pattern(rb"=\s*\{")
_MEMBERS = pattern(rb"\s*([A-Za-z_]\w*)\s*" + _SIZES + rb"(?=([,;]))")
_INITIALIZED = pattern(rb"[:,]\s*([A-Za-z_]\w*)\s*(?=\{)")
_RETURNED = pattern(rb"\breturn\s*(?=\{)")
_CLASS_NAME = pattern(rb"\b(?:struct|class)\s+([A-Za-z_]\w*)")
_CONSTRUCTOR = pattern(rb"\b([A-Za-z_]\w*)\s*::\s*([A-Za-z_]\w*)\s*\(")
_FUNCTION = pattern(
    rb"\b([A-Za-z_]\w*)\s{1,9}(?:__\w{1,60}\s{1,9}){0,3}(?:\w{1,60}\s{0,9}::\s{0,9}){0,3}"
    rb"(?:operator\s{0,9}[^\w\s(]{1,3}|[A-Za-z_]\w*)\s{0,9}\("
)
_CONTROL = pattern(rb"\s*(?:(?:if|for|while|switch|else|do|try|catch|case|default)\b|\Z)")
_ZEROS = pattern(rb"\s*0(?:\.0*)?[fFuUlL]{0,3}\s*")
# What is no component, or more than one: designators, lists, packs, and bodies of classes and functions.
_NO_VALUE = pattern(rb"^\s*(?:[{\[]|\.\s*[A-Za-z_])|\.\.\.|;|^\s*$")

_LONGEST_HEAD = 400


class _List(NamedTuple):
    """The list of a vector, or of an array with so many dimensions."""

    type: bytes
    opening: int
    dimensions: int = 0


class _Member(NamedTuple):
    type: bytes
    dimensions: int
    class_start: int
    class_name: bytes


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.is_c or facts.is_ported or not (facts.reading.is_cuda or facts.needs_runtime):
        return
    types = VectorTypes(facts)
    seen = set()
    for each in _lists(facts, types) if types.names else ():
        if each.opening in seen or facts.is_left_alone(each.opening):
            continue
        seen.add(each.opening)
        if types.width(each.type) is not None:
            yield from _elements(facts, types, each) if each.dimensions else _completed(facts, types, each)


def _lists(facts: Facts, types: VectorTypes) -> Iterator[_List]:
    members: dict[bytes, list[_Member]] = {}
    for name in facts.names(types.names):
        around = facts.reading.neighbours(name)
        if types.is_alias_of(name.end) or usage(around, is_scope=True) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        yield from _of_type(facts, name)
        scope = facts.reading.scopes.at(name.start)
        if scope is not None and scope.kind is Kind.CLASS:
            _add_members(facts, members, name, scope)
    yield from _assigned(facts, types)
    yield from _initialized(facts, members) if members else ()
    yield from _returned(facts, types)


def _of_type(facts: Facts, name: Name) -> Iterator[_List]:
    """`float4{x}`, or declarators with braces behind the type."""
    code = facts.reading.code
    opening = facts.reading.skip_blank(name.end)
    if code[opening : opening + 1] == b"{":
        yield _List(name.text, opening)
        return
    position = name.end
    while found := _DECLARATOR.match(code, position):
        yield _List(name.text, found.end(), found[1].count(b"["))
        following = _NEXT.match(code, facts.reading.closers.get(found.end(), len(code)) + 1)
        if following is None:
            return
        position = following.end()


def _assigned(facts: Facts, types: VectorTypes) -> Iterator[_List]:
    """`v = {0};`, where the file says what `v` is."""
    plain = facts.reading.plain
    for found in found_in(_ASSIGNED, excerpts(_LIST, plain), plain):
        known = facts.reading.declarations.of(found[1], found.start(1))
        if known is None or known.type not in types.names:
            continue
        is_element = b"[" in plain[found.end(1) : found.end()]
        if known.depth == is_element:
            yield _List(known.type, found.end())


def _add_members(facts: Facts, members: dict[bytes, list[_Member]], name: Name, scope: Scope) -> None:
    plain, position = facts.reading.plain, name.end
    named = _CLASS_NAME.search(plain, scope.head, scope.start)
    while found := _MEMBERS.match(plain, position):
        member = _Member(name.text, found[2].count(b"["), scope.start, named[1] if named else b"")
        members.setdefault(found[1], []).append(member)
        if found[3] == b";":
            return
        position = found.end() + 1


def _initialized(facts: Facts, members: dict[bytes, list[_Member]]) -> Iterator[_List]:
    """`Class(float x) : c{x} {}`, where the file says what `c` is."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    for found in _INITIALIZED.finditer(plain):
        if found[1] not in members:
            continue
        scope = scopes.at(found.start(1))
        is_inside = scope is not None and scope.kind is Kind.CLASS
        head = plain[facts.reading.statement_start(found.start(1)) : found.start(1)]
        constructor = None if is_inside else _CONSTRUCTOR.search(head[:_LONGEST_HEAD])
        for member in members[found[1]]:
            is_inside_of_it = is_inside and scope is not None and scope.start == member.class_start
            if is_inside_of_it or (constructor and constructor[1] == constructor[2] == member.class_name):
                yield _List(member.type, found.end(), member.dimensions)


def _returned(facts: Facts, types: VectorTypes) -> Iterator[_List]:
    """`return {1, 2};` in a function that returns a vector."""
    for found in _RETURNED.finditer(facts.reading.plain):
        head = _head_around(facts, found.start())
        kind = next((each[1] for each in _FUNCTION.finditer(head) if each[1] in types.names), None)
        if kind is not None:
            yield _List(kind, found.end())


def _head_around(facts: Facts, offset: int) -> bytes:
    """What stands before the body of the function around a place; nothing for a lambda."""
    scopes = facts.reading.scopes
    block = scopes.block_at(offset)
    while block is not None:
        head = facts.reading.plain[block.head : block.start]
        if not _CONTROL.match(head):
            return b"" if b"[" in head else head
        block = scopes.block_around(block)
    return b""


def _completed(facts: Facts, types: VectorTypes, each: _List) -> Iterator[Edit | Finding]:
    """A list that names too few components gets zeros for the others."""
    values, width = _values(facts, each.opening), types.width(each.type) or 0
    if not 0 < len(values) < (width or 2) or any(_is_no_value(facts, value) for value in values):
        return
    sort = types.sort(values[0]) if len(values) == 1 else Sort.SCALAR
    if sort is Sort.SCALAR and width:
        end = values[-1].end
        yield Edit(end, end, b", 0" * (width - len(values)), to_text(each.type), "dialect")
    elif sort is not Sort.VECTOR:
        yield _reported(facts, values[0])


def _elements(facts: Facts, types: VectorTypes, each: _List) -> Iterator[Edit | Finding]:
    """The lists in that of an array. `v[4] = {0}` becomes `{}`, which is all zeros in both."""
    code, values = facts.reading.code, _values(facts, each.opening)
    if len(values) == 1 and _ZEROS.fullmatch(code, values[0].start, values[0].end):
        start, end = values[0]
        yield Edit(start, end, b"", to_text(each.type), "dialect", (code[start:end],))
        return
    lists = [value for value in values if code[value.start : value.start + 1] == b"{"]
    for value in lists:
        inner = _List(each.type, value.start, each.dimensions - 1)
        yield from _elements(facts, types, inner) if inner.dimensions else _completed(facts, types, inner)
    others = [value for value in values if value not in lists]
    if others and not any(_is_no_value(facts, value) for value in others):
        yield from _flat(facts, types, each, others, is_all=not lists)


def _flat(
    facts: Facts, types: VectorTypes, each: _List, values: list[Span], *, is_all: bool
) -> Iterator[Edit | Finding]:
    """`v[2] = {1, 2, 3}`: in CUDA the components one behind the other, in HIP a vector each."""
    sorts = [types.sort(value) for value in values]
    if Sort.SCALAR not in sorts:
        return
    width, name = types.width(each.type) or 0, to_text(each.type)
    if not is_all or not width or each.dimensions > 1 or set(sorts) != {Sort.SCALAR}:
        yield _reported(facts, values[sorts.index(Sort.SCALAR)])
        return
    for index in range(0, len(values), width):
        group = values[index : index + width]
        yield Edit(group[0].start, group[0].start, b"{", name, "dialect")
        yield Edit(group[-1].end, group[-1].end, b", 0" * (width - len(group)) + b"}", name, "dialect")


def _reported(facts: Facts, value: Span) -> Finding:
    text = to_text(facts.reading.code[value.start : value.end])
    message = f"HIP gives '{text}' to all components of the vector; CUDA makes the others zero if it is a number"
    return Finding(RULE, value.start, value.end, message)


def _values(facts: Facts, opening: int) -> list[Span]:
    """What a list names; nothing where that cannot be told."""
    closing = facts.reading.closers.get(opening)
    if closing is None or facts.reading.is_interrupted(opening, closing):
        return []
    values = [Span(*facts.reading.stripped(*part)) for part in facts.reading.split(opening + 1, closing)]
    if len(values) > 1 and values[-1].start == values[-1].end:
        values.pop()  # a comma behind the last one
    return values


def _is_no_value(facts: Facts, value: Span) -> re.Match[bytes] | None:
    return _NO_VALUE.search(facts.reading.code[value.start : value.end])
