"""ARC010: the runtime's version, compared with numbers of CUDA's or taken apart as CUDA's are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_shown
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_VARIABLE = pattern(rb"\s*\(\s*&\s*((?:[A-Za-z_]\w*(?:\.|->))*[A-Za-z_]\w*)\s*\)")
_REACH = 1500
_DECLARES = pattern(rb"\bint\s[^;(){}&*]{0,200}$")
_LINE = 220
# A variable that is used more often than that goes into something.
_MOST_USES = 50
_PRINTED = "'{text}' returns the HIP version, which the code prints as a CUDA version"
_HELP = "print it as HIP's: `version / 10000000`, `version / 100000 % 100`; nothing is decided by it"


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
            is_printed = _is_only_printed(facts, found.end(), found[1])
            yield _as_printed(name) if is_printed else Hit(name.start, name.end)


def _as_printed(name: Name) -> Hit:
    return Hit(name.start, name.end, message=_PRINTED, help=_HELP, severity=Severity.INFO)


def _is_only_printed(facts: Facts, place: int, variable: bytes) -> bool:
    """Whether a variable of the function around a place goes into nothing but texts behind it."""
    names, function = facts.reading.names([variable]), facts.functions.around(place)
    if function is None or not names:  # as members of something
        return False
    first, behind, last = (bisect_left(names, at, key=_start) for at in (function.start, place, function.end))
    declared = names[first].start if first < behind else 0
    if _DECLARES.search(facts.reading.plain, max(0, declared - _LINE), declared) is None:
        return False
    uses = names[behind:last]
    return len(uses) <= _MOST_USES and all(is_shown(facts.reading, use.start) for use in uses)


def _start(name: Name) -> int:
    return name.start
