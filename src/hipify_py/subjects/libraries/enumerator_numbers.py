"""LIB029: enumerations whose enumerators are other numbers in HIP, made from a number, or used as one."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.arithmetic import NUMBERS, SMALL
from hipify_py.file.expression_types import ExpressionTypes, expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_DECLARED = pattern(rb"\s{0,40}(?:const\b\s{0,40})?&?\s{0,40}([A-Za-z_]\w{0,80})\s{0,40}(?:[=;,){\[:]|$)")
_ENUMERATOR = pattern(rb"\s*(?:CU[A-Z]|cudaDev|\*|const\b|void\s*\))")
_OPERATOR_BEFORE = pattern(rb"[=(,?:&|!<>+\-\[{]\s*$|\breturn\s*$")
_ELEMENT = pattern(rb"\s*\[[^\[\]]{0,80}\]")
_OBJECT = pattern(rb"(?:[A-Za-z_]\w{0,60}\s{0,9}(?:\.|->)\s{0,9}){1,9}$")
_NUMBER_BEHIND = pattern(rb"\s*(?:==|!=|<=|>=|<(?!<)|>(?!>))\s*(?:\(\s*)?-?\d")
_NUMBER_BEFORE = pattern(rb"(?<![\w.])\d+\s*(?:==|!=|<=|>=|<|>)\s*$")
_TRUTH_BEHIND = pattern(rb"\s*(?:\?|&&|\|\|)")
_TRUTH_BEFORE = pattern(rb"(?:!|&&|\|\||\bbool\s+[A-Za-z_]\w*\s*=)\s*$")
_CONDITION = pattern(rb"\b(?:if|while)\s*\(\s*$")
_INDEX = pattern(rb"[\w)\]\"]\s*\[\s*$")
_CLOSES = pattern(rb"\s*\)")
_CLOSES_INDEX = pattern(rb"\s*[\]+\-]")
_COMPARES = pattern(rb"(?:[=!<>]=|[<>])\s*(?:::\s*)?[A-Za-z_]\w*\s*$|[=!<>]=\s*$")
_SWITCH = pattern(rb"\bswitch\s*\(\s*$")
_OPENS_BODY = pattern(rb"\s*\)\s*\{")
_CASE = pattern(rb"\bcase\s+(-?\d+)\s*:")
_INTEGER = pattern(
    rb"\b(?:int|unsigned|long|short|char|size_t|u?int(?:8|16|32|64)_t)\s{1,40}[A-Za-z_]\w{0,60}\s{0,40}(?:=|[{(])\s*$"
)
_ENDS_VALUE = pattern(rb"\s*(?:[;,}]|\)\s*[;,])")
_ENDS = pattern(rb"\s*(?:[;,)?]|&&|\|\|)")
# Of a status, success is 0 in both.
_STATUSES = (b"cublasStatus_t", b"cusolverStatus_t")
_OTHER_THAN_ZERO = pattern(rb"-?0*[1-9]")
_OTHER_BEHIND = pattern(rb"\s*(?:==|!=|<=|>=|<(?!<)|>(?!>))\s*(?:\(\s*)?-?0*[1-9]")
_OTHER_BEFORE = pattern(rb"(?<![\w.])[1-9]\d*\s*(?:==|!=|<=|>=|<|>)\s*$")
_INTEGERS = (NUMBERS | SMALL) - {b"float", b"double"}
_INTEGER_TYPE = rb"(?:(?:unsigned|signed)\s+)?(?:int|long|short|char|unsigned)|(?:std::)?u?int(?:8|16|32|64)_t|size_t"
_CAST = pattern(rb"(?:\(\s*(?:" + _INTEGER_TYPE + rb")\s*\)\s*)$")
_CAST_OPENS = pattern(
    rb"(?:\bstatic_cast\s*<\s*(?:"
    + _INTEGER_TYPE
    + rb")\s*>|\b(?:int|unsigned|long|size_t|u?int(?:8|16|32|64)_t))\s*\(\s*$"
)
_EQUALS = pattern(rb"\s*[=!]=\s*(?!=)")
_EQUALED = pattern(rb"(?:[=!]=|(?<![=!<>+*/%&|^-])=)\s*$")
_OPERAND = pattern(
    rb"(?:[A-Za-z_]\w{0,60}\s{0,9}(?:\.|->)\s{0,9}){0,9}[A-Za-z_]\w{0,60}\s{0,9}(?:\[[^\[\]()]{0,40}\]\s{0,9})?"
)
_OPERAND_BEFORE = pattern(
    rb"(?:[A-Za-z_]\w{0,60}\s{0,9}(?:\.|->)\s{0,9}){0,9}[A-Za-z_]\w{0,60}\s{0,9}(?:\[[^\[\]()]{0,40}\]\s{0,9})?$"
)
_CASE_OF = pattern(rb"\bcase\s*$")
_CHOICE = pattern(rb"\?\s*$")
_OR_NUMBER = pattern(rb"\s*:\s*-?\d[\dxXuUlL]*\s*[;,)\]}]")
_NUMBER_BEFORE_COLON = pattern(rb"\?\s*-?\d[\dxXuUlL]*\s*:\s*$")
_PRINTED_HELP = "nothing is decided by it; print a name where people read it"
_CALL_REACH = 600
_SWITCHED = pattern(rb"\bswitch\s*(\()")
_REACH = 80


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    types = frozenset(word for word in words if not word.startswith((b"CUBLAS_", b"CUSOLVER_")))
    yield from _enumerators(facts, words - types)
    variables: set[bytes] = set()
    for name in facts.reading.names(types):
        around = facts.reading.neighbours(name)
        if name.text not in _STATUSES and _is_made_of_number(facts, around):
            yield Hit(name.start, name.end)
        elif found := _DECLARED.match(facts.reading.code, name.end):
            variables.add(found[1])
    expressions = expression_types(facts)
    for name in facts.reading.names(variables):
        used, compared = list(_as_number(facts, name)), list(_status_as_number(facts, name))
        low = max(0, name.start - _REACH)
        is_printed = _is_printed(facts, *_value(facts.reading.code, low, name))
        if not (used or compared or is_printed) or facts.reading.declarations.at(name) is not None:
            continue
        known = expressions.of(*_element(facts.reading.code, low, name))
        if known is None or known.type not in types or known.stars:
            continue
        if is_printed and known.type not in _STATUSES:
            yield _printed(name.text, name.start, name.end)
        type = to_text(known.type)
        message = f"'{to_text(name.text)}' is used as a number; the enumerators of '{type}' are other ones in HIP"
        for start, end in compared if known.type in _STATUSES else used:
            yield Hit(start, end, message=message)


def _enumerators(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """`(int)CUBLAS_OP_T`, `number == CUBLAS_OP_T`, `number = CUBLAS_OP_T`, `case CUBLAS_OP_T:` of a number."""
    code, types = facts.reading.code, expression_types(facts)
    for name in facts.reading.names(words):
        low = max(0, name.start - _REACH)
        if (
            _cast_around(code, low, name.start, name.end) != (name.start, name.end)
            or any(_is_integer(types, *side) for side in _sides(code, low, name))
            or _is_case_of_integer(facts, types, low, name)
            or _is_beside_number(code, low, name)
        ):
            message = f"'{to_text(name.text)}' is used as a number; it is another one in HIP"
            yield Hit(name.start, name.end, message=message)
        elif _is_printed(facts, name.start, name.end):
            yield _printed(name.text, name.start, name.end)


def _printed(text: bytes, start: int, end: int) -> Hit:
    message = f"'{to_text(text)}' is printed as a number; it is another one in HIP"
    return Hit(start, end, message=message, help=_PRINTED_HELP, severity=Severity.INFO)


def _is_beside_number(code: bytes, low: int, name: Name) -> bool:
    """`transposed ? CUBLAS_OP_T : 0`"""
    return bool(
        _NUMBER_BEFORE_COLON.search(code, low, name.start)
        or (_CHOICE.search(code, low, name.start) and _OR_NUMBER.match(code, name.end))
    )


def _is_printed(facts: Facts, start: int, end: int) -> bool:
    """Whether all of an argument of `printf` is a value."""
    passed = facts.reading.argument_at(start, _CALL_REACH)
    return passed is not None and passed.span == (start, end) and passed.callee.text.endswith(b"printf")


def _cast_around(code: bytes, low: int, start: int, end: int) -> tuple[int, int]:
    """What is cast to an integer, with its cast; the same place if it is not."""
    if found := _CAST.search(code, low, start):
        return found.start(), end
    if (found := _CAST_OPENS.search(code, low, start)) and (closes := _CLOSES.match(code, end)):
        return found.start(), closes.end()
    return start, end


def _sides(code: bytes, low: int, name: Name) -> Iterator[tuple[int, int]]:
    """What an enumerator is compared with, or assigned to."""
    if (sign := _EQUALS.match(code, name.end)) and (operand := _OPERAND.match(code, sign.end())):
        yield operand.span()
    sign = _EQUALED.search(code, low, name.start)
    if sign and (operand := _OPERAND_BEFORE.search(code, low, sign.start())):
        yield operand.span()


def _is_integer(types: ExpressionTypes, start: int, end: int) -> bool:
    typed = types.of(start, end)
    return typed is not None and not typed.stars and typed.type in _INTEGERS


def _is_case_of_integer(facts: Facts, types: ExpressionTypes, low: int, name: Name) -> bool:
    """`switch (number) { case CUBLAS_OP_T: … }`"""
    if not _CASE_OF.search(facts.reading.code, low, name.start):
        return False
    scope = facts.reading.scopes.at(name.start)
    switch = _SWITCHED.search(facts.reading.plain, scope.head, scope.start) if scope is not None else None
    closing = facts.reading.closers.get(switch.start(1)) if switch is not None else None
    return switch is not None and closing is not None and _is_integer(types, switch.end(1), closing)


def _is_made_of_number(facts: Facts, around: Neighbours) -> bool:
    """`cublasDiagType_t(t)`, in an expression."""
    if around.sign_after != b"(" or usage(around, is_scope=True) not in (Usage.PLAIN, Usage.GLOBAL):
        return False
    code = facts.reading.code
    arguments = facts.reading.arguments(around.after) or []
    if len(arguments) != 1 or _ENUMERATOR.match(code, arguments[0][0]) or not code[slice(*arguments[0])].strip():
        return False
    start = max(around.low, around.before - _REACH)  # comments between do not count
    return _OPERATOR_BEFORE.search(around.code, start, around.before) is not None


def _as_number(facts: Facts, name: Name) -> Iterator[tuple[int, int]]:
    """Where a variable, an element or a member is taken for a number, or for true and false."""
    code, low = facts.reading.code, max(0, name.start - _REACH)
    start, end = _value(code, low, name)
    if labels := _labels(facts, low, start, end):
        yield from labels
    elif any(is_number(code, low, start, end) for is_number in (_is_compared, _is_index, _is_truth, _is_stored)):
        yield start, end


def _status_as_number(facts: Facts, name: Name) -> Iterator[tuple[int, int]]:
    """Where a status is compared with a number other than 0."""
    code, low = facts.reading.code, max(0, name.start - _REACH)
    start, end = _value(code, low, name)
    yield from (label for label in _labels(facts, low, start, end) if _OTHER_THAN_ZERO.match(code, *label))
    if _OTHER_BEHIND.match(code, end) or _OTHER_BEFORE.search(code, low, start):
        yield start, end


def _value(code: bytes, low: int, name: Name) -> tuple[int, int]:
    """The expression that a name stands in, and its cast."""
    return _cast_around(code, low, *_element(code, low, name))


def _element(code: bytes, low: int, name: Name) -> tuple[int, int]:
    """An element, a member, or the name itself."""
    element = _ELEMENT.match(code, name.end)
    of = _OBJECT.search(code, low, name.start)
    return of.start() if of else name.start, element.end() if element else name.end


def _labels(facts: Facts, low: int, start: int, end: int) -> list[tuple[int, int]]:
    """The numbers in the labels of a `switch` of an expression."""
    code, plain = facts.reading.code, facts.reading.plain
    switch = _SWITCH.search(code, low, start)
    body = _OPENS_BODY.match(code, end) if switch else None
    if switch is None or body is None:
        return []
    closing = facts.reading.closers.get(body.end() - 1, body.end())
    return [case.span(1) for case in _CASE.finditer(plain, switch.end(), closing)]


def _is_compared(code: bytes, low: int, start: int, end: int) -> bool:
    return bool(_NUMBER_BEHIND.match(code, end) or _NUMBER_BEFORE.search(code, low, start))


def _is_index(code: bytes, low: int, start: int, end: int) -> bool:
    return bool(_INDEX.search(code, low, start) and _CLOSES_INDEX.match(code, end))


def _is_stored(code: bytes, low: int, start: int, end: int) -> bool:
    """`int i = op;`"""
    return bool(_INTEGER.search(code, low, start) and _ENDS_VALUE.match(code, end))


def _is_truth(code: bytes, low: int, start: int, end: int) -> bool:
    if _COMPARES.search(code, low, start):
        return False  # `CUBLAS_OP_N == op ? …`
    if _CONDITION.search(code, low, start) and _CLOSES.match(code, end):
        return True
    return bool(_TRUTH_BEHIND.match(code, end)) or bool(_TRUTH_BEFORE.search(code, low, start) and _ends(code, end))


def _ends(code: bytes, end: int) -> bool:
    """Whether nothing follows that an operator before it would not reach: `!op`, `a && op`, not `a && op == b`."""
    return _ENDS.match(code, end) is not None
