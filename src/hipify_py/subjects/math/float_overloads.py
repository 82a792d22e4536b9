"""Math functions that CUDA overloads for `float` and HIP has for `double`, called with `float`: `rsqrt(f)` becomes
`rsqrtf(f)`, which CUDA's overload is. MTH024 in HIP code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file import float_calls
from hipify_py.file.facts import Facts
from hipify_py.file.float_calls import Kind
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

WORDS = float_calls.WORDS
ANCHORS = Anchors(WORDS, tells=False)

_CAST = pattern(rb"\s*(?:\(\s*float\s*\)\s*[\w.]+|float\s*\([^()]*\))\s*")
# What stands in a simple expression: numbers, members, names (with the bracket of a call behind).
_PART = pattern(rb"\.?\d(?:[eE][+-]|[\w.])*|(?:\.|->)\s*[A-Za-z_]\w*|[A-Za-z_]\w*\s*\(?")
_FLOAT_NUMBER = pattern(rb"[\d.]+(?:[eE][+-]?\d+)?[fF]|\d+[uU]?")
_FLOATS = frozenset(b"float float1 float2 float3 float4".split())
_INTEGERS = frozenset(b"int unsigned size_t uint32_t int32_t uint16_t short char bool".split()) | {b"unsigned int"}
_MOST_TEXT = 200


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    for name, kind in float_calls.float_calls(facts):
        if kind is Kind.FLOAT and not facts.is_left_alone(name.start):
            yield Edit(name.start, name.end, name.text + b"f", to_text(name.text), "dialect")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, argument in float_calls.calls(facts, words):
        if _is_float(facts, *argument):
            yield Hit(name.start, name.end, help=f"call '{to_text(name.text)}f'")


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
            found = facts.reading.declarations.of(text.strip(), start + part.start())
            kind = found.type if found else b""
            is_float = is_float or kind in _FLOATS
            known.add(kind in _FLOATS or kind in _INTEGERS)
    return is_float and known == {True} and end - start <= _MOST_TEXT
