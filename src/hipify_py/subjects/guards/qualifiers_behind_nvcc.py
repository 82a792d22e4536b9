"""ARC005: `#ifdef __CUDACC__` around qualifiers, which stays as other conditions of the file ask for HIP."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Chain
from hipify_py.rules.detect import Hit

_QUALIFIER = pattern(rb"\b__(?:host|device|global)__\b")
_HIP = pattern(rb"HIP|ROCM|AMD")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.asks_for_hip or facts.names_hip:
        return
    for name in facts.names(words - facts.own_macros):
        line = facts.reading.directive_at(name.start)
        opened = facts.reading.conditionals.opened_by(line) if line is not None else None
        if opened is not None and not facts.guards_converted(name.start) and _is_about_qualifiers(facts, opened.chain):
            yield Hit(name.start, name.end)


def _is_about_qualifiers(facts: Facts, chain: Chain) -> bool:
    code, start, end = facts.reading.code, chain.branches[0].directive.start, chain.branches[-1].end
    return _QUALIFIER.search(code, start, end) is not None and _HIP.search(code, start, end) is None
