"""Whether code shows the type of a result that is another one in HIP: of a call of `__popc`, or of `ballot` of a tile.
A result is followed from the call outward in the syntax tree, up to what takes it. A cast to the type of CUDA is right
everywhere, so whatever is not known to take both types alike counts as showing it."""

from __future__ import annotations

import re
from typing import NamedTuple

from hipify_py.file.arithmetic import common, promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.parts import Part, path_to
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.tokens import Name

_CALLED = pattern(rb"(?:\w+\s*::\s*)*([A-Za-z_]\w*)\s*(?:<([^<>;(){}]{0,60})>\s*)?")
# These have no overloads in HIP. Of the others, a pointer chooses the function, or they take 64 bits.
_TAKES_32_BITS = frozenset((b"__popc", b"__clz", b"__brev", b"__fns", b"__any", b"__all"))
_TAKES_NUMBERS = pattern(rb"__popcll|__clzll|__brevll|atomic\w+")
_NEVER_NEGATIVE = pattern(rb"[(\s]*(?:\d[\w.]*|warpSize)[)\s]*")
_TRANSPARENT = ("parenthesized_expression", "condition_clause", "argument_list")
# What compares a value with zero, or an index, takes all bits of it.
_TESTED = ("if_statement", "while_statement", "do_statement", "for_statement", "subscript_argument_list")
_TESTS = ("!", "not", "&&", "||", "and", "or")
_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=", "<=>")
_BITS_32 = (b"int", b"unsigned")


class Retyped(NamedTuple):
    """The types of a result in CUDA and in HIP, the operators that may leave the range of the former, and the
    declarations whose lists in braces take the latter without narrowing it."""

    cuda: bytes
    hip: bytes
    leaving: tuple[str, ...]
    fits_list: re.Pattern[bytes]


class RetypedResult:
    """A part of an expression that is of one type in CUDA and of another in HIP. Where `_may_differ`, only the lower 32
    bits of the two are certainly the same."""

    def __init__(self, facts: Facts, retyped: Retyped, start: int, end: int) -> None:
        self._facts, self._reading, self._retyped = facts, facts.reading, retyped
        self._types, self._call = expression_types(facts), (start, end)
        self._may_differ = False

    def shows_its_type(self) -> bool:
        """Whether what takes the result makes a difference; also where nobody knows what that is."""
        path = path_to(self._reading, self._call[0])
        first = next((number for number, part in enumerate(path) if part.span == self._call), 0)
        for number in range(first, 0, -1):
            shows = self._shows_in(path[number - 1], path[number])
            if shows is not None:
                return shows
        return True

    def _shows_in(self, around: Part, part: Part) -> bool | None:
        """Whether it makes a difference that something has a part; None where it becomes such a result, too."""
        if around.type in _TRANSPARENT:
            return None
        if around.type in _TESTED or around.sign in _TESTS or _is_field(around, "condition", part):
            return self._may_differ
        match around.type:
            case "unary_expression":
                self._may_differ = self._may_differ or around.sign != "+"
                return None
            case "cast_expression":
                type = around.field("type")
                return type is None or self._converts_to(type.text)
            case "conditional_expression":
                is_first = _is_field(around, "consequence", part)
                return self._shows_beside("?", around.field("alternative" if is_first else "consequence"))
            case "binary_expression":
                return self._shows_to_operation(around, is_left=_is_field(around, "left", part))
            case "assignment_expression":
                return self._shows_to_target(around)
            case "call_expression":
                return self._shows_to_call(around)
            case "init_declarator":
                return self._shows_to_variable(around)
            case "initializer_list":
                scopes = self._reading.scopes
                statement = scopes.statement_in(scopes.block_at(around.start), around.start)
                return not self._retyped.fits_list.search(self._reading.plain, max(0, statement), around.start)
            case "return_statement":
                words = returned_type(self._reading, self._call[0])
                return words is None or self._converts_to(b" ".join(w for w in words if promoted(w) or w == b"auto"))
        return True

    def _shows_to_operation(self, around: Part, *, is_left: bool) -> bool | None:
        if around.sign not in ("<<", ">>"):
            return self._shows_beside(around.sign, around.field("right" if is_left else "left"))
        is_right_shift_shown = around.sign == ">>" and self._may_differ
        self._may_differ = self._may_differ or around.sign in self._retyped.leaving
        return is_left if is_right_shift_shown or not is_left else None

    def _shows_beside(self, sign: str, other: Part | None) -> bool | None:
        """Whether an operator with another operand makes a difference."""
        cuda, hip = self._retyped.cuda, self._retyped.hip
        kind = self._kind(other) if other is not None else None
        if kind is not None and (converted := common((cuda, kind))) == common((hip, kind)):
            return self._converts_to(converted or kind)
        if kind not in (*_BITS_32, None):
            return True
        value = self._facts.constant(other.text, other.start) if other is not None else b""
        is_negative = kind != b"unsigned" and not _NEVER_NEGATIVE.fullmatch(value)
        if sign in _COMPARISONS or (sign in ("/", "%") and (self._may_differ or is_negative)):
            is_equality_of_32_bits = sign in ("==", "!=") and hip in _BITS_32
            return self._may_differ or (is_negative and not is_equality_of_32_bits)
        if sign == "&":
            self._may_differ = self._may_differ and is_negative
        else:
            self._may_differ = self._may_differ or is_negative or sign in self._retyped.leaving
        return None

    def _shows_to_target(self, around: Part) -> bool:
        target, sign = around.field("left"), around.sign
        typed = self._types.of(*target.span) if target is not None else None
        type = typed.type if typed is not None and not typed.stars else b""
        return sign in ("/=", "%=") or (sign not in ("<<=", ">>=") and self._converts_to(type))

    def _shows_to_variable(self, around: Part) -> bool:
        """`int n = result`, `Range r(result)`"""
        target = around
        while (inner := target.field("declarator")) is not None:
            target = inner
        known = self._reading.declarations.at(Name(*target.span, target.text))
        return known is None or self._converts_to(known.type if not known.depth else b"")

    def _shows_to_call(self, around: Part) -> bool:
        function = around.field("function")
        called = _CALLED.fullmatch(function.text) if function is not None else None
        name = called[1] if called is not None else b""
        if called is not None and (name == b"static_cast" or promoted(name) is not None):
            return self._converts_to(called[2] or name)
        return name not in _TAKES_32_BITS and (self._may_differ or not _TAKES_NUMBERS.fullmatch(name))

    def _converts_to(self, type: bytes) -> bool:
        """Whether a conversion to a type makes a difference."""
        words = b" ".join(type.split())
        is_cut = promoted(words) in _BITS_32 and words != b"bool"
        return words == b"auto" or (self._may_differ and not is_cut)

    def _kind(self, operand: Part) -> bytes | None:
        """The type of an operand as it is computed with, if it is known."""
        typed = self._types.of(*operand.span)
        if typed is not None and typed.stars:
            return b"pointer"
        return promoted(typed.type) if typed is not None else None


def _is_field(around: Part, name: str, part: Part) -> bool:
    field = around.field(name)
    return field is not None and field.span == part.span
