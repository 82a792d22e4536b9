"""WRP027: comparisons of the `warpSize` of device properties with 32, and sizes computed from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import HEADER_NAMESPACE, OF_LANES
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

# What stands before `warpSize`, read backwards: the object, and what is compared or computed with its member.
_OBJECT = pattern(
    rb"\s{0,8}(?:>-|\.)\s{0,8}(?:\]\w{1,40}\[)?\w{1,60}\s{0,8}(?:=[!=]\s{0,8}(?P<word>\w{1,60})|(?P<sign>[*/%]|<<|[+-](?![+-])))?"
)
_COMPARED = pattern(rb"\s*[!=]=\s*(\w+)")
_COMPUTED = pattern(rb"\s*(?:[*/%]|<<|[+-](?![+-]))")
_WIDER = pattern(rb"\bwarpSize\s*[!=]=\s*64\b|\b64\s*[!=]=[^;]{0,60}\bwarpSize\b")
_REACH = 100


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    has_warps = not (OF_LANES | {HEADER_NAMESPACE}).isdisjoint(facts.reading.words - {b"warpSize"})
    for name in facts.reading.names(words):
        before = code[max(0, name.start - _REACH) : name.start]
        owner = _OBJECT.match(before[::-1])
        if owner is None:
            continue
        behind = _COMPARED.match(code, name.end)
        word = behind[1] if behind is not None else (owner["word"] or b"")[::-1]
        is_compared = bool(word) and _is_32(code, word) and not _accepts_64(code, name.start)
        is_computed_with = owner["sign"] is not None or _COMPUTED.match(code, name.end) is not None
        if is_compared or (has_warps and is_computed_with):
            yield Hit(name.start, name.end)


def _is_32(code: bytes, word: bytes) -> bool:
    """Whether a word is 32, or a constant that the file defines so."""
    return word == b"32" or re.search(rb"\b" + re.escape(word) + rb"\b[ \t]*(?:=[ \t]*)?32\b", code) is not None


def _accepts_64(code: bytes, place: int) -> bool:
    return _WIDER.search(code, max(0, place - _REACH), place + _REACH) is not None
