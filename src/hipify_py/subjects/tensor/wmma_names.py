"""TCX001: what is looked up in `nvcuda::wmma`, once a line: by `wmma::`, or by another name of that namespace."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, qualifier, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_ALIAS = pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?(?:nvcuda\s*::\s*)?wmma\s*;")
_OTHER_WMMA = pattern(rb"\bnamespace\s+wmma\b|\brocwmma\b")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    if _OTHER_WMMA.search(plain):
        return
    spaces = {b"wmma", *(found[1] for found in facts.usings(_ALIAS))}
    last_line = -1
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        line = facts.reading.source.line_start(name.start)
        if usage(around, is_scope=True) is Usage.QUALIFIED and qualifier(around) in spaces and line != last_line:
            last_line = line
            yield Hit(name.start, name.end)
