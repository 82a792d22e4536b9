"""LIB004: includes that become a HIP header which no ROCm release ships."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for _directive, header in facts.reading.headers:
        resolution = facts.policy.header(to_text(header.name))
        if resolution is not None and resolution.target and facts.policy.why_absent(resolution.entry.library):
            yield Hit(header.start, header.end)
