"""Lane masks of 32 bits at builtins that conversion leaves: HIP's want 64 bits there."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import WITH_MASKS
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name

TAKERS = WITH_MASKS | {b"__syncwarp"}
_LITERAL = pattern(
    rb"\(*\s*(?:\(\s*(?:unsigned(?:\s+int)?|uint32_t|int)\s*\)\s*)?(?:\(\s*)?"
    rb"(?:0[xX][0-9a-fA-F]{1,8}[uU]?|~\s*0[xX]?0?[uU]?|-\s*1|\d{1,10}[uU]?|UINT_MAX|UINT32_MAX)\s*\)*"
)
_NARROW = frozenset((b"unsigned", b"unsigned int", b"uint32_t", b"std::uint32_t", b"uint", b"int"))
_IDENTIFIER = pattern(rb"[A-Za-z_]\w*")


def masks(facts: Facts) -> Iterator[Span]:
    """The masks that builtins are handed in code which conversion does not take for CUDA's."""
    if facts.is_surely_cuda:
        return
    names = facts.reading.names(TAKERS.difference(facts.own_macros, facts.maybe_own))
    own = {name.text for name in names if facts.introduces(name)}
    for name in names:
        around = facts.reading.neighbours(name)
        is_builtin = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL) and around.sign_after == b"("
        if name.text in own or facts.meant_of(facts.own_called(name.text), name, around) is not None:
            is_builtin &= _is_in_own(facts, name)
        spans = facts.reading.arguments(around.after) if is_builtin else None
        if spans:
            yield Span(*facts.reading.stripped(*spans[0]))


def _is_in_own(facts: Facts, name: Name) -> bool:
    """Whether a call stands in a function of that name, for another type: it would not call itself for ever."""
    function = facts.functions.around(name.start)
    return function is not None and function.name == name.text


def is_narrow_literal(facts: Facts, mask: Span) -> bool:
    return _LITERAL.fullmatch(facts.reading.code, mask.start, mask.end) is not None


def narrow_variables(facts: Facts) -> Iterator[Span]:
    """The masks that are macros or variables of 32 bits."""
    code = facts.reading.code
    return (mask for mask in masks(facts) if _is_narrow(facts, code[mask.start : mask.end], mask.start))


def _is_narrow(facts: Facts, name: bytes, place: int) -> bool:
    if not _IDENTIFIER.fullmatch(name):
        return False
    if name in facts.own_macros:
        return _LITERAL.fullmatch(facts.constant(name, place)) is not None
    known = facts.reading.declarations.of(name, place)
    return known is not None and known.type in _NARROW and not known.depth
