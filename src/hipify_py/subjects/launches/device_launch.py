"""DEV001: kernels that device code launches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

# nvcc reads `<< <` and `< <<` as well. A search that begins at any `<` is dear, so the latter has its own.
_LAUNCH = pattern(rb"<<(?<!<<<)(?:<|\s+<)(?=[^<=])")
_APART = pattern(rb"<(?<!<<)\s+<<(?=[^<=])")
# What stands before the configuration, so far at most.
_KERNEL = pattern(rb"(?<!\w)(?P<name>[A-Za-z_]\w*)\s*(?:<[^<>;{}()]{0,100}>\s*)?$")
_REACH = 200


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    device = facts.device
    plain = facts.reading.plain
    for launch in chain(_LAUNCH.finditer(plain), _APART.finditer(plain)):
        place = device.around(launch.start())
        if place is None or (place.is_both and device.asks_for_side(launch.start())):
            continue
        if kernel := _KERNEL.search(plain, max(0, launch.start() - _REACH), launch.start()):
            yield Hit(kernel.start(), launch.end(), {"name": to_text(kernel["name"])})
