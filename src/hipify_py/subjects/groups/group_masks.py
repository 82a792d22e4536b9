"""CGP018: masks of a group, which have 64 bits in HIP, where that shows and the size of the group is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import Kind, groups_of
from hipify_py.rules.detect import Hit
from hipify_py.subjects.groups.tile_masks import shown_at


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.is_surely_cuda:
        return
    groups = groups_of(facts)
    for name in groups.members(words):
        if groups.kind(name) is Kind.UNKNOWN and (place := shown_at(facts, groups, name)) is not None:
            yield Hit(name.start, place[1])
