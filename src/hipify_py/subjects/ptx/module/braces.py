"""Finds signs of PTX that stand neither in comments nor in strings."""

from __future__ import annotations

import re

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import NotUnderstood

COMMENT = pattern(r"//[^\n]*|/\*(?s:.*?\*/|.*)")
_BRACE = pattern(r'[{}"/]')
_MARK = pattern(r'[{};="/]')


def next_mark(text: str, position: int, end: int) -> int:
    """Where the next of `{ } ; =` stands, or the end."""
    return _next(_MARK, text, position, end)


def closing(text: str, position: int, end: int) -> int:
    """Where the `}` stands that belongs to the `{` before the position."""
    begin, depth = position, 1
    while True:
        position = _next(_BRACE, text, position, end)
        if position >= end:
            raise NotUnderstood("a '{' has no matching '}'", begin - 1)
        depth += 1 if text[position] == "{" else -1
        if not depth:
            return position
        position += 1


def _next(marks: re.Pattern[str], text: str, position: int, end: int) -> int:
    search, find = marks.search, text.find
    while (found := search(text, position, end)) is not None:
        position = found.start()
        if (sign := text[position]) == '"':
            position = _behind(find('"', position + 1, end), 1, "a string has no end", position)
        elif sign != "/":
            return position
        elif text.startswith("//", position, end):
            line = find("\n", position, end)
            position = end if line < 0 else line + 1
        elif text.startswith("/*", position, end):
            position = _behind(find("*/", position + 2, end), 2, "a comment has no end", position)
        else:
            position += 1
    return end


def _behind(found: int, length: int, problem: str, begin: int) -> int:
    if found < 0:
        raise NotUnderstood(problem, begin)
    return found + length
