"""ARC010: the runtime's version, compared with numbers of CUDA's or taken apart as CUDA's are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_shown
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_VARIABLE = pattern(rb"\s*\(\s*&\s*((?:[A-Za-z_]\w*(?:\.|->))*[A-Za-z_]\w*)\s*\)")
_REACH = 1500
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
        known = _local(facts, found[1], found.start(1))
        function = facts.functions.around(name.start) if known is not None else None
        end = min(found.end() + _REACH, function.end if function is not None else len(plain))
        if re.search(compared, plain[found.end() : end]):
            is_own = known is not None and known.type == b"int" and not known.is_reference
            is_printed = is_own and _is_only_printed(facts, found.end(), found[1])
            yield _as_printed(name) if is_printed else Hit(name.start, name.end)


def _local(facts: Facts, name: bytes, place: int) -> Declaration | None:
    """The variable of the function around a place, if it is one."""
    known, function = facts.reading.declarations.of(name, place), facts.functions.around(place)
    return known if known is not None and function is not None and known.place > function.start else None


def _as_printed(name: Name) -> Hit:
    return Hit(name.start, name.end, message=_PRINTED, help=_HELP, severity=Severity.INFO)


def _is_only_printed(facts: Facts, place: int, variable: bytes) -> bool:
    """Whether a variable of the function around a place goes into nothing but texts behind it."""
    names, function = facts.reading.names([variable]), facts.functions.around(place)
    end = function.end if function is not None else place
    first, last = (bisect_left(names, at, key=_start) for at in (place, end))
    uses = names[first:last]
    return len(uses) <= _MOST_USES and all(is_shown(facts.reading, use.start) for use in uses)


def _start(name: Name) -> int:
    return name.start
