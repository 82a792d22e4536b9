"""`__hisinf(x)`: -1 for minus infinity in CUDA, and 1 for both in HIP. Where more is asked than whether the result is
zero, the sign is added, or the call is reported if its argument may not be evaluated again."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.operators import CAST, Expression, Operator, expression_at
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.returned_types import returned_type
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__hisinf",)), tells=False)
_RULE = "MTH027"
_VALUE = pattern(rb"\*?[A-Za-z_](?:\w|\.|->|::|\[[\w\s.+*-]{1,60}\]){0,80}")
_STEPS = (b"++", b"--")
_WORD = pattern(rb"[A-Za-z_]\w*")
_TRUTH = pattern(rb"\b(?:if|constexpr|while|assert|bool|static_cast\s{0,9}<\s{0,9}bool\s{0,9}>)\s{0,20}\Z")
_CALLED = pattern(rb"[\w>]\s{0,20}\Z")
_ZERO = (b"0", b"false")
_REACH = 40
_DEEPEST = 12


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if not facts.is_surely_cuda:
        return
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        arguments = facts.reading.arguments(around.after) if is_call else None
        if not arguments or len(arguments) > 1 or facts.is_own(name, around) or facts.own_called(name.text):
            continue
        start = around.before - len(b"::") if around.preceded_by(b"::") else name.start
        end = facts.reading.closers[around.after] + 1
        if _asks_for_zero(facts, start, end):
            continue
        value = facts.reading.code[slice(*facts.reading.stripped(*arguments[0]))]
        if not _may_be_repeated(facts, value):
            message = "'__hisinf' is -1 for minus infinity in CUDA, and 1 in HIP"
            yield Finding(_RULE, name.start, name.end, message, subject=to_text(name.text))
            continue
        sign = b" ? (__hgt(" + value + b", __hneg(" + value + b")) ? 1 : -1) : 0)"
        yield Edit(start, start, b"(", to_text(name.text), "dialect")
        yield Edit(end, end, sign, to_text(name.text), "dialect")


def _may_be_repeated(facts: Facts, value: bytes) -> bool:
    """Whether an expression does nothing, and conversion changes nothing in it."""
    resolutions = (facts.policy.name(to_text(word)) for word in _WORD.findall(value))
    is_same = all(each is None or each.target == each.entry.name for each in resolutions)
    return is_same and _VALUE.fullmatch(value) is not None and not any(step in value for step in _STEPS)


def _asks_for_zero(facts: Facts, start: int, end: int) -> bool:
    """Whether only that is asked of a value, whether it is zero."""
    reading = facts.reading
    for _level in range(_DEEPEST):
        expression = expression_at(reading, start, end)
        operator = expression.nearest(start, end)
        if operator is not None:
            return _is_truth(facts, expression, operator, is_left=operator.start >= end)
        if expression.keyword:
            return expression.keyword == b"return" and b"bool" in (returned_type(reading, start) or ())
        opening = expression.opening
        if opening is None or not reading.code.startswith(b"(", opening):
            return False
        low = max(0, opening - _REACH)
        if _TRUTH.search(reading.code, low, opening):
            return True
        if _CALLED.search(reading.code, low, opening):
            return False
        start, end = opening, reading.closers.get(opening, end) + 1
    return False


def _is_truth(facts: Facts, expression: Expression, operator: Operator, *, is_left: bool) -> bool:
    code = facts.reading.code
    if operator.sign in (b"!", b"&&", b"||"):
        return True
    if operator.sign == CAST:
        return code[operator.start + 1 : operator.end - 1].strip() == b"bool"
    if operator.sign in (b"==", b"!="):
        other = expression.right_of(operator) if is_left else expression.left_of(operator)
        return code[slice(*other)].strip() in _ZERO
    if operator.sign == b"=" and not is_left:
        target = expression.left_of(operator)
        typed = ExpressionTypes(facts).of(*target)
        return b"bool" in code[slice(*target)].split() or typed == (b"bool", 0)
    return operator.sign == b"?" and is_left
