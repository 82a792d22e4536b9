"""CGP020: shuffles of groups with values that are no numbers, which the members of HIP's groups do not take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.expression_types import ExpressionTypes, expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.file.vector_values import VECTORS
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

# HIP's groups take these since a release.
_HALVES = frozenset((b"half", b"__half", b"half2", b"__half2", b"nv_bfloat16", b"__nv_bfloat16", b"__hip_bfloat16"))
_HALVES_SINCE = Version(7, 0)
_PAIRS = frozenset((b"nv_bfloat162", b"__nv_bfloat162", b"__hip_bfloat162"))
_CLASS = rb"\b(?:struct|class|union)\s[^;{}=<>]{0,60}\b%s\b[^;{}()]{0,90}\{"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    types = expression_types(facts)
    for name in groups_of(facts).members(words):
        opening = facts.reading.skip_blank(name.end)
        arguments = facts.reading.arguments(opening)
        typed = types.of(*arguments[0]) if arguments else None
        if typed is None or typed.stars:
            continue
        is_given = facts.reading.declarations.is_type_parameter(typed.type, name.start)
        kinds = _given(facts, types, typed.type, name.start) if is_given else (typed.type,)
        if any(_is_no_number(facts, kind) for kind in kinds):
            yield Hit(name.start, facts.reading.closers[opening] + 1)


def _given(facts: Facts, types: ExpressionTypes, parameter: bytes, place: int) -> Iterator[bytes]:
    """The types of what calls of the function template around a place pass for a value of a parameter's type."""
    reading, function = facts.reading, facts.functions.around(place)
    index = -1
    for name in reading.names((function.name,)) if function is not None else ():
        around = reading.neighbours(name)
        opening = reading.closing_angle(around.after) if around.sign_after == b"<" else around.after - 1
        arguments = reading.arguments(reading.skip_blank(opening + 1)) if opening is not None else None
        if function is not None and function.start <= name.start < place:
            words = [reading.plain[start:end].split() for start, end in arguments or ()]
            index = next((number for number, each in enumerate(words) if parameter in each[:2]), -1)
        elif arguments is not None and 0 <= index < len(arguments):
            typed = types.of(*arguments[index])
            if typed and not typed.stars and not reading.declarations.is_type_parameter(typed.type, name.start):
                yield typed.type


def _is_no_number(facts: Facts, kind: bytes) -> bool:
    if kind in _HALVES:
        return facts.policy.rocm < _HALVES_SINCE
    return kind in VECTORS or kind in _PAIRS or re.search(_CLASS % re.escape(kind), facts.reading.plain) is not None
