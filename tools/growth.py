"""How the time of a regular expression may grow with its text, told from the expression itself.

Python's engine tries one way of matching after the other. The ways are the paths through the automaton of the
expression, at a search through that of `.*` and the expression. Their number stays within a constant for each byte of
any text unless there are two loops, one behind the other, that both may go round on one text which also leads from the
first to the second: `\\s*` beside `\\s*`, or the search itself beside the loop of `\\w+=`. Each such pair adds a power.
If a loop may go round on one text in two ways, the growth is exponential.

Loops in which a match is already certain do no harm: what they read is not read again.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

# Python's own parser of expressions, under the names that it has before and since 3.11.
_OLD = sys.version_info < (3, 11)
constants: Any = importlib.import_module("sre_constants" if _OLD else "re._constants")
parser: Any = importlib.import_module("sre_parse" if _OLD else "re._parser")

EXPONENTIAL = 99
# A repeat with a bound from here on multiplies time by so much that two of them side by side are as bad as without.
LONG = 100
_CODES = 256
_END = 1 << _CODES  # what comes behind the last byte, and stands before the first one
_ALL = _END - 1
_ANYTHING = _END | _ALL
_DIGITS = sum(1 << code for code in b"0123456789")
_SPACES = sum(1 << code for code in b" \t\n\r\f\v")
_WORDS = sum(1 << code for code in range(128) if chr(code).isalnum() or chr(code) == "_")
_NEWLINE = 1 << 10
_CATEGORIES = {
    constants.CATEGORY_DIGIT: _DIGITS,
    constants.CATEGORY_NOT_DIGIT: _ALL & ~_DIGITS,
    constants.CATEGORY_SPACE: _SPACES,
    constants.CATEGORY_NOT_SPACE: _ALL & ~_SPACES,
    constants.CATEGORY_WORD: _WORDS,
    constants.CATEGORY_NOT_WORD: _ALL & ~_WORDS,
}
# `before` and `behind` say which bytes must stand around a place.
_ASSERTIONS = {
    constants.AT_BEGINNING: [(_END, _ANYTHING)],
    constants.AT_BEGINNING_STRING: [(_END, _ANYTHING)],
    constants.AT_END: [(_ANYTHING, _END | _NEWLINE)],
    constants.AT_END_STRING: [(_ANYTHING, _END)],
    constants.AT_BOUNDARY: [(_WORDS, _ANYTHING & ~_WORDS), (_ANYTHING & ~_WORDS, _WORDS)],
    constants.AT_NON_BOUNDARY: [(_WORDS, _WORDS), (_ANYTHING & ~_WORDS, _ANYTHING & ~_WORDS)],
}
_AT_LINES = {
    constants.AT_BEGINNING: [(_END | _NEWLINE, _ANYTHING)],
    constants.AT_END: [(_ANYTHING, _END | _NEWLINE)],
}


class _Step(NamedTuple):
    """A way on without reading a byte, open where the bytes around the place are among these."""

    target: int
    before: int = _ANYTHING
    behind: int = _ANYTHING


@dataclass
class _Automaton:
    """States are numbers; each reads one kind of byte on the way to its target, or goes on without reading."""

    flags: int
    long_is_endless: bool
    steps: list[list[_Step]] = field(default_factory=list)
    reads: list[tuple[int, int] | None] = field(default_factory=list)
    groups: dict[int, Any] = field(default_factory=dict)

    def state(self) -> int:
        self.steps.append([])
        self.reads.append(None)
        return len(self.steps) - 1

    def read(self, mask: int, target: int) -> int:
        state = self.state()
        self.reads[state] = mask, target
        return state

    def fork(self, *targets: int) -> int:
        state = self.state()
        self.steps[state] = [_Step(target) for target in targets]
        return state

    def sequence(self, items: Iterable[Any], target: int) -> int:
        """The state before items that lead to a target; built from behind."""
        for item in reversed(list(items)):
            target = self.item(item, target)
        return target

    def item(self, item: Any, target: int) -> int:
        kind, value = item
        if kind in (constants.LITERAL, constants.NOT_LITERAL, constants.IN, constants.ANY):
            return self.read(_mask(kind, value, self.flags), target)
        if kind in (constants.MAX_REPEAT, constants.MIN_REPEAT, _POSSESSIVE):
            return self.repeat(value, target)
        if kind is constants.SUBPATTERN:
            around, self.flags = self.flags, (self.flags | value[1]) & ~value[2]
            state = self.sequence(value[3], target)
            self.flags = around
            return state
        if kind is _ATOMIC:
            return self.sequence(value, target)
        if kind is constants.BRANCH:
            return self.fork(*(self.sequence(branch, target) for branch in self.branches(value[1])))
        if kind is constants.AT:
            table = {**_ASSERTIONS, **_AT_LINES} if self.flags & re.MULTILINE else _ASSERTIONS
            state = self.state()
            self.steps[state] = [_Step(target, before, behind) for before, behind in table[value]]
            return state
        if kind in (constants.ASSERT, constants.ASSERT_NOT):
            return self.look(value, target, is_wanted=kind is constants.ASSERT)
        if kind is constants.GROUPREF:
            return self.sequence(self.groups.get(value, ()), target)
        if kind is constants.GROUPREF_EXISTS:
            return self.fork(*(self.sequence(branch or (), target) for branch in value[1:]))
        raise NotImplementedError(kind)

    def branches(self, found: list[Any]) -> list[Any]:
        """Behind `(?:…|.*)` nothing is read again: what the others read in vain, the last one takes."""
        takes_all = len(found[-1]) == 1 and found[-1][0][0] is constants.MAX_REPEAT and self.flags & re.DOTALL
        if takes_all and found[-1][0][1][:2] == (0, constants.MAXREPEAT) and found[-1][0][1][2][0][0] is constants.ANY:
            return found[-1:]
        return found

    def repeat(self, value: Any, target: int) -> int:
        least, most, items = value
        is_endless = most is constants.MAXREPEAT or (self.long_is_endless and most >= LONG)
        if is_endless:
            loop = self.state()
            self.steps[loop] = [_Step(self.sequence(items, loop)), _Step(target)]
            after = loop
        else:
            after = target
            # Two rounds show what any number does.
            for _round in range(min(most, max(least, 2)) - min(least, 2)):
                after = self.fork(self.sequence(items, after), target)
        for _round in range(min(least, 2)):
            after = self.sequence(items, after)
        return after

    def look(self, value: Any, target: int, *, is_wanted: bool) -> int:
        """What is looked at is read, and leads nowhere; the way on is open where one byte decides."""
        direction, items = value[0], list(value[1])
        single = _single(items, self.flags)
        state = self.state()
        if direction < 0:
            # Behind a place stands a text of known length.
            last = _last(items, self.flags) if is_wanted else None
            before = single if is_wanted and single is not None else last if last is not None else _ANYTHING
            if not is_wanted and single is not None:
                before = _ANYTHING & ~single
            self.steps[state] = [_Step(target, before=before)]
            return state
        if single is None:
            nowhere = self.state()
            seen = self.sequence(items, nowhere)
            behind = self.first(seen, nowhere) if is_wanted else _ANYTHING
            self.steps[state] = [_Step(seen), _Step(target, behind=behind)]
        else:
            self.steps[state] = [_Step(target, behind=single if is_wanted else _ANYTHING & ~single)]
        return state

    def first(self, state: int, end: int) -> int:
        """The bytes that a state may read first; any, where it may get to the end without one."""
        found, waiting, met = 0, [state], {state}
        while waiting:
            state = waiting.pop()
            if state == end:
                return _ANYTHING
            if (read := self.reads[state]) is not None:
                found |= read[0]
            for step in self.steps[state]:
                if step.target not in met:
                    met.add(step.target)
                    waiting.append(step.target)
                if step.target == end and step.behind != _ANYTHING:
                    found |= step.behind
        return found


_POSSESSIVE = getattr(constants, "POSSESSIVE_REPEAT", None)
_ATOMIC = getattr(constants, "ATOMIC_GROUP", None)


def _mask(kind: Any, value: Any, flags: int) -> int:
    if kind is constants.ANY:
        return _ALL if flags & re.DOTALL else _ALL & ~_NEWLINE
    if kind is constants.LITERAL:
        return _cased(1 << min(value, _CODES - 1), flags)
    if kind is constants.NOT_LITERAL:
        return _ALL & ~_cased(1 << min(value, _CODES - 1), flags)
    found, is_negated = 0, False
    for what, which in value:
        if what is constants.NEGATE:
            is_negated = True
        elif what is constants.LITERAL:
            found |= 1 << min(which, _CODES - 1)
        elif what is constants.RANGE:
            low, high = (min(end, _CODES - 1) for end in which)
            found |= sum(1 << code for code in range(low, high + 1))
        else:
            found |= _CATEGORIES[which]
    found = _cased(found, flags)
    return _ALL & ~found if is_negated else found


def _cased(mask: int, flags: int) -> int:
    if not flags & re.IGNORECASE:
        return mask
    for low, up in zip(range(97, 123), range(65, 91), strict=True):
        if mask >> low & 1 or mask >> up & 1:
            mask |= 1 << low | 1 << up
    return mask


def _grouped(items: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """What stands in each group, for whoever asks for it once more."""
    for kind, value in items:
        if kind is constants.SUBPATTERN:
            yield value[0], value[3]
            yield from _grouped(value[3])
        elif kind in (constants.MAX_REPEAT, constants.MIN_REPEAT, _POSSESSIVE):
            yield from _grouped(value[2])
        elif kind is constants.BRANCH:
            for branch in value[1]:
                yield from _grouped(branch)
        elif kind is _ATOMIC:
            yield from _grouped(value)


def _single(items: list[Any], flags: int) -> int | None:
    """The bytes of which one is looked for, if it is no more than one."""
    if len(items) != 1:
        return None
    kind, value = items[0]
    if kind in (constants.LITERAL, constants.NOT_LITERAL, constants.IN, constants.ANY):
        return _mask(kind, value, flags)
    if kind is constants.SUBPATTERN:
        return _single(list(value[3]), flags)
    if kind is constants.BRANCH:
        masks = [_single(list(branch), flags) for branch in value[1]]
        return None if None in masks else _union(masks)
    if kind is constants.AT and value in (constants.AT_END_STRING, constants.AT_BEGINNING_STRING):
        return _END
    if kind is constants.AT and flags & re.MULTILINE and value in _AT_LINES:
        return _END | _NEWLINE
    if kind is constants.AT and value is constants.AT_BEGINNING:
        return _END
    return None


def _union(masks: Iterable[int | None]) -> int:
    found = 0
    for mask in masks:
        found |= mask or 0
    return found


def _last(items: list[Any], flags: int) -> int | None:
    if not items:
        return None
    kind, value = items[-1]
    if kind is constants.SUBPATTERN:
        return _last(list(value[3]), flags)
    if kind is constants.BRANCH:
        masks = [_last(list(branch), flags) for branch in value[1]]
        return None if None in masks else _union(masks)
    return _single(items[-1:], flags)


State = tuple[int, int]  # where in the expression, and of which class the byte before is


def growth(
    pattern: str | bytes, flags: int = 0, *, searches: bool = True, whole: bool = False, long_is_endless: bool = False
) -> int:
    """0 where time does not depend on the text, 1 where it is linear, 2 where quadratic … `searches` where the
    expression is looked for and not tried at one place, `whole` where it must match to the end, `long_is_endless` where
    repeats with a high bound are to count as those without."""
    return _Growth(parser.parse(pattern, flags), searches=searches, whole=whole, long_is_endless=long_is_endless).degree


class _Growth:
    """The states of an expression, what leads from one to the next, and which of them are loops."""

    def __init__(self, parsed: Any, *, searches: bool, whole: bool, long_is_endless: bool) -> None:
        self._nfa = _Automaton(parsed.state.flags, long_is_endless)
        self._whole = whole
        self._final = self._nfa.state()
        self._nfa.groups = dict(_grouped(parsed))
        self._start = self._nfa.sequence(parsed, self._final)
        self._searches = searches
        self._split()
        self._explore()

    def _split(self) -> None:
        """The bytes in classes that the expression does not tell apart, each by one member; so many bits each."""
        masks = {read[0] for read in self._nfa.reads if read is not None}
        befores = {step.before for steps in self._nfa.steps for step in steps}
        masks.update(step.behind for steps in self._nfa.steps for step in steps)
        self._codes = _members(masks | befores)
        self._previous = {code: index for index, group in enumerate(_groups(befores)) for code in _bits(group)}
        self._example = {index: code for code, index in reversed(list(self._previous.items()))}

    def _explore(self) -> None:
        """All states that can be met, with what leads from one to the next, and in how many ways."""
        begun = sorted(set(self._previous.values()))
        self._begins = [(self._start, index) for index in begun]
        self.edges: dict[State, dict[int, dict[State, int]]] = {}
        self._safe_at: dict[State, set[int]] = {}
        waiting = list(self._begins)
        while waiting:
            state = waiting.pop()
            if state in self.edges:
                continue
            self.edges[state], self._safe_at[state] = self._from(state)
            for targets in self.edges[state].values():
                waiting += [target for target in targets if target not in self.edges]

    def _from(self, state: State) -> tuple[dict[int, dict[State, int]], set[int]]:
        place, previous = state
        edges: dict[int, dict[State, int]] = {}
        accepted: set[int] = set()
        before = 1 << self._example[previous]
        for code in (*self._codes, _CODES):
            behind = 1 << code
            # How many ways lead to each reading state without reading anything.
            for reading, count in self._closure(place, before, behind).items():
                if reading == self._final:
                    if not self._whole or code == _CODES:
                        accepted.add(code)
                elif code != _CODES:
                    mask, target = self._nfa.reads[reading] or (0, 0)
                    if mask & behind:
                        key = target, self._previous[code]
                        ways = edges.setdefault(code, {})
                        ways[key] = min(2, ways.get(key, 0) + count)
        return edges, accepted

    def _closure(self, place: int, before: int, behind: int) -> dict[int, int]:
        found: dict[int, int] = {}

        def walk(state: int, around: frozenset[int]) -> None:
            if self._nfa.reads[state] is not None or state == self._final:
                found[state] = min(2, found.get(state, 0) + 1)
                return
            for step in self._nfa.steps[state]:
                if step.target not in around and step.before & before and step.behind & behind:
                    walk(step.target, around | {step.target})

        walk(place, frozenset())  # it may be met once more: a round of the loop around its own has read something
        return found

    @cached_property
    def _harmless(self) -> set[State]:
        """The states from which a match is certain, whatever the text: each byte leads on to such a state, or ends
        the match."""
        safe = set(self.edges)
        changed = True
        while changed:
            changed = False
            for state in list(safe):
                edges, accepted = self.edges[state], self._safe_at[state]
                if (
                    not all(
                        code in accepted or any(target in safe for target in edges.get(code, ()))
                        for code in (*self._codes, _CODES)
                    )
                    or not accepted
                ):
                    safe.discard(state)
                    changed = True
        return safe

    @cached_property
    def loops(self) -> list[frozenset[State]]:
        """The states that lead round to themselves, together with those on the way; harmless ones left out."""
        states = {state for state in self.edges if state not in self._harmless}
        graph = {
            state: {target for ways in self.edges[state].values() for target in ways if target in states}
            for state in states
        }
        return [
            frozenset(component)
            for component in _components(graph)
            if len(component) > 1 or next(iter(component)) in graph[next(iter(component))]
        ]

    @cached_property
    def degree(self) -> int:
        """0 where time does not depend on the text, 1 where it is linear, 2 where quadratic …"""
        if any(self._goes_round_twice(loop) for loop in self.loops):
            return EXPONENTIAL
        depth = dict.fromkeys(range(len(self.loops)), 1)
        order = self._behind()
        for _round in self.loops:
            for first, second in order:
                depth[second] = max(depth[second], depth[first] + 1)
            if max(depth.values(), default=0) > len(self.loops):
                return EXPONENTIAL
        inner = max(depth.values(), default=0)
        if not self._searches:
            return inner
        return max(1, inner, *self._from_search(order))

    def _from_search(self, order: list[tuple[int, int]]) -> Iterator[int]:
        """The powers that come of beginning anew at each place."""
        depth = {index: 2 for index, loop in enumerate(self.loops) if self._is_met_by_search(loop)}
        for _round in self.loops:
            for first, second in order:
                if first in depth:
                    depth[second] = max(depth.get(second, 0), depth[first] + 1)
        yield from depth.values()

    def _is_met_by_search(self, loop: frozenset[State]) -> bool:
        """Whether some text leads round in the loop, and from the beginning to the same place in it."""
        starts = [(begin, state) for state in loop for begin in self._begins if begin[1] == state[1]]
        return any(self._leads(begin, state, loop) for begin, state in starts)

    def _leads(self, begin: State, goal: State, loop: frozenset[State]) -> bool:
        met = {(begin, goal)}
        waiting = list(met)
        while waiting:
            free, bound = waiting.pop()
            for code, targets in self.edges[bound].items():
                for round_ in targets:
                    if round_ not in loop:
                        continue
                    for further in self.edges[free].get(code, ()):
                        if (further, round_) == (goal, goal):
                            return True
                        if (further, round_) not in met:
                            met.add((further, round_))
                            waiting.append((further, round_))
        return False

    def _goes_round_twice(self, loop: frozenset[State]) -> bool:
        for state in loop:
            for ways in self.edges[state].values():
                if any(count > 1 and target in loop for target, count in ways.items()):
                    return True
        pairs: dict[tuple[State, State], set[tuple[State, State]]] = {}
        waiting = [(state, state) for state in loop]
        while waiting:
            pair = waiting.pop()
            if pair in pairs:
                continue
            pairs[pair] = set()
            left, right = pair
            for code, targets in self.edges[left].items():
                others = self.edges[right].get(code, ())
                pairs[pair].update((a, b) for a in targets if a in loop for b in others if b in loop)
            waiting += [further for further in pairs[pair] if further not in pairs]
        return any(
            any(a == b for a, b in component) and any(a != b for a, b in component) for component in _components(pairs)
        )

    def _behind(self) -> list[tuple[int, int]]:
        """The pairs of loops that one text goes round in, and that it leads from one to the other."""
        reach = self._reach
        return [
            (first, second)
            for first, left in enumerate(self.loops)
            for second, right in enumerate(self.loops)
            if first != second and next(iter(right)) in reach[next(iter(left))] and self._shares(left, right)
        ]

    @cached_property
    def _reach(self) -> dict[State, set[State]]:
        found = {}
        for loop in self.loops:
            state = next(iter(loop))
            met, waiting = {state}, [state]
            while waiting:
                for targets in self.edges[waiting.pop()].values():
                    for target in targets:
                        if target not in met:
                            met.add(target)
                            waiting.append(target)
            found[state] = met
        return found

    def _shares(self, left: frozenset[State], right: frozenset[State]) -> bool:
        return any(self._leads_over(a, b, left, right) for a in left for b in right if a[1] == b[1])

    def _leads_over(self, first: State, second: State, left: frozenset[State], right: frozenset[State]) -> bool:
        met = {(first, first, second)}
        waiting = list(met)
        while waiting:
            a, free, b = waiting.pop()
            for code, targets in self.edges[a].items():
                frees, bs = self.edges[free].get(code, ()), self.edges[b].get(code, ())
                for round_a in targets:
                    if round_a not in left:
                        continue
                    for round_b in bs:
                        if round_b not in right:
                            continue
                        for further in frees:
                            if (round_a, further, round_b) == (first, second, second):
                                return True
                            if (round_a, further, round_b) not in met:
                                met.add((round_a, further, round_b))
                                waiting.append((round_a, further, round_b))
        return False


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _groups(masks: Iterable[int]) -> list[int]:
    """The coarsest partition of all bytes that tells the masks apart."""
    groups = [_ANYTHING]
    for mask in masks:
        groups = [part for group in groups for part in (group & mask, group & ~mask) if part]
    return groups


def _members(masks: Iterable[int]) -> list[int]:
    """One byte of each class."""
    codes = (next(_bits(group)) for group in _groups(masks))
    return [code for code in codes if code != _CODES]


def _components(graph: dict[Any, set[Any]]) -> list[list[Any]]:
    """The strongly connected components of a graph."""
    number: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    on_stack: set[Any] = set()
    found: list[list[Any]] = []
    for root in graph:
        if root in number:
            continue
        work: list[tuple[Any, Iterator[Any]]] = []
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        work.append((root, iter(graph[root])))
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(graph[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    found.append(component)
    return found


def examples(pattern: str | bytes, flags: int = 0) -> list[tuple[bytes, bytes, bytes]]:
    """For each repeat without an end, or with a far one: what leads to it, what it repeats, and what follows."""
    parsed = parser.parse(pattern, flags)
    return list(dict.fromkeys(_fed(list(parsed), b"", b"", parsed.state.flags)))


def _fed(items: list[Any], before: bytes, after: bytes, flags: int) -> Iterator[tuple[bytes, bytes, bytes]]:
    for place, (kind, value) in enumerate(items):
        lead = before + _example(items[:place], flags)
        rest = _example(items[place + 1 :], flags) + after
        if kind in (constants.MAX_REPEAT, constants.MIN_REPEAT, _POSSESSIVE):
            _least, most, inner = value
            if most is constants.MAXREPEAT or most >= LONG // 5:
                yield lead, _example(inner, flags) or b"a", rest
            yield from _fed(list(inner), lead, rest, flags)
        elif kind is constants.SUBPATTERN:
            yield from _fed(list(value[3]), lead, rest, flags)
        elif kind is constants.BRANCH:
            for branch in value[1]:
                yield from _fed(list(branch), lead, rest, flags)
        elif kind in (constants.ASSERT, constants.ASSERT_NOT) and value[0] > 0:
            yield from _fed(list(value[1]), lead, rest, flags)


def _example(items: Iterable[Any], flags: int) -> bytes:
    """A short text for some items; that of the first alternative."""
    found = b""
    for kind, value in items:
        if kind in (constants.LITERAL, constants.NOT_LITERAL, constants.IN, constants.ANY):
            mask = _mask(kind, value, flags)
            found += bytes((next(code for code in (*b"ax1 _,=", *_bits(mask)) if mask >> code & 1),)) if mask else b""
        elif kind in (constants.MAX_REPEAT, constants.MIN_REPEAT, _POSSESSIVE):
            found += _example(value[2], flags) * value[0]
        elif kind is constants.SUBPATTERN:
            found += _example(value[3], flags)
        elif kind is _ATOMIC:
            found += _example(value, flags)
        elif kind is constants.BRANCH:
            found += _example(value[1][0], flags)
    return found
