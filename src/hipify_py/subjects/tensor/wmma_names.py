"""TCX001: what is looked up in `nvcuda::wmma`, once a statement: by `wmma::`, or by another name of that namespace."""

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
    last = -1
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if usage(around, is_scope=True) is not Usage.QUALIFIED or qualifier(around) not in spaces:
            continue
        statement = facts.reading.statement_start(name.start)
        if statement != last:
            last = statement
            yield Hit(name.start, name.end)
