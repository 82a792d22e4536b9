"""`__popc(x)`, `__popcll(x)`: `unsigned` in HIP and `int` in CUDA. Where the difference may show, the type is written:
in lists in braces, which do not narrow, in differences, comparisons and products with numbers below zero, where a type
is deduced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import behind_last
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__popc", b"__popcll")), tells=False)
_CALLED = pattern(rb"\b([A-Za-z_]\w*)\s{0,90}(?:<[^<>;(){}]{0,60}>\s{0,90})?\Z")
_CAST_BEFORE = pattern(
    rb"\(\s*(?:const\s+)?(?:(?:un)?signed|int|long|float|double|u?int\d+_t|size_t|bool)(?:\s+(?:int|long))*\s*\)\s*\Z"
)
# Take numbers of one type, or have overloads.
_OF_ONE_TYPE = (b"min", b"max", b"clamp", b"abs", b"make_pair", b"make_tuple", b"pair", b"tuple")
_TEMPLATE = rb"\btemplate\s*<[^;{}()]{0,90}>[^;{}()]{0,200}\b%s\s*\("
_UNSIGNED = pattern(rb"\b(?:unsigned|uint\w*|size_t|u(?:char|short|long|longlong)\d?|dim3)\b")
_DEDUCED = pattern(rb"\bauto\b[\s&*]*[A-Za-z_]\w*\s*=")
# Such a variable has the same bits in both cases, if nothing but sums, differences and products are assigned.
_WHOLE_NUMBER = pattern(rb"\b(?:int|unsigned|uint|u?int32_t)\s+[A-Za-z_]\w*\s*=(?!=)[^=<>/%?]*\Z")
_NO_SUM = pattern(rb"[<>/%?]")
_BEFORE = pattern(rb"(?<!-)-(?![->=])|~|[A-Za-z_)\]]\w{0,90}\s{0,90}\*\s{0,90}\Z|[/%]\s{0,90}\Z")
_BEHIND = pattern(rb"-(?!>)|[*/%]\s*[A-Za-z_(]")
_COMPARED = pattern(rb"(?<![-<>])[<>](?![<>])=?")
_VALUE = pattern(rb"&&|\|\||\breturn\b|(?<![=!<>])=(?!=)")
_OPERAND = pattern(rb"[?:]")
_NEVER_NEGATIVE = pattern(rb"\s*(?:\d[\w.]*|warpSize|(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*\w)\s*")
_PARENTHESIS = ord("(")
_DEEPEST = 6
_LONGEST = 300


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        closing = facts.reading.closers.get(around.after) if is_call else None
        if closing is None or facts.is_own(name, around) or facts.reading.directive_at(name.start):
            continue
        start = around.before - len(b"::") if around.preceded_by(b"::") else name.start
        if _shows(facts.reading, start, closing + 1):
            yield Edit(start, start, b"static_cast<int>(", to_text(name.text), "dialect")
            yield Edit(closing + 1, closing + 1, b")", to_text(name.text), "dialect")


def _shows(reading: Reading, start: int, end: int) -> bool:
    """Whether it may matter to the expression around a number that it is one without a sign."""
    plain, scope = reading.plain, reading.scopes.at(start)
    for _level in range(_DEEPEST):
        if scope is None:
            return False
        left = plain[max(scope.start + 1, start - _LONGEST) : start]
        left = left[behind_last(left, b",;{}") :]
        right = re.split(rb"[,;{}]", plain[end : min(scope.end, end + _LONGEST)], maxsplit=1)[0]
        if _CAST_BEFORE.search(left):
            return False
        if scope.kind is Kind.INITIALIZER:
            return not _UNSIGNED.search(plain, scope.head, scope.start)
        if _is_computed_with(left, right) or _is_compared(left, right):
            return True
        called = _CALLED.search(plain, max(0, scope.start - _LONGEST), scope.start)
        if plain[scope.start] != _PARENTHESIS or (called is not None and called[1] != b"return"):
            return called is not None and _deduces(plain, called[1])
        start, end, scope = scope.start, scope.end + 1, reading.scopes.parent(scope)
    return False


def _is_computed_with(left: bytes, right: bytes) -> bool:
    if _DEDUCED.search(left):
        return True
    is_whole = _WHOLE_NUMBER.search(left) is not None and not _NO_SUM.search(right)
    return not is_whole and bool(_BEFORE.search(_VALUE.split(left)[-1]) or _BEHIND.search(_VALUE.split(right)[0]))


def _is_compared(left: bytes, right: bytes) -> bool:
    """Whether it is compared with what may be negative."""
    before, behind = _OPERAND.split(_VALUE.split(left)[-1])[-1], _OPERAND.split(_VALUE.split(right)[0])[0]
    others = [*_COMPARED.split(before)[:-1], *_COMPARED.split(behind)[1:]]
    return not all(map(_NEVER_NEGATIVE.fullmatch, others))


def _deduces(plain: bytes, function: bytes) -> bool:
    return function in _OF_ONE_TYPE or re.search(_TEMPLATE % re.escape(function), plain) is not None
