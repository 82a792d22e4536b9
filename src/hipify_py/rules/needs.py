"""What a text must hold for a pattern to match in it: found in the pattern's own structure, when rules are compiled.

A text without any of these literals need not be searched, which is the cheapest way of finding nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

if sys.version_info >= (3, 11):
    from re import _parser as parser  # type: ignore[attr-defined]
else:
    import sre_parse as parser

_SHORTEST = 3
_MOST = 24
Literals = frozenset[bytes]


def needed(pattern: str) -> list[str]:
    """Literals of which one is in every match; none where that cannot be told, or letters count in any case."""
    tree = parser.parse(pattern.encode(), re.VERBOSE | re.MULTILINE)
    if tree.state.flags & re.IGNORECASE:
        return []
    found = _best(_sets(tree))
    return sorted(word.decode("latin-1") for word in found)


def _best(sets: Iterable[Literals]) -> Literals:
    """The set whose shortest literal is the longest, and that is the smallest of such."""
    good = [each for each in sets if len(each) <= _MOST and min(map(len, each)) >= _SHORTEST]
    return max(good, key=lambda each: (min(map(len, each)), -len(each), sorted(each)), default=frozenset())


def _sets(items: Iterable[Any]) -> Iterator[Literals]:
    """Sets of literals of each of which one must be there: runs of letters, and what alternatives have."""
    run = bytearray()
    for operation, value in items:
        name = str(operation)
        if name == "LITERAL":
            run.append(value)
        elif name != "AT":
            yield from _one(run)
            run.clear()
            yield from _inside(name, value)
    yield from _one(run)


def _one(run: bytearray) -> Iterator[Literals]:
    if run:
        yield frozenset((bytes(run),))


def _inside(name: str, value: Any) -> Iterator[Literals]:
    if name == "SUBPATTERN":
        _group, added, _removed, inner = value
        if not added & re.IGNORECASE:
            yield from _sets(inner)
    elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and value[0] >= 1:
        yield from _sets(value[2])
    elif name == "ATOMIC_GROUP":
        yield from _sets(value)
    elif name == "BRANCH":
        each = [_best(_sets(branch)) for branch in value[1]]
        if all(each):
            yield frozenset().union(*each)
