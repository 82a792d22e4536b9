"""`__shared__ Path paths[64];` of a type with a constructor, which nvcc never calls and clang rejects, becomes memory
for it, and a reference with its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind
from hipify_py.subjects.device.shared_constructors import variables

ANCHORS = Anchors(frozenset((b"__shared__",)), tells=False)

_KEYWORD = pattern(rb"__shared__\s+")


def propose(facts: Facts) -> Iterator[Edit]:
    for found in variables(facts):
        end = _end(facts.reading, found.end(3))
        if end is not None and _is_alone(facts, found):
            yield _storage(facts.reading, found, end)


def _storage(reading: Reading, found: re.Match[bytes], end: int) -> Edit:
    kind, name = Span(found.start(1), reading.stripped(found.start(1), found.start(3))[1]), Span(*found.span(3))
    size = (Span(name.end, end),) if name.end < end else ()
    memory = _memory(found[3])
    reference = (b" (&", name, b")", *size) if size else (b"& ", name)
    new = (
        *(b"alignas(", kind, b") __shared__ char " + memory + b"[sizeof(", kind, *size, b")];"),
        *(_blanks(reading, found.start()), kind, *reference, b" = reinterpret_cast<", kind),
        *((b" (&)", *size) if size else (b"&",)),
        b">(" + memory + b")",
    )
    return Edit(found.start(), end, new, "__shared__", "dialect", (b"__shared__",))


def _blanks(reading: Reading, start: int) -> bytes:
    """What stands between two statements: a new line, if the first one begins one."""
    before = reading.plain[max(0, start - 200) : start].rpartition(reading.line_end)[2]
    return reading.line_end + before if not before.strip() else b" "


def _memory(name: bytes) -> bytes:
    return name + b"_memory"


def _end(reading: Reading, place: int) -> int | None:
    """Where a declarator ends behind its name, if it is the only one and has no value."""
    while reading.code[(opening := reading.skip_blank(place)) : opening + 1] == b"[":
        closing = reading.closers.get(opening)
        if closing is None or reading.is_interrupted(opening, closing):
            return None
        if not reading.code[opening + 1 : closing].strip():
            return None
        place = closing + 1
    return place if reading.code[opening : opening + 1] == b";" else None


def _is_alone(facts: Facts, found: re.Match[bytes]) -> bool:
    """Whether a declaration is a statement of a function, with no word before it, and nobody asks what it is."""
    reading, start = facts.reading, found.start()
    scope = reading.scopes.at(start)
    is_statement = reading.skip_blank(reading.statement_start(start)) == start and reading.directive_at(start) is None
    is_plain = _KEYWORD.fullmatch(reading.plain, start, found.start(1)) is not None
    is_local = scope is not None and scope.kind is Kind.BLOCK
    is_free = _memory(found[3]) not in reading.words and b"decltype" not in reading.words
    return is_statement and is_plain and is_local and is_free and not facts.is_c
