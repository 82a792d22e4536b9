"""LIB004: headers that no ROCm release ships, or the first name of a file that belongs to one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    is_included = False
    for _directive, header in facts.reading.headers:
        resolution = facts.policy.header(to_text(header.name))
        if resolution is not None and resolution.target and facts.policy.why_absent(resolution.entry.library):
            is_included = True
            yield Hit(header.start, header.end)
    if not is_included:
        absent = (
            item.name
            for item, decision in facts.decisions
            if decision is Decision.CONVERTED and facts.policy.why_absent(item.library)
        )
        yield from (Hit(name.start, name.end) for name in islice(absent, 1))
