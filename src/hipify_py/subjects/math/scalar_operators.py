"""Operators of the project's own on a vector and a scalar: `float2 operator+(float2, float)` of complex numbers.

Those of HIP are templates, which fit any scalar: they win over an own operator wherever its argument would have to be
converted (`z + 1`), and mean something else. Such an operator gets a template beside it that wins over HIP's and
converts the scalar; one that may be declared elsewhere is reported. Those that compute what HIP's do need nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.proposals import definition_at
from hipify_py.findings import VECTOR_OPERATOR, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.subjects.math import vector_operators
from hipify_py.texts import to_text

ANCHORS = vector_operators.ANCHORS
concerns = vector_operators.concerns

_OPERATOR = pattern(rb"operator\s*([*/+-]=?)\s*\(")
_PARAMETER = pattern(rb"\s*(const\s+)?([\w \t]*\w)\s*(?:(&)\s*)?\b(\w+)\s*")
_DERIVED = pattern(rb"\b(?:struct|class)\s+(\w+)\s*:\s*(?:public\s+)?(\w+)\s*\{")
_SCALAR = pattern(
    rb"(?:(?:un)?signed )?(?:char|short|int|long(?: long)?)|unsigned|float|double|bool|size_t|u(?:char|short|int|long)"
    rb"|u?int(?:8|16|32|64)_t"
)
_SHORTER = {b"unsigned": b"uint", b"int32_t": b"int", b"uint32_t": b"uint"}


class _Scalar(NamedTuple):
    """An operator with the parameter that is its scalar, the type that is written there, and whether HIP's computes the
    same."""

    at: vector_operators.Operator
    side: int
    parameter: Span
    type: bytes
    is_like_hip: bool | None


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    found = list(_operators(facts))
    counts = Counter((each.at.sign, each.at.vector, each.side) for each in found)
    other, alike = ({_kind(each) for each in found if each.is_like_hip is is_like} for is_like in (False, True))
    for each in found:
        is_delegated = each.is_like_hip is None and _kind(each) in alike - other
        is_done = b"HipScalar" in facts.reading.plain[each.at.end : each.at.end + 400]
        if not (each.is_like_hip or is_delegated or is_done):
            is_single = counts[each.at.sign, each.at.vector, each.side] == 1
            is_certain = is_single and vector_operators.may_prefer(facts, each.at, each.at.sign)
            yield _for_any_scalar(facts, each) if is_certain else _finding(each)


def _kind(scalar: _Scalar) -> tuple[bytes, bytes]:
    return scalar.at.operation, scalar.at.vector


def _operators(facts: Facts) -> Iterator[_Scalar]:
    names = [name for name in facts.names(ANCHORS.words) if _OPERATOR.match(facts.reading.plain, name.start)]
    vectors = vector_operators.VECTORS - facts.own_vectors if names else frozenset()
    derived = {found[1] for found in _DERIVED.finditer(facts.reading.plain) if found[2] in vectors} if names else ()
    for name in names:
        found = _OPERATOR.match(facts.reading.plain, name.start)
        at = definition_at(facts.reading, name, found.end() - 1) if found is not None else None
        if found is None or at is None or b"template" in facts.reading.code[at.start : name.start]:
            continue
        spans = facts.reading.arguments(at.opening) or []
        matches = [_PARAMETER.fullmatch(facts.reading.plain, *span) for span in spans]
        sides = [(each, _type(facts, each)) for each in matches if each is not None]
        side = next((i for i, (_, kind) in enumerate(sides) if _SCALAR.fullmatch(kind)), -1)
        if len(sides) != 2 or len(spans) != 2 or side < 0 or (side == 0 and found[1].endswith(b"=")):
            continue
        (scalar, kind), (other, vector) = sides[side], sides[1 - side]
        if (vector in vectors or vector in derived) and (scalar[1] or not scalar[3]):
            place = (at.start, at.opening, at.body, at.end)
            names_of_both = (sides[0][0][4], sides[1][0][4])
            operator = vector_operators.Operator(name, *place, found[1], vector, other[2], *names_of_both)
            is_of_element = vector[:-1] == _SHORTER.get(kind, kind.replace(b"unsigned ", b"u"))
            is_alike = _is_by_component(facts.reading.plain, operator, side) if is_of_element else False
            yield _Scalar(operator, side, Span(*scalar.span()), scalar[2], is_alike)


def _type(facts: Facts, parameter: re.Match[bytes]) -> bytes:
    known = facts.reading.declarations.at(Name(*parameter.span(4), parameter[4]))
    written = b" ".join(parameter[2].split())
    return known.type if known is not None and known.type and b" " not in written else written


def _is_by_component(code: bytes, operator: vector_operators.Operator, side: int) -> bool | None:
    """Whether a body computes by component, which is seen once its scalar stands as a vector; None where it leaves that
    to another operator on the same types."""
    body, left, right = code[operator.body + 1 : operator.end - 1], operator.left, operator.right
    sign, text = operator.operation, b"".join(body.split())
    if text.removesuffix(b"return%s;" % left) == b"%s=%s%s%s;" % (left, left, sign, right):
        return None
    if text == b"return%s%s%s;" % (right, sign, left) and sign in b"*+":
        return None
    scalar, vector, signed = re.escape((left, right)[side]), re.escape((right, left)[side]), re.escape(sign)
    body = re.sub(rb"(\b%s\s*\.\s*([xyzw])\s*%s=?\s*)%s\b" % (vector, signed, scalar), rb"\1%s.\2" % scalar, body)
    body = re.sub(rb"\b%s(\s*%s\s*%s\s*\.\s*([xyzw]))" % (scalar, signed, vector), rb"%s.\2\1" % scalar, body)
    other = replace(operator, left=right, right=left) if sign in b"*+" else operator
    return any(vector_operators.is_by_component(body, each, ()) for each in (operator, other))


def _for_any_scalar(facts: Facts, operator: _Scalar) -> Edit:
    """The operator once more as a template, behind its lines."""
    reading, at, (start, end) = facts.reading, operator.at, operator.parameter
    values = [at.left, at.right]
    blank = b" " * (start > at.opening + 1)
    parameter = blank + b"HipScalar " + values[operator.side]
    head = reading.code[at.start : start] + parameter + reading.code[end : reading.closers[at.opening] + 1]
    values[operator.side] = b"static_cast<%s>(%s)" % (operator.type, values[operator.side])
    lines = (
        b"",
        b"#if defined(__HIP_PLATFORM_AMD__)  // HIP brings an operator for any scalar",
        b"template <typename HipScalar> __attribute__((",
        b'    enable_if(std::is_convertible<HipScalar, %s>::value, "preferred to the operator of HIP")))'
        % operator.type,
        head + b" { return %s %s %s; }" % (values[0], operator.at.sign, values[1]),
        b"#endif",
    )
    place = reading.line_stop(at.end - 1)
    place -= len(reading.line_end) if reading.begins_line(place) else 0
    return Edit(place, place, reading.line_end.join(lines), f"operator{to_text(operator.at.sign)}", "definitions")


def _finding(operator: _Scalar) -> Finding:
    sign, vector = to_text(operator.at.sign), to_text(operator.at.vector)
    message = f"'operator{sign}' on '{vector}' loses to that of HIP where the scalar is not '{to_text(operator.type)}'"
    help = f"make it inline on lines of its own, or pass exactly a '{to_text(operator.type)}'"
    name = operator.at.name
    return Finding(VECTOR_OPERATOR, name.start, name.end, message, help=help, subject=sign, severity=Severity.WARNING)
