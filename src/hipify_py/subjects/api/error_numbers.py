"""API010: an error code compared with a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.numbers import whole
from hipify_py.rules.detect import Hit

_TYPES = frozenset((b"cudaError_t", b"cudaError", b"CUresult", b"hipError_t"))
_DECLARED = pattern(rb"\w+\s+(?:const\s+)?(\w+)\s*[=;,){]")
_CALL = pattern(rb"\b(?:cuda(?!GetError)[A-Z]\w*|cu[A-Z]\w*)\s*(\()")
_OF_CUDA = pattern(rb"\b(?:cuda|cu[A-Z])\w|(?i:err)")
_NUMBER = pattern(rb"\s*(?:\)\s*)?(?:==|!=)\s*(?:\(\s*)?(0[xX][0-9a-fA-F]+|\d+)\b")
_AFTER_CALL = pattern(rb"\)\s*[=!]=\s*(?:\(\s*)?\d")
_CAST = rb"(?:\(\s*int\s*\)\s*|int\s*\(\s*|static_cast\s*<\s*int\s*>\s*\(\s*)?"
_BEFORE = pattern(rb"\b(0[xX][0-9a-fA-F]+|\d+)\s*(?:==|!=)\s*" + _CAST + rb"$")
_SWITCH = pattern(rb"\bswitch\s*\(\s*" + _CAST + rb"(\w+)\s*(?:\)\s*)?\)\s*\{")
_CASE = pattern(rb"\bcase\s+(\d+)\s*:")
_VALUE = pattern(rb"\s*=[^;{}]{0,300}")
# The errors that have the same number in HIP.
_ALIKE = frozenset(
    (
        *range(1, 6), 9, 12, 13, 17, 21, 35, 52, 53, 98, 100, 101, 200, 201, 202, *range(205, 220), *range(300, 305),
        400, 401, 500, 600, 700, 701, 702, 704, 705, 708, 709, 710, 712, 713, 719, 720, 801, *range(900, 909), 910, 999,
    )
)  # fmt: skip
_SAID_OF_ALIKE = "'{text}' is an error number, with the same meaning in CUDA and HIP"


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    places = (_DECLARED.match(reading.code, name.start) for name in reading.names(_TYPES))
    errors = {declared[1] for declared in places if declared is not None}
    yield from _variables(facts, errors)
    for call in _CALL.finditer(reading.code) if _AFTER_CALL.search(reading.code) else ():
        closing = reading.closers.get(call.start(1))
        if closing is not None and (number := _NUMBER.match(reading.code, closing + 1)) and _is_code(number[1]):
            yield _hit(number)
    for switch in _SWITCH.finditer(reading.plain) if errors else ():
        if switch[1] in errors and _may_be_error(facts, switch[1], switch.start(1)):
            end = reading.closers.get(switch.end() - 1, switch.end())
            yield from (_hit(m) for m in _CASE.finditer(reading.plain, switch.end(), end) if _is_code(m[1]))


def _variables(facts: Facts, errors: set[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    for name in facts.reading.names(errors):
        number = _NUMBER.match(code, name.end) or _BEFORE.search(code, max(0, name.start - 80), name.start)
        is_member = code[max(0, name.start - 2) : name.start].endswith((b".", b"->"))
        if number and not is_member and _is_code(number[1]) and _may_be_error(facts, name.text, name.start):
            yield _hit(number)


def _may_be_error(facts: Facts, name: bytes, place: int) -> bool:
    """Whether a variable is an error, or a number made of one; of an unknown one, the name tells."""
    known = facts.reading.declarations.of(name, place)
    if known is None or known.type in _TYPES:
        return True
    value = _VALUE.match(facts.reading.plain, known.place + len(name))
    return value is not None and _OF_CUDA.search(value[0]) is not None


def _hit(number: re.Match[bytes]) -> Hit:
    start, end = number.span(1)
    if whole(number[1]) in _ALIKE:
        return Hit(start, end, message=_SAID_OF_ALIKE, severity=Severity.INFO)
    return Hit(start, end)


def _is_code(number: bytes) -> bool:
    """Zero is success everywhere."""
    return whole(number) != 0
