"""What a condition of `#if` is worth to a preprocessor that knows some names, and of others nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Directive

_TOKEN = pattern(
    rb"(?:(\d[\w']*)|defined\s*\(\s*([A-Za-z_]\w*)\s*\)|defined\s+([A-Za-z_]\w*)|([A-Za-z_]\w*)|"
    rb"(&&|\|\||[<>=!]=|[-+*/%<>!()?:]))"
)
_WORD = pattern(rb"\b(?:and|or|not(?:_eq)?)\b")
_MEANINGS = {b"and": b"&&", b"or": b"||", b"not": b"!", b"not_eq": b"!="}
_NEGATIVE = (b"ifndef", b"elifndef")
_BY_NAME = (b"ifdef", b"ifndef", b"elifdef", b"elifndef")
# 0, something else, or None where that depends on what nobody has said.
Value = int | None


class Worth(NamedTuple):
    """What a name is to a preprocessor: whether it is defined, and as which number."""

    is_defined: bool | None
    value: Value


UNKNOWN = Worth(None, None)
UNDEFINED = Worth(False, 0)
Names = Callable[[bytes], Worth]
_SIGNS: Mapping[bytes, Callable[[int, int], Value]] = {
    b"<": lambda a, b: a < b,
    b">": lambda a, b: a > b,
    b"<=": lambda a, b: a <= b,
    b">=": lambda a, b: a >= b,
    b"==": lambda a, b: a == b,
    b"!=": lambda a, b: a != b,
    b"+": lambda a, b: a + b,
    b"-": lambda a, b: a - b,
    b"*": lambda a, b: a * b,
    b"/": lambda a, b: a // b if b else None,
    b"%": lambda a, b: a % b if b else None,
}
# The higher, the tighter an operator binds.
_LEVELS: Mapping[bytes, int] = {
    **dict.fromkeys((b"==", b"!="), 0),
    **dict.fromkeys((b"<", b">", b"<=", b">="), 1),
    **dict.fromkeys((b"+", b"-"), 2),
    **dict.fromkeys((b"*", b"/", b"%"), 3),
}
# Beyond these a condition is no longer read.
_MAX_TOKENS = 200
_MAX_DEPTH = 30
# A preprocessor counts in 64 bits.
_LARGEST = (1 << 63) - 1


def defined_as(value: Value) -> Worth:
    return Worth(True, value)


def answer(directive: Directive, condition: bytes, names: Names) -> Value:
    """What the condition of a directive is worth where names are worth what they are there."""
    if directive.keyword == b"else":
        return 1
    if directive.keyword not in _BY_NAME:
        return value_of(condition, names)
    words = condition.split()
    is_defined = names(words[0]).is_defined if words else None
    return None if is_defined is None else int(is_defined != (directive.keyword in _NEGATIVE))


def with_signs(text: bytes) -> bytes:
    """A condition with the usual signs for `and`, `or` and `not` of C++."""
    return _WORD.sub(lambda word: _MEANINGS[word[0]], text)


def value_of(text: bytes, names: Names) -> Value:
    text = with_signs(text)
    tokens = list(_TOKEN.finditer(text))
    is_understood = tokens and _unblanked(b"".join(match[0] for match in tokens)) == _unblanked(text)
    if not is_understood or len(tokens) > _MAX_TOKENS or text.count(b"(") > _MAX_DEPTH:
        return None
    return _Condition(tokens, names).value()


def asked_in(text: bytes) -> set[bytes]:
    """The names that a condition asks for."""
    found = (match[2] or match[3] or match[4] for match in _TOKEN.finditer(with_signs(text)))
    return {name for name in found if name and name != b"defined"}


def _unblanked(text: bytes) -> bytes:
    return b"".join(text.split())


class _Condition:
    """A condition of `#if`, evaluated with what is known; precedence climbs by the levels of operators."""

    def __init__(self, tokens: list[re.Match[bytes]], names: Names) -> None:
        self._tokens = tokens
        self._names = names
        self._next = 0

    def value(self) -> Value:
        found = self._either()
        return found if self._next == len(self._tokens) else None

    def _sign(self) -> bytes:
        return self._tokens[self._next][5] or b"" if self._next < len(self._tokens) else b""

    def _take(self, *signs: bytes) -> bytes:
        sign = self._sign()
        if sign and sign in signs:
            self._next += 1
            return sign
        return b""

    def _either(self) -> Value:
        found = self._both()
        while self._take(b"||"):
            other = self._both()
            found = 1 if found or other else None if found is None or other is None else 0
        return found

    def _both(self) -> Value:
        found = self._binary(0)
        while self._take(b"&&"):
            other = self._binary(0)
            found = 0 if found == 0 or other == 0 else None if found is None or other is None else 1
        return found

    def _binary(self, level: int) -> Value:
        found = self._unary()
        while (own := _LEVELS.get(sign := self._sign(), -1)) >= level:
            self._next += 1
            other = self._binary(own + 1)
            result = None if found is None or other is None else _SIGNS[sign](found, other)
            found = int(result) if result is not None and abs(result) <= _LARGEST else None
        return found

    def _unary(self) -> Value:
        if self._take(b"!"):
            found = self._unary()
            return None if found is None else int(not found)
        if self._take(b"-"):
            found = self._unary()
            return None if found is None else -found
        if self._take(b"("):
            found = self._either()
            return found if self._take(b")") else None
        return self._operand()

    def _operand(self) -> Value:
        if self._next == len(self._tokens):
            return None
        token = self._tokens[self._next]
        self._next += 1
        if token[1]:
            digits = token[1].rstrip(b"uUlL").replace(b"'", b"")
            try:
                return int(digits, 8 if digits.isdigit() and digits[:1] == b"0" else 0)
            except ValueError:
                return None
        if asked := token[2] or token[3]:
            is_defined = self._names(asked).is_defined
            return None if is_defined is None else int(is_defined)
        return self._names(token[4]).value if token[4] else None
