"""DEV029: arrays of a device function whose length is one of its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.device_functions import Device
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_ARRAY = pattern(
    rb"[;{}]\s*(?:unsigned\s+|long\s+)?(?:int|float|double|char|short|long|unsigned|half|bool|\w+_t|float[234]|int[234])\s+"
    rb"([A-Za-z_]\w*)\s*\[\s*([A-Za-z_]\w*)\s*\]\s*;"
)
_LENGTHS = frozenset(
    (b"int", b"unsigned", b"unsigned int", b"size_t", b"long", b"uint32_t", b"int32_t", b"int64_t", b"uint")
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    device = Device(facts)
    for found in _ARRAY.finditer(facts.reading.plain):
        place = device.around(found.start(1))
        if place is None or found[2] in facts.own_macros:
            continue
        head = facts.reading.plain[place.scope.head : place.scope.start]
        parameters = head[head.find(b"(") :]
        if b"template" in head and re.search(rb"\b" + found[2] + rb"\b", head[: len(head) - len(parameters)]):
            continue
        known = declared(parameters + b")", found[2], len(parameters))
        if known is not None and known.type in _LENGTHS and not known.stars:
            yield Hit(found.start(1), found.end() - 1)
