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
from hipify_py.texts import to_bytes, to_text

# Those of the C and C++ libraries, whose macros no code may have other names for.
_STANDARD = pattern(
    r"c?[a-z]+|[a-z]+_[a-z_]+|(?:assert|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdarg|stdbool"
    r"|stddef|stdint|stdio|stdlib|string|time|wchar)\.h"
)


def place_of(facts: Facts, edits: tuple[Edit, ...], header: str) -> int:
    """Before all other includes: what these define may be a word of the header's. But behind the runtime's, which it
    needs, if nothing but headers of CUDA and of the language stands before that. And outside of all braces."""
    place = first_include(facts)
    taken = (macro.name_start for macro in facts.reading.macros if helpers.has_word(header, macro.name))
    first_taken = facts.reading.line_start(next(taken, len(facts.reading.code)))
    behind = _behind_runtime(facts, edits, place)
    place = min(behind if behind <= first_taken else place, first_taken)
    scope = facts.reading.scopes.at(place)
    while scope is not None and (around := facts.reading.scopes.parent(scope)) is not None:
        scope = around
    return place if scope is None else facts.reading.line_start(facts.reading.skip_blank(scope.head))


def _behind_runtime(facts: Facts, edits: tuple[Edit, ...], first: int) -> int:
    """Behind the include of the runtime, or the `first` place where others may come before that."""
    line = to_bytes(f"#include <{RUNTIME_HEADER}>")
    added = (edit.start for edit in edits if edit.start == edit.end and any(line in each for each in _texts(edit)))
    start = place = next(added, None)  # what is added there comes first
    if place is None:
        found = (each.start for each, header in facts.reading.headers if _is_runtime(facts, header, each))
        start = next((place for place in found if _is_for_all(facts, place)), None)
        place = facts.reading.line_stop(start) if start is not None else None
    is_there = start is not None and place is not None and first <= start and facts.reading.begins_line(place)
    return place if place is not None and is_there and _is_alone(facts, first, place) else first


def _texts(edit: Edit) -> Iterator[bytes]:
    return (piece for piece in edit.parts if isinstance(piece, bytes))


def _is_alone(facts: Facts, start: int, end: int) -> bool:
    """Whether two places have nothing between them but what is known to be harmless, and stand there for all code."""
    reading = facts.reading
    headers = {directive.start: header for directive, header in reading.headers}
    for directive in reading.directives_between(start, end):
        header = headers.get(directive.start)
        if directive.keyword in INCLUDES and (header is None or not _is_known(facts, header)):
            return False
    return _is_for_all(facts, end) and not reading.plain[start:end].strip()


def _is_for_all(facts: Facts, place: int) -> bool:
    """Whether a place is in no branch, or in one with all code of the file."""
    plain, branch = facts.reading.plain, facts.reading.conditionals.at(place)
    return branch is None or not (plain[: branch.start].strip() or plain[branch.end :].strip())


def _is_runtime(facts: Facts, header: Header, line: Directive) -> bool:
    name = to_text(header.name)
    resolution = facts.policy.header(name)
    target = resolution.target if resolution is not None else name
    return target == RUNTIME_HEADER and not facts.is_left_alone(line.start)


def _is_known(facts: Facts, header: Header) -> bool:
    """Whether a header is one of CUDA's, of HIP's, or of the language."""
    name = to_text(header.name)
    if name in facts.local_headers or name in facts.surroundings.headers:
        return False
    is_hip = name.startswith(("hip/", "hipcub/", "rocprim/", "thrust/"))
    return is_hip or facts.policy.header(name) is not None or (not header.quoted and bool(_STANDARD.fullmatch(name)))
