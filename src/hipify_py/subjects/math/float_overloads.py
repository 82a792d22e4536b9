"""Math functions that CUDA overloads for `float` and HIP has for `double`, called with `float`: `rsqrt(f)` becomes
`rsqrtf(f)`, which CUDA's overload is. MTH024 where the type is less certain, and in HIP code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hipify_py.edits import Edit
from hipify_py.file.declarations import Own, declared
from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

WORDS = frozenset(
    b"rsqrt exp10 rcbrt sinpi cospi j0 j1 jn y0 y1 yn cyl_bessel_i0 cyl_bessel_i1 erfinv erfcinv normcdfinv normcdf "
    b"erfcx".split()
)
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
    types = ExpressionTypes(facts)
    for name, argument in _calls(facts, WORDS):
        typed = types.of(*argument)
        if typed is not None and typed.type == b"float" and not typed.stars and not facts.is_left_alone(name.start):
            yield Edit(name.start, name.end, name.text + b"f", name.text.decode(), "dialect")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, argument in _calls(facts, words):
        if _is_float(facts, *argument):
            yield Hit(name.start, name.end, help=f"call '{name.text.decode()}f'")


def _calls(facts: Facts, words: Iterable[bytes]) -> Iterator[tuple[Name, tuple[int, int]]]:
    """The calls in device code that are CUDA's, with their last arguments."""
    own = Own(facts)
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after)
        if arguments and name.text not in own and facts.functions.side_at(name.start) in ON_DEVICE:
            yield name, arguments[-1]


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
