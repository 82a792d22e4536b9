"""Statements as text: where variables are declared, and how it is laid out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field

from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.module.cpp import (
    Break,
    Goto,
    If,
    Label,
    Line,
    Local,
    Loop,
    Statement,
    Switch,
    ends,
)

_STEP = "  "


@dataclass(eq=False)
class _Mention:
    """Where a variable is named: the lists around it, outermost first, and where in the text."""

    path: tuple[int, ...]
    position: int
    line: Line | None  # that gives it a value, whatever the condition


@dataclass(eq=False)
class _Span:
    """From where to where a list goes."""

    first: int
    last: int = 0


class _Jumps:
    """Jumps in the order of where they lead to: the first and the last place from which any leads into a stretch.
    `_first[n]` and `_last[n]` hold that of each 2**n of them that follow each other."""

    def __init__(self, jumps: Sequence[tuple[int, int]]) -> None:
        self._targets = [target for target, _place in jumps]
        places = [place for _target, place in jumps]
        self._first, self._last = _doubled(min, places), _doubled(max, places)

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Of those that lead behind `start`, and no further than `end`; `start + 1` and `end` where there are none."""
        first, behind = bisect_right(self._targets, start), bisect_right(self._targets, end)
        if first >= behind:
            return start + 1, end
        size = (behind - first).bit_length() - 1
        other = behind - (1 << size)
        least, most = self._first[size], self._last[size]
        return min(least[first], least[other]), max(most[first], most[other])


def _doubled(which: Callable[[int, int], int], places: list[int]) -> list[list[int]]:
    found, size = [places], 1
    while 2 * size <= len(places):
        found.append([which(*pair) for pair in zip(found[-1], found[-1][size:], strict=False)])
        size *= 2
    return found


