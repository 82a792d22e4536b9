"""MTH016: own operators on a vector and a scalar, `float2 operator+(float2, float)` of complex numbers.

Those of HIP are templates, which fit any scalar: they win over an own operator wherever its argument would have to be
converted (`z + 1`), and mean something else. What computes the same as HIP's, or leaves that to another operator on the
same types, is not reported, unless it takes the vector as one to change: then neither is better (`float3 &a / 2`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from hipify_py.file.facts import Facts
from hipify_py.file.proposals import definition_at
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.math.vector_operators import COMPLEX, VECTORS, Operator, is_by_component
from hipify_py.texts import to_text

_OPERATOR = pattern(rb"operator\s*((?:[*/%+&|^-]|<<|>>)=?)\s*\(")
_PARAMETER = pattern(rb"\s{0,9}(const\s{1,9})?([\w \t]{0,90}\w)\s{0,9}(?:(&)\s{0,9})?\b(\w{1,90})\s{0,9}")
_SCALAR = pattern(
    rb"(?:(?:un)?signed )?(?:char|short|int|long(?: long)?)|unsigned|float|double|bool|size_t|u(?:char|short|int|long)"
    rb"|u?int(?:8|16|32|64)_t"
)
_SHORTER = {b"unsigned": b"uint", b"int32_t": b"int", b"uint32_t": b"uint"}


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.names(words):
        found = _OPERATOR.match(facts.reading.plain, name.start)
        lost = _lost(facts, name, found) if found is not None else None
        if lost is not None:
            sign, vector, scalar = map(to_text, lost)
            yield Hit(name.start, name.end, {"sign": sign, "vector": vector, "scalar": scalar})


def _lost(facts: Facts, name: Name, found: re.Match[bytes]) -> tuple[bytes, bytes, bytes] | None:
    """The sign and the types of an operator that means something else than HIP's."""
    plain = facts.reading.plain
    at = definition_at(facts.reading, name, found.end() - 1)
    if at is None or b"template" in facts.reading.code[at.start : name.start]:
        return None
    spans = facts.reading.arguments(at.opening) or []
    parameters = [each for span in spans if (each := _PARAMETER.fullmatch(plain, *span)) is not None]
    types = [COMPLEX.get(kind, kind) for kind in (_type(facts, each) for each in parameters)]
    side = next((i for i, kind in enumerate(types) if _SCALAR.fullmatch(kind)), -1)
    if not len(types) == len(spans) == 2 or side < 0 or (side == 0 and found[1].endswith(b"=")):
        return None
    scalar, kind, vector = parameters[side], types[side], types[1 - side]
    if vector not in VECTORS - facts.own_vectors or (scalar[3] and not scalar[1]):
        return None
    place = (at.start, at.opening, at.body, at.end)
    operator = Operator(name, *place, found[1], vector, parameters[1 - side][2], parameters[0][4], parameters[1][4])
    is_of_element = vector[:-1] == _SHORTER.get(kind, kind.replace(b"unsigned ", b"u"))
    is_changed = parameters[1 - side][3] and not parameters[1 - side][1] and not found[1].endswith(b"=")
    is_same = is_of_element and not is_changed and _is_by_component(plain, operator, side)
    return None if is_same else (found[1], vector, scalar[2])


def _type(facts: Facts, parameter: re.Match[bytes]) -> bytes:
    known = facts.reading.declarations.at(Name(*parameter.span(4), parameter[4]))
    written = b" ".join(parameter[2].split())
    return known.type if known is not None and known.type and b" " not in written else written


def _is_by_component(code: bytes, operator: Operator, side: int) -> bool:
    """Whether a body computes by component, which is seen once its scalar stands as a vector, or leaves that to another
    operator."""
    body, left, right = code[operator.body + 1 : operator.end - 1], operator.left, operator.right
    sign, text = operator.operation, b"".join(body.split())
    if text.removesuffix(b"return%s;" % left) == b"%s=%s%s%s;" % (left, left, sign, right):
        return True
    if text == b"return%s%s%s;" % (right, sign, left) and sign in b"*+":
        return True
    if re.fullmatch(rb"\w{1,90}?(inv\w{0,90})=1\.0?f?/%s;return%s\*\1;" % (right, left), text):
        return True
    scalar, vector, signed = re.escape((left, right)[side]), re.escape((right, left)[side]), re.escape(sign)
    body = re.sub(rb"(\b%s\s*\.\s*([xyzw])\s*%s=?\s*)%s\b" % (vector, signed, scalar), rb"\1%s.\2" % scalar, body)
    body = re.sub(rb"\b%s(\s*%s\s*%s\s*\.\s*([xyzw]))" % (scalar, signed, vector), rb"%s.\2\1" % scalar, body)
    other = replace(operator, left=right, right=left) if sign in b"*+" else operator
    return any(is_by_component(body, each, ()) for each in (operator, other))
