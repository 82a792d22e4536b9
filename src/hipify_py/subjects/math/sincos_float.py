"""MTH022: `sincos` with pointers to `float`, which only CUDA overloads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.declarations import Own, declared
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_POINTER = pattern(rb"\s*(?:&\s*)?(?:\(\s*)?([A-Za-z_]\w*)")
_CAST = pattern(rb"\s*(?:\(\s*float\s*\*\s*\)|reinterpret_cast\s*<\s*float\s*\*\s*>)")
_NAMES_OF_FLOAT = pattern(rb"\btypedef\s+float\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*float\s*;")
_FLOAT = pattern(rb"float[1234]?")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    own = Own(facts)
    floats = frozenset(found[1] or found[2] for found in _NAMES_OF_FLOAT.finditer(facts.reading.plain))
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after) or []
        if len(arguments) != 3 or name.text in own or facts.functions.side_at(name.start) not in ON_DEVICE:
            continue
        if any(_is_float(facts, floats, *span) for span in arguments[1:]):
            yield Hit(name.start, name.end)


def _is_float(facts: Facts, floats: frozenset[bytes], start: int, end: int) -> bool:
    code = facts.reading.code
    if _CAST.match(code, start, end):
        return True
    word = _POINTER.match(code, start, end)
    known = declared(facts.reading.plain, word[1], start) if word else None
    if known is None:
        return False
    return (
        _FLOAT.fullmatch(known.type) is not None or known.type in floats or _stands_for_float(facts, known.type, start)
    )


def _stands_for_float(facts: Facts, kind: bytes, offset: int) -> bool:
    """Whether a type is another name of `float`, or the parameter of the template around."""
    plain = facts.reading.plain
    name = re.escape(kind)
    if facts.constant(kind) == b"float":
        return True
    function = facts.functions.around(offset)
    head = plain[function.start : function.start + 400].partition(b"{")[0] if function else b""
    return re.search(rb"\b(?:typename|class)\s+" + name + rb"\b", head) is not None