class Declarations:
    """Where each variable is declared: at the statement that gives it its first value, or before a statement of the
    function that holds all that names it."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._mentions: dict[Local, list[_Mention]] = {}
        self._spans: dict[int, _Span] = {}
        self._labels: dict[int, int] = {}
        self._gotos: list[tuple[int, int]] = []
        self._position = 0
        self._tops: list[int] = []  # the positions of the statements of the function
        self._walk(statements, ())
        self.at: dict[Line, bool] = {}  # the lines that declare, and whether the variable is a constant
        self.before: dict[int, list[Local]] = {}  # by the index of a statement of the function
        for local, mentions in self._mentions.items():
            self._place(local, mentions)

    def _walk(self, statements: Sequence[Statement], path: tuple[int, ...]) -> None:
        number = len(self._spans)
        span = self._spans[number] = _Span(self._position)
        path = (*path, number)
        for statement in statements:
            self._position += 1
            if len(path) == 1:
                self._tops.append(self._position)
            self._look(statement, path)
        span.last = self._position

    def _look(self, statement: Statement, path: tuple[int, ...]) -> None:
        if isinstance(statement, Line):
            self._line(statement, path)
        elif isinstance(statement, If):
            self._named(statement.condition.reads, path)
            self._walk(statement.first, path)
            self._walk(statement.second, path)
        elif isinstance(statement, Loop):
            self._loop(statement, path)
        elif isinstance(statement, Switch):
            self._named(statement.selector.reads, path)
            for case in statement.cases:
                self._walk(case.body, path)
        elif isinstance(statement, Label):
            self._labels[statement.block] = self._position
        elif isinstance(statement, Goto):
            self._gotos.append((self._position, statement.block))

    def _loop(self, loop: Loop, path: tuple[int, ...]) -> None:
        if loop.begin is not None:
            number = len(self._spans)
            span = self._spans[number] = _Span(self._position)
            path = (*path, number)
            self._line(loop.begin, path)
        if loop.condition is not None and loop.asks_first:
            self._named(loop.condition.reads, path)
        self._walk(loop.body, path)
        self._position += 1
        if loop.step is not None:
            self._line(loop.step, path)
        if loop.condition is not None and not loop.asks_first:
            self._named(loop.condition.reads, path)
        if loop.begin is not None:
            span.last = self._position

    def _line(self, line: Line, path: tuple[int, ...]) -> None:
        self._named(line.reads, path)
        self._named(line.writes, path)
        if line.target is not None:
            self._mentions.setdefault(line.target, []).append(_Mention(path, self._position, line))

    def _named(self, locals: frozenset[Local] | tuple[Local, ...], path: tuple[int, ...]) -> None:
        for local in sorted(locals, key=lambda each: each.name):  # a set has another order in every run
            self._mentions.setdefault(local, []).append(_Mention(path, self._position, None))

    def _place(self, local: Local, mentions: list[_Mention]) -> None:
        if not (local.is_read_first or local.is_passed or any(each.line is not None for each in mentions)):
            raise NotUnderstood(f"'{local.name}' is read, and nothing is written to it")
        first = mentions[0]
        depth = len(first.path)
        is_whole = first.line is not None and all(each.path[:depth] == first.path for each in mentions)
        if is_whole and first.line is not None and not self._is_passed(first):
            self.at[first.line] = sum(each.line is not None for each in mentions) == 1 and not local.is_passed
            return
        is_first = local.is_read_first or self._gotos
        index = 0 if is_first else bisect_right(self._tops, first.position) - 1
        self.before.setdefault(index, []).append(local)

    def _is_passed(self, mention: _Mention) -> bool:
        """Whether a jump would pass by a declaration into where it holds."""
        last = self._spans[mention.path[-1]].last
        first_from, last_from = self._jumps.between(mention.position, last)
        return first_from <= mention.position or last_from > last

    @cached_property
    def _jumps(self) -> _Jumps:
        return _Jumps(sorted((self._labels.get(label, -1), position) for position, label in self._gotos))


@dataclass(eq=False)
class _Writer:
    declarations: Declarations
    places: Mapping[Statement, str]  # the lines of a source that statements were made from
    place: str = ""
    lines: list[str] = field(default_factory=list)

    def write(self, statements: Sequence[Statement], indent: str, *, is_top: bool = False) -> None:
        for index, statement in enumerate(statements):
            if is_top and (locals := self.declarations.before.get(index)):
                self._declare(locals, indent)
            place = self.places.get(statement) or self.place
            said, self.place = f"  // {place}" if place != self.place else "", place
            first = len(self.lines)
            self._one(statement, indent)
            self.lines[first] += said

    def _declare(self, locals: Sequence[Local], indent: str) -> None:
        by_type: dict[tuple[str, bool], list[str]] = {}
        for local in locals:
            by_type.setdefault((local.type, local.is_read_first), []).append(local.name)
        for (type, is_read_first), names in by_type.items():
            for group in _groups(names, 100 - len(type) - len(indent)):
                stars = type.endswith("*")
                base = type.removesuffix("*")
                spelled = [f"{'*' * stars}{name}{'{}' * is_read_first}" for name in group]
                self.lines.append(f"{indent}{base} {', '.join(spelled)};")

    def _one(self, statement: Statement, indent: str) -> None:
        if isinstance(statement, Line):
            self.lines.append(f"{indent}{self.spelled(statement)}")
        elif isinstance(statement, If):
            self._if(statement, indent)
        elif isinstance(statement, Loop):
            self._loop(statement, indent)
        elif isinstance(statement, Switch):
            self._switch(statement, indent)
        elif isinstance(statement, Label):
            self.lines.append(f"{indent}L{statement.block}:;")
        elif isinstance(statement, Goto):
            self.lines.append(f"{indent}goto L{statement.block};")
        else:
            self.lines.append(f"{indent}{'break' if isinstance(statement, Break) else 'continue'};")

    def spelled(self, line: Line) -> str:
        if line.target is None:
            return line.text
        is_constant = self.declarations.at.get(line)
        if is_constant is None:
            return f"{line.target.name} {line.step or f'= {line.text}'};"
        type = f"{line.target.type} const" if line.target.type.endswith("*") else f"const {line.target.type}"
        return f"{type if is_constant else line.target.type} {line.target.name} = {line.text};"

    def _if(self, statement: If, indent: str, head: str = "if") -> None:
        self.lines.append(f"{indent}{head} ({statement.condition.text}) {{")
        self._body(statement.first, indent)
        second = statement.second
        if len(second) == 1 and isinstance(second[0], If):
            self._if(second[0], indent, "} else if")
            return
        if second:
            self.lines.append(f"{indent}}} else {{")
            self._body(second, indent)
        self._close(indent)

    def _close(self, indent: str) -> None:
        self.lines.append(f"{indent}}}")

    def _body(self, statements: Sequence[Statement], indent: str) -> None:
        self.write(statements, indent + _STEP)

    def _loop(self, loop: Loop, indent: str) -> None:
        text = loop.condition.text if loop.condition is not None else "true"
        if loop.begin is not None and loop.step is not None:
            begin, step = self.spelled(loop.begin), self.spelled(loop.step).removesuffix(";")
            self.lines.append(f"{indent}for ({begin} {text}; {step}) {{")
        elif loop.condition is None or loop.asks_first:
            self.lines.append(f"{indent}while ({text}) {{")
        else:
            self.lines.append(f"{indent}do {{")
            self._body(loop.body, indent)
            self.lines.append(f"{indent}}} while ({text});")
            return
        self._body(loop.body, indent)
        self._close(indent)

    def _switch(self, switch: Switch, indent: str) -> None:
        self.lines.append(f"{indent}switch ({switch.selector.text}) {{")
        for case in switch.cases:
            for group in _groups([f"case {value}:" for value in case.values], 80):
                self.lines.append(f"{indent}{_STEP}{' '.join(group)}")
            self.lines[-1] += " {"
            self._body(case.body, indent + _STEP)
            if not ends(case.body):
                self.lines.append(f"{indent}{_STEP * 2}break;")
            self._close(indent + _STEP)
        self._close(indent)


def _groups(names: Sequence[str], width: int) -> Iterator[list[str]]:
    group: list[str] = []
    for name in names:
        if group and sum(len(each) + 2 for each in group) + len(name) > width:
            yield group
            group = []
        group.append(name)
    if group:
        yield group


def text(statements: Sequence[Statement], places: Mapping[Statement, str]) -> list[str]:
    """The lines of a body; where `places` has another place for a statement than for the one before, it says so."""
    writer = _Writer(Declarations(statements), places)
    writer.write(statements, _STEP, is_top=True)
    return writer.lines
