"""Whether a value is only shown to people: numbers that are printed decide nothing."""

from __future__ import annotations

import re

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

_STATEMENT = pattern(rb"[;{}]")
_SHOWS = pattern(
    rb"printf|\bprint|\bcout\b|\bcerr\b|<<\s*\"|\bVLOG|\bspdlog::|\blog(?!(?:2|10|1p|b)[fl]?\s*\()\w*\s*\(|\bformat\s*\(|stream\b|"
    rb"\bstd::to_string|"
    # A macro that logs, with its text: `GST_INFO (object, "…"`.
    rb"(?-i:\b(?:[A-Z][A-Z\d]*_)?(?:TRACE|DEBUG|INFO|LOG|MESSAGE|WARN|WARNING)\s*\(\s*(?:[^\"();{}]{1,80},\s*)?\")",
    re.IGNORECASE,
)
_FOR_COMPILER = pattern(rb"\b(?:sm|compute)_|\barch\b")
_REACH = 600
# Options for a compiler may be long.
_FAR = 2_000


def is_shown(reading: Reading, offset: int) -> bool:
    """Whether a place stands in a statement that prints."""
    return _SHOWS.search(reading.source.text, _statement_start(reading, offset, _REACH), offset) is not None


def is_written(reading: Reading, offset: int) -> bool:
    """Whether a place stands in a statement that prints, or that puts texts together; none that is for a compiler."""
    start = _statement_start(reading, offset, _FAR)
    if (line := reading.directive_before(offset)) is not None and line.end <= offset:
        start = max(start, line.end)
    text = reading.source.text
    return _SHOWS.search(text, start, offset) is not None and _FOR_COMPILER.search(text, start, offset) is None


def _statement_start(reading: Reading, offset: int, reach: int) -> int:
    low = max(0, offset - reach)
    begin = low
    for match in _STATEMENT.finditer(reading.code, low, offset):
        begin = match.end()
    return begin
