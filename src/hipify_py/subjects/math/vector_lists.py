"""`float4 v = {1, 2}`: the vector types of HIP are classes, which take one value for all components, or all of them.

CUDA's are plain structs, in which what a list does not name is zero. `float4 v{1}` compiles for AMD and would be four
ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import Own, declared
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.tables.model import VECTOR_ELEMENTS

ANCHORS = Anchors(
    frozenset(f"{element}{width}".encode() for element in VECTOR_ELEMENTS for width in "234"), tells=False
)

_DECLARATOR = pattern(rb"\s*(?:const\s+)?[A-Za-z_]\w*\s*((?:\[[^\[\];{}=]{0,99}\]\s*){0,3})(?:=\s*)?(?=\{)")
_NEXT = pattern(rb"\s*,")
_ASSIGNED = pattern(rb"(?<=[;{})])\s*([A-Za-z_]\w*)\s*(?:\[[^\[\];{}=]{0,99}\]\s*)?=\s*(?=\{)")
_ZEROS = pattern(rb"\s*0(?:\.0*)?[fFuUlL]{0,3}\s*")
_NUMBER = pattern(rb"[-+]?\.?\d(?:[eE][+-]|[\w.])*")
_VARIABLE = pattern(rb"[-+]?\s*([A-Za-z_]\w*)")
# What is no component, or more than one: designators, lists, packs, and bodies of classes and functions.
_NO_VALUE = pattern(rb"^\s*(?:[{\[]|\.\s*[A-Za-z_])|\.\.\.|;|^\s*$")
_SCALARS = frozenset(
    b"bool char short int long float double size_t unsigned int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t "
    b"uint64_t".split()
)


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not (facts.reading.is_cuda or facts.needs_runtime):
        return
    own = Own(facts)
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        if usage(around, is_scope=True) in (Usage.PLAIN, Usage.GLOBAL) and name.text not in own:
            yield from _of_type(facts, name)
    yield from _assigned(facts, own)


def _of_type(facts: Facts, name: Name) -> Iterator[Edit]:
    """`float4{x}`, or declarators with braces behind the type."""
    code = facts.reading.code
    opening = facts.reading.skip_blank(name.end)
    if code[opening : opening + 1] == b"{":
        yield from _completed(facts, name.text, opening)
        return
    position = name.end
    while found := _DECLARATOR.match(code, position):
        yield from _emptied(facts, name.text, found.end()) if found[1] else _completed(facts, name.text, found.end())
        following = _NEXT.match(code, facts.reading.closers.get(found.end(), len(code)) + 1)
        if following is None:
            return
        position = following.end()


def _assigned(facts: Facts, own: Own) -> Iterator[Edit]:
    """`v = {0};`, where the file says what `v` is."""
    plain = facts.reading.plain
    for found in _ASSIGNED.finditer(plain) if b"= {" in plain or b"={" in plain else ():
        known = declared(plain, found[1], found.start(1))
        if known is None or known.type not in ANCHORS.words or known.type in own:
            continue
        is_element = b"[" in plain[found.end(1) : found.end()]
        if is_element == (known.is_array or known.stars == 1) and not facts.is_left_alone(found.start(1)):
            yield from _completed(facts, known.type, found.end())


def _completed(facts: Facts, vector: bytes, opening: int) -> Iterator[Edit]:
    """A list that names too few components gets zeros for the others."""
    values, width = _values(facts, opening), int(vector[-1:])
    if 0 < len(values) < width and (len(values) > 1 or _is_scalar(facts, values[0])):
        end = values[-1].end
        yield Edit(end, end, b", 0" * (width - len(values)), vector.decode(), "dialect")


def _emptied(facts: Facts, vector: bytes, opening: int) -> Iterator[Edit]:
    """`v[4] = {0}` becomes `{}`, which is all zeros in both."""
    closing = facts.reading.closers.get(opening)
    if closing is not None and _ZEROS.fullmatch(facts.reading.code, opening + 1, closing):
        start, end = facts.reading.stripped(opening + 1, closing)
        yield Edit(start, end, b"", vector.decode(), "dialect", (facts.reading.code[start:end],))


def _values(facts: Facts, opening: int) -> list[Span]:
    """The components that a list names; none where that cannot be told."""
    closing, code = facts.reading.closers.get(opening), facts.reading.code
    if closing is None or facts.reading.is_interrupted(opening, closing):
        return []
    values = [Span(*facts.reading.stripped(*part)) for part in facts.reading.split(opening + 1, closing)]
    if len(values) > 1 and values[-1].start == values[-1].end:
        values.pop()  # a comma behind the last one
    return [] if any(_NO_VALUE.search(code[value.start : value.end]) for value in values) else values


def _is_scalar(facts: Facts, value: Span) -> bool:
    """Whether the one thing in a list is a component, and not a vector to copy."""
    text = facts.reading.code[value.start : value.end]
    if _NUMBER.fullmatch(text):
        return True
    found = _VARIABLE.fullmatch(text)
    known = declared(facts.reading.plain, found[1], value.start) if found else None
    return known is not None and not known.stars and not known.is_array and known.type.split()[-1] in _SCALARS
