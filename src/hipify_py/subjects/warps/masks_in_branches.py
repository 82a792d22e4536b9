"""WRP014: masks of all lanes where only some lanes come."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.thread_values import WARP, differ_within, thread_values
from hipify_py.patterns import pattern
from hipify_py.reading.conditions import Condition, are_possible, conditions_of
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_OF_64 = pattern(rb"0[xX][fF]{16}[uUlL]*|~\s*0[uU]?[lL]{2}[uU]?|-1[lL]{2}")
_OF_32 = pattern(rb"0[xX][fF]{8}[uUlL]*|~\s*0[uU]?|-\s*1|UINT(?:32)?_MAX|" + _OF_64.pattern)
_ALL_OF_32 = 0xFFFFFFFF
_LANE = pattern(rb"\b(?:threadIdx|(?:tid|lane)\w*|idx|i)\b")
_MOVE = "let all lanes make the call, and choose what they do with its result behind it"
_IN_CUDA = "'{text}' names all lanes of a warp where only some of them come"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    is_cuda = facts.is_surely_cuda
    for name in facts.reading.names(words):
        mask = _mask(facts, name) if _may_ask(facts, name, is_cuda=is_cuda) else None
        if mask is None or not (_names_warp(facts, mask) if is_cuda else _OF_64.fullmatch(facts.reading.code, *mask)):
            continue
        conditions = conditions_of(facts.reading, name.start) or []
        if not is_cuda and any(_asks_for_lane(facts, each) for each in conditions):
            yield Hit(name.start, mask.end)
        elif is_cuda and any(_parts_warps(facts, each) for each in conditions):
            yield Hit(name.start, name.end, message=_IN_CUDA, help=_MOVE)


def _may_ask(facts: Facts, name: Name, *, is_cuda: bool) -> bool:
    """Whether a condition may stand before a call, one on `threadIdx` in code of CUDA."""
    function, plain = facts.functions.around(name.start), facts.reading.plain
    if function is None or (is_cuda and plain.find(b"threadIdx", function.start, name.start) < 0):
        return False
    return are_possible(facts.reading, name.start)


def _mask(facts: Facts, name: Name) -> Span | None:
    opening = facts.reading.skip_blank(name.end)
    spans = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
    return Span(*facts.reading.stripped(*spans[0])) if spans else None


def _names_warp(facts: Facts, mask: Span) -> bool:
    """Whether a mask of CUDA surely names all lanes."""
    text = facts.constant(facts.reading.code[slice(*mask)], mask.start).strip(b"() ")
    return bool(_OF_32.fullmatch(text)) or set(thread_values(facts).of(*mask) or ()) == {_ALL_OF_32}


def _asks_for_lane(facts: Facts, condition: Condition) -> bool:
    """Whether lanes of a wavefront may differ in a condition; HIP checks such a mask when the code runs."""
    if thread_values(facts).of(condition.start, condition.end) is not None or condition.of_loop:
        return _parts_warps(facts, condition)
    return _LANE.search(facts.reading.plain, condition.start, condition.end) is not None


def _parts_warps(facts: Facts, condition: Condition) -> bool:
    values = thread_values(facts).of(condition.start, condition.end)
    return values is not None and differ_within(values, WARP)
