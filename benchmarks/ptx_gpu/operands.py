"""Operands as the two kernels of a case have them: registers of an `asm`, arguments in C++, lanes of data.

A lane is what a thread reads or writes at one place; a vector has several. It says how its values are drawn:
`i32`, `f32`, `f16x2` (two of 16 bits in one register), `m32` (a mask of lanes), `i32<17` (no more than 16).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hipify_py.subjects.ptx.forms import FormOperand
from hipify_py.subjects.ptx.types import CppType, cpp_type

_LANES = re.compile(r"([a-z]+\d+(?:m\d)?)x(\d)")
_ELEMENT = re.compile(r"(?:bf|tf|ue|[usbfe])(\d+)(?:m\d)?")


class UntestableError(Exception):
    """This form is none that the generator can run."""


@dataclass(frozen=True)
class Register:
    """A register of an inline `asm`: its constraint, the C++ type of what is bound to it."""

    constraint: str
    type: str


def type_of(ptx: str) -> CppType:
    kind = cpp_type(ptx)
    if kind is None:
        raise UntestableError(f"no type of C++ holds {ptx}")
    return kind


def register(ptx: str) -> Register:
    """The narrowest register of an `asm` that a value fits in; predicates and bytes have none of their own."""
    kind = type_of(ptx)
    if kind.is_float:
        return Register("f" if kind.width == 32 else "d", kind.name)
    if kind.width < 16:
        return Register("r", "int32_t" if kind.is_signed else "uint32_t")
    return Register({16: "h", 32: "r", 64: "l"}[kind.width], kind.name)


def lane(ptx: str) -> str:
    """How values of a type are drawn and compared."""
    width = type_of(ptx).width
    parts = _LANES.fullmatch(ptx)
    element, count = (parts[1], int(parts[2])) if parts else (ptx, 1)
    letter = {"f16": "f", "f32": "f", "f64": "f", "bf16": "b", "tf32": "f"}.get(element, "i")
    if letter == "i" and not re.fullmatch(r"[usb]\d+|pred", element):
        return f"i{width}"  # floats of 8 bits and less: whatever bits there are is a value
    return f"{letter}{width // count}" + (f"x{count}" if count > 1 else "")


def count_of(operand: FormOperand) -> int:
    """How many registers an operand is."""
    return operand.count or 1
