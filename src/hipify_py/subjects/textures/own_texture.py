"""TEX007: a type of the code base by the name of HIP's template `texture`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_REACH = 300
_KEYS = (b"struct", b"class", b"union", b"enum")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_surely_cuda:
        yield from (Hit(name.start, name.end) for name in facts.names(words) if _is_defined(facts, name))


def _is_defined(facts: Facts, name: Name) -> bool:
    """`struct texture {`, or `} texture;` behind a `typedef`, outside of namespaces and classes."""
    around = facts.reading.neighbours(name)
    if facts.reading.directive_at(name.start) is not None or facts.reading.scopes.at(name.start) is not None:
        return False
    if around.word_before in _KEYS:
        return around.sign_after in (b"{", b":")
    opening = facts.reading.openers.get(around.before - 1) if around.sign_before == b"}" else None
    if opening is None or around.sign_after != b";":
        return False
    head = facts.reading.plain[max(0, opening - _REACH) : opening].rpartition(b";")[2].rpartition(b"}")[2]
    return b"typedef" in head.split()
