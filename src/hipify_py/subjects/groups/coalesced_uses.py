"""CGP016: a group that came from `coalesced_threads()`, used in a way that is right for at most 32 threads only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import COALESCED, Kind, groups_of
from hipify_py.file.thread_values import WARP, WAVE, differ_within, groups, thread_values
from hipify_py.patterns import pattern
from hipify_py.reading.conditions import conditions_of
from hipify_py.reading.parts import Part, path_to
from hipify_py.rules.detect import Hit

_MASKS, _SIZES = (b"ballot", b"match_any", b"match_all"), (b"size", b"num_threads")
_SHUFFLES, _RANK = (b"shfl_down", b"shfl_up"), b"thread_rank"
# A mask that stays in 64 bits, or is compared with 0.
_TAKES_64_BITS = pattern(
    rb"(?:\blong|64_t|\bulonglong)\s{1,9}\w{1,60}\s{0,9}=\s{0,9}\Z|ll\s{0,9}\(\s{0,9}\Z|!\s{0,9}\Z|\bif\s{0,9}\(\s{0,9}\Z"
)
_COMPARED_WITH_0 = pattern(rb"\s*[=!]=\s*0[uUlL]{0,3}(?![\w.])")
_IS_0 = pattern(rb"\s*==\s*0[uUlL]{0,3}(?![\w.])")
_IS_0_BEFORE = pattern(rb"(?:!|(?<![\w.])0[uU]?\s{0,9}==)\s{0,9}\Z")
_SHIFTED = pattern(rb"\b[12][uU]?\s{0,9}<<\s{0,9}\Z")
_INDEXED = pattern(rb"\b([A-Za-z_]\w{0,80})\s{0,9}((?:\[[^\[\]]{1,40}\]\s{0,9}){0,2})\[\s{0,9}\Z")
_EXTENTS = pattern(rb"\w+((?:\s*\[[^\[\]]{1,60}\])+)")
_COMPARED = pattern(rb"\s*(?:[=!<>]=|[<>](?![<>]))\s*(\w+)")
# `int offset = 32 / 2;`, `int lane = group.thread_rank();`
_HALVED = pattern(rb"\w+\s*=\s*(\w+)\s*(?:(?:/\s*2\b|>>\s*1\b)\s*)?;")
_KEPT = pattern(rb"\b([A-Za-z_]\w{0,60})\s{0,9}=\s{0,9}\Z")
_32, _16, _NEAR = (b"32", b"warpSize"), b"16", 100


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.reading.words.isdisjoint(COALESCED):
        return
    members = groups_of(facts)
    for name in members.members(words):
        closing = facts.reading.closers.get(facts.reading.neighbours(name).after)
        if closing is not None and members.kind(name) is Kind.COALESCED:
            start, end = members.receiver(name)
            if not _is_in_one_warp(facts, start, facts.reading.code[start:end].strip()):
                yield from _Use(facts, start, closing + 1).find(name.text)


def _is_in_one_warp(facts: Facts, place: int, group: bytes) -> bool:
    """Whether the conditions around the place where a group is formed leave no lanes of two warps in a wavefront."""
    known, values = facts.reading.declarations.of(group, place), thread_values(facts)
    warps = [thread // WARP for thread in range(values.count)]
    for condition in conditions_of(facts.reading, known.place if known is not None else place) or ():
        found = values.of(condition.start, condition.end) if condition.holds is not None else None
        for thread, value in enumerate(found or ()):
            warps[thread] = warps[thread] if bool(value) is condition.holds else -1
    return all(len(each - {-1}) <= 1 for each in groups(tuple(warps), WAVE))


class _Use:
    """A call of a member of a group, or a variable that keeps a rank."""

    def __init__(self, facts: Facts, start: int, end: int) -> None:
        self._facts, self._reading, self._start, self._end = facts, facts.reading, start, end

    def find(self, member: bytes) -> Iterator[Hit]:
        is_wide = self._before(_TAKES_64_BITS) or _COMPARED_WITH_0.match(self._reading.code, self._end)
        compared = _COMPARED.match(self._reading.code, self._end) if member in _SIZES else None
        if (member in _MASKS and not is_wide) or (member in _SHUFFLES and self._begins_at_16()):
            yield Hit(self._start, self._end)
        elif compared is not None and self._is_32(compared[1]):
            yield Hit(self._start, compared.end())
        elif member == _RANK:
            for rank in (self, *self._uses_of_rank()):
                yield from rank._find_by_rank()

    def _before(self, what: re.Pattern[bytes]) -> re.Match[bytes] | None:
        return what.search(self._reading.code, max(0, self._start - _NEAR), self._start)

    def _is_32(self, text: bytes) -> bool:
        return text in _32 or self._facts.constant(text, self._start) in _32

    def _begins_at_16(self) -> bool:
        """Whether a shuffle is the first step over 32 lanes, or in a loop that begins there."""
        arguments = self._reading.arguments(self._reading.openers[self._end - 1]) or []
        distance = self._reading.code[slice(*arguments[1])].strip() if len(arguments) > 1 else b""
        known = self._reading.declarations.of(distance, self._start)
        begins = _HALVED.match(self._reading.code, known.place) if known is not None else None
        return distance == _16 or (begins is not None and (begins[1] == _16 or self._is_32(begins[1])))

    def _find_by_rank(self) -> Iterator[Hit]:
        shifted, indexed = self._before(_SHIFTED), self._before(_INDEXED)
        if shifted is not None:
            yield Hit(shifted.start(), self._end)
        if indexed is not None and self._has_32_elements(indexed[1], indexed[2].count(b"[")):
            yield Hit(indexed.start(), self._end + 1)
        yield from self._written_by_first()

    def _uses_of_rank(self) -> Iterator[_Use]:
        """The uses of the variable that keeps it."""
        kept = self._before(_KEPT)
        known = self._reading.declarations.of(kept[1], self._end) if kept is not None else None
        for use in self._reading.names((kept[1],)) if kept is not None and known is not None else ():
            if use.start > self._end and self._reading.declarations.of(use.text, use.start) == known:
                yield _Use(self._facts, use.start, use.end)

    def _has_32_elements(self, array: bytes, dimension: int) -> bool:
        known = self._reading.declarations.of(array, self._start)
        declared = _EXTENTS.match(self._reading.code, known.place) if known is not None else None
        extents = [each.strip(b"[ \n") for each in declared[1].split(b"]")] if declared is not None else []
        return dimension < len(extents) and self._is_32(extents[dimension])

    def _written_by_first(self) -> Iterator[Hit]:
        """The elements, one for each warp, that the branch for the first thread sets, or changes atomically."""
        if not (_IS_0.match(self._reading.code, self._end) or self._before(_IS_0_BEFORE)):
            return
        choices = (part for part in reversed(path_to(self._reading, self._start)) if part.type == "if_statement")
        then = choice.field("consequence") if (choice := next(choices, None)) is not None else None
        if then is None or then.start < self._end:
            return
        written = [each.target for each in then.sets]
        for call in then.of_type("call_expression"):
            written += call.arguments[:1] if call.called.startswith(b"atomic") else ()
        elements = (each for target in written for each in target.of_type("subscript_expression"))
        yield from (Hit(*each.span) for each in elements if _numbers_warps(self._facts, each))


def _numbers_warps(facts: Facts, element: Part) -> bool:
    """Whether each warp of 32 lanes has an element of its own."""
    indices, values = element.field("indices"), thread_values(facts)
    firsts = [values.of(*_first_value(facts, each.bare).span) for each in indices.parts] if indices is not None else []
    return any(each is not None and len(set(each)) > 1 and not differ_within(each, WARP) for each in firsts)


def _first_value(facts: Facts, index: Part) -> Part:
    """What a variable begins with: `for (int row = threadIdx.x / 32; row < rows; row += warps)`."""
    known = facts.reading.declarations.of(index.text, index.start)
    path = path_to(facts.reading, known.place)[-2:] if known is not None else []
    return (path[0].field("value") if path and path[0].type == "init_declarator" else None) or index
