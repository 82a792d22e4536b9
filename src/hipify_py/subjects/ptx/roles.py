"""Barriers at which two warps meet that are one wavefront on AMD, each in a branch of its own: while one of them waits,
the other does not come to its branch. What is certain of that is told by numbers in the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.file.assembler import Statement
from hipify_py.file.choices import Way, choices_around
from hipify_py.file.facts import Facts
from hipify_py.file.thread_values import WARP, groups, thread_values
from hipify_py.patterns import pattern
from hipify_py.rules.load import load

_WAITS = "PTX030"
_BARRIER = pattern(
    r"(?:bar|barrier)(?:\.cta)?\.(?P<how>sync|arrive|red[.\w]*?)(?:\.aligned)?\s+(?:[%\w]+\s*,\s*)?"
    r"(?P<number>\d{1,2})\s*,\s*64\s*"
)
_WARPS_OF_WAVE = 2
_REASON = (
    "warps {first} and {second} are one wavefront where it has 64 lanes, and one half would wait for the other's branch"
)


class _Met(NamedTuple):
    """A barrier of 64 threads with a number, which the threads of one warp come to."""

    start: int
    number: str
    waits: bool
    choice: int
    warp: int


def hanging(facts: Facts, statements: Sequence[Statement]) -> Mapping[int, str]:
    """The statements that cannot be translated because of that, by their starts, with the reason. GPUs whose wavefronts
    are warps know nothing of it."""
    if not load().rules[_WAITS].concerns(facts.policy.rocm, facts.policy.archs):
        return {}
    met = [found for each in statements for found in _meeting(facts, each)]
    reasons: dict[int, str] = {}
    for each in met:
        for other in met:
            if each.waits and _is_of_same_wave(each, other):
                first, second = sorted((each.warp, other.warp))
                reason = _REASON.format(first=first, second=second)
                reasons |= {each.start: reason, other.start: reason}
    return reasons


def _is_of_same_wave(one: _Met, other: _Met) -> bool:
    is_same_barrier = (one.choice, one.number) == (other.choice, other.number)
    return is_same_barrier and one.warp != other.warp and one.warp // _WARPS_OF_WAVE == other.warp // _WARPS_OF_WAVE


def _meeting(facts: Facts, statement: Statement) -> Iterator[_Met]:
    found = [_BARRIER.fullmatch(each.text) for each in statement.instructions]
    if len(found) != 1 or found[0] is None or statement.macro is not None:
        return
    for choice, way in choices_around(facts, statement.start):
        warp = _warp(facts, way)
        if warp is not None:
            yield _Met(statement.start, found[0]["number"], found[0]["how"] != "arrive", choice[0].start, warp)
            return


def _warp(facts: Facts, way: Way) -> int | None:
    """The number of the warp that alone goes a way, with all of its threads."""
    values = thread_values(facts).of(*way.condition) if way.condition is not None else None
    warps = groups(values, WARP) if values is not None else []
    going = [number for number, each in enumerate(warps) if each != {0}]
    return going[0] if len(going) == 1 and 0 not in warps[going[0]] else None
