"""Constant expressions: `TILE * (TILE + 1)`, with the names that the file defines."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes, to_text

_NAME = pattern(rb"[A-Za-z_]\w*")
_NUMBER = pattern(rb"\b(0[xX][0-9a-fA-F]+|\d+)[uUlLzZ]*\b")
_PLAIN = pattern(rb"(?:[\s\d+*/()%xXa-fA-F-]|<<|>>)*")
_SIZES: Mapping[bytes, int] = {
    b"char": 1,
    b"bool": 1,
    b"short": 2,
    b"half": 2,
    b"__half": 2,
    b"int": 4,
    b"float": 4,
    b"unsigned": 4,
    b"half2": 4,
    b"__half2": 4,
    b"double": 8,
    b"long": 8,
    b"size_t": 8,
    b"int8_t": 1,
    b"uint8_t": 1,
    b"int16_t": 2,
    b"uint16_t": 2,
    b"int32_t": 4,
    b"uint32_t": 4,
    b"int64_t": 8,
    b"uint64_t": 8,
    b"uchar": 1,
    b"ushort": 2,
    b"uint": 4,
    b"ulong": 8,
}
_VECTOR = pattern(rb"(u?(?:char|short|int|longlong|long)|float|double)([1234])")
_SIZEOF = pattern(rb"\bsizeof\s*\(\s*(\w+(?:\s+\w+)*)\s*\)")
_WHOLE = rb"(?:unsigned\s+)?(?:int|long|unsigned|(?:std\s*::\s*)?(?:size_t|u?int(?:32|64)_t))"
# What changes the type of a number alone.
_CAST = pattern(
    rb"\bstatic_cast\s*<\s*" + _WHOLE + rb"\s*>(?=\s*\()|\b" + _WHOLE + rb"(?=\s*\()|\(\s*" + _WHOLE + rb"\s*\)"
)
_OPERATIONS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_DIGITS = pattern(rb"[xX][0-9a-fA-F]+")
_DEPTH = 6
_LONGEST = 200


def size_of(name: bytes) -> int | None:
    """The bytes of a type, by its name."""
    words = [word for word in name.split() if word not in (b"unsigned", b"signed", b"volatile", b"const")] or [b"int"]
    if found := _VECTOR.fullmatch(words[0]):
        element = 8 if b"long" in found[1] else _SIZES[found[1].removeprefix(b"u")]
        return element * (4 if found[2] == b"4" else int(found[2]))
    return _SIZES.get(words[-1]) if len(words) == 1 or set(words) <= {b"long", b"int", b"short"} else None


class Constants:
    """Constant expressions where they stand: functions and blocks may have constants of the same names."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[int, int | None] = {}

    def number(self, text: bytes, place: int, depth: int = _DEPTH) -> int | None:
        """What an expression is worth at a place; None if that cannot be told from this file."""
        text = _with_sizes(text[: _LONGEST + 1])
        for name in _names(text) if len(text) <= _LONGEST else ():
            value = self._value(name, place, depth - 1) if depth else None
            if value is None:
                return None
            text = _replaced(text, name, to_bytes(str(value)))
        return _evaluated(text) if _PLAIN.fullmatch(text) and len(text) <= _LONGEST else None

    def _value(self, name: bytes, place: int, depth: int) -> int | None:
        known = self._facts.reading.declarations.of(name, place)
        if known is None:
            value = self._facts.constant(name, place)
            return self.number(value, place, depth) if value != name else None
        if known.place not in self._known:
            self._known[known.place] = None  # until it is known, also to whoever asks for it on the way
            value = self._facts.value_of(known, name)
            self._known[known.place] = self.number(value, known.place, depth) if value else None
        return self._known[known.place]


def _with_sizes(text: bytes) -> bytes:
    text = _SIZEOF.sub(lambda found: to_bytes(str(size_of(found[1]) or "?")), text)
    return _NUMBER.sub(lambda found: found[1], without_casts(text))


def without_casts(text: bytes) -> bytes:
    return _CAST.sub(b"", text)


def _names(text: bytes) -> set[bytes]:
    return {name for name in _NAME.findall(text) if not _DIGITS.fullmatch(name)}


def _replaced(text: bytes, name: bytes, value: bytes) -> bytes:
    return re.sub(rb"\b" + name + rb"\b", lambda _found: b"(" + value + b")", text)


def _evaluated(text: bytes) -> int | None:
    source = to_text(text).replace("//", "/").replace("/", "//").strip()
    try:
        return _value(ast.parse(source, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        return None


def _value(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand)
        return None if inner is None else -inner
    if not isinstance(node, ast.BinOp):
        return None
    left, right = _value(node.left), _value(node.right)
    if left is None or right is None:
        return None
    if isinstance(node.op, ast.LShift):
        return left << right if 0 <= right < 64 else None
    operation = _OPERATIONS.get(type(node.op))
    return operation(left, right) if operation else None
