"""Reads numbers as compilers print them, without looking at their signs one by one."""

from __future__ import annotations

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number, negated
from hipify_py.subjects.ptx.grammar import literal

_PRINTED = pattern(r"(-?)(0|[1-9][0-9]{0,18}|0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]{1,16})")
_SURELY_SIGNED = 18


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
