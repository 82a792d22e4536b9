"""WRP031: `__syncthreads()` on several ways that the halves of one wavefront take."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.assembler import Statement
from hipify_py.file.choices import choices_around
from hipify_py.file.facts import Facts
from hipify_py.file.groups import WHOLE, groups_of
from hipify_py.file.lane_builtins import NUMBERS_OF_WARPS, WARP_SIZE
from hipify_py.file.thread_values import WARP, WAVE, differ_within, values_by_shape
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_CALLS = frozenset((b"__syncthreads",))
_OF_GROUPS = frozenset((b"sync",))
_RECEIVER = pattern(rb"(\w+(?:\s{0,9}\(\s{0,9}\))?)\s{0,9}\.\s{0,9}\Z")
_REACH = 120
_WAYS = (b"else", b"switch", b"return", b"break", b"continue")
_TELL_WARPS = NUMBERS_OF_WARPS | {WARP_SIZE, b"meta_group_rank"}
_ROWS = b"threadIdx.y"
_BAR = b"bar"
_BARRIER = pattern(r"(?:bar|barrier)(?:\.cta)?\.sync(?:\.aligned)?\s+0\s*")
_PARTS = (
    "'{text}' parts the halves of one wavefront, each with a barrier of its own: they do not wait for each other there"
)
# So deep are functions followed that come to a barrier, and so many of them.
_DEEPEST, _MOST = 3, 50


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    barriers, seen = list(_barriers(facts, words)) if _may_part_warps(facts) else [], set[int]()
    for start, end in barriers if len(barriers) > 1 else ():
        for choice, way in choices_around(facts, start):
            others = [each for each in choice if each is not way]
            is_beside = any(other.start <= each.start < other.end for other in others for each in barriers)
            asked = [each.condition for each in choice[: choice.index(way) + 1] if each.condition is not None]
            if is_beside and choice[0].start not in seen and any(_divides(facts, each) for each in asked):
                seen.add(choice[0].start)
                is_call = facts.reading.code.startswith(tuple(_CALLS), start)
                yield Hit(start, end) if is_call else Hit(*asked[0], message=_PARTS)


def _may_part_warps(facts: Facts) -> bool:
    """Whether a file may have ways for one half of a wavefront: it tells warps, tiles or rows apart."""
    if facts.reading.words.isdisjoint(_WAYS):
        return False
    return not facts.reading.words.isdisjoint(_TELL_WARPS) or _ROWS in facts.reading.source.text


def _barriers(facts: Facts, words: frozenset[bytes]) -> Iterator[Span]:
    """Where a block meets: at `__syncthreads()`, `bar.sync 0`, and calls of functions and macros of the file that come
    to one."""
    found = [Span(name.start, name.end) for name in facts.names(_CALLS & words)]
    found += [Span(name.start, name.end) for name in facts.names(_OF_GROUPS & words) if _is_of_block(facts, name)]
    if _BAR in facts.reading.source.text:
        found += [Span(each.start, each.end) for each in facts.assembler if _meets(each)]
    known = set[bytes]()
    for _level in range(_DEEPEST):
        yield from found
        callers = {name for each in found if (name := _holder(facts, each.start))} - known
        known |= callers
        if not callers or len(known) > _MOST:
            return
        found = [Span(name.start, name.end) for name in facts.names(callers) if not facts.introduces(name)]


def _is_of_block(facts: Facts, name: Name) -> bool:
    """`block.sync()`, `sync(block)` of a group that is the whole block."""
    reading = facts.reading
    receiver = _RECEIVER.search(reading.plain, max(0, name.start - _REACH), name.start)
    arguments = reading.arguments(reading.skip_blank(name.end)) or []
    if receiver is None and len(arguments) != 1:
        return False
    group = receiver[1] if receiver is not None else reading.plain[slice(*arguments[0])].strip()
    return groups_of(facts).size(group, name.start) == WHOLE


def _meets(statement: Statement) -> bool:
    return any(_BARRIER.fullmatch(each.text) for each in statement.instructions)


def _holder(facts: Facts, place: int) -> bytes:
    """The function or the macro of the file that a place stands in."""
    macro, function = facts.reading.macro_at(place), facts.functions.around(place)
    return macro.name if macro is not None else function.name if function is not None else b""


def _divides(facts: Facts, condition: Span) -> bool:
    """Whether a condition is true for one warp of 32 lanes, and false for the other one of a wavefront."""
    return any(
        values is not None and differ_within(values, WAVE) and not differ_within(values, WARP)
        for values in values_by_shape(facts, *condition)
    )
