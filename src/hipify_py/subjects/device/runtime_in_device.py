"""DEV002: the runtime's functions, called by device code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    device, own = facts.device, Own(facts)
    for item in facts.listed:
        entry = item.resolution.entry
        if entry.section != "functions" or not item.name.text.startswith(b"cuda"):
            continue
        if item.usage not in (Usage.PLAIN, Usage.GLOBAL) or item.around.sign_after not in (b"(", b"<"):
            continue
        place = device.around(item.name.start)
        if place is None or item.name.text in own:
            continue
        if not place.is_both or (device.is_emitted(place) and not device.asks_for_side(item.name.start)):
            yield Hit(item.name.start, item.name.end)
