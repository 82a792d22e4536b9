"""`__popc(x)`, `__popcll(x)`: `unsigned` in HIP and `int` in CUDA. The type is written where the sign of a result that
may be below zero reaches a comparison, a quotient, a shift to the right or a type that is not of 32 bits, where lists
in braces must not narrow, and where a type is deduced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.arithmetic import promoted
from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.operators import CAST, STATEMENTS, Expression, Operator, expression_at
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.scopes import Kind
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__popc", b"__popcll")), tells=False)
_CALLED = pattern(rb"\b([A-Za-z_]\w*)\s{0,90}(?:<([^<>;(){}]{0,60})>\s{0,90})?\Z")
_CASTS = (b"static_cast", b"reinterpret_cast")
# Take numbers of one type, or have overloads.
_DEDUCES = pattern(rb"min|max|clamp|abs|(?:make_)?(?:pair|tuple)|__shfl\w*|__reduce_\w+|decltype|typeof")
# What stands before the name of a function that is one.
_TEMPLATE = pattern(rb"\btemplate\s{0,20}<[^;{}()]{0,90}>[^;{}()]{0,200}\Z")
# The value is compared with zero, or its bits are taken as they are.
_TAKES_BITS = pattern(
    rb"if|constexpr|while|for|assert|printf|sizeof|alignof|noexcept|__(?:any|all|ballot)(?:_sync)?|__syncthreads_\w+"
)
_UNSIGNED = pattern(rb"\b(?:unsigned|uint\w*|size_t|u(?:char|short|long|longlong)\d?|dim3)\b")
_AUTO = pattern(rb"\bauto\b")
_COUNT = pattern(rb"(?:::\s*)?__popc(?:ll)?\s*(?=\()")
# Of the type of what it passes on.
_SHUFFLE = pattern(rb"__shfl\w{0,12}_sync\s{0,60}(?=\()")
_NEVER_NEGATIVE = pattern(rb"[(\s]*(?:\d[\w.]*|warpSize)[)\s]*")
_DECLARED = pattern(rb"\b([A-Za-z_]\w{0,120})\s{0,60}\Z")
_NUMBER_WORDS = frozenset(b"unsigned signed int long short char bool float double size_t uint".split())
_SMALL_UNSIGNED = frozenset((*b"bool uint8_t uint16_t".split(), b"unsigned char", b"unsigned short"))
_BITS_32 = (b"int", b"unsigned")
_COMPARISONS = (b"<", b">", b"<=", b">=", b"<=>")
_DEEPEST = 12
_LONGEST = 300


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        closing = facts.reading.closers.get(around.after) if is_call else None
        is_code = not facts.reading.directive_at(name.start) or facts.reading.macro_at(name.start)
        if closing is None or facts.is_own(name, around) or not is_code:
            continue
        start = around.before - len(b"::") if around.preceded_by(b"::") else name.start
        if _Result(facts, start, closing + 1).shows_its_sign():
            yield Edit(start, start, b"static_cast<int>(", to_text(name.text), "dialect")
            yield Edit(closing + 1, closing + 1, b")", to_text(name.text), "dialect")


class _Result:
    """A part of an expression that is `int` in CUDA and `unsigned` in HIP, from the call outward."""

    def __init__(self, facts: Facts, start: int, end: int) -> None:
        self._facts = facts
        self._types = ExpressionTypes(facts)
        self._start = start
        self._end = end
        self._may_be_negative = False

    def shows_its_sign(self) -> bool:
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
        return self._shows_beside(operator.sign, other, is_left)

    def _shows_to_prefix(self, operator: Operator) -> bool | None:
        if operator.sign == CAST:
            return self._shows_as(self._facts.reading.code[operator.start + 1 : operator.end - 1])
        self._start = operator.start
        self._may_be_negative = self._may_be_negative or operator.sign in (b"-", b"~")
        return False if operator.sign == b"!" else None

    def _shows_to_choice(self, expression: Expression, operator: Operator, is_left: bool) -> bool | None:
        question = expression.question_of(operator)
        if operator.sign == b"?" or question is None:
            return not is_left  # False for the condition
        other = expression.right_of(operator) if is_left else (question.end, operator.start)
        self._start, self._end = expression.left_of(question)[0], max(self._end, other[1])
        return self._shows_beside(b"?", other, is_left)

    def _shows_beside(self, sign: bytes, other: tuple[int, int], is_left: bool) -> bool | None:
        """Whether an operation with another operand makes a difference."""
        is_shift = sign in (b"<<", b">>")
        if sign in (b"&&", b"||") or (is_shift and not is_left):
            return False
        if is_shift:
            return True if sign == b">>" and self._may_be_negative else None
        kind = self._kind(other)
        if kind == b"unsigned":
            return False
        if kind not in (b"int", None):
            return self._may_be_negative
        may_be = kind is None or self._may_be_below_zero(other)
        if sign in (b"==", b"!="):
            return self._may_be_negative and kind is None
        if sign in (*_COMPARISONS, b"/", b"%") and (self._may_be_negative or may_be):
            return True
        is_either = sign == b"-" or self._may_be_negative or may_be
        self._may_be_negative = self._may_be_negative and may_be if sign == b"&" else is_either and sign not in b"/%"
        return False if sign in _COMPARISONS else None

    def _shows_to_target(self, expression: Expression, operator: Operator) -> bool:
        start, end = expression.left_of(operator)
        code, sign = self._facts.reading.code[start:end], operator.sign[:-1]
        if sign in (b"<<", b">>"):
            return False
        kind = self._kind((start, end))
        named = _DECLARED.search(code) if kind is None else None
        if named is not None:
            declared = self._facts.reading.declarations.of(named[1], self._start)
            kind = promoted(declared.type) if declared is not None and not declared.depth else None
        if sign in (b"/", b"%") and kind in (b"int", None):
            return self._may_be_negative or self._may_be_below_zero((start, end))
        return _AUTO.search(code) is not None or (self._may_be_negative and kind not in _BITS_32)

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
            return is_list and scope is not None and not _UNSIGNED.search(code, scope.head, scope.start)
        if code[opening : opening + 1] == b"[":
            return self._may_be_negative
        called = _CALLED.search(code, max(low, opening - _LONGEST), opening)
        if called is not None and called[1] not in STATEMENTS:
            return self._shows_to_call(called[1], called[2])
        self._start, self._end = opening, reading.closers.get(opening, self._end) + 1
        return None

    def _shows_to_call(self, name: bytes, template_arguments: bytes | None) -> bool:
        if name in _CASTS or promoted(name) is not None:
            return self._shows_as(template_arguments if name in _CASTS and template_arguments else name)
        if _TAKES_BITS.fullmatch(name):
            return False
        is_deduced = _DEDUCES.fullmatch(name) is not None or _is_template(self._facts.reading, name)
        return self._may_be_negative or is_deduced or name in self._facts.own_macros

    def _shows_as(self, type: bytes) -> bool:
        """Whether a conversion makes a difference."""
        return self._may_be_negative and promoted(b" ".join(type.split())) not in _BITS_32

    def _is_returned(self) -> bool:
        """Whether a difference is seen in what the function returns."""
        words = returned_type(self._facts.reading, self._start)
        if words is None:
            return True
        kind = promoted(b" ".join(word for word in words if word in _NUMBER_WORDS or promoted(word)))
        return b"auto" in words or (self._may_be_negative and kind not in _BITS_32)

    def _kind(self, span: tuple[int, int]) -> bytes | None:
        """The type of an operand as it is computed with, if it is known to be a number; that of a count is CUDA's."""
        if self._is_call(_COUNT, span):
            return b"int"
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
        return not (is_small or self._is_call(_COUNT, span) or _NEVER_NEGATIVE.fullmatch(value))


def _is_template(reading: Reading, function: bytes) -> bool:
    plain, statement_at = reading.plain, reading.scopes.statement_at
    called = (name for name in reading.names((function,)) if plain.startswith(b"(", reading.skip_blank(name.end)))
    return any(_TEMPLATE.search(plain, statement_at(name.start), name.start) for name in called)
