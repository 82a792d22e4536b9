"""ATM003: fences for the whole system, in files that share memory with the host or with other GPUs."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_SHARES = pattern(
    rb"\b(?:cuda|hip)(?:HostAlloc\w*|HostMalloc\w*|MallocHost|MallocManaged|HostRegister\w*|HostGetDevicePointer|"
    rb"DeviceEnablePeerAccess|IpcOpenMemHandle)\b|\b__managed__\b"
)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if _SHARES.search(facts.reading.code):
        names = facts.reading.names(words)
        yield from (Hit(name.start, name.end) for name in names if not facts.introduces(name))
