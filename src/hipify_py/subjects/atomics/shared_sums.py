"""ATM001: floating-point atomics on memory that the same file allocates for host and device together."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_MANAGED = pattern(
    rb"\b__managed__\s+(?:__device__\s+)?(?:float|double)\s+(\w+)|\b__device__\s+__managed__\s+(?:float|double)\s+(\w+)"
)
_ALLOCATED = pattern(
    rb"\b(?:cuda|hip)(?:MallocManaged|HostAlloc|HostMalloc|MallocHost|HostGetDevicePointer)\s*"
    rb"(?:<[^<>;]{0,40}>\s*)?\(\s*(?:\([^()]{0,40}\)\s*)?&\s*(\w+)"
)
_POINTER = pattern(rb"\b(?:float|double)\s*\*\s*(?:const\s+)?(?:__restrict__\s+|__restrict\s+)?(\w+)")
_TARGET = pattern(rb"\s*\(\s*(?:\(\s*(?:float|double)\s*\*\s*\)\s*)?(?:&\s*)?(?:\(\s*)?(\w+)")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    shared = {found[1] or found[2] for found in _MANAGED.finditer(plain)}
    allocated = {found[1] for found in _ALLOCATED.finditer(plain)}
    if allocated:
        shared |= allocated & {found[1] for found in _POINTER.finditer(plain)}
    for name in facts.reading.names(words) if shared else ():
        target = _TARGET.match(facts.reading.code, name.end)
        is_builtin = usage(facts.reading.neighbours(name), is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        if is_builtin and target and target[1] in shared:
            yield Hit(name.start, name.end)
