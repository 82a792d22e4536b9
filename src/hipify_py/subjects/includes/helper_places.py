"""Where a file includes a helper header: behind the header of the runtime, before all that may define macros."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py import helpers
from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.include_lines import first_include
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import INCLUDES, Directive, Header
from hipify_py.subjects.includes.implied import RUNTIME_HEADER

# Those of the C and C++ libraries, whose macros no code may have other names for.
_STANDARD = pattern(
    r"c?[a-z]+|[a-z]+_[a-z_]+|(?:assert|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdarg|stdbool"
    r"|stddef|stdint|stdio|stdlib|string|time|wchar)\.h"
)


def place_of(facts: Facts, edits: tuple[Edit, ...], header: str) -> int:
    """Before all other includes: what these define may be a word of the header's. But behind the runtime's, which it
    needs, if nothing but headers of CUDA and of the language stands before that. And outside of all braces."""
    place = first_include(facts)
    taken = (macro.name_start for macro in facts.reading.macros if macro.name in helpers.words(header))
    first_taken = facts.reading.line_start(next(taken, len(facts.reading.code)))
    runtime = _runtime(facts, place) if not _adds_runtime(edits, place) else None
    behind = facts.reading.line_stop(runtime.start) if runtime is not None else place
    place = min(behind if behind <= first_taken else place, first_taken)
    scope = facts.reading.scopes.at(place)
    while scope is not None and (around := facts.reading.scopes.parent(scope)) is not None:
        scope = around
    return place if scope is None else facts.reading.line_start(facts.reading.skip_blank(scope.head))


def _adds_runtime(edits: tuple[Edit, ...], place: int) -> bool:
    """Whether a pass adds the header of the runtime at a place."""
    line = f"#include <{RUNTIME_HEADER}>".encode()
    return any(edit.start == edit.end == place and line in piece for edit in edits for piece in _texts(edit))


def _texts(edit: Edit) -> Iterator[bytes]:
    return (piece for piece in edit.parts if isinstance(piece, bytes))


def _runtime(facts: Facts, start: int) -> Directive | None:
    """The include of the runtime that all builds read, from a place on, if all before it is known to be harmless."""
    reading = facts.reading
    headers = {directive.start: header for directive, header in reading.headers}
    for directive in reading.directives:
        if directive.start < start or directive.keyword not in INCLUDES:
            continue
        header = headers.get(directive.start)
        if header is None or not _is_known(facts, header):
            return None
        if _is_runtime(facts, header, directive) and reading.conditionals.at(directive.start) is None:
            is_alone = not reading.plain[start : directive.start].strip()
            stop = reading.line_stop(directive.start)
            return directive if is_alone and reading.begins_line(stop) else None
    return None


def _is_runtime(facts: Facts, header: Header, line: Directive) -> bool:
    name = header.name.decode("latin-1")
    resolution = facts.policy.header(name)
    target = resolution.target if resolution is not None else name
    return target == RUNTIME_HEADER and not facts.is_left_alone(line.start)


def _is_known(facts: Facts, header: Header) -> bool:
    """Whether a header is one of CUDA's, of HIP's, or of the language."""
    name = header.name.decode("latin-1")
    if name in facts.local_headers or name in facts.surroundings.headers:
        return False
    is_hip = name.startswith(("hip/", "hipcub/", "rocprim/", "thrust/"))
    return is_hip or facts.policy.header(name) is not None or (not header.quoted and bool(_STANDARD.fullmatch(name)))
