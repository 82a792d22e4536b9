"""`cub::ThreadLoad<…>(p)` and `cub::CacheModifiedInputIterator<…> i(p)`: what these only read may be const in CUB, and
must not be in hipCUB."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import qualifier
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last
from hipify_py.tables.model import Version

ANCHORS = Anchors(frozenset((b"ThreadLoad", b"CacheModifiedInputIterator")), tells=False)

# From there on `ThreadLoad` takes any pointer.
_LOADS_CONST_SINCE = Version(7, 2)
_VARIABLE = pattern(rb"\s*[A-Za-z_]\w*\s*")
# `p`, `p + n`, `&p[n]`.
_POINTER = pattern(rb"([A-Za-z_]\w*)\s*(?:\+.*)?|&\s*([A-Za-z_]\w*)\s*\[[^\[\]]*\]", re.DOTALL)
_HAS_CHOICE = pattern(rb"[?,]")
_CONST = pattern(rb"\bconst\b[^*]*\*")
_LONGEST_TYPE = 120


def propose(facts: Facts) -> Iterator[Edit]:
    is_new = facts.policy.rocm >= _LOADS_CONST_SINCE
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        is_cub = around.preceded_by(b"::") and qualifier(around) in facts.cub_names and around.sign_after == b"<"
        is_load = name.text == b"ThreadLoad"
        closing = facts.reading.closing_angle(around.after) if is_cub and not (is_new and is_load) else None
        if closing is None:
            continue
        variable = None if is_load else _VARIABLE.match(facts.reading.code, closing + 1)
        opening = variable.end() if variable else facts.reading.skip_blank(closing + 1)
        arguments = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
        if arguments and len(arguments) == 1:
            yield from _cast(facts, Span(*facts.reading.stripped(*arguments[0])), name.text)


def _cast(facts: Facts, pointer: Span, name: bytes) -> Iterator[Edit]:
    kind = _const_type(facts, pointer)
    if kind:
        yield Edit(
            pointer.start, pointer.end, (b"const_cast<" + kind + b" *>(", pointer, b")"), name.decode(), "dialect"
        )


def _const_type(facts: Facts, pointer: Span) -> bytes:
    """What a variable points to, if that is const; else nothing."""
    found = _POINTER.fullmatch(facts.reading.code[pointer.start : pointer.end])
    if found is None or _HAS_CHOICE.search(found[0]):
        return b""
    plain = facts.reading.plain
    known = declared(plain, found[1] or found[2], pointer.start)
    if known is None or known.stars != 1 or known.is_array:
        return b""
    before = plain[max(0, known.place - _LONGEST_TYPE) : known.place]
    is_const = _CONST.search(before, behind_last(before, b",;{}(")) is not None
    return known.type if is_const else b""
