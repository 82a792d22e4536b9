"""Loops that end when a try of theirs succeeds: locks that are taken, and flags that are waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts, once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.scopes import Scope
from hipify_py.subjects.warps.loops import Loop, is_left_in, loop_around
from hipify_py.subjects.warps.tries import Try, mentions, tries

_LOOP_BEFORE = pattern(rb"\b(while|for)\s*\Z")
_WHILE = pattern(rb"\bwhile\s*(?=\()")
_IF = pattern(rb"\bif\s*(?=\()")
_LEAVES = pattern(rb"\s*(?:\{\s*)?(?:break|return\b[^;{}]{0,80}|goto\s+\w+)\s*;")
# What a branch may hold that does no work: `{ __nanosleep(20); }`.
_IDLE = pattern(
    rb"\s{0,40}\{?(?:\s{0,40}(?:__nanosleep|__threadfence\w{0,9}|__syncwarp|__builtin_amdgcn_s_sleep|continue|backoff|break)\b[^;{}]{0,60};"
    rb"|\s{0,40}\w{1,40}\s{0,40}(?:\*=|\+=|<<=|=)[^;{}]{0,60};){0,9}\s{0,40}\}?\s{0,40}"
)
_DERIVED = rb"\b([A-Za-z_]\w*)\s*=(?!=)[^;{}]{0,90}?\b%s\b"
_CHANGED = rb"\b(?:%s)\b\s*(?:\+\+|--|[-+*/%%|&^]?=(?!=))|(?:\+\+|--)\s*(?:%s)\b"
_ELSE = pattern(rb"\s*else\b")
_CONTINUE = pattern(rb"\bcontinue\s*;")
_NAME = pattern(rb"(?<![\w.>])[A-Za-z_]\w*")
_SET = pattern(rb"(?<![\w.>])([A-Za-z_]\w*)\s*(?:[-+|&^]?=(?!=)|\+\+|--)")
# Lanes that have done their work stay in such a loop until all of them have.
_VOTE = pattern(rb"(?:any|all|ballot)(?:_sync)?\s*\(|__syncthreads_\w")
# `; *lock = 0;` changes what is there.
_THROUGH = pattern(rb"[;{})]\s*\*\s*\Z")
_NEAR = 20
_LABEL = pattern(r"(?<![\w$%])([A-Za-z_$%][\w$%]*)\s*:(?!:)")
_JUMP = pattern(r"\bbra(?:\.uni)?\s+([A-Za-z_$%][\w$%]*)")


class Spin(NamedTuple):
    """A loop by the place that says what it waits for."""

    place: Span
    tried: Try


@once_per_file
def spins(facts: Facts) -> Sequence[Spin]:
    """All of a file."""
    return tuple(_spins(facts))


def _spins(facts: Facts) -> Iterator[Spin]:
    statements = {each.start: each for each in facts.assembler}
    for tried in tries(facts):
        own = statements.get(tried.start)
        place = _loop_of_template(own, tried) if own is not None else None
        macro = facts.reading.macro_at(tried.start)
        place = place or (_loop_around(facts, tried) if macro is None else _loop_of_macro(facts, macro, tried))
        if place is not None:
            yield Spin(place, tried)


def _loop_of_template(statement: Statement, tried: Try) -> Span | None:
    """A jump back over the instruction, in the text of a statement."""
    labels = {found[1]: found.start() for found in _LABEL.finditer(statement.template)}
    for jump in _JUMP.finditer(statement.template):
        if labels.get(jump[1], jump.start()) < jump.start():
            return Span(*tried.place) if tried.place is not None else None
    return None


def _loop_of_macro(facts: Facts, macro: Macro, tried: Try) -> Span | None:
    """`#define LOCK(p) while (try_lock(p))`"""
    for head in _WHILE.finditer(facts.reading.code, macro.body, tried.start):
        closing = facts.reading.closers.get(head.end(), -1)
        if tried.start < closing:
            return Span(head.start(), closing + 1)
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
            left = _left_by_if(facts, tried, Span(facts.reading.skip_blank(begin), outermost.end + 1))
            if left is not None:
                return left
    return _by_result(facts, tried) if tried.result else None


def _brackets_around(facts: Facts, offset: int) -> Scope | None:
    """The outermost parentheses around a place in its statement."""
    scope, found = facts.reading.scopes.at(offset), None
    while scope is not None and facts.reading.plain[scope.start : scope.start + 1] in (b"(", b"["):
        found, scope = scope, facts.reading.scopes.parent(scope)
    return found


def _left_by_if(facts: Facts, tried: Try, asked: Span) -> Span | None:
    """`while (true) { if (try_lock(p)) break; }`"""
    loop = _loop_at_one_place(facts, tried)
    return _left_behind(facts, tried, loop, asked) if loop is not None else None


def _loop_at_one_place(facts: Facts, tried: Try) -> Loop | None:
    """The loop around a try, if it tries the same place in memory again."""
    loop = loop_around(facts, tried.start)
    if loop is None or any(_moves(facts.reading.plain, tried, *part) for part in (loop.head, loop.body)):
        return None
    return loop


def _left_behind(facts: Facts, tried: Try, loop: Loop, asked: Span) -> Span | None:
    """What says that the loop is left by the lanes for which `if (…)` holds, or by those for which it does not: the
    `if` with a `break` behind it, or the head of the loop, which asks for what is set there.

    It does not matter whether a lane gives the lock back before it leaves: compilers move all that only such lanes do
    behind the loop."""
    plain = facts.reading.plain
    if _LEAVES.match(plain, asked.end):
        return asked
    if not tried.takes:
        return None
    then = Span(asked.end, _end_of_branch(facts, asked.end))
    otherwise = _other_branch(facts, loop, then)
    if is_left_in(facts, loop, *then) is not is_left_in(facts, loop, *otherwise):
        return asked
    rest = plain[loop.body.start : then.start] + plain[max(then.end, otherwise.end) : loop.body.end]
    in_one = _set_in(plain[slice(*then)]) ^ _set_in(plain[slice(*otherwise)])
    return _asked_by_head(facts, loop, in_one - _set_in(rest))


def _other_branch(facts: Facts, loop: Loop, then: Span) -> Span:
    """What lanes do for which a condition does not hold, beside what all do."""
    plain = facts.reading.plain
    if found := _ELSE.match(plain, then.end):
        return Span(found.end(), _end_of_branch(facts, found.end()))
    leads_back = _CONTINUE.search(plain, then.start, then.end)
    return Span(then.end, loop.body.end if leads_back else then.end)


def _set_in(text: bytes) -> frozenset[bytes]:
    return frozenset(_SET.findall(text))


def _asked_by_head(facts: Facts, loop: Loop, names: frozenset[bytes]) -> Span | None:
    """The head of a loop, if each lane for itself asks there for one of the names."""
    plain = facts.reading.plain
    text = plain[slice(*loop.head)]
    if names.isdisjoint(_NAME.findall(text)) or _VOTE.search(text):
        return None
    return Span(min(loop.head.start, _keyword(plain, loop.head.start)), loop.head.end)


def _by_result(facts: Facts, tried: Try) -> Span | None:
    """A loop around that asks for what came of it."""
    loop = _loop_at_one_place(facts, tried)
    if loop is None or loop.head.start <= tried.start < loop.head.end:
        return None
    plain = facts.reading.plain
    names = frozenset((tried.result, *_derived(plain, tried, loop)))
    asks = list(_IF.finditer(plain, tried.end, loop.body.end))
    asked = (Span(found.start(), facts.reading.closers.get(found.end(), loop.body.end) + 1) for found in asks)
    own = [each for each in asked if mentions(plain[slice(*each)], names)]
    if not tried.takes and any(
        not _IDLE.fullmatch(plain, each.end, _end_of_branch(facts, each.end))
        for each in own
        if not _LEAVES.match(plain, each.end)
    ):
        return None  # something else is done while the flag is not set
    by_head = _asked_by_head(facts, loop, names)
    return by_head or next(filter(None, (_left_behind(facts, tried, loop, each) for each in own)), None)


def _moves(plain: bytes, tried: Try, start: int, end: int) -> bool:
    """Whether the next try is made at another place in memory: in the next slot of a table."""
    names = b"|".join(map(re.escape, sorted(tried.address - {tried.result})))
    text = plain[start:end]
    changes = re.finditer(_CHANGED % (names, names), text) if names else ()
    return any(not _THROUGH.search(text, max(0, found.start() - _NEAR), found.start()) for found in changes)


def _keyword(plain: bytes, opening: int) -> int:
    before = _LOOP_BEFORE.search(plain, max(0, opening - _NEAR), opening)
    return before.start(1) if before is not None else opening


def _derived(plain: bytes, tried: Try, loop: Loop) -> Iterator[bytes]:
    """The variables that are set by the result, in the body of the loop."""
    kind = re.compile(_DERIVED % re.escape(tried.result))
    return (found[1] for found in kind.finditer(plain, tried.start, loop.body.end))


def _end_of_branch(facts: Facts, start: int) -> int:
    plain = facts.reading.plain
    begin = facts.reading.skip_blank(start)
    if plain[begin : begin + 1] == b"{":
        return facts.reading.closers.get(begin, begin) + 1
    return plain.find(b";", begin) + 1
