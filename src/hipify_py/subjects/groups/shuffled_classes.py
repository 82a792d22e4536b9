"""CGP020: shuffles of groups with values that are no numbers, which the members of HIP's groups do not take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups
from hipify_py.file.vector_values import VECTORS
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

# HIP's groups take these since a release.
_HALVES = frozenset((b"half", b"__half", b"half2", b"__half2", b"nv_bfloat16", b"__nv_bfloat16", b"__hip_bfloat16"))
_HALVES_SINCE = Version(7, 0)
_PAIRS = frozenset((b"nv_bfloat162", b"__nv_bfloat162", b"__hip_bfloat162"))
_CLASS = rb"\b(?:struct|class|union)\s[^;{}=<>]{0,60}\b%s\b[^;{}()]{0,90}\{"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    types = ExpressionTypes(facts)
    for name in Groups(facts).members(words):
        opening = facts.reading.skip_blank(name.end)
        arguments = facts.reading.arguments(opening)
        typed = types.of(*arguments[0]) if arguments else None
        if typed is not None and not typed.stars and _is_no_number(facts, typed.type):
            yield Hit(name.start, facts.reading.closers[opening] + 1)


def _is_no_number(facts: Facts, kind: bytes) -> bool:
    if kind in _HALVES:
        return facts.policy.rocm < _HALVES_SINCE
    return kind in VECTORS or kind in _PAIRS or re.search(_CLASS % re.escape(kind), facts.reading.plain) is not None
