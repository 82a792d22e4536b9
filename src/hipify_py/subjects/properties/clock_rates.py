"""PRP005: clock rates where device clocks are counted, and where bandwidth is computed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_shown
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.subjects.properties.properties import members

_COUNTS = pattern(rb"\bclock64\b|\bclock\s*\(\s*\)|\bclock_t\b|\bglobaltimer|cycles|ticks", re.IGNORECASE)
_WIDTH = pattern(rb"bus_?width", re.IGNORECASE)
_MEMBERS = frozenset((b"clockRate", b"memoryClockRate"))
_OF_MEMORY = frozenset((b"memoryClockRate", b"cudaDevAttrMemoryClockRate", b"CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE"))


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    counts = _COUNTS.search(reading.code) is not None
    has_width = _WIDTH.search(reading.code) is not None
    for name in (*members(reading, words & _MEMBERS), *reading.names(words - _MEMBERS)):
        is_listed = reading.code[: name.start].rstrip(b" \n,").endswith(b'"')
        if (has_width if name.text in _OF_MEMORY else counts) and not is_listed and not is_shown(reading, name.start):
            yield Hit(name.start, name.end)
