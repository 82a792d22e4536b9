"""WRP015: sums over shared memory whose last steps run without a barrier, because a warp runs in step."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.rules.detect import Hit

_INDEX = rb"[\w.]{1,40}"
_STEP = pattern(
    rb"(?<![\w.>])(?P<array>\w+)\s*\[\s*(?P<index>" + _INDEX + rb")\s*\]\s*(?P<how>[-+*|&^]?=)(?!=)"
    rb"(?P<value>[^;{}]{0,200}?)\b(?P=array)\s*\[\s*(?P=index)\s*\+\s*(?P<by>\w+)\s*\][^;{}]{0,60};"
)
_SIGN = pattern(rb"\+\s*\w+\s*\]")
_BARRIER = pattern(rb"(?i)sync|barrier|shfl|fence|\breturn\b")
_FIRST_WARP = pattern(
    rb"\bif\s*\(\s*(?:[\w.]{1,30}\s*(?:<\s*(?:32|0[xX]20|warpSize|\w*WARP_?SIZE)|<=\s*31)[uU]?"
    rb"|[wW]arp\w{0,12}\s*==\s*0|!\s*[wW]arp\w{0,12}|[\w.]{1,30}\s*>>\s*5\s*==\s*0)\s*\)\s*$"
)
_LOOP_HEAD = pattern(rb"\bfor\s*\([^{}]{0,160}\)\s*(?:\{\s*)?$")
_NEAR = 120
_HALVES = (b"32", b"16", b"8", b"4", b"2", b"1")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """The first step of each such tail: several steps with nothing between them, or a loop below `if (tid < 32)`."""
    plain = facts.reading.plain
    steps = [step for step in found_in(_STEP, excerpts(_SIGN, plain), plain) if not _BARRIER.search(step["value"])]
    is_within = False  # whether the step before goes on with this one
    for number, step in enumerate(steps):
        goes_on = _continues(plain, steps, number)
        begins = not is_within and (goes_on or _is_loop_of_first_warp(facts, step))
        if begins and facts.functions.side_at(step.start()) in ON_DEVICE:
            yield Hit(step.start(), step.end())
        is_within = goes_on


def _continues(plain: bytes, steps: list[re.Match[bytes]], number: int) -> bool:
    """Whether the next step follows upon this one, over half the distance, without a barrier."""
    if number + 1 >= len(steps):
        return False
    step, following = steps[number], steps[number + 1]
    between = plain[step.end() : following.start()]
    if following["array"] != step["array"] or len(between) > _NEAR or _BARRIER.search(between):
        return False
    return step["by"] in _HALVES and following["by"] in _HALVES and int(following["by"]) < int(step["by"])


def _is_loop_of_first_warp(facts: Facts, step: re.Match[bytes]) -> bool:
    """`if (tid < 32) for (…) s[tid] += s[tid + i];`, with no barrier in it."""
    plain = facts.reading.plain
    if not _LOOP_HEAD.search(plain, max(0, step.start() - 2 * _NEAR), step.start()):
        return False
    scopes = [
        scope for scope in facts.reading.scopes.around(step.start()) if plain[scope.start : scope.start + 1] == b"{"
    ]
    for scope in scopes[:3]:
        if _FIRST_WARP.search(plain, scope.head, scope.start):
            return not _BARRIER.search(plain, scope.start, scope.end)
    return _FIRST_WARP.search(plain[max(0, step.start() - 2 * _NEAR) : step.start()].rpartition(b"for")[0]) is not None
