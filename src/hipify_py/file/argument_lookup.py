"""Which calls from outside of its namespace find a function by what they pass (argument-dependent lookup)."""

from __future__ import annotations

import sys
from collections.abc import Callable

from hipify_py.file.ownership import BUILTIN_TYPES, NEVER, OwnName, statement_before
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import words

NO_OWN_TYPES = BUILTIN_TYPES | frozenset(
    b"const volatile struct class enum union typename std string vector __restrict__ __restrict".split()
)


def with_counts(reading: Reading, own: OwnName, is_type_of_cuda: Callable[[bytes], bool]) -> OwnName:
    """A definition, with how many arguments calls find it."""
    return own._replace(found_with=_counts(reading, own, is_type_of_cuda))


def _counts(reading: Reading, own: OwnName, is_type_of_cuda: Callable[[bytes], bool]) -> range:
    """None find a member, nor a function whose parameters have no type of the code base."""
    if own.what != "function" or not own.scope.names or own.scope.is_in_class:
        return NEVER
    around = reading.neighbours(own.name)
    spans = reading.arguments(around.after) or []
    of_template = frozenset(words(statement_before(around)))
    if not any(_first_own(reading.code[start:end], of_template, is_type_of_cuda) for start, end in spans):
        return NEVER
    return argument_counts(reading, own)


def argument_counts(reading: Reading, own: OwnName) -> range:
    """The numbers of arguments that calls of a function may pass, by its parameters."""
    opening = reading.neighbours(own.name).after
    spans = reading.arguments(opening)
    if spans is None or reading.argument_count(opening) is None:
        return range(sys.maxsize)
    parameters = [text for start, end in spans if (text := reading.code[start:end].strip()) != b"void"]
    return range(sum(b"=" not in text for text in parameters), len(parameters) + 1)


def _first_own(parameter: bytes, of_template: frozenset[bytes], is_type_of_cuda: Callable[[bytes], bool]) -> bytes:
    """The word that names a type of the code base, as the one before `Buf *b` is."""
    for word in words(parameter):
        if word in of_template or is_type_of_cuda(word):
            return b""
        if word not in NO_OWN_TYPES:
            return word
        if word in BUILTIN_TYPES:
            return b""
    return b""
