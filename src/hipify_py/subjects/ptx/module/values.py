"""What registers are worth: expressions of C++ with their types, and what can be done with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.literals import decimal, literal, with_bits_as
from hipify_py.subjects.ptx.module.cpp import Condition, Local
from hipify_py.subjects.ptx.types import ADDRESS, PREDICATE, CppType, integer

# How strongly operators of C++ bind, the strongest first; parentheses stand between different ones of the last rows.
ATOM, UNARY, PRODUCT, SUM, SHIFT, ORDER, EQUALITY, AND, XOR, OR, BOTH, EITHER, CHOICE = range(13)
LEVELS: Mapping[str, int] = MappingProxyType(
    {
        "*": PRODUCT, "/": PRODUCT, "%": PRODUCT, "+": SUM, "-": SUM, "<<": SHIFT, ">>": SHIFT,
        "<": ORDER, "<=": ORDER, ">": ORDER, ">=": ORDER, "==": EQUALITY, "!=": EQUALITY,
        "&": AND, "^": XOR, "|": OR, "&&": BOTH, "||": EITHER,
    }
)  # fmt: skip
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_MIXED = frozenset((SHIFT, AND, XOR, OR, BOTH, EITHER))
_MINUS = pattern(r"-\d[\w.]*")
_NOBODY: frozenset[Local] = frozenset()


class Value(NamedTuple):
    """An expression. `cpp_type` is its type, unless it is a pointer to `points_to`. `opposite` is the text of its
    negation, where that is not `!`. `memory`: whether it reads what a store may change."""

    text: str
    cpp_type: CppType
    level: int = ATOM
    reads: frozenset[Local] = _NOBODY
    number: Number | None = None
    points_to: str = ""
    opposite: str = ""
    memory: bool = False
    depth: int = 0

    @property
    def condition(self) -> Condition:
        return Condition(self.text, self.opposite or f"!{self.within(UNARY)}", self.reads)

    def within(self, level: int, *, is_right: bool = False) -> str:
        """As an operand of an operator of some level."""
        is_apart = self.level > ATOM and (level in _MIXED or self.level in _MIXED) and self.level not in (UNARY, level)
        if is_apart and not (level in (BOTH, EITHER) and self.level <= EQUALITY):
            return f"({self.text})"
        needs = self.level > level or (is_right and self.level == level and level > UNARY)
        needs = needs or (level == UNARY and self.level == UNARY)
        return f"({self.text})" if needs else self.text

    def made_of(self, *others: Value) -> Value:
        """This expression, which was made of others."""
        reads, memory, depth = self.reads, self.memory, 0
        for each in others:
            reads = reads | each.reads if reads else each.reads
            memory = memory or each.memory
            depth = max(depth, each.depth)
        return self._replace(reads=reads, memory=memory, depth=depth + 1)


def untyped(number: Number) -> Value:
    return Value(number.text, CppType("", 0), number=number)


def number_as(number: Number, kind: CppType) -> Value:
    """A number as a value of a type."""
    is_bits = kind.is_float and number.width == kind.width and kind.width >= 32
    text = (decimal(int(number.value), kind.width) if is_bits else "") or literal(number, kind)
    return Value(text, kind, UNARY if text.startswith("-") else ATOM, number=number)


def converted(value: Value, kind: CppType) -> Value:
    """The bits of a value as another type: those of a wider one are cut, those of a narrower one extended by its sign
    if it has one."""
    if value.number is not None:
        return number_as(with_bits_as(value.number, kind), kind)
    if value.points_to:
        return converted(Value(f"uint64_t({value.text})", ADDRESS).made_of(value), kind)
    have = value.cpp_type
    if have.name == kind.name:
        return value
    if kind == PREDICATE or have == PREDICATE or have.is_float == kind.is_float:
        return Value(f"{kind.name}({value.text})", kind).made_of(value)
    if have.width == kind.width:
        return Value(f"{NAMESPACE}bits<{kind.name}>({value.text})", kind).made_of(value)
    if have.is_float:
        return converted(converted(value, integer(have.width)), kind)
    return converted(converted(value, integer(kind.width)), kind)


def assigned(value: Value, kind: CppType) -> Value:
    """A value where it is put into a variable: integers convert by themselves."""
    if value.number is not None or value.points_to:
        return converted(value, kind)
    is_plain = not (value.cpp_type.is_float or kind.is_float or PREDICATE in (value.cpp_type, kind))
    return value if is_plain else converted(value, kind)


def comparison(sign: str, left: Value, right: Value) -> Value:
    level = LEVELS[sign]
    text = f"{left.within(level)} {sign} {right.within(level, is_right=True)}"
    # NaN is neither less nor not less.
    has_opposite = not left.cpp_type.is_float or sign in ("==", "!=")
    opposite = f"{left.within(level)} {_OPPOSITE[sign]} {right.within(level, is_right=True)}" if has_opposite else ""
    return Value(text, PREDICATE, level, opposite=opposite).made_of(left, right)


def logical(left: Value, right: Value, sign: str) -> Value:
    """`&&`, `||` of predicates."""
    level = LEVELS[sign]
    text = f"{left.within(level)} {sign} {right.within(level)}"
    return Value(text, PREDICATE, level).made_of(left, right)


def pack(kind: CppType, parts: Sequence[Value]) -> Value:
    """Registers that an instruction takes together."""
    text = f"{NAMESPACE}pack<{kind.name}>({', '.join(part.text for part in parts)})"
    return Value(text, kind).made_of(*parts)


def as_signed(value: int, width: int) -> int:
    """What bits are worth as a number with a sign."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def negation(value: Value) -> Value:
    condition = value.condition
    is_atom = condition.opposite.startswith("!") and not value.opposite
    level = UNARY if is_atom else value.level
    return Value(condition.opposite, PREDICATE, level, opposite=value.text).made_of(value)


def binary(sign: str, left: Value, right: Value, kind: CppType) -> Value:
    """Arithmetic in a type that the operands have, or numbers."""
    level = LEVELS[sign]
    if sign == "+" and right.number is not None and _MINUS.fullmatch(right.text):
        sign, right = "-", right._replace(text=right.text[1:], level=ATOM)
    # Sums and products of floating-point numbers are rounded in the order of PTX.
    is_ordered = kind.is_float or sign not in "+*&|^"
    text = f"{left.within(level)} {sign} {right.within(level, is_right=is_ordered)}"
    return Value(text, kind, level).made_of(left, right)
