"""Lane masks of 32 bits at builtins that conversion leaves: HIP's want 64 bits there."""

from __future__ import annotations

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
_DECLARED = pattern(rb"\s*(?:=(?!=)|[,;){])")
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


def narrow_variables(facts: Facts) -> Iterator[Span]:
    """The masks that are macros or variables of 32 bits, and of nothing wider anywhere in the file."""
    code = facts.reading.code
    named = [mask for mask in masks(facts) if _IDENTIFIER.fullmatch(code, mask.start, mask.end)]
    names = {code[mask.start : mask.end] for mask in named}
    kinds = _kinds(facts, names) if names else {}
    narrow = {name for name in names if _is_narrow(facts, name, kinds.get(name, []))}
    return (mask for mask in named if code[mask.start : mask.end] in narrow)


def _kinds(facts: Facts, names: set[bytes]) -> dict[bytes, list[bytes]]:
    """What stands before each place where one of the names may be declared."""
    plain, kinds = facts.reading.plain, dict[bytes, list[bytes]]()
    for name in facts.reading.names(names):
        if plain.startswith(name.text, name.start) and _DECLARED.match(plain, name.end):
            kinds.setdefault(name.text, []).append(plain[max(0, name.start - _NEAR) : name.start])
    return kinds


def _is_narrow(facts: Facts, name: bytes, kinds: list[bytes]) -> bool:
    value = facts.constant(name)
    if value != name and name in facts.own_macros:
        return _LITERAL.fullmatch(value) is not None
    is_narrow = any(_NARROW.search(kind) for kind in kinds)
    return is_narrow and not any(_WIDE.search(kind.split(b";")[-1][-_NEAR // 2 :]) for kind in kinds)
