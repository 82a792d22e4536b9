"""LIB004: includes that become a HIP header which no ROCm release ships."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_NEVER_SHIPPED = frozenset(("hipDNN.h",))


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for _directive, header in facts.reading.headers:
        resolution = facts.policy.header(to_text(header.name))
        if resolution is not None and resolution.target in _NEVER_SHIPPED:
            yield Hit(header.start, header.end)
