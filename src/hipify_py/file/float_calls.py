"""Calls of math functions that CUDA overloads for `float`, and HIP has for `double` only."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.usage import Usage, usage
from hipify_py.reading.tokens import Name

WORDS = frozenset(
    b"rsqrt exp10 rcbrt sinpi cospi j0 j1 jn y0 y1 yn cyl_bessel_i0 cyl_bessel_i1 erfinv erfcinv normcdfinv normcdf "
    b"erfcx".split()
)
_OF_TWO = (b"jn", b"yn")
_OTHERS = frozenset(b"double half __half nv_half __half2 __nv_bfloat16".split())


class Kind(Enum):
    FLOAT = "certainly float"
    MAYBE_FLOAT = "float in some builds or templates, or nobody knows"
    OTHER = "no float"


def float_calls(facts: Facts) -> Iterator[tuple[Name, Kind]]:
    """What is called, and with what."""
    if WORDS.isdisjoint(facts.reading.words):
        return
    types = ExpressionTypes(facts)
    for name, argument in _calls(facts):
        typed = types.of(*argument)
        if typed is None:
            yield name, Kind.MAYBE_FLOAT
        elif typed.type == b"float" and not typed.stars:
            yield name, Kind.FLOAT
        else:
            yield name, Kind.OTHER if typed.type in _OTHERS or typed.is_number else Kind.MAYBE_FLOAT


def _calls(facts: Facts) -> Iterator[tuple[Name, tuple[int, int]]]:
    """The calls in device code that are CUDA's, with their last arguments."""
    for name in facts.reading.names(WORDS):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        arguments = facts.reading.arguments(around.after) or []
        is_call = len(arguments) == 1 + (name.text in _OF_TWO) and not facts.is_own(name, around)
        if is_call and facts.functions.side_at(name.start) in ON_DEVICE:
            yield name, arguments[-1]
