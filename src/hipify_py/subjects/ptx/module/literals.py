"""Reads numbers as compilers print them, without looking at their signs one by one, and writes floats as people do."""

from __future__ import annotations

import math
import struct
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number, negated
from hipify_py.subjects.ptx.tokens import literal

_PRINTED = pattern(r"(-?)(0|[1-9][0-9]{0,18}|0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]{1,16})")
_SURELY_SIGNED = 18
_LEAST_FLOAT, _LEAST_DOUBLE = 2.0**-126, 2.0**-1022
# A float is told from its neighbours by no more.
_DIGITS = 9
# Of the step to the next one; below a power of two, half of the way is a quarter of it.
_NEAR = 0.24
_MOST_KEPT = 1 << 12


def quick_number(text: str) -> Number | None:
    """The same that the parser makes of the text, or None where it has to be asked."""
    if text.isdecimal() and len(text) <= _SURELY_SIGNED and text.isascii() and (text[0] != "0" or text == "0"):
        return Number(text, int(text))
    found = _PRINTED.fullmatch(text)
    if found is None:
        return None
    number = literal(found[2])
    if not found[1]:
        return number
    if number.width or number.is_unsigned:
        return None
    return Number(text, negated("-", number).value)


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
