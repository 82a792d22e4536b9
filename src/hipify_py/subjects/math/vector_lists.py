"""`float4 v = {1, 2}`: the vector types of HIP are classes, which take one value for all components, or all of them.

CUDA's are plain structs, in which what a list does not name is zero. `float4 v{1}` compiles for AMD and would be four
ones. MTH026 where one value may be a number or a vector.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.expression_types import expression_types, object_start
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.vector_values import VECTORS, Sort, sort
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset(VECTORS), tells=False)
RULE = "MTH026"

# `v{…}`, `float4 v[2] = {…}`, `v = {…}`, `float4{…}`, `(float4){…}`
_LISTED = pattern(rb"\b([A-Za-z_]\w*)\s{0,9}((?:\[[^\[\];{}=]{0,99}\]\s{0,9}){0,3})(?:=\s{0,9}|\)\s{0,9})?(?=\{)")
_NEXT_INITIALIZED = pattern(rb"\s*,\s*[\w:]+\s*(?=[({])")
_BEFORE_LITERAL = pattern(rb"(?:[-=(,+*/?:{;]|\breturn)\s*\(\s*(?:const\s+)?$")  # no parameter: `f(float4) {`
_TEMPLATE = pattern(
    rb"\btemplate\s*<([^<>{};]{1,200})>\s*(?:(?:struct|class)\s+(\w{1,90})[^;{}()]{0,200}|[^;{}()=]{0,200}?(\w{1,90})\s{0,9}\([^;{}]{0,400})\{"
)
_TYPE_PARAMETER = pattern(rb"\s*(?:class|typename)\s+(\w+)\s*")
_ARGUMENTS = pattern(rb"\b(\w+)\s{0,9}<([^<>;{}()]{1,200})>")
_ZEROS = pattern(rb"\s*0(?:\.0*)?[fFuUlL]{0,3}\s*")
# What is no component, or more than one: designators, lists, packs, and bodies of classes and functions.
_NO_VALUE = pattern(rb"^\s*(?:[{\[]|\.\s*[A-Za-z_])|\.\.\.|;|^\s*$")
# `using type = float4;`, `typedef float4 type;`
_MEMBER_TYPE = pattern(rb"\busing\s+(\w+)\s*=\s*(\w+)\s*;|\btypedef\s+(\w+)\s+(\w+)\s*;")
_ALIAS = pattern(rb"\b(?:using|typedef|define)\b[^;{}\n]{0,200}")
_BEHIND = pattern(rb"[^;(){}]{0,200}(?:\{[^{}]{0,200}\}[^;(){}]{0,90}){0,5}")
_WORD = pattern(rb"[A-Za-z_]\w*")
_CLASS_KEYS = (b"struct", b"class")
_BRACE = ord("{")


_Maybe = Mapping[bytes, Sequence[Span]]


class _List(NamedTuple):
    """The list of a vector, or of an array of them with so many dimensions. What a template is given may be one."""

    type: bytes
    opening: int
    dimensions: int = 0
    is_certain: bool = True


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.is_c or facts.is_ported or not (facts.reading.is_cuda or facts.needs_runtime):
        return
    maybe = _maybe_vectors(facts)
    words = _words_of_vectors(facts, maybe)
    for name in facts.reading.names(words):
        found = _LISTED.match(facts.reading.plain, name.start)
        each = _list_of(facts, name, found, maybe) if found is not None else None
        if each is not None and each.type not in facts.own_vectors and not facts.is_left_alone(each.opening):
            yield from _converted(facts, each)


def _words_of_vectors(facts: Facts, maybe: _Maybe) -> set[bytes]:
    """The words that stand before a list of vectors: types, their other names, and what may be declared by them."""
    code = facts.reading.code
    types = {*VECTORS, *(name.strip(b":") for name in maybe)}
    aliases = [_WORD.findall(found[0]) for found in _ALIAS.finditer(code)]
    types.update(word for words in aliases if not types.isdisjoint(words) for word in words)
    places = (_BEHIND.match(code, name.end) for name in facts.reading.names(types))
    behind = (_WORD.findall(found[0]) for found in places if found is not None)
    return types.union((b"return",), *behind)


def _maybe_vectors(facts: Facts) -> _Maybe:
    """The parameters of templates that the file gives a vector, the members of classes that stand for one, and where
    they are known."""
    found, given, reading = dict[bytes, list[Span]](), dict[bytes, set[int]](), facts.reading
    if b"template" not in reading.words:
        return found
    for each in _MEMBER_TYPE.finditer(reading.plain):
        if (each[2] or each[3]) in VECTORS:
            found[b"::" + (each[1] or each[4])] = [Span(0, len(reading.plain))]
    ends = (reading.skip_blank(name.end) for name in reading.names(VECTORS))
    is_given = any(reading.plain.startswith((b">", b","), end) for end in ends)
    for each in _ARGUMENTS.finditer(reading.plain) if is_given else ():
        numbers = {i for i, text in enumerate(each[2].split(b",")) if text.strip() in VECTORS}
        given.setdefault(each[1], set()).update(numbers)
    for each in _TEMPLATE.finditer(reading.plain) if any(given.values()) else ():
        parameters = [_TYPE_PARAMETER.fullmatch(text) for text in each[1].split(b",")]
        for number in given.get(each[2] or each[3], ()):
            parameter = parameters[number] if number < len(parameters) else None
            if parameter is not None:
                span = Span(each.end(), reading.closers.get(each.end() - 1, each.end()))
                found.setdefault(parameter[1], []).append(span)
    return found


def _list_of(facts: Facts, name: Name, found: re.Match[bytes], maybe: _Maybe) -> _List | None:
    """The list behind a name, if that is of vectors."""
    code, opening, declarations = facts.reading.plain, found.end(), facts.reading.declarations
    is_cast = b")" in code[name.end : opening]
    if is_cast and not _BEFORE_LITERAL.search(code, max(0, name.start - 40), name.start):
        return None
    if name.text == b"return":
        types = returned_type(facts.reading, name.start) or ()
        return next((_List(type, opening) for type in types if type in VECTORS), None)
    around = facts.reading.neighbours(name)
    if not is_cast and _is_part(around, declarations.at(name) is not None):
        return _of_target(facts, name, found, maybe)
    at = _body_behind(facts.reading, opening)
    known = declarations.at(name) or declarations.of(name.text, name.start if at is None else at)
    if known is not None:
        is_declared = known.place == name.start or at is not None
        depth = known.depth if is_declared else known.depth - found[2].count(b"[")
        is_pointer = known.stars > 0 if is_declared else depth > 0
        is_value = not is_pointer and not known.is_function and depth >= 0
        return _of_type(facts.constant(known.type, name.start), opening, depth, maybe) if is_value else None
    alias = declarations.nearest(name.text, name.start)
    type = alias.aliased if alias is not None and alias.aliased else facts.constant(name.text, name.start)
    is_type = around.word_before not in _CLASS_KEYS and around.sign_before not in (b".", b">", b":")
    return _of_type(type, opening, 0, maybe) if is_type else None


def _is_part(around: Neighbours, is_declared: bool) -> bool:
    """Whether a name is that of a member of another object than `this`, or has a star before it."""
    start, joint = around.token_before(around.before)
    if joint == b"*":
        return not is_declared
    is_member = around.preceded_by(b"->") or around.sign_before == b"."
    return is_member and around.token_before(start - int(joint == b">"))[1] != b"this"


def _of_target(facts: Facts, name: Name, found: re.Match[bytes], maybe: _Maybe) -> _List | None:
    """`p->v = {…}`, `s[i].v[1] = {…}`, `*p = {…}`"""
    around = facts.reading.neighbours(name)
    start = object_start(facts.reading, around, name.start)
    if start is None or b"=" not in facts.reading.plain[found.end(2) : found.end()]:
        return None
    while around.code.endswith(b"*", around.low, before := around.rskip_blank(start)):
        start = before - 1
    typed = expression_types(facts).of(start, found.end(2))
    return _of_type(typed.type, found.end(), 0, maybe) if typed is not None and not typed.stars else None


def _of_type(type: bytes, opening: int, dimensions: int, maybe: _Maybe) -> _List | None:
    if type in VECTORS:
        return _List(type, opening, dimensions)
    _scope, colons, name = type.rpartition(b"::")
    is_maybe = any(span.start <= opening < span.end for span in maybe.get(colons + name, ()))
    return _List(type, opening, dimensions, is_certain=False) if is_maybe else None


def _body_behind(reading: Reading, opening: int) -> int | None:
    """Where the body of a constructor begins, one of whose members has its list at a place: `A() : v{x} {}`."""
    closing = reading.closers.get(opening, opening)
    while following := _NEXT_INITIALIZED.match(reading.plain, closing + 1):
        closing = reading.closers.get(following.end(), following.end())
    body = reading.skip_blank(closing + 1)
    return body + 1 if reading.plain[body : body + 1] == b"{" else None


def _converted(facts: Facts, each: _List) -> Iterator[Edit | Finding]:
    values, width = _values(facts, each.opening), VECTORS.get(each.type, 2)
    if each.dimensions:
        yield from _of_elements(facts, each, values)
    elif 0 < len(values) < width and not any(_is_no_value(facts, value) for value in values):
        kind = sort(facts, values[0]) if len(values) == 1 else Sort.SCALAR
        if kind is Sort.SCALAR and each.is_certain:
            end = values[-1].end
            yield Edit(end, end, b", 0" * (width - len(values)), to_text(each.type), "dialect")
        elif kind is not Sort.VECTOR and not _is_of_type(facts, values[0], each.type):
            yield _reported(facts, values[0])


def _is_of_type(facts: Facts, value: Span, type: bytes) -> bool:
    typed = expression_types(facts).of(*value)
    return typed is not None and typed.type == type


def _of_elements(facts: Facts, each: _List, values: list[Span]) -> Iterator[Edit | Finding]:
    """The lists of elements; `v[4] = {0}` becomes `{}`, which is all zeros in both."""
    code = facts.reading.code
    if len(values) == 1 and _ZEROS.fullmatch(code, *values[0]):
        yield Edit(*values[0], b"", to_text(each.type), "dialect", (code[slice(*values[0])],))
    for value in values:
        if code[value.start] == _BRACE:
            yield from _converted(facts, each._replace(opening=value.start, dimensions=each.dimensions - 1))


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
