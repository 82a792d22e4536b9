"""`goto` where falling through or `break` gets to the same statement."""

from __future__ import annotations

from collections.abc import Sequence

from hipify_py.subjects.ptx.module.cpp import Break, Goto, If, Label, Loop, Statement, Switch

_NOWHERE: frozenset[int] = frozenset()


def straightened(statements: Sequence[Statement]) -> list[Statement]:
    """The statements of a function without the jumps that go where control goes anyway."""
    return _straightened(statements, _NOWHERE, None)


def _straightened(
    statements: Sequence[Statement], behind: frozenset[int], broken: frozenset[int] | None
) -> list[Statement]:
    """`behind` and `broken` are the labels that falling out of the list and `break` get to; where `broken` is None
    there is no `break`, or it is that of a switch."""
    found: list[Statement] = []
    for statement in reversed(statements):
        if isinstance(statement, Label):
            behind |= {statement.block}
        elif isinstance(statement, Goto):
            if statement.block in behind:
                continue
            if broken is not None and statement.block in broken:
                statement = Break()
            behind = frozenset((statement.block,)) if isinstance(statement, Goto) else broken or _NOWHERE
        elif isinstance(statement, Break):
            behind = broken or _NOWHERE
        else:
            changed = _within(statement, behind, broken)
            behind = _NOWHERE
            if changed is None:
                continue
            statement = changed
        found.append(statement)
    return found[::-1]


def _within(statement: Statement, behind: frozenset[int], broken: frozenset[int] | None) -> Statement | None:
    """A statement with others in it; None if nothing is left of it."""
    if isinstance(statement, If):
        first, second = (_straightened(each, behind, broken) for each in (statement.first, statement.second))
        statement.first[:], statement.second[:] = first, second
        if not first and second:
            return If(statement.condition.negated, second)
        return statement if first else None
    if isinstance(statement, Loop):
        statement.body[:] = _straightened(statement.body, _NOWHERE, behind)
    elif isinstance(statement, Switch):
        for case in statement.cases:
            case.body[:] = _straightened(case.body, behind, None)
    return statement
