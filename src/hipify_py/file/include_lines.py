"""Where a file takes one more `#include`."""

from __future__ import annotations

from hipify_py.file.facts import Facts
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import skip_blank


def first_include(facts: Facts) -> int:
    """Where it takes one of HIP's, which does not come to stand among lines that are switched off."""
    return facts.before_switched_off(first_line(facts.reading))


def first_line(reading: Reading) -> int:
    """The line of the first include, or of the `#if` around it, or of the first code, after guard and license."""
    guard = next((chain for chain in reading.conditionals.chains if chain.is_guard), None)
    start = reading.directives[1].end if guard else 0
    onces = (line for line in reading.directives if line.keyword == b"pragma" and _is_once(reading.code, line))
    start = max(start, next((line.end for line in onces), 0))
    code = skip_blank(reading.code, start, len(reading.code))
    include = next((line.start for line, _header in reading.headers if line.start >= start), None)
    if include is None:
        return _before_comment(reading, code)
    around = reading.conditionals.around(include)
    include = around[-1].chain.branches[0].directive.start if around else include
    is_first = not reading.plain[start:include].strip()
    return reading.line_start(include) if is_first else _before_comment(reading, code)


def _before_comment(reading: Reading, code: int) -> int:
    """The line of the first code, or of the comment on the lines above it: a comment at the top is about the file."""
    start = reading.line_start(code)
    above = start
    while above and not reading.code[(line := reading.line_start(above - 1)) : above].strip():
        if not reading.source.text[line:above].strip():
            return above
        above = line
    return above if above else start


def _is_once(code: bytes, line: Directive) -> bool:
    return code[line.body : line.end].split()[:1] == [b"once"]
