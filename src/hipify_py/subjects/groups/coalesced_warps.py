"""CGP016: the group of the active lanes, whose first thread writes for a warp of 32 lanes:
`if (group.thread_rank() == 0) out[threadIdx.x / 32] = sum;`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import COALESCED, Kind, groups_of
from hipify_py.file.thread_values import WARP, WAVE, Values, differ_within, groups, thread_values
from hipify_py.file.tree_loops import branches
from hipify_py.patterns import pattern
from hipify_py.reading.conditions import conditions_of
from hipify_py.reading.parts import Part, path_to
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_IS_FIRST = pattern(rb"\s*==\s*0[uUlL]{0,3}(?![\w.])")
_IS_FIRST_BEFORE = pattern(rb"(?:!|(?<![\w.])0[uU]?\s{0,9}==)\s{0,9}\Z")
# `int lane = group.thread_rank();`
_KEPT = pattern(rb"\b([A-Za-z_]\w{0,60})\s{0,9}=\s{0,9}\Z")
_NEAR = 100


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.reading.words.isdisjoint(COALESCED):
        return
    members = groups_of(facts)
    for name in members.members(words):
        closing = facts.reading.closers.get(facts.reading.neighbours(name).after)
        if closing is None or members.kind(name) is not Kind.COALESCED:
            continue
        start = members.receiver(name)[0]
        if not _is_in_one_warp(facts, _formed_at(facts, start, name)):
            written = (each for rank in _ranks(facts, start, closing + 1) for each in _written_by_first(facts, *rank))
            yield from (Hit(*each.span) for each in written if _is_of_warp(facts, each))


def _formed_at(facts: Facts, start: int, name: Name) -> int:
    """Where the group of a member is formed: what is active there belongs to it."""
    group = facts.reading.code[start : name.start].rstrip(b". \t\n")
    known = facts.reading.declarations.of(group, start)
    return known.place if known is not None else start


def _is_in_one_warp(facts: Facts, place: int) -> bool:
    """Whether the conditions around a place leave no lanes of two warps in a wavefront."""
    values = thread_values(facts)
    active = [True] * values.count
    for condition in conditions_of(facts.reading, place) or ():
        found = values.of(condition.start, condition.end) if condition.holds is not None else None
        for thread, value in enumerate(found or ()):
            active[thread] = active[thread] and bool(value) is condition.holds
    warps: Values = tuple(thread // WARP if is_active else -1 for thread, is_active in enumerate(active))
    return all(len(each - {-1}) <= 1 for each in groups(warps, WAVE))


def _ranks(facts: Facts, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The rank of a thread in its group, and the uses of the variable that keeps it."""
    yield start, end
    code = facts.reading.code
    kept = _KEPT.search(code, max(0, start - _NEAR), start)
    known = facts.reading.declarations.of(kept[1], end) if kept is not None else None
    if kept is None or known is None or known.place != kept.start(1):
        return
    for use in facts.reading.names((kept[1],)):
        if use.start > end and facts.reading.declarations.of(use.text, use.start) == known:
            yield use.start, use.end


def _written_by_first(facts: Facts, start: int, end: int) -> Iterator[Part]:
    """The elements that a branch writes, or changes by an atomic function, which is for the first thread of a group."""
    code = facts.reading.code
    if not (_IS_FIRST.match(code, end) or _IS_FIRST_BEFORE.search(code, max(0, start - _NEAR), start)):
        return
    choice = next((part for part in reversed(path_to(facts.reading, start)) if part.type == "if_statement"), None)
    then = branches(choice)[0] if choice is not None and choice.start < start else None
    if then is None or then.start < end:
        return
    called = (each for each in then.of_type("call_expression") if each.called.startswith(b"atomic"))
    targets = [*(each.target for each in then.sets), *(part for each in called for part in each.arguments[:1])]
    for target in targets:
        yield from target.of_type("subscript_expression")


def _is_of_warp(facts: Facts, element: Part) -> bool:
    """Whether each warp of 32 lanes has an element of its own."""
    return any(_numbers_warps(facts, part) for part in _indices(element))


def _indices(element: Part) -> Iterator[Part]:
    given = element.field("indices")
    yield from given.parts if given is not None else ()


def _numbers_warps(facts: Facts, index: Part) -> bool:
    values = thread_values(facts).of(*index.bare.span)
    if values is None and index.bare.type == "identifier":
        values = _first_values(facts, index.bare)
    return values is not None and len(set(values)) > 1 and not differ_within(values, WARP)


def _first_values(facts: Facts, variable: Part) -> Values | None:
    """What a variable begins with: `for (int row = threadIdx.x / 32; row < rows; row += warps)`."""
    known = facts.reading.declarations.of(variable.text, variable.start)
    path = path_to(facts.reading, known.place) if known is not None else []
    value = path[-2].field("value") if len(path) > 1 and path[-2].type == "init_declarator" else None
    return thread_values(facts).of(*value.span) if value is not None else None
