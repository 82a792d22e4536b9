"""Calls of math functions that CUDA overloads for `float`, and HIP has for `double` only."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hipify_py.file.device_calls import device_calls
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.reading.tokens import Name

WORDS = frozenset(
    b"rsqrt exp10 rcbrt sinpi cospi j0 j1 jn y0 y1 yn cyl_bessel_i0 cyl_bessel_i1 erfinv erfcinv normcdfinv normcdf "
    b"erfcx".split()
)
_COUNTS = dict.fromkeys(WORDS, 1) | dict.fromkeys((b"jn", b"yn"), 2)
_OTHERS = frozenset(b"double half __half nv_half __half2 __nv_bfloat16".split())


class Kind(Enum):
    FLOAT = "certainly float"
    MAYBE_FLOAT = "float in some builds or templates, or nobody knows"
    OTHER = "no float"


def float_calls(facts: Facts) -> Iterator[tuple[Name, Kind]]:
    """What is called, and with what."""
    if WORDS.isdisjoint(facts.reading.words):
        return
    types = expression_types(facts)
    for name, arguments in device_calls(facts, _COUNTS):
        typed = types.of(*arguments[-1])
        if typed is None:
            yield name, Kind.MAYBE_FLOAT
        elif typed.type == b"float" and not typed.stars:
            yield name, Kind.FLOAT
        else:
            yield name, Kind.OTHER if typed.type in _OTHERS or typed.is_number else Kind.MAYBE_FLOAT
