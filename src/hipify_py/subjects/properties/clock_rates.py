"""PRP005: clock rates where device clocks are counted, and where bandwidth is computed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_shown
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.properties.properties import members

_COUNTS = pattern(rb"\bclock64\b|\bclock\s*\(\s*\)|\bclock_t\b|\bglobaltimer|cycles|ticks", re.IGNORECASE)
_WIDTH = pattern(rb"bus_?width", re.IGNORECASE)
_MEMBERS = frozenset((b"clockRate", b"memoryClockRate"))
_OF_MEMORY = frozenset((b"memoryClockRate", b"cudaDevAttrMemoryClockRate", b"CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE"))

_FOR_GDDR = "multiply by the transfers of the memory per clock if the result matters on GPUs with GDDR6"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    counts = _COUNTS.search(reading.code) is not None
    has_width = _WIDTH.search(reading.code) is not None
    for name in (*members(facts, words & _MEMBERS), *reading.names(words - _MEMBERS)):
        is_listed = reading.code[: name.start].rstrip(b" \n,").endswith(b'"')
        is_of_memory = name.text in _OF_MEMORY
        if (has_width if is_of_memory else counts) and not is_listed and not is_shown(reading, name.start):
            yield _of_memory(name) if is_of_memory else Hit(name.start, name.end)


def _of_memory(name: Name) -> Hit:
    message = "bandwidth computed from '{text}' is right for HBM, and several times too small for GDDR6"
    return Hit(name.start, name.end, message=message, help=_FOR_GDDR, severity=Severity.INFO)
