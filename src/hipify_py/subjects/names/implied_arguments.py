"""Arguments that HIP has a default for in C++: `cudaMallocHost(&p, n)` is `hipHostMalloc(&p, n)`, by a template for
pointers to pointers. C has no defaults, and what merely converts to `void**` finds no template."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Call
from hipify_py.patterns import pattern
from hipify_py.reading.file_names import SUFFIXES, suffix_of_source

# A cast to a pointer to a pointer, or an address: of a pointer, as CUDA takes no other.
_TO_POINTER = pattern(
    rb"&(?!&)|\(\s*[A-Za-z_][\w:\s]*\*\s*\*\s*\)|(?:reinterpret_cast|static_cast)\s*<\s*[A-Za-z_][\w:\s]*\*\s*\*\s*>"
)
_CPP_SUFFIXES = SUFFIXES - {".c", ".h", ".icc", ".impl", ".inc", ".inl", ".m", ".mm"}
_OF_CPP = frozenset(
    b"template typename class namespace constexpr nullptr static_cast reinterpret_cast __global__ __device__".split()
)


def is_implied(facts: Facts, call: Call, change: Mapping[str, Any]) -> bool:
    """Whether the target does without an argument that a change would add."""
    if "implied" not in change or facts.style.for_shim or not _is_cpp(facts):
        return False
    place = int(change["implied"])
    if not place < len(call.arguments):
        return False
    start, end = call.arguments[place]
    if _TO_POINTER.match(facts.reading.code, start, end):
        return True
    value = expression_types(facts).of(start, end)
    return value is not None and value.stars == 2


def _is_cpp(facts: Facts) -> bool:
    """Whether a file is C++; a header that is also for C asks."""
    if suffix_of_source(facts.reading.source.path) in _CPP_SUFFIXES:
        return True
    known = facts.reading.words
    return not facts.is_c and b"__cplusplus" not in known and not _OF_CPP.isdisjoint(known)
