"""API010: an error code compared with a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.syntax.reading import Reading

_DECLARED = re.compile(rb"\b(?:cudaError_t|cudaError|CUresult|hipError_t)\s+(?:const\s+)?(\w+)\s*[=;,){]")
_CALL = re.compile(rb"\b(?:cuda(?!GetError)[A-Z]\w*|cu[A-Z]\w*)\s*(\()")
_NUMBER = re.compile(rb"\s*(?:\)\s*)?(?:==|!=)\s*(?:\(\s*)?(0[xX][0-9a-fA-F]+|\d+)\b")
_CAST = rb"(?:\(\s*int\s*\)\s*|int\s*\(\s*|static_cast\s*<\s*int\s*>\s*\(\s*)?"
_BEFORE = re.compile(rb"\b(0[xX][0-9a-fA-F]+|\d+)\s*(?:==|!=)\s*" + _CAST + rb"$")
_SWITCH = re.compile(rb"\bswitch\s*\(\s*" + _CAST + rb"(\w+)\s*(?:\)\s*)?\)\s*\{")
_CASE = re.compile(rb"\bcase\s+(\d+)\s*:")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    errors = {match[1] for match in _DECLARED.finditer(reading.code)}
    yield from _variables(reading, errors)
    for call in _CALL.finditer(reading.code):
        closing = reading.closers.get(call.start(1))
        if closing is not None and (number := _NUMBER.match(reading.code, closing + 1)) and _is_code(number[1]):
            yield Hit(number.start(1), number.end(1))
    for switch in _SWITCH.finditer(reading.plain):
        if switch[1] in errors:
            end = reading.closers.get(switch.end() - 1, switch.end())
            yield from (Hit(*m.span(1)) for m in _CASE.finditer(reading.plain, switch.end(), end) if _is_code(m[1]))


def _variables(reading: Reading, errors: set[bytes]) -> Iterator[Hit]:
    code = reading.code
    for name in reading.names(errors):
        number = _NUMBER.match(code, name.end) or _BEFORE.search(code, max(0, name.start - 80), name.start)
        is_member = code[max(0, name.start - 2) : name.start].endswith((b".", b"->"))
        if number and not is_member and _is_code(number[1]):
            yield Hit(number.start(1), number.end(1))


def _is_code(number: bytes) -> bool:
    """Zero is success everywhere."""
    return int(number, 16 if number[:2] in (b"0x", b"0X") else 10) != 0
