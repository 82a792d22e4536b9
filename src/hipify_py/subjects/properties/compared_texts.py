"""PRP009: the name of a device, compared with what NVIDIA's are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.comparisons import compared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_NAMES = pattern(
    rb"^(?i:NVIDIA|Tesla|GeForce|Quadro|RTX|GTX|TITAN|Jetson|Orin|Xavier)|"
    rb"^(?:A(?:2|10G?|16|30|40|100|800|[2456]000)|H(?:20|100|200|800)|V100S?|P(?:4|40|100)|T4|L(?:4|20|40S?)|K(?:20|40|80)|"
    rb"M(?:40|60)|G?B(?:100|200|300)|GH200)\b"
)
_OF_DEVICE = pattern(rb"name|prop|dev|gpu|card|model", re.IGNORECASE)
_REACH = 200


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.shows_cuda:
        return
    for start, end in compared(facts, _NAMES):
        statement = facts.reading.code[max(0, start - _REACH) : start]
        if _OF_DEVICE.search(re.split(rb"[;{}]", statement)[-1]):
            yield Hit(start, end)
