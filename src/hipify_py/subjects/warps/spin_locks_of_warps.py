"""WRP029: locks that one lane of each warp spins for, where a wavefront of 64 lanes has two of these."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.one_thread import is_for_one_thread
from hipify_py.subjects.warps.spin_locks import locks

# Each warp has a lock of its own.
_BY_WARP = pattern(rb"(?i)w(?:arp|id\b)")
_ONE_WARP = pattern(rb"__launch_bounds__\s*\(\s*(?:32|\w{0,20}WARP_?SIZE)\b")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for spin in locks(facts):
        place = spin.place.start
        by_lane = is_for_one_thread(facts, place) and not is_for_one_thread(facts, place, of_wave=True)
        if by_lane and not any(map(_BY_WARP.search, spin.tried.address)) and not _is_in_one_warp(facts, place):
            yield Hit(place, spin.place.end)


def _is_in_one_warp(facts: Facts, place: int) -> bool:
    """Whether the kernel around a place says that its blocks are warps."""
    function = facts.functions.around(place)
    return function is not None and _ONE_WARP.search(facts.reading.plain, function.start, place) is not None
