"""DEV018: `__launch_bounds__(threads, blocks, blocks of a cluster)`, and attributes of that kind."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.launches.bounds import launch_bounds

_UNKNOWN = (b"__maxnreg__", b"__block_size__")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, arguments in launch_bounds(facts):
        if len(arguments) > 2:
            yield Hit(name.start, arguments[-1][1] + 1)
    for name in facts.reading.names(words.intersection(_UNKNOWN) - facts.own_macros):
        if facts.reading.neighbours(name).sign_after == b"(":
            yield Hit(name.start, name.end)
