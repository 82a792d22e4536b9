"""WRP017: loops that wait for a flag which another thread of the block sets."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from hipify_py.edits import Span
from hipify_py.file.choices import Choice, Way, choices_around, parts_waves
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.tree_loops import JUMPS, branches, last_of
from hipify_py.file.wait_loops import Wait, calls_of_macros, is_shared, loops
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.parts import BLOCK, Part, Set, path_to
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.one_thread import is_for_one_thread, part_in_waves
from hipify_py.subjects.warps.spins import Spin, spins
from hipify_py.subjects.warps.tries import Try, calls, draws, names_in

# What says nothing of which memory is meant.
_NO_MEMORY = frozenset(
    (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim", b"volatile", b"const", b"unsigned", b"int", b"long", b"char",
     b"uint32_t", b"int32_t", b"uint64_t", b"size_t", b"static_cast", b"reinterpret_cast", b"void", b"const_cast",
     b"warpSize")
)  # fmt: skip
_WRITES = pattern(r"(?:st|atom|red)\.")
_READS = pattern(rb"(?i)(?:__)?ld|load|read|get|peek|wait|poll|printf|assert|return|sizeof|\w*_cast|asm")
_TAKES_TICKET = pattern(r"atom\.(?:\w|::|\.)*?(?:add|inc)\b")
_ATOMIC = b"atomic"
# The names in these say which memory is read, and not what is waited for.
_ADDRESSED = ("call_expression", "pointer_expression", "subscript_argument_list")
_STATEMENTS = ("expression_statement", "declaration", "condition_clause")
_ELEMENTS = ("subscript_expression", "binary_expression", "field_expression", "pointer_expression")
# How elements are handed over and compared: what is around them.
_OPERATORS = ("+", "-")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_PARTS_THREADS = pattern(rb"\bif\b")
_LOADED = ("subscript_expression", "pointer_expression")
_DEEPEST = 2
# What numbers threads.
_NUMBERS = (b"threadIdx", b"thread_rank", b"thread_index", b"__lane_id")
# From an element through a loaded index to the number of the thread.
_DEEPEST_INDEX = 4
# In one function nobody looks at more of them.
_MOST = 50


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    found = {wait.place.end: Hit(*wait.place) for wait in loops(facts, in_shared_memory=True)}
    others = list(loops(facts, in_shared_memory=False))
    begin = {wait.place.end: wait.place.start for wait in others}
    seen = Counter[int]()
    for spin in _waiting(facts, others):
        start, end = spin.place
        if facts.functions.side_at(start) in ON_DEVICE and end not in found:
            function = facts.functions.around(start)
            holder = function.start if function is not None else 0
            seen[holder] += 1
            if seen[holder] <= _MOST and _may_wait_for_itself(facts, spin):
                found[end] = Hit(begin.get(end, start), end)
    yield from found.values()


def _waiting(facts: Facts, waits: Iterable[Wait]) -> Iterator[Spin]:
    """Loops that only look, and calls of functions with such a loop. `waits` are those for plain variables."""
    own = [spin for spin in spins(facts) if not spin.tried.takes]
    for wait in waits:
        tried = Try(*wait.read.span, b"", wait.asked.names | wait.read.names, takes=False)
        own.append(Spin(Span(wait.keyword, wait.place.end), tried))
    for call, text in calls_of_macros(facts):
        own.append(Spin(call, Try(*call, b"", text, takes=False)))
    yield from own
    yield from (Spin(Span(each.start, each.end), each) for each in calls(facts, [spin.tried for spin in own]))


def _may_wait_for_itself(facts: Facts, spin: Spin) -> bool:
    place = spin.place.start
    if spin.tried.is_shared and not is_for_one_thread(facts, place):
        return True
    waiter = _Waiter(facts, spin)
    if (waiter.is_in_turn() or waiter.is_in_chain()) and not is_for_one_thread(facts, place, of_wave=True):
        return True
    if any(_is_set_beside(facts, waiter, choice, way) for choice, way in choices_around(facts, place)):
        return True
    if waiter.is_set_before_by_others():
        return True
    return waiter.is_left_by_who_sets() and not is_for_one_thread(facts, place, of_wave=True)


@once_per_file
def _sets_of_functions(_facts: Facts) -> dict[int, Sequence[Set]]:
    return {}


class _Waiter:
    """A place that waits, with the function around it."""

    def __init__(self, facts: Facts, spin: Spin) -> None:
        self._facts, self._spin = facts, spin
        self._path = path_to(facts.reading, spin.tried.start)
        self._memory = spin.tried.address - _NO_MEMORY
        self._varying: dict[bytes, bool] = {}

    @cached_property
    def _sets(self) -> Sequence[Set]:
        """All that the function sets."""
        known = _sets_of_functions(self._facts)
        for root in self._path[:1]:
            if root.start not in known:
                known[root.start] = list(root.sets)
            return known[root.start]
        return ()

    @cached_property
    def _ever_given(self) -> Sequence[tuple[bytes, Part]]:
        return [(each.name, each.value) for each in self._sets if each.value is not None]

    @cached_property
    def _given(self) -> Sequence[tuple[bytes, Part]]:
        """What is set before the place."""
        start = self._spin.place.start
        return [(each.name, each.value) for each in self._sets if each.value is not None and each.place < start]

    def is_in_turn(self) -> bool:
        """Whether each thread waits for a number of its own: one that it has drawn by an atomic sum, or its index, if
        what it looks at changes behind the loop."""
        place, tried = self._spin.place, self._spin.tried
        heads = (each for owner in path_to(self._facts.reading, place.end - 1)[-2:-1] for each in (owner, *owner.parts))
        asking = [each for each in heads if place.start <= each.start and each.end <= place.end]
        asking += [part for part in self._path if part.type in _STATEMENTS][-1:]
        end = max([place.end, *(each.end for each in asking)])
        if any(self._is_drawn(name, _DEEPEST) for each in asking for name in each.names - _NO_MEMORY):
            return True
        compared = [_compared(each) for each in asking]
        if place.start == tried.start:  # a call of a function that waits
            call = next((part for part in reversed(self._path) if part.span == place), None)
            compared = [self._not_written(each, end) for each in call.arguments] if call is not None else []
        called = (part for part in self._path if part.span == (tried.start, tried.end))
        compared += [each.names - tried.address for call in called for each in call.arguments]
        own = (name for names in compared for name in names - {tried.result})
        return any(self._is_of_thread(name, _DEEPEST) for name in own) and self.writes(end, sys.maxsize)

    def _not_written(self, argument: Part, end: int) -> frozenset[bytes]:
        """The names in what a call is given, if none of them is written to behind a place; of a comparison, which a
        macro may be given, those that are not set there."""
        if argument.sign in _COMPARISONS:
            return argument.names - {each.name.partition(b"[")[0] for each in self._sets if each.place >= end}
        is_written = self.writes(end, sys.maxsize, argument.names - _NO_MEMORY)
        return frozenset() if is_written else argument.names

    def is_in_chain(self) -> bool:
        """Whether each thread waits for an element that another one sets behind its own loop:
        `while (done[i - 1] == 0); done[i] = 1;`, `while (done[before[i]] == 0); done[i] = 1;`,
        `while (missing[i] != 0); atomicSub(&missing[behind[i]], 1);`"""
        own = frozenset(name for name in self._memory if self._varies(name))
        memory = frozenset(name for name in self._with_bases(self._memory) if not self._varies(name))
        start, end = self._spin.place.start, max(self._spin.place.end, self._spin.tried.end)
        waited = {each.packed for root in self._path[:1] for each in _elements(root, start, end)}
        statements = (each for root in self._path[:1] for each in root.of_type("expression_statement"))
        for each in statements if memory and own else ():
            elements = _elements(each, *each.span) if each.start >= self._spin.tried.end else ()
            others = (element.words - _NO_MEMORY for element in elements if element.packed not in waited)
            named = [names for names in others if any(map(self._varies, names - memory))]
            if any(memory & self._with_bases(names) and self.writes(*each.span, names) for names in named):
                return True
        return False

    def _with_bases(self, names: frozenset[bytes]) -> frozenset[bytes]:
        """With what pointers are made of: `me = rows + i; before = me - 1;`."""
        found, new = names, names
        for _step in range(_DEEPEST_INDEX):
            values = (value for name, value in self._ever_given if name in new and _is_address(value))
            new = frozenset[bytes]().union(*(value.words for value in values)) - found - _NO_MEMORY
            found |= new
        return found

    def is_set_before_by_others(self) -> bool:
        """Whether lanes of the same wave set it behind a condition that those which wait do not meet:
        `if (threadIdx.y == 0) flag = 1; if (threadIdx.y == 1) while (flag == 0);`. Compilers make an `else` of it."""
        if self._memory and any(_PARTS_THREADS.search(part.text) for part in self._path[:1]):
            for around, inner in pairwise(self._path):
                before = (each for each in around.parts if each.end <= inner.start) if around.type == BLOCK else ()
                for choice in (each for each in before if each.type == "if_statement"):
                    condition, (then, _otherwise) = choice.field("condition"), branches(choice)
                    asked = condition.bare if condition is not None else None
                    if asked is None or then is None or not self.writes(*then.span):
                        continue
                    if part_in_waves(self._facts, self._spin.place.start, asked.span):
                        return True
        return False

    def _varies(self, name: bytes) -> bool:
        """Whether lanes have different values of a variable, as far as the function shows."""
        if name not in self._varying:
            is_of_thread = _is_made_of_thread(name, self._ever_given, _DEEPEST_INDEX)
            self._varying[name] = is_of_thread or self._is_loaded(name)
        return self._varying[name]

    def is_left_by_who_sets(self) -> bool:
        """Whether lanes that leave the loop or the function before it set what the others wait for, and may come after
        them: `if (atomicCAS(&state, 0, 1) == 0) { …; state = 2; return; } while (state != 2);`"""
        memory = self._memory - {name for name in self._memory if self._is_loaded(name)}
        for around, inner in pairwise(self._path) if memory else ():
            before = (each for each in around.parts if each.end <= inner.start) if around.type == BLOCK else ()
            for choice in (each for each in before if each.type == "if_statement"):
                condition, (then, otherwise) = choice.field("condition"), branches(choice)
                last = last_of(then)
                if condition is None or then is None or otherwise is not None or last is None:
                    continue
                if last.type in JUMPS and self.writes(*then.span, memory) and self._parts_lanes(condition.bare):
                    return True
        return False

    def _parts_lanes(self, condition: Part) -> bool:
        """Whether lanes of a wave meet a condition and others do not: by their numbers, or by who came first."""
        if parts_waves(self._facts, Way(condition.span, *condition.span)):
            return True
        values = (value for name, value in self._given if name in condition.names)
        calls = (call for part in (condition, *values) for call in part.of_type("call_expression"))
        return any(call.called.startswith(_ATOMIC) for call in calls)

    def _is_loaded(self, name: bytes) -> bool:
        """Whether an index is read from memory, or computed of one that is."""
        values = [value for given, value in self._ever_given if given == name]
        names = {word for value in values for word in value.names} - {name}
        of_those = (value for given, value in self._ever_given if given in names)
        return any(True for value in (*values, *of_those) for _each in value.of_type(*_LOADED))

    def writes(self, start: int, end: int, names: frozenset[bytes] | None = None) -> bool:
        """Whether a part of the function writes to memory of some names: that which is waited for."""
        memory = self._memory if names is None else names
        if memory:
            sets = (each.target.words for each in self._sets if start <= each.place < end)
            given = (words for place, words in self._handed_over if start <= place < end)
            if any(memory & each for each in (*sets, *given)):
                return True
        statements = (each for each in self._facts.assembler if start <= each.start < end)
        writing = (each for each in statements if any(_WRITES.match(one.opcode) for one in each.instructions))
        operands = (self._facts.reading.plain[one.start : one.end] for each in writing for one in each.operands)
        return not all(memory.isdisjoint(names_in(each)) for each in operands)

    @cached_property
    def _handed_over(self) -> list[tuple[int, frozenset[bytes]]]:
        """The names in what calls are given that may write to it, the object of a method too, and where these are."""
        calls = (each for root in self._path[:1] for each in root.of_type("call_expression"))
        writing = (each for each in calls if not _READS.match(each.called))
        return [(each.start, part.words) for each in writing for part in (*each.arguments, *_objects(each))]

    def _is_of_thread(self, name: bytes, depth: int) -> bool:
        """Whether a number differs between the threads of a block."""
        return _is_made_of_thread(name, self._given, depth)

    def _is_drawn(self, name: bytes, depth: int) -> bool:
        """Whether a variable is set to the result of an atomic sum, maybe by a function or from another variable. What
        is shared by the block is not each thread's own."""
        if is_shared(self._facts, name, self._spin.place.start):
            return False
        before = (each for each in self._facts.assembler if each.start < self._spin.place.start)
        drawing = (each for each in before if any(_TAKES_TICKET.match(one.opcode) for one in each.instructions))
        outputs = (one for each in drawing for one in each.operands if one.is_output)
        if any(self._facts.reading.plain[one.start : one.end].strip() == name for one in outputs):
            return True
        values = [value for given, value in self._given if given == name]
        if any(draws(self._facts, call) for value in values for call in value.of_type("call_expression")):
            return True
        words = {word for value in values for word in value.names} - _NO_MEMORY - {name}
        return depth > 0 and any(self._is_drawn(word, depth - 1) for word in words)


