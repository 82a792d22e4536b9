"""ARC010: the runtime's version, compared with numbers of CUDA's or taken apart as CUDA's are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_VARIABLE = pattern(rb"\s*\(\s*&\s*((?:[A-Za-z_]\w*(?:\.|->))*[A-Za-z_]\w*)\s*\)")
_REACH = 1500


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    for name in facts.names(words):
        found = _VARIABLE.match(plain, name.end)
        if found is None:
            continue
        variable = re.escape(found[1])
        compared = (
            rb"\b" + variable + rb"\s*(?:[<>]=?|[=!]=|/|%)\s*\d{3,5}\b|"
            rb"\b\d{4,5}\s*(?:[<>]=?|[=!]=)\s*" + variable + rb"\b"
        )
        if re.search(compared, plain[found.end() : found.end() + _REACH]):
            yield Hit(name.start, name.end)
