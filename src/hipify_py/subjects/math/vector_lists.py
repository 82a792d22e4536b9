"""`float4 v = {1, 2}`: the vector types of HIP are classes, which take one value for all components, or all of them.

CUDA's are plain structs, in which what a list does not name is zero. `float4 v{1}` compiles for AMD and would be four
ones. MTH026 where one value may be a number or a vector.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.structures import Member, structures
from hipify_py.file.usage import Usage, usage
from hipify_py.file.vector_values import VECTORS, Sort, VectorTypes
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name
from hipify_py.subjects.math.vector_holders import maybe_vectors, passed
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset(VECTORS), tells=False)
RULE = "MTH026"

_SIZES = rb"((?:\[[^\[\];{}=]{0,99}\]\s*){0,3})"
_DECLARATOR = pattern(rb"\s*(?:const\s+)?[A-Za-z_]\w*\s*" + _SIZES + rb"(?:=\s*)?(?=\{)")
_NEXT = pattern(rb"\s*,")
_NEXT_INITIALIZED = pattern(rb"\s*,\s*[\w:]+\s*(?=[({])")
_ASSIGNED = pattern(rb"[;{})]\s*([A-Za-z_]\w*)\s*(?:\[[^\[\];{}=]{0,99}\]\s*)?=\s*(?=\{)")
_LIST = pattern(rb"=\s*\{")
_INITIALIZED = pattern(rb"[:,]\s*([A-Za-z_]\w*)\s*(?=\{)")
_RETURNED = pattern(rb"\breturn\s*(?=\{)")
_BEFORE_LITERAL = pattern(rb"(?:[-=(,+*/?:{;]|\breturn)\s*\(\s*(?:const\s+)?$")  # no parameter: `f(float4) {`
_CLASS_KEYS = (b"struct", b"class")
_FUNCTION = pattern(
    rb"\b([A-Za-z_]\w*)\s{1,9}(?:__\w{1,60}\s{1,9}){0,3}(?:\w{1,60}\s{0,9}::\s{0,9}){0,3}"
    rb"(?:operator\s{0,9}[^\w\s(]{1,3}|[A-Za-z_]\w*)\s{0,9}\("
)
_ZEROS = pattern(rb"\s*0(?:\.0*)?[fFuUlL]{0,3}\s*")
# What is no component, or more than one: designators, lists, packs, and bodies of classes and functions.
_NO_VALUE = pattern(rb"^\s*(?:[{\[]|\.\s*[A-Za-z_])|\.\.\.|;|^\s*$")

_LONGEST_HEAD = 400
_BRACE = ord("{")


class _List(NamedTuple):
    """The list of a vector, or of an array with so many dimensions. That of what a template is given may be one."""

    type: bytes
    opening: int
    dimensions: int = 0
    is_certain: bool = True


_Holders = Mapping[bytes, Sequence[Member]]


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.is_c or facts.is_ported or not (facts.reading.is_cuda or facts.needs_runtime):
        return
    types = VectorTypes(facts)
    holders = structures(facts.reading, [name for name in types.names if types.width(name) is not None])
    seen = set()
    for each in _lists(facts, types, holders) if types.names else ():
        if each.opening in seen or facts.is_left_alone(each.opening):
            continue
        seen.add(each.opening)
        yield from _converted(facts, types, holders, each)


def _converted(facts: Facts, types: VectorTypes, holders: _Holders, each: _List) -> Iterator[Edit | Finding]:
    is_vector = not each.is_certain or types.width(each.type) is not None
    if each.type in holders or (is_vector and each.dimensions):
        yield from _held(facts, types, holders, each)
    elif is_vector:
        yield from _completed(facts, types, each)


def _lists(facts: Facts, types: VectorTypes, holders: _Holders) -> Iterator[_List]:
    named = {*types.names, *holders}
    for name in facts.names(named):
        around = facts.reading.neighbours(name)
        is_defined = around.word_before in _CLASS_KEYS and around.sign_after == b"{"
        is_type = usage(around, is_scope=True) in (Usage.PLAIN, Usage.GLOBAL)
        if is_type and not (is_defined or types.is_alias_of(name.end)):
            yield from _of_type(facts, name)
    yield from _assigned(facts, named)
    yield from _initialized(facts, named)
    yield from _returned(facts, named)
    yield from (_List(type, place) for type, place in passed(facts, types.names))
    for name in maybe_vectors(facts, types):
        yield from (each._replace(is_certain=False) for each in _of_type(facts, name))


def _of_type(facts: Facts, name: Name) -> Iterator[_List]:
    """`float4{x}`, `(float4){x}`, or declarators with braces behind the type."""
    code = facts.reading.code
    opening = facts.reading.skip_blank(name.end)
    if code[opening : opening + 1] == b")" and _BEFORE_LITERAL.search(code, max(0, name.start - 40), name.start):
        opening = facts.reading.skip_blank(opening + 1)
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


def _assigned(facts: Facts, named: Collection[bytes]) -> Iterator[_List]:
    """`v = {0};`, where the file says what `v` is."""
    plain = facts.reading.plain
    for found in found_in(_ASSIGNED, excerpts(_LIST, plain), plain):
        known = facts.reading.declarations.of(found[1], found.start(1))
        if known is None or known.type not in named:
            continue
        is_element = b"[" in plain[found.end(1) : found.end()]
        if known.depth == is_element:
            yield _List(known.type, found.end())


def _initialized(facts: Facts, named: Collection[bytes]) -> Iterator[_List]:
    """`Class(float x) : c{x} {}`, where the file declares what `c` is."""
    reading = facts.reading
    for found in _INITIALIZED.finditer(reading.plain):
        body = _body_behind(reading, found.end())
        known = reading.declarations.of(found[1], body) if body is not None else None
        if known is not None and known.type in named and not known.stars:
            yield _List(known.type, found.end(), known.dimensions)


def _body_behind(reading: Reading, opening: int) -> int | None:
    """Where the body of a constructor begins, one of whose members has its list at a place."""
    closing = reading.closers.get(opening, opening)
    while following := _NEXT_INITIALIZED.match(reading.plain, closing + 1):
        closing = reading.closers.get(following.end(), following.end())
    body = reading.skip_blank(closing + 1)
    return body + 1 if reading.plain[body : body + 1] == b"{" else None


def _returned(facts: Facts, named: Collection[bytes]) -> Iterator[_List]:
    """`return {1, 2};` in a function that returns a vector, or what holds some."""
    for found in _RETURNED.finditer(facts.reading.plain):
        head = facts.functions.head_at(found.start())
        kind = next((each[1] for each in _FUNCTION.finditer(head) if each[1] in named), None)
        if kind is not None and b"[" not in head:
            yield _List(kind, found.end())


def _completed(facts: Facts, types: VectorTypes, each: _List) -> Iterator[Edit | Finding]:
    """A list that names too few components gets zeros for the others."""
    values = _values(facts, each.opening)
    width = types.width(each.type) or 0 if each.is_certain else 0
    if not 0 < len(values) < (width or 2) or any(_is_no_value(facts, value) for value in values):
        return
    sort = types.sort(values[0]) if len(values) == 1 else Sort.SCALAR
    known = facts.reading.declarations.nearest(facts.reading.code[slice(*values[0])], values[0].start)
    if sort is Sort.SCALAR and width:
        end = values[-1].end
        yield Edit(end, end, b", 0" * (width - len(values)), to_text(each.type), "dialect")
    elif sort is not Sort.VECTOR and (each.is_certain or known is None or known.type != each.type):
        yield _reported(facts, values[0])


def _held(facts: Facts, types: VectorTypes, holders: _Holders, each: _List) -> Iterator[Edit | Finding]:
    """The lists of elements or members; vectors whose components stand without braces get some. `v[4] = {0}` becomes
    `{}`, which is all zeros in both."""
    code, values = facts.reading.code, _values(facts, each.opening)
    if each.dimensions and len(values) == 1 and _ZEROS.fullmatch(code, *values[0]):
        yield Edit(*values[0], b"", to_text(each.type), "dialect", (code[slice(*values[0])],))
        return
    is_sure, at = True, 0
    for member in repeat(Member(each.type, each.dimensions - 1)) if each.dimensions else holders[each.type]:
        if at >= len(values):
            return
        value, width, sort = values[at], types.width(member.type), types.sort(values[at])
        group, at = values[at : at + (width or 1)], at + 1
        if code[value.start] == _BRACE:
            yield from _converted(facts, types, holders, _List(member.type, value.start, member.dimensions))
        elif width is None or sort is not Sort.SCALAR or _is_no_value(facts, value):
            is_sure = is_sure and (width is None or sort is Sort.VECTOR)
            if member.dimensions or member.type in holders:
                return  # so many values as nobody counts
        elif not is_sure or member.dimensions or {*map(types.sort, group)} != {Sort.SCALAR} or not width:
            yield _reported(facts, value)
            return
        else:
            end, at = group[-1].end, at - 1 + width
            yield Edit(value.start, value.start, b"{", to_text(member.type), "dialect")
            yield Edit(end, end, b", 0" * (width - len(group)) + b"}", to_text(member.type), "dialect")


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
