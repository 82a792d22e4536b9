"""CGP014: barriers over a whole grid, and the launches for them, where nobody asks how many blocks fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.subjects.groups.groups import Groups

_ASKS = pattern(
    rb"\b(?:cuda|hip|cu|hipModule)Occupancy\w*|\bcooperativeLaunch\b|\bcudaDevAttrCooperativeLaunch\b"
    rb"|\bhipDeviceAttributeCooperativeLaunch\b|\bCU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH\b"
)
_GRID = frozenset((b"this_grid", b"grid_group"))
_SYNC = pattern(rb"(?:\s*\(\s*\))\s*\.\s*sync\s*\(")
_SYNCS = pattern(rb"\b(\w+)\s*\.\s*sync\s*\(")
_NAMED = pattern(rb"\s*(?:&\s*)?(\w+)")
_ASSIGNED = pattern(rb"\b(\w+)\s*(?:=|\(|\{)\s*(?:\w+\s*::\s*)?$")
_REACH = 120


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if _ASKS.search(facts.reading.code):
        return
    synced = {found[1]: found.start() for found in _SYNCS.finditer(facts.reading.plain)}
    for name in Groups(facts).of(words.intersection(_GRID)):
        if _is_synced(facts.reading.plain, name.start, name.end, synced):
            yield Hit(name.start, name.end)
    for name in facts.reading.names(words.difference(_GRID)):
        if not facts.introduces(name) and facts.reading.neighbours(name).sign_after == b"(":
            yield Hit(name.start, name.end)


def _is_synced(plain: bytes, start: int, end: int, synced: Mapping[bytes, int]) -> bool:
    """Whether the grid is made to be waited for: `this_grid().sync()`, or a variable of which `sync` is called further
    on; `synced` tells where each is for the last time."""
    if _SYNC.match(plain, end):
        return True
    found = _ASSIGNED.search(plain, max(0, start - _REACH), start) or _NAMED.match(plain, end)
    return found is not None and synced.get(found[1], -1) >= end
