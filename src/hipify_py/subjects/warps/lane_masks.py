"""Lane masks of 32 bits at builtins that conversion leaves: HIP's want 64 bits there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import WITH_MASKS
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern

TAKERS = WITH_MASKS | {b"__syncwarp"}
_LITERAL = pattern(
    rb"\(*\s*(?:\(\s*(?:unsigned(?:\s+int)?|uint32_t|int)\s*\)\s*)?(?:\(\s*)?"
    rb"(?:0[xX][0-9a-fA-F]{1,8}[uU]?|~\s*0[xX]?0?[uU]?|-\s*1|\d{1,10}[uU]?|UINT_MAX|UINT32_MAX)\s*\)*"
)
_WIDE = pattern(rb"\b(?:long|\w*64(?:_t)?|lane_mask\w*|auto|size_t)\b")
_NARROW = pattern(rb"\b(?:unsigned(?:\s+int)?|uint32_t|uint|int)\s+(?:const\s+)?$")
_DECLARED = rb"\s*(?:=(?!=)|[,;){])"
_NEAR = 60
_IDENTIFIER = pattern(rb"[A-Za-z_]\w*")


def masks(facts: Facts) -> Iterator[Span]:
    """The masks that builtins are handed in code which conversion does not take for CUDA's."""
    if facts.is_surely_cuda:
        return
    names = facts.reading.names(TAKERS.difference(facts.own_macros))
    own = {name.text for name in names if facts.introduces(name)}
    for name in names:
        around = facts.reading.neighbours(name)
        is_builtin = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL) and around.sign_after == b"("
        spans = facts.reading.arguments(around.after) if is_builtin and name.text not in own else None
        if spans:
            yield Span(*facts.reading.stripped(*spans[0]))


def is_narrow_literal(facts: Facts, mask: Span) -> bool:
    return _LITERAL.fullmatch(facts.reading.code, mask.start, mask.end) is not None


def is_narrow_variable(facts: Facts, mask: Span) -> bool:
    """Whether a mask is a macro or a variable of 32 bits, and of nothing wider anywhere in the file."""
    text = facts.reading.code[mask.start : mask.end]
    if not _IDENTIFIER.fullmatch(text):
        return False
    value = facts.constant(text)
    if value != text and text in facts.own_macros:
        return _LITERAL.fullmatch(value) is not None
    plain = facts.reading.plain
    places = [found.start() for found in re.finditer(rb"\b" + text + _DECLARED, plain)]
    before = [plain[max(0, place - _NEAR) : place] for place in places]
    is_narrow = any(_NARROW.search(kind) for kind in before)
    return is_narrow and not any(_WIDE.search(kind.split(b";")[-1][-_NEAR // 2 :]) for kind in before)
