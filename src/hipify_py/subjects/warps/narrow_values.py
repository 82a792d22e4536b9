"""Which arguments of matches may be integers of 8 or 16 bits: HIP's templates take none, CUDA's functions take int."""

from __future__ import annotations

from hipify_py.edits import Span
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern

_NARROW = pattern(
    rb"(?:signed\s+|unsigned\s+)?(?:char|short)(?:\s+int)?|bool|u(?:char|short)|u?int(?:8|16)_t|std::u?int(?:8|16)_t"
)
_NARROW_VECTOR = pattern(rb"u?(?:char|short)[1-4]")
_VARIABLE = pattern(rb"\s*([A-Za-z_]\w*)\s*(?:(\.\s*[xyzw]|\[[^\[\]]*\])\s*)?")
_MEMBER = pattern(rb"\s*[A-Za-z_][\w\[\]]*(?:\s*(?:\.|->)\s*[A-Za-z_]\w*)+\s*")


def may_be_narrow(facts: Facts, span: Span) -> bool:
    """Whether an argument may be an integer of 8 or 16 bits: a variable or an element declared so, or a member."""
    code = facts.reading.code
    if found := _VARIABLE.fullmatch(code, *span):
        known = declared(facts.reading.plain, found[1], span.start)
        kind = b"" if known is None else known.type
        if found[2] and found[2].startswith(b"."):
            return known is None or _NARROW_VECTOR.fullmatch(kind) is not None
        return _NARROW.fullmatch(kind) is not None
    return _MEMBER.fullmatch(code, *span) is not None
