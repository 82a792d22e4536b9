"""CGP016: what code does with the group of the active lanes that only holds for 32 of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import COALESCED, Kind, groups_of
from hipify_py.file.thread_values import WARP, differ_within, thread_values
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_MASKS = (b"ballot", b"match_any", b"match_all")
_SIZES = (b"size", b"num_threads")
_SHUFFLES = (b"shfl_down", b"shfl_up")
_RANK = b"thread_rank"
# A mask that stays in 64 bits, or is compared with 0.
_TAKES_64_BITS = pattern(
    rb"(?:\blong|64_t|\bulonglong)\s{1,9}\w{1,60}\s{0,9}=\s{0,9}\Z|ll\s{0,9}\(\s{0,9}\Z|!\s{0,9}\Z|\bif\s{0,9}\(\s{0,9}\Z"
)
_COMPARED_WITH_0 = pattern(rb"\s*[=!]=\s*0[uUlL]{0,3}(?![\w.])")
_SHIFTED = pattern(rb"\b[12][uU]?\s{0,9}<<\s{0,9}\Z")
_INDEXED = pattern(rb"\b([A-Za-z_]\w{0,80})\s{0,9}((?:\[[^\[\]]{1,40}\]\s{0,9}){0,2})\[\s{0,9}\Z")
_EXTENT = pattern(rb"\s*\[([^\[\]]{1,60})\]")
# `part[warp] = group.size()`
_STORED = pattern(rb"\w\s{0,9}\[([^\[\]]{1,40})\]\s{0,9}[+|]?=\s{0,9}\Z")
_COMPARED = pattern(rb"\s*(?:[=!<>]=|[<>](?![<>]))\s*(\w+)")
_COMPARED_BEFORE = pattern(rb"\b(\w{1,60})\s{0,9}[=!]=\s{0,9}\Z")
_FROM = pattern(rb"\w+\s*=\s*(\w+)\s*(?:(?:/\s*2\b|>>\s*1\b)\s*)?;")
_FULL, _HALF = (b"32", b"warpSize"), b"16"
# What a condition leaves of a warp: `threadIdx.x < 32`.
_BELOW = pattern(rb"<\s*(\w+)\s*[&|)]")
_WORD = pattern(rb"[A-Za-z_]\w*")
_NEAR = 100


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.reading.words.isdisjoint(COALESCED):
        return
    found = groups_of(facts)
    for name in found.members(words):
        closing = facts.reading.closers.get(facts.reading.neighbours(name).after)
        if closing is None or found.kind(name) is not Kind.COALESCED or _is_below_32(facts, name.start):
            continue
        span = _Use(facts, name, found.receiver(name)[0], closing + 1).for_32_lanes()
        if span is not None:
            yield Hit(*span)


def _is_below_32(facts: Facts, place: int) -> bool:
    """Whether a condition around a place leaves no more than 32 lanes active."""
    heads = (facts.reading.plain[block.head : block.start] for block in facts.reading.scopes.around(place))
    bounds = (bound[1] for head in heads if head.lstrip().startswith(b"if") for bound in _BELOW.finditer(head))
    return any(bound in _FULL or facts.constant(bound, place) in _FULL for bound in bounds)


class _Use:
    def __init__(self, facts: Facts, name: Name, start: int, end: int) -> None:
        self._facts = facts
        self._name = name
        self._start = start
        self._end = end

    def for_32_lanes(self) -> tuple[int, int] | None:
        """The use, with what is done with it, if that only holds for 32 lanes."""
        if self._name.text in _MASKS:
            is_wide = self._before(_TAKES_64_BITS) or _COMPARED_WITH_0.match(self._facts.reading.code, self._end)
            return None if is_wide else (self._start, self._end)
        if self._name.text in _SIZES:
            return self._compared_with_32() or self._stored_by_warp()
        if self._name.text in _SHUFFLES:
            return (self._start, self._end) if self._begins_at_16() else None
        if (shifted := self._before(_SHIFTED)) is not None:
            return shifted.start(), self._end
        indexed = self._before(_INDEXED)
        is_small = indexed is not None and self._has_32_elements(indexed[1], indexed[2].count(b"["))
        return (indexed.start(), self._end + 1) if indexed is not None and is_small else None

    def _before(self, what: re.Pattern[bytes]) -> re.Match[bytes] | None:
        return what.search(self._facts.reading.code, max(0, self._start - _NEAR), self._start)

    def _is_32(self, text: bytes) -> bool:
        return text in _FULL or self._facts.constant(text, self._start) in _FULL

    def _compared_with_32(self) -> tuple[int, int] | None:
        behind = _COMPARED.match(self._facts.reading.code, self._end)
        compared = behind or self._before(_COMPARED_BEFORE)
        if compared is None or not self._is_32(compared[1]):
            return None
        return min(self._start, compared.start()), max(self._end, compared.end())

    def _stored_by_warp(self) -> tuple[int, int] | None:
        """The assignment to an element that each warp of 32 lanes has."""
        stored = self._before(_STORED)
        number = self._facts.reading.stripped(*stored.span(1)) if stored is not None else None
        values = thread_values(self._facts).of(*number) if number is not None else None
        is_of_warp = values is not None and len(set(values)) > 1 and not differ_within(values, WARP)
        return (stored.start(), self._end) if stored is not None and is_of_warp else None

    def _has_32_elements(self, array: bytes, dimension: int) -> bool:
        known = self._facts.reading.declarations.of(array, self._start)
        place, code = known.place + len(array) if known is not None else 0, self._facts.reading.code
        extents = list[bytes]()
        while known is not None and (extent := _EXTENT.match(code, place)) is not None:
            extents.append(extent[1].strip())
            place = extent.end()
        return dimension < len(extents) and self._is_32(extents[dimension])

    def _begins_at_16(self) -> bool:
        """Whether a shuffle is the first step over 32 lanes, or in a loop that begins there."""
        code = self._facts.reading.code
        arguments = self._facts.reading.arguments(self._facts.reading.skip_blank(self._name.end)) or []
        distance = code[slice(*arguments[1])].strip() if len(arguments) > 1 else b""
        known = self._facts.reading.declarations.of(distance, self._start) if _WORD.fullmatch(distance) else None
        begins = _FROM.match(code, known.place) if known is not None else None
        return distance == _HALF or (begins is not None and (begins[1] == _HALF or self._is_32(begins[1])))
