"""CGP005: tiles of more threads than a wave has lanes."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.patterns import pattern
from hipify_py.reading.numbers import whole
from hipify_py.rules.detect import Hit
from hipify_py.tables.gpus import lanes

_ARGUMENT = pattern(rb"\s*<\s*([\w]+)\s*[,>]")
_NUMBER = pattern(rb"\(?\s*(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\s*\)?")
_WIDEST = 64


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    widest = min((min(lanes(target)) for target in facts.policy.archs), default=_WIDEST)
    for name in groups_of(facts).of(words):
        found = _ARGUMENT.match(facts.reading.code, name.end)
        if name.text == b"block_tile_memory" or (found and _size(facts, found[1], found.start(1)) > widest):
            yield Hit(name.start, found.end() if found else name.end)


def _size(facts: Facts, text: bytes, place: int) -> int:
    found = _NUMBER.fullmatch(facts.constant(text, place))
    return whole(found[1]) if found else 0
