"""CGP014: barriers over a whole grid, and the launches for them, where nobody asks how many blocks fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

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
# Where launches take the size of the grid: those of the runtime as one argument, the others as three.
_GRIDS = {b"cudaLaunchCooperativeKernel": (1, 2), b"hipLaunchCooperativeKernel": (1, 2)}
_OF_DRIVER = (1, 4)
_ONE_BLOCK = pattern(rb"\s*(?:1[uU]?|dim3\s*[({]\s*1[uU]?(?:\s*,\s*1[uU]?){0,2}\s*[)}])\s*")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if _ASKS.search(facts.reading.code):
        return
    synced = {found[1]: found.start() for found in _SYNCS.finditer(facts.reading.plain)}
    for name in groups_of(facts).of(words.intersection(_GRID)):
        if _is_synced(facts.reading.plain, name.start, name.end, synced):
            yield Hit(name.start, name.end)
    for name in facts.reading.names(words.difference(_GRID)):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and not facts.introduces(name)
        if is_call and not _has_one_block(facts, name.text, around.after):
            yield Hit(name.start, name.end)


def _has_one_block(facts: Facts, launch: bytes, opening: int) -> bool:
    """Whether a grid is written as a single block, which is always resident."""
    first, end = _GRIDS.get(launch, _OF_DRIVER)
    grid = (facts.reading.arguments(opening) or [])[first:end]
    return len(grid) == end - first and all(_ONE_BLOCK.fullmatch(facts.reading.code, *span) for span in grid)


def _is_synced(plain: bytes, start: int, end: int, synced: Mapping[bytes, int]) -> bool:
    """Whether the grid is made to be waited for: `this_grid().sync()`, or a variable of which `sync` is called further
    on; `synced` tells where each is for the last time."""
    if _SYNC.match(plain, end):
        return True
    found = _ASSIGNED.search(plain, max(0, start - _REACH), start) or _NAMED.match(plain, end)
    return found is not None and synced.get(found[1], -1) >= end
