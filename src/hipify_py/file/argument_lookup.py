"""With how many arguments a function is called, and which calls from outside of its namespace find it by what they pass
(argument-dependent lookup)."""

from __future__ import annotations

from collections.abc import Callable

from hipify_py.file.ownership import ANY, BUILTIN_TYPES, NEVER, OwnName, statement_before
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import words

NO_OWN_TYPES = BUILTIN_TYPES | frozenset(
    b"const volatile struct class enum union typename std string vector __restrict__ __restrict".split()
)


def with_counts(reading: Reading, own: OwnName, is_type_of_cuda: Callable[[bytes], bool]) -> OwnName:
    """A definition, with how many arguments a function takes, and with how many calls find it. None find a member, nor
    a function whose parameters have no type of the code base."""
    if own.what != "function":
        return own
    around = reading.neighbours(own.name)
    texts = [reading.code[start:end] for start, end in reading.arguments(around.after) or []]
    is_counted = reading.argument_count(around.after) is not None
    takes = _counts(texts) if is_counted else ANY
    of_template = frozenset(words(statement_before(around)))
    is_found = (
        bool(own.scope.names)
        and not own.scope.is_in_class
        and any(_first_own(text, of_template, is_type_of_cuda) for text in texts)
    )
    return own._replace(takes=takes, found_with=takes if is_found else NEVER)


def _counts(parameters: list[bytes]) -> range:
    """The numbers of arguments that calls of a function with these parameters may pass."""
    given = [text for text in parameters if text.strip() != b"void"]
    return range(sum(b"=" not in text for text in given), len(given) + 1)


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
