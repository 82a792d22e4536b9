"""Constant expressions: `TILE * (TILE + 1)`, with the names that the file defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.file.arithmetic import bits_of
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.numbers import ARITHMETIC, DIVISIONS, integer
from hipify_py.reading.tree import EXPRESSION_START, expression, first

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

_HALVES = {b"half": 2, b"__half": 2, b"half2": 4, b"__half2": 4}
_VECTOR = pattern(rb"(u?(?:char|short|int|longlong|long)|float|double)([1234])")
_WHOLE = rb"(?:unsigned\s+)?(?:int|long|unsigned|(?:std\s*::\s*)?(?:size_t|u?int(?:32|64)_t))"
# What changes the type of a number alone.
_CAST = pattern(
    rb"\bstatic_cast\s*<\s*" + _WHOLE + rb"\s*>(?=\s*\()|\b" + _WHOLE + rb"(?=\s*\()|\(\s*" + _WHOLE + rb"\s*\)"
)
_DEPTH = 6
_LONGEST = 200


def size_of(name: bytes) -> int | None:
    """The bytes of a type, by its name."""
    name = b" ".join(word for word in name.split() if word not in (b"volatile", b"const"))
    if found := _VECTOR.fullmatch(name):
        element = 8 if b"long" in found[1] else abs(bits_of(found[1]) or 0) // 8
        return element * (4 if found[2] == b"4" else int(found[2]))
    bits = bits_of(name)
    return abs(bits) // 8 if bits is not None else _HALVES.get(name)


def without_casts(text: bytes) -> bytes:
    return _CAST.sub(b"", text)


class Constants:
    """Constant expressions where they stand: functions and blocks may have constants of the same names."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[int, int | None] = {}

    def number(self, text: bytes, place: int, depth: int = _DEPTH) -> int | None:
        """What an expression is worth at a place; None if that cannot be told from this file."""
        if (plain := integer(text.strip())) is not None:
            return plain
        text = without_casts(text[: _LONGEST + 1])
        return self._of(expression(text), text, place, depth) if len(text) <= _LONGEST else None

    def _of(self, node: Node | None, text: bytes, place: int, depth: int) -> int | None:
        if node is None:
            return None
        here = text[node.start_byte - EXPRESSION_START : node.end_byte - EXPRESSION_START]
        match node.type:
            case "number_literal":
                value = integer(here.lstrip(b"-"))  # the sign is a part of the node
                return -value if value is not None and here[:1] == b"-" else value
            case "parenthesized_expression":
                return self._of(first(node), text, place, depth)
            case "unary_expression" if node.children[0].type == "-":
                value = self._of(node.child_by_field_name("argument"), text, place, depth)
                return -value if value is not None else None
            case "sizeof_expression":
                return size_of(here.removeprefix(b"sizeof").strip(b"() \t"))
            case "identifier":
                return self._value(here, place, depth - 1) if depth else None
            case "binary_expression":
                left, right = (
                    self._of(node.child_by_field_name(side), text, place, depth) for side in ("left", "right")
                )
                return _calculated(node.children[1].type, left, right)
        return None

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


def _calculated(sign: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if sign in DIVISIONS:
        return DIVISIONS[sign](left, right) if right else None
    if sign == "<<":
        return left << right if 0 <= right < 64 else None
    return ARITHMETIC[sign](left, right) if sign in ARITHMETIC else None
