"""Headers of CUDA that files include in `extern "C" {`, themselves or by a header of theirs.

Those of HIP have templates, which may have no such linkage. An `extern "C++"` of their own gives it back to them, where
the compiler is one of C++.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import pairs
from hipify_py.subjects.includes.includes import is_converted, resolution_of_header
from hipify_py.texts import to_text

ANCHORS = Anchors(signs=(b"include",), tells=False)
C_LINKAGE = pattern(rb'extern\s*"C"\s*\{')


def propose(facts: Facts) -> Iterator[Edit]:
    reading = facts.reading
    if not facts.surroundings.is_in_c and b"extern" not in reading.code:
        return
    groups: list[_Lines] = []
    for line, name in _headers_of_cuda(facts):
        start, stop = reading.line_start(line.start), reading.line_stop(line.start)
        if groups and groups[-1].stop == start:
            groups[-1] = groups[-1]._replace(stop=stop)
        else:
            groups.append(_Lines(start, stop, name))
    for start, stop, name in groups:
        before = (b"#ifdef __cplusplus", b'extern "C++" {  // the headers of HIP have templates', b"#endif", b"")
        behind = (b"" if reading.begins_line(stop) else reading.line_end) + b"#ifdef __cplusplus"
        for place, lines in ((start, before), (stop, (behind, b"}", b"#endif", b""))):
            yield Edit(place, place, reading.line_end.join(lines), name, "includes")


class _Lines(NamedTuple):
    """Includes in a row, by the name of the first header."""

    start: int
    stop: int
    name: str


def _headers_of_cuda(facts: Facts) -> Iterator[tuple[Directive, str]]:
    """The headers that are included with C linkage."""
    reading = facts.reading
    spans = [(-1, len(reading.code))] if facts.surroundings.is_in_c else list(_spans_of_c(reading))
    for line, header in reading.headers if spans else ():
        name = to_text(header.name)
        resolution = resolution_of_header(facts, name) if is_converted(facts, line) else None
        is_own = name in facts.renamed_headers or (header.quoted and name in facts.local_headers)
        is_in_c = any(start < line.start < end for start, end in spans)
        if resolution is not None and resolution.target and not is_own and is_in_c:
            yield line, name


def _spans_of_c(reading: Reading) -> Iterator[tuple[int, int]]:
    """From brace to brace; where the branches of conditions leave these without partners, it is not certain."""
    heads = [found for found in C_LINKAGE.finditer(reading.source.text) if reading.code[found.start()] == found[0][0]]
    closers = pairs(reading.code, 0, len(reading.code)) if heads else {}
    return ((found.end() - 1, closers[found.end() - 1]) for found in heads if found.end() - 1 in closers)
