"""DEV001: kernels that device code launches."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.rules.detect import Hit

_SIGN = pattern(rb"<<")
_LAUNCH = pattern(rb"(?<!\w)(?P<name>[A-Za-z_]\w*)\s*(?:<[^<>;{}()]{0,100}>\s*)?(?P<at><<<|<<\s+<|<\s+<<)(?=[^<=])")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    device = facts.device
    plain = facts.reading.plain
    for found in found_in(_LAUNCH, excerpts(_SIGN, plain), plain):
        start = found.start("at")
        place = device.around(start)
        if place is not None and (not place.is_both or not device.asks_for_side(start)):
            name = found["name"].decode("latin-1")
            yield Hit(found.start(), found.end(), {"name": name})
