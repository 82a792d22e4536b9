"""`cg::reduce` over a tile: HIP has it since ROCm 10.0 only, so it becomes the loop of shuffles that it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import only_scope
from hipify_py.findings import GROUP_REDUCE, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.subjects.groups.groups import Groups
from hipify_py.tables.model import Version

ANCHORS = Anchors(frozenset((b"cooperative_groups", b"cg", b"reduce")), tells=False)  # `co::reduce` by an alias

_SINCE = Version(10, 0)
_OPERATION = pattern(
    rb"(?:(?:::\s*)?(\w+)\s*::\s*)?(plus|less|greater|bit_and|bit_or|bit_xor)\s*(<).*(>)\s*(?:\(\s*\)|\{\s*\})",
    re.DOTALL,
)
# Types that no variable is assigned of.
_NO_VARIABLE = pattern(rb"\bconst\b|[&*]|\.\.\.")
_COALESCED = pattern(
    rb"\bcoalesced_group\s*(?:&\s*)?(\w+)"
    rb"|\b(\w+)\s*=[^;=]{0,200}(?:coalesced_threads|binary_partition|labeled_partition)"
)
_COMBINED = {
    b"plus": b"a + b",
    b"less": b"b < a ? b : a",
    b"greater": b"a < b ? b : a",
    b"bit_and": b"a & b",
    b"bit_or": b"a | b",
    b"bit_xor": b"a ^ b",
}
_LOOP = (
    b"[](const auto& group, ",
    b" value, auto combine) { "
    b"for (unsigned step = group.size() / 2; step > 0; step /= 2) "
    b"value = combine(value, group.shfl_xor(value, step)); "
    b"return value; }(",
)


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    spaces = Groups(facts).spaces
    if not spaces or facts.is_ported:
        return
    coalesced = _coalesced(facts.reading.plain)
    for name in facts.names((b"reduce",)):
        around = facts.reading.neighbours(name)
        scope = only_scope(around) if around.sign_after == b"(" else None
        if scope is not None and scope.name in spaces:
            qualified = Name(scope.start, name.end, scope.text + name.text)
            proposed = _loop(facts, spaces, coalesced, qualified, around.after)
            if isinstance(proposed, Edit) or facts.policy.rocm < _SINCE:
                yield proposed


def _loop(
    facts: Facts, spaces: frozenset[bytes], coalesced: frozenset[bytes], name: Name, opening: int
) -> Edit | Finding:
    spans = [Span(*facts.reading.stripped(*span)) for span in facts.reading.arguments(opening) or []]
    is_interrupted = facts.reading.is_interrupted(name.start, opening)
    if len(spans) != 3 or is_interrupted or facts.reading.code[spans[0].start : spans[0].end] in coalesced:
        message = "HIP has no 'cooperative_groups::reduce' before ROCm 10.0"
        help = "reduce with the shuffles of the group, or with hipcub::WarpReduce"
        return Finding(GROUP_REDUCE, name.start, name.end, message, help=help, subject="reduce")
    group, value, operation = spans
    combined = _OPERATION.fullmatch(facts.reading.code, operation.start, operation.end)
    last: tuple[bytes | Span, ...] = (operation,)
    takes: tuple[bytes | Span, ...] = (name.text, b"(,,)")
    type_: bytes | Span = b"auto"
    if combined and combined[1] in (None, *spaces):
        last = (b"[](auto a, auto b) { return " + _COMBINED[combined[2]] + b"; }",)
        takes = (*takes, operation)
        type_ = _type(facts, combined) or type_
    closing = facts.reading.closers[opening]
    new: tuple[bytes | Span, ...] = (_LOOP[0], type_, _LOOP[1], group, b", ", value, b", ", *last, b")")
    if facts.reading.neighbours(name).sign_before == b"[":
        new = (b"(", *new, b")")  # `[[` would begin an attribute
    return Edit(name.start, closing + 1, new, "cooperative_groups::reduce", "cooperative groups", takes)


def _type(facts: Facts, operation: re.Match[bytes]) -> Span | None:
    """What `plus<int>` adds, whatever the type of the value that is handed over."""
    span = Span(*facts.reading.stripped(operation.end(3), operation.start(4)))
    named = facts.reading.code[span.start : span.end]
    return span if named and not _NO_VARIABLE.search(named) else None


def _coalesced(code: bytes) -> frozenset[bytes]:
    """The groups that are the active lanes, which HIP's class cannot exchange by xor."""
    return frozenset(found[1] or found[2] for found in _COALESCED.finditer(code))
