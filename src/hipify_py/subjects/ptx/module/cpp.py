"""The statements that bodies are made of, before they are text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from hipify_py.records import dataclass


@dataclass(eq=False)
class Local:
    """A variable of a function. `is_read_first`: whether it may be read before anything is put into it; `is_passed`:
    whether functions write to it by reference."""

    name: str
    type: str
    is_read_first: bool = False
    is_passed: bool = False


@dataclass(frozen=True)
class Condition:
    """What is asked, what the opposite is, and which variables it reads."""

    text: str
    opposite: str
    reads: frozenset[Local] = frozenset()

    @property
    def negated(self) -> Condition:
        return Condition(self.opposite, self.text, self.reads)


@dataclass(frozen=True)
class Selector:
    text: str
    reads: frozenset[Local] = frozenset()


@dataclass(frozen=True, eq=False)
class Line:
    """One statement: `text` is all of it, or what is put into `target`; `step` is what that changes by: `+= 4`."""

    text: str
    target: Local | None = None
    reads: frozenset[Local] = frozenset()
    step: str = ""
    is_end: bool = False  # of the function
    writes: tuple[Local, ...] = ()  # by reference


@dataclass(frozen=True)
class Label:
    block: int


@dataclass(frozen=True)
class Goto:
    block: int


@dataclass(frozen=True)
class Break:
    pass


@dataclass(frozen=True)
class Continue:
    pass


@dataclass(frozen=True, eq=False)
class If:
    condition: Condition
    first: list[Statement]
    second: list[Statement] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Loop:
    """`while (true)`; with a condition, which stands behind the body or before it."""

    body: list[Statement]
    condition: Condition | None = None
    asks_first: bool = False
    begin: Line | None = None  # of `for`
    step: Line | None = None


@dataclass(frozen=True)
class Case:
    values: tuple[int, ...]
    body: list[Statement]


@dataclass(frozen=True, eq=False)
class Switch:
    selector: Selector
    cases: list[Case]


Statement = Line | Label | Goto | Break | Continue | If | Loop | Switch
RETURN = Line("return;", is_end=True)


def ends(statements: Sequence[Statement]) -> bool:
    """Whether nothing is reached behind them."""
    last = statements[-1] if statements else None
    if isinstance(last, If):
        return ends(last.first) and ends(last.second)
    if isinstance(last, Loop):
        return last.condition is None and not any(isinstance(each, Break) for each in within(last.body))
    return isinstance(last, (Goto, Break, Continue)) or (isinstance(last, Line) and last.is_end)


def inner(statement: Statement) -> tuple[list[Statement], ...]:
    """The lists of statements in one."""
    if isinstance(statement, If):
        return (statement.first, statement.second)
    if isinstance(statement, Loop):
        return (statement.body,)
    if isinstance(statement, Switch):
        return tuple(case.body for case in statement.cases)
    return ()


def within(statements: Sequence[Statement]) -> Iterator[Statement]:
    """What `break` and `continue` among them are about: not what stands in loops of their own."""
    for statement in statements:
        yield statement
        if not isinstance(statement, Loop):
            for each in inner(statement):
                yield from within(each)


def everything(statements: Sequence[Statement]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        for each in inner(statement):
            yield from everything(each)


def without_unused_labels(statements: list[Statement]) -> list[Statement]:
    used = {each.block for each in everything(statements) if isinstance(each, Goto)}
    return _without(statements, used)


def _without(statements: list[Statement], used: set[int]) -> list[Statement]:
    statements[:] = [each for each in statements if not isinstance(each, Label) or each.block in used]
    for statement in statements:
        for each in inner(statement):
            _without(each, used)
    return statements
