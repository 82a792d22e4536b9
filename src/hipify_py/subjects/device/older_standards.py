"""What C++17, the default of clang, has no more: `void f() throw(int);`, and `seen++` of a `bool`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind

ANCHORS = Anchors(frozenset((b"throw", b"bool")), tells=False)

# Behind parameters: a list of types, which `throw()` has none of and which is allowed.
_THROWS = pattern(rb"\)\s*(?:const\s*)?\b(throw\s*\(\s*(?:const\s+)?[A-Za-z_][\w\s:,*&<>]*\))\s*([{;=:]?)")
_COUNTED = pattern(rb"[;{}]\s*(?:(\+\+)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(\+\+))\s*(?=;)")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not facts.reading.is_cuda:
        return
    yield from _exception_lists(facts)
    yield from _counted_flags(facts)


def _exception_lists(facts: Facts) -> Iterator[Edit]:
    """In a function, `CHECK(x) throw(value);` may be a statement."""
    reading = facts.reading
    for found in _THROWS.finditer(reading.plain) if b"throw" in reading.words else ():
        is_declaration = found[2] == b"{" or reading.scopes.kind_at(found.start(1)) is not Kind.BLOCK
        if is_declaration and not facts.is_left_alone(found.start()):
            taken = reading.code[slice(*found.span(1))]
            yield Edit(*found.span(1), b"noexcept(false)", "throw", "dialect", (taken,))


def _counted_flags(facts: Facts) -> Iterator[Edit]:
    reading = facts.reading
    for found in _COUNTED.finditer(reading.plain) if b"bool" in reading.words else ():
        name = found[2] or found[3]
        start, end = found.span(2 if found[2] else 3)
        known = reading.declarations.of(name, start)
        is_flag = known is not None and known.type == b"bool" and not known.depth
        if is_flag and not facts.is_left_alone(start):
            start, end = min(start, found.start(1)) if found[1] else start, max(end, found.end(4))
            yield Edit(start, end, name + b" = true", "++", "dialect", (reading.code[start:end],))
