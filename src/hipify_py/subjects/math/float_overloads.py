"""MTH024: math functions that CUDA overloads for `float` and HIP has for `double`, called with `float`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import Own, declared
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_CAST = pattern(rb"\s*(?:\(\s*float\s*\)\s*[\w.]+|float\s*\([^()]*\))\s*")
# What stands in a simple expression: numbers, members, names (with the bracket of a call behind).
_PART = pattern(rb"\.?\d(?:[eE][+-]|[\w.])*|(?:\.|->)\s*[A-Za-z_]\w*|[A-Za-z_]\w*\s*\(?")
_FLOAT_NUMBER = pattern(rb"[\d.]+(?:[eE][+-]?\d+)?[fF]|\d+[uU]?")
_FLOATS = frozenset(b"float float1 float2 float3 float4".split())
_INTEGERS = frozenset(b"int unsigned size_t uint32_t int32_t uint16_t short char bool".split()) | {b"unsigned int"}
_MOST_TEXT = 200


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    own = Own(facts)
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after)
        if not arguments or name.text in own or facts.functions.side_at(name.start) not in ON_DEVICE:
            continue
        if _is_float(facts, *arguments[-1]):
            yield Hit(name.start, name.end, help=f"call '{name.text.decode()}f'")


def _is_float(facts: Facts, start: int, end: int) -> bool:
    """Whether all variables of an expression without calls are seen to be `float`, or integers beside one that is."""
    code = facts.reading.code[start : min(end, start + _MOST_TEXT)]
    if _CAST.fullmatch(code):
        return True
    known = set()
    is_float = False
    for part in _PART.finditer(code):
        text = part[0]
        if text[:1].isdigit() or (text.startswith(b".") and text[1:2].isdigit()):
            known.add(_FLOAT_NUMBER.fullmatch(text) is not None)
        elif text.endswith(b"("):
            return False
        elif not text.startswith((b".", b"->")):
            found = declared(facts.reading.plain, text.strip(), start)
            kind = found.type if found else b""
            is_float = is_float or kind in _FLOATS
            known.add(kind in _FLOATS or kind in _INTEGERS)
    return is_float and known == {True} and end - start <= _MOST_TEXT
