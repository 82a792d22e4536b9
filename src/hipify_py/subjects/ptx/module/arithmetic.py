"""The arithmetic of PTX in C++: the text of the tables with operands in it. Integers wrap, so they are calculated
without signs; numbers are written as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.module.values import (
    ATOM,
    CHOICE,
    EITHER,
    LEVELS,
    UNARY,
    Value,
    as_signed,
    binary,
    comparison,
    converted,
    logical,
    negation,
)
from hipify_py.subjects.ptx.types import PREDICATE, CppType, integer

_BINARY = pattern(r"\{(\w+)\} (\S+) \{(\w+)\}")
_CAST = pattern(r"static_cast<(\w+)>\(\{(\w+)\}\)")
_CHOSEN = "{c} ? {a} : {b}"
_PLACE = pattern(r"\{(\w+)\}")
_CALLED = pattern(r"[\w:<>, ]+\([^()]*\)")


def in_code(code: str, arguments: Mapping[str, Value], kind: CppType) -> Value:
    """The text of the tables with operands in it."""
    if binary := _BINARY.fullmatch(code):
        left, sign, right = arguments[binary[1]], binary[2], arguments[binary[3]]
        if kind == PREDICATE and sign in ("&&", "||"):
            return logical(left, right, sign)
        if kind == PREDICATE and sign in ("==", "!="):
            return comparison(
                sign,
                left._replace(text=left.within(UNARY), level=ATOM),
                right._replace(text=right.within(UNARY), level=ATOM),
            )
        if sign in LEVELS:
            return _summed(sign, left, right, kind)
    if cast := _CAST.fullmatch(code):
        return converted(arguments[cast[2]], kind)._replace(number=None)
    if code == "-{a}":
        return Value(f"-{arguments['a'].within(UNARY)}", kind, UNARY).made_of(arguments["a"])
    if code == "{a} * {b} + {c}":
        return _summed("+", _summed("*", arguments["a"], arguments["b"], kind), arguments["c"], kind)
    if code == "!{a}":
        return negation(arguments["a"])
    if code == "~{a}":
        return Value(f"~{arguments['a'].within(UNARY)}", kind, UNARY).made_of(arguments["a"])
    if code == _CHOSEN:
        parts = [arguments[name].within(EITHER) for name in "cab"]
        return Value(f"{parts[0]} ? {parts[1]} : {parts[2]}", kind, CHOICE).made_of(*arguments.values())
    level = ATOM if _CALLED.fullmatch(code) else CHOICE
    text = _PLACE.sub(lambda place: _spelled_at(place, arguments[place[1]]), code)
    return Value(text, kind, level).made_of(*arguments.values())


def _spelled_at(place: re.Match[str], operand: Value) -> str:
    """An argument of a call as it is; in parentheses what stands beside an operator."""
    code, (start, end) = place.string, place.span()
    is_argument = code[:start].endswith(("(", ", ")) and code[end : end + 1] in (",", ")")
    return operand.text if is_argument else operand.within(UNARY)


@cache
def wraps(code: str) -> bool:
    """Whether an expression of integers may overflow."""
    return any(f" {sign} " in code for sign in "+-*")


def is_same_width(value: Value, kind: CppType) -> bool:
    return not value.cpp_type.is_float and value.cpp_type.width == kind.width and not value.points_to


def _summed(sign: str, left: Value, right: Value, kind: CppType) -> Value:
    """Arithmetic; that of integers with a sign is done without: one of the operands has none."""
    if kind.is_float or kind.width < 32:
        return binary(sign, left, right, kind)
    unsigned = integer(kind.width)
    if left.number is not None and right.number is None and sign in "+*&|^":
        left, right = right, left
    if left.cpp_type.is_signed and left.number is None:
        if right.cpp_type.is_signed and right.number is None:
            left = converted(left, unsigned)
        elif right.number is not None:
            right = converted(right, unsigned)
            value = as_signed(int(right.number.value), kind.width) if right.number else 0
            if sign == "+" and value < 0 and kind.width == 32:
                return binary("-", left, Value(f"{-value}u", unsigned, number=None), unsigned)
            return binary(sign, left, right, unsigned)
    return binary(sign, left, _plain_number(sign, left, right), unsigned)


def _plain_number(sign: str, left: Value, right: Value) -> Value:
    """`x + 1` needs no `1u` where x is unsigned."""
    if (
        right.number is None
        or left.number is not None
        or right.cpp_type.is_float
        or right.cpp_type.width not in (32, 64)
    ):
        return right
    value = right.number.value
    if not isinstance(value, int):
        return right
    value = as_signed(value, right.cpp_type.width)
    if sign in ("+", "-", "*") and -(1 << 31) < value < 1 << 31:
        if value < 0 and sign == "+":
            return right._replace(text=str(value), level=UNARY)
        if value < 0:
            return right
        return right._replace(text=str(value))
    if sign in "&|^" and 0 <= value < 1 << 31:
        return right._replace(text=hex(value) if value > 9 else str(value))
    return right


def without_suffix(number: Value) -> Value:
    if number.number is None:
        return number
    text = number.text.rstrip("u") if number.text[-1:] == "u" else number.text
    return number._replace(text=text) if len(text) < 10 else number


def widened(index: Value, kind: CppType) -> Value:
    text = index.text if index.text.startswith(kind.name) else f"{kind.name}({index.text})"
    return Value(text, kind).made_of(index)
