"""TOOL007: a file that says that a program wrote it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.generated import HEAD, SAYS, may_say_so
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """In a comment at the file's head."""
    if not may_say_so(facts.reading.source.text):
        return
    match = SAYS.search(facts.reading.source.text, 0, HEAD)
    if match is None or not (facts.shows_cuda or facts.functions.kernels):
        return
    if facts.reading.code[match.start() : match.end()].strip():
        return
    quotes = facts.reading.code.count(b'"', 0, match.start())
    if quotes % 2 == 0:
        yield Hit(match.start(), match.end())
