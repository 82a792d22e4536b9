"""LIB029: enumerations whose enumerators are other numbers in HIP, made from a number, or used as one."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

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
_REACH = 80


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    variables: set[bytes] = set()
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if _is_made_of_number(facts, name, around):
            yield Hit(name.start, name.end)
        elif found := _DECLARED.match(facts.reading.code, name.end):
            variables.add(found[1])
    for name in facts.reading.names(variables):
        known = declared(facts.reading.plain, name.text, name.end)
        if known is None or known.type not in words or known.stars or known.place == name.start:
            continue
        for start, end in _as_number(facts, name):
            type = known.type.decode()
            message = f"'{name.text.decode()}' is used as a number; the enumerators of '{type}' are other ones in HIP"
            yield Hit(start, end, message=message)


def _is_made_of_number(facts: Facts, name: Name, around: Neighbours) -> bool:
    """`cublasDiagType_t(t)`, in an expression."""
    if around.sign_after != b"(" or usage(around, is_scope=True) not in (Usage.PLAIN, Usage.GLOBAL):
        return False
    code = facts.reading.code
    arguments = facts.reading.arguments(around.after) or []
    if len(arguments) != 1 or _ENUMERATOR.match(code, arguments[0][0]) or not code[slice(*arguments[0])].strip():
        return False
    return _OPERATOR_BEFORE.search(code, max(0, name.start - _REACH), name.start) is not None


def _as_number(facts: Facts, name: Name) -> Iterator[tuple[int, int]]:
    """Where a variable, an element or a member is taken for a number, or for true and false."""
    code, plain = facts.reading.code, facts.reading.plain
    low = max(0, name.start - _REACH)
    element = _ELEMENT.match(code, name.end)
    end = element.end() if element else name.end
    of = _OBJECT.search(code, low, name.start)
    start = of.start() if of else name.start
    if (switch := _SWITCH.search(code, low, start)) and (body := _OPENS_BODY.match(code, end)):
        closing = facts.reading.closers.get(body.end() - 1, body.end())
        yield from (case.span(1) for case in _CASE.finditer(plain, switch.end(), closing))
    elif any(is_number(code, low, start, end) for is_number in (_is_compared, _is_index, _is_truth, _is_stored)):
        yield start, end


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
