"""Immediates of PTX as literals of C++."""

from __future__ import annotations

from hipify_py.helpers import NAMESPACE
from hipify_py.subjects.ptx.grammar import NotUnderstood, Number
from hipify_py.subjects.ptx.types import Held

_SUFFIXES = {8: "u", 16: "u", 32: "u", 64: "ull"}


def literal(number: Number, kind: Held) -> str:
    """The number as C++ writes it for a type: its bits are the same, whatever the sign was."""
    if kind.is_float:
        return _float_literal(number, kind)
    if isinstance(number.value, float):
        raise NotUnderstood(f"{number.text} is not an integer")
    value = number.value & (1 << kind.width) - 1
    highest = 1 << (kind.width - 1)
    if kind.is_signed and value != highest:
        return str(value - 2 * highest if value > highest else value) + ("ll" if kind.width == 64 else "")
    is_bits = number.text[:2].lower() == "0x" or number.value < 0
    unsigned = f"{value:#x}" if is_bits else str(value)
    unsigned += _SUFFIXES[kind.width]
    return f"{kind.name}({unsigned})" if kind.is_signed else unsigned


def _float_literal(number: Number, kind: Held) -> str:
    if number.width not in (0, kind.width):
        raise NotUnderstood(f"{number.text} has another size")
    if number.width:
        return f"{NAMESPACE}bits<{kind.name}>(uint{kind.width}_t({number.value:#x}{_SUFFIXES[kind.width]}))"
    value = repr(float(number.value))
    return f"float({value})" if kind.width == 32 else value
