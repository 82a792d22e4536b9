"""DEV028: functions of the C library that a file uses without their header, as nvcc's own includes allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_STDIO, _STDLIB = ("stdio.h", "cstdio"), ("stdlib.h", "cstdlib")
WORDS: Mapping[bytes, tuple[str, ...]] = {
    **dict.fromkeys((b"fprintf", b"fopen", b"puts"), _STDIO),
    **dict.fromkeys((b"exit", b"getenv", b"atoi", b"qsort", b"rand", b"srand", b"strtol"), _STDLIB),
}
_STANDARD = pattern(r"cuda\w*\.h|[a-z]+|(?:stdio|stdlib|math|string|assert|time|stdint)\.h")
# Headers that bring these along everywhere.
_BROAD = frozenset(("iostream", "string", "fstream", "sstream", "algorithm", "random", "bits/stdc++.h"))


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """The first use of each function, in files that could get its header from nowhere."""
    if not facts.is_unit or facts.is_ported or not _is_self_contained(facts):
        return
    own, seen = Own(facts), set[str]()
    for name in facts.reading.names(words):
        headers = WORDS[name.text]
        if headers[0] in seen or facts.included.intersection(headers) or name.text in own:
            continue
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) is Usage.PLAIN
        if is_call and facts.functions.side_at(name.start) is Side.HOST:
            seen.add(headers[0])
            yield Hit(name.start, name.end, {"header": headers[0]})


def _is_self_contained(facts: Facts) -> bool:
    """Whether all that a file includes is CUDA's runtime and C's and C++'s own headers."""
    known = facts.included
    return known.isdisjoint(_BROAD) and all(map(_STANDARD.fullmatch, known))
