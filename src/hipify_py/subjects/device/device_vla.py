"""DEV029: arrays of a device function whose length is one of its parameters."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_LENGTH = pattern(rb"\[\s*([A-Za-z_]\w*)\s*\]\s*;")
# What stands before the length: so few declarations end in a name in brackets that they are looked for by that.
_DECLARED = pattern(
    rb"[;{}]\s*(?:unsigned\s+|long\s+)?(?:int|float|double|char|short|long|unsigned|half|bool|\w+_t|float[234]|int[234])\s+"
    rb"([A-Za-z_]\w*)\s*$"
)
_FAR = 200
_LENGTHS = frozenset(
    (b"int", b"unsigned", b"unsigned int", b"size_t", b"long", b"uint32_t", b"int32_t", b"int64_t", b"uint")
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    device = facts.device
    plain = facts.reading.plain
    for length in _LENGTH.finditer(plain):
        found = _DECLARED.search(plain, max(0, length.start() - _FAR), length.start())
        if found is None or length[1] in facts.own_macros:
            continue
        place = device.around(found.start(1))
        if place is None:
            continue
        known = facts.reading.declarations.of(length[1], length.start(1))
        parameters = plain.find(b"(", place.scope.head, place.scope.start)
        is_parameter = known is not None and parameters < known.place < place.scope.start
        if known is not None and is_parameter and known.type in _LENGTHS and not known.depth:
            yield Hit(found.start(1), length.end() - 1)
