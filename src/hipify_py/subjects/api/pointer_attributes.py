"""API011: the kind of memory that `cudaPointerGetAttributes` tells, compared with a number."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_DECLARED = pattern(rb"\b(?:cudaPointerAttributes|hipPointerAttribute_t)\s*(?:[*&]+\s*)?(\w+)")
_MEMBER = pattern(rb"\s*(?:\.|->)\s*(?:type|memoryType)\s*(?:\)\s*)?(?:==|!=|>=|<=|<|>)\s*(\d+)\b")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    declared = {match[1] for match in _DECLARED.finditer(facts.reading.code)}
    for name in facts.reading.names(declared):
        if match := _MEMBER.match(facts.reading.code, name.end):
            yield Hit(match.start(1), match.end(1))
