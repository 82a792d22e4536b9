"""Whether code shows the type of a result that is another one in HIP: of a call of `__popc`, or of `ballot` of a tile.

A result is followed from the call outward, through the operators and brackets around it, up to what takes it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from hipify_py.file.arithmetic import promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.operators import CAST, STATEMENTS, Expression, Operator, expression_at
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.scopes import Kind

_CALLED = pattern(rb"\b([A-Za-z_]\w*)\s{0,90}(?:<([^<>;(){}]{0,60})>\s{0,90})?\Z")
_CASTS = (b"static_cast", b"reinterpret_cast")
# Take numbers of one type, or have overloads.
_DEDUCES = pattern(rb"min|max|clamp|abs|(?:make_)?(?:pair|tuple)|(?:__)?shfl\w*|__reduce_\w+|decltype|typeof")
# What stands before the name of a function that is one.
_TEMPLATE = pattern(rb"\btemplate\s{0,20}<[^;{}()]{0,90}>[^;{}()]{0,200}\Z")
# The value is compared with zero.
_TESTS = pattern(rb"if|constexpr|while|for|assert|noexcept|__(?:any|all|ballot)(?:_sync)?|__syncthreads_\w+")
_AUTO = pattern(rb"\bauto\b")
# Of the type of what it passes on.
_SHUFFLE = pattern(rb"__shfl\w{0,12}_sync\s{0,60}(?=\()")
_NEVER_NEGATIVE = pattern(rb"[(\s]*(?:\d[\w.]*|warpSize)[)\s]*")
_DECLARED = pattern(rb"\b([A-Za-z_]\w{0,120})\s{0,60}\Z")
_NUMBER_WORDS = frozenset(b"unsigned signed int long short char bool float double size_t uint".split())
_SMALL_UNSIGNED = frozenset((*b"bool uint8_t uint16_t".split(), b"unsigned char", b"unsigned short"))
_BITS_32 = (b"int", b"unsigned")
_BOOL = b"bool"
COMPARISONS = (b"<", b">", b"<=", b">=", b"<=>")
_DEEPEST = 12
_LONGEST = 300


class RetypedResult(ABC):
    """A part of an expression that is of one type in CUDA and of another in HIP.

    `_may_differ` is whether the two may have other values where both are converted to a wider type.
    """

    # The calls with such results, and their type in CUDA.
    CALL: ClassVar[re.Pattern[bytes]]
    CUDA_TYPE: ClassVar[bytes]
    # The declarations whose lists in braces take the type of HIP without narrowing it.
    FITS_LIST: ClassVar[re.Pattern[bytes]]

    def __init__(self, facts: Facts, start: int, end: int) -> None:
        self._facts = facts
        self._types = expression_types(facts)
        self._start = start
        self._end = end
        self._may_differ = False

    @abstractmethod
    def _test_shows(self) -> bool:
        """Whether a comparison with zero makes a difference."""

    @abstractmethod
    def _shift_shows(self, sign: bytes) -> bool | None: ...

    @abstractmethod
    def _operation_shows(self, sign: bytes, kind: bytes | None, *, is_negative: bool) -> bool | None:
        """Whether an operation with an operand of a type, which may be below zero, makes a difference; None where its
        result is such a one, too."""

    @abstractmethod
    def _quotient_shows(self, kind: bytes | None, *, is_negative: bool) -> bool:
        """Whether `n /= result` makes a difference."""

    @abstractmethod
    def _argument_shows(self, function: bytes) -> bool: ...

    def shows_its_type(self) -> bool:
        shows: bool | None = None
        for _level in range(_DEEPEST):
            expression = expression_at(self._facts.reading, self._start, self._end)
            while shows is None and (operator := expression.nearest(self._start, self._end)) is not None:
                shows = self._shows_to(expression, operator)
            if shows is None:
                shows = self._shows_around(expression)
            if shows is not None:
                return shows
        return True

    def _shows_to(self, expression: Expression, operator: Operator) -> bool | None:
        """Whether an operator makes a difference; None where its result is such a one, too."""
        if operator.is_prefix:
            return self._shows_to_prefix(operator)
        is_left = operator.start >= self._end
        if operator.sign in (b"?", b":"):
            return self._shows_to_choice(expression, operator, is_left)
        if operator.is_assignment:
            return False if is_left else self._shows_to_target(expression, operator)
        other = expression.right_of(operator) if is_left else expression.left_of(operator)
        self._start, self._end = min(self._start, other[0]), max(self._end, other[1])
        if operator.sign in (b"&&", b"||"):
            return self._test_shows()
        if operator.sign in (b"<<", b">>"):
            return self._shift_shows(operator.sign) if is_left else False
        return self._shows_beside(operator.sign, other)

    def _shows_to_prefix(self, operator: Operator) -> bool | None:
        if operator.sign == CAST:
            return self._shows_as(self._facts.reading.code[operator.start + 1 : operator.end - 1])
        self._start = operator.start
        if operator.sign == b"!":
            return self._test_shows()
        self._may_differ = self._may_differ or operator.sign in (b"-", b"~")
        return None

    def _shows_to_choice(self, expression: Expression, operator: Operator, is_left: bool) -> bool | None:
        question = expression.question_of(operator)
        if operator.sign == b"?" or question is None:
            return self._test_shows() if is_left else True
        other = expression.right_of(operator) if is_left else (question.end, operator.start)
        self._start, self._end = expression.left_of(question)[0], max(self._end, other[1])
        return self._shows_beside(b"?", other)

    def _shows_beside(self, sign: bytes, other: tuple[int, int]) -> bool | None:
        kind = self._kind(other)
        is_negative = kind is None or (kind == b"int" and self._may_be_below_zero(other))
        return self._operation_shows(sign, kind, is_negative=is_negative)

    def _shows_to_target(self, expression: Expression, operator: Operator) -> bool:
        start, end = expression.left_of(operator)
        code, sign = self._facts.reading.code[start:end], operator.sign[:-1]
        if sign in (b"<<", b">>"):
            return False
        kind, type = self._kind((start, end)), b""
        named = _DECLARED.search(code)
        declared = self._facts.reading.declarations.of(named[1], self._start) if named is not None else None
        if declared is not None and not declared.depth:
            kind, type = kind or promoted(declared.type), declared.type
        if sign in (b"/", b"%"):
            is_negative = kind is None or self._may_be_below_zero((start, end))
            return self._quotient_shows(kind, is_negative=is_negative)
        return _AUTO.search(code) is not None or self._conversion_shows(kind, is_bool=type == _BOOL)

    def _shows_around(self, expression: Expression) -> bool | None:
        """Whether what is around a whole expression makes a difference; None where that is but a pair of brackets."""
        reading, opening = self._facts.reading, expression.opening
        code, low, high = reading.surroundings(self._start)
        if expression.keyword:
            is_returned = expression.keyword in (b"return", b"co_return")
            return self._is_returned() if is_returned else expression.keyword == b"throw"
        ends = code[expression.end : min(expression.end + 1, high)]
        if opening is None or code[opening : opening + 1] == b"{":
            scope = reading.scopes.at(self._start)
            is_list = scope is not None and scope.kind is Kind.INITIALIZER and opening is not None
            if reading.directive_at(self._start) is not None:
                return ends != b";"
            return is_list and scope is not None and not self.FITS_LIST.search(code, scope.head, scope.start)
        if code[opening : opening + 1] == b"[":
            return self._may_differ
        called = _CALLED.search(code, max(low, opening - _LONGEST), opening)
        if called is not None and called[1] not in STATEMENTS:
            return self._shows_to_call(called[1], called[2])
        self._start, self._end = opening, reading.closers.get(opening, self._end) + 1
        return None

    def _shows_to_call(self, name: bytes, template_arguments: bytes | None) -> bool:
        if name in _CASTS or promoted(name) is not None:
            return self._shows_as(template_arguments if name in _CASTS and template_arguments else name)
        if _TESTS.fullmatch(name):
            return self._test_shows()
        is_deduced = _DEDUCES.fullmatch(name) is not None or _is_template(self._facts.reading, name)
        return is_deduced or name in self._facts.own_macros or self._argument_shows(name)

    def _shows_as(self, type: bytes) -> bool:
        """Whether a conversion makes a difference."""
        words = b" ".join(type.split())
        return self._conversion_shows(promoted(words), is_bool=words == _BOOL)

    def _conversion_shows(self, kind: bytes | None, *, is_bool: bool) -> bool:
        return self._test_shows() if is_bool else self._may_differ and kind not in _BITS_32

    def _is_returned(self) -> bool:
        """Whether a difference is seen in what the function returns."""
        words = returned_type(self._facts.reading, self._start)
        if words is None:
            return True
        kind = promoted(b" ".join(word for word in words if word in _NUMBER_WORDS or promoted(word)))
        return b"auto" in words or self._conversion_shows(kind, is_bool=_BOOL in words)

    def _kind(self, span: tuple[int, int]) -> bytes | None:
        """The type of an operand as it is computed with, if it is known to be a number; of other results CUDA's."""
        if self._is_call(self.CALL, span):
            return self.CUDA_TYPE
        if self._is_call(_SHUFFLE, span):
            passed = self._facts.reading.arguments(self._facts.reading.code.index(b"(", span[0]))
            return self._kind(passed[1]) if passed and len(passed) > 1 else None
        typed = self._types.of(*span)
        if typed is not None and typed.stars:
            return b"pointer"
        return promoted(typed.type) if typed is not None else None

    def _is_call(self, function: re.Pattern[bytes], span: tuple[int, int]) -> bool:
        start, end = self._facts.reading.stripped(*span)
        call = function.match(self._facts.reading.code, start, end)
        return call is not None and self._facts.reading.closers.get(call.end()) == end - 1

    def _may_be_below_zero(self, span: tuple[int, int]) -> bool:
        start, end = self._facts.reading.stripped(*span)
        typed = self._types.of(start, end)
        is_small = typed is not None and typed.type in _SMALL_UNSIGNED and not typed.stars
        value = self._facts.constant(self._facts.reading.code[start:end], start)
        return not (is_small or self._is_call(self.CALL, span) or _NEVER_NEGATIVE.fullmatch(value))


def _is_template(reading: Reading, function: bytes) -> bool:
    plain, statement_at = reading.plain, reading.scopes.statement_at
    called = (name for name in reading.names((function,)) if plain.startswith(b"(", reading.skip_blank(name.end)))
    return any(_TEMPLATE.search(plain, statement_at(name.start), name.start) for name in called)
