"""Calls of `sincos` with pointers to `float`, which only CUDA overloads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.device_calls import device_calls
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name

WORDS = frozenset((b"sincos", b"sincospi"))
_POINTER = pattern(rb"\s*(?:&\s*)?(?:\(\s*)?([A-Za-z_]\w*)")
_CAST = pattern(rb"\s*(?:\(\s*float\s*\*\s*\)|reinterpret_cast\s*<\s*float\s*\*\s*>)")
_NAMES_OF_FLOAT = pattern(rb"\btypedef\s+float\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*float\s*;")
# `XFLOAT` of a header is `float` in some builds; `Float64` is not.
_NAMED_FLOAT = pattern(rb"float(?!64)", re.IGNORECASE)


def sincos_calls(facts: Facts) -> Iterator[Name]:
    """The calls whose results may be `float`, in some builds or templates at least."""
    if WORDS.isdisjoint(facts.reading.words):
        return
    floats = frozenset(found[1] or found[2] for found in _NAMES_OF_FLOAT.finditer(facts.reading.plain))
    for name, (_angle, *results) in device_calls(facts, dict.fromkeys(WORDS, 3)):
        if any(_may_be_float(facts, floats, *span) for span in results):
            yield name


def _may_be_float(facts: Facts, floats: frozenset[bytes], start: int, end: int) -> bool:
    if _CAST.match(facts.reading.code, start, end):
        return True
    kind = _type(facts, start, end)
    return kind is not None and (kind in floats or _stands_for_float(facts, kind, start))


def _type(facts: Facts, start: int, end: int) -> bytes | None:
    """What the variable of a result was declared with."""
    word = _POINTER.match(facts.reading.code, start, end)
    known = facts.reading.declarations.of(word[1], word.start(1)) if word else None
    return known.type if known is not None else None


def _stands_for_float(facts: Facts, kind: bytes, offset: int) -> bool:
    """Whether a type is another name of `float`, sounds like one, or is the parameter of the template around."""
    if facts.constant(kind, offset) == b"float":
        return True
    if _NAMED_FLOAT.search(kind) and facts.constant(kind, offset) == kind:
        return True
    return facts.reading.declarations.is_type_parameter(kind, offset)
