"""WRP017: loops that wait for a flag which another thread of the block sets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.choices import Choice, Way, choices_around, parts_waves
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.wait_loops import calls_of_macros, loops
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.one_thread import is_for_one_thread
from hipify_py.subjects.warps.spins import Spin, spins
from hipify_py.subjects.warps.tries import Try, calls, mentions

_NAME = pattern(rb"(?<![\w.>])[A-Za-z_]\w*")
# What says nothing of which memory is meant.
_NO_MEMORY = frozenset(
    (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim", b"x", b"y", b"z", b"volatile", b"const", b"unsigned", b"int",
     b"long", b"char", b"uint32_t", b"int32_t", b"uint64_t", b"size_t", b"static_cast", b"reinterpret_cast", b"void",
     b"const_cast", b"warpSize")
)  # fmt: skip
_WRITES = pattern(r"(?:st|atom|red)\.")
_CALL = pattern(rb"\b(?!(?:if|while|for|switch)\b)([A-Za-z_]\w*)\s*\(([^;{}]{0,300})")
_READS = pattern(rb"(?i)(?:__)?ld|load|read|get|peek|wait|poll|printf|assert|return|sizeof|\w*_cast|asm")
_ASSIGNS = rb"(?:\*[^;{}=]{0,60})?\b(?:%s)\b(?:[^;{}=()]{0,60}[\])\w])?\s*(?:[-+|&^]?=(?!=)|\+\+|--)"
# An element by a number: `done[i]`, `done + i`.
_ELEMENT = rb"\b(?:%s)\b[^;{}=,]{0,60}?\b(?:%s)\b"
_GIVEN = rb"\b%s\s*=(?!=)([^;{}=]{0,90})"
_SUM = pattern(rb"\batomic(?:Add|Inc)\w{0,12}\s*\((?![^;{}]{1,90},\s*0[uUlL]*\s*\))|(?:\.|->)\s*fetch_add\s*\(")
# A function that draws such a number.
_DRAWS = pattern(rb"\b([A-Za-z_]\w*)\s*\([^(){};]{0,200}\)\s*\{\s*return\s+atomic(?:Add|Inc)")
_TAKES_TICKET = pattern(r"atom\.(?:\w|::|\.)*?(?:add|inc)\b")
_KEYWORD = pattern(rb"\b(?:while|for|if)\s*\Z")
# The names in these say which memory is read, and not what is waited for.
_ADDRESSED = pattern(
    rb"(?:\b(?!(?:while|for|if)\b)\w{1,60}|\*(?:\s*\([^()]{0,60}\*\s*\))?)\s*\((?:[^()]|\([^()]{0,90}\)){0,200}\)"
    rb"|\[[^\[\]]{0,90}\]"
)
_CONDITION = pattern(rb"[^;{}]{0,300}")
_NEAR = 20
_DEEPEST = 2


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    found = {wait.place.end: Hit(*wait.place) for wait in loops(facts, in_shared_memory=True)}
    for spin in _waiting(facts):
        start, end = spin.place
        if facts.functions.side_at(start) in ON_DEVICE and end not in found and _may_wait_for_itself(facts, spin):
            found[end] = Hit(start, end)
    yield from found.values()


def _waiting(facts: Facts) -> Iterator[Spin]:
    """Loops that only look, and calls of functions with such a loop."""
    plain = facts.reading.plain
    own = [spin for spin in spins(facts) if not spin.tried.takes]
    for place, read in loops(facts, in_shared_memory=False):
        names = frozenset((*_NAME.findall(plain, *place), *read.names))
        keyword = _KEYWORD.search(plain, max(0, place.start - _NEAR), place.start)
        place = place._replace(start=keyword.start()) if keyword is not None else place
        own.append(Spin(place, Try(read.start, read.end, b"", names, takes=False)))
    for call, text in calls_of_macros(facts):
        own.append(Spin(call, Try(*call, b"", frozenset(_NAME.findall(text)), takes=False)))
    yield from own
    yield from (Spin(Span(each.start, each.end), each) for each in calls(facts, [spin.tried for spin in own]))


def _may_wait_for_itself(facts: Facts, spin: Spin) -> bool:
    place = spin.place.start
    if spin.tried.is_shared and not is_for_one_thread(facts, place):
        return True
    if (_waits_for_turn(facts, spin) or _waits_in_chain(facts, spin)) and not is_for_one_thread(
        facts, place, of_wave=True
    ):
        return True
    memory = spin.tried.address - _NO_MEMORY
    return any(_is_set_beside(facts, choice, way, memory) for choice, way in choices_around(facts, place))


def _waits_for_turn(facts: Facts, spin: Spin) -> bool:
    """Whether each thread waits for a number of its own: one that it has drawn by an atomic sum, or its index, if what
    it looks at changes behind the loop."""
    plain, function = facts.reading.plain, facts.functions.around(spin.place.start)
    if function is None:
        return False
    condition = _CONDITION.match(plain, spin.tried.end, function.end)
    statement = Span(spin.tried.start, condition.end() if condition is not None else spin.tried.end)
    names = {name for part in (spin.place, statement) for name in _NAME.findall(plain, *part)}
    before, behind = Span(function.start, spin.place.start), Way(None, statement.end, function.end)
    if any(_is_drawn(facts, name, before, _DEEPEST) for name in names - _NO_MEMORY):
        return True
    if spin.place.start == spin.tried.start:  # a call of a function that waits
        texts = [each for each in plain[slice(*spin.place)].split(b",") if not _writes_to(facts, behind, each)]
    else:
        texts = [_ADDRESSED.sub(b" ", plain[slice(*part)]) for part in (spin.place, statement)]
    asked = {name for text in texts for name in _NAME.findall(text)} - {spin.tried.result}
    is_own = any(_is_of_thread(facts, name, before, _DEEPEST) for name in asked)
    return is_own and _writes(facts, behind, spin.tried.address - _NO_MEMORY)


def _writes_to(facts: Facts, way: Way, address: bytes) -> bool:
    names = frozenset(_NAME.findall(address)) - _NO_MEMORY
    return bool(names) and _writes(facts, way, names)


def _waits_in_chain(facts: Facts, spin: Spin) -> bool:
    """Whether each thread waits for an element that another one sets behind its own loop:
    `while (done[i - 1] == 0); done[i] = 1;`"""
    plain, function = facts.reading.plain, facts.functions.around(spin.place.start)
    if function is None:
        return False
    before = Span(function.start, spin.place.start)
    numbers = frozenset(name for name in spin.tried.address if _is_of_thread(facts, name, before, _DEEPEST))
    memory, start = spin.tried.address - numbers - _NO_MEMORY, plain.find(b";", spin.tried.end) + 1
    element = _ELEMENT % (_any_of(memory), _any_of(numbers))
    while numbers and memory and 0 < start < function.end:
        end = plain.find(b";", start, function.end) + 1 or function.end
        if re.search(element, plain[start:end]) and _writes(facts, Way(None, start, end), memory):
            return True
        start = end
    return False


def _is_of_thread(facts: Facts, name: bytes, before: Span, depth: int) -> bool:
    """Whether a number differs between the threads of a block."""
    if name == b"threadIdx" or name in _NO_MEMORY:
        return name == b"threadIdx"
    found = re.finditer(_GIVEN % re.escape(name), facts.reading.plain[slice(*before)])
    given = [each[1].partition(b",")[0] for each in found]
    return depth > 0 and any(
        _is_of_thread(facts, word, before, depth - 1) for text in given for word in set(_NAME.findall(text)) - {name}
    )


def _is_drawn(facts: Facts, name: bytes, before: Span, depth: int) -> bool:
    """Whether a variable is set to the result of an atomic sum, maybe by a function or from another variable."""
    plain = facts.reading.plain
    for statement in facts.assembler:
        if before.start <= statement.start < before.end and any(
            _TAKES_TICKET.match(each.opcode) for each in statement.instructions
        ):
            outputs = (plain[each.start : each.end].strip() for each in statement.operands if each.is_output)
            if name in outputs:
                return True
    for given in re.finditer(_GIVEN % re.escape(name), plain[slice(*before)]):
        if _SUM.search(given[1]):
            return True
        words = set(_NAME.findall(given[1])) - _NO_MEMORY - {name}
        if words & _drawing(facts) or (depth and any(_is_drawn(facts, word, before, depth - 1) for word in words)):
            return True
    return False


@once_per_file
def _drawing(facts: Facts) -> frozenset[bytes]:
    return frozenset(_DRAWS.findall(facts.reading.plain))


def _is_set_beside(facts: Facts, choice: Choice, way: Way, memory: frozenset[bytes]) -> bool:
    """Whether the lanes of a wave may part there, and those that go another way write what the others wait for."""
    number = choice.index(way)
    parting = any(parts_waves(facts, each) for each in choice[: number + 1])
    others = (each for each in choice if each is not way)
    return parting and any(_writes(facts, each, memory) for each in others)


def _any_of(names: frozenset[bytes]) -> bytes:
    return b"|".join(map(re.escape, sorted(names)))


def _writes(facts: Facts, way: Way, memory: frozenset[bytes]) -> bool:
    text = facts.reading.plain[way.start : way.end]
    if not mentions(text, memory):
        return False
    if re.search(_ASSIGNS % _any_of(memory), text):
        return True
    for statement in facts.assembler:
        if way.start <= statement.start < way.end and any(
            _WRITES.match(each.opcode) for each in statement.instructions
        ):
            given = (facts.reading.plain[each.start : each.end] for each in statement.operands)
            if any(mentions(each, memory) for each in given):
                return True
    return any(mentions(call[2], memory) and not _READS.match(call[1]) for call in _CALL.finditer(text))
