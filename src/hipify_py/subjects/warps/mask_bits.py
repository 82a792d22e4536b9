"""WRP006: bits of a wave's mask counted or sought in 32 of its 64 bits, where conversion has not cut it down."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_BALLOT = rb"__(?:ballot(?:_sync)?|activemask|match_a(?:ny|ll)_sync)\s*\("
_VARIABLE = pattern(rb"\b(\w+)\s*=(?!=)\s*" + _BALLOT)
_HANDED = pattern(
    rb"\s*\(\s*(?:\(\s*\w[\w\s]{0,30}\)\s*)?(?:(?P<direct>" + _BALLOT + rb")|(?P<name>[A-Za-z_]\w*)\s*[)&|])"
)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_surely_cuda:
        return
    code = facts.reading.code
    declarations = facts.reading.declarations
    assigned = ((found[1], found.end(1)) for found in _VARIABLE.finditer(code))
    masks = {known for each in assigned if (known := declarations.of(*each)) is not None}
    for name in facts.reading.names(words):
        found = _HANDED.match(code, name.end)
        if found and (found["direct"] or declarations.of(found["name"], found.start("name")) in masks):
            yield Hit(name.start, name.end)
