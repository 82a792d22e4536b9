"""Numbers of PTX as literals of C++."""

from __future__ import annotations

import math
import struct
from functools import lru_cache

from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.types import CppType

_HEX = pattern(r"0[xX][0-9a-fA-F]+")
# Between those, and in such steps of 1, a number is written as one and not by its bits.
_SMALLEST, _LARGEST, _STEPS = 2**-8, 2**20, 2**8
_LEAST_FLOAT, _LEAST_DOUBLE = 2.0**-126, 2.0**-1022
# A float is told from its neighbors by no more.
_DIGITS = 9
# Of the step to the next one; below a power of two, half of the way is a quarter of it.
_NEAR = 0.24
_MOST_KEPT = 1 << 12
_SUFFIXES = {8: "u", 16: "u", 32: "u", 64: "ull"}


def literal(number: Number, kind: CppType) -> str:
    """The number as C++ writes it for a type: its bits are the same, whatever the sign was."""
    if kind.is_float:
        return _float_literal(number, kind)
    if isinstance(number.value, float):
        raise NotUnderstood(f"{number.text} is not an integer")
    value = number.value & (1 << kind.width) - 1
    highest = 1 << (kind.width - 1)
    if kind.is_signed and value != highest:
        return str(value - 2 * highest if value > highest else value) + ("ll" if kind.width == 64 else "")
    unsigned = _spelled(number, value) + _SUFFIXES[kind.width]
    return f"{kind.name}({unsigned})" if kind.is_signed else unsigned


def with_bits_as(number: Number, kind: CppType) -> Number:
    """A number whose bits stand for a value of a type: those of an integer for a float, and the other way round."""
    if kind.is_float and not number.width and isinstance(number.value, int):
        bits = number.value & (1 << kind.width) - 1
        return Number(f"{bits:#x}", bits, kind.width)
    return Number(number.text, number.value) if number.width and not kind.is_float else number


def _spelled(number: Number, value: int) -> str:
    """The digits as the source writes them, where these say the value."""
    digits = number.text.rstrip("U")
    is_hex = _HEX.fullmatch(digits) is not None
    if is_hex and digits.startswith("0x") and int(digits, 16) == value:
        return digits
    return f"{value:#x}" if is_hex or number.value < 0 else str(value)


def _float_literal(number: Number, kind: CppType) -> str:
    if number.width not in (0, kind.width):
        raise NotUnderstood(f"{number.text} has another size")
    if number.width == 32 and (written := _simple(int(number.value))):
        return written
    if number.width:
        return f"{NAMESPACE}bits<{kind.name}>(uint{kind.width}_t({number.value:#x}{_SUFFIXES[kind.width]}))"
    value = repr(float(number.value))
    if kind.width == 64:
        return value
    return _said(float(number.value)) or f"float({value})"


def _simple(bits: int) -> str:
    """A number that few digits say without rounding: `1.0f`."""
    return _said(struct.unpack("<f", bits.to_bytes(4, "little"))[0])


def _said(value: float) -> str:
    if not math.isfinite(value) or (value and not _SMALLEST <= abs(value) < _LARGEST) or value * _STEPS % 1:
        return ""
    return f"{value!r}f"


@lru_cache(_MOST_KEPT)
def decimal(bits: int, width: int) -> str:
    """The float or double of some bits as the shortest literal of C++ that is worth exactly that; nothing for those
    that are none: no numbers, infinities, and what is too small for all of its bits."""
    if width == 64:
        (value,) = struct.unpack("<d", bits.to_bytes(8, "little"))
        return repr(value) if not value or _is_normal(value, _LEAST_DOUBLE) else ""
    (value,) = struct.unpack("<f", bits.to_bytes(4, "little"))
    if value and not _is_normal(value, _LEAST_FLOAT):
        return ""
    # Nearer to it than to any other float by far, so that it does not matter by which way a compiler rounds.
    near = math.ldexp(_NEAR, math.frexp(value)[1] - 24)
    texts = (f"{value:.{digits}g}" for digits in range(1, _DIGITS + 1))
    text = next((each for each in texts if abs(float(each) - value) < near or float(each) == value), repr(value))
    return f"{text if set(text) & set('.e') else f'{text}.0'}f"


def _is_normal(value: float, least: float) -> bool:
    return least <= abs(value) < math.inf
