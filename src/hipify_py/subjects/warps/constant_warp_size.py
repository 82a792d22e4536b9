"""WRP009: `warpSize` where the compiler needs a constant or a number, which it is no more since ROCm 7.0."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_SINCE = Version(7, 0)
_PLACES = pattern(
    rb"\b__shared__\b[^;={}\[\]]{0,120}(?:\[[^\[\];]{0,80}\]\s*)*\[[^\[\];]{0,80}(?<![\w.>])(?P<array>warpSize)\b"
    rb"|<\s*(?:[\w:]+\s*,\s*){0,6}(?P<argument>warpSize)\s*(?:[-+*/]\s*\w+\s*)?(?:,[^<>;(){}&|]{0,80})?>(?=\s*(?:[({;,>&*]|::|\w))"
    rb"|\bconstexpr\b[^;{}=()]{0,80}[={(][^;{}]{0,80}?(?<![\w.>])(?P<constant>warpSize)\b"
    rb"|\bstatic_assert\s*\([^;\"]{0,120}?(?<![\w.>])(?P<assertion>warpSize)\b"
    rb"|\bcase\s+(?P<label>warpSize)\s*:|\balignas\s*\([^();]{0,40}?(?P<alignment>warpSize)\b"
    rb"|\bprintf\s*\([^;]{0,200}?,\s*(?P<printed>warpSize)\s*[,)]"
    rb"|\b__launch_bounds__\s*\([^();]{0,60}?(?P<bounds>warpSize)\b"
)

_PRINTED = "'{text}' is an object in HIP, which `printf` does not take"
_PRINTED_HELP = "write `static_cast<int>(warpSize)`"


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    own = rb"\b(?:int|unsigned|size_t|auto|const|constexpr|define)\s+warpSize\b"
    if facts.policy.rocm < _SINCE or re.search(own, facts.reading.code):
        return
    for found in _PLACES.finditer(facts.reading.code):
        if found["printed"]:
            yield Hit(*found.span("printed"), message=_PRINTED, help=_PRINTED_HELP)
        else:
            yield Hit(*found.span(str(found.lastgroup)))
