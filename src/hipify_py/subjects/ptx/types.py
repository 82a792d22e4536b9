"""The types of PTX, and which of C++ holds the same bits."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hipify_py.patterns import pattern


class CppType(NamedTuple):
    """How C++ holds a type: its name, its width in bits, and whether its bits are a float of C++."""

    name: str
    width: int
    is_float: bool = False

    @property
    def is_signed(self) -> bool:
        return self.name.startswith("int")


def integer(width: int, *, is_signed: bool = False) -> CppType:
    return CppType(f"{'' if is_signed else 'u'}int{width}_t", width)


PREDICATE = CppType("bool", 1)
U32, S32, S64 = integer(32), integer(32, is_signed=True), integer(64, is_signed=True)
ADDRESS = integer(64)
FLOAT, DOUBLE = CppType("float", 32, True), CppType("double", 64, True)
UNTYPED = CppType("", 0)  # of a constant, which fits any integer
_NARROW_FLOATS = {"f16": 16, "bf16": 16, "tf32": 32, "f16x2": 32, "bf16x2": 32, "f32x2": 64}
_PACKED = pattern(r"(?:e4m3|e5m2|ue8m0|e2m3|e3m2)x2")
_INTEGER = pattern(r"([busf])(8|16|32|64)(x2|x4)?")


@cache
def cpp_type(ptx: str) -> CppType | None:
    """What holds a type of PTX; None for what is no type."""
    if ptx == "pred":
        return PREDICATE
    if ptx in _NARROW_FLOATS:
        return integer(_NARROW_FLOATS[ptx])
    if _PACKED.fullmatch(ptx):
        return integer(16)
    if ptx == "e2m1x2":
        return integer(8)
    match = _INTEGER.fullmatch(ptx)
    if match is None:
        return None
    letter, width, lanes = match[1], int(match[2]), match[3]
    if lanes:
        return integer(width * int(lanes[1:]))
    if letter == "f":
        return {32: FLOAT, 64: DOUBLE}.get(width)
    return integer(width, is_signed=letter == "s")
