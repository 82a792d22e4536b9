"""The loop that a place of a function stands in, and what leaves it."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last

_HEAD = pattern(rb"\b(?:(?:while|for)\s*(?=\()|do\b)")
_WHILE = pattern(rb"\s*while\s*(?=\()")
# `do { … } while (0)` is no loop.
_NEVER = pattern(rb"\(\s*(?:0|false)\s*\)")
# What may stand between the head of a loop and a block in it.
_IN_BETWEEN = pattern(rb"\s*(?:(?:else\b\s*)?if\b|else\b|\Z)")
_LEAVE = pattern(rb"\b(?:break|return|goto)\b")
_PARENTHESIS = ord("(")
_NEAR = 20
_DEEPEST = 20
_MOST = 50


class Loop(NamedTuple):
    """A loop with a body in braces or without; `head` is its condition with the parentheses."""

    keyword: int
    head: Span
    body: Span
    is_do: bool


def loop_around(facts: Facts, offset: int) -> Loop | None:
    """The innermost loop around a place, if only conditions stand between the two."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    head = _head(facts, scopes.statement_at(offset), offset)
    if head is not None:
        return _with_body(facts, head, Span(head.end(), plain.find(b";", offset) + 1))
    block = scopes.block_at(offset)
    for _level in range(_DEEPEST):
        if block is None:
            return None
        if (head := _head(facts, block.head, block.start)) is not None:
            return _with_body(facts, head, Span(block.start, block.end + 1))
        if not _IN_BETWEEN.match(plain, block.head, block.start):
            return None
        block = scopes.block_around(block)
    return None


def is_left_in(facts: Facts, loop: Loop, start: int, end: int) -> bool:
    """Whether a part of a loop holds a statement that leaves the loop."""
    return any(
        found[0] != b"break" or loop_around(facts, found.start()) == loop
        for found in islice(_LEAVE.finditer(facts.reading.plain, start, end), _MOST)
    )


def _head(facts: Facts, begin: int, end: int) -> re.Match[bytes] | None:
    """What begins a loop before its body; in the parentheses of a `for` statements end, too."""
    bracket = facts.reading.scopes.at(begin)
    if bracket is not None and facts.reading.plain[bracket.start] == _PARENTHESIS and bracket.end < end:
        begin = max(0, bracket.start - _NEAR)
        begin += behind_last(facts.reading.plain[begin : bracket.start], b"{};")
    heads = list(_HEAD.finditer(facts.reading.plain, begin, end))
    return heads[-1] if heads else None


def _with_body(facts: Facts, head: re.Match[bytes], body: Span) -> Loop | None:
    plain, is_do = facts.reading.plain, head[0].startswith(b"do")
    behind = _WHILE.match(plain, body.end) if is_do else head
    closing = facts.reading.closers.get(behind.end()) if behind is not None else None
    if behind is None or closing is None or body.end <= body.start:
        return None
    if not is_do and body.start > closing and not _IN_BETWEEN.match(plain, closing + 1, body.start):
        return None  # the brace of something else
    if is_do and _NEVER.match(plain, behind.end()):
        return None
    body = body if is_do or body.start > closing else Span(closing + 1, body.end)
    return Loop(head.start(), Span(behind.end(), closing + 1), body, is_do)
