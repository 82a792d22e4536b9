"""The flow of control between basic blocks as statements of C++: `if`, loops and `switch` where these say it, and
`goto` for the rest.

Blocks are numbered in the order of the text; 0 is where a function begins. What a block dominates is placed behind it
or within its branches; what leaves a loop stands behind the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.module.cpp import (
    RETURN,
    Break,
    Case,
    Condition,
    Continue,
    Goto,
    If,
    Label,
    Line,
    Loop,
    Selector,
    Statement,
    Switch,
    ends,
    without_unused_labels,
)
from hipify_py.subjects.ptx.module.jumps import straightened
from hipify_py.subjects.ptx.module.loops import plain_loops

# Deeper than that nobody reads it, and Python does not recurse.
_DEEPEST = 300
# Loops around a block, on average.
_MOST_LOOPS_AROUND = 50


@dataclass(frozen=True)
class Exit:
    """How a block ends: `targets` is empty where the function does, has two with a condition (the first is where it
    holds), and any number with a `selector`."""

    targets: tuple[int, ...] = ()
    condition: Condition | None = None
    selector: Selector | None = None
    result: Line | None = None


@dataclass
class Block:
    statements: list[Statement] = field(default_factory=list)
    exit: Exit = Exit()


Span = tuple[int, int]


class _TooDeep(Exception):  # noqa: N818
    """The nesting is none that anybody reads."""


def structured(blocks: Sequence[Block]) -> list[Statement]:
    """The statements of a function."""
    graph = Graph(blocks)
    if graph.is_reducible:
        try:
            statements = without_unused_labels(_Structure(graph).statements())
            return plain_loops(without_unused_labels(straightened(statements)))
        except _TooDeep:
            pass
    return without_unused_labels(_flat(graph))


def _flat(graph: Graph) -> list[Statement]:
    """Block by block, with `goto` between them."""
    found: list[Statement] = []
    order = sorted(graph.order)
    for number, following in zip(order, [*order[1:], -1], strict=True):
        block = graph.blocks[number]
        found += [Label(number), *block.statements]

        def jump(target: int, following: int = following) -> list[Statement]:
            return [] if target == following else [Goto(target)]

        found += _ended(block.exit, jump)
    return found


def _ended(exit: Exit, jump: Callable[[int], list[Statement]]) -> list[Statement]:
    """The end of a block; `jump` says how to get to a target."""
    if not exit.targets:
        return [exit.result or RETURN]
    if exit.selector is not None:
        cases: dict[int, list[int]] = {}
        for value, target in enumerate(exit.targets):
            cases.setdefault(target, []).append(value)
        return [Switch(exit.selector, [Case(tuple(values), jump(target)) for target, values in cases.items()])]
    if exit.condition is None or exit.targets[0] == exit.targets[1]:
        return jump(exit.targets[0])
    first, second = (jump(target) for target in exit.targets)
    return chosen(exit.condition, first, second)


def chosen(condition: Condition, first: list[Statement], second: list[Statement]) -> list[Statement]:
    """`if`, with the branch that ends first, and no `else` where that is not needed."""
    if not first and not second:
        return []
    is_better = ends(second) and (not ends(first) or len(second) < len(first))
    if not first or is_better:
        condition, first, second = condition.negated, second, first
    if ends(first):
        return [If(condition, first, []), *second]
    return [If(condition, first, second)]


@dataclass(eq=False)
class Graph:
    """The blocks that are reached, and who dominates whom."""

    blocks: Sequence[Block]

    @cached_property
    def order(self) -> list[int]:
        """Reverse postorder."""
        seen, done = {0}, list[int]()
        stack = [(0, iter(self._next(0)))]
        while stack:
            number, targets = stack[-1]
            target = next((each for each in targets if each not in seen), None)
            if target is None:
                stack.pop()
                done.append(number)
            else:
                seen.add(target)
                stack.append((target, iter(self._next(target))))
        return done[::-1]

    def _next(self, number: int) -> tuple[int, ...]:
        """What is visited last comes first in the order: the branch that is taken, then what follows in the text."""
        return tuple(sorted(set(self.blocks[number].exit.targets), reverse=True))

    @cached_property
    def rank(self) -> dict[int, int]:
        return {number: rank for rank, number in enumerate(self.order)}

    @cached_property
    def before(self) -> dict[int, list[int]]:
        """The blocks that lead to each."""
        found: dict[int, list[int]] = {number: [] for number in self.order}
        for number in self.order:
            for target in dict.fromkeys(self.blocks[number].exit.targets):
                found[target].append(number)
        return found

    @property
    def dominator(self) -> Mapping[int, int]:
        """The nearest one of each; that of the first block is itself."""
        return self._dominators[0]

    @property
    def is_reducible(self) -> bool:
        """Whether all ways back lead to a block that dominates those that they come from."""
        return self._dominators[2]

    def dominates(self, first: int, second: int) -> bool:
        return _holds(self._dominators[1], first, second)

    def is_back(self, source: int, target: int) -> bool:
        return self.rank[target] <= self.rank[source]

    @cached_property
    def _dominators(self) -> tuple[Mapping[int, int], Mapping[int, Span], bool]:
        """The nearest ones, the spans of their tree, and whether ways back change nothing of it, as in nearly all
        functions: these take a single pass."""
        ways_on = {
            number: [each for each in before if not self.is_back(each, number)]
            for number, before in self.before.items()
        }
        nearest = self._nearest(ways_on)
        spans = self._spans(nearest)
        is_reducible = all(
            _holds(spans, number, each)
            for number, before in self.before.items()
            for each in before
            if self.is_back(each, number)
        )
        if not is_reducible:
            nearest = self._nearest(self.before)
            spans = self._spans(nearest)
        return nearest, spans, is_reducible

    def _nearest(self, before: Mapping[int, Sequence[int]]) -> dict[int, int]:
        found = {0: 0}
        changed = True
        while changed:
            changed = False
            for number in self.order[1:]:
                known = [each for each in before[number] if each in found]
                known.sort(key=self.rank.__getitem__, reverse=True)  # many exits to one block are then one walk
                nearest = known[0]
                for other in known[1:]:
                    nearest = self._common(nearest, other, found)
                if found.get(number) != nearest:
                    found[number] = nearest
                    changed = True
        return found

    def _common(self, first: int, second: int, found: dict[int, int]) -> int:
        rank = self.rank
        while first != second:
            while rank[first] > rank[second]:
                first = found[first]
            while rank[second] > rank[first]:
                second = found[second]
        return first

    def _spans(self, nearest: Mapping[int, int]) -> dict[int, Span]:
        """When a walk through the tree of dominators enters and leaves each block."""
        below: dict[int, list[int]] = {}
        for number in self.order[1:]:
            below.setdefault(nearest[number], []).append(number)
        found: dict[int, Span] = {}
        clock, stack, entered = 0, [(0, False)], dict[int, int]()
        while stack:
            number, is_done = stack.pop()
            clock += 1
            if is_done:
                found[number] = (entered[number], clock)
                continue
            entered[number] = clock
            stack.append((number, True))
            stack += [(each, False) for each in below.get(number, ())]
        return found

    @cached_property
    def loops(self) -> dict[int, set[int]]:
        """The blocks of each loop by its head. Raises NotUnderstood for more loops within loops than anybody writes."""
        found: dict[int, set[int]] = {}
        left = _MOST_LOOPS_AROUND * len(self.order)
        for number in self.order:
            for target in self.blocks[number].exit.targets:
                if not self.is_back(number, target):
                    continue
                loop = found.setdefault(target, {target})
                stack = [number]
                while stack:
                    each = stack.pop()
                    if each not in loop:
                        loop.add(each)
                        stack += self.before[each]
                        left -= 1
                if left < 0:
                    raise NotUnderstood("its loops are nested too deeply")
        return found

    @cached_property
    def around(self) -> dict[int, list[int]]:
        """The heads of the loops that a block is in, the outermost first."""
        found: dict[int, list[int]] = {number: [] for number in self.order}
        for head in sorted(self.loops, key=lambda each: -len(self.loops[each])):
            for number in self.loops[head]:
                found[number].append(head)
        return found

    @cached_property
    def is_merge(self) -> set[int]:
        """Blocks that more than one way leads to, apart from those back to the head of a loop."""
        return {
            number
            for number, before in self.before.items()
            if sum(not self.is_back(each, number) for each in before) > 1
        }


def _holds(spans: Mapping[int, Span], outer: int, inner: int) -> bool:
    return spans[outer][0] <= spans[inner][0] and spans[inner][1] <= spans[outer][1]


@dataclass(frozen=True)
class _Place:
    """Where statements go: which block is reached behind them, and what `continue` and `break` would reach."""

    following: int = -1
    head: int = -1
    behind: int = -1
    depth: int = 0

    def with_following(self, following: int) -> _Place:
        return _Place(following, self.head, self.behind, self.depth + 1)


class _Structure:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._blocks = graph.blocks
        self._behind_block: dict[int, list[int]] = {}
        self._behind_loop: dict[int, list[int]] = {}
        for number in graph.order[1:]:
            self._place(number)

    def _place(self, number: int) -> None:
        graph = self._graph
        parent = graph.dominator[number]
        left = [head for head in graph.around[parent] if number not in graph.loops[head]]
        if left:
            self._behind_loop.setdefault(left[0], []).append(number)
        elif number in graph.is_merge:
            self._behind_block.setdefault(parent, []).append(number)

    def statements(self) -> list[Statement]:
        found = self._region(0, _Place())
        if found and found[-1] is RETURN:
            found.pop()
        return found

    def _region(self, number: int, place: _Place) -> list[Statement]:
        """A block and all that it dominates, as a loop where it is the head of one."""
        if place.depth > _DEEPEST:
            raise _TooDeep
        if number not in self._graph.loops:
            return [Label(number), *self._node(number, place)]
        behind = self._behind_loop.get(number, [])
        first = behind[0] if behind else place.following
        body = self._node(number, _Place(number, number, first, place.depth + 1))
        return [Label(number), Loop(body), *self._sequence(behind, place)]

    def _node(self, number: int, place: _Place) -> list[Statement]:
        """A block, its branches, and what they meet in."""
        behind = self._behind_block.get(number, [])
        inner = place.with_following(behind[0]) if behind else place.with_following(place.following)
        block = self._blocks[number]
        if block.exit.selector is not None:  # whose cases know no other `break` than its own
            inner = _Place(inner.following, inner.head, -1, inner.depth)
        return [
            *block.statements,
            *_ended(block.exit, lambda target: self._edge(number, target, inner)),
            *self._sequence(behind, place),
        ]

    def _sequence(self, numbers: Sequence[int], place: _Place) -> list[Statement]:
        found: list[Statement] = []
        for number, following in zip(numbers, [*numbers[1:], place.following], strict=False):
            found += self._region(number, place.with_following(following))
        return found

    def _edge(self, source: int, target: int, place: _Place) -> list[Statement]:
        if target == place.following:
            return []
        if target == place.head:
            return [Continue()]
        if target == place.behind:
            return [Break()]
        if self._is_inline(source, target):
            return self._region(target, place)
        block = self._blocks[target]
        if not block.exit.targets and not block.statements:
            return [block.exit.result or RETURN]
        return [Goto(target)]

    def _is_inline(self, source: int, target: int) -> bool:
        """Whether only this way leads to a block."""
        graph = self._graph
        if target in graph.is_merge or graph.dominator[target] != source or graph.is_back(source, target):
            return False
        return all(target in graph.loops[head] for head in graph.around[source])
