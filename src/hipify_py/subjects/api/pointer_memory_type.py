"""API038: `memoryType` of `cudaPointerAttributes`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    types = expression_types(facts)
    for name in facts.reading.names((b"memoryType",)):
        owner = types.of_object(name)
        if owner is not None and owner.type == b"cudaPointerAttributes":
            yield Hit(name.start, name.end)
