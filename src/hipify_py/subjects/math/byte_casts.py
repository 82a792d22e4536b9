"""Floating-point values as unsigned bytes: `(unsigned char)x`, `make_uchar4(r, g, b, a)`.

C++ says nothing of values below 0 and above 255. CUDA converts to 32 bits without a sign, which makes 0 of what is
below, and keeps the low 8. For AMD, clang converts with a sign, and packs several bytes as if none were too large: one
channel changes the next. A conversion to `unsigned` before is what CUDA does.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from hipify_py.edits import Edit
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

_VECTORS = frozenset((b"make_uchar2", b"make_uchar3", b"make_uchar4"))
_NAMES = frozenset((b"uchar", b"uint8_t"))
_BYTE = rb"unsigned\s{1,9}char|uchar|(?:std\s{0,9}::\s{0,9})?uint8_t"
ANCHORS = Anchors(_VECTORS, signs=(b"unsigned char", b"uchar)", b"uchar(", b"uint8_t"), tells=False)

_TYPE = rb"(unsigned\s{1,9}char|(?:std\s{0,9}::\s{0,9})?[A-Za-z_]\w{0,80})"
_CAST = pattern(rb"\(\s{0,9}" + _TYPE + rb"\s{0,9}\)\s{0,9}(?=[\w(])")
_NAMED_CAST = pattern(rb"\bstatic_cast\s{0,9}<\s{0,9}" + _TYPE + rb"\s{0,9}>\s{0,9}(?=\()")
_BLANKS = pattern(rb"\s+")
_ALIAS = pattern(
    rb"\btypedef\s{1,9}(?:" + _BYTE + rb")\s{1,9}(\w{1,80})\s{0,9};"
    rb"|\busing\s{1,9}(\w{1,80})\s{0,9}=\s{0,9}(?:" + _BYTE + rb")\s{0,9};"
)
_FLOATING = (b"float", b"double")
# What keeps a value within its bounds.
_CLAMPED = pattern(rb"(?i)\w{0,60}(?:min|max|clamp|clip|saturate)\w{0,60}\s{0,9}(?:<[^<>;]{0,60}>\s{0,9})?\(")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or facts.is_c:
        return
    for name in facts.names(_VECTORS):
        yield from _of_vector(facts, name)
    plain = facts.reading.plain
    names = _NAMES.union(found[1] or found[2] for found in _ALIAS.finditer(plain))
    for found in _CAST.finditer(plain):
        start = found.end()
        end = _end_of_cast(facts, found.start()) if _is_byte(facts, names, found[1], start) else None
        if end is not None and _needs_sign(facts, start, end):
            yield Edit(start, start, b"(unsigned)", "unsigned char", "dialect")
    for found in _NAMED_CAST.finditer(plain):
        if _is_byte(facts, names, found[1], found.end()):
            yield from _of_parentheses(facts, found.end())
    for name in facts.reading.names(names):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and around.word_before in (b"", b"return")
        if is_call and _is_byte(facts, names, name.text, name.start) and not facts.declares(name, around):
            yield from _of_parentheses(facts, around.after)


def _of_parentheses(facts: Facts, opening: int) -> Iterator[Edit]:
    """`static_cast<uint8_t>(x)`, `uint8_t(x)`."""
    closing = facts.reading.closers.get(opening)
    if closing is not None and _needs_sign(facts, opening + 1, closing):
        yield from _as_unsigned(opening + 1, closing, "unsigned char")


def _is_byte(facts: Facts, names: Set[bytes], type: bytes, place: int) -> bool:
    """Whether a type is that of bytes without a sign, by one of its `names`, and a place stands in device code."""
    name = _unqualified(type)
    if name != b"unsigned char" and not (name in names and _is_the_type(facts, name, place)):
        return False
    return _is_in_device_code(facts, place)


def _is_the_type(facts: Facts, name: bytes, place: int) -> bool:
    """Whether no alias of another type has the name at a place."""
    return _unqualified(facts.reading.declarations.real_type(name, place)) in (name, b"unsigned char", *_NAMES)


def _unqualified(type: bytes) -> bytes:
    return _BLANKS.sub(b" ", type).removeprefix(b"std").lstrip(b": ")


def _of_vector(facts: Facts, name: Name) -> Iterator[Edit]:
    around = facts.reading.neighbours(name)
    is_free = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL) and not facts.is_own(name, around)
    if around.sign_after != b"(" or not is_free or facts.declares(name, around):
        return
    for span in facts.reading.arguments(around.after) or ():
        start, end = facts.reading.stripped(*span)
        if _needs_sign(facts, start, end):
            yield from _as_unsigned(start, end, to_text(name.text))


def _as_unsigned(start: int, end: int, what: str) -> Iterator[Edit]:
    yield Edit(start, start, b"static_cast<unsigned>(", what, "dialect")
    yield Edit(end, end, b")", what, "dialect")


def _end_of_cast(facts: Facts, place: int) -> int | None:
    """Where the value ends that a cast is of, whose parenthesis stands at a place."""
    begin, path = facts.reading.bodies.path(place)
    # `(uchar)(x)` may be a call to the grammar.
    casts = (node for node in reversed(path) if node.type in ("cast_expression", "call_expression"))
    return next((begin + cast.end_byte for cast in casts if begin + cast.start_byte == place), None)


def _is_in_device_code(facts: Facts, place: int) -> bool:
    return not facts.is_left_alone(place) and facts.functions.side_at(place) in ON_DEVICE


def _needs_sign(facts: Facts, start: int, end: int) -> bool:
    """Whether a value is floating-point, in device code, and nothing is seen to keep it within its bounds."""
    if not _is_in_device_code(facts, start) or _CLAMPED.search(facts.reading.plain, start, end):
        return False
    typed = expression_types(facts).of(start, end)
    return typed is not None and not typed.stars and typed.type in _FLOATING
