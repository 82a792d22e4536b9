"""Constants of PTX and what expressions of them are worth: integers of 64 bits, signed unless one is unsigned."""

from __future__ import annotations

from hipify_py.reading.numbers import ARITHMETIC, DIVISIONS, TRUTHS
from hipify_py.records import dataclass

_SIGN = 1 << 63
_ALL = (1 << 64) - 1


@dataclass(frozen=True)
class Number:
    """An immediate: its value, or the bits of a float that is written as bits (`width` of them)."""

    text: str
    value: int | float
    width: int = 0
    is_unsigned: bool = False


def calculated(sign: str, left: Number, right: Number) -> Number:
    """What an operator makes of two constants. Raises ValueError for what is no number."""
    is_unsigned = left.is_unsigned or right.is_unsigned
    first, second = _integer(left), _integer(right)
    if sign in ("<<", ">>"):
        if not 0 <= second < 64:
            raise ValueError(f"a constant is shifted by {second}")
        shifted = first << second if sign == "<<" else _held(first, left.is_unsigned) >> second
        return _number(shifted, left.is_unsigned)
    first, second = _held(first, is_unsigned), _held(second, is_unsigned)
    if sign in TRUTHS:
        return _number(int(TRUTHS[sign](first, second)), False)
    if sign in ARITHMETIC:
        return _number(ARITHMETIC[sign](first, second), is_unsigned)
    if not second:
        raise ValueError("a constant is divided by 0")
    return _number(DIVISIONS[sign[:1]](first, second), is_unsigned)  # `%%` is how a template writes `%`


def negated(sign: str, number: Number) -> Number:
    """`-`, `~` or `!` of a constant."""
    if sign == "-" and isinstance(number.value, float):
        return Number(f"-{number.text}", -number.value)
    value = _integer(number)
    if sign == "!":
        return _number(int(not value), False)
    found = _number(-value if sign == "-" else ~value, number.is_unsigned)
    is_plain = sign == "-" and value <= _SIGN and not number.is_unsigned
    return Number(f"-{number.text}", -value) if is_plain else found


def cast(number: Number, *, is_unsigned: bool) -> Number:
    """`(.u64) 5`, `(.s64) 5`."""
    return _number(_integer(number), is_unsigned)


def _integer(number: Number) -> int:
    if isinstance(number.value, float) or number.width:
        raise ValueError(f"{number.text} is calculated with, and is no integer")
    return number.value


def _held(value: int, is_unsigned: bool) -> int:
    """The value that 64 bits hold."""
    value &= _ALL
    return value - 2 * _SIGN if value >= _SIGN and not is_unsigned else value


def _number(value: int, is_unsigned: bool) -> Number:
    held = _held(value, is_unsigned)
    return Number(str(held), held, is_unsigned=is_unsigned)
