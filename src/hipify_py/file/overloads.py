"""Overloads of CUDA's atomics for types for which HIP has none, which code bases define themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.texts import to_text

TYPES = rb"(?:__)?(?:nv_)?half2?|(?:__)?nv_bfloat162?|float[24]|double2|(?:at|c10)::(?:Half|BFloat16)"
_DEFINITION = pattern(rb"\b(atomic(?:Add|Max|Min)\w*)\s*\(\s*(?:volatile\s+)?(" + TYPES + rb")\s*\*")
# What the names of the types have in common.
_OF_TYPES = (b"half", b"Half", b"float16", b"Float16", b"float2", b"float4", b"double2")
_ATOMICS = (b"atomicAdd", b"atomicMax", b"atomicMin")


class Overload(NamedTuple):
    """`place` is where its name stands."""

    place: int
    function: bytes
    type: bytes

    @property
    def key(self) -> str:
        return key(self.function, self.type)


def key(function: bytes, type: bytes) -> str:
    """An overload by what it is of, however its type is spelled."""
    plain = type.removeprefix(b"__").removeprefix(b"nv_").removeprefix(b"at::").removeprefix(b"c10::")
    return f"{to_text(function)}({to_text(plain)}*)"


def may_use_any(data: bytes) -> bool:
    return any(name in data for name in _ATOMICS) and any(name in data for name in _OF_TYPES)


def overloads(reading: Reading) -> Iterator[Overload]:
    """The overloads that a file defines."""
    plain = reading.plain
    for found in _DEFINITION.finditer(plain):
        before = plain[max(0, found.start() - 120) : found.start()]
        if reading.scopes.at(found.start()) is None or b"__device__" in before:
            yield Overload(found.start(1), found[1], found[2])
