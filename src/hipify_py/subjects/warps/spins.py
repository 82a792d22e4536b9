"""Loops that end when a try of theirs succeeds: locks that are taken, and flags that are waited for."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.tree_loops import FALSE, TRUE, Loop, branches, flags, is_idle, is_left_in, leaves_first, loop_around
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.parts import Part, blocks, path_to
from hipify_py.subjects.warps.tries import Try, is_swapped, is_zero, tries

_CHOICES = ("if_statement", "switch_statement")
_ENDS = ("break_statement", "return_statement")
_STATEMENTS = ("expression_statement", "declaration")
_ASSIGNS = ("=", "|=", "&=", "^=")
_COMPARES = ("==", "!=", "<", ">", "<=", ">=")
_ZERO_OR_ONE = (b"0", b"1")
_LOOP = pattern(rb"\b(?:while|for|do)\b")
# Lanes that have done their work stay in such a loop until all of them have.
_VOTE = pattern(rb"(?:any|all|ballot)(?:_sync)?\Z|__syncthreads_\w")
_REACH = 200
# In one loop nobody looks at more tries.
_MOST = 20
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
    seen = Counter[int]()
    for tried in tries(facts):
        own = statements.get(tried.start)
        place = _loop_of_template(own, tried) if own is not None else None
        if place is None and may_be_in_loop(facts, tried):
            attempt = _Attempt(facts, tried)
            seen[attempt.holder] += 1
            place = attempt.place if seen[attempt.holder] <= _MOST and not attempt.is_swap else None
        if place is not None:
            yield Spin(place, tried)


def _loop_of_template(statement: Statement, tried: Try) -> Span | None:
    """A jump back over the instruction, in the text of a statement."""
    labels = {found[1]: found.start() for found in _LABEL.finditer(statement.template)}
    for jump in _JUMP.finditer(statement.template):
        if labels.get(jump[1], jump.start()) < jump.start():
            return Span(*tried.place) if tried.place is not None else None
    return None


def may_be_in_loop(facts: Facts, tried: Try) -> bool:
    """What is seen without a tree."""
    reading = facts.reading
    macro = reading.macro_at(tried.start)
    if macro is not None:
        return _LOOP.search(reading.code, macro.body, macro.end) is not None
    return b"goto" in reading.words or reading.bodies.is_said_before(_LOOP, tried.start)


class _Attempt:
    """A try with the loop around it."""

    def __init__(self, facts: Facts, tried: Try) -> None:
        self._facts, self._reading, self._functions, self._tried = facts, facts.reading, facts.functions, tried
        self._path = path_to(facts.reading, tried.start)
        self._loop = loop_around(self._path)
        self._moving = tried.address - {tried.result, tried.lock}

    @property
    def holder(self) -> int:
        """Where what is looked through for a try begins: the loop, or the function."""
        return self._loop.keyword if self._loop is not None else -next((part.start for part in self._path), 0)

    @property
    def is_swap(self) -> bool:
        """Whether what is looked for is only put in again with a change."""
        if self._loop is None or self._tried.takes or not self._tried.result:
            return False
        return is_swapped(self._facts, self._tried, self._loop.part)

    @property
    def place(self) -> Span | None:
        """What says that a loop goes on until the try succeeds: its head, or the `if` that leaves it."""
        end = self._end()
        if end is None or not (self._is_undone(end) if self._tried.undone else self._is_ended_by_others(end)):
            return None
        return end.head if isinstance(end, Loop) else _head(end)

    def _end(self) -> Loop | Part | None:
        if self._loop is not None and self._is_in_head(self._loop):
            return None if self._moves([self._loop.part]) or self._loop.is_limited else self._loop
        choice = next((part for part in reversed(self._path) if part.type in _CHOICES), None)
        is_asked = choice is not None and choice.start <= self._tried.start < _head(choice).end
        end = self._left_by_choice(choice) if choice is not None and is_asked else None
        return end or (self._left_by_result() if self._tried.result else None)

    def _is_in_head(self, loop: Loop) -> bool:
        return loop.head.start <= self._tried.start < loop.head.end

    @cached_property
    def _own_loop(self) -> Loop | None:
        """The loop around, if it tries the same place in memory again, as often as it takes."""
        if self._loop is None or self._moves([self._loop.part]):
            return None
        # One that gives up in the end is left by those that have the lock, too, which may release it behind the loop.
        return None if not self._tried.takes and self._loop.is_limited else self._loop

    def _moves(self, parts: Iterable[Part], start: int = 0, end: int = sys.maxsize) -> bool:
        """Whether the next try is made at another place in memory: in the next slot of a table."""
        names = (each.member for part in parts for each in part.sets if start <= each.place < end)
        return not self._moving.isdisjoint(names)

    def _left_by_choice(self, choice: Part) -> Loop | Part | None:
        """`while (true) { if (try_lock(p)) break; }`"""
        if self._loop is not None:
            return self._left_behind(self._own_loop, choice) if self._own_loop is not None else None
        return choice if self._goes_back(choice) else None

    def _goes_back(self, choice: Part) -> bool:
        """`again: if (!try_lock(p)) goto again;`"""
        root, wanted = self._path[0], {each.parts[0].text for each in choice.of_type("goto_statement")}
        labels = ((each.parts[0].text, each.start) for each in root.of_type("labeled_statement") if wanted)
        jumps = (to for label, to in labels if label in wanted)
        return any(to < self._tried.start and not self._moves([root], to, choice.end) for to in jumps)

    def _left_behind(self, loop: Loop, choice: Part) -> Loop | Part | None:
        """What says that the loop is left by the lanes for which `if (…)` holds, or by those for which it does not: the
        `if` with a `break` behind it, or the head of the loop, which asks for what is set there.

        It does not matter whether a lane gives the lock back before it leaves: compilers move all that only such lanes
        do behind the loop."""
        if _is_voted(choice) and _counts_on(loop):
            return None  # the lanes look through some things together, and wait for none of them
        then, otherwise = self._ways(loop, choice)
        if then and leaves_first(then[0]):
            return choice
        if not self._tried.takes and not all(map(is_idle, otherwise)):
            return None
        if any(map(is_left_in, then)) is not any(map(is_left_in, otherwise)):
            return choice
        in_one = self._set_in(loop, then) ^ self._set_in(loop, otherwise)
        return _asked_by_head(loop, in_one.difference(self._set_always(loop, (*then, *otherwise))))

    def _ways(self, loop: Loop, choice: Part) -> tuple[list[Part], list[Part]]:
        """What lanes do for which a condition holds, and those for which it does not, beside what all do."""
        if choice.type == "switch_statement":
            return [choice], []
        then, otherwise = branches(choice)
        if then is None or otherwise is not None or not any(then.of_type("continue_statement")):
            return [each for each in (then,) if each], [each for each in (otherwise,) if each]
        around = blocks(path_to(self._reading, choice.start), loop.body.start)
        return [then], [each for block in around for each in block.parts if each.start >= then.end]

    def _set_in(self, loop: Loop, parts: Iterable[Part]) -> frozenset[bytes]:
        """The variables that are set, or changed by a step that may end the loop."""
        sets = (each for part in parts for each in part.sets)
        return frozenset(each.name for each in sets if each.sign in _ASSIGNS or self._is_ended_by_step(loop, each.name))

    def _is_ended_by_step(self, loop: Loop, name: bytes) -> bool:
        """Compilers find out that such a loop is left then; one that counts on keeps the release."""
        asked = loop.asked
        left, right = (asked.field("left"), asked.field("right")) if asked is not None else (None, None)
        if asked is None or name not in (asked.packed, left.packed if left is not None else b""):
            return False
        starts = (each for each in self._path[0].sets if each.name == name and each.place < loop.body.start)
        is_near = right is None or right.text in _ZERO_OR_ONE
        return is_near and any(each.value is not None and each.value.text in _ZERO_OR_ONE for each in starts)

    def _set_always(self, loop: Loop, ways: Sequence[Part]) -> Iterator[bytes]:
        """What all lanes set that try, but to what lets the loop go on: `done = false; … while (!done)`."""
        asked = tuple(flags(loop.asked)) if loop.asked is not None else ()
        around = blocks(self._path, loop.body.start)
        for statement in (each for block in around for each in block.parts if each.type in _STATEMENTS):
            for each in statement.sets if not any(way.start <= statement.start < way.end for way in ways) else ():
                value = each.value.text if each.value is not None else b""
                goes_on = value in (*TRUE, *FALSE) and statement.start < self._tried.start
                if each.sign in _ASSIGNS and not (goes_on and (each.name, value in TRUE) in asked):
                    yield each.name

    def _left_by_result(self) -> Loop | Part | None:
        """A loop around that asks for what came of it."""
        tried, loop = self._tried, self._own_loop
        if loop is None:
            asks = _asks(self._path[:1], Span(tried.end, tried.end + _REACH), frozenset((tried.result,)))
            return next((each for each in asks if self._goes_back(each)), None)
        given = (each for each in loop.body.sets if each.sign == "=" and tried.start < each.end)
        names = frozenset((tried.result, *(each.name for each in given if each.uses(tried.result))))
        own = list(_asks([loop.body], Span(tried.end, loop.body.end), names))
        if not tried.takes and not all(leaves_first(branches(each)[0]) or is_idle(branches(each)[0]) for each in own):
            return None  # something else is done while the flag is not set
        left = (self._left_behind(loop, each) for each in own)
        return _asked_by_head(loop, names) or next((each for each in left if each is not None), None)

    def _is_ended_by_others(self, end: Loop | Part) -> bool:
        """Whether a loop is not ended by what it leaves in memory itself, as one is that takes all that is there."""
        left, condition = self._tried.left, end.asked if isinstance(end, Loop) else end.field("condition")
        is_left = not isinstance(end, Loop) and is_left_in(branches(end)[0])
        parts = list(condition.of_type("binary_expression", "unary_expression")) if condition is not None else []
        compared = [each for each in parts if each.sign in _COMPARES]
        if not left or not compared:
            return not is_zero(left) or any(each.sign == "!" for each in parts) is not is_left
        sides = (side for each in compared if each.sign == ("==" if is_left else "!=") for side in each.parts)
        return not any(side.text == left or (is_zero(left) and is_zero(side.text)) for side in sides)

    def _is_undone(self, end: Loop | Part) -> bool:
        """Whether a loop that goes on takes back what it has counted: then it comes to the same again."""
        loop, function = self._loop, self._functions.around(self._tried.start)
        if loop is None or function is None:
            return False
        undone, is_in_head = self._tried.undone, self._is_in_head(loop)
        if function.start <= undone[0] < function.end:
            own = undone[bisect_left(undone, loop.body.start) : bisect_left(undone, loop.body.end)]
            return not all(self._is_last(loop, each) for each in own)
        asks = (self._tried.start, end.head.start if isinstance(end, Loop) else end.start)
        rest = (each for each in loop.body.statements if not any(each.start <= place < each.end for place in asks))
        return all(map(is_idle, loop.body.statements if is_in_head else rest))

    def _is_last(self, loop: Loop, offset: int) -> bool:
        """Whether a place in a loop stands in a block that leaves it, or sets what its head asks for."""
        asked = loop.asked.objects if loop.asked is not None else frozenset()
        inner = blocks(path_to(self._reading, offset), loop.body.start + 1)
        return any(any(block.of_type(*_ENDS)) or not asked.isdisjoint(block.names_set) for block in inner)


def _head(choice: Part) -> Span:
    """`if (…)`"""
    condition = choice.field("condition")
    return Span(choice.start, condition.end if condition is not None else choice.end)


def _is_voted(choice: Part) -> bool:
    condition = choice.field("condition")
    return condition is not None and any(_VOTE.search(each.called) for each in condition.of_type("call_expression"))


def _counts_on(loop: Loop) -> bool:
    """Whether each turn changes what the head of a loop asks for: `while (left) { …; left ^= bit; }`."""
    asked = loop.asked.names if loop.asked is not None else frozenset[bytes]()
    plain = (each for each in loop.body.statements if each.type == "expression_statement")
    return any(each.name in asked and each.sign != "=" for statement in plain for each in statement.sets)


def _asks(parts: Iterable[Part], within: Span, names: frozenset[bytes]) -> Iterator[Part]:
    """The choices that ask for one of the names."""
    for choice in (each for part in parts for each in part.of_type(*_CHOICES)):
        condition = choice.field("condition")
        is_within = within.start <= choice.start < within.end
        if is_within and condition is not None and not names.isdisjoint(condition.objects):
            yield choice


def _asked_by_head(loop: Loop, names: frozenset[bytes]) -> Loop | None:
    """A loop, if each lane for itself asks there for one of the names."""
    if loop.asked is None or names.isdisjoint(loop.asked.objects):
        return None
    return None if any(_VOTE.search(each.called) for each in loop.asked.of_type("call_expression")) else loop
