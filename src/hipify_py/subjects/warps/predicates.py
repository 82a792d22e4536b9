"""Whether a predicate is seen to be `bool`, or an `int` that fits: CUDA's votes take an `int`, so that 0.5 and
`1ull << 32` are false there."""

from __future__ import annotations

from hipify_py.edits import Span
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

_OPENING = pattern(rb"[(\[{]")
# What binds less than the logical operators, so that their result is not the whole.
_LOOSER = pattern(rb"[?,]|<<=|>>=|(?<![=<>!])=(?!=)")
_LOGICAL = pattern(rb"&&|\|\||\b(?:and|or)\b")
_BITWISE = pattern(rb"[&|^]|\b(?:bitand|bitor|xor)\b")
_COMPARISON = pattern(rb"[<>=!]=")
# One of them alone: two may be the brackets of template arguments.
_ANGLE = pattern(rb"(?<![<>-])[<>](?![<>])")
_NOT = pattern(rb"![\w:.\s]*")
_LITERAL = pattern(rb"true|false|\d")


def is_truth(reading: Reading, span: Span) -> bool:
    """Whether an expression is true, false or a digit, whatever the types of what it is made of."""
    start, end = reading.stripped(span.start, span.end)
    while reading.code[start : start + 1] == b"(" and reading.closers.get(start) == end - 1:
        start, end = reading.stripped(start + 1, end - 1)
    outside = _outside_of_brackets(reading, start, end)
    if _LOOSER.search(outside):
        return False
    if _LOGICAL.search(outside):
        return True
    if _BITWISE.search(outside):
        return False
    is_comparison = _COMPARISON.search(outside) or len(_ANGLE.findall(outside)) == 1
    return bool(is_comparison or _NOT.fullmatch(outside) or _LITERAL.fullmatch(outside))


def _outside_of_brackets(reading: Reading, start: int, end: int) -> bytes:
    pieces: list[bytes] = []
    while opening := _OPENING.search(reading.code, start, end):
        pieces.append(reading.code[start : opening.start()])
        closing = reading.closers.get(opening.start())
        start = end if closing is None else closing + 1
    return b" ".join((*pieces, reading.code[start:end]))
