"""Libraries that the tables list: the names that stay, because HIP or this release of it has nothing for them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    left = [item.name for item, decision in facts.decisions if decision is Decision.LEFT and item.name.text in words]
    own = {name.text for name in left if facts.introduces(name)}
    return (Hit(name.start, name.end) for name in left if name.text not in own)
