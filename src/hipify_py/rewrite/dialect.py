"""C++ that nvcc takes and clang does not: `register`, and braces that narrow in `dim3 grid = {n / 256}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.edits import Edit, Span

# `register int r asm("r1")` names a register; everywhere else the word has said nothing since C++11.
_REGISTER = re.compile(rb"\bregister\s+(?=[A-Za-z_])(?![^;(){}]*\basm\b)")
_DIM3 = re.compile(rb"\bdim3(\s+(?:const\s+)?\w+)(\s*=\s*|\s*)\{")
_CONSTANTS = re.compile(rb"[\s\d,xX]*")


def rewrite(facts: Facts) -> Iterator[Edit]:
    if not facts.reading.is_cuda and not facts.needs_runtime:
        return
    code = facts.reading.code
    for found in _REGISTER.finditer(code) if b"register" in code else ():
        if not facts.is_left_alone(found.start()) and not facts.reading.is_message(found.start()):
            yield Edit(found.start(), found.end(), b"", "register", "dialect")
    for found in _DIM3.finditer(code) if b"dim3" in code else ():
        closing = facts.reading.closers.get(found.end() - 1)
        if closing is not None and not _CONSTANTS.fullmatch(code, found.end(), closing):
            yield _constructed(found, closing)


def _constructed(found: re.Match[bytes], closing: int) -> Edit:
    """`dim3 grid = {x, y}` → `dim3 grid = dim3(x, y)`: parentheses convert, braces must not."""
    opening = b" = dim3(" if b"=" in found[2] else b"("
    new = (Span(found.start(), found.end(1)), opening, Span(found.end(), closing), b")")
    return Edit(found.start(), closing + 1, new, "dim3", "dialect")
