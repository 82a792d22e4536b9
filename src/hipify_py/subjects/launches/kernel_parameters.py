"""DEV031: kernels that take references or lists of the host's."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_KERNEL = pattern(
    rb"\b__global__\b[^;{}()]{0,200}(?:__launch_bounds__\s*\([^()]{0,100}(?:\([^()]*\)[^()]{0,60})?\)[^;{}()]{0,100})?\b[A-Za-z_]\w*\s*(?P<at>\()"
)
_HOSTS = pattern(rb"(?<!&)&(?!&)\s*[A-Za-z_]\w*\s*(?:=|$)|\bva_list\b|\binitializer_list\b")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for found in _KERNEL.finditer(facts.reading.plain):
        for start, end in facts.reading.arguments(found.start("at")) or ():
            place = facts.reading.stripped(start, end)
            if _HOSTS.search(facts.reading.plain, *place):
                yield Hit(*place)
