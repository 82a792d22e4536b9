"""`while (true)` with a condition where one loop of C++ says it: `do`, `while`, `for`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hipify_py.subjects.ptx.module.cpp import (
    Break,
    Case,
    Continue,
    If,
    Line,
    Loop,
    Statement,
    Switch,
    everything,
    within,
)


def plain_loops(statements: Sequence[Statement]) -> list[Statement]:
    return _counted([_plain(each) for each in statements])


def _plain(statement: Statement) -> Statement:
    if isinstance(statement, If):
        return _guarded(If(statement.condition, plain_loops(statement.first), plain_loops(statement.second)))
    if isinstance(statement, Switch):
        return Switch(statement.selector, [Case(each.values, plain_loops(each.body)) for each in statement.cases])
    if isinstance(statement, Loop):
        return _loop(replace(statement, body=plain_loops(statement.body)))
    return statement


def _loop(loop: Loop) -> Loop:
    """With the question at its end or its beginning as its condition."""
    last, first = (loop.body[-1], loop.body[0]) if loop.body else (None, None)
    if isinstance(last, Continue):
        return _loop(replace(loop, body=loop.body[:-1]))
    if _leaves(last) and isinstance(last, If) and not _goes_on(loop.body):
        return Loop(loop.body[:-1], last.condition.negated)
    if _leaves(first) and isinstance(first, If):
        return Loop(loop.body[1:], first.condition.negated, asks_first=True)
    return loop


def _leaves(statement: Statement | None) -> bool:
    """`if (…) break;`"""
    is_break = isinstance(statement, If) and len(statement.first) == 1 and isinstance(statement.first[0], Break)
    return is_break and isinstance(statement, If) and not statement.second


def _goes_on(body: Sequence[Statement]) -> bool:
    return any(isinstance(each, Continue) for each in within(body))


def _guarded(statement: If) -> Statement:
    """`if (c) do … while (c);` is `while (c)`."""
    only = statement.first[0] if len(statement.first) == 1 and not statement.second else None
    if not isinstance(only, Loop) or only.asks_first or only.condition is None:
        return statement
    is_same = only.condition.text == statement.condition.text
    return replace(only, asks_first=True) if is_same else statement


def _counted(statements: list[Statement]) -> list[Statement]:
    """`i = 0; while (i < n) { …; i += 1; }` is `for`."""
    found: list[Statement] = []
    for statement in statements:
        loop = _for(found[-1], statement) if found else None
        if loop is not None:
            found[-1] = loop
        else:
            found.append(statement)
    return found


def _for(before: Statement, loop: Statement) -> Loop | None:
    """A loop that counts from what stands before it, with that and its last step in its head."""
    if not isinstance(loop, Loop) or not isinstance(before, Line):
        return None
    last = loop.body[-1] if loop.body else None
    if not (loop.asks_first and loop.condition and loop.begin is None and isinstance(last, Line) and last.step):
        return None
    variable = before.target
    if variable is None or last.target is not variable or variable not in loop.condition.reads or _goes_on(loop.body):
        return None
    for each in everything(loop.body[:-1]):
        if isinstance(each, Line) and (each.target is variable or variable in each.writes):
            return None
    return replace(loop, body=loop.body[:-1], begin=before, step=last)
