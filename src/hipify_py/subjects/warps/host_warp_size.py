"""WRP010: the device variable `warpSize` in code that the host runs, where conversion leaves it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.usage import Usage, usage
from hipify_py.rules.detect import Hit

_NO_TYPES = (b"", b"return", b"case", b"else", b"sizeof", b"and", b"or", b"not")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not (facts.is_ported or facts.reading.is_cuda) or b"warpSize" in facts.own_macros:
        return
    places = [(name, facts.reading.neighbours(name)) for name in facts.reading.names(words)]
    if any(around.word_before not in _NO_TYPES for _name, around in places):
        return  # the file has a variable of that name
    for name, around in places:
        is_on_host = facts.functions.side_at(name.start) in (Side.HOST, Side.BOTH)
        if is_on_host and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL):
            yield Hit(name.start, name.end)
