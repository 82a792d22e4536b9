"""`h = {a, b}` of a `half2` or a pair of bfloat16: assignments of HIP's types take such a list in several ways, or in
none. So is the type written: `h = half2{a, b}`, and `v = T{}` in templates."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.texts import to_bytes, to_text

_PAIRS = frozenset((b"half2", b"__half2", b"nv_bfloat162", b"__nv_bfloat162"))
ANCHORS = Anchors(_PAIRS, tells=False)
_CONTROL = pattern(rb"(?:else\b|(?:if|for|while)\b\s*(?=\())\s*")
_ASSIGNS = pattern(rb"(?<![-+*/%|&^=!<>])=(?!=)")
_EMPTY = pattern(rb"\{\s*\}")
_LIST = pattern(rb"(?<![-+*/%|&^=!<>])=\s*(?=\{)")


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    types = expression_types(facts)
    for found in _LIST.finditer(facts.reading.plain):
        start = _assignment_at(facts, found.start())
        typed = types.of(start, found.start())
        if typed is None or typed.stars or facts.is_left_alone(start):
            continue
        name = _written(facts, typed.type, found.end())
        if name is not None:
            yield Edit(found.end(), found.end(), to_bytes(name), to_text(typed.type), "dialect")


def _written(facts: Facts, type: bytes, place: int) -> str | None:
    """What a type becomes that has to be written before a list; of that of a template, an empty one."""
    if type in _PAIRS:
        known = facts.policy.name(to_text(type))
        return known.target if known is not None else None
    is_given = _EMPTY.match(facts.reading.plain, place) and facts.reading.declarations.is_type_parameter(type, place)
    return to_text(type) if is_given else None


def _assignment_at(facts: Facts, offset: int) -> int:
    """Where the assignment begins that a place stands in, behind conditions of it and assignments that take it."""
    reading = facts.reading
    start = reading.skip_blank(reading.scopes.statement_at(offset))
    inside = reading.scopes.at(start)
    if (
        inside is not None and inside.kind is Kind.BRACKET and inside.start < start and inside.end < offset
    ):  # `for (…; …; …) v = {}`
        start = reading.skip_blank(reading.closers[inside.start] + 1)
    while control := _CONTROL.match(reading.plain, start, offset):
        start = reading.skip_blank(reading.closers.get(control.end(), control.end() - 1) + 1)
    parts = reading.outside_of_brackets(start, offset)
    return max((found.end() for part in parts for found in _ASSIGNS.finditer(reading.plain, *part)), default=start)
