"""DEV023: exceptions in functions that the device's compiler makes code of."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    device = facts.device
    for name in facts.reading.names(words):
        if name.text in (b"try", b"catch") and facts.reading.neighbours(name).sign_after not in (b"{", b"("):
            continue
        place = device.around(name.start)
        if place is not None and device.is_emitted(place) and not device.asks_for_side(name.start):
            yield Hit(name.start, name.end)
