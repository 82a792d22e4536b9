"""DEV017: `__launch_bounds__(threads, blocks)`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.members import Members
from hipify_py.rules.detect import Hit
from hipify_py.subjects.launches.bounds import launch_bounds


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    members = Members(facts)
    for _name, arguments in launch_bounds(facts):
        if len(arguments) == 2:
            start, end = facts.reading.stripped(*arguments[1])
            if facts.constant(members.value(facts.reading.code[start:end]), start) not in (b"1", b"0", b"(1)"):
                yield Hit(start, end)
