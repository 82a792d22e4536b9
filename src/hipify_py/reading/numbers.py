"""Numbers as sources write them, and what C computes with them. Python refuses to read thousands of digits, which a
hostile source may well have."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from hipify_py.patterns import pattern

_MOST_DIGITS = 40
BEYOND = 1 << 128
_LITERAL = pattern(rb"(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)[uUlLzZ]{0,3}")


def whole(digits: bytes | str) -> int:
    """The value of decimal or hexadecimal digits; with more of them than any integer has, a value above all others."""
    if len(digits) > _MOST_DIGITS:
        return BEYOND
    return int(digits, 16 if digits[:2] in (b"0x", b"0X", "0x", "0X") else 10)


def integer(literal: bytes) -> int | None:
    """The value of an integer as C++ reads it, octal ones too; None for what is none, or fits no type."""
    found = _LITERAL.fullmatch(literal)
    if found is None or len(digits := found[1]) > _MOST_DIGITS:
        return None
    return int(digits, 8 if digits[:1] == b"0" and digits.isdigit() else 0)


def _quotient(left: int, right: int) -> int:
    """Rounded towards zero, as C does."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    return left - _quotient(left, right) * right


COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
TRUTHS: Mapping[str, Callable[[int, int], bool]] = {
    **COMPARISONS,
    "&&": lambda left, right: bool(left and right),
    "||": lambda left, right: bool(left or right),
}
# Both raise ZeroDivisionError where C has no result.
DIVISIONS: Mapping[str, Callable[[int, int], int]] = {"/": _quotient, "%": _remainder}
ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
