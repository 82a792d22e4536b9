"""API011: the kind of memory that `cudaPointerGetAttributes` tells, compared with a number."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_TYPES = (b"cudaPointerAttributes", b"hipPointerAttribute_t")
_COMPARED = pattern(rb"\s*(?:\)\s*)?(?:==|!=|>=|<=|<|>)\s*(\d+)\b")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    types = expression_types(facts)
    for name in facts.reading.names((b"type", b"memoryType")):
        compared = _COMPARED.match(facts.reading.code, name.end)
        owner = types.of_object(name) if compared else None
        if compared and owner is not None and owner.type in _TYPES:
            yield Hit(*compared.span(1))
