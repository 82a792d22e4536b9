"""WRP027: the warp size of a device where host code compares it with 32, computes with it, or keeps it for that."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.warp_sizes import Does, Read, matters, reads, works_in_groups
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_bytes, to_text


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    found = list(reads(facts, words))
    if not found:
        return
    has_groups = works_in_groups(facts) or (facts.surroundings.has_warps and not facts.is_ported)
    elsewhere = {to_bytes(name) for name in facts.surroundings.warp_sizes}
    for read in found:
        is_compared = read.use.does is Does.COMPARES
        if is_compared or (has_groups and matters(facts, read, elsewhere)):
            yield Hit(read.name.start, read.name.end, help=_help(read))


def _help(read: Read) -> str:
    if read.use.does is not Does.KEEPS:
        return ""
    kept = to_text(read.use.name)
    return f"'{kept}' is compared or computed with: use 32 where the groups of the kernels are meant"
