"""API038: `memoryType` of `cudaPointerAttributes`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_DECLARED = pattern(rb"\b(?:struct\s+)?cudaPointerAttributes\s*(?:[*&]+\s*)?(\w+)")
_MEMBER = pattern(rb"\s*(?:\.|->)\s*(memoryType)\b")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    declared = {match[1] for match in _DECLARED.finditer(facts.reading.code)}
    for name in facts.reading.names(declared):
        if match := _MEMBER.match(facts.reading.code, name.end):
            yield Hit(match.start(1), match.end(1))
