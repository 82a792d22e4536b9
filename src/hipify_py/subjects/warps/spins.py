"""Loops that end when a try of theirs succeeds: locks that are taken, and flags that are waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Scope
from hipify_py.reading.tokens import behind_last
from hipify_py.subjects.warps.tries import Try, mentions, tries

_LOOP_BEFORE = pattern(rb"\b(while|for)\s*\Z")
_HEAD = pattern(rb"\b(?:(?:while|for)\s*(?=\()|do\b)")
_WHILE = pattern(rb"\s*while\s*(?=\()")
_IF = pattern(rb"\bif\s*(?=\()")
_LEAVES = pattern(rb"\s*(?:\{\s*)?(?:break|return\b[^;{}]{0,80}|goto\s+\w+)\s*;")
# What a branch may hold that does no work: `{ __nanosleep(20); }`.
_IDLE = pattern(
    rb"\s{0,40}\{?(?:\s{0,40}(?:__nanosleep|__threadfence\w{0,9}|__syncwarp|__builtin_amdgcn_s_sleep|continue|backoff|break)\b[^;{}]{0,60};"
    rb"|\s{0,40}\w{1,40}\s{0,40}(?:\*=|\+=|<<=|=)[^;{}]{0,60};){0,9}\s{0,40}\}?\s{0,40}"
)
_DERIVED = rb"\b([A-Za-z_]\w*)\s*=(?!=)[^;{}]{0,90}?\b%s\b"
_CHANGED = rb"\b(?:%s)\b\s*(?:\+\+|--|[-+*/%%|&^]?=(?!=))|(?:\+\+|--)\s*(?:%s)\b"
_PARENTHESIS = ord("(")
_NEAR = 20
_LABEL = pattern(r"(?<![\w$%])([A-Za-z_$%][\w$%]*)\s*:(?!:)")
_JUMP = pattern(r"\bbra(?:\.uni)?\s+([A-Za-z_$%][\w$%]*)")


class Spin(NamedTuple):
    """A loop by the place that says what it waits for."""

    place: Span
    tried: Try


def spins(facts: Facts) -> Iterator[Spin]:
    statements = {each.start: each for each in facts.assembler}
    for tried in tries(facts):
        own = statements.get(tried.start)
        place = _loop_of_template(own, tried) if own is not None else None
        place = place or _loop_around(facts, tried)
        if place is not None:
            yield Spin(place, tried)


def _loop_of_template(statement: Statement, tried: Try) -> Span | None:
    """A jump back over the instruction, in the text of a statement."""
    labels = {found[1]: found.start() for found in _LABEL.finditer(statement.template)}
    for jump in _JUMP.finditer(statement.template):
        if labels.get(jump[1], jump.start()) < jump.start():
            return Span(*tried.place) if tried.place is not None else None
    return None


def _loop_around(facts: Facts, tried: Try) -> Span | None:
    """The head of the loop that goes on until the try succeeds."""
    plain = facts.reading.plain
    outermost = _brackets_around(facts, tried.start)
    if outermost is not None:
        before = _LOOP_BEFORE.search(plain, max(0, outermost.start - _NEAR), outermost.start)
        if before is not None:
            is_elsewhere = _moves(plain, tried, before.start(), _end_of_branch(facts, outermost.end + 1))
            return None if is_elsewhere else Span(before.start(1), outermost.end + 1)
        begin = facts.reading.scopes.statement_at(tried.start)
        if _IF.search(plain, begin, outermost.start + 1) is not None:
            return _left_by_if(facts, tried, outermost, begin)
    return _by_result(facts, tried) if tried.result else None


def _brackets_around(facts: Facts, offset: int) -> Scope | None:
    """The outermost parentheses around a place in its statement."""
    scope, found = facts.reading.scopes.at(offset), None
    while scope is not None and facts.reading.plain[scope.start : scope.start + 1] in (b"(", b"["):
        found, scope = scope, facts.reading.scopes.parent(scope)
    return found


def _left_by_if(facts: Facts, tried: Try, condition: Scope, begin: int) -> Span | None:
    """`while (true) { if (try_lock(p)) break; }`"""
    loop = _loop(facts, tried.start)
    if loop is None or _LEAVES.match(facts.reading.plain, condition.end + 1) is None:
        return None
    if any(_moves(facts.reading.plain, tried, *part) for part in (loop.head, loop.body)):
        return None
    start = facts.reading.skip_blank(begin)
    return Span(start, condition.end + 1)


class _Loop(NamedTuple):
    """A loop with a body in braces or without; `head` are its parentheses."""

    keyword: int
    head: Span
    body: Span


def _loop(facts: Facts, offset: int) -> _Loop | None:
    """The loop that a place stands in directly."""
    plain = facts.reading.plain
    begin = facts.reading.scopes.statement_at(offset)
    if (head := _head(facts, begin, offset)) is not None:
        return _with_body(facts, head, Span(head.end(), plain.find(b";", offset) + 1))
    block = facts.reading.scopes.block_at(offset)
    if block is None or (head := _head(facts, block.head, block.start)) is None:
        return None
    return _with_body(facts, head, Span(block.start, block.end + 1))


def _head(facts: Facts, begin: int, end: int) -> re.Match[bytes] | None:
    """What begins a loop before its body; in the parentheses of a `for` statements end, too."""
    bracket = facts.reading.scopes.at(begin)
    if bracket is not None and facts.reading.plain[bracket.start] == _PARENTHESIS and bracket.end < end:
        begin = max(0, bracket.start - _NEAR)
        begin += behind_last(facts.reading.plain[begin : bracket.start], b"{};")
    heads = list(_HEAD.finditer(facts.reading.plain, begin, end))
    return heads[-1] if heads else None


def _with_body(facts: Facts, head: re.Match[bytes], body: Span) -> _Loop | None:
    is_do = head[0].startswith(b"do")
    behind = _WHILE.match(facts.reading.plain, body.end) if is_do else head
    closing = facts.reading.closers.get(behind.end()) if behind is not None else None
    if behind is None or closing is None or body.end <= body.start:
        return None
    if not is_do and body.start > closing and facts.reading.plain[closing + 1 : body.start].strip():
        return None  # the brace of something else
    body = body if is_do or body.start > closing else Span(closing + 1, body.end)
    return _Loop(head.start(), Span(behind.end(), closing + 1), body)


def _by_result(facts: Facts, tried: Try) -> Span | None:
    """A loop around that asks for what came of it."""
    loop = _loop(facts, tried.start)
    if loop is None or loop.head.start <= tried.start < loop.head.end:
        return None
    plain = facts.reading.plain
    if any(_moves(plain, tried, *part) for part in (loop.head, loop.body)):
        return None
    names = frozenset((tried.result, *_derived(plain, tried, loop)))
    asks = list(_IF.finditer(plain, tried.end, loop.body.end))
    asked = [(found, facts.reading.closers.get(found.end(), loop.body.end)) for found in asks]
    own = [(found, end) for found, end in asked if mentions(plain[found.end() : end], names)]
    if any(
        not _IDLE.fullmatch(plain, end + 1, _end_of_branch(facts, end + 1))
        for found, end in own
        if not _LEAVES.match(plain, end + 1)
    ):
        return None  # the work is done in the loop
    if mentions(plain[loop.head.start : loop.head.end], names):
        start = min(loop.head.start, _keyword(plain, loop.head.start))
        return Span(start, loop.head.end)
    leaving = next((each for each in own if _LEAVES.match(plain, each[1] + 1)), None)
    return Span(leaving[0].start(), leaving[1] + 1) if leaving is not None else None


def _moves(plain: bytes, tried: Try, start: int, end: int) -> bool:
    """Whether the next try is made at another place in memory: in the next slot of a table."""
    names = b"|".join(map(re.escape, sorted(tried.address - {tried.result})))
    return bool(names) and re.search(_CHANGED % (names, names), plain[start:end]) is not None


def _keyword(plain: bytes, opening: int) -> int:
    before = _LOOP_BEFORE.search(plain, max(0, opening - _NEAR), opening)
    return before.start(1) if before is not None else opening


def _derived(plain: bytes, tried: Try, loop: _Loop) -> Iterator[bytes]:
    """The variables that are set by the result, in the body of the loop."""
    kind = re.compile(_DERIVED % re.escape(tried.result))
    return (found[1] for found in kind.finditer(plain, tried.start, loop.body.end))


def _end_of_branch(facts: Facts, start: int) -> int:
    plain = facts.reading.plain
    begin = facts.reading.skip_blank(start)
    if plain[begin : begin + 1] == b"{":
        return facts.reading.closers.get(begin, begin) + 1
    return plain.find(b";", begin) + 1
