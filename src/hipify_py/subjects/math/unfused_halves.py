"""MTH004: sums and products on half and bfloat16 that are never fused, in releases that have none."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for item, decision in facts.decisions:
        if item.name.text in words and decision is Decision.CONVERTED and item.resolution.is_in_compat:
            yield Hit(item.name.start, item.name.end)
