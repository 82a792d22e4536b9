"""TOOL007: a file that says that a program wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_SAYS = pattern(
    rb"\bDO\s+NOT\s+(?:EDIT|MODIFY)\b|@generated\b|"
    rb"\b(?:this\s+file\s+(?:is|was|has\s+been)\s+)?auto(?:matically)?[\s-]+generated\b|"
    rb"\bgenerated\s+(?:automatically|by\s+(?:the\s+)?(?:protocol\s+buffer|bison|flex|swig|f2c|cmake)\b)|"
    rb"\bA\s+Bison\s+parser\b|\bA\s+lexical\s+scanner\s+generated\s+by\b",
    re.IGNORECASE,
)
_HEAD = 1500
# One of these is in all that is said, and in few heads.
_SPOKEN = (b"edit", b"modify", b"generated", b"bison", b"lexical")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """In a comment at the file's head."""
    head = facts.reading.source.text[:_HEAD].lower()
    if not any(word in head for word in _SPOKEN):
        return
    match = _SAYS.search(facts.reading.source.text, 0, _HEAD)
    if match is None or not (facts.shows_cuda or facts.functions.kernels):
        return
    if facts.reading.code[match.start() : match.end()].strip():
        return
    quotes = facts.reading.code.count(b'"', 0, match.start())
    if quotes % 2 == 0:
        yield Hit(match.start(), match.end())
