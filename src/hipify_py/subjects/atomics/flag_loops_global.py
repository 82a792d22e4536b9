"""ATM011: loops that wait for a flag which another block sets."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.wait_loops import loops
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(*wait.place) for wait in loops(facts, in_shared_memory=False))