def _is_address(value: Part) -> bool:
    """Whether a value may be a pointer that is computed, and not loaded: `rows + i`, `&rows[i]`."""
    return value.text.startswith(b"&") or not any(True for _each in value.of_type(*_LOADED))


def _objects(call: Part) -> Iterator[Part]:
    """The object of which a method is called."""
    function = call.field("function")
    holder = function.field("argument") if function is not None and function.type == "field_expression" else None
    return iter((holder,) if holder is not None else ())


def _elements(part: Part, start: int, end: int) -> Iterator[Part]:
    """What is written in a part between two places as elements and members, the outermost of each."""
    behind = start
    for each in part.of_type(*_ELEMENTS):
        is_sum = each.type != "binary_expression" or each.sign in _OPERATORS
        if is_sum and each.start >= behind and each.end <= end:
            behind = each.end
            yield each


def _is_made_of_thread(name: bytes, given: Sequence[tuple[bytes, Part]], depth: int) -> bool:
    """Whether a variable is computed of the index of the thread, from others maybe, by the values that are given."""
    asked, known = {name}, set[bytes]()
    for _step in range(depth + 1):
        if not asked.isdisjoint(_NUMBERS):
            return True
        known |= asked
        asked = {word for to, value in given if to in asked for word in value.words} - known
    return False


def _compared(part: Part) -> frozenset[bytes]:
    """The names in a condition but those that say which memory is read."""
    found, waiting = set[bytes](), [part]
    while waiting:
        each = waiting.pop()
        waiting += each.parts if each.type not in _ADDRESSED else ()
        found |= {each.text} if each.type == "identifier" else set()
    return frozenset(found)


def _is_set_beside(facts: Facts, waiter: _Waiter, choice: Choice, way: Way) -> bool:
    """Whether the lanes of a wave may part there, and those that go another way write what the others wait for."""
    number = choice.index(way)
    parting = any(parts_waves(facts, each) for each in choice[: number + 1])
    return parting and any(waiter.writes(each.start, each.end) for each in choice if each is not way)
