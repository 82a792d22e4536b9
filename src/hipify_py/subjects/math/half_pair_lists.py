"""`h = {a, b}` of a `half2` or a pair of bfloat16: assignments of HIP's types take such a list in several ways, or in
none. So is the type written: `h = half2{a, b}`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes, to_text

_PAIRS = frozenset((b"half2", b"__half2", b"nv_bfloat162", b"__nv_bfloat162"))
ANCHORS = Anchors(_PAIRS, tells=False)
_CONTROL = pattern(rb"(?:else\b|(?:if|for|while)\b\s*(?=\())\s*")
_LIST = pattern(rb"(?<![-+*/%|&^=!<>])=\s*(?=\{)")


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    types = ExpressionTypes(facts)
    for found in _LIST.finditer(facts.reading.plain):
        start = _assignment_at(facts, found.start())
        typed = types.of(start, found.start())
        if typed is None or typed.stars or typed.type not in _PAIRS or facts.is_left_alone(start):
            continue
        known = facts.policy.name(to_text(typed.type))
        name = known.target if known is not None else None
        if name is not None:
            yield Edit(found.end(), found.end(), to_bytes(name), to_text(typed.type), "dialect")


def _assignment_at(facts: Facts, offset: int) -> int:
    """Where the assignment begins that a place stands in, behind conditions of it."""
    reading = facts.reading
    start = reading.skip_blank(reading.scopes.statement_at(offset))
    while control := _CONTROL.match(reading.plain, start, offset):
        start = reading.skip_blank(reading.closers.get(control.end(), control.end() - 1) + 1)
    return start
